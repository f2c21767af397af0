// The table: it shows states as they come, and says to the server what one does.

import { buttons, button, hintBox, question, verdict } from "./acting.js";
import { inWords, named } from "./cards.js";
import { counter } from "./counter.js";
import { openHelp, openSettings } from "./dialogs.js";
import { el, fill, onChange, show } from "./dom.js";
import { consent, lobby, seatTools } from "./guests.js";
import { HandView } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { Line } from "./line.js";
import { nameOf, refusalOf, saidOf } from "./phrases.js";
import { resultOf } from "./result.js";
import { act, backs, fan, lastActs, plate } from "./seats.js";
import { remember, settings } from "./settings.js";
import { keepSeat } from "./start.js";
import { Story } from "./story.js";
import { say } from "./words.js";

/** Between two questions about what is chosen, in milliseconds. */
const ASK_EVERY = 60;
/** How long the last play is seen before the result covers it. */
const LOOK = 900;

export class TableView {
  #state = null;
  #welcome = null;
  #chosen = "";
  #choice = null;
  #reading = null;
  #hint = null;
  #busy = false;
  #asking = false;
  #said = "";
  #story = new Story();
  #invitations;
  #resultSeen = null;
  #clockAt = 0;

  constructor({ page, options, again, table, held }) {
    Object.assign(this, { page, options, again, table, held });
    this.#invitations = { ...held?.invitations };
    this.hand = new HandView((chosen) => this.#choose(chosen));
    this.#build();
    this.#stopKeys = listenToKeys(this);
    this.#ticking = setInterval(() => this.#tick(), 500);
    this.line = new Line(table, held?.token, {
      welcome: (message) => this.#welcomed(message),
      state: (state) => this.#show(state),
      lost: () => this.#tell(say("line.lost"), "lost"),
      bye: (message) => this.#tell(refusalOf(message)),
      gone: ({ code, message }) => this.#gone(code, message),
    });
  }

  #stopKeys;
  #ticking;

  close() {
    this.line.close();
    this.#stopKeys();
    clearInterval(this.#ticking);
    clearTimeout(this.resultTimer);
    this.result.close();
    this.result.remove();
  }

  get mySeat() {
    return this.#welcome?.seat ?? null;
  }

  get state() {
    return this.#state;
  }

  // -------------------------------------------------------------- the frame

  #build() {
    const region = (tag, name, properties = {}) => (this[name] = el(tag, { class: name, ...properties }));
    this.result = el("dialog", { class: "result", "aria-labelledby": "result-title" });
    document.body.append(this.result);
    show(
      this.page,
      el(
        "div",
        { class: "table" },
        el("h1", { class: "hidden" }, say("title")),
        region("header", "bar"),
        region("section", "count", { "aria-labelledby": "counter-title", hidden: true }),
        region("section", "others", { "aria-label": say("seat.others") }),
        region("section", "middle", { "aria-label": say("table") }),
        el(
          "section",
          { class: "own", "aria-label": say("seat.own") },
          region("div", "asked"),
          region("div", "me"),
          this.hand.element,
          region("div", "verdict", { role: "status" }),
          region("div", "dos"),
        ),
        el("details", { class: "story" }, el("summary", {}, say("history.title")), region("ol", "list", { tabIndex: 0, "aria-label": say("history.title") })),
        region("div", "toast", { role: "status" }),
      ),
    );
    this.told = document.getElementById("told");
    this.#draws = {
      bar: onChange(() => this.#drawBar()),
      others: onChange(() => this.#drawOthers()),
      middle: onChange(() => this.#drawMiddle()),
      me: onChange(() => this.#drawMe()),
      asked: onChange(() => this.#drawAsked()),
    };
  }

  #draws;

  #welcomed(message) {
    this.#welcome = message;
    this.#tell("", "back");
  }

  #gone(code, message) {
    if (code === "bad_token") {
      const { [this.table]: _, ...seats } = settings().seats;
      remember({ seats });
    }
    show(
      this.page,
      el("div", { class: "start" }, el("div", { class: "sheet" }, el("p", { role: "alert" }, refusalOf({ code, message })), button("leave", say("bar.leave"), () => (location.hash = ""), { kind: "primary" }))),
    );
  }

  /** A sentence that goes away by itself; that the line is lost stays until it is back. */
  #tell(text, kind = "") {
    this.toast.textContent = text;
    this.toast.className = `toast ${kind}`;
    clearTimeout(this.toastTimer);
    if (kind !== "lost") this.toastTimer = setTimeout(() => (this.toast.textContent = ""), 5000);
  }

  #announce(sentences) {
    this.told.append(...sentences.map((sentence) => el("p", {}, sentence)));
    while (this.told.childElementCount > 30) this.told.firstElementChild.remove();
  }

  // -------------------------------------------------------------- a state

  #show(state) {
    const before = this.#state;
    this.#state = { ...state, fields: this.#welcome.fields };
    this.#clockAt = performance.now();
    if (before && (before.step !== state.step || before.number !== state.number)) {
      this.#hint = null;
      this.#choice = null;
      this.#reading = null;
    }
    if (this.#story.follow(state)) void this.#askStory();
    this.#narrate(before);
    this.#draw();
    if (this.#chosen && this.#choice === null) void this.#ask();
    this.#showResult();
  }

  async #askStory() {
    const { made } = await this.line.say({ type: "history" });
    if (!made) return;
    this.#story.made = made;
    this.#draw();
  }

  #narrate(before) {
    const { deal, made, fresh, number } = this.#state;
    if (!deal) return;
    const name = (seat) => nameOf(seat, this.#state, this.mySeat);
    const sentences = fresh ? [] : made.map((each) => say("told", { name: name(each.seat), said: saidOf(each, before?.deal?.phase) }));
    if (before?.deal && before.number === number && before.deal.new_deals < deal.new_deals) {
      sentences.push(say("told.new_deal"));
      this.#tell(say("told.new_deal"));
    }
    if (deal.landlord !== null && before?.deal && before.deal.landlord === null) {
      sentences.push(say("told.landlord", { name: name(deal.landlord), cards: inWords(deal.bottom ?? "") }));
    }
    if (before?.undo?.seat === this.mySeat && before.undo && !this.#state.undo && before.step === this.#state.step) this.#tell(say("undo.refused"));
    if (deal.turn !== null && deal.turn === this.mySeat && before?.deal?.turn !== deal.turn) sentences.push(say("told.turn"));
    this.#announce(sentences);
  }

  get #view() {
    return {
      state: this.#state,
      mySeat: this.mySeat,
      chosen: this.#chosen,
      choice: this.#choice,
      reading: this.#reading,
      hint: this.#hint,
      busy: this.#busy,
      choose: (reading) => this.chooseReading(reading),
      acts: this,
      table: this.table,
      host: this.#welcome.host,
      invitations: this.#invitations,
      levels: this.options.levels,
    };
  }

  #draw() {
    if (!this.#state) return;
    const { deal, mine } = this.#state;
    const { state } = this.#view;
    const round = { seats: state.seats, match: state.match, result: state.result, deal: { ...deal, hints: 0, undos: 0 }, told: this.#story.made.length };
    this.#draws.bar(state.number, state.match, deal?.score, state.spectators, state.counted, settings().counter);
    this.#draws.others(round);
    this.#draws.middle(round, mine?.appraisal, this.#invitations, this.#resultSeen);
    this.#draws.me(round);
    this.#draws.asked(state.undo, this.#hint, state.seats);
    this.#drawCounter();
    fill(this.list, this.#story.list(state, this.mySeat));
    this.page.firstElementChild.classList.toggle("watching", mine === null);
    this.hand.element.hidden = !mine || state.result !== null;
    if (mine) this.hand.show(mine.hand, deal.wild);
    this.#drawActing();
  }

  #drawActing() {
    const { deal, mine, result } = this.#state;
    fill(this.verdict, mine && !result ? verdict(this.#view).filter(Boolean) : []);
    const shown = mine ? buttons(this.#view) : [];
    if (result) shown.unshift(el("div", { class: "mains" }, button("result", say("result.back"), () => this.openResult(), { kind: "primary" })));
    fill(this.dos, shown);
    this.dos.classList.toggle("now", Boolean(deal && deal.turn === this.mySeat));
  }

  #drawBar() {
    const { deal, spectators, counted } = this.#state;
    const isOn = settings().counter;
    const score = deal?.score;
    const values = score && { base: score.base, stake: score.stake, multiplier: score.multiplier, points: score.points };
    fill(
      this.bar,
      button("leave", "‹", () => (location.hash = ""), { kind: "icon", label: say("bar.leave") }),
      el("span", { class: "which quiet" }, this.#which(), !counted && el("small", {}, ` ${say("result.again.note")}`)),
      score && el(
        "span",
        { class: "score", role: "group", "aria-label": say("score.label") },
        el("small", { class: "quiet", "aria-hidden": "true" }, say("score.label")),
        score.stake ? el("b", { key: "score" }, say("score", values)) : el("span", { class: "quiet" }, say("score.none")),
        score.doublings.length > 0 && el("small", { class: "doubled" }, score.doublings.map((each) => say(`result.term.${each.replace(/\W/g, "_")}`)).join(say("list.comma"))),
      ),
      el(
        "span",
        { class: "tools" },
        spectators > 0 && el("span", { class: "quiet watchers" }, say("bar.spectators", { n: spectators })),
        this.mySeat !== null && el("button", { type: "button", class: "do icon", key: "counter", "aria-pressed": String(isOn), "aria-label": say("bar.counter"), title: say("bar.counter"), onclick: () => this.toggleCounter() }, "▦"),
        button("settings", "⚙", () => this.settings(), { kind: "icon", label: say("bar.settings") }),
        button("help", "?", openHelp, { kind: "icon", label: say("bar.help") }),
      ),
    );
  }

  /** Which deal of the match this is; of a row without an end, which of the table. */
  #which() {
    const { match, number, counted, fields, result } = this.#state;
    if (fields.deals === null) return say("bar.deal", { n: number });
    return say("bar.deal.of", { n: match.played + (counted && !result ? 1 : 0), of: fields.deals });
  }

  #drawOthers() {
    const { state, mySeat } = this.#view;
    const { fields, deal } = state;
    const first = mySeat ?? -1;
    const seats = Array.from({ length: mySeat === null ? fields.players : fields.players - 1 }, (_, k) => (first + 1 + k) % fields.players);
    const { acts, over } = deal ? lastActs(state, this.#story.trickBefore(fields.players)) : { acts: {} };
    fill(
      this.others,
      seats.map((seat) =>
        el(
          "div",
          { class: "seat", key: `seat ${seat}`, role: "group", "aria-label": nameOf(seat, state, mySeat) },
          plate(seat, state, mySeat, seatTools(seat, this.#view)),
          act(acts[seat], state, over),
        ),
      ),
    );
  }

  #drawMe() {
    const { state, mySeat } = this.#view;
    const { deal, fields } = state;
    if (mySeat === null) {
      fill(this.me, [el("p", { class: "quiet" }, say("bar.watching"), " ", say("hand.watch"))]);
      return;
    }
    const { acts, over } = deal ? lastActs(state, this.#story.trickBefore(fields.players)) : { acts: {} };
    fill(this.me, [act(acts[mySeat], state, over) ?? el("div", { class: "act" }), plate(mySeat, state, mySeat, seatTools(mySeat, this.#view))]);
  }

  #drawMiddle() {
    const view = this.#view;
    const { deal, mine, fields } = view.state;
    if (!deal) {
      fill(this.middle, el("div", { class: "sheet lobby" }, lobby(view)));
      return;
    }
    const all = fields.players === 4 ? 8 : 3;
    const hidden = deal.bottom === null ? all - deal.shown.length : 0;
    fill(
      this.middle,
      el(
        "div",
        { class: "bottom" },
        el("span", { class: "label" }, say("bottom")),
        deal.bottom !== null && fan(deal.bottom, say("bottom.shown", { cards: inWords(deal.bottom) }), "apart"),
        deal.shown && deal.bottom === null && fan(deal.shown, say("bottom.shown", { cards: inWords(deal.shown) }), "apart"),
        hidden > 0 && backs(hidden, say("bottom.hidden", { n: hidden })),
        fields.wild && el("span", { class: "wild" }, deal.wild ? say("wild", { rank: named(deal.wild) }) : say("wild.hidden")),
      ),
      mine && question(view),
      el("span", { class: "clock", key: "clock" }),
    );
    this.#tick();
  }

  #drawAsked() {
    const view = this.#view;
    fill(this.asked, consent(view), view.state.mine ? hintBox(view) : null);
  }

  #drawCounter() {
    const unseen = this.#state.mine?.unseen;
    this.count.hidden = !settings().counter || !unseen;
    fill(this.count, this.count.hidden ? [] : counter(unseen));
  }

  /** The time that is left, of whoever is to act. */
  #tick() {
    const clock = this.middle.querySelector(".clock");
    const running = this.#state?.clock;
    if (!clock) return;
    const left = running ? Math.max(0, running.seconds - (performance.now() - this.#clockAt) / 1000) : 0;
    clock.textContent = running ? say("clock", { name: nameOf(running.seat, this.#state, this.mySeat), n: Math.ceil(left) }) : "";
    clock.classList.toggle("short", Boolean(running) && left < 6);
  }

  // -------------------------------------------------------------- the result

  #showResult() {
    const { result, number, delay } = this.#state;
    if (!result) {
      clearTimeout(this.resultTimer);
      this.#resultSeen = null;
      this.result.close();
      this.result.replaceChildren();
      return;
    }
    if (this.result.open) this.#drawResult();
    if (this.#resultSeen === number) return;
    this.#resultSeen = number;
    this.resultTimer = setTimeout(() => this.openResult(), Math.min(LOOK, delay));
  }

  #drawResult() {
    fill(this.result, resultOf(this.#state, this.mySeat, { next: () => this.ready("next"), again: () => this.ready("again"), look: () => this.result.close() }));
  }

  openResult() {
    if (!this.#state?.result || this.result.open) return;
    this.#drawResult();
    this.result.showModal();
    this.result.querySelector("h2").focus();
  }

  // -------------------------------------------------------------- choosing cards

  #choose(chosen) {
    this.#chosen = chosen;
    this.#choice = null;
    this.#reading = null;
    this.#drawActing();
    void this.#ask();
  }

  /** Asks what the chosen cards are; while an answer is awaited, only what is chosen last counts. */
  async #ask() {
    if (this.#asking || !this.#chosen) return;
    this.#asking = true;
    const cards = this.#chosen;
    const answer = await this.line.say({ type: "ask", cards });
    if (cards === this.#chosen && answer.type === "choice") {
      this.#choice = { ...answer, cards };
      this.#drawActing();
    }
    await new Promise((done) => setTimeout(done, ASK_EVERY));
    this.#asking = false;
    const unanswered = answer.type === "choice" && this.#choice === null;
    if (unanswered || cards !== this.#chosen) void this.#ask();
  }

  chooseReading(reading) {
    this.#reading = reading;
    this.#drawActing();
  }

  // -------------------------------------------------------------- doing something

  async act(action) {
    await this.#do({ type: "act", number: this.#state.number, step: this.#state.step, action }, () => this.hand.choose(""));
  }

  play() {
    const { deal } = this.#state;
    if (deal.phase === "discard") return this.discard();
    if (this.#choice?.cards !== this.#chosen || !this.#choice.action) return undefined;
    return this.act(this.#reading ?? this.#choice.action);
  }

  discard() {
    return this.act(`discard:${this.#chosen}`);
  }

  clear() {
    this.hand.choose("");
  }

  async undo() {
    await this.#do({ type: "undo", number: this.#state.number, step: this.#state.step });
  }

  async #do(message, done) {
    if (this.#busy) return;
    this.#busy = true;
    this.#drawActing();
    const answer = await this.line.say(message);
    this.#busy = false;
    if (answer.type === "done") done?.();
    else this.#refused(answer);
    this.#drawActing();
  }

  #refused(answer) {
    if (answer.type !== "refused" || answer.code === "stale") return;
    this.#tell(refusalOf(answer, this.#state.deal?.last), "bad");
  }

  async hint() {
    const answer = await this.line.say({ type: "hint", number: this.#state.number, step: this.#state.step });
    if (answer.type !== "hint") {
      this.#refused(answer);
      return;
    }
    if (answer.step !== this.#state.step) return;
    this.#hint = answer;
    this.hand.choose(answer.cards);
    this.#draw();
    this.#announce([this.asked.textContent]);
  }

  /** Says something that needs no more than to be answered. */
  async #say(message) {
    const answer = await this.line.say(message);
    if (answer.type === "refused") this.#refused(answer);
    if (answer.type === "invitation") {
      this.#invitations[answer.seat] = answer.key;
      keepSeat(this.table, { ...this.held, invitations: this.#invitations });
      this.#draw();
    }
  }

  ready(what) {
    return this.#say({ type: what });
  }

  consent(agree) {
    return this.#say({ type: "consent", agree });
  }

  back() {
    return this.#say({ type: "back" });
  }

  standIn(seat) {
    return this.#say({ type: "stand_in", seat });
  }

  invite(seat) {
    return this.#say({ type: "invite", seat });
  }

  seat(seat, player) {
    return this.#say({ type: "seat", seat, player });
  }

  // -------------------------------------------------------------- how the page is used

  toggleCounter() {
    remember({ counter: !settings().counter });
    this.#draw();
  }

  settings() {
    openSettings(this.mySeat === null ? null : this.#state?.delay, (what, value) => {
      if (what === "language") void this.again();
      else if (what === "delay" && this.mySeat !== null) void this.#say({ type: "pace", delay: value });
      else this.#draw();
    });
  }
}
