"""The smallest number of plays of a hand."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from conftest import PRESETS
from reference_solver import fewest_plays

import ddz_core as ddz
from ddz_core.reference import DECK, tidy
from ddz_core.rules import Rules


@pytest.mark.parametrize("preset", PRESETS)
def test_against_every_way_to_lay_a_hand_down(preset: str) -> None:
    rules = Rules.preset(preset)
    random = Random(f"plans {preset}")
    known: dict[str, int] = {}
    for _ in range(60):
        low = random.choice((0, 0, 8, 20, 34))
        cards = DECK[low : low + 20] if random.random() < 0.7 else DECK
        hand = tidy("".join(random.sample(cards, random.randint(1, 10))))
        plan = ddz.min_plays(hand, preset)
        assert plan.number == fewest_plays(hand, rules, known), hand


@pytest.mark.parametrize("preset", PRESETS)
def test_plan_lays_the_hand_down(preset: str) -> None:
    random = Random(f"whole plans {preset}")
    for _ in range(30):
        hand = left = ddz.Hand("".join(random.sample(DECK, 20)))
        plan = ddz.min_plays(hand, preset)
        assert len(plan.plays) == plan.number
        for play in plan.plays:
            assert play in ddz.legal_moves(left, rules=preset)
            left -= play.cards
        assert len(left) == 0


def test_arrays() -> None:
    hands = np.array([ddz.deal(number).hands[0].packed for number in range(2000)], np.uint64)
    numbers = ddz.min_plays(hands)
    assert numbers.dtype == np.uint8
    assert numbers.tolist() == ddz.min_plays(hands, threads=3).tolist()
    assert numbers[:50].tolist() == [ddz.min_plays(int(hand)).number for hand in hands[:50]]
    counts = np.array([ddz.Hand(int(hand)).counts for hand in hands[:50]])
    assert ddz.min_plays(counts).tolist() == numbers[:50].tolist()


def test_edges() -> None:
    assert ddz.min_plays("") == (0, ())
    assert ddz.min_plays(ddz.Hand("3").counts).number == 1
    # Fifteen ranks, and no play of several of them but the chain 3 to A and the rocket.
    assert ddz.min_plays("3456789TJQKA2BR").number == 3
    with pytest.raises(ddz.InvalidCards):
        ddz.min_plays("33333")
    with pytest.raises(ddz.InvalidRules):
        ddz.min_plays("3", "none")
