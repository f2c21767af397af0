"""What plays are worth: rollouts in worlds that fit what the seat knows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..._core.rollouts import Sight
from ..._core.values import Move
from ...game.observation import Observation
from ..habits import greedy_for
from ..ranking import LEAST, greedy_first
from ..rollouts import Rolling
from .samples import Gains, best_first, better_or_not, in_rounds
from .values import ActionValue, Better

MOST_ACTIONS = 60
"""With two decks or wild cards a hand may have thousands of plays: so many are tried."""


class Valued(NamedTuple):
    """The values of a decision."""

    values: tuple[ActionValue, ...]
    better: Better | None
    note: str = ""


def plays_valued(
    seen: Observation, made: Move, worlds: int, seed: int, deadline: float | None
) -> Valued:
    """What each play is worth, and the one that was better than the play made.

    All plays are tried in the worlds of the first numbers; the best of them and the one made
    then once more in the worlds that follow, so that the gain is not of the luck that made
    it the best.
    """
    actions, note = _tried(seen, made)
    rolling = Rolling(seen, seed=seed, actions=actions)
    middle = None if deadline is None else (time.perf_counter() + deadline) / 2
    done = in_rounds(lambda first, stop: rolling.go_on(stop - first), worlds, middle)
    values = best_first(
        [
            ActionValue(play.action, done, play.mean_points, play.standard_error, play.win_rate)
            for play in rolling.plays()
        ]
    )
    best = values[0].action
    if best == made or not isinstance(best, Move):
        return Valued(values, None, note)
    pair = Rolling(seen, seed=seed, actions=(best, made))
    parts: list[Gains] = []

    def compare(first: int, stop: int) -> None:
        parts.append(Gains(*pair.differences(worlds + first, worlds + stop)))

    in_rounds(compare, worlds, deadline)
    gains = Gains(*(np.concatenate(each) for each in zip(*parts, strict=True)))
    return Valued(values, better_or_not(best, gains), note)


def _tried(seen: Observation, made: Move) -> tuple[Sequence[Move], str]:
    """The plays that are tried, the one made among them, and what is left out."""
    legal = [action for action in seen.legal_actions if isinstance(action, Move)]
    has_few = seen.rules.decks == 1 and seen.rules.wild is None
    if has_few or len(legal) <= MOST_ACTIONS:
        return legal, ""
    habits = greedy_for(seen.rules).compiled
    tried = greedy_first(Sight(seen), seen, habits, MOST_ACTIONS * LEAST)[:MOST_ACTIONS]
    if made not in tried:
        tried.append(made)
    return tried, f"{len(tried)} of {len(legal)} plays were tried"
