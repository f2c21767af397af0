"""The examples of the adapters run, and print what they promise."""

from __future__ import annotations

import random
import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"

PRINTED = {
    "rlcard_env": "of 200 deals against peasants who play low",
    "douzero_env": "a deal",
    "action_ids": "27472 41 BR:rocket:1:R",
}


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not EXAMPLES.exists():
        pytest.skip("the examples are not beside these tests: a wheel is being tested")
    random.seed(1)
    runpy.run_path(str(EXAMPLES / f"{name}.py"))
    assert PRINTED[name] in capsys.readouterr().out
