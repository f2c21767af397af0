"""The scripts of benchmarks/ that need no other package: that they still begin."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ddz_core.analysis.habits import GREEDY
from ddz_core.rules import Rules

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
SCRIPTS = ["bench_solver", "fit_appraisal", "guard", "tune_greedy"]

pytestmark = pytest.mark.skipif(
    not BENCHMARKS.exists(), reason="the tests of an installed wheel have no scripts beside them"
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_it_tells_what_it_takes(name: str) -> None:
    script = BENCHMARKS / f"{name}.py"
    told = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")
    assert "usage" in told.stdout


def test_habits_are_changed_a_little_and_stay_habits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import tune_greedy

    rng = np.random.default_rng(1)
    for _ in range(50):
        new = tune_greedy.changed(GREEDY, rng)
        assert new != GREEDY
        assert (new.counting, new.teamwork) == (GREEDY.counting, GREEDY.teamwork)
        assert len(tune_greedy.against(new, GREEDY, 1, 10, [Rules()])) == 10
