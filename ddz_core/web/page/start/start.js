// The first thing one sees: one press, and the cards are dealt.

import { button } from "../shared/button.js";
import { fan } from "../shared/cards.js";
import { languageChoice } from "../shared/dialogs.js";
import { el, show } from "../shared/dom.js";
import { settings } from "../shared/settings.js";
import { say } from "../shared/words.js";
import { attempt, nameField, openTable } from "./opening.js";
import { openSetup } from "./setup.js";

export function showStart({ page, options, again }) {
  const told = el("p", { class: "bad", role: "alert" });
  const last = Object.keys(settings().seats).at(-1);
  show(
    page,
    el(
      "div",
      { class: "start" },
      el(
        "header",
        {},
        el("div", { class: "fanned" }, fan("TJQKA2BR", "")),
        el("h1", {}, say("title")),
        el("p", {}, say("tagline")),
      ),
      el(
        "div",
        { class: "sheet" },
        nameField(options),
        button("now", say("start.now"), () => attempt(told, () => openTable({ table: "free_kickers" })), {
          kind: "primary large",
        }),
        el("p", { class: "quiet" }, say("start.now.note")),
        last && button("resume", say("start.resume"), () => (location.hash = `table=${last}`)),
        button("setup", say("start.setup"), () => openSetup(options), {}),
        el("p", { class: "quiet" }, say("start.setup.note")),
        told,
      ),
      el("footer", {}, languageChoice(again)),
    ),
  );
}
