// The dialog with the result: it comes by itself, and can be opened again.

import { el, fill } from "../shared/dom.js";
import { resultOf } from "./result.js";

/** How long the last play is seen before the result covers it, in milliseconds. */
const LOOK = 900;

export class ResultView {
  element = el("dialog", { class: "result", "aria-labelledby": "result-title" });
  #seen = null;
  #coming;

  constructor(table) {
    this.table = table;
    document.body.append(this.element);
  }

  /** Shows what the state says: a result that is new comes when one has seen the last play. */
  draw() {
    const { result, number, delay } = this.table.state;
    if (!result) {
      this.#away();
      return;
    }
    if (this.element.open) this.#fill();
    if (this.#seen === number) return;
    this.#seen = number;
    this.#coming = setTimeout(() => this.open(), Math.min(LOOK, delay));
  }

  open() {
    if (!this.table.state?.result || this.element.open) return;
    this.#fill();
    this.element.showModal();
    this.element.querySelector("h2").focus();
  }

  #fill() {
    const { state, mySeat } = this.table;
    const acts = {
      next: () => this.table.say({ type: "next" }),
      again: () => this.table.say({ type: "again" }),
      look: () => this.element.close(),
    };
    fill(this.element, resultOf(state, mySeat, acts));
  }

  #away() {
    clearTimeout(this.#coming);
    this.#seen = null;
    this.element.close();
    this.element.replaceChildren();
  }

  remove() {
    clearTimeout(this.#coming);
    this.element.remove();
  }
}
