// One's own hand: cards are chosen by tap or click, by pressing and swiping, and by keys.

import { drawing, named, star } from "../shared/cards.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

export class HandView {
  #cards = "";
  #wild = null;
  #chosen = [];
  #buttons = [];
  #swipe = null;
  #handled = false;

  /** `changed` is called whenever other cards are chosen. */
  constructor(changed) {
    this.changed = changed;
    this.element = el("div", { class: "hand", role: "group" });
    this.element.addEventListener("pointerdown", (event) => this.#press(event));
    this.element.addEventListener("pointermove", (event) => this.#move(event));
    // Else a browser takes a swipe for a scroll with momentum, and the next tap for its end.
    const hold = (event) => this.#swipe?.moved && event.cancelable && event.preventDefault();
    this.element.addEventListener("touchmove", hold, { passive: false });
    this.element.addEventListener("pointercancel", () => this.#cancel());
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The cards that are chosen, weakest first. */
  get chosen() {
    return [...this.#cards].filter((_, place) => this.#chosen[place]).join("");
  }

  /** Shows a hand. Of what was chosen that stays chosen which is still there. */
  show(cards, wild) {
    this.element.setAttribute("aria-label", say("hand", { n: cards.length }));
    if (cards === this.#cards && wild === this.#wild && this.#buttons.length === cards.length) return;
    const kept = this.chosen;
    this.#cards = cards;
    this.#wild = wild;
    const focused = document.activeElement?.dataset.key;
    this.#buttons = [...cards].map((rank, place) => this.#button(rank, place));
    this.element.style.setProperty("--n", cards.length);
    this.element.style.setProperty("--rows", Math.max(7, Math.ceil(cards.length / 2)));
    this.element.replaceChildren(...this.#buttons);
    this.choose(kept, false);
    const again = this.#buttons.findIndex((button) => button.dataset.key === focused);
    this.#roam(Math.max(again, 0));
    if (again >= 0) this.#buttons[again].focus();
    if (this.chosen !== kept) this.changed(this.chosen);
  }

  #button(rank, place) {
    const copy = place - this.#cards.indexOf(rank);
    const isWild = rank === this.#wild;
    return el(
      "button",
      {
        type: "button",
        class: "card",
        key: `card ${rank} ${copy}`,
        tabIndex: -1,
        "aria-pressed": "false",
        "aria-label": named(rank) + (isWild ? `, ${say("card.wild")}` : ""),
      },
      drawing(rank),
      isWild && star(),
    );
  }

  /** Chooses these cards and no others; of each rank the first ones. */
  choose(cards, tell = true) {
    const left = [...cards];
    this.#chosen = [...this.#cards].map((rank) => {
      const place = left.indexOf(rank);
      if (place < 0) return false;
      left.splice(place, 1);
      return true;
    });
    this.#mark(tell);
  }

  /** Chooses one more card of a rank; if all are chosen, none of that rank. */
  chooseRank(rank) {
    const places = [...this.#cards].flatMap((each, place) => (each === rank ? [place] : []));
    const next = places.find((place) => !this.#chosen[place]);
    if (next === undefined) for (const place of places) this.#chosen[place] = false;
    else this.#chosen[next] = true;
    this.#mark(true);
    return places.length > 0;
  }

  #mark(tell) {
    this.#buttons.forEach((button, place) => {
      button.setAttribute("aria-pressed", String(this.#chosen[place]));
      button.classList.toggle("chosen", this.#chosen[place]);
    });
    if (tell) this.changed(this.chosen);
  }

  // ------------------------------------------------------------ pointer

  #placeAt(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest(".card");
    return this.#buttons.indexOf(found);
  }

  #press(event) {
    if (event.button !== 0) return;
    const place = this.#buttons.indexOf(event.target.closest(".card"));
    if (place < 0) return;
    this.#swipe = { from: place, before: [...this.#chosen], to: !this.#chosen[place] };
    this.#handled = true;
    // It may end outside the hand.
    window.addEventListener("pointerup", () => this.#release(), { once: true });
    this.#sweep(place);
  }

  #move(event) {
    if (!this.#swipe) return;
    const place = this.#placeAt(event);
    if (place >= 0) this.#sweep(place);
  }

  #sweep(place) {
    const { from, before, to } = this.#swipe;
    this.#swipe.moved ||= place !== from;
    const [low, high] = [Math.min(from, place), Math.max(from, place)];
    const now = before.map((was, at) => (at >= low && at <= high ? to : was));
    if (String(now) === String(this.#chosen)) return;
    this.#chosen = now;
    this.#mark(true);
  }

  #release() {
    if (!this.#swipe) return;
    this.#swipe = null;
    // The click of this press comes at once, or never: a later one is another's.
    setTimeout(() => (this.#handled = this.#swipe !== null), 300);
  }

  #cancel() {
    // The finger was scrolling: nothing was meant.
    if (this.#swipe) {
      this.#chosen = this.#swipe.before;
      this.#mark(true);
    }
    this.#swipe = null;
    this.#handled = false;
  }

  #click(event) {
    const place = this.#buttons.indexOf(event.target.closest(".card"));
    // A press has chosen it already; what comes from a key or a screen reader has not.
    const handled = this.#handled && event.detail !== 0;
    this.#handled = false;
    if (place < 0 || handled) return;
    this.#chosen[place] = !this.#chosen[place];
    this.#mark(true);
  }

  // --------------------------------------------------------------- keys

  /** One card can be reached with the tabulator; the arrows go on from there. */
  #roam(place) {
    this.#buttons.forEach((button, at) => (button.tabIndex = at === place ? 0 : -1));
    return this.#buttons[place];
  }

  #key(event) {
    const at = this.#buttons.indexOf(document.activeElement);
    const last = this.#buttons.length - 1;
    const places = { ArrowLeft: Math.max(at - 1, 0), ArrowRight: Math.min(at + 1, last), Home: 0, End: last };
    if (at < 0 || !(event.key in places)) return;
    event.preventDefault();
    this.#roam(places[event.key])?.focus();
  }
}
