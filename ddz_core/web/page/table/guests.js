// Tables with other people: invitations, and what may be done for those who are away.

import { button, copier } from "../shared/button.js";
import { choice } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { nameOf } from "./phrases.js";

/** The address that lets somebody take a seat, or only watch. */
function link(table, key) {
  const address = new URL(document.baseURI);
  address.hash = key ? `table=${table}&key=${key}` : `table=${table}`;
  return address.href;
}

function invitation(text, address, key) {
  return el(
    "div",
    { class: "invitation" },
    el(
      "label",
      {},
      text,
      el("input", {
        type: "text",
        readOnly: true,
        value: address,
        key: `link ${key}`,
        onfocus: (event) => event.target.select(),
      }),
    ),
    copier(`copy ${key}`, say("invite.copy"), address, say("invite.copied")),
  );
}

/** What is shown while seats are open: to the host with the links. */
export function lobby({ state, mySeat, table, host, invitations, levels, acts }) {
  const open = state.seats.filter(({ player }) => player === "open").map(({ seat }) => seat);
  return [
    el("h2", {}, say("invite.waiting", { n: open.length })),
    host &&
      open.map((seat) =>
        el(
          "div",
          { class: "opening" },
          invitations[seat]
            ? invitation(say("invite.text", { seat: seat + 1 }), link(table, invitations[seat]), seat)
            : button(`invite ${seat}`, say("invite.new", { seat: seat + 1 }), () =>
                acts.say({ type: "invite", seat }),
              ),
          choice(
            say("invite.computer", { seat: seat + 1 }),
            [["", say("invite.nobody")], ...levels.map((level) => [level, say(`level.${level}`)])],
            "",
            (level) => level && acts.say({ type: "seat", seat, player: level }),
            { "data-key": `computer ${seat}` },
          ),
        ),
      ),
    invitation(say("invite.watch"), link(table), "watch"),
    mySeat === null && el("p", {}, say("bar.watching")),
  ];
}

/** A request for an undo, to whoever is asked; or that others are asked. */
export function consent({ state, mySeat, acts }) {
  const { undo } = state;
  if (!undo) return null;
  if (undo.seat === mySeat) return el("p", { class: "request", role: "status" }, say("undo.asked"));
  if (!undo.waiting.includes(mySeat)) return null;
  return el(
    "div",
    { class: "request", role: "alert" },
    el("p", {}, say("undo.ask", { name: nameOf(undo.seat, state, mySeat) })),
    button("allow", say("undo.allow"), () => acts.say({ type: "consent", agree: true }), { kind: "primary" }),
    button("refuse", say("undo.refuse"), () => acts.say({ type: "consent", agree: false })),
  );
}

/** What may be done about a seat whose person is not there. */
export function seatTools(seat, { state, mySeat, acts }) {
  const is = state.seats[seat];
  if (mySeat === null) return [];
  if (seat === mySeat && is.away)
    return [button("back", say("away.back"), () => acts.say({ type: "back" }), { kind: "primary" })];
  if (seat === mySeat || is.player !== "person" || is.connected || is.away) return [];
  return [
    button(`stand in ${seat}`, say("away.stand_in"), () => acts.say({ type: "stand_in", seat }), {
      kind: "tool",
    }),
  ];
}
