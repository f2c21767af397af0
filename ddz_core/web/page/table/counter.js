// The card counter: for every rank how many cards one has not seen.

import { RANKS, named } from "../shared/cards.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

export function counter(unseen) {
  const ranks = [...RANKS].map((rank, slot) => [rank, unseen[slot]]).reverse();
  return [
    el("h2", { id: "counter-title" }, say("counter.title")),
    el(
      "ul",
      { "aria-labelledby": "counter-title" },
      ranks.map(([rank, n]) =>
        el(
          "li",
          { class: n === 0 ? "none" : "", "aria-label": say("counter.rank", { rank: named(rank), n }) },
          el("span", { "aria-hidden": "true" }, rank === "T" ? "10" : rank),
          el("b", { "aria-hidden": "true" }, String(n)),
        ),
      ),
    ),
  ];
}
