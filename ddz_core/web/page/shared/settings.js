// What this browser remembers: the language, how the page is used, and the tokens of its
// seats. Nothing of a deal is kept.

const KEY = "ddz";
const USUAL = { language: "", counter: false, keys: true, name: "", delay: 900, seats: {} };

/** What could not be kept, in a browser that keeps nothing: it holds as long as the page does. */
let unkept = {};

/** What is remembered now; a new object each time. */
export function settings() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // As if there were nothing.
  }
  return { ...USUAL, ...kept, ...unkept };
}

/** Remembers some of it anew. */
export function remember(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...changes }));
  } catch {
    unkept = { ...unkept, ...changes };
  }
}
