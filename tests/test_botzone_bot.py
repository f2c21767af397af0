"""Our players as bots of Botzone: what they make of requests, and what they answer."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest

import ddz_core as ddz
from ddz_core.adapters.botzone.bot import KEEP_RUNNING, answer, serve
from ddz_core.adapters.botzone.cards import (
    RULES,
    WITH_AUCTION,
    WITHOUT_AUCTION,
    card_numbers,
    hand_of,
    rank_of,
    taken,
)
from ddz_core.adapters.botzone.reading import seen_by
from ddz_core.adapters.botzone.requests import requests_of

TABLES = [
    WITH_AUCTION.changed(new_deals=0),
    WITH_AUCTION.changed(new_deals=0, first_bidder=2),
    WITHOUT_AUCTION,
    WITHOUT_AUCTION.changed(first_bidder=1),
]


def test_cards() -> None:
    assert "".join(map(rank_of, range(54))) == "".join(4 * r for r in "3456789TJQKA2") + "BR"
    assert taken(hand_of([53, 7, 4]), list(range(54))) == [4, 5, 53]
    wrong: Any
    for wrong in ([54], [-1], [True], ["3"], [1.0], "34", None, {}, [3, 3]):
        with pytest.raises(ddz.InvalidCards):
            card_numbers(wrong)


@pytest.mark.parametrize(
    ("cards", "is_play"),
    [("3333BR", True), ("333344", False), ("3333BBRR"[:4] + "4455", True), ("33334444", True),
     ("333344445566", False), ("333344445678", True), ("33344455", False), ("33344456", True),
     ("333444BR", True), ("33344455BR", False)],
)  # fmt: skip
def test_rules(cards: str, is_play: bool) -> None:
    assert bool(ddz.readings(cards, rules=RULES)) is is_play


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_bot_sees_what_the_seat_sees(table: ddz.Table) -> None:
    # Both directions at once: what we tell programs, and what we make of being told it.
    for deal in range(4):
        game, rng = ddz.Game(table, deal), random.Random(deal)
        said: dict[int, list[Any]] = {0: [], 1: [], 2: []}
        while (turn := game.turn) is not None:
            observation = game.observation(turn)
            requests = requests_of(observation)
            seen = seen_by(requests, said[turn])
            assert hand_of(seen.held) == observation.hand
            mine = seen.observation()
            assert mine.legal_actions == observation.legal_actions
            assert mine.unseen == observation.unseen
            assert mine.phase == observation.phase
            if mine.phase == "play":
                assert mine.stake == observation.stake
                shift = game.public.first_bidder
                assert [(each.seat + shift) % 3 for each in mine.plays] == [
                    each.seat for each in observation.plays
                ]
                assert [each.action for each in mine.plays] == [
                    each.action for each in observation.plays
                ]
            action = rng.choice(observation.legal_actions)
            if isinstance(action, ddz.Bid):
                said[turn].append(action.stake)
            elif game.phase == "auction":
                said[turn].append(0)
            else:
                assert isinstance(action, ddz.Move)
                said[turn].append(taken(action.cards, seen.held))
            game.push(action)


def test_nobody_has_bid() -> None:
    # Player 0 is the landlord then: the platform does not deal again.
    own = list(range(3, 20))
    first = {"own": own, "bid": []}
    begin = {"history": [[], []], "own": own, "publiccard": [0, 1, 2],
             "landlord": 0, "pos": 0, "finalbid": 1}  # fmt: skip
    seen = seen_by([first, begin], [0])
    assert (seen.table.auction, len(seen.held)) == ("none", 20)
    assert seen.observation().landlord == 0
    begin |= {"pos": 1, "own": list(range(20, 37)), "history": [[], [0]]}
    seen = seen_by([{"own": begin["own"], "bid": [0]}, begin], [0])
    assert seen.observation().landlord == 0
    assert [str(action) for action in seen.observation().legal_actions][-1] == "pass"


def serving(lines: list[Any], keep_running: bool = False, player: str = "normal") -> list[str]:
    given = io.StringIO("".join(json.dumps(line) + "\n" for line in lines))
    told = io.StringIO()
    serve(ddz.agents.make(player, 1), given, told, keep_running)
    return told.getvalue().splitlines()


def test_both_modes() -> None:
    game = ddz.Game(WITHOUT_AUCTION, deal=4)
    own = requests_of(game.observation(game.landlord or 0))
    lines: list[Any] = [{"requests": own, "responses": []}]
    (once,) = serving(lines)
    first = json.loads(once)["response"]
    lines.append({"history": [[], []]})
    kept = serving(lines, keep_running=True)
    assert [kept[0], kept[1], kept[3]] == [once, KEEP_RUNNING, KEEP_RUNNING]
    both = {"requests": [own[0], {"history": [[], []]}], "responses": [first]}
    assert serving([both]) == [kept[2]]
    # Some local runners put a name around later requests.
    assert serving([lines[0], {"request": lines[1]}], keep_running=True) == kept


def test_it_answers_what_our_rules_have_not() -> None:
    own = list(range(20, 37))
    # A chain of two quads with one kicker each: the platform has had it, our rules have not.
    asked = {"history": [[], [*range(8), 8, 12]], "own": own, "publiccard": [1, 2, 3]}
    response, note = answer(ddz.agents.make("normal"), [asked], [])
    assert response == []
    assert "our rules have not" in note
    later = [asked, {"history": [[], [9]]}, {"history": [[], []]}]
    response, note = answer(ddz.agents.make("normal"), later, [[], [20]])
    assert response == [21]
    assert note


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("no JSON", "the input is no JSON"),
        ("[1]", "an object with requests"),
        ("{}", "requests[0] has no own"),
        ('{"requests": [], "responses": []}', "one request more than responses"),
        ('{"requests": [{}], "responses": 1}', "responses are a list, not 1"),
        ('{"requests": [7], "responses": []}', "requests[0] is an object, not 7"),
        ('{"requests": [{"own": [60]}], "responses": []}', "requests[0].own: a card is a number"),
        ('{"requests": [{"own": [6], "bid": 4}], "responses": []}', "at most two bids, not 4"),
        ('{"requests": [{"own": [6], "publiccard": [6], "history": 5}], "responses": []}',
         "requests[0].history: the last two plays, not 5"),
        ("[" * 100_000, "the input is no JSON"),
    ],
)  # fmt: skip
def test_what_is_no_request(given: str, why: str) -> None:
    with pytest.raises(ddz.InvalidArgument) as caught:
        serve(ddz.agents.make("normal"), io.StringIO(given), io.StringIO())
    assert why in str(caught.value)
