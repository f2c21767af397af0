"""Whole games played at random: one thread for each preset, and two threads."""

from __future__ import annotations

import time
from functools import partial
from hashlib import sha256
from typing import Any

from .._core.whole_games import play_range
from ..analysis.simulation import simulate
from ..rules import Rules
from . import answers
from .jobs import Answer, Job

GAMES = 10_000
"""Deals in one round: 1 to 10,000."""

MANY_GAMES = 100_000
"""Deals in one round where several threads play."""


def jobs() -> list[Job]:
    """Uniform games under each preset of one deck, dealing included."""
    return [game_job(rules) for rules in Rules.presets() if Rules.preset(rules).decks == 1]


def game_job(rules: str) -> Job:
    """Uniform games under one preset."""
    return Job(
        f"random games, {rules}",
        "game",
        GAMES,
        partial(play_range, rules, 1, GAMES),
        answers.DIGESTS[rules],
        summary=digest,
        is_rate=True,
    )


def digest(played: tuple[Any, ...]) -> Answer:
    """The digest that ``simulate`` gives for the same deals."""
    return sha256(played[0]).hexdigest()


def thread_jobs() -> list[Job]:
    """``simulate`` on one thread, in processor time, and on two, by the clock on the wall."""
    return [
        Job(
            f"simulate, {threads} thread{'s' * (threads > 1)}",
            "game",
            MANY_GAMES,
            partial(simulate, MANY_GAMES, threads=threads),
            answers.MANY_DIGEST,
            summary=lambda played: str(played.digest),
            clock=time.process_time if threads == 1 else time.perf_counter,
            is_rate=True,
        )
        for threads in (1, 2)
    ]
