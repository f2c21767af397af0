// What this browser remembers: the language, how the page is used, and the tokens of its
// seats. Nothing of a deal is kept.

const KEY = "ddz";
const USUAL = { language: "", counter: false, keys: true, name: "", delay: 900, seats: {} };

function stored() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/** What is remembered now; a new object each time. */
export const settings = () => stored();

/** Remembers some of it anew. */
export function remember(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), ...changes }));
  } catch {
    // A browser that keeps nothing is a browser to play in all the same.
  }
}
