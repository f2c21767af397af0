"""Hostile arguments to every public function of the adapters, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FUZZER = Path(__file__).parent / "adapter_fuzzer.py"
CALLS = 5_000


@pytest.mark.parametrize("seed", range(4))
def test_no_call_crashes_or_fails_in_another_way(seed: int) -> None:
    run = subprocess.run(
        [sys.executable, str(FUZZER), str(seed), str(CALLS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, f"python tests/adapter_fuzzer.py {seed} {CALLS} -v\n{run.stderr}"
    refused = int(run.stdout.split(" calls, ")[1].split()[0])
    # Most calls make no sense, and some do.
    assert CALLS // 2 < refused < CALLS
