// Everything that is done with the pointer is done with a key too.

import { rankOfKey } from "../shared/cards.js";
import { openHelp } from "../shared/dialogs.js";
import { settings } from "../shared/settings.js";
import { letterOf } from "./acting.js";

/** Listens for a table; the function that is returned ends that. */
export function listenToKeys(table) {
  const listener = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.closest?.("input:not([type=checkbox]), select, textarea")) return;
    if (pressed(table, event)) event.preventDefault();
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

function pressed(table, { key, target }) {
  const { state } = table;
  const dialog = document.querySelector("dialog[open]");
  if (!state || (dialog && dialog !== table.result.element)) return false;
  const letters = settings().keys;
  if (state.result) {
    const acts = { n: () => table.say({ type: "next" }), s: () => table.say({ type: "again" }) };
    const act = letters && table.mySeat !== null && acts[key.toLowerCase()];
    if (act) act();
    return Boolean(act);
  }
  if (!state.mine) return letters && general(table, key);
  // A reading that is chosen already has nothing else to do.
  const mayPlay = target === document.body || target.closest('.hand, .reading[aria-pressed="true"]');
  if (key === "Enter" && mayPlay) return enter(table);
  if (key === "Backspace" || key === "Escape") {
    table.clear();
    return true;
  }
  if (!letters) return false;
  return own(table, key) || general(table, key);
}

function enter(table) {
  const { phase } = table.state.deal;
  if (phase !== "play" && phase !== "discard") return false;
  if (table.state.deal.turn === table.mySeat) void table.play();
  return true;
}

function own(table, key) {
  const { deal, mine } = table.state;
  const letter = key.toLowerCase();
  const doing = { h: () => table.hint(), u: () => mine.can_undo && table.undo() }[letter];
  if (doing) {
    void doing();
    return true;
  }
  const option = mine.options.find((action) => letterOf(action).toLowerCase() === letter);
  if (option) {
    void table.act(option);
    return true;
  }
  if (deal.phase !== "play" && deal.phase !== "discard") return false;
  const rank = rankOfKey(key);
  return rank !== undefined && table.hand.chooseRank(rank);
}

function general(table, key) {
  const acts = { c: () => table.toggleCounter(), "?": openHelp };
  const act = acts[key.toLowerCase()];
  act?.();
  return Boolean(act);
}
