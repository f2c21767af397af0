"""A short run of the fuzzer (``make fuzz`` is a long one), and that it would notice a fault."""

from __future__ import annotations

import inspect
from collections import Counter

import pytest
from fuzz import run
from fuzz.targets import targets

import ddz_core as ddz


def test_no_call_crashes_hangs_or_fails_in_another_way() -> None:
    report = run.run(first=1, seconds=None, calls=2000)
    assert not report.failures, report.failures[0]
    # Most of the calls of some targets are refused, but all kinds are taken now and then.
    outcomes = sum(report.outcomes.values(), Counter())
    assert outcomes["taken"] > 200
    assert outcomes["refused"] > 200


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("crash", "ended with status -11"),
        ("hang", "one call took more than 3 seconds"),
        ("wrong_error", "raises KeyError: 'not there'"),
        ("long_message", "says 10000 characters"),
        ("slow", "took 1."),
        ("greedy", "the process has grown by"),
    ],
)
def test_a_planted_fault_is_noticed(fault: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PATIENCE", 3 if fault == "hang" else 120)
    monkeypatch.setenv("FUZZ_CALL_SECONDS", "1")
    monkeypatch.setenv("FUZZ_MEMORY", "50")
    [failure] = run.run(first=1, seconds=None, calls=100, modules=[f"planted.{fault}"]).failures
    assert told in failure
    assert f"call: planted.{fault}." in failure
    assert f"--seed 1 --calls 100 --also planted.{fault}" in failure


def test_every_public_name_is_called() -> None:
    called = {target.name for target in targets()}
    callable_ones = {name for name in ddz.__all__ if inspect.isroutine(getattr(ddz, name))}
    assert len(callable_ones) > 15
    assert callable_ones <= called
