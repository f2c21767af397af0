"""Hidden worlds: every one that may be equally often, and no other."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from walks import arranged, played, walk, wander

import ddz_core as ddz
from ddz_core import PASS, Hand, Made, Table
from ddz_core._core.rollouts import Sight
from ddz_core.errors import InvalidArgument, WrongPhase

OPEN = Table(auction="none", first_bidder=0)

THREES = ddz.Move.parse("33:pair:1:3")
WITHOUT_THREES = {
    "hidden": ddz.Game(OPEN, deal=1).observation(0).hidden - "33",
    "sizes": (20, 16, 16),
}
"""As if two of the others' cards lay on the table."""


def giving_outs(observation: ddz.Observation) -> Counter[tuple[int, ...]]:
    """Every way to give the unseen cards out, told apart one by one; how many of them
    make the same hands."""
    cards = list(str(observation.unseen))
    found: Counter[tuple[int, ...]] = Counter()
    seats = [seat for seat in range(len(observation.sizes)) if seat != observation.seat]
    kept = {seat: observation.kept if seat == observation.landlord else Hand() for seat in seats}

    def give(left: tuple[int, ...], seats: list[int], hands: dict[int, Hand]) -> None:
        if not seats:
            whole = {**hands, observation.seat: observation.hand}
            found[tuple(whole[seat].packed for seat in sorted(whole))] += 1
            return
        seat, *rest = seats
        for taken in itertools.combinations(left, observation.sizes[seat] - len(kept[seat])):
            hand = kept[seat] + "".join(cards[i] for i in taken)
            give(tuple(i for i in left if i not in taken), rest, {**hands, seat: hand})

    give(tuple(range(len(cards))), seats, {})
    return found


def chi_square(counts: Counter[tuple[int, ...]], expected: Counter[tuple[int, ...]]) -> float:
    """How many standard deviations the statistic lies above its mean (normal for many
    degrees of freedom: mean k, variance 2k)."""
    n, ways = sum(counts.values()), sum(expected.values())
    statistic = sum(
        (counts[world] - n * weight / ways) ** 2 / (n * weight / ways)
        for world, weight in expected.items()
    )
    freedom = len(expected) - 1
    return (statistic - freedom) / math.sqrt(2 * freedom)


def near_the_end(table: Table, deal: int, most: int) -> ddz.Game:
    """A game walked at random until so few cards are hidden from the seat to move that
    all worlds can be listed."""
    rng = random.Random(deal)
    game = ddz.Game(table, deal)
    for _ in walk(game, rng):
        if game.phase == "play" and len(game.observation(game.turn or 0).unseen) <= most:
            return game
    return near_the_end(table, deal + 1000, most)


SMALL = [
    # All ranks different; some alike; bottom cards that are with the landlord; cards out of play.
    (["3456", "789", "TJQ"], "KA2", "3"),
    (["3344", "33", "445"], "556", "3"),
    (["34", "567", "89T"], "JQK", "3"),
    (["3344", "55667", "77889"], "9TT", "3 5"),
]


@pytest.mark.parametrize(("hands", "bottom", "actions"), SMALL)
def test_every_world_is_equally_likely(hands: list[str], bottom: str, actions: str) -> None:
    game = played(arranged(OPEN, hands, bottom), actions)
    observation = game.observation(game.turn or 0)
    # Of the deck only the cards dealt are there: the rest is laid aside as seen.
    everything = "".join([*hands, bottom])
    unseen_elsewhere = Hand([4] * 13 + [1, 1]) - everything
    observation = ddz.Observation(
        **{
            **{name: getattr(observation, name) for name in ddz.Public.__dataclass_fields__},
            "hidden": observation.hidden - unseen_elsewhere,
        },
        seat=observation.seat,
        hand=observation.hand,
    )
    expected = giving_outs(observation)
    worlds = Sight(observation).worlds(7, 0, 200 * len(expected))
    counts = Counter(tuple(map(int, world)) for world in worlds)
    assert set(counts) <= set(expected)
    assert abs(chi_square(counts, expected)) < 5
    # The same worlds, wherever one begins.
    assert (Sight(observation).worlds(7, 100, 130) == worlds[100:130]).all()
    assert (Sight(observation).worlds(8, 0, len(worlds)) != worlds).any()


@pytest.mark.parametrize("players", [2, 3])
def test_every_world_is_equally_likely_in_real_games(players: int) -> None:
    table = Table(players=players, auction="none", first_bidder=0, discard=True)
    # With two players twenty cards stay out of play, so there are more worlds.
    for deal in range(3):
        game = near_the_end(table, deal, 8 if players == 3 else 25)
        observation = game.observation(game.turn or 0)
        ways = math.comb(len(observation.unseen), observation.sizes[1 - observation.seat])
        if players == 2 and ways > 20_000:
            continue
        expected = giving_outs(observation)
        worlds = Sight(observation).worlds(deal, 0, 100 * len(expected))
        counts = Counter(tuple(map(int, world)) for world in worlds)
        assert set(counts) <= set(expected)
        if len(expected) > 1:
            assert chi_square(counts, expected) < 6


def test_no_world_is_inconsistent() -> None:
    rng = random.Random(5)
    looked_at = 0
    for number, game, _ in wander(rng, 120):
        if game.phase != "play" or rng.random() > 0.2:
            continue
        observation = game.observation(game.turn or 0)
        looked_at += 1
        for world in Sight(observation).worlds(number, 0, 8):
            hands = [Hand(int(packed)) for packed in world]
            assert hands[observation.seat] == observation.hand
            assert tuple(map(len, hands)) == observation.sizes
            others = sum((h for s, h in enumerate(hands) if s != observation.seat), Hand())
            landlord = observation.landlord or 0
            if observation.seat != landlord:
                assert observation.kept <= hands[landlord]
                others = others - observation.kept
            assert others <= observation.unseen
    assert looked_at > 500


def test_what_cannot_be_is_refused() -> None:
    game = ddz.Game("standard", deal=1)
    with pytest.raises(WrongPhase, match="no play to choose: the phase is 'auction'"):
        Sight(game.observation(2))
    game = ddz.Game(OPEN, deal=1)
    with pytest.raises(WrongPhase, match="seat 1 has no play to choose"):
        Sight(game.observation(1))
    seen = game.observation(0)
    known = {name: getattr(seen, name) for name in ddz.Public.__dataclass_fields__}
    wrong = ddz.Observation(**{**known, "sizes": (20, 17, 18)}, seat=0, hand=seen.hand)
    with pytest.raises(InvalidArgument, match="1 cards more than there are unseen"):
        Sight(wrong)
    wrong = ddz.Observation(**{**known, "sizes": (19, 17, 17)}, seat=0, hand=seen.hand)
    with pytest.raises(InvalidArgument, match="seat 0 is known to hold 20"):
        Sight(wrong)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sizes": (20, 0, 17)}, "the cards of seat 1 must be .* from 1 to 54, not 0"),
        ({"sizes": (20, 273, 17)}, "the cards of seat 1 must be .* from 1 to 54, not 273"),
        ({"sizes": (20, 2**70, 17)}, f"the cards of seat 1 .* not {2**70}"),
        ({"sizes": (20, 17.0, 17)}, "the cards of seat 1 .* not 17.0"),
        ({"sizes": (20, 17)}, "2 sizes of hands, at a table of 3"),
        ({"sizes": (20,) * 30}, "30 sizes of hands, at a table of 3"),
        ({"seat": 7, "turn": 7}, "seat must be a whole number from 0 to 2, not 7"),
        ({"seat": -1, "turn": -1}, "seat must be a whole number from 0 to 2, not -1"),
        ({"landlord": None}, "landlord must be a whole number from 0 to 2, not None"),
        ({"landlord": 9}, "landlord must be a whole number from 0 to 2, not 9"),
        ({"landlord": 2**70}, f"landlord must be a whole number from 0 to 2, not {2**70}"),
        ({"landlord": 1}, "after the plays it is the turn of seat 1, not of seat 0"),
        ({"last": THREES, "last_seat": 1}, "33:pair:1:3 is not the last of the plays"),
        ({"plays": (Made(1, THREES),) * 300}, "play 0 is of seat 1, but the turn was of seat 0"),
        ({"plays": (Made(0, PASS),) * 1000}, "play 0, pass, could not be made then"),
        ({"plays": (Made(0, THREES),)}, "held, unseen and played are more than there are"),
        ({**WITHOUT_THREES, "plays": (Made(0, THREES), Made(1, PASS))}, "turn of seat 2, not of"),
        (
            {
                **WITHOUT_THREES,
                "plays": (Made(0, THREES), Made(1, PASS), Made(2, PASS)),
                "last": THREES,
                "last_seat": 0,
            },
            "33:pair:1:3 is not the last of the plays",
        ),
        (
            {"plays": (Made(0, ddz.Move.parse("33334444:quad_chain:2:4")),)},
            "play 0, 33334444:quad_chain:2:4, could not be made then",
        ),
        (
            {"hand": Hand(), "kept": Hand(), "sizes": (0, 17, 17)},
            "the cards of seat 0 must be .* from 1 to 54, not 0",
        ),
        ({"hidden": Hand("3333"), "hand": Hand("TQ2"), "sizes": (3, 17, 17)}, "30 cards more"),
    ],
)
def test_what_was_made_up_is_refused(changes: dict[str, Any], message: str) -> None:
    """An observation is plain data that anybody can make; none reads or writes astray."""
    seen = ddz.Game(OPEN, deal=1).observation(0)
    with pytest.raises(InvalidArgument, match=message):
        Sight(dataclasses.replace(seen, **changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"plays": (Made(0, None),)},
        {"plays": (Made(0, ddz.Bid(1)),)},
        {"plays": (None,)},
        {"plays": ((0, PASS),)},
        {"plays": None},
        {"last": "33:pair:1:3", "last_seat": 1},
        {"hand": None},
        {"hand": "33"},
        {"hidden": None},
        {"sizes": None},
        {"table": None},
    ],
)
def test_what_is_of_another_type_is_refused(changes: dict[str, Any]) -> None:
    seen = ddz.Game(OPEN, deal=1).observation(0)
    with pytest.raises(TypeError):
        Sight(dataclasses.replace(seen, **changes))


@pytest.mark.parametrize("value", [None, 3, "33", ddz.Game(OPEN, deal=1)])
def test_what_is_no_observation_is_told_what_to_give(value: Any) -> None:
    for ask in (Sight, ddz.rollout):
        with pytest.raises(TypeError, match=r"game\.observation\(seat\).*, not "):
            ask(value)


def test_worlds_are_of_unsigned_numbers_one_row_each() -> None:
    worlds = Sight(ddz.Game(OPEN, deal=3).observation(0)).worlds(1, 5, 9)
    assert (worlds.shape, worlds.dtype) == ((4, 3), np.uint64)
    assert len(Sight(ddz.Game(OPEN, deal=3).observation(0)).worlds(1, 5, 5)) == 0
