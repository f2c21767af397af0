// What happened in this deal, as far as the page has been told.

import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { nameOf, saidOf } from "./phrases.js";

export class Story {
  made = [];
  #number = null;

  /** Takes in a state. Says whether the server has to be asked for the whole story. */
  follow({ number, fresh, made }) {
    const other = fresh || number !== this.#number;
    this.#number = number;
    if (!other) this.made = [...this.made, ...made];
    return other;
  }

  /** What has not been taken back. */
  get #standing() {
    const standing = [];
    for (const each of this.made) {
      if (each.action !== "undo") standing.push(each);
      else standing.splice(standing.findLastIndex(({ seat, skipped }) => seat === each.seat && !skipped));
    }
    return standing;
  }

  /** The tricks of the play, each a list of what was done. */
  #tricks(players) {
    const tricks = [];
    let passes = players;
    for (const each of this.#standing) {
      const isPass = each.action === "pass";
      if (!isPass && !/^\S+:\w+:\d+:\w$/.test(each.action)) continue;
      if (isPass && tricks.length === 0) continue;
      if (passes >= players - 1) {
        tricks.push([]);
        passes = 0;
      }
      tricks.at(-1).push(each);
      passes = isPass ? passes + 1 : 0;
    }
    return tricks;
  }

  /** The last trick that is over, while nobody has led anew. */
  trickBefore(players) {
    return this.#tricks(players).at(-1) ?? [];
  }

  /** All of it, to be read. */
  list(state, mySeat) {
    return this.made.map((each) =>
      el(
        "li",
        { class: each.skipped ? "quiet" : "" },
        say("told", { name: nameOf(each.seat, state, mySeat), said: saidOf(each) }),
      ),
    );
  }
}
