"""Points of actions in worlds, world by world, and what follows from them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...game.actions import Action
from .values import ActionValue, Better

SURE = 3.0
"""So many standard errors of the gain make an action significantly better."""

LEAST = 16
"""Worlds tried at least before an action is called better, and in the first round against
the clock."""

Floats = NDArray[np.float64]


class Gains(NamedTuple):
    """What one action brings more than another, in each of some worlds."""

    points: Floats
    wins: Floats


def valued(actions: Sequence[Action], points: Floats, wins: Floats) -> tuple[ActionValue, ...]:
    """The values of actions, best first, from ``float64[actions, worlds]`` each."""
    n = points.shape[1]
    found = []
    for action, row, won in zip(actions, points, wins, strict=True):
        error = float(row.std(ddof=1)) / sqrt(n) if n > 1 else nan
        found.append(ActionValue(action, n, float(row.mean()), error, float(won.mean())))
    return best_first(found)


def best_first(values: Sequence[ActionValue]) -> tuple[ActionValue, ...]:
    """Of equal ones the first stays before the others."""
    return tuple(sorted(values, key=lambda value: -value.points))


def better_or_not(action: Action, gains: Gains) -> Better | None:
    """That an action is better by these gains, if that is significant."""
    n = len(gains.points)
    if n < LEAST:
        return None
    gain = float(gains.points.mean())
    error = float(gains.points.std(ddof=1)) / sqrt(n)
    if not (gain > 0 and gain >= SURE * error):
        return None
    return Better(action, gain, error, float(gains.wins.mean()), n)


def in_rounds(work: Callable[[int, int], None], worlds: int, deadline: float | None) -> int:
    """Does ``work(first, stop)`` for worlds from 0 on; returns how many were done.

    Without a deadline all at once, so that nothing depends on the clock. With one in
    rounds, each as large as all before it, as long as they fit into half of the time left.
    """
    if deadline is None:
        work(0, worlds)
        return worlds
    started = time.perf_counter()
    done, n = 0, min(LEAST, worlds)
    while n > 0:
        work(done, done + n)
        done += n
        now = time.perf_counter()
        fit = (deadline - now) / 2 / (max(now - started, 1e-9) / done)
        n = min(done, worlds - done, int(fit)) if fit >= 1 else 0
    return done
