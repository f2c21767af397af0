"""Deals played greedily, with every seat as the landlord once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.rollouts import greedy_deals, greedy_points
from ddz_core.analysis.habits import GREEDY
from ddz_core.game.deals import DECK
from ddz_core.packed import slot_counts

Floats = NDArray[np.float64]
Packed = NDArray[np.uint64]

GAMES = ("3", "2", "2 short")

KNOWN = (0, 1, 2, 3)
"""How many bottom cards the landlord may know."""


@dataclass(frozen=True)
class Deals:
    """Deals of one game. Everything is by deal and seat."""

    hands: Packed
    """Before the bottom, ``uint64[n, players]``."""
    bottoms: Packed
    points: NDArray[np.int64]
    """What the seat gets as the landlord, per unit, ``int64[n, players]``."""
    asides: Packed
    """Cards that nobody holds."""
    rules: str

    @property
    def n(self) -> int:
        return len(self.bottoms)

    @property
    def players(self) -> int:
        return int(self.hands.shape[1])

    def cards(self, known: int) -> Packed:
        """Every hand with so many cards of the bottom."""
        return self.hands + part_of(self.bottoms, known)[:, None]


def part_of(bottoms: Packed, known: int) -> Packed:
    """So many cards of each bottom: over the deals each as often as the others."""
    slots = np.stack([_slot_of(bottoms, i) for i in range(3)], axis=1)
    turn = (np.arange(len(bottoms))[:, None] + np.arange(known)) % 3
    cards = np.uint64(1) << np.uint64(4) * np.take_along_axis(slots, turn, axis=1)
    return cards.sum(axis=1, dtype=np.uint64)


def _slot_of(bottoms: Packed, index: int) -> Packed:
    """The slot of the card of that index in each bottom, weakest first."""
    upto = slot_counts(bottoms).cumsum(axis=1)
    return (upto <= index).sum(axis=1).astype(np.uint64)


def play(game: str, first: int, n: int, rules: str = "standard") -> Deals:
    """Deals ``first``, ``first + 1``, …, each played with every seat as the landlord."""
    players = int(game[0])
    habits = GREEDY.compiled
    if "short" not in game:
        found = [
            greedy_deals(habits, habits, first, n, players, seat, rules) for seat in range(players)
        ]
        hands, bottoms, _ = found[0]
        points = np.stack([points for *_, points in found], axis=1)
        asides = np.uint64(DECK.packed) - hands.sum(axis=1, dtype=np.uint64) - bottoms
        return Deals(hands, bottoms, points, asides, rules)
    hands, bottoms, asides = _short_deals(first, n)
    points = np.empty((n, players), np.int64)
    for seat in range(players):
        led = hands.copy()
        led[:, seat] += bottoms
        points[:, seat] = greedy_points(habits, habits, led, asides, seat, rules)
    return Deals(hands, bottoms, points, asides, rules)


def _short_deals(seed: int, n: int) -> tuple[Packed, Packed, Packed]:
    """Deals without the 3s and 4s, for two: these have no kernel, and no numbers here."""
    ranks = [*np.repeat(np.arange(2, 13), 4), 13, 14]
    cards = np.uint64(1) << np.uint64(4) * np.array(ranks, np.uint64)
    order = np.random.default_rng(seed).permuted(np.tile(cards, (n, 1)), axis=1)
    parts = [order[:, :17], order[:, 17:34], order[:, 34:37], order[:, 37:]]
    one, two, bottoms, asides = (part.sum(axis=1, dtype=np.uint64) for part in parts)
    return np.stack([one, two], axis=1), bottoms, asides
