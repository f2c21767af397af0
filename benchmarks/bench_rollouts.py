"""Rollouts from the opening, by both policies."""

import pytest

from ddz_core.bench import Job, rollouts


@pytest.mark.parametrize("job", rollouts.jobs(), ids=str)
def test_rollouts(measure, job: Job) -> None:
    measure(job)
