"""The examples of the adapters run, and print what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize(
    ("example", "package", "printed"),
    [
        ("rlcard_env", "rlcard", "of 200 deals against peasants who play low"),
        ("douzero_env", "numpy", "a deal"),
        ("action_ids", "numpy", "27472 41 BR:rocket:1:R"),
        ("openspiel_cfr", "pyspiel", "ISMCTS leads"),
        ("pettingzoo_random", "pettingzoo", "has won"),
        ("gymnasium_vector", "gymnasium", "the landlord has won"),
        ("gymnasium_learner", "gymnasium", "of the first 100 deals"),
    ],
)
def test_example(example: str, package: str, printed: str) -> None:
    pytest.importorskip(package, reason=f"{package} is not installed (extra test)")
    run = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", str(EXAMPLES / f"{example}.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert printed in run.stdout
