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
    """Tells how much faster two threads are. A busy machine has no core to spare, so
    this is no assertion."""
    one, two = (replace(job, clock=time.perf_counter) for job in jobs())
    rounds = ROUNDS if benchmark.enabled else 1
    found = benchmark.pedantic(rates, ([one, two], rounds))
    ratio = found[two.name] / found[one.name]
    benchmark.extra_info["two threads"] = ratio
    if benchmark.enabled:
        wanted = "" if ratio >= TWO_THREADS else f", not {TWO_THREADS}"
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        print(f"\n{two.name}: {ratio:.2f} times one thread{wanted} (load {load:.1f})")
