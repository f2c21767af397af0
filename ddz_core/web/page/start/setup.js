// A table as one wants it: every field of `Table`, the seats, the first deal, the pace.

import { button } from "../shared/button.js";
import { choice, delayChoice, dialog, tick } from "../shared/dialogs.js";
import { el, fill } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { remember, settings } from "../shared/settings.js";
import { say } from "../shared/words.js";
import { attempt, openTable } from "./opening.js";

const CHOICES = {
  auction: ["points", "doubling", "call", "none"],
  auction_order: ["play", "clockwise"],
  doubling: [0, 2, 4],
};
const OF_AUCTION = ["auction", "auction_order", "first_bidder", "ceiling", "show_card", "new_deals"];
const BEFORE_LEAD = ["discard", "open_hand", "doubling"];
const PLAYING = ["players", "wild", "short_deck", "skip"];
const OF_MATCH = ["base", "deals", "start_points", "ruin"];
const OWN_RULES = [
  "chain_solos",
  "quad_solos",
  "jokers_as_solos",
  "jokers_as_pair",
  "lengthening_kickers",
  "quad_kickers",
  "trio_solos",
  "quad_chains",
  "bomb_chains",
  "doubling_bomb",
];

/** A value as tables in writing have it. */
const written = (value) => ({ true: "yes", false: "no", null: "none" })[value] ?? String(value);

class Setup {
  #asked = 0;

  constructor(options) {
    this.options = options;
    this.form = el("form", { class: "setup", onsubmit: (event) => event.preventDefault() });
    this.told = el("p", { class: "bad", role: "alert" });
    this.text = el("code", { class: "quiet" });
    this.seats = ["me", "normal", "normal", "normal"];
    this.deal = "";
    this.seconds = "";
    this.preset("free_kickers");
  }

  /** Takes all fields of a preset. */
  preset(name) {
    this.name = name;
    this.fields = { ...this.options.tables[name] };
    this.own = { ...this.options.rules[this.fields.rules] };
    this.draw();
  }

  set(field, value) {
    this.fields[field] = value;
    if (field === "rules") {
      this.own = { ...this.options.rules[value] };
      if (this.own.decks === 2) this.fields.players = 4;
      else if (this.fields.players === 4) this.fields.players = 3;
    }
    if (field === "auction" && value === "none") {
      Object.assign(this.fields, { ceiling: null, auction_order: "play", show_card: false, new_deals: null });
    }
    this.draw();
  }

  /** The house rules in writing: the preset, and what differs from it. */
  get table() {
    const usual = this.options.tables[this.name];
    const parts = [this.name];
    for (const [field, value] of Object.entries(this.fields)) {
      const withAuction = ["ceiling", "auction_order", "show_card", "new_deals"].includes(field);
      if (value !== usual[field] && !(withAuction && this.fields.auction === "none"))
        parts.push(`${field}=${written(value)}`);
    }
    const named = this.options.rules[this.fields.rules];
    for (const rule of OWN_RULES)
      if (this.own[rule] !== named[rule]) parts.push(`rules.${rule}=${written(this.own[rule])}`);
    return parts.join(",");
  }

  async check() {
    const asked = ++this.#asked;
    this.text.textContent = this.table;
    try {
      await request(`check?table=${encodeURIComponent(this.table)}`);
      if (asked === this.#asked) this.told.textContent = "";
    } catch (error) {
      if (asked === this.#asked) this.told.textContent = say("setup.refused", { message: error.message });
    }
  }

  // ------------------------------------------------------------- fields

  field(name) {
    const value = this.fields[name];
    const usual = this.options.tables[this.name][name];
    const label = say(`field.${name}`);
    const known = { "data-key": name, name };
    if (typeof usual === "boolean") return tick(label, value, (on) => this.set(name, on), known);
    if (name === "rules")
      return choice(
        label,
        Object.keys(this.options.rules).map((each) => [each, say(`rules.${each}`)]),
        value,
        (chosen) => this.set(name, chosen),
        known,
      );
    if (name === "players")
      return choice(
        label,
        [2, 3, 4].map((each) => [each, each]),
        value,
        (chosen) => this.set(name, Number(chosen)),
        known,
      );
    if (name === "first_bidder") {
      const seats = Array.from({ length: this.fields.players }, (_, seat) => [
        seat,
        say("field.seat", { seat: seat + 1 }),
      ]);
      return choice(
        label,
        [["", say("first_bidder.none")], ...seats],
        value ?? "",
        (chosen) => this.set(name, chosen === "" ? null : Number(chosen)),
        known,
      );
    }
    if (name === "open_hand") {
      return choice(
        label,
        [0, ...Array.from({ length: 15 }, (_, k) => k + 2)].map((each) => [
          each,
          each ? `× ${each}` : say("setup.none"),
        ]),
        value,
        (chosen) => this.set(name, Number(chosen)),
        known,
      );
    }
    if (name in CHOICES) {
      const isNumber = typeof CHOICES[name][0] === "number";
      return choice(
        label,
        CHOICES[name].map((each) => [each, say(`${name}.${each}`)]),
        value,
        (chosen) => this.set(name, isNumber ? Number(chosen) : chosen),
        known,
      );
    }
    const empty = { deals: "setup.unlimited", new_deals: "setup.unlimited", ceiling: "setup.usual" }[name];
    return this.number(label, value, (number) => this.set(name, number), {
      ...known,
      placeholder: empty && say(empty),
      min: "0",
    });
  }

  number(label, value, changed, properties) {
    return el(
      "label",
      { class: "field" },
      el("span", {}, label),
      el("input", {
        type: "number",
        inputMode: "numeric",
        value: value ?? "",
        onchange: (event) => changed(event.target.value === "" ? null : Number(event.target.value)),
        ...properties,
      }),
    );
  }

  ownRule(name) {
    const value = this.own[name];
    const label = say(`rule.${name}`);
    const changed = (now) => {
      this.own[name] = now;
      this.draw();
    };
    const known = { "data-key": `rule ${name}`, name };
    return typeof value === "boolean"
      ? tick(label, value, changed, known)
      : this.number(label, value, changed, { ...known, min: "1" });
  }

  seat(seat) {
    const players = ["me", "open", ...this.options.levels];
    return choice(
      say("field.seat", { seat: seat + 1 }),
      players.map((each) => [
        each,
        say(each === "me" || each === "open" ? `player.${each}` : `player.${each}`),
      ]),
      this.seats[seat],
      (chosen) => {
        this.seats = this.seats.map((each, at) =>
          at === seat ? chosen : chosen === "me" && each === "me" ? "normal" : each,
        );
        this.draw();
      },
      { "data-key": `seat ${seat}`, name: `seat${seat}` },
    );
  }

  draw() {
    const part = (title, ...children) => el("fieldset", {}, el("legend", {}, say(title)), children);
    const many = (names) => names.map((name) => this.field(name));
    const wasOpen = this.form.querySelector("details")?.open ?? false;
    fill(
      this.form,
      part(
        "setup.house",
        choice(
          say("field.preset"),
          Object.keys(this.options.tables).map((each) => [each, say(`preset.${each}`)]),
          this.name,
          (name) => this.preset(name),
          { "data-key": "preset", name: "preset" },
        ),
        this.field("rules"),
        many(PLAYING),
        el(
          "details",
          { open: wasOpen },
          el("summary", {}, say("setup.own")),
          OWN_RULES.map((name) => this.ownRule(name)),
        ),
      ),
      part(
        "setup.seats",
        Array.from({ length: this.fields.players }, (_, seat) => this.seat(seat)),
      ),
      part("setup.auction", many(OF_AUCTION), many(BEFORE_LEAD)),
      part(
        "setup.deals",
        many(OF_MATCH),
        el(
          "div",
          { class: "quick" },
          [5, 10, 20].map((deals) =>
            button(
              `deals ${deals}`,
              say("setup.match", { n: deals }),
              () => {
                Object.assign(this.fields, { deals, start_points: deals === 5 ? 50 : 100 });
                this.draw();
              },
              { kind: "tool" },
            ),
          ),
        ),
        el(
          "label",
          { class: "field" },
          el("span", {}, say("field.deal")),
          el("input", {
            type: "text",
            inputMode: "numeric",
            pattern: "[0-9]*",
            maxLength: 20,
            name: "deal",
            value: this.deal,
            placeholder: say("field.deal.note"),
            "data-key": "deal",
            oninput: (event) => (this.deal = event.target.value.trim()),
          }),
        ),
      ),
      part(
        "setup.time",
        delayChoice(settings().delay, (delay) => remember({ delay }), { name: "delay", "data-key": "delay" }),
        el(
          "label",
          { class: "field" },
          el("span", {}, say("field.seconds")),
          el("input", {
            type: "number",
            name: "seconds",
            value: this.seconds,
            min: String(this.options.limits.time_limit[0]),
            max: String(this.options.limits.time_limit[1]),
            placeholder: say("setup.unlimited"),
            "data-key": "seconds",
            oninput: (event) => (this.seconds = event.target.value),
          }),
        ),
      ),
      this.text,
      this.told,
      button("open", say("setup.open"), () => attempt(this.told, () => this.open()), {
        kind: "primary large",
      }),
    );
    void this.check();
  }

  async open() {
    await openTable({
      table: this.table,
      seats: this.seats.slice(0, this.fields.players),
      deal: this.deal === "" ? null : this.deal,
      time_limit: this.seconds === "" ? null : Number(this.seconds),
    });
  }
}

/** Opens the form; a table that is opened closes it, since the address changes. */
export function openSetup(options) {
  dialog(say("setup.title"), new Setup(options).form, { kind: "wide" });
}
