// Buttons, and those that copy a text.

import { el } from "./dom.js";
import { settings } from "./settings.js";

/** A button; with the letter of the keyboard that does the same. */
export function button(key, text, act, { kind = "", letter, disabled = false, label } = {}) {
  return el(
    "button",
    {
      type: "button",
      class: `do ${kind}`,
      key,
      disabled,
      onclick: act,
      "aria-label": label,
      "aria-keyshortcuts": letter,
    },
    text,
    letter &&
      (letter === "Enter" || settings().keys) &&
      el("kbd", { "aria-hidden": "true" }, letter === "Enter" ? "⏎" : letter),
  );
}

/** Puts a text where one can paste it from. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https a browser has no clipboard for pages, but it copies what is marked.
    const field = el("textarea", { value: text, class: "hidden", "aria-hidden": "true" });
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** A button that copies a text, and says so. */
export function copier(key, label, text, done) {
  const act = async ({ currentTarget }) => {
    await copy(text);
    currentTarget.nextElementSibling.textContent = done;
  };
  return [button(key, label, act, { kind: "tool" }), el("span", { class: "quiet", role: "status" })];
}
