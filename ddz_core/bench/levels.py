"""Figures at a processor level. Levels are chosen at import, so each gets a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

from . import games, kernels
from .jobs import Figure, Job


def jobs() -> list[Job]:
    """What is worth comparing between levels."""
    return [*kernels.jobs(), games.game_job("standard")]


def measured_at(level: str, rounds: int) -> Iterator[list[Figure]]:
    """As :func:`~ddz_core.bench.measured`, in a process of its own at that level."""
    command = [sys.executable, "-m", "ddz_core.bench", str(rounds)]
    environment = {**os.environ, "DDZ_LEVEL": level}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                yield [Figure(**figure) for figure in json.loads(line)]
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise RuntimeError(f"the measurement at level {level} failed")
