// Cards as the page shows them: the drawings are those of ddz_core.svg.

import { svg } from "./dom.js";
import { say } from "./words.js";

export const RANKS = "3456789TJQKA2BR";

/** Puts the drawings into the page, once. */
export async function loadDrawings() {
  const text = await (await fetch("page/cards.svg")).text();
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sprite.classList.add("hidden");
  document.body.prepend(document.importNode(sprite, true));
}

/** The drawing of one card, to be named by what holds it. */
export function drawing(rank) {
  return svg("svg", { viewBox: "0 0 60 84", class: "face", "aria-hidden": "true" }, svg("use", { href: `#ddz-${rank}` }));
}

/** The star of a wild card. */
export function star() {
  return svg(
    "svg",
    { viewBox: "-8 -8 16 16", class: "star", "aria-hidden": "true" },
    svg("path", { class: "ddz-star", d: "M0-7 1.8-2.3 6.7-2.2 2.9.9 4.1 5.7 0 3-4.1 5.7-2.9.9-6.7-2.2-1.8-2.3z" }),
  );
}

/** What a rank is called. */
export function named(rank) {
  if (rank === "T") return "10";
  return "BR".includes(rank) ? say(`card.${rank}`) : rank;
}

/** Cards in words, for those who hear them. */
export function inWords(cards) {
  return [...cards].map(named).join(" ") || say("cards.none");
}

/** What a key on the keyboard means as a rank, or nothing. */
export function rankOfKey(key) {
  const rank = key === "0" || key === "1" ? "T" : key.toUpperCase();
  return rank.length === 1 && RANKS.includes(rank) ? rank : undefined;
}

/** Cards without those of another text; both sorted. */
export function without(cards, others) {
  const left = [...cards];
  for (const rank of others) {
    const place = left.indexOf(rank);
    if (place >= 0) left.splice(place, 1);
  }
  return left.join("");
}

/** Cards sorted from weak to strong. */
export function sorted(cards) {
  return [...cards].sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("");
}
