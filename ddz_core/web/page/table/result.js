// What a deal came to.

import { button, copier } from "../shared/button.js";
import { fan, inWords } from "../shared/cards.js";
import { el } from "../shared/dom.js";
import { say, signed } from "../shared/words.js";
import { nameOf, totalOf } from "./phrases.js";

function headline({ result }, mySeat) {
  if (result.winner === null) return say("result.nobody");
  if (mySeat === null) return say(`result.${result.winner}`);
  return say((result.winner === "landlord") === (mySeat === result.landlord) ? "result.won" : "result.lost");
}

/** Whether anybody has doubled: then not all peasants win or lose the same. */
const isDoubled = ({ factors }) => factors.some((factor) => factor > 1);

/** How the multiplier came about: each factor with what it is. */
function terms({ score }) {
  const term = (number, key) => el("li", {}, el("b", {}, String(number)), el("span", {}, say(key)));
  return el(
    "ol",
    { class: "terms" },
    score.base !== 1 && term(score.base, "result.term.base"),
    term(score.stake, "result.term.bid"),
    score.open_hand > 0 && term(score.open_hand, "result.term.open_hand"),
    score.doublings.map((each) => term(2, `result.term.${each.replace(/\W/g, "_")}`)),
    el(
      "li",
      { class: "sum" },
      el("b", {}, String(score.points)),
      el("span", {}, say(isDoubled(score) ? "result.before" : "result.each")),
    ),
  );
}

function rows({ result, match, seats }, state, mySeat) {
  const places = new Map(match.ranking.map(({ seat, place }) => [seat, place]));
  const order = match.over ? match.ranking.map(({ seat }) => seat) : seats.map(({ seat }) => seat);
  const doubled = isDoubled(result.score);
  return el(
    "table",
    {},
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        match.over && el("th", { scope: "col" }, say("result.place")),
        el("th", { scope: "col" }, say("result.player")),
        doubled && el("th", { scope: "col", class: "number" }, say("result.doubled")),
        el("th", { scope: "col", class: "number" }, say("result.points")),
        el("th", { scope: "col", class: "number" }, say("result.total")),
      ),
    ),
    el(
      "tbody",
      {},
      order.map((seat) => [
        el(
          "tr",
          { class: seat === mySeat ? "mine" : "", key: `row ${seat}` },
          match.over && el("td", { class: "number" }, String(places.get(seat))),
          el(
            "th",
            { scope: "row" },
            el("span", { dir: "auto" }, nameOf(seat, state, mySeat)),
            seat === result.landlord && el("span", { class: "role landlord" }, say("seat.landlord")),
            !result.hands[seat] && el("span", { class: "quiet" }, say("result.out")),
          ),
          doubled && el("td", { class: "number" }, `× ${result.score.factors[seat]}`),
          el(
            "td",
            { class: `number points ${result.points[seat] < 0 ? "minus" : "plus"}` },
            signed(result.points[seat]),
          ),
          el("td", { class: "number total" }, totalOf(seat, match)),
        ),
        // A row of its own: on a phone there is no room beside the points.
        result.hands[seat] &&
          el(
            "tr",
            { class: "left", key: `left ${seat}` },
            el(
              "td",
              { colSpan: 3 + match.over + doubled },
              el("span", { class: "quiet" }, say("result.left")),
              fan(result.hands[seat], inWords(result.hands[seat]), "small"),
            ),
          ),
      ]),
    ),
  );
}

/** What is shown when a deal is over. `acts` has next, again, look. */
export function resultOf(state, mySeat, acts) {
  const { result, match } = state;
  const record = el("input", {
    type: "text",
    readOnly: true,
    value: result.record,
    class: "record",
    key: "record",
    "aria-label": say("result.record"),
    onfocus: (event) => event.target.select(),
  });
  const facts = [
    ["bottom", result.bottom ? fan(result.bottom, inWords(result.bottom), "small") : "–"],
    ["result.number", result.deal],
    ["result.hints", String(result.hints)],
    ["result.undos", String(result.undos)],
  ];
  const waiting = state.seats.filter(
    ({ player, connected, ready, seat }) => player === "person" && connected && !ready && seat !== mySeat,
  );
  const me = mySeat === null ? null : state.seats[mySeat];
  return [
    el(
      "div",
      { class: "head" },
      el(
        "h2",
        {
          id: "result-title",
          tabIndex: -1,
          class:
            mySeat === null || result.winner === null ? "" : result.points[mySeat] >= 0 ? "plus" : "minus",
        },
        headline(state, mySeat),
      ),
      el(
        "button",
        {
          type: "button",
          class: "close",
          key: "look",
          "aria-label": say("result.look"),
          title: say("result.look"),
          onclick: acts.look,
        },
        "×",
      ),
    ),
    !result.counted && el("p", { class: "quiet" }, say("result.uncounted")),
    match.over && el("p", {}, say("result.match")),
    result.winner && el("section", {}, el("h3", {}, say("result.how")), terms(result)),
    el(
      "div",
      { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("result.points") },
      rows(state, state, mySeat),
    ),
    el(
      "dl",
      { class: "facts" },
      facts.map(([key, value]) => el("div", {}, el("dt", {}, say(key)), el("dd", {}, value))),
    ),
    el(
      "div",
      { class: "copying" },
      record,
      copier("copy", say("result.copy"), result.record, say("result.copied")),
    ),
    me?.ready &&
      waiting.length > 0 &&
      el(
        "p",
        { class: "quiet" },
        say("result.waiting", {
          names: waiting.map(({ seat }) => nameOf(seat, state, mySeat)).join(say("list.comma")),
        }),
      ),
    el(
      "div",
      { class: "dos" },
      me &&
        button("next", say(match.over ? "result.new_match" : "result.next"), acts.next, {
          kind: "primary",
          letter: "N",
        }),
      me &&
        button("again", [say("result.again"), el("small", {}, ` ${say("result.again.note")}`)], acts.again, {
          letter: "S",
        }),
    ),
  ];
}
