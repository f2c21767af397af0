// The table: it shows states as they come, and says to the server what one does.

import { button } from "../shared/button.js";
import { openSettings } from "../shared/dialogs.js";
import { el, fill, show } from "../shared/dom.js";
import { keepSeat, loseSeat } from "../shared/seat.js";
import { remember, settings } from "../shared/settings.js";
import { say } from "../shared/words.js";
import { buttons, hintBox } from "./acting.js";
import { bar } from "./bar.js";
import { Choice } from "./choice.js";
import { counter } from "./counter.js";
import { consent } from "./guests.js";
import { HandView } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { Line } from "./line.js";
import { clock, middle } from "./middle.js";
import { isDealtAgain, isUndoRefused, narrated } from "./narrator.js";
import { refusalOf } from "./phrases.js";
import { ResultView } from "./resultdialog.js";
import { me, others } from "./seats.js";
import { Story } from "./story.js";
import { verdict } from "./verdict.js";

/** How long a sentence is shown that goes away by itself, in milliseconds. */
const READ = 5000;
/** How long a hint waits that comes too soon after others. */
const PATIENCE = 1000;
/** So many of the last sentences are kept for those who hear them. */
const MOST_TOLD = 30;

export class TableView {
  #state = null;
  #cameAt = 0;
  #welcome = null;
  #hint = null;
  #busy = false;
  #story = new Story();
  #invitations;
  #stopKeys;
  #ticking;
  #reading;

  constructor({ page, options, again, table, held }) {
    Object.assign(this, { page, options, again, table, held });
    this.#invitations = { ...held?.invitations };
    this.choice = new Choice(
      (cards) => this.line.say({ type: "ask", cards }),
      () => this.#drawActing(),
    );
    this.hand = new HandView((cards) => this.choice.take(cards));
    this.result = new ResultView(this);
    this.#build();
    this.#stopKeys = listenToKeys(this);
    this.#ticking = setInterval(() => this.#tick(), 500);
    this.line = new Line(table, held?.token, {
      welcome: (message) => this.#welcomed(message),
      state: (state) => this.#show(state),
      lost: () => this.#tell(say("line.lost"), "lost"),
      bye: (message) => this.#tell(refusalOf(message)),
      gone: (message) => this.#gone(message),
    });
  }

  close() {
    this.line.close();
    this.#stopKeys();
    clearInterval(this.#ticking);
    clearTimeout(this.#reading);
    this.told.replaceChildren();
    this.result.remove();
  }

  get mySeat() {
    return this.#welcome?.seat ?? null;
  }

  get state() {
    return this.#state;
  }

  // ------------------------------------------------------------ what is shown

  #build() {
    const region = (tag, name, properties = {}, ...children) =>
      (this[name] = el(tag, { class: name, ...properties }, ...children));
    this.told = document.getElementById("told");
    show(
      this.page,
      el(
        "div",
        { class: "table" },
        el("h1", { class: "hidden" }, say("title")),
        region("header", "bar"),
        region("section", "count", { "aria-labelledby": "counter-title", hidden: true }),
        region("section", "others", { "aria-label": say("seat.others") }),
        region("section", "middle", { "aria-label": say("table") }, say("line.opening")),
        el(
          "section",
          { class: "own", "aria-label": say("seat.own") },
          region("div", "asked"),
          region("div", "me"),
          this.hand.element,
          region("div", "verdict", { role: "status" }),
          region("div", "dos"),
        ),
        el(
          "details",
          { class: "story" },
          el("summary", {}, say("history.title")),
          region("ol", "list", { tabIndex: 0, "aria-label": say("history.title") }),
        ),
        region("div", "toast", { role: "status" }),
      ),
    );
  }

  /** What those need who draw: the state, and what one is about to do. */
  get #view() {
    return {
      state: this.#state,
      since: (performance.now() - this.#cameAt) / 1000,
      mySeat: this.mySeat,
      story: this.#story,
      choice: this.choice,
      hint: this.#hint,
      busy: this.#busy,
      acts: this,
      table: this.table,
      host: this.#welcome.host,
      invitations: this.#invitations,
      levels: this.options.levels,
    };
  }

  #draw() {
    if (!this.#state) return;
    const view = this.#view;
    const { deal, mine, result } = this.#state;
    this.page.firstElementChild.classList.toggle("watching", mine === null);
    this.count.hidden = !settings().counter || !mine;
    fill(this.bar, bar(view));
    fill(this.count, this.count.hidden ? [] : counter(mine.unseen));
    fill(this.others, others(view));
    fill(this.middle, middle(view));
    fill(this.asked, consent(view), mine && hintBox(view));
    fill(this.me, me(view));
    fill(this.list, this.#story.list(this.#state, this.mySeat));
    this.list.scrollTop = this.list.scrollHeight;
    this.hand.element.hidden = !mine || result !== null;
    if (mine) this.hand.show(mine.hand, deal.wild);
    this.#drawActing();
    this.result.draw();
  }

  /** What changes with every card that is chosen. */
  #drawActing() {
    const { deal, mine, result } = this.#state;
    fill(this.verdict, mine && !result ? verdict(this.#view) : []);
    const back = () => button("result", say("result.back"), () => this.result.open(), { kind: "primary" });
    fill(this.dos, result && el("div", { class: "mains" }, back()), mine && buttons(this.#view));
    this.dos.classList.toggle("now", Boolean(deal && deal.turn === this.mySeat));
  }

  #tick() {
    const shown = this.middle.querySelector(".clock");
    if (shown && this.#state?.clock) shown.replaceWith(clock(this.#view));
  }

  /** A sentence that goes away by itself; that the line is lost stays until it is back. */
  #tell(text, kind = "") {
    this.toast.textContent = text;
    this.toast.className = `toast ${kind}`;
    clearTimeout(this.#reading);
    if (kind !== "lost") this.#reading = setTimeout(() => (this.toast.textContent = ""), READ);
  }

  #announce(sentences) {
    this.told.append(...sentences.map((sentence) => el("p", {}, sentence)));
    while (this.told.childElementCount > MOST_TOLD) this.told.firstElementChild.remove();
  }

  // ------------------------------------------------------ what the server says

  #welcomed(message) {
    this.#welcome = message;
    this.#tell("");
  }

  #show(state) {
    const before = this.#state;
    this.#state = { ...state, fields: this.#welcome.fields };
    this.#cameAt = performance.now();
    if (before?.step !== state.step || before?.number !== state.number) {
      this.#hint = null;
      this.choice.forget();
    }
    if (this.#story.follow(state)) void this.#askStory();
    this.#announce(narrated(before, this.#state, this.mySeat));
    if (isDealtAgain(before, state)) this.#tell(say("told.new_deal"));
    if (isUndoRefused(before, state, this.mySeat)) this.#tell(say("undo.refused"));
    this.#draw();
    void this.choice.judge();
  }

  async #askStory() {
    const { made } = await this.line.say({ type: "history" });
    if (!made) return;
    this.#story.made = made;
    this.#draw();
  }

  #gone(message) {
    if (message.code === "bad_token") loseSeat(this.table);
    const isHere = message.code === "open_elsewhere";
    const leave = button("leave", say("bar.leave"), () => (location.hash = ""), {
      kind: isHere ? "" : "primary",
    });
    const here = isHere && button("here", say("line.here"), () => this.again(), { kind: "primary" });
    show(
      this.page,
      el(
        "div",
        { class: "start" },
        el("div", { class: "sheet" }, el("p", { role: "alert" }, refusalOf(message)), here, leave),
      ),
    );
  }

  #refused(answer) {
    if (answer.type !== "refused" || answer.code === "stale") return;
    this.#tell(refusalOf(answer, this.#state.deal?.last), "bad");
  }

  // ------------------------------------------------------------- what one does

  /** Does something in the deal: one thing at a time, and as an answer to what is shown. */
  async #do(message) {
    if (this.#busy) return false;
    this.#busy = true;
    this.#drawActing();
    const { number, step } = this.#state;
    const answer = await this.line.say({ ...message, number, step });
    this.#busy = false;
    this.#refused(answer);
    this.#drawActing();
    return answer.type === "done";
  }

  async act(action) {
    if (await this.#do({ type: "act", action })) this.clear();
  }

  /** Plays or discards what is chosen, if that may be done. */
  play() {
    const { phase } = this.#state.deal;
    if (phase === "discard" && !this.choice.cards) return this.act("discard:");
    return this.choice.action === null ? undefined : this.act(this.choice.action);
  }

  undo() {
    return this.#do({ type: "undo" });
  }

  clear() {
    this.hand.choose("");
  }

  async hint() {
    const { number, step } = this.#state;
    const answer = await this.line.say({ type: "hint", number, step });
    if (step !== this.#state.step) return;
    if (answer.code === "too_fast") {
      // Who plays as fast as that waits a little for the next, and need not press again.
      setTimeout(() => step === this.#state.step && void this.hint(), PATIENCE);
      return;
    }
    this.#refused(answer);
    if (answer.type !== "hint") return;
    this.#hint = answer;
    this.hand.choose(answer.cards);
    this.#draw();
    this.#announce([this.asked.textContent]);
  }

  /** Says something that needs no more than to be answered. */
  async say(message) {
    const answer = await this.line.say(message);
    this.#refused(answer);
    if (answer.type !== "invitation") return;
    this.#invitations[answer.seat] = answer.key;
    keepSeat(this.table, { ...this.held, invitations: this.#invitations });
    this.#draw();
  }

  toggleCounter() {
    remember({ counter: !settings().counter });
    this.#draw();
  }

  settings() {
    const isSeated = this.mySeat !== null;
    openSettings(isSeated ? this.#state?.delay : null, (what, value) => {
      if (what === "language") void this.again();
      else if (what === "delay" && isSeated) void this.say({ type: "pace", delay: value });
      else this.#draw();
    });
  }
}
