// The middle of the table: the bottom, what is asked, the time that is left; or the lobby.

import { backs, fan, inWords, named } from "../shared/cards.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { question } from "./acting.js";
import { lobby } from "./guests.js";
import { nameOf } from "./phrases.js";

/** So many seconds are little. */
const SHORT = 6;

function bottom({ bottom: cards, shown, wild }, fields) {
  const seen = cards ?? shown;
  const hidden = cards === null ? (fields.players === 4 ? 8 : 3) - shown.length : 0;
  return el(
    "div",
    { class: "bottom" },
    el("span", { class: "label" }, say("bottom")),
    seen && fan(seen, say("bottom.shown", { cards: inWords(seen) }), "apart"),
    hidden > 0 && backs(hidden, say("bottom.hidden", { n: hidden })),
    fields.wild &&
      el("span", { class: "wild" }, wild ? say("wild", { rank: named(wild) }) : say("wild.hidden")),
  );
}

export function middle(view) {
  const { deal, mine, fields } = view.state;
  if (!deal) return [el("div", { class: "sheet lobby" }, lobby(view))];
  return [bottom(deal, fields), mine && question(view), clock(view)];
}

/** The time that is left, of whoever is to act. `since` are seconds since the state came. */
export function clock({ state, mySeat, since }) {
  if (!state.clock) return el("span", { class: "clock" });
  const { seat, seconds } = state.clock;
  const left = Math.max(0, seconds - since);
  const text = say("clock", { name: nameOf(seat, state, mySeat), n: Math.ceil(left) });
  return el("span", { class: `clock ${left < SHORT ? "short" : ""}` }, text);
}
