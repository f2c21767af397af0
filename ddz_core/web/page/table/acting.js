// What one may do now: the sentence about what is chosen, and the buttons.

import { button } from "../shared/button.js";
import { inWords } from "../shared/cards.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { SPOKEN } from "./verdict.js";
import { appraisalOf, kindOf, nameOf, play, reasonOf, toDo } from "./phrases.js";

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
  const what =
    hint.action.includes(":") && !/^(bid|double|discard):/.test(hint.action)
      ? say("said.play", { kind: kindOf(play(hint.action)), cards: inWords(play(hint.action).cards) })
      : hint.action.startsWith("discard:")
        ? hint.cards
          ? say("said.discard", { cards: inWords(hint.cards) })
          : say("do.discard.none")
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
  const { state, mySeat, choice, hint, busy, acts } = view;
  const { deal, mine } = state;
  const myTurn = deal.turn === mySeat && !busy;
  const hinted = (action) => (hint?.action === action ? "hinted" : "");
  const tools = [
    button("hint", say("do.hint"), () => acts.hint(), { letter: "H", disabled: !myTurn, kind: "tool" }),
    button("undo", say("do.undo"), () => acts.undo(), {
      letter: "U",
      disabled: busy || !mine.can_undo,
      kind: "tool",
    }),
  ];
  if (deal.phase === "over") return [[], tools.slice(1)];
  if (SPOKEN.has(deal.phase)) {
    const recommended = mine.appraisal?.recommended;
    return [
      mine.options.map((action) =>
        button(
          `do ${action}`,
          action === "pass" && deal.phase === "open"
            ? say("do.not_open")
            : toDo(action, state.fields.open_hand),
          () => acts.act(action),
          {
            kind: `${action === recommended ? "primary" : ""} ${hinted(action)}`,
            letter: letterOf(action),
            disabled: !myTurn,
          },
        ),
      ),
      tools,
    ];
  }
  const clear = button("clear", say("do.clear"), () => acts.clear(), {
    disabled: !choice.cards,
    kind: "tool",
  });
  if (deal.phase === "discard") {
    const may = myTurn && (!choice.cards || choice.action !== null);
    const text = say(choice.cards ? "do.discard" : "do.discard.none");
    return [
      [
        button("play", text, () => acts.play(), {
          kind: `primary ${hinted("discard:")}`,
          letter: "Enter",
          disabled: !may,
        }),
      ],
      [clear, ...tools],
    ];
  }
  const may = myTurn && choice.action !== null;
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
