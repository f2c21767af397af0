// What it takes to open a table, or to take a seat at one.

import { el } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { keepSeat } from "../shared/seat.js";
import { remember, settings } from "../shared/settings.js";
import { say } from "../shared/words.js";
import { refusalOf } from "../table/phrases.js";

/** Makes a table, keeps the token of one's seat, and goes there. */
export async function openTable(wanted) {
  const made = await request("tables", { name: settings().name, delay: settings().delay, ...wanted });
  const invitations = Object.fromEntries(made.invitations.map(({ seat, key }) => [seat, key]));
  keepSeat(made.table, { token: made.token, seat: made.seat, invitations });
  location.hash = `table=${made.table}`;
}

/** The name that others see, as a field. */
export function nameField(options) {
  return el(
    "label",
    { class: "field" },
    el("span", {}, say("start.name")),
    el("input", {
      type: "text",
      name: "name",
      value: settings().name,
      maxLength: options.limits.name,
      autocomplete: "nickname",
      placeholder: say("start.name.usual"),
      oninput: (event) => remember({ name: event.target.value.trim() }),
    }),
  );
}

/** Does something that may be refused, and tells why. */
export async function attempt(told, what) {
  told.textContent = "";
  try {
    await what();
  } catch (error) {
    told.textContent = say("line.error", { message: refusalOf(error) });
  }
}
