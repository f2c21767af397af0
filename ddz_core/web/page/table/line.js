// The line to the server: one socket for one table, which comes back when it breaks.

import { say } from "../shared/words.js";

const WAITS = [200, 500, 1000, 2000, 4000];
/** After these codes of a `bye` or a refused `join` it makes no sense to come back. */
const FINAL = new Set([
  "bad_message",
  "no_such_table",
  "bad_token",
  "wrong_protocol",
  "other_origin",
  "open_elsewhere",
]);

let numbers = 0;

/** An id that no other message has. */
const newId = () => `${Date.now().toString(36)}.${Math.random().toString(36).slice(2, 8)}.${numbers++}`;

export class Line {
  #socket;
  #tries = 0;
  #joined = false;
  #closed = false;
  #waiting = new Map();

  /** `heard` has a function for each type of message that nobody has asked for: `welcome`,
   *  `state`, `bye`; and `lost`, `gone` for the line itself. */
  constructor(table, token, heard) {
    Object.assign(this, { table, token, heard });
    this.#open();
  }

  #open() {
    const address = new URL("api/play", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    this.#joined = false;
    let socket;
    try {
      socket = new WebSocket(address);
    } catch {
      // A browser without it, or that forbids it.
      this.#end({ message: say("line.none") });
      return;
    }
    this.#socket = socket;
    socket.onopen = () => {
      const join = { type: "join", protocol: 1, table: this.table };
      socket.send(JSON.stringify(this.token ? { ...join, token: this.token } : join));
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => this.#lose();
  }

  #hear(message) {
    if (message.type === "welcome") {
      this.#joined = true;
      this.#tries = 0;
      this.heard.welcome(message);
      // What was not answered is said again: under its id it is made once.
      for (const { sent } of this.#waiting.values()) this.#socket.send(JSON.stringify(sent));
    } else if (!this.#joined && message.type === "refused") {
      this.#end(message);
    } else if (message.type === "bye" && FINAL.has(message.code)) {
      this.#end(message);
    } else if (this.#waiting.has(message.id)) {
      const { resolve } = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      resolve(message);
    } else {
      this.heard[message.type]?.(message);
    }
  }

  #end(message) {
    this.close();
    this.heard.gone(message);
  }

  #lose() {
    if (this.#closed) return;
    this.#joined = false;
    for (const [id, { sent, resolve }] of this.#waiting) {
      if (sent.type === "act" || sent.type === "undo") continue;
      this.#waiting.delete(id);
      resolve({ type: "lost" });
    }
    this.heard.lost();
    setTimeout(() => this.#closed || this.#open(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]);
  }

  /** Says something; the promise has the answer, or `{type: "lost"}`. */
  say(message) {
    const sent = { ...message, id: newId() };
    return new Promise((resolve) => {
      if (!this.#joined && message.type !== "act" && message.type !== "undo") {
        resolve({ type: "lost" });
        return;
      }
      this.#waiting.set(sent.id, { sent, resolve });
      if (this.#joined) this.#socket.send(JSON.stringify(sent));
    });
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }
}
