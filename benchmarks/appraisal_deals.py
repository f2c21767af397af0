"""Deals played greedily, with every seat as the landlord once, and the model fitted to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.rollouts import greedy_deals, greedy_points
from ddz_core.analysis.appraisal import features
from ddz_core.analysis.habits import GREEDY
from ddz_core.game.game import DECK

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

    def known_bottom(self, known: int) -> Packed:
        """So many cards of each bottom: over the deals each as often as the others."""
        slots = np.stack([_slot_of(self.bottoms, i) for i in range(3)], axis=1)
        turn = (np.arange(self.n)[:, None] + np.arange(known)) % 3
        cards = np.uint64(1) << np.uint64(4) * np.take_along_axis(slots, turn, axis=1)
        return cards.sum(axis=1, dtype=np.uint64)

    def features(self, known: int) -> Floats:
        """Of every hand with so many bottom cards, ``float64[n, players, features]``."""
        cards = self.hands + self.known_bottom(known)[:, None]
        return features(cards.reshape(-1), self.rules).reshape(self.n, self.players, -1)

    @cached_property
    def closed(self) -> Floats:
        """The features with no bottom card known."""
        return self.features(0)

    def counts(self, known: int) -> NDArray[np.int64]:
        """The cards of each slot, ``int64[n, players, 15]``."""
        cards = self.hands + self.known_bottom(known)[:, None]
        shifts = np.uint64(4) * np.arange(15, dtype=np.uint64)
        return (cards[:, :, None] >> shifts & np.uint64(15)).astype(np.int64)


def _slot_of(bottoms: Packed, index: int) -> Packed:
    """The slot of the card of that index in each bottom, weakest first."""
    shifts = np.uint64(4) * np.arange(15, dtype=np.uint64)
    upto = (bottoms[:, None] >> shifts & np.uint64(15)).cumsum(axis=1)
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


@dataclass(frozen=True)
class Fit:
    """A least-squares fit, with standard errors by deal (the seats of a deal share cards)."""

    weights: Floats
    errors: Floats
    explained: float
    """The share of the variance that the model explains, R²."""


def fit(deals: Deals, known: int) -> Fit:
    """The landlord's points by the features of his hand."""
    x = deals.features(known)
    y = deals.points.astype(np.float64)
    flat = x.reshape(-1, x.shape[-1])
    weights = np.linalg.lstsq(flat, y.reshape(-1), rcond=None)[0]
    residuals = y - x @ weights
    inverse = np.linalg.inv(flat.T @ flat)
    scores = (x * residuals[:, :, None]).sum(axis=1)
    errors = np.sqrt(np.diag(inverse @ (scores.T @ scores) @ inverse))
    return Fit(weights, errors, 1 - float(residuals.var() / y.var()))
