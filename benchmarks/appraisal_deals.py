"""Deals played greedily, with every seat as the landlord once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.rollouts import greedy_deals, greedy_points
from ddz_core.analysis.habits import GREEDY, greedy_for
from ddz_core.game.deals import DECK
from ddz_core.packed import slot_counts
from ddz_core.rules import WILD_RANKS, Rules

Floats = NDArray[np.float64]
Packed = NDArray[np.uint64]

GAMES = ("3", "2", "2 short")

VARIANTS = ("4", "3 wild", "2 wild")
"""With two decks, and with a wild rank that is drawn for each deal."""

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
    """By which plays are counted before the auction."""
    wild: NDArray[np.int64]
    """The slot of the wild rank, ``int64[n]``; -1 where there is none."""

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
    size = int(slot_counts(bottoms[:1]).sum())
    slots = np.stack([_slot_of(bottoms, i) for i in range(size)], axis=1)
    turn = (np.arange(len(bottoms))[:, None] + np.arange(known)) % size
    cards = np.uint64(1) << np.uint64(4) * np.take_along_axis(slots, turn, axis=1)
    return cards.sum(axis=1, dtype=np.uint64)


def _slot_of(bottoms: Packed, index: int) -> Packed:
    """The slot of the card of that index in each bottom, weakest first."""
    upto = slot_counts(bottoms).cumsum(axis=1)
    return (upto <= index).sum(axis=1).astype(np.uint64)


def play(game: str, first: int, n: int, rules: str = "standard") -> Deals:
    """Deals ``first``, ``first + 1``, …, each played with every seat as the landlord."""
    if "short" in game:
        return _short(first, n, rules)
    if "wild" in game:
        return _wild(int(game[0]), first, n)
    if game == "4":
        rules = "four"
    return _played(int(game[0]), first, n, Rules.preset(rules), rules)


def _played(players: int, first: int, n: int, played: Rules, rules: str) -> Deals:
    """Numbered deals under these rules; ``rules`` count plays before the auction."""
    habits = greedy_for(played).compiled
    found = [
        greedy_deals(habits, habits, first, n, players, seat, played) for seat in range(players)
    ]
    hands, bottoms, _ = found[0]
    points = np.stack([points for *_, points in found], axis=1)
    deck = np.uint64(0) if played.decks == 2 else np.uint64(DECK.packed)
    asides = deck - hands.sum(axis=1, dtype=np.uint64) - bottoms if deck else np.zeros_like(bottoms)
    wild = -1 if played.wild is None else WILD_RANKS.index(played.wild)
    return Deals(hands, bottoms, points, asides, rules, np.full(n, wild))


def _wild(players: int, first: int, n: int) -> Deals:
    """As many deals of each wild rank, one rank after the other, in an order of chance."""
    each = -(-n // len(WILD_RANKS))
    parts = [
        _played(players, first + i * each, each, Rules(wild=rank), "standard")
        for i, rank in enumerate(WILD_RANKS)
    ]
    order = np.random.default_rng(first).permutation(each * len(parts))[:n]
    arrays = (
        np.concatenate([getattr(part, name) for part in parts])[order]
        for name in ("hands", "bottoms", "points", "asides")
    )
    return Deals(*arrays, "standard", np.concatenate([part.wild for part in parts])[order])


def _short(first: int, n: int, rules: str) -> Deals:
    habits = GREEDY.compiled
    hands, bottoms, asides = _short_deals(first, n)
    points = np.empty((n, 2), np.int64)
    for seat in range(2):
        led = hands.copy()
        led[:, seat] += bottoms
        points[:, seat] = greedy_points(habits, habits, led, asides, seat, rules)
    return Deals(hands, bottoms, points, asides, rules, np.full(n, -1))


def _short_deals(seed: int, n: int) -> tuple[Packed, Packed, Packed]:
    """Deals without the 3s and 4s, for two: these have no kernel, and no numbers here."""
    ranks = [*np.repeat(np.arange(2, 13), 4), 13, 14]
    cards = np.uint64(1) << np.uint64(4) * np.array(ranks, np.uint64)
    order = np.random.default_rng(seed).permuted(np.tile(cards, (n, 1)), axis=1)
    parts = [order[:, :17], order[:, 17:34], order[:, 34:37], order[:, 37:]]
    one, two, bottoms, asides = (part.sum(axis=1, dtype=np.uint64) for part in parts)
    return np.stack([one, two], axis=1), bottoms, asides
