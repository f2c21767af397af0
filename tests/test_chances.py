"""Worlds and chances: against every way to give the cards out, told apart one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_svg import played
from test_worlds import chi_square, giving_outs

import ddz_core as ddz
from ddz_core import Hand
from ddz_core._core.rollouts import Sight

LEFT = "977AAAA22BR"
"""What may still be in other hands, the landlord's bottom card first: so few that every world
can be listed."""


def near_the_end() -> ddz.Observation:
    gone = Hand("".join(4 * rank for rank in "3456789TJQKA2") + "BR") - "3356" - LEFT
    return ddz.Observation.of(
        "3356", landlord=1, sizes=(4, 3, 4), turn=0, bottom="29K", kept="9", gone=gone
    )


def test_worlds_come_as_often_as_they_can_be_dealt() -> None:
    seen = near_the_end()
    expected = giving_outs(seen)
    counts = Counter(map(tuple, ddz.worlds(seen, 20_000).tolist()))
    assert set(counts) <= set(expected)
    assert len(expected) > 50
    assert chi_square(counts, expected) < 4


def test_worlds_are_those_of_rollouts_and_depend_on_seed_and_number() -> None:
    game = played()
    assert game.turn is not None
    seen = game.observation(game.turn)
    hands = ddz.worlds(seen, 300, seed=7)
    assert (hands == Sight(seen).worlds(7, 0, 300)).all()
    assert (hands[:100] == ddz.worlds(seen, 100, seed=7)).all()
    assert (hands != ddz.worlds(seen, 300, seed=8)).any()
    assert ddz.worlds(seen, 0).shape == (0, 3)


@pytest.mark.parametrize("table", ["standard", "bga", "laizi", "happy", "four"])
def test_worlds_fit_what_is_public_in_every_phase_and_for_every_seat(table: str) -> None:
    game = ddz.Game(table, deal=5)
    phases = set()
    while not game.is_over:
        phases.add(game.phase)
        for seat in range(len(game.hands)):
            seen = game.observation(seat)
            for row in ddz.worlds(seen, 4, seed=len(game.actions)).tolist():
                hands = [Hand(cards, decks=seen.rules.decks) for cards in row]
                assert [len(hand) for hand in hands] == list(seen.sizes)
                assert hands[seat] == seen.hand
                if game.landlord is not None:
                    assert seen.kept <= hands[game.landlord]
                hidden = sum(hand.packed for at, hand in enumerate(hands) if at != seat)
                kept = (
                    seen.kept.packed if seat != seen.landlord and seen.landlord is not None else 0
                )
                assert Hand(hidden - kept, decks=2) <= seen.unseen
        game.push(game.legal_actions[0])
    assert {"auction", "play"} <= phases


QUESTIONS: dict[str, tuple[dict[str, Any], Callable[[Hand], bool]]] = {
    "beats a pair": ({"beats": "55"}, lambda hand: len(ddz.legal_moves(hand, "55")) > 0),
    "beats a solo": (
        {"beats": ddz.Move.parse("A:solo:1:A")},
        lambda hand: bool({*"2BR"} & {*hand}),
    ),
    "bomb": ({"bomb": True}, lambda hand: "BR" in hand or any(4 * r in hand for r in ddz.RANKS)),
    "holds": ({"holds": "22"}, lambda hand: "22" in hand),
    "holds suits": ({"holds": Hand("9A")}, lambda hand: "9A" in hand),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("seats", [None, 1, (2,), (1, 2)])
def test_chances_are_those_of_all_worlds(question: str, seats: Any) -> None:
    seen = near_the_end()
    asked, is_so = QUESTIONS[question]
    others = {None: (1, 2), 1: (1,)}.get(seats, seats)
    ways = giving_outs(seen)
    exact = (
        sum(number for hands, number in ways.items() if any(is_so(Hand(hands[s])) for s in others))
        / ways.total()
    )
    found = ddz.chance(seen, **asked, seats=seats, n=40_000, threads=2)
    assert found == ddz.chance(seen, **asked, seats=seats, n=40_000)
    assert found.worlds == 40_000
    assert found.error == pytest.approx((exact * (1 - exact) / 40_000) ** 0.5, rel=0.1)
    assert abs(found.probability - exact) < 4 * found.error + 1e-12


@pytest.mark.parametrize("table", ["standard", "free_kickers", "four", "laizi"])
def test_a_bomb_is_a_bomb_of_the_rules(table: str) -> None:
    game = ddz.Game(table, deal=3)
    while game.phase != "play":
        game.push(game.legal_actions[0])
    assert game.turn is not None
    seen = game.observation(game.turn)
    seat = (seen.seat + 1) % len(seen.sizes)
    bombs = {ddz.Kind.BOMB, ddz.Kind.ROCKET, ddz.Kind.BOMB_CHAIN}
    hands = [Hand(cards, decks=2) for cards in ddz.worlds(seen, 60)[:, seat].tolist()]
    kinds = [{move.kind for move in ddz.legal_moves(hand, rules=seen.rules)} for hand in hands]
    with_bomb = sum(bool(found & bombs) for found in kinds)
    assert with_bomb > 0
    assert ddz.chance(seen, bomb=True, seats=seat, n=60).probability == with_bomb / 60


def test_an_open_hand_is_certain() -> None:
    game = ddz.Game("happy", deal=1)
    for action in ("call", "pass", "pass", "open"):
        game.push(action)
    landlord = game.landlord
    assert landlord is not None
    seen = game.observation((landlord + 1) % 3)
    found = ddz.chance(seen, holds=game.hands[landlord], seats=landlord, n=50)
    assert found == (1.0, 0.0, 50)
    assert str(found) == "100.0% ± 0.0%"
    assert (ddz.worlds(seen, 20)[:, landlord] == np.uint64(game.hands[landlord].packed)).all()


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"beats": "33", "bomb": True},
        {"bomb": False},
        {"bomb": np.array([1, 2])},
        {"holds": "Z"},
        {"beats": "34"},
        {"bomb": True, "seats": 0},
        {"bomb": True, "seats": ()},
        {"bomb": True, "seats": 3},
        {"bomb": True, "seats": "1"},
        {"bomb": True, "n": 0},
        {"bomb": True, "seed": -1},
        {"bomb": True, "threads": 0},
    ],
)
def test_bad_questions(asked: dict[str, Any]) -> None:
    with pytest.raises(ddz.DdzError):
        ddz.chance(near_the_end(), **asked)


def test_bad_observations() -> None:
    game = ddz.Game("standard", deal=1)
    for call in (ddz.worlds, lambda seen: ddz.chance(seen, bomb=True)):
        with pytest.raises(ddz.InvalidArgument, match="an Observation: give game"):
            call(game)
    with pytest.raises(ddz.InvalidArgument, match="n must be a whole number from 0"):
        ddz.worlds(near_the_end(), -1)
