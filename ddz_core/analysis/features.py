"""What the model of expected points goes by: a row of numbers for each hand (docs/appraisal.md)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._core.compiled import compiled
from ..kinds import CHAIN_SLOTS
from ..packed import slot_counts
from ..rules import Rules
from .solving import min_plays

FEW_PLAYS = (8, 6, 4)
"""Each play fewer than so many counts more than the one before."""

SHAPE = (
    "1", "BR", "plays",
    *(f"plays below {n}" for n in FEW_PLAYS), "control",
    *(f"control × plays below {n}" for n in FEW_PLAYS),
    "solos", "pairs", "solos²", "solos × plays below 6", "pairs × plays below 6",
    "chain", "chain²", "chain × plays", "chain × control",
    "chained", "chained × plays below 6",
    "chained beyond 12 × plays below 4", "chained beyond 14 × plays below 4",
)  # fmt: skip
"""What the model goes by beside the cards of each rank.

``BR`` is 1 for both jokers, ``plays`` the smallest number of plays, and ``plays below 4`` how
many they are fewer than 4, 0 where they are not. ``control`` stands for cards that take
tricks: 3 for R, 2 for B and for each bomb of four, 1 for a 2, ½ for an A. ``solos`` and
``pairs`` are the ranks up to Q of which there are one or two cards. ``chain`` are the cards
of the longest chain of solos, pairs or trios, and ``chained`` those of the longest chains
together: three at most, each taken out before the next is looked for.
"""

FEW_PLAYS_OF_TWO = (12, 9, 6)

SHAPE_OF_TWO = (
    "1", "rocket", "BB", "RR", "plays", *(f"plays below {n}" for n in FEW_PLAYS_OF_TWO),
    "bombs of 4", "bombs of 5", "bombs of 6", "bombs of 7 or 8", "ranks of bombs",
    "bombs × plays below 9", "solos", "pairs", "trios", "chain", "chained",
)  # fmt: skip
"""The same of two decks, beside the number of cards of each rank.

``rocket`` is 1 for all four jokers, ``BB`` and ``RR`` for two of a kind. ``ranks of bombs`` are
their slots added up. ``solos``, ``pairs`` and ``trios`` are ranks up to Q with so many cards.
"""

_LOW = 10
"""Ranks below this slot, 3 to Q, are low."""

_WIDTHS = np.array([[1], [2], [3]])
_LEAST = np.array([[5], [3], [2]])
"""Cards of each rank of a chain, and the fewest ranks."""

_CHAINS = 3
_PLACES = 1 << np.arange(CHAIN_SLOTS)


def shape_of(rules: str | Rules) -> tuple[str, ...]:
    """The names of the last columns of :func:`features`.

    >>> shape_of("standard") is SHAPE, shape_of("four") is SHAPE_OF_TWO
    (True, True)
    """
    return SHAPE_OF_TWO if compiled(rules).value.decks == 2 else SHAPE


def features(hands: NDArray[np.uint64], rules: str | Rules) -> NDArray[np.float64]:
    """What the model goes by, of packed hands, ``float64[n, columns]``.

    With one deck 60 columns, for each slot whether there are 1, 2, 3 or 4 cards of it, and
    then the :data:`SHAPE`; with two decks the number of cards of each of the 15 slots, and the
    :data:`SHAPE_OF_TWO`. Wild cards are taken for what they show.

    >>> from ddz_core import Hand
    >>> row = features(np.array([Hand("3333AA2BR").packed], np.uint64), "standard")[0]
    >>> row[:4].tolist(), dict(zip(SHAPE, row[60:].tolist()))["control"]
    ([0.0, 0.0, 0.0, 1.0], 9.0)
    """
    value = compiled(rules).value
    hands = np.ascontiguousarray(hands)
    if value.decks == 2:
        return _of_two(hands, value)
    return _of_one(hands, value if value.wild is None else value.changed(wild=None))


def _of_one(hands: NDArray[np.uint64], rules: Rules) -> NDArray[np.float64]:
    counts = slot_counts(hands)
    ranks = (counts[:, :, None] == np.arange(1, 5)).reshape(len(hands), 60)
    both = counts[:, 13] * counts[:, 14]
    plays = min_plays(hands, rules).astype(np.float64)
    fewer = [np.clip(n - plays, 0, None) for n in FEW_PLAYS]
    bombs = (counts == 4).sum(axis=1)
    control = counts[:, 11:] @ np.array([0.5, 1, 2, 3]) + 2 * bombs
    solos = (counts[:, :_LOW] == 1).sum(axis=1).astype(np.float64)
    pairs = (counts[:, :_LOW] == 2).sum(axis=1).astype(np.float64)
    chains = longest_chains(counts)
    chain, chained = chains[:, 0], chains.sum(axis=1)
    shape = [
        np.ones(len(hands)), both, plays, *fewer,
        control, *(control * each for each in fewer),
        solos, pairs, solos**2, solos * fewer[1], pairs * fewer[1],
        chain, chain**2, chain * plays, chain * control,
        chained, chained * fewer[1],
        np.clip(chained - 12, 0, None) * fewer[2], np.clip(chained - 14, 0, None) * fewer[2],
    ]  # fmt: skip
    return np.column_stack([ranks, *shape]).astype(np.float64)


def _of_two(hands: NDArray[np.uint64], rules: Rules) -> NDArray[np.float64]:
    counts = slot_counts(hands)
    jokers, low = counts[:, 13:], counts[:, :_LOW]
    bombs = counts[:, :13] >= 4
    plays = min_plays(hands, rules).astype(np.float64)
    fewer = [np.clip(n - plays, 0, None) for n in FEW_PLAYS_OF_TWO]
    chains = longest_chains(counts)
    shape = [
        np.ones(len(hands)), (jokers == 2).all(axis=1), jokers[:, 0] == 2, jokers[:, 1] == 2,
        plays, *fewer,
        *((counts == n).sum(axis=1) for n in (4, 5, 6)), (counts >= 7).sum(axis=1),
        bombs @ np.arange(13), bombs.sum(axis=1) * fewer[1],
        *((low == n).sum(axis=1) for n in (1, 2, 3)),
        chains[:, 0], chains.sum(axis=1),
    ]  # fmt: skip
    return np.column_stack([counts, *shape]).astype(np.float64)


def control_of(cards: NDArray[np.uint64]) -> NDArray[np.float64]:
    """What takes tricks among packed cards: 3 for R, 2 for B, 1 for a 2, ½ for an A.

    >>> from ddz_core import Hand
    >>> control_of(np.array([Hand("3A2").packed], np.uint64)).tolist()
    [1.5]
    """
    found: NDArray[np.float64] = slot_counts(cards)[:, 11:] @ np.array([0.5, 1, 2, 3])
    return found


def longest_chains(counts: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The cards of the longest chains of solos, pairs or trios, ``float64[n, 3]``.

    Each is taken out before the next is looked for; 0 where there is none left.

    >>> from ddz_core import Hand
    >>> longest_chains(Hand("33445566778889").counts[None]).tolist()
    [[12.0, 0.0, 0.0]]
    """
    left = counts[:, :CHAIN_SLOTS].astype(np.int64)
    rows = np.arange(len(left))
    found = np.zeros((len(left), _CHAINS))
    for number in range(_CHAINS):
        # By width and hand: the ranks that there are enough cards of, a bit for each, and
        # again and again those of them that are followed by as many more.
        ranks = (left[None] >= _WIDTHS[:, :, None]) @ _PLACES
        length, starts = np.zeros_like(ranks), ranks
        while ranks.any():
            starts = np.where(ranks, ranks, starts)
            length += ranks != 0
            ranks = ranks & ranks >> 1
        cards = np.where(length >= _LEAST, length * _WIDTHS, 0)
        if not cards.any():
            break
        width = cards.argmax(axis=0)
        found[:, number] = cards[width, rows]
        start = starts[width, rows]
        run = ((1 << length[width, rows]) - 1) * (start & -start)
        is_in = (run[:, None] & _PLACES > 0) & (found[:, number] > 0)[:, None]
        left -= is_in * _WIDTHS[width]
    return found
