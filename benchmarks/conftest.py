"""What the benchmarks share: how a job is run, and what is recorded with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ddz_core.bench import Job, machine

ROUNDS = 15

# Scripts, some of which need packages that the tests do without.
collect_ignore = [
    "compare_openspiel.py", "compare_peers.py", "constant_memory.py", "guard.py", "guard_work.py",
    "peer_engines.py",
    "appraisal_auctions.py", "appraisal_checks.py", "appraisal_deals.py", "appraisal_gain.py",
    "appraisal_leads.py", "appraisal_linear.py", "appraisal_model.py", "appraisal_report.py",
    "fit_appraisal.py", "fit_variants.py", "tune_greedy.py", "variant_rounds.py",
    "check_players.py", "measure_strength.py",
]  # fmt: skip


def pytest_benchmark_update_machine_info(config: pytest.Config, machine_info: Any) -> None:
    """Compiler, flags, level and commit go into what pytest-benchmark saves."""
    machine_info["ddz_core"] = machine()


@pytest.fixture
def measure(benchmark: BenchmarkFixture) -> Callable[[Job], None]:
    """A function that times a job and asserts its answer in every round."""

    def timed(job: Job) -> None:
        # A mark would set the timer, too, but before it is known which job comes.
        benchmark._timer = job.clock
        job.check(benchmark.pedantic(job.work, rounds=ROUNDS, warmup_rounds=1))
        if benchmark.stats:
            benchmark.extra_info[job.unit] = job.figure_of(benchmark.stats.stats.median)

    return timed
