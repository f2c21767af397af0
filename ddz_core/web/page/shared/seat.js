// The tokens of one's seats, which this browser keeps.

import { remember, settings } from "./settings.js";

const MOST_KEPT = 12;

/** Keeps what one has of a seat: token, number, and invitations to others. Of many the last. */
export function keepSeat(table, seat) {
  const others = Object.entries(loseSeat(table)).slice(1 - MOST_KEPT);
  remember({ seats: Object.fromEntries([...others, [table, seat]]) });
}

/** Forgets a seat; the others are returned. */
export function loseSeat(table) {
  const { [table]: _, ...others } = settings().seats;
  remember({ seats: others });
  return others;
}
