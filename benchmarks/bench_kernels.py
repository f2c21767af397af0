"""The kernels, at the processor level in use: DDZ_LEVEL chooses another."""

import pytest

from ddz_core.bench import Job, kernels


@pytest.mark.parametrize("job", kernels.jobs(), ids=str)
def test_kernel(measure, job: Job) -> None:
    measure(job)
