// The sentence below the hand: what the choice is, or why it may not be played.

import { inWords } from "../shared/cards.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { kindOf, nameOf, refusalOf } from "./phrases.js";

/** The phases in which one speaks, and plays no cards. */
export const SPOKEN = new Set(["auction", "open", "doubling"]);

/** What the choice is; if there is none, what is to be done. */
export function verdict(view) {
  const { state, mySeat, choice } = view;
  const { deal, mine } = state;
  const myTurn = deal.turn === mySeat;
  if (choice.answer) return judged(view, myTurn);
  if (choice.cards) return [el("span", { class: "quiet" }, say("verdict.asked"))];
  if (deal.phase === "over") return [];
  if (!myTurn)
    return [el("span", { class: "quiet" }, say("verdict.wait", { name: nameOf(deal.turn, state, mySeat) }))];
  if (deal.phase === "discard") return [say("verdict.discard", { n: mine.most_discards })];
  if (SPOKEN.has(deal.phase)) return [];
  if (!mine.can_pass)
    return [say("verdict.lead"), " ", el("span", { class: "quiet" }, say("verdict.choose"))];
  return [say(mine.can_play ? "verdict.follow" : "verdict.only_pass")];
}

function judged({ state, choice }, myTurn) {
  const { readings, refusal } = choice.answer;
  if (state.deal.phase === "discard" && !refusal) {
    return [el("span", { class: "good" }, say("verdict.discardable", { n: choice.cards.length }))];
  }
  const said = (reading) => described(reading, state.deal.wild);
  const playable = readings.filter((each) => each.playable);
  if (refusal && !myTurn && readings.length > 0) {
    return [
      el(
        "span",
        { class: "quiet" },
        say("verdict.not_yet", { kind: readings.map(said).join(say("list.or")) }),
      ),
    ];
  }
  if (refusal) {
    const what = readings.length > 0 ? el("span", {}, readings.map(said).join(say("list.or"))) : null;
    const why = refusalOf(refusal, state.deal.last);
    return [what, what && " · ", el("span", { class: "bad" }, say("verdict.refused", { reasons: why }))];
  }
  if (playable.length === 1)
    return [el("span", { class: "good" }, say("verdict.playable", { kind: said(playable[0]) }))];
  const taken = choice.action;
  return [
    el("span", { class: "good" }, say("verdict.readings", { n: playable.length })),
    el(
      "span",
      {
        class: "readings",
        role: "group",
        "aria-label": say("verdict.readings", { n: playable.length }),
      },
      playable.map((each) =>
        el(
          "button",
          {
            type: "button",
            class: "reading",
            key: `reading ${each.play}`,
            "aria-pressed": String(each.play === taken),
            onclick: () => choice.read(each.play),
          },
          said(each),
        ),
      ),
    ),
  ];
}

/** A reading: what it is, and what wild cards stand for in it if that is something else. */
function described(reading, wild) {
  const name = kindOf(reading);
  const other = [...reading.stands_for].some((rank) => rank !== wild);
  return other ? `${name} (${say("reading.stands", { cards: inWords(reading.stands_for) })})` : name;
}
