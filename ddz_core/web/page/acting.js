// What one may do now: the sentence about what is chosen, and the buttons.

import { inWords } from "./cards.js";
import { el } from "./dom.js";
import { appraisalOf, kindOf, nameOf, play, reasonOf, refusalOf, toDo } from "./phrases.js";
import { settings } from "./settings.js";
import { say } from "./words.js";

const SPOKEN = new Set(["auction", "open", "doubling"]);

/** A button; with the letter of the keyboard that does the same. */
export function button(key, text, act, { kind = "", letter, disabled = false, label } = {}) {
  return el(
    "button",
    { type: "button", class: `do ${kind}`, key, disabled, onclick: act, "aria-label": label, "aria-keyshortcuts": letter },
    text,
    letter && (letter === "Enter" || settings().keys) && el("kbd", { "aria-hidden": "true" }, letter === "Enter" ? "⏎" : letter),
  );
}

/** The sentence below the hand: what the choice is, or what is to be done. */
export function verdict(view) {
  const { state, mySeat, chosen, choice } = view;
  const { deal, mine } = state;
  const myTurn = deal.turn === mySeat;
  if (chosen && choice?.cards === chosen) return judged(view, myTurn);
  if (chosen) return [el("span", { class: "quiet" }, say("verdict.asked"))];
  if (deal.phase === "over") return [];
  if (!myTurn) return [el("span", { class: "quiet" }, say("verdict.wait", { name: nameOf(deal.turn, state, mySeat) }))];
  if (deal.phase === "discard") return [say("verdict.discard", { n: mine.most_discards })];
  if (SPOKEN.has(deal.phase)) return [];
  if (!mine.can_pass) return [say("verdict.lead"), " ", el("span", { class: "quiet" }, say("verdict.choose"))];
  return [say(mine.can_play ? "verdict.follow" : "verdict.only_pass")];
}

function judged({ state, choice, reading, choose }, myTurn) {
  const { readings, refusal } = choice;
  if (state.deal.phase === "discard" && !refusal) {
    return [el("span", { class: "good" }, say("verdict.discardable", { n: choice.cards.length }))];
  }
  const said = (reading) => described(reading, state.deal.wild);
  const playable = readings.filter((each) => each.playable);
  if (refusal && !myTurn && readings.length > 0) {
    return [el("span", { class: "quiet" }, say("verdict.not_yet", { kind: readings.map(said).join(say("list.or")) }))];
  }
  if (refusal) {
    const what = readings.length > 0 ? el("span", {}, readings.map(said).join(say("list.or"))) : null;
    const why = refusalOf(refusal, state.deal.last);
    return [what, what && " · ", el("span", { class: "bad" }, say("verdict.refused", { reasons: why }))];
  }
  if (playable.length === 1) return [el("span", { class: "good" }, say("verdict.playable", { kind: said(playable[0]) }))];
  const taken = reading ?? choice.action;
  return [
    el("span", { class: "good" }, say("verdict.readings", { n: playable.length })),
    el(
      "span",
      { class: "readings", role: "radiogroup", "aria-label": say("verdict.readings", { n: playable.length }) },
      playable.map((each) =>
        el(
          "button",
          {
            type: "button",
            class: "reading",
            key: `reading ${each.play}`,
            role: "radio",
            "aria-checked": String(each.play === taken),
            onclick: () => choose(each.play),
          },
          said(each),
        ),
      ),
    ),
  ];
}

/** A reading: what it is, and what wild cards stand for in it if that is something else. */
function described(reading, wild) {
  const name = kindOf(reading);
  const other = [...reading.stands_for].some((rank) => rank !== wild);
  return other ? `${name} (${say("reading.stands", { cards: inWords(reading.stands_for) })})` : name;
}

/** The panel above the hand where one speaks and plays no cards: what it is about, and the
 *  appraisal with what it recommends. */
export function question({ state, mySeat }) {
  const { deal, mine } = state;
  if (!SPOKEN.has(deal.phase)) return null;
  const advice = mine.appraisal;
  const title = el("h2", {}, say(`${deal.phase}.title`));
  if (!advice || deal.turn !== mySeat) return el("div", { class: "question waiting" }, title);
  const bid = toDo(advice.recommended, state.fields.open_hand);
  return el(
    "div",
    { class: "question" },
    title,
    el("p", { class: "appraisal" }, say("appraisal.advice", { said: appraisalOf(advice), bid })),
  );
}

/** The hint that was given last, in words. */
export function hintBox({ state, mySeat, hint }) {
  if (!hint) return null;
  const what = hint.action.includes(":") && !/^(bid|double|discard):/.test(hint.action)
    ? say("said.play", { kind: kindOf(play(hint.action)), cards: inWords(play(hint.action).cards) })
    : hint.action.startsWith("discard:")
      ? (hint.cards ? say("said.discard", { cards: inWords(hint.cards) }) : say("do.discard.none"))
      : toDo(hint.action, state.fields.open_hand);
  const why = reasonOf(hint, (seat) => nameOf(seat, state, mySeat));
  return el(
    "p",
    { class: "hint" },
    el("strong", {}, say("hint.title", { k: hint.number, n: hint.of })),
    " ",
    say("hint.says", { what, why }),
    hint.of > 1 && el("span", { class: "quiet" }, ` ${say("hint.more")}`),
  );
}

/** The buttons for what may be done now: what one does, and what helps. */
export function buttons(view) {
  const [mains, tools] = groups(view);
  return [el("div", { class: "mains" }, mains), el("div", { class: "helps" }, tools)];
}

function groups(view) {
  const { state, mySeat, chosen, choice, hint, busy, acts } = view;
  const { deal, mine } = state;
  const myTurn = deal.turn === mySeat && !busy;
  const hinted = (action) => (hint?.action === action ? "hinted" : "");
  const tools = [
    button("hint", say("do.hint"), () => acts.hint(), { letter: "H", disabled: !myTurn, kind: "tool" }),
    button("undo", say("do.undo"), () => acts.undo(), { letter: "U", disabled: busy || !mine.can_undo, kind: "tool" }),
  ];
  if (deal.phase === "over") return [[], tools.slice(1)];
  if (SPOKEN.has(deal.phase)) {
    const recommended = mine.appraisal?.recommended;
    return [
      mine.options.map((action) =>
        button(`do ${action}`, action === "pass" && deal.phase === "open" ? say("do.not_open") : toDo(action, state.fields.open_hand), () => acts.act(action), {
          kind: `${action === recommended ? "primary" : ""} ${hinted(action)}`,
          letter: letterOf(action),
          disabled: !myTurn,
        }),
      ),
      tools,
    ];
  }
  const clear = button("clear", say("do.clear"), () => acts.clear(), { disabled: !chosen, kind: "tool" });
  if (deal.phase === "discard") {
    const may = myTurn && (chosen === "" || (choice?.cards === chosen && !choice.refusal));
    const text = say(chosen ? "do.discard" : "do.discard.none");
    return [
      [button("play", text, () => acts.discard(), { kind: "primary", letter: "Enter", disabled: !may })],
      [clear, ...tools],
    ];
  }
  const may = myTurn && chosen !== "" && choice?.cards === chosen && choice.action !== null;
  const mayPass = myTurn && mine.can_pass;
  const pass = `${mayPass && !mine.can_play ? "primary" : ""} ${hinted("pass")}`;
  return [
    [
      button("pass", say("do.pass"), () => acts.act("pass"), { letter: "P", disabled: !mayPass, kind: pass }),
      button("play", say("do.play"), () => acts.play(), { kind: "primary", letter: "Enter", disabled: !may }),
    ],
    [clear, ...tools],
  ];
}

/** The key that does an action that is no play. */
export function letterOf(action) {
  if (action === "pass") return "P";
  const number = action.split(":")[1] ?? "1";
  return number.length === 1 ? number : "1";
}
