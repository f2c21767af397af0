// Cards as the page shows them: the drawings are those of ddz_core.svg.

import { el, svg } from "./dom.js";
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
  return svg(
    "svg",
    { viewBox: "0 0 60 84", class: "face", "aria-hidden": "true" },
    svg("use", { href: `#ddz-${rank}` }),
  );
}

/** The star of a wild card. */
export function star() {
  return svg(
    "svg",
    { viewBox: "-8 -8 16 16", class: "star", "aria-hidden": "true" },
    svg("path", {
      class: "ddz-star",
      d: "M0-7 1.8-2.3 6.7-2.2 2.9.9 4.1 5.7 0 3-4.1 5.7-2.9.9-6.7-2.2-1.8-2.3z",
    }),
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

/** Cards side by side, as one picture with a name; without one it is an ornament. */
export function fan(cards, label = inWords(cards), kind = "") {
  return el(
    "span",
    { class: `fan ${kind}`, ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) },
    [...cards].map((rank) => el("span", { class: "slot" }, drawing(rank))),
  );
}

/** Face-down cards. */
export function backs(number, label) {
  return el(
    "span",
    { class: "fan backs", role: "img", "aria-label": label },
    Array.from({ length: number }, () => el("span", { class: "slot" }, drawing("back"))),
  );
}
