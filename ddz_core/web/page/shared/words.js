// The texts of the page in the language that is chosen.

import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", ja: "日本語", zh: "中文" };

let texts = {};
let plural = new Intl.PluralRules("en");

/** The language chosen by hand, else the first of the browser's that there is, else English. */
function language() {
  const wanted = [settings().language, ...navigator.languages.map((each) => each.slice(0, 2).toLowerCase())];
  return wanted.find((each) => each in LANGUAGES) ?? "en";
}

/** Loads the texts of that language, and tells the browser which it is. */
export async function speak(chosen = language()) {
  texts = await (await fetch(`page/texts/${chosen}.json`)).json();
  plural = new Intl.PluralRules(chosen);
  document.documentElement.lang = { zh: "zh-Hans" }[chosen] ?? chosen;
  document.title = say("title");
}

/** A text by its key, with `{names}` filled in. A text that has forms for numbers is chosen by
 *  the value `n`. */
export function say(key, values = {}) {
  let text = texts[key];
  if (text === undefined) return key;
  if (typeof text === "object") text = text[plural.select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Whether there is such a text. */
export const has = (key) => key in texts;

/** A number of points with its sign. */
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));
