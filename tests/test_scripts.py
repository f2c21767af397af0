"""The scripts of benchmarks/ that need no other package: that they still begin."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ddz_core import PASS, Table
from ddz_core.analysis.habits import GREEDY
from ddz_core.game.auction import Auction
from ddz_core.rules import Rules

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
SCRIPTS = [
    "annotate_random", "bench_solver", "check_players", "fit_appraisal", "fit_variants", "guard",
    "measure_strength", "tune_greedy",
]  # fmt: skip

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


@pytest.mark.parametrize("kind", ["points", "doubling", "call"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_auctions_at_once_go_as_one(
    kind: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seats that go up to a level each: as thresholds are searched, and as a game asks."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import appraisal_auctions

    table = Table(auction=kind, players=players, rules="four" if players == 4 else "standard")
    most = 3 if kind == "points" else table.highest_stake.bit_length()
    levels = np.random.default_rng(players).integers(0, most + 1, (300, players))
    none = np.zeros(levels.shape)
    doubling = most if kind == "doubling" else 0
    auctions = appraisal_auctions.Auctions(none, none, doubling, calls=kind == "call")
    assert auctions.bids == most
    found = auctions.outcomes(levels)
    for row, landlord, stake in zip(levels.tolist(), found.landlords, found.stakes, strict=True):
        auction = Auction(table, first=0)
        while not auction.is_over:
            level = row[auction.turn]
            *bids, _ = auction.legal()
            if kind == "points":
                auction.push(bids[level - auction.stake - 1] if level > auction.stake else PASS)
            else:
                made = auction.stake.bit_length()
                auction.push(bids[0] if level > made else PASS)
        assert auction.landlord == (None if landlord < 0 else landlord)
        assert auction.stake == stake


@pytest.mark.parametrize(("setting", "deals"), [("3", 6000), ("3 wild", 6500), ("4", 3000)])
def test_bids_gain_against_other_ways(
    setting: str, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against others that bid at random or never, on deals that nothing was fitted to."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import appraisal_checks
    import appraisal_deals
    import appraisal_model
    import fit_variants

    played = appraisal_deals.play(setting, 1 << 40, deals)
    numbers = fit_variants.package_numbers(setting)
    weights = np.concatenate([np.ravel(numbers.weights[0].ranks), numbers.weights[0].shape])
    hoped = appraisal_model.expected(played.cards(0), weights, played.rules)
    seen = fit_variants.Hoped(hoped, hoped, hoped, hoped[:, 0], played.points.astype(float))
    for kind, auctions in fit_variants.auctions_of(setting, seen).items():
        marks = {**numbers.auctions, "call": fit_variants.CALLS[setting]}[kind]
        found = {each.others: each for each in appraisal_checks.meetings(auctions, marks)}
        assert abs(found["themselves"].value) < 1e-9
        for others in ("bid at random", "never bid"):
            assert found[others].value > 2 * found[others].error
            assert found[others].as_landlord > 0
