"""Auctions of many deals at once, and the thresholds that no seat gains by leaving.

A seat goes by one number for each hand: the *level*, how many thresholds its expected
points reach. In a points auction that is the bid it would make, in a doubling auction how
many times it lets the stake begin or double; so it is if one calls and others rob.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Levels = NDArray[np.int64]
Thresholds = tuple[float, ...]

TREMBLE = 0.05
"""How often the others bid at random."""

BOLD = 0.05
"""In how many doubling auctions thresholds are looked for against others who all go as high as
they can, whatever they hold. Without them the thresholds of the highest bid are so high that
such others take much; with more of them thresholds cost too much against other players."""

GRID = np.round(np.arange(-2.5, 4.001, 0.05), 2)


@dataclass(frozen=True)
class Outcomes:
    """Who became the landlord, in the order of bidding (-1: nobody), and at what stake."""

    landlords: NDArray[np.int64]
    stakes: NDArray[np.int64]

    def points(self, as_landlord: Floats, seat: int) -> Floats:
        """What the seat got in each deal: ``as_landlord[n, players]`` are per unit."""
        n, players = as_landlord.shape
        won = self.stakes * as_landlord[np.arange(n), self.landlords]
        won[self.landlords < 0] = 0.0
        return np.where(self.landlords == seat, won, -won / (players - 1))


def points_auction(levels: Levels) -> Outcomes:
    """Everyone has one turn, and must bid higher; a level of 3 ends it."""
    landlords = np.full(len(levels), -1)
    stakes = np.zeros(len(levels), np.int64)
    for seat, level in enumerate(levels.T):
        higher = level > stakes
        landlords[higher] = seat
        stakes[higher] = level[higher]
    return Outcomes(landlords, stakes)


def doubling_auction(levels: Levels, most: int) -> Outcomes:
    """Turns go round until one bidder is left or the bid of number ``most`` is made."""
    n, players = levels.shape
    landlords = np.full(n, -1)
    made = np.zeros(n, np.int64)
    passed = np.zeros((n, players), bool)
    over = np.zeros(n, bool)
    for turn in range(players * (most + 1)):
        seat = turn % players
        active = ~over & ~passed[:, seat]
        bids = active & (levels[:, seat] > made)
        landlords[bids] = seat
        made[bids] += 1
        passed[active & ~bids, seat] = True
        over = (made == most) | (passed.sum(axis=1) == players - (made > 0))
    return Outcomes(landlords, np.where(made > 0, 1 << np.maximum(made - 1, 0), 0))


def call_auction(levels: Levels) -> Outcomes:
    """In order until one calls, then those behind him once each, and then he himself once:
    each rob doubles the stake."""
    n, players = levels.shape
    landlords, callers = np.full(n, -1), np.full(n, -1)
    made = np.zeros(n, np.int64)
    for turn in range(players + 1):
        # The last turn is the caller's, if anybody has robbed.
        seat = np.full(n, turn) if turn < players else np.where(landlords != callers, callers, -1)
        level = levels[np.arange(n), np.clip(seat, 0, None)]
        takes = (seat >= 0) & (level > made)
        landlords[takes] = seat[takes]
        made[takes] += 1
        if turn < players:
            callers = np.where(callers < 0, landlords, callers)
    return Outcomes(landlords, np.where(made > 0, 1 << np.maximum(made - 1, 0), 0))


def levels_of(expected: Floats, thresholds: Thresholds) -> Levels:
    """How many of the thresholds each hand reaches."""
    return np.searchsorted(np.array(thresholds), expected, side="right")


class Auctions:
    """The auctions of deals whose hands and results are known."""

    def __init__(
        self,
        expected: Floats,
        points: Floats,
        doubling: int = 0,
        grid: Floats = GRID,
        bold: float = 0.0,
        calls: bool = False,
    ) -> None:
        """``expected`` points of the hands and ``points`` as the landlord, by deal and seat
        in the order of bidding; ``doubling`` is the number of bids of a doubling auction,
        0 a points auction; with ``calls`` one calls and others rob. Thresholds are on the
        grid. In a share of the auctions, ``bold``, the others go as high as they can."""
        self.expected, self.points, self.doubling, self.grid = expected, points, doubling, grid
        self.calls = calls
        self.bids = expected.shape[1] + 1 if calls else doubling or 3
        self.bins = np.searchsorted(grid, expected, side="right")
        random = np.random.default_rng(1)
        self.trembles = random.random(expected.shape) < TREMBLE
        self.trembled = random.integers(0, self.bids + 1, expected.shape)
        is_bold = random.random(len(expected)) < bold
        self.trembles[is_bold] = True
        self.trembled[is_bold] = self.bids

    def outcomes(self, levels: Levels) -> Outcomes:
        """Of levels by deal and seat."""
        if self.calls:
            return call_auction(levels)
        return doubling_auction(levels, self.doubling) if self.doubling else points_auction(levels)

    def seat_worths(self, others: Sequence[Thresholds], seat: int) -> Floats:
        """What each level of a seat brings where the others go by their thresholds.

        Now and then they bid at random or boldly, so that there is a best answer to everything.
        ``float64[len(grid) + 1, bids + 1]``: by how many numbers of the grid its expected
        points reach, and by its level; they add up to mean points of a deal.
        """
        levels = np.where(self.trembles, self.trembled, self.levels(others))
        worths = np.empty((len(self.grid) + 1, self.bids + 1))
        for level in range(self.bids + 1):
            levels[:, seat] = level
            points = self.outcomes(levels).points(self.points, seat)
            worths[:, level] = np.bincount(self.bins[:, seat], points, len(worths)) / len(points)
        return worths

    def value(self, own: Thresholds, worths: Floats) -> float:
        """What thresholds on the grid bring."""
        centres = np.append(self.grid, np.inf)
        # Bin i holds what reaches i numbers of the grid, so from grid[i - 1] on.
        levels = levels_of(np.concatenate([[-np.inf], centres[:-1]]), own)
        return float(worths[np.arange(len(worths)), levels].sum())

    def best(self, worths: Floats) -> tuple[Thresholds, float]:
        """The thresholds on the grid that bring most, and what they bring.

        Levels rise with the bins: the best sum over the bins so far that ends at each
        level, bin by bin, and back along where it came from.
        """
        total = np.zeros(self.bids + 1)
        came = np.empty(worths.shape, np.int64)
        for place, row in enumerate(worths):
            came[place] = [int(np.argmax(total[: level + 1])) for level in range(self.bids + 1)]
            total = total[came[place]] + row
        level = int(np.argmax(total))
        levels = []
        for row in came[::-1]:
            levels.append(level)
            level = int(row[level])
        edges = np.concatenate([[-np.inf], self.grid, [np.inf]])
        first = np.searchsorted(levels[::-1], np.arange(1, self.bids + 1))
        return tuple(edges[first].tolist()), float(total.max())

    def best_spaced(self, worths: Floats, spacing: float) -> tuple[Thresholds, float]:
        """The same among thresholds that are evenly spaced."""
        steps = spacing * np.arange(1 - self.bids, 1)
        tried = [tuple((highest + steps).tolist()) for highest in self.grid]
        values = [self.value(thresholds, worths) for thresholds in tried]
        best = int(np.argmax(values))
        return tried[best], values[best]

    def equilibrium(self, spacing: float | None, rounds: int = 30) -> list[Thresholds]:
        """The thresholds of each place in the order of bidding that answer each other.

        All start alike; in every round each seat goes a part of the way to its best answer
        to the others, an ever smaller one (fictitious play).
        """
        players = self.expected.shape[1]
        found = np.zeros((players, self.bids))
        for number in range(rounds):
            answers = []
            for seat in range(players):
                worths = self.seat_worths(_tuples(found), seat)
                best = self.best_spaced(worths, spacing) if spacing else self.best(worths)
                answers.append(np.clip(best[0], self.grid[0], self.grid[-1]))
            found += (np.array(answers) - found) / (number / 3 + 1)
        # Rounded to the grid, on which worths are told.
        step = self.grid[1] - self.grid[0]
        return _tuples(np.round(np.round(found / step) * step, 2))

    def check(self, thresholds: Sequence[Thresholds]) -> list[Check]:
        """What the thresholds bring each place, and what a better answer would."""
        found = []
        outcomes = self.outcomes(self.levels(thresholds))
        for seat, own in enumerate(thresholds):
            worths = self.seat_worths(thresholds, seat)
            value = self.value(own, worths)
            points = outcomes.points(self.points, seat)
            led = outcomes.landlords == seat
            found.append(
                Check(
                    value=float(points.mean()),
                    gain=self.best(worths)[1] - value,
                    led=float(led.mean()),
                    as_landlord=float(points[led].mean()) if led.any() else float("nan"),
                )
            )
        return found

    def levels(self, thresholds: Sequence[Thresholds]) -> Levels:
        """The level of every hand, each seat by its own thresholds."""
        columns = zip(self.expected.T, thresholds, strict=True)
        return np.stack([levels_of(expected, own) for expected, own in columns], axis=1)


def _tuples(found: Floats) -> list[Thresholds]:
    return [tuple(row) for row in found.tolist()]


@dataclass(frozen=True)
class Check:
    """How the thresholds of one place do, where all go by theirs."""

    value: float
    """Its mean points of a deal."""
    gain: float
    """How much more the best thresholds against the others would bring."""
    led: float
    """The share of deals in which it became the landlord."""
    as_landlord: float
    """Its mean points in those."""
