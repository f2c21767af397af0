"""Choosing among actions by trying them in hidden worlds.

All actions are tried in a few worlds, the better half in a few more, and so on until
one is left: sequential halving, which spends most on the actions that are hard to tell
apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from .._core.rollouts import Habits, Sight
from .._core.values import PASS, Move
from ..game.observation import Observation

Worlds = NDArray[np.uint64]

LEAST = 4
"""Worlds in which every action is tried at least, a round."""

WINNING = 4
"""Points that winning counts beside what it brings. Without them a few worlds with many
bombs outweigh all the others: WP and ADP are both better with them (docs/agents.md)."""


def rounds(actions: int, playouts: int) -> list[int]:
    """In how many worlds the actions left are tried, round by round.

    Every round has as many play-outs.

    >>> rounds(8, 240)
    [10, 20, 40]
    """
    number = max(1, (actions - 1).bit_length())
    worlds = []
    while actions > 1:
        worlds.append(max(LEAST, playouts // number // actions))
        actions = (actions + 1) // 2
    return worlds


def evenly(sight: Sight, seed: int) -> Callable[[int], Worlds]:
    """Draws worlds that are all equally likely: always the same ones for a seed."""
    return lambda n: sight.worlds(seed, 0, n)


def greedy_first(
    sight: Sight, observation: Observation, habits: Habits, playouts: int
) -> list[Move]:
    """The actions to try, the greedy player's first: of equally good ones it is taken.

    With one deck and no wild cards these are all that are legal. Else there may be
    thousands: then one for each body, the best by the hand that is left, no more than can
    be tried in :data:`LEAST` worlds each by so many play-outs; and the pass.
    """
    rules = observation.rules
    if rules.decks == 1 and rules.wild is None:
        actions = [action for action in observation.legal_actions if isinstance(action, Move)]
    else:
        actions = sight.candidates(habits)[: playouts // LEAST]
        if observation.last is not None:
            actions.append(PASS)
    first = sight.greedy(habits)
    return [first, *(action for action in actions if action != first)]


def ranked(
    sight: Sight,
    actions: Sequence[Move],
    playouts: int,
    draw: Callable[[int], Worlds],
    habits: Habits,
) -> list[tuple[Move, float]]:
    """The actions, best first, and in the given order where they are equal.

    Each with its mean points times one base and stake, and :data:`WINNING` times the share
    of the worlds won. ``draw(n)`` draws n worlds; all actions are tried in the same ones.
    Those that fell out early were tried in fewer.
    """
    plan = rounds(len(actions), playouts)
    worlds = draw(sum(plan))
    alive = list(actions)
    sums = np.zeros(len(alive))
    fallen: list[tuple[Move, float]] = []
    done = 0
    for tried in plan:
        part = np.ascontiguousarray(worlds[done : done + tried])
        wins, points, _ = sight.rollout(habits, alive, part, 0, 0).T
        sums = sums + points + WINNING * wins
        done += tried
        order = np.argsort(-sums, kind="stable")
        keep = (len(alive) + 1) // 2
        fallen = [(alive[i], float(sums[i]) / done) for i in order[keep:]] + fallen
        alive, sums = [alive[i] for i in order[:keep]], sums[order[:keep]]
    return [
        (action, float(s) / max(done, 1)) for action, s in zip(alive, sums, strict=True)
    ] + fallen
