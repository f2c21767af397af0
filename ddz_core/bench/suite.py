"""All the figures, in groups whose jobs take turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from .._core.loader import cpu_features
from . import arrays, calls, games, levels, rollouts, variants, vector
from .jobs import Figure, Job, measured


class Group(NamedTuple):
    """Figures that are measured together."""

    title: str
    run: Callable[[int], Iterator[list[Figure]]]
    """Given the rounds: yields an empty list after each of them, and at last,
    for they have one more to warm up, the figures."""


def groups() -> list[Group]:
    """Every group, in the order in which people read them."""
    used = cpu_features()
    return [
        *(
            Group(f"kernels, {level}", partial(levels.measured_at, level))
            for level in reversed(used["available"])
        ),
        *(
            Group(title, partial(_here, jobs, used["level"]))
            for title, jobs in (
                ("random games on one thread", games.jobs),
                ("random games on threads", games.thread_jobs),
                ("two decks and wild cards on one thread", variants.jobs),
                ("Python calls", calls.jobs),
                ("arrays", arrays.jobs),
                ("VectorGame on one thread", vector.jobs),
                ("rollouts on one thread", rollouts.jobs),
            )
        ),
    ]


def measured_groups(every: list[Group], rounds: int) -> Iterator[tuple[str, list[Figure]]]:
    """Measure the groups one after the other; yields a group's title after each of
    its ``rounds + 1`` rounds, with its figures after the last."""
    for title, run in every:
        for figures in run(rounds):
            yield title, figures


def _here(jobs: Callable[[], list[Job]], level: str, rounds: int) -> Iterator[list[Figure]]:
    # The jobs, some of which hold large arrays, live only as long as they are run.
    yield from measured(jobs(), rounds, level)
