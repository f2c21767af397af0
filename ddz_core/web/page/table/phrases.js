// Plays, actions and people in words.

import { inWords, named } from "../shared/cards.js";
import { has, say, signed } from "../shared/words.js";

/** `3334:trio_solo:1:3` in parts. */
export function play(text) {
  const [cards, kind, length, rank] = text.split(":");
  return { text, cards, kind, length: Number(length), rank, size: cards.length };
}

/** What a play is: its kind, and its length and height where several could be meant. */
export function kindOf({ kind, length, rank }) {
  const name = say(`kind.${kind}`);
  if (length > 1) return say("reading.long", { kind: name, n: length, rank: named(rank) });
  return name;
}

/** What somebody is called. */
export function nameOf(seat, state, mySeat) {
  const { player, name } = state.seats[seat];
  if (seat === mySeat) return name || say("start.name.usual");
  if (name) return name;
  return say({ person: "seat.person", open: "seat.open" }[player] ?? "seat.computer", { n: seat + 1 });
}

/** The running points of a seat: with a sign where everybody began with none. */
export function totalOf(seat, { totals, start_points: start }) {
  return start ? String(totals[seat]) : signed(totals[seat]);
}

/** What was done, as one says it of somebody. */
export function saidOf({ action, skipped }, phase = "play") {
  if (skipped) return say("said.skipped");
  const [word, rest] = action.split(":");
  if (action === "undo") return say("said.undo");
  if (action === "pass") return say(phase === "open" ? "said.not_open" : "said.pass");
  if (word === "bid") return say("said.bid", { n: rest });
  if (word === "double") return say(`said.double.${rest}`);
  if (word === "discard")
    return rest ? say("said.discard", { cards: inWords(rest) }) : say("said.discard.none");
  if (has(`said.${action}`)) return say(`said.${action}`);
  const made = play(action);
  return say("said.play", { kind: kindOf(made), cards: inWords(made.cards) });
}

/** An action as the button says it that makes it. */
export function toDo(action, factor) {
  const [word, rest] = action.split(":");
  if (word === "bid") return say("do.bid", { n: rest });
  if (word === "double") return say(`do.double.${rest}`);
  if (action === "open") return say("do.open", { n: factor });
  return say(`do.${action}`);
}

/** The appraisal as a sentence. */
export function appraisalOf({ strong, bombs, plays, expected_points: points }) {
  const parts = [
    say("appraisal.strong", { n: strong }),
    say("appraisal.bombs", { n: bombs }),
    say("appraisal.plays", { n: plays }),
  ];
  if (points !== null) {
    const sign = points < 0 ? "−" : "+";
    parts.push(say("appraisal.points", { points: sign + Math.abs(points).toFixed(2) }));
  }
  return parts.join(say("list.comma"));
}

/** Why a hint is sensible. */
export function reasonOf({ merit, plays_left: left, seat, reason }, nameOfSeat) {
  if (merit === "appraisal") return say("hint.appraisal");
  const key = `hint.${merit}`;
  const said = has(key) ? say(key, { name: seat === null ? "" : nameOfSeat(seat) }) : reason;
  return left ? say("hint.and", { reason: said, left: say("hint.plays_left", { n: left }) }) : said;
}

/** Why something is refused, by the code; with the play to beat, if there is one. */
export function refusalOf({ code, message }, last = null) {
  const key = [`reason.${code}`, `code.${code}`].find(has);
  if (!key) return message;
  const beaten = last && play(last);
  return say(key, {
    kind: beaten && kindOf(beaten),
    cards: beaten && inWords(beaten.cards),
    n: beaten && beaten.size,
  });
}
