// What is chosen of one's hand, and what the server says that it is.

/** Between two questions about it, in milliseconds. */
const ASK_EVERY = 60;

export class Choice {
  cards = "";
  /** What the server answered to these cards; `null` until it has. */
  answer = null;
  /** The reading that is wanted, where there are several; `null` for the usual one. */
  reading = null;
  #asking = false;

  /** `ask` asks the server about cards; `changed` is called when there is something new. */
  constructor(ask, changed) {
    Object.assign(this, { ask, changed });
  }

  take(cards) {
    this.cards = cards;
    this.forget();
    this.changed();
    void this.judge();
  }

  read(reading) {
    this.reading = reading;
    this.changed();
  }

  /** What was answered was about another position. */
  forget() {
    this.answer = null;
    this.reading = null;
  }

  /** The play that would be made of it; `null` while that is not known, or where it is none. */
  get action() {
    return this.reading ?? this.answer?.action ?? null;
  }

  /** Asks what the cards are. While an answer is awaited only what is chosen last counts. */
  async judge() {
    if (this.#asking || !this.cards || this.answer) return;
    this.#asking = true;
    const { cards } = this;
    const answer = await this.ask(cards);
    if (cards === this.cards && answer.type === "choice") {
      this.answer = answer;
      this.changed();
    }
    await new Promise((done) => setTimeout(done, ASK_EVERY));
    this.#asking = false;
    if (answer.type === "choice" || cards !== this.cards) void this.judge();
  }
}
