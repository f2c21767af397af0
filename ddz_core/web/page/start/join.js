// What somebody sees who comes by an invitation.

import { button } from "../shared/button.js";
import { el, show } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { keepSeat } from "../shared/seat.js";
import { settings } from "../shared/settings.js";
import { say } from "../shared/words.js";
import { attempt, nameField } from "./opening.js";

export function showInvitation({ page, options, table, key }) {
  const told = el("p", { class: "bad", role: "alert" });
  const go = () => (location.hash = `table=${table}`);
  const take = () =>
    attempt(told, async () => {
      const made = await request(`tables/${encodeURIComponent(table)}/seats`, { key, name: settings().name });
      keepSeat(table, { token: made.token, seat: made.seat, invitations: {} });
      go();
    });
  show(
    page,
    el(
      "div",
      { class: "start" },
      el("header", {}, el("h1", {}, say("join.title"))),
      el(
        "div",
        { class: "sheet" },
        nameField(options),
        button("take", say("join.take"), take, { kind: "primary large" }),
        button("watch", say("join.watch"), go),
        told,
      ),
    ),
  );
}
