"""Fits what to say between the auction and the first lead: open hands and the doubling round.

A seat's factor multiplies all that goes between it and the others, so one that expects
points doubles, and one that does not does not. What a landlord may expect depends on
whether the peasants double, and what they do on whether he has: so the two are found by
turns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from appraisal_auctions import Outcomes
from appraisal_leads import table_of
from numpy.typing import NDArray

import ddz_core as ddz
from ddz_core import agents
from ddz_core.analysis.factors import LANDLORDS_STEP, PEASANTS_STEP
from ddz_core.analysis.settings import Doubling, Hope, Line

Floats = NDArray[np.float64]

TURNS = 6
"""How often landlord and peasants answer each other."""


@dataclass(frozen=True)
class Dealt:
    """Deals after the auction: everything by deal."""

    landlords: Floats
    """The expected points of the landlord's hand, with the bottom."""
    peasants: Floats
    """Those of each peasant's hand, as if it were the landlord's: ``float64[n, peasants]``."""
    bottoms: Floats
    """The control of the bottom."""
    points: Floats
    """What the landlord gets from all peasants together, per unit."""
    stakes: Floats


def after_auction(
    outcomes: Outcomes | None, own: Floats, with_bottom: Floats, bottoms: Floats, points: Floats
) -> Dealt:
    """The deals that have a landlord; without an auction seat 0 is."""
    n, players = own.shape
    landlords = np.zeros(n, np.int64) if outcomes is None else outcomes.landlords
    stakes = np.ones(n) if outcomes is None else outcomes.stakes.astype(float)
    at = np.flatnonzero(landlords >= 0)
    who = landlords[at]
    peasants = np.stack([own[at, (who + step) % players] for step in range(1, players)], axis=1)
    return Dealt(with_bottom[at, who], peasants, bottoms[at], points[at, who], stakes[at])


def factors_of(beyond: Floats, step: float) -> Floats:
    """1, 2 or 4, by how far beyond the threshold one is."""
    return np.where(beyond < 0, 1.0, np.where(beyond < step, 2.0, 4.0))


def peasants_factors(deals: Dealt, landlords: Floats, hopes: tuple[Hope, Hope]) -> Floats:
    """By deal and peasant."""
    doubled = (landlords > 1)[:, None]
    hoped = [
        hope.constant + hope.own * deals.peasants + hope.bottom * deals.bottoms[:, None]
        for hope in hopes
    ]
    return factors_of(np.where(doubled, hoped[1], hoped[0]), PEASANTS_STEP)


def fitted_doubling(deals: Dealt) -> Doubling:
    """The rule that answers itself."""
    each = deals.points / deals.peasants.shape[1]
    threshold = float(np.median(deals.landlords))
    grid = np.round(np.arange(-1.0, 6.001, 0.05), 2)
    for _ in range(TURNS):
        doubled = deals.landlords >= threshold
        hopes = _hope(deals, each, ~doubled), _hope(deals, each, doubled)
        brought = []
        for mark in grid:
            own = factors_of(deals.landlords - mark, LANDLORDS_STEP)
            others = peasants_factors(deals, own, hopes)
            brought.append((deals.stakes * own * others.sum(axis=1) * each).mean())
        threshold = float(grid[int(np.argmax(brought))])
    return Doubling(threshold, hopes)


def _hope(deals: Dealt, each: Floats, at: NDArray[np.bool_]) -> Hope:
    """What peasants get, by a least-squares fit; weighed by the stakes."""
    peasants = deals.peasants[at]
    n = peasants.shape[1]
    x = np.column_stack(
        [np.ones(peasants.size), peasants.reshape(-1), np.repeat(deals.bottoms[at], n)]
    )
    weights = np.sqrt(np.repeat(deals.stakes[at], n))[:, None]
    y = -np.repeat(each[at], n)
    found = np.linalg.lstsq(x * weights, y * weights[:, 0], rcond=None)[0]
    return Hope(*(round(float(value), 4) for value in found))


class Gain(NamedTuple):
    """What doubling brings to a seat against others that double by the rule."""

    landlord_doubles: float
    """How often."""
    peasants_double: float
    landlord: float
    """Points a deal that he gets more than without doubling."""
    landlord_error: float
    peasant: float
    """The same of one peasant."""
    peasant_error: float


def gain(deals: Dealt, rule: Doubling) -> Gain:
    """On deals that nothing was fitted to."""
    each = deals.points / deals.peasants.shape[1]
    own = factors_of(deals.landlords - rule.landlord, LANDLORDS_STEP)
    others = peasants_factors(deals, own, rule.peasants)
    silent = peasants_factors(deals, np.ones_like(own), rule.peasants)
    by_landlord = deals.stakes * each * (own * others.sum(axis=1) - silent.sum(axis=1))
    by_peasant = (-(deals.stakes * own * each)[:, None] * (others - 1)).mean(axis=1)
    root = np.sqrt(len(each))
    return Gain(
        float((own > 1).mean()),
        float((others > 1).mean()),
        float(by_landlord.mean()),
        float(by_landlord.std() / root),
        float(by_peasant.mean()),
        float(by_peasant.std() / root),
    )


class Opened(NamedTuple):
    """Deals played with the landlord's hand hidden and open."""

    expected: Floats
    closed: Floats
    opened: Floats


def played_open(
    player: str,
    game: str,
    first: int,
    deals: int,
    worth_of: Callable[[ddz.Observation], float],
    least: float,
) -> Opened:
    """Deals of seat 0 as the landlord with at least so many expected points, played by
    players of that name; the factor of the open hand is taken off."""
    table = table_of(game, 0).changed(open_hand=2)
    expected, found, number = [], [], first
    while len(found) < deals:
        seen = ddz.Game(table, number).observation(0)
        worth = worth_of(seen)
        if worth >= least:
            expected.append(worth)
            found.append([_points(player, table, number, said) for said in ("pass", "open")])
        number += 1
    closed, opened = np.array(found, float).T
    return Opened(np.array(expected), closed, opened / 2)


def _points(player: str, table: ddz.Table, number: int, said: str) -> int:
    game = ddz.Game(table, number)
    game.push(said)
    seated = [agents.make(player, 4 * number + seat) for seat in range(table.players)]
    while (seat := game.turn) is not None:
        game.push(seated[seat].act(game.observation(seat)))
    assert game.result is not None
    return game.result.points[0]


def fitted_lines(deals: Opened) -> tuple[Line, Line]:
    """What the landlord gets by what was expected, with his hand hidden and open."""
    x = np.column_stack([np.ones_like(deals.expected), deals.expected])
    both = np.stack([deals.closed, deals.opened], axis=1)
    found = np.linalg.lstsq(x, both, rcond=None)[0]
    closed, opened = (Line(*(round(float(v), 3) for v in line)) for line in found.T)
    return closed, opened
