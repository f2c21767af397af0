"""The example package, built against the ddz_core that is installed and asked for the
same things as ddz_core itself: what the C interface promises to other packages."""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core._core import whole_games

EXAMPLE = Path(__file__).parents[1] / "examples" / "cython_rollout"
PRESETS = [name for name in ddz.Rules.presets() if ddz.Rules.preset(name).decks == 1]
HANDS = ["3", "33344456TJQKA2BR", "444455556666777788BR", "3334445556667778889A"]


def has_compiler() -> bool:
    if sys.platform == "win32":
        return True
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0]) is not None


def python(*arguments: str, folder: Path) -> str:
    """Runs Python there, with the same ddz_core as here."""
    home = str(Path(ddz.__file__).parents[1])
    path = os.pathsep.join(filter(None, [home, os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    if not has_compiler():
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("example") / "cython_rollout"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("build", "rollout.c", "*.so"))
    python("setup.py", "-q", "build_ext", "--inplace", folder=folder)
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("cython_rollout")
    finally:
        sys.path.remove(str(folder))


def bytes_of(moves: ddz.MoveList) -> bytes:
    return bytes(moves)


@pytest.mark.parametrize("rules", PRESETS)
def test_generate(example: ModuleType, rules: str) -> None:
    for text in HANDS:
        hand = ddz.Hand(text)
        assert example.leads(hand.packed, rules) == bytes_of(ddz.legal_moves(hand, rules=rules))


def test_pick_draws_every_play_about_as_often(example: ModuleType) -> None:
    hand = ddz.Hand("3334")
    moves = ddz.legal_moves(hand)
    drawn = np.frombuffer(example.sample(hand.packed, 5000, 1), ddz.MOVE_DTYPE)
    found, times = np.unique(drawn, return_counts=True)
    assert set(found.tolist()) == set(moves.array.tolist())
    # 1000 each are expected; the standard deviation is the root of 5000/5 * 4/5, or 28.
    assert abs(times - 5000 / len(moves)).max() < 6 * 28
    assert example.sample(0, 3, 1) == b""


@pytest.mark.parametrize("rules", PRESETS)
def test_playout(example: ModuleType, rules: str) -> None:
    for number in range(20):
        winner, bombs, actions = whole_games.playout_record(number, rules)
        cards = [move.cards.packed for move in actions]
        recorded = example.record(number, rules)
        assert recorded[:2] == (winner, bombs)
        assert np.frombuffer(recorded[2], ddz.MOVE_DTYPE)["cards"].tolist() == cards


@pytest.mark.parametrize("rules", PRESETS)
def test_playouts(example: ModuleType, rules: str) -> None:
    lines = example.lines(7, 300, rules)
    simulated = ddz.simulate(deals=300, seed=7, rules=rules)
    assert hashlib.sha256(lines).hexdigest() == simulated.digest


def test_rollouts(example: ModuleType) -> None:
    # After the last 5 nobody is left to answer; after the 4 or the 2 the next player
    # has the move that ends the deal, and no other: a 5 on the 4, nothing on the 2.
    assert example.rollouts((0x100, 0x1, 0x1), 50, 1) == [50]
    hands = [ddz.Hand(text).packed for text in ("4442", "5", "3")]
    wins = example.rollouts(hands, 2000, 1)
    leads = [str(move) for move in ddz.legal_moves(ddz.Hand("4442"))]
    assert dict(zip(leads, wins, strict=True))["4442:trio_solo:1:4"] == 2000
    # Led the 4, the first peasant has its 5 or the pass to choose from: a half of the
    # games are lost at once, and a few more later.
    assert 0 < wins[0] < 1100
    assert example.rollouts(hands, 2000, 1) == wins


@pytest.mark.parametrize("rules", PRESETS)
def test_c(example: ModuleType, rules: str) -> None:
    deals = [ddz.deal(number) for number in range(5, 25)]
    leads = sum(ddz.count_moves(deal.hands[0] + deal.bottom, rules=rules) for deal in deals)
    won = ddz.simulate(deals=20, seed=5, rules=rules).landlord_wins
    assert example.census(5, 20, rules) == (leads, leads, 0, won)
    assert example.census(5, 20, ddz.Rules.preset(rules)) == (leads, leads, 0, won)


@pytest.mark.parametrize("call", ["leads", "census"])
def test_rules_that_are_none_are_refused(example: ModuleType, call: str) -> None:
    arguments = (1, 1) if call == "census" else (1,)
    with pytest.raises(ddz.InvalidRules, match="nonsense"):
        getattr(example, call)(*arguments, "nonsense")


WRONG = """
#include "ddz_core.h"
#undef DDZ_ABI
#define DDZ_ABI 99
#include "ddz_core_python.h"
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "wrong"};
PyMODINIT_FUNC PyInit_wrong(void) {
    return ddz_import_kernels() == NULL ? NULL : PyModule_Create(&definition);
}
"""
SETUP = """
import ddz_core
from setuptools import Extension, setup
setup(ext_modules=[Extension("wrong", ["wrong.c"], include_dirs=[ddz_core.get_include()])])
"""
ASK = """
try:
    import wrong
except ImportError as error:
    print(error)
"""


def test_another_abi_is_refused(tmp_path: Path) -> None:
    if not has_compiler():
        pytest.skip("there is no C compiler")
    (tmp_path / "wrong.c").write_text(WRONG)
    (tmp_path / "setup.py").write_text(SETUP)
    python("setup.py", "-q", "build_ext", "--inplace", folder=tmp_path)
    told = python("-c", ASK, folder=tmp_path)
    assert "interface 3 " in told
    assert "built for interface 99 " in told
    assert "build it anew" in told
