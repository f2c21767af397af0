// The people round the table: who they are, how many cards they hold, what they did last.

import { fan, inWords } from "../shared/cards.js";
import { el } from "../shared/dom.js";
import { has, say } from "../shared/words.js";
import { seatTools } from "./guests.js";
import { kindOf, nameOf, play, saidOf, totalOf } from "./phrases.js";

/** What each seat did last in this phase: by seat. While somebody is to lead, that of the trick
 *  before, which is marked as over. */
function lastActs(state, before) {
  const { deal } = state;
  const lists = { auction: deal.bids, discard: deal.discards, open: deal.opening, doubling: deal.doubles };
  const isPlay = deal.phase === "play" || deal.phase === "over";
  const over = isPlay && deal.trick.length === 0;
  const list = over ? before : isPlay ? deal.trick : lists[deal.phase];
  const acts = {};
  for (const made of list) acts[made.seat] = made;
  return { acts, over };
}

/** What one seat did, with the cards it laid down. */
function act(made, state, over) {
  if (!made) return null;
  const { action, skipped } = made;
  const [word, rest] = action.split(":");
  const isPlay = !["bid", "double", "discard", "undo"].includes(word) && action.includes(":");
  const toBeat = isPlay && !over && action === state.deal.last;
  // Whatever else is done comes in anew.
  const key = `${made.seat} ${action}`;
  const kind = `act ${isPlay ? "played" : "spoke"} ${over ? "past" : ""} ${toBeat ? "to-beat" : ""}`;
  if (isPlay) {
    const made = play(action);
    return el("div", { class: kind, key }, fan(made.cards), el("span", { class: "kind" }, kindOf(made)));
  }
  if (word === "discard" && rest) {
    return el("div", { class: kind, key }, fan(rest), el("span", { class: "kind" }, say("do.discard")));
  }
  return el(
    "div",
    { class: kind, key, title: skipped ? say("said.skipped.why") : null },
    el("span", { class: "said" }, saidOf(made, state.deal.phase)),
    skipped && el("span", { class: "kind" }, say("said.skipped.why")),
  );
}

function role(seat, state, mySeat) {
  const landlord = state.deal?.landlord ?? null;
  if (landlord === null) return null;
  if (seat === landlord) return el("span", { class: "role landlord" }, say("seat.landlord"));
  const partner = mySeat !== null && mySeat !== landlord && seat !== mySeat;
  return el("span", { class: "role" }, say(partner ? "seat.partner" : "seat.peasant"));
}

/** The plate of a seat. `tools` are buttons that concern it. */
function plate(seat, state, mySeat, tools = []) {
  const { deal, match } = state;
  const is = state.seats[seat];
  const turn = deal?.turn === seat;
  const name = nameOf(seat, state, mySeat);
  const open = seat === deal?.landlord && seat !== mySeat ? deal.open_hand : null;
  const left = state.result ? state.result.hands[seat] : open;
  const size = deal?.sizes[seat] ?? 0;
  const factor = deal?.score.factors[seat] ?? 1;
  const notes = [
    is.player === "open" ? say("seat.waiting") : null,
    is.player === "person" && !is.connected ? say("seat.offline") : null,
    is.away ? say("seat.away") : null,
    is.ready ? say(`seat.ready.${is.ready}`) : null,
  ].filter(Boolean);
  return el(
    "div",
    { class: `plate ${turn ? "turn" : ""} ${seat === mySeat ? "mine" : ""}` },
    el(
      "span",
      { class: "avatar", "aria-hidden": "true" },
      is.player === "person" ? [...name][0] : String(seat + 1),
    ),
    el(
      "span",
      { class: "who" },
      el("span", { class: "name", dir: "auto" }, name),
      role(seat, state, mySeat),
      factor > 1 && el("span", { class: "role" }, say("seat.doubles", { n: factor })),
    ),
    el(
      "span",
      { class: "facts" },
      has(`level.${is.player}`) && el("span", { class: "level" }, say(`level.${is.player}`)),
      deal && el("span", { class: `size ${size <= 2 ? "few" : ""}` }, say("seat.cards", { n: size })),
      el("span", { class: "total" }, say("seat.points", { points: totalOf(seat, match) })),
    ),
    turn &&
      el(
        "span",
        { class: "state" },
        say(seat === mySeat || is.player === "person" ? "seat.turn" : "seat.thinking"),
      ),
    notes.length > 0 && el("span", { class: "state quiet" }, notes.join(say("list.comma"))),
    tools,
    left ? fan(left, say("seat.hand", { name, cards: inWords(left) }), "small") : null,
  );
}

const doneLast = ({ state, story }) =>
  state.deal ? lastActs(state, story.trickBefore(state.fields.players)) : { acts: {} };

/** The other seats, from the next one on; all of them for who watches. */
export function others(view) {
  const { state, mySeat } = view;
  const { players } = state.fields;
  const { acts, over } = doneLast(view);
  const all = Array.from({ length: players }, (_, k) => ((mySeat ?? -1) + 1 + k) % players);
  return all
    .filter((seat) => seat !== mySeat)
    .map((seat) =>
      el(
        "div",
        { class: "seat", key: `seat ${seat}`, role: "group", "aria-label": nameOf(seat, state, mySeat) },
        plate(seat, state, mySeat, seatTools(seat, view)),
        act(acts[seat], state, over),
      ),
    );
}

/** One's own seat. */
export function me(view) {
  const { state, mySeat } = view;
  if (mySeat === null) return [el("p", { class: "quiet" }, say("bar.watching"), " ", say("hand.watch"))];
  const { acts, over } = doneLast(view);
  return [
    act(acts[mySeat], state, over) ?? el("div", { class: "act" }),
    plate(mySeat, state, mySeat, seatTools(mySeat, view)),
  ];
}
