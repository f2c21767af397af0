"""Work with a known answer, and the time it takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any

Answer = int | str | tuple[int, ...]


def itself(result: Any) -> Answer:
    """The result of a job whose result is its answer."""
    answer: Answer = result
    return answer


@dataclass(frozen=True)
class Job:
    """Work to be timed: so many units of something, and what must come of it."""

    name: str
    what: str
    """What a unit is: ``hand``, ``call``, ``game``, ``decision``."""
    units: int
    work: Callable[[], Any]
    answer: Answer
    summary: Callable[[Any], Answer] = itself
    """The answer, from what ``work`` returns; not timed."""
    clock: Callable[[], float] = time.thread_time
    """Seconds of processor time, or of the clock on the wall where several threads
    work."""
    is_rate: bool = False
    """Whether people ask for units a second, not for nanoseconds a unit."""

    def __str__(self) -> str:
        return self.name

    @property
    def unit(self) -> str:
        """The unit of the figure."""
        return f"{self.what}s/s" if self.is_rate else f"ns/{self.what}"

    def check(self, result: Any) -> None:
        """Raise ``AssertionError`` unless the result is the right one."""
        answer = self.summary(result)
        if answer != self.answer:
            raise AssertionError(f"{self.name}: {answer!r}, where {self.answer!r} is right")

    def figure_of(self, seconds: float) -> float:
        """The figure, in :attr:`unit`, where one round takes so long."""
        return self.units / seconds if self.is_rate else seconds / self.units * 1e9


@dataclass(frozen=True)
class Figure:
    """The median of a job's rounds, and the quarters below and above which a
    quarter of them lie."""

    name: str
    unit: str
    median: float
    low: float
    high: float
    rounds: int
    level: str = field(kw_only=True)


def measured(jobs: Sequence[Job], rounds: int, level: str) -> Iterator[list[Figure]]:
    """Time the jobs in turn, so many rounds; yields after each, at last the figures.

    A first round, which is not counted, warms the caches and is checked too.
    """
    seconds: list[list[float]] = [[] for _ in jobs]
    for number in range(rounds + 1):
        for job, times in zip(jobs, seconds, strict=True):
            started = job.clock()
            result = job.work()
            stopped = job.clock()
            job.check(result)
            # A clock may be too coarse to see work that is very short.
            times.append(max(stopped - started, 1e-9))
        if number < rounds:
            yield []
    yield [_figure(job, times[1:], level) for job, times in zip(jobs, seconds, strict=True)]


def _figure(job: Job, seconds: list[float], level: str) -> Figure:
    figures = sorted(map(job.figure_of, seconds))
    # One figure alone has no quarters.
    low, median, high = quantiles(figures * 2 if len(figures) == 1 else figures, method="inclusive")
    return Figure(job.name, job.unit, median, low, high, len(seconds), level=level)
