"""The strength of a hand before bidding (docs/rules.md section 7, docs/appraisal.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._core.values import Hand
from ..arguments import whole_number
from ..errors import InvalidArgument, InvalidCards
from ..rules import Rules
from . import appraisal_numbers as numbers
from .solving import Cards, min_plays

DEALT = 17
"""The cards of a hand before the bottom."""

MOST_CARDS = 20
"""The cards of a hand with the bottom."""

FEATURES = ("1", "B", "R", "BR", "2", "A", "K", "Q", "bombs", "plays")
"""What the model goes by: 1, jokers, both of them, numbers of cards, bombs of four, and
the smallest number of plays."""

Setting: TypeAlias = str
"""Which numbers hold: ``"3"``, ``"2"`` or ``"2 short"``, by players and deck."""


@dataclass(frozen=True)
class Appraisal:
    """What a hand is worth, before bidding.

    >>> str(appraise("3456789TJQKA22BR5"))
    '4 strong cards, 1 bomb, about 4 plays → bid 3'
    """

    strong: int
    """Strong cards: jokers and 2s."""
    bombs: int
    """Four of a rank, and the rocket."""
    plays: int
    """The smallest number of plays that lay the hand down."""
    expected_points: float | None
    """Of its player as the landlord, per unit of base × stake; ``None`` for a hand of
    fewer than 17 cards, of which no auction is."""
    bid: int | None
    """From 0, which is to pass, to 3: what to bid first in a points auction; ``None``
    where there are no expected points."""

    def __str__(self) -> str:
        strong = _counted(self.strong, "strong card")
        told = f"{strong}, {_counted(self.bombs, 'bomb')}, about {_counted(self.plays, 'play')}"
        if self.bid is None:
            return told
        return f"{told} → {f'bid {self.bid}' if self.bid else 'pass'}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def appraise(
    hand: Cards,
    players: int = 3,
    rules: str | Rules = "standard",
    bottom_shown: Cards | None = None,
    *,
    short_deck: bool = False,
) -> Appraisal:
    """How strong a hand is before bidding, and what to bid on it.

    ``hand`` are the 17 cards dealt. Cards beyond 17, up to 20, are taken for bottom cards
    that are known, since they come with being the landlord; so is ``bottom_shown``, one
    card that the table shows before the auction and that is not in ``hand``. Of fewer
    than 17 cards the strong cards, bombs and plays are told, but no points and no bid.
    ``short_deck`` is for two players without the 3s and 4s.

    The expected points are a linear model, fitted to deals that greedy players played
    (docs/appraisal.md has the numbers, and how well they hold); the bid compares them
    with thresholds.

    Raises :class:`InvalidCards` for no cards, more than 20, and cards that cannot be
    together, :class:`InvalidArgument` for players other than 2 or 3 and for a
    ``bottom_shown`` that is not one card, :class:`InvalidRules` for an unknown preset.

    >>> found = appraise("344566789JJQKKKA2")
    >>> found.strong, found.bombs, found.plays, found.bid
    (1, 0, 7, 0)
    >>> appraise("344566789JJQKKKA2", bottom_shown="R").bid
    3
    """
    held = Hand(hand)
    setting = setting_of(whole_number("players", players, 2, 3), short_deck)
    shown = Hand() if bottom_shown is None else Hand(bottom_shown)
    if bottom_shown is not None and len(shown) != 1:
        raise InvalidArgument(f"bottom_shown is one card, not {str(shown)!r}")
    cards = held + shown
    if not held or len(cards) > MOST_CARDS:
        raise InvalidCards(
            f"a hand to appraise has 1 to {MOST_CARDS} cards, not {len(cards)}: {str(cards)!r}"
        )
    if short_deck and cards.counts[:2].any():
        raise InvalidCards(f"{cards} has a 3 or a 4: a short deck has none")
    points = expected_points(cards, setting, rules) if len(cards) >= DEALT + len(shown) else None
    counts = held.counts
    return Appraisal(
        strong=int(counts[12:].sum()),
        bombs=int((counts == 4).sum()) + int(counts[13] and counts[14]),
        plays=min_plays(held, rules).number,
        expected_points=points,
        bid=None if points is None else level(points, numbers.POINTS_AUCTION[setting][0]),
    )


def setting_of(players: int, short_deck: bool) -> Setting:
    """Which numbers hold. Raises :class:`InvalidArgument` for a short deck among three.

    >>> setting_of(2, True)
    '2 short'
    """
    if short_deck and players != 2:
        raise InvalidArgument(f"short_deck needs 2 players, not {players}")
    return f"{players} short" if short_deck else str(players)


def level(points: float, thresholds: tuple[float, ...]) -> int:
    """How many of the thresholds, lowest first, the points reach.

    >>> level(0.5, (-1.0, 0.5, 2.0))
    2
    """
    return sum(points >= threshold for threshold in thresholds)


def expected_points(cards: Hand, setting: Setting, rules: str | Rules) -> float:
    """The expected points of the landlord, per unit of base × stake.

    ``cards`` are his 17 and those of the bottom that are known. Raises
    :class:`InvalidCards` for another number of cards.
    """
    if not DEALT <= len(cards) <= MOST_CARDS:
        raise InvalidCards(f"a landlord has {DEALT} to {MOST_CARDS} known cards, not {len(cards)}")
    packed = np.array([cards.packed], np.uint64)
    weights = numbers.WEIGHTS[setting][len(cards) - DEALT]
    # The weights have three digits.
    return round(float((features(packed, rules) @ np.array(weights))[0]), 3)


def features(hands: NDArray[np.uint64], rules: str | Rules) -> NDArray[np.float64]:
    """The :data:`FEATURES` of packed hands, ``float64[n, 10]``.

    >>> features(np.array([Hand("3333AA2BR").packed], np.uint64), "standard")[0].tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 0.0, 0.0, 1.0, 3.0]
    """
    hands = np.ascontiguousarray(hands)
    counts = slot_counts(hands)
    small, big = counts[:, 13], counts[:, 14]
    bombs = (counts == 4).sum(axis=1)
    plays = min_plays(hands, rules)
    columns = [np.ones(len(hands)), small, big, small * big, *counts[:, 12:8:-1].T, bombs, plays]
    return np.column_stack(columns).astype(np.float64)


def slot_counts(hands: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """How many cards of each slot packed hands have, ``uint8[n, 15]``."""
    shifts = 4 * np.arange(15, dtype=np.uint64)
    counts: NDArray[np.uint8] = (hands[:, None] >> shifts & np.uint64(15)).astype(np.uint8)
    return counts
