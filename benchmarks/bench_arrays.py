"""Arrays of hands, and arrays of games."""

import pytest

from ddz_core.bench import Job, arrays, vector


@pytest.fixture(scope="module")
def batch_jobs() -> list[Job]:
    """Made only when they are wanted: they hold 128 MB."""
    return arrays.jobs()


@pytest.mark.parametrize("number", range(4))
def test_legal_moves_batch(measure, batch_jobs: list[Job], number: int) -> None:
    measure(batch_jobs[number])


@pytest.mark.parametrize("job", vector.jobs(), ids=str)
def test_vector_game(measure, job: Job) -> None:
    measure(job)
