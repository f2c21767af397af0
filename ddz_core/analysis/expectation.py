"""The points that a landlord may expect of a hand: a linear model (docs/appraisal.md)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._core.queries import readings
from .._core.values import Hand
from ..errors import InvalidArgument, InvalidCards
from ..kinds import BOMBS, CHAIN_SLOTS
from ..packed import slot_counts
from ..rules import Rules
from .appraisal_numbers import NUMBERS
from .settings import Numbers, Setting
from .solving import min_plays

DEALT = 17
"""The cards of a hand before the bottom."""

MOST_CARDS = 20
"""The cards of a hand with the bottom."""

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

_LOW = 10
"""Ranks below this slot, 3 to Q, are low."""

_WIDTHS = np.array([[1], [2], [3]])
_LEAST = np.array([[5], [3], [2]])
"""Cards of each rank of a chain, and the fewest ranks."""

_CHAINS = 3
_PLACES = 1 << np.arange(CHAIN_SLOTS)


def numbers_of(setting: Setting) -> Numbers:
    """The numbers of a setting. Raises :class:`InvalidArgument` where there are none.

    >>> numbers_of("5")
    Traceback (most recent call last):
    ddz_core.errors.InvalidArgument: there are no numbers to appraise by for '5' players...
    """
    if setting not in NUMBERS:
        known = ", ".join(map(repr, NUMBERS))
        raise InvalidArgument(
            f"there are no numbers to appraise by for {setting!r} players; there are for {known}"
        )
    return NUMBERS[setting]


def expected_points(cards: Hand, setting: Setting, rules: str | Rules) -> float:
    """The expected points of the landlord, per unit of base × stake.

    ``cards`` are his 17 and those of the bottom that are known. Where all 20 are and make
    one play, they are no estimate: he goes out before anybody has played. Raises
    :class:`InvalidCards` for another number of cards, and :class:`InvalidArgument` for a
    setting without numbers.
    """
    if not DEALT <= len(cards) <= MOST_CARDS:
        raise InvalidCards(f"a landlord has {DEALT} to {MOST_CARDS} known cards, not {len(cards)}")
    numbers = numbers_of(setting)
    weights = numbers.weights[len(cards) - DEALT]
    if len(cards) == MOST_CARDS and (plays := readings(cards, rules)):
        spring = 2 * (numbers.players - 1)
        return float(2 * spring if any(play.kind in BOMBS for play in plays) else spring)
    row = features(np.array([cards.packed], np.uint64), rules)
    # The weights have four digits.
    return round(float((row @ np.concatenate([np.ravel(weights.ranks), weights.shape]))[0]), 3)


def features(hands: NDArray[np.uint64], rules: str | Rules) -> NDArray[np.float64]:
    """What the model goes by, of packed hands, ``float64[n, 60 + len(SHAPE)]``.

    For each slot whether there are 1, 2, 3 or 4 cards of it, and then the :data:`SHAPE`.

    >>> row = features(np.array([Hand("3333AA2BR").packed], np.uint64), "standard")[0]
    >>> row[:4].tolist(), dict(zip(SHAPE, row[60:].tolist()))["control"]
    ([0.0, 0.0, 0.0, 1.0], 9.0)
    """
    hands = np.ascontiguousarray(hands)
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


def longest_chains(counts: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The cards of the longest chains of solos, pairs or trios, ``float64[n, 3]``.

    Each is taken out before the next is looked for; 0 where there is none left.

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
