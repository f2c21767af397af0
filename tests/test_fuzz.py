"""The fuzzer for a few seconds; and that it finds what it is there for (docs/testing.md)."""

from __future__ import annotations

import pytest
from fuzz import run as fuzzing
from fuzz.targets import public_names, targets


@pytest.fixture(scope="module")
def report() -> fuzzing.Report:
    return fuzzing.run(first=1, seconds=None, calls=4000)


def test_nothing_goes_wrong(report: fuzzing.Report) -> None:
    assert not report.failures, report.failures[0]
    assert report.calls == 4000


def test_everything_is_called_with_and_without_sense(report: fuzzing.Report) -> None:
    assert len(public_names()) > 40
