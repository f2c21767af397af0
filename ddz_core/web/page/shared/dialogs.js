// The dialogs that belong to the page, and not to a deal: settings, and keys and rules.

import { el } from "./dom.js";
import { remember, settings } from "./settings.js";
import { LANGUAGES, say } from "./words.js";

const DELAYS = [0, 400, 900, 1800];

/** Opens a dialog with a heading and a button that closes it. */
export function dialog(title, children, { kind = "", closed } = {}) {
  const heading = el("h2", { id: `title-${title.replace(/\W/g, "-")}` }, title);
  const made = el(
    "dialog",
    { class: kind, "aria-labelledby": heading.id },
    el(
      "form",
      { method: "dialog", class: "head" },
      heading,
      el("button", { class: "close", "aria-label": say("close") }, "×"),
    ),
    children,
  );
  made.addEventListener("close", () => {
    made.remove();
    closed?.();
  });
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  made.showModal();
  return made;
}

/** A choice among few: a label with a select. */
export function choice(label, options, value, changed, properties = {}) {
  return el(
    "label",
    { class: "field" },
    el("span", {}, label),
    el(
      "select",
      { onchange: (event) => changed?.(event.target.value), ...properties },
      options.map(([key, text]) =>
        el("option", { value: key, selected: String(key) === String(value) }, text),
      ),
    ),
  );
}

/** A switch with its label. */
export function tick(label, checked, changed, properties = {}) {
  return el(
    "label",
    { class: "field tick" },
    el("input", {
      type: "checkbox",
      checked,
      onchange: (event) => changed?.(event.target.checked),
      ...properties,
    }),
    el("span", {}, label),
  );
}

/** How long computer players wait, as a choice. */
export function delayChoice(value, changed, properties) {
  const delays = DELAYS.includes(value) ? DELAYS : [...DELAYS, value].sort((a, b) => a - b);
  return choice(
    say("field.delay"),
    delays.map((each) => [
      each,
      DELAYS.includes(each) ? say(`delay.${each}`) : say("delay.other", { n: each }),
    ]),
    value,
    (chosen) => changed(Number(chosen)),
    properties,
  );
}

/** The language of the page, as a choice. */
export function languageChoice(changed) {
  return choice(
    say("settings.language"),
    [["", say("settings.language.auto")], ...Object.entries(LANGUAGES)],
    settings().language,
    (chosen) => {
      remember({ language: chosen });
      changed();
    },
    { name: "language" },
  );
}

/** The settings. `changed` is called with the name of what is other now. */
export function openSettings(delay, changed) {
  const now = settings();
  const made = dialog(say("settings.title"), [
    languageChoice(() => {
      made.close();
      changed("language");
    }),
    delayChoice(
      delay ?? now.delay,
      (chosen) => {
        remember({ delay: chosen });
        changed("delay", chosen);
      },
      { name: "delay" },
    ),
    tick(
      say("settings.counter"),
      now.counter,
      (on) => {
        remember({ counter: on });
        changed("counter");
      },
      { name: "counter" },
    ),
    tick(
      say("settings.keys"),
      now.keys,
      (on) => {
        remember({ keys: on });
        changed("keys");
      },
      { name: "keys" },
    ),
  ]);
}

/** The keys, and how the game goes in five sentences. */
export function openHelp() {
  const keys = ["cards", "move", "play", "pass", "clear", "hint", "bid", "end"];
  dialog(say("bar.help"), [
    el("h3", {}, say("keys.title")),
    el(
      "ul",
      {},
      keys.map((key) => el("li", {}, say(`keys.${key}`))),
    ),
    el("h3", {}, say("help.title")),
    [1, 2, 3, 4, 5].map((number) => el("p", {}, say(`help.${number}`))),
  ]);
}
