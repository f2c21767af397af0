"""``legal_moves_batch`` for 100,000 hands: into an array that is kept, and a new one."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from .._core.batch import legal_moves_batch
from .._core.values import MOVE_DTYPE
from . import answers
from .jobs import Answer, Job
from .positions import positions

HANDS = 100_000
"""The landlord's hands of the deals 1 to 100,000."""


def jobs() -> list[Job]:
    """On one thread, in processor time, and on two, by the clock on the wall."""
    leaders = positions(HANDS).leaders
    kept = np.empty(answers.BATCH[0], MOVE_DTYPE)

    def job(threads: int, out: Any) -> Job:
        into = "a new array" if out is None else "a kept array"
        return Job(
            f"legal_moves_batch, {into}, {threads} thread{'s' * (threads > 1)}",
            "hand",
            HANDS,
            lambda: legal_moves_batch(leaders, threads=threads, out=out),
            answers.BATCH,
            summary=plays_and_cards,
            clock=time.process_time if threads == 1 else time.perf_counter,
            is_rate=True,
        )

    return [job(threads, out) for out in (kept, None) for threads in (1, 2)]


def plays_and_cards(result: tuple[Any, Any]) -> Answer:
    """How many plays, the sum of their packed cards, and of where hands begin."""
    indptr, moves = result
    return len(moves), int(moves["cards"].sum()), int(indptr.sum())
