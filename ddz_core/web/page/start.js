// The first thing one sees: one press, and the cards are dealt.

import { button } from "./acting.js";
import { languageChoice } from "./dialogs.js";
import { el, show } from "./dom.js";
import { refusalOf } from "./phrases.js";
import { request } from "./requests.js";
import { fan } from "./seats.js";
import { remember, settings } from "./settings.js";
import { openSetup } from "./setup.js";
import { say } from "./words.js";

const MOST_SEATS_KEPT = 12;

/** Makes a table, keeps the token of one's seat, and goes there. */
export async function openTable(wanted) {
  const made = await request("tables", { name: settings().name, delay: settings().delay, ...wanted });
  const invitations = Object.fromEntries(made.invitations.map(({ seat, key }) => [seat, key]));
  keepSeat(made.table, { token: made.token, seat: made.seat, invitations });
  location.hash = `table=${made.table}`;
}

/** Keeps the token of a seat; of many the last ones. */
export function keepSeat(table, seat) {
  const { [table]: _, ...others } = settings().seats;
  const kept = Object.entries(others).slice(1 - MOST_SEATS_KEPT);
  remember({ seats: Object.fromEntries([...kept, [table, seat]]) });
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

export function showStart({ page, options, again }) {
  const told = el("p", { class: "bad", role: "alert" });
  const last = Object.keys(settings().seats).at(-1);
  show(
    page,
    el(
      "div",
      { class: "start" },
      el("header", {}, el("div", { class: "fanned" }, fan("TJQKA2BR", "")), el("h1", {}, say("title")), el("p", {}, say("tagline"))),
      el(
        "div",
        { class: "sheet" },
        nameField(options),
        button("now", say("start.now"), () => attempt(told, () => openTable({ table: "free_kickers" })), { kind: "primary large" }),
        el("p", { class: "quiet" }, say("start.now.note")),
        last && button("resume", say("start.resume"), () => (location.hash = `table=${last}`)),
        button("setup", say("start.setup"), () => openSetup(options), {}),
        el("p", { class: "quiet" }, say("start.setup.note")),
        told,
      ),
      el("footer", {}, languageChoice(again)),
    ),
  );
}
