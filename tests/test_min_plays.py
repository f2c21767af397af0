"""The smallest number of plays of a hand."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from conftest import PRESETS
from reference_solver import fewest_plays

import ddz_core as ddz
from ddz_core._core.solver import Layer
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
    for threads in (0, -1, 1 << 70, True, 1.5):
        for hands in ("3", np.ones(3, np.uint64)):
            with pytest.raises(ddz.InvalidArgument, match="threads"):
                ddz.min_plays(hands, threads=threads)  # type: ignore[call-overload]


def test_arrays_of_another_kind() -> None:
    """What a subclass says of itself is not believed; hands may lie anywhere."""

    class Liar(np.ndarray):
        def __len__(self) -> int:
            return 1

    pairs = np.full(3000, 0x22, np.uint64)
    assert ddz.min_plays(pairs.view(Liar), threads=3).tolist() == [2] * 3000
    memory = np.zeros(8 * 3001, np.uint8)
    anywhere = memory[1 : 8 * 3000 + 1].view(np.uint64)
    anywhere[:] = pairs
    assert ddz.min_plays(anywhere, threads=2).tolist() == [2] * 3000


def test_a_layer_checks_what_it_is_given() -> None:
    layer = Layer()
    with pytest.raises(ddz.InvalidArgument, match="3 hands, but room for 2 numbers"):
        layer.numbers(np.ones(3, np.uint64), np.zeros(2, np.uint8))
    with pytest.raises(ddz.InvalidCards, match="row 1: 0xf is no hand"):
        layer.numbers(np.array([1, 15], np.uint64), np.zeros(2, np.uint8))
