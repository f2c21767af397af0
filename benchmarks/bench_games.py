"""Whole games, and what must not be slower than what."""

import os
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ddz_core.bench import Job, arrays, games, measured

ROUNDS = 15

SLOWEST_PRESET = 1.5
"""How much longer a game may take under any preset than under ``standard``."""

TWO_THREADS = 1.8
"""What is hoped for of two threads, where two cores are free."""


@pytest.mark.parametrize("job", games.jobs(), ids=str)
def test_random_games(measure, job: Job) -> None:
    measure(job)


@pytest.mark.parametrize("job", games.thread_jobs(), ids=str)
def test_simulate(measure, job: Job) -> None:
    measure(job)


def rates(jobs: Sequence[Job], rounds: int) -> dict[str, float]:
    """The median rate of each job; they take turns."""
    *_, figures = measured(jobs, rounds, level="")
    return {figure.name: figure.median for figure in figures}


def test_no_preset_is_much_slower_than_standard(benchmark: BenchmarkFixture) -> None:
    rounds = ROUNDS if benchmark.enabled else 1
    found = benchmark.pedantic(rates, (games.jobs(), rounds))
    standard = found["random games, standard"]
    benchmark.extra_info["times as long as standard"] = {
        name: round(standard / rate, 3) for name, rate in found.items()
    }
    # A single round, where only answers are checked, may be anything.
    if benchmark.enabled:
        assert standard / min(found.values()) <= SLOWEST_PRESET


@pytest.mark.parametrize("jobs", [games.thread_jobs, lambda: arrays.jobs()[:2]])
def test_two_threads(benchmark: BenchmarkFixture, jobs) -> None:
    """Tells how much faster two threads are, by the clock on the wall; and twice the
    ratio of processor times, which is what they would be on two cores with nothing
    else to do. A busy machine has no core to spare, so this is no assertion."""
    one, two = jobs()
    clocks = {"on the wall": time.perf_counter, "with free cores": time.process_time}
    work = [
        replace(job, name=f"{job.name} {name}", clock=clock)
        for job in (one, two)
        for name, clock in clocks.items()
    ]
    rounds = ROUNDS if benchmark.enabled else 1
    found = benchmark.pedantic(rates, (work, rounds))
    wall, free = (found[f"{two.name} {name}"] / found[f"{one.name} {name}"] for name in clocks)
    benchmark.extra_info["two threads"] = {"on the wall": wall, "with free cores": 2 * free}
    if benchmark.enabled:
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        print(
            f"\n{two.name}: {wall:.2f} times one thread, {2 * free:.2f} with free cores"
            f" (hoped for: {TWO_THREADS}; load: {load:.1f})"
        )
