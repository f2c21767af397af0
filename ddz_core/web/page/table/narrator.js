// What happens, in sentences for those who hear the page.

import { inWords } from "../shared/cards.js";
import { say } from "../shared/words.js";
import { nameOf, saidOf } from "./phrases.js";

/** The sentences that lead from one state to the next. */
export function narrated(before, now, mySeat) {
  const { deal, made, fresh } = now;
  if (!deal) return [];
  const name = (seat) => nameOf(seat, now, mySeat);
  const phase = before?.deal?.phase;
  const done = fresh
    ? []
    : made.map((each) => say("told", { name: name(each.seat), said: saidOf(each, phase) }));
  const found = before?.deal && before.deal.landlord === null && deal.landlord !== null;
  return [
    ...done,
    ...(isDealtAgain(before, now) ? [say("told.new_deal")] : []),
    ...(found
      ? [say("told.landlord", { name: name(deal.landlord), cards: inWords(deal.bottom ?? "") })]
      : []),
    ...(deal.turn !== null && deal.turn === mySeat && before?.deal?.turn !== mySeat
      ? [say("told.turn")]
      : []),
  ];
}

/** Whether all have passed, and the cards are dealt again. */
export function isDealtAgain(before, { number, deal }) {
  return Boolean(before?.deal && deal && before.number === number && before.deal.new_deals < deal.new_deals);
}

/** Whether the others have refused an undo that one has asked for. */
export function isUndoRefused(before, { undo, step }, mySeat) {
  return Boolean(before?.undo && before.undo.seat === mySeat && !undo && before.step === step);
}
