"""The smallest number of plays of a hand with wild cards.

Each way in which the wild cards may stand for ranks makes a hand without wild cards, and its
plays are plays of the hand; so the best of these numbers is the hand's. There are 1,820 ways
of four wild cards, 455 of three, 91 of two, and 13 of one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from .._core.queries import readings
from .._core.solver import Layer
from .._core.threads import Watch
from .._core.values import Hand, Move
from ..errors import InvalidCards
from ..kinds import RANKS
from ..rules import Rules

MOST_WILD = 4
"""The wild cards of one deck."""


@lru_cache(maxsize=64)
def _ways(wild_cards: int) -> NDArray[np.uint64]:
    """What so many wild cards may stand for, as packed cards."""
    slots = combinations_with_replacement(range(13), wild_cards)
    return np.array([sum(1 << 4 * slot for slot in way) for way in slots], np.uint64)


def _without_wild(hand: int, slot: int) -> tuple[int, int]:
    """The other cards of a packed hand, and how many wild ones it has."""
    wild_cards = hand >> 4 * slot & 15
    return hand - (wild_cards << 4 * slot), wild_cards


def _assigned(others: int, wild_cards: int) -> NDArray[np.uint64]:
    """The hands that come of it, of no rank more than four cards."""
    hands = _ways(wild_cards) + np.uint64(others)
    shifts = np.uint64(4) * np.arange(13, dtype=np.uint64)
    counts = hands[:, None] >> shifts & np.uint64(15)
    return hands[(counts <= 4).all(axis=1)]


def fewest(natural: Layer, hand: int, slot: int, watch: Watch) -> tuple[int, int]:
    """The smallest number of plays, and a hand without wild cards that has it."""
    others, wild_cards = _without_wild(hand, slot)
    hands = _assigned(others, wild_cards)
    numbers = np.empty(len(hands), np.uint8)
    natural.numbers(hands, numbers, watch)
    best = int(numbers.argmin())
    return int(numbers[best]), int(hands[best])


def plan(natural: Layer, rules: Rules, hand: Hand) -> list[Move]:
    """The plays of one shortest way, as the hand has them."""
    assert rules.wild is not None
    if not hand:
        return []
    slot = RANKS.index(rules.wild)
    _, meant = fewest(natural, hand.packed, slot, Watch())
    others, wild_cards = _without_wild(hand.packed, slot)
    own, plays = Hand(others), []
    for play in natural.plan(Hand(meant)):
        cards = _taken(own, play.cards)
        own = own - cards
        lacking = len(play.cards) - len(cards)
        wild_cards -= lacking
        plays.append(_read(cards + lacking * rules.wild, play, rules))
    if wild_cards or own:
        raise InvalidCards(f"{hand} is not laid down by {plays}")
    return plays


def _taken(own: Hand, cards: Hand) -> Hand:
    """What of the cards is in the hand."""
    return Hand(np.minimum(own.counts, cards.counts))


def _read(cards: Hand, play: Move, rules: Rules) -> Move:
    """The play of these cards that is meant; cards that are all wild are what they are."""
    found = readings(cards, rules)
    for each in found:
        if (each.kind, each.length, each.rank) == (play.kind, play.length, play.rank):
            return each
    return found[0]
