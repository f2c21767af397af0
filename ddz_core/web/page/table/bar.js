// The line on top: which deal it is, what it would come to now, and how the page is used.

import { button } from "../shared/button.js";
import { openHelp } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import { settings } from "../shared/settings.js";
import { say } from "../shared/words.js";

/** Which deal of the match this is; of a row without an end, which of the table. */
function which({ match, number, counted, fields, result }) {
  if (fields.deals === null) return say("bar.deal", { n: number });
  return say("bar.deal.of", { n: match.played + (counted && !result ? 1 : 0), of: fields.deals });
}

function scoreLine(score) {
  const doubled = score.doublings.map((each) => say(`result.term.${each.replace(/\W/g, "_")}`));
  return el(
    "span",
    { class: "score", role: "group", "aria-label": say("score.label") },
    el("small", { class: "quiet", "aria-hidden": "true" }, say("score.label")),
    score.stake ? el("b", {}, say("score", score)) : el("span", { class: "quiet" }, say("score.none")),
    doubled.length > 0 && el("small", { class: "doubled" }, doubled.join(say("list.comma"))),
  );
}

function counterSwitch(acts) {
  const properties = {
    type: "button",
    class: "do icon",
    key: "counter",
    "aria-pressed": String(settings().counter),
    "aria-label": say("bar.counter"),
    title: say("bar.counter"),
    onclick: () => acts.toggleCounter(),
  };
  return el("button", properties, "▦");
}

export function bar({ state, mySeat, acts }) {
  const { deal, spectators, counted } = state;
  return [
    button("leave", "‹", () => (location.hash = ""), { kind: "icon", label: say("bar.leave") }),
    el(
      "span",
      { class: "which quiet" },
      which(state),
      !counted && el("small", {}, ` ${say("result.again.note")}`),
    ),
    deal && scoreLine(deal.score),
    el(
      "span",
      { class: "tools" },
      spectators > 0 && el("span", { class: "quiet watchers" }, say("bar.spectators", { n: spectators })),
      mySeat !== null && counterSwitch(acts),
      button("settings", "⚙", () => acts.settings(), { kind: "icon", label: say("bar.settings") }),
      button("help", "?", openHelp, { kind: "icon", label: say("bar.help") }),
    ),
  ];
}
