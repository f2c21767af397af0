"""Hostile arguments to vectors and environments, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="gymnasium is not installed (extra gymnasium)")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra pettingzoo)")

FUZZER = Path(__file__).parent / "environment_fuzzer.py"
CALLS = 3_000


@pytest.mark.parametrize("seed", range(3))
def test_no_call_crashes_or_fails_in_another_way(seed: int) -> None:
    run = subprocess.run(
        [sys.executable, str(FUZZER), str(seed), str(CALLS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, f"python {FUZZER.name} {seed} {CALLS} -v\n{run.stderr}"
    refused = int(run.stdout.split(" calls, ")[1].split()[0])
    # Many calls make no sense, and some do.
    assert CALLS // 4 < refused < CALLS
