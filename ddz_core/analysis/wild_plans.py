"""The smallest number of plays of hands with wild cards.

A wild card that is laid down stands for some rank. So the number is the smallest of those
of the hands in which every wild card is a card of some rank, under the same rules without
wild cards; there may be more than four of a rank, as long as no play has them. A play of wild
cards alone stands for itself: it is a play of their own rank, and as many.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from .._core.queries import readings
from .._core.solver import Layer
from .._core.values import Hand, Move
from ..rules import WILD_RANKS, Rules


def meant_hands(hand: int, rules: Rules) -> NDArray[np.uint64]:
    """Every hand that a packed one may be meant as, packed: 1,820 for four wild cards.

    >>> rules = Rules.preset("standard").changed(wild="9")
    >>> len(meant_hands(Hand("349").packed, rules)), len(meant_hands(Hand("999934").packed, rules))
    (13, 1820)
    """
    slot = WILD_RANKS.index(str(rules.wild))
    wild = hand >> 4 * slot & 15
    natural = hand - (wild << 4 * slot)
    sets = combinations_with_replacement(range(len(WILD_RANKS)), wild)
    return np.array([natural + sum(1 << 4 * rank for rank in each) for each in sets], np.uint64)


def wild_numbers(
    hands: NDArray[np.uint64], out: NDArray[np.uint8], rules: Rules, layer: Layer
) -> None:
    """The smallest number of plays of each hand. The layer is one for the rules without wild
    cards."""
    for i, hand in enumerate(hands.tolist()):
        out[i] = _numbers(meant_hands(hand, rules), layer).min()


def wild_plan(hand: Hand, rules: Rules, layer: Layer) -> list[Move]:
    """One shortest way to lay the hand down."""
    meant = meant_hands(hand.packed, rules)
    best = int(meant[_numbers(meant, layer).argmin()])
    slot = WILD_RANKS.index(str(rules.wild))
    left = hand.counts.astype(int)
    wild, left[slot] = int(left[slot]), 0
    plan = []
    for play in layer.plan_of(best):
        wanted = play.cards.counts.astype(int)
        cards = np.minimum(left, wanted)
        left -= cards
        cards[slot] = (wanted - cards).sum()
        wild -= cards[slot]
        plan.append(_read(Hand(cards.tolist()), play, rules))
    assert wild == 0 and not left.any()
    return plan


def _numbers(hands: NDArray[np.uint64], layer: Layer) -> NDArray[np.uint8]:
    numbers = np.empty(len(hands), np.uint8)
    layer.numbers(hands, numbers)
    return numbers


def _read(cards: Hand, play: Move, rules: Rules) -> Move:
    """The cards read as the play; wild cards alone as what they are."""
    found = readings(cards, rules)
    meant = (play.kind, play.length, play.rank)
    for reading in found:
        if (reading.kind, reading.length, reading.rank) == meant:
            return reading
    return found[0]
