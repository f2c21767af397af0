"""``VectorGame``: 4,096 games and a driver in NumPy that plays at random."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from .._core.vector import OBSERVATION_SIZE, VectorGame
from . import answers
from .jobs import Answer, Job
from .positions import draw

GAMES = 4096
STEPS = 200
SEED = 1


def jobs() -> list[Job]:
    """Without observations, and with them."""
    games = VectorGame(GAMES, seed=SEED)
    seen = np.empty((GAMES, OBSERVATION_SIZE), np.uint8)

    def job(name: str, out: Any, answer: tuple[int, ...]) -> Job:
        return Job(
            name,
            "decision",
            GAMES * STEPS,
            partial(drive, games, out),
            answer,
            summary=state_and_seen,
            is_rate=True,
        )

    return [
        job("VectorGame", None, answers.VECTOR),
        job("VectorGame, observed", seen, (*answers.VECTOR, answers.SEEN)),
    ]


def drive(games: Any, seen: Any) -> tuple[Any, Any]:
    """Play so many steps from the start; every legal action is equally likely.

    Writes what the players see into ``seen`` before each step, where there is one.
    """
    bits = np.random.PCG64(SEED)
    games.reset(SEED)
    for _ in range(STEPS):
        indptr, _ = games.legal()
        if seen is not None:
            games.observe(seen)
        games.step(draw(bits.random_raw(GAMES), np.diff(indptr)))
    return games, seen


def state_and_seen(result: tuple[Any, Any]) -> Answer:
    """Sums over the deal numbers, the hands, and the last observations if any."""
    games, seen = result
    state = int(games.deals.sum()), int(games.hands.sum())
    return state if seen is None else (*state, int(seen.sum(dtype=np.int64)))
