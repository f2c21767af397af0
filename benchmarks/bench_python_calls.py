"""Calls from Python, one hand at a time."""

import pytest

from ddz_core.bench import Job, calls


@pytest.mark.parametrize("job", calls.jobs(), ids=str)
def test_call(measure, job: Job) -> None:
    measure(job)
