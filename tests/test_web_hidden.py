"""Nothing hidden leaves the server: whatever was sent in whole deals is searched for it."""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_client import Browser, ask, new_table, served, simple_action, take_seat, tell

import ddz_core as ddz
from ddz_core.game import game as game_module

DEALS = int(os.environ.get("WEB_DEALS", "6"))
"""``make test-web`` plays 200."""

TABLES = (
    "free_kickers",
    "bga,discard=yes,skip=yes",
    "happy",
    "standard,players=2,auction=doubling",
    "laizi",
    "four",
)

CARDS = re.compile(r"(?<![\w:-])[3-9TJQKA2BR]+(?![\w-]| wild)")
FREE_TEXT = ("text", "reason", "message")
"""Where numbers stand among words: there one of up to three digits is no cards."""
OF_THE_RULES = ("rules", "rank", "stands_for", "wild")
"""The house rules, and what a play of one's own cards is by them."""


def cards_in(value: Any, key: str = "") -> Iterator[Counter[str]]:
    """Everything in a message that could be cards."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from cards_in(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner, key)
    elif isinstance(value, str) and key not in OF_THE_RULES:
        for token in CARDS.findall(value):
            if not (key in FREE_TEXT and token.isdigit() and len(token) < 4):
                yield Counter(token)


def known_to(seat: int | None, game: ddz.Game) -> Counter[str]:
    """The cards that a seat or a spectator knows, found without asking an observation: its
    hand, what was put down, and what the landlord has left of the bottom or has laid open."""
    public = game.public
    down = [(each.seat, str(each.action.cards)) for each in (*public.plays, *public.discards)]
    found = Counter("".join(cards for _, cards in down))
    is_open = any(str(each.action) == "open" for each in public.opening)
    seen = {seat} | ({game.landlord} if is_open else set())
    for other in seen - {None}:
        found += Counter(str(game.hands[other]))
    if game.landlord is None:
        shown = Counter(str(public.shown))
        return found + shown
    if game.landlord not in seen:
        by_landlord = "".join(cards for who, cards in down if who == game.landlord)
        found += Counter(str(game.bottom)) - Counter(by_landlord)
    return found


class Knowledge:
    """What somebody knows at each step of a deal, and knew before an undo."""

    def __init__(self, seat: int | None, record: str, made: list[dict[str, Any]]) -> None:
        ended = ddz.Game.from_record(record)
        game = ddz.Game(ended.table, ended.deal)
        self.now = [known_to(seat, game)]
        self.ever = [self.now[0]]
        for each in made:
            if each["skipped"]:
                continue
            new_deals = game.public.new_deals
            if each["action"] == "undo":
                game.undo(each["seat"])
            else:
                game.push(each["action"], each["seat"])
            self.now.append(known_to(seat, game))
            is_same_deal = game.public.new_deals == new_deals
            self.ever.append(self.now[-1] | self.ever[-1] if is_same_deal else self.now[-1])
        assert game == ended


async def probe(browser: Browser, chance: random.Random) -> None:
    """Questions, and what is refused, to hear all that the server says."""
    cards = "".join(chance.choices("3456789TJQKA2BR", k=chance.randint(1, 5)))
    mine = browser.state["mine"]
    what = chance.randrange(6)
    if what == 0:
        await browser.say("ask", cards=cards)
    if what == 1 and mine is not None:
        await browser.say("ask", cards=mine["hand"][: chance.randint(1, 6)])
    if what == 2 and not browser.is_asked(browser.state):
        await browser.act(chance.choice((cards, "pass", "bid:3", "discard:" + cards, "BR")))
    if what == 3:
        await browser.say("act", number=1, step=1000, action=cards)
    if what == 4:
        await browser.say("history")
    if what == 5 and chance.random() < 0.1:
        await browser.decide("hint")


async def play(address: str, rules: str, chance: random.Random) -> None:
    """A deal of people who ask and try whatever comes to mind; then it is searched."""
    size = ddz.Table.parse(rules).players
    made = new_table(address, table=rules, seats=["me", *["open"] * (size - 1)])
    taken = [take_seat(address, made["table"], each["key"]) for each in made["invitations"]]
    seated = [await Browser.join(address, made["table"], each["token"]) for each in (made, *taken)]
    everybody = [*seated, await Browser.join(address, made["table"])]
    bodies: list[str] = []
    while (state := await seated[0].until(lambda state: state["deal"]))["result"] is None:
        step = state["step"]
        actor = seated[state["deal"]["turn"]]
        await actor.until(lambda state, step=step: state["step"] == step)
        for browser in everybody:
            if chance.random() < 0.3:
                await probe(browser, chance)
        if chance.random() < 0.05:
            path = f"{address}api/tables/{made['table']}"
            bodies += [ask(f"{path}/{what}")[1] for what in ("results", "records", "records/1")]
        if chance.random() < 0.05 and actor.state["mine"]["can_undo"]:
            await actor.decide("undo")
            for other in seated:
                if other is not actor:
                    await other.until(lambda state: state["undo"] is not None)
                    await other.say("consent", agree=True)
        else:
            assert (await actor.act(simple_action(actor.state)))["type"] == "done"
        await seated[0].until(lambda state, step=step: state["step"] > step)
    secrets = [each["token"] for each in (made, *taken)]
    secrets += [each["key"] for each in made["invitations"]]
    for browser in everybody:
        await browser.until(lambda state: state["result"] is not None)
        search(browser, state["result"], seated[0].made, secrets)
        await browser.leave()
    for body in bodies:
        assert not list(cards_in(json.loads(body) if body[:1] == "{" else body))
        assert state["result"]["deal"] not in body


def search(
    browser: Browser, result: dict[str, Any], made: list[dict[str, Any]], secrets: list[str]
) -> None:
    """All that one browser got until the deal was over."""
    knowledge = Knowledge(browser.welcome["seat"], result["record"], made)
    deck = Counter(ddz.Game.from_record(result["record"]).table.deck)
    step, searched = 0, 0
    for frame in browser.frames:
        message = json.loads(frame)
        assert not [secret for secret in secrets if secret in frame]
        if message["type"] in ("state", "done"):
            step = max(step, message["step"])
        if message["type"] == "state" and message["result"] is not None:
            break
        assert result["deal"] not in frame
        # What it has asked about itself comes back to it.
        asked = browser.sent.get(message.get("id"), {})
        own = Counter(asked.get("cards", "")) + Counter(asked.get("action", ""))
        for cards in cards_in(message):
            searched += 1
            assert not cards - knowledge.ever[step] - own, (message, cards, knowledge.ever[step])
        if message["type"] == "state" and message["deal"] and message["deal"]["landlord"] is None:
            assert message["deal"]["wild"] is None
        if message["type"] == "state" and message["mine"] is not None:
            unseen = Counter(dict(zip("3456789TJQKA2BR", message["mine"]["unseen"], strict=True)))
            assert +unseen == deck - knowledge.now[message["step"]]
    assert searched > 20


def test_no_message_holds_what_is_hidden(tmp_path: Path) -> None:
    chance = random.Random(1)

    async def story(address: str) -> None:
        for number in range(DEALS):
            await play(address, TABLES[number % len(TABLES)], chance)

    with served(tmp_path / "tables.sqlite") as address:
        tell(story(address))


class TwoWorlds:
    """Deals the same cards to seat 0, and those of the others either way round."""

    def __init__(self, swapped: bool) -> None:
        self.swapped = swapped

    def __call__(self, number: int, *_: Any) -> TwoWorlds:
        self.dealt = ddz.deal(number)
        return self

    def deal(self) -> tuple[tuple[ddz.Hand, ...], ddz.Hand, ddz.Hand, int]:
        mine, one, two = self.dealt.hands
        others = (two, one) if self.swapped else (one, two)
        return (mine, *others), self.dealt.bottom, ddz.Hand(), 0


@pytest.mark.parametrize("watcher", ["seat", "spectator"])
def test_who_has_the_hidden_cards_changes_no_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watcher: str
) -> None:
    """Seat 0 is the landlord and plays alone; nothing tells it, nor a spectator, in which of
    two worlds it is, whatever it asks."""

    async def story(address: str, frames: list[str]) -> None:
        made = new_table(address, seats=["me", "open", "open"], deal=1)
        taken = [take_seat(address, made["table"], each["key"]) for each in made["invitations"]]
        seated = [
            await Browser.join(address, made["table"], each["token"]) for each in (made, *taken)
        ]
        heard = seated[0] if watcher == "seat" else await Browser.join(address, made["table"])
        for turn in range(12):
            await heard.until(lambda state, turn=turn: state["step"] == turn)
            for cards in ("BR", "2", "333", heard.state["deal"]["last"] or "3"):
                await heard.say("ask", cards=cards)
                await heard.say("act", number=1, step=turn, action="pass:" + cards)
            await heard.decide("hint")
            await heard.say("history")
            actor = seated[heard.state["deal"]["turn"]]
            await actor.until(lambda state, turn=turn: state["step"] == turn)
            own = actor.state["mine"]
            action = "bid:3" if turn == 0 else "pass" if own["can_pass"] else own["hand"][0]
            assert (await actor.act(action))["type"] == "done"
        await heard.until(lambda state: state["step"] == 12)
        # From when the first bid was made: before, people come, in whatever order.
        begun = next(at for at, frame in enumerate(heard.frames) if '"step":1,' in frame)
        frames += heard.frames[begun:]

    worlds: list[list[str]] = [[], []]
    for swapped in (False, True):
        monkeypatch.setattr(game_module, "Dealer", TwoWorlds(swapped))
        with served(tmp_path / f"{swapped}.sqlite") as address:
            tell(story(address, worlds[swapped]))
    assert worlds[0] == worlds[1]
    assert len(worlds[0]) > 60
