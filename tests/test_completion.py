"""What tools that help with typing make of the package: completers, type checkers, help."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

import ddz_core as ddz
from ddz_core.rules import RulesName
from ddz_core.table import TableName

ROOT = Path(ddz.__file__).parent.parent

CLASSES = [value for name in ddz.__all__ if inspect.isclass(value := getattr(ddz, name))]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_no_property_returns_a_literal(kind: type) -> None:
    # The completer of IPython, jedi, then completes nothing at all on the object.
    for name, member in inspect.getmembers(kind, lambda value: isinstance(value, property)):
        if not inspect.isfunction(member.fget):
            continue  # compiled
        returned = get_type_hints(member.fget).get("return")
        for part in (returned, *get_args(returned)):
            assert get_origin(part) is not Literal, f"{kind.__name__}.{name}"


COMPLETED = """
import warnings
warnings.simplefilter("ignore")
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
shell.run_cell("import ddz_core as ddz; game = ddz.Game('standard', deal=1)")
shell.run_cell("seen = game.observation(0); hand = ddz.Hand('334'); moves = ddz.legal_moves('334')")
for jedi in (True, False):
    shell.Completer.use_jedi = jedi
    for text in ("game.", "seen.", "hand.", "moves.", "ddz.", "game.phase."):
        with provisionalcompleter():
            found = list(shell.Completer.completions(text, len(text)))
        print(jedi, text, *[each.text.strip(".") for each in found])
for name in ("Hand", "VectorGame", "legal_moves", "Game"):
    print("signature", name, shell.inspector._getdef(getattr(shell.user_ns["ddz"], name), name))
"""


def test_ipython_completes(tmp_path: Path) -> None:
    pytest.importorskip("IPython", reason="asks the completer of IPython")
    told = subprocess.run(
        [sys.executable, "-c", COMPLETED],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"IPYTHONDIR": str(tmp_path)},
    ).stdout
    lines = {tuple(line.split()[:2]): set(line.split()[2:]) for line in told.splitlines()}
    for jedi in ("True", "False"):
        assert {"push", "pop", "phase", "turn", "legal_actions"} <= lines[jedi, "game."]
        assert {"legal_actions", "hand", "unseen"} <= lines[jedi, "seen."]
        assert {"counts", "packed"} <= lines[jedi, "hand."]
        assert {"array", "index", "count"} <= lines[jedi, "moves."]
        assert {"Game", "legal_moves", "simulate"} <= lines[jedi, "ddz."]
    assert "upper" in lines["True", "game.phase."]
    assert "signature Hand Hand(cards='', decks=1)" in told
    assert "signature VectorGame VectorGame(games,seed=0,rules='standard'" in told.replace(
        "\n    ", ""
    ).replace(", ", ",")


def test_signatures_of_compiled_classes() -> None:
    assert str(inspect.signature(ddz.Hand)) == "(cards='', decks=1)"
    assert list(inspect.signature(ddz.VectorGame).parameters) == [
        "games",
        "seed",
        "rules",
        "players",
        "threads",
        "first_game",
        "table",
        "open_hand",
    ]
    inspect.signature(ddz.VectorGame).bind(4, seed=1, table="bga")


def test_names_of_presets() -> None:
    assert get_args(RulesName) == ddz.Rules.presets()
    assert get_args(TableName) == ddz.Table.presets()
    for name in (*ddz.Rules.presets(), "nope"):
        if name in ddz.Rules.presets():
            assert ddz.Rules.preset(name).name == name


TYPED = """
import random
from collections.abc import Sequence

import numpy as np

import ddz_core as ddz
from ddz_core import Hand, Move, MoveList, Rules, Table


def of_texts(text: str) -> Rules:
    if text in Rules.presets():
        return Rules.preset(text)
    if text in Table.presets():
        return Table.preset(text).rules
    return Table.parse(text).rules


def of_sequences(moves: Sequence[Move]) -> Move:
    return random.choice(moves)


rules: Rules = Rules.preset("shuttle")
table: Table = Table.preset("bga", players=2)
moves: MoveList = ddz.legal_moves("3344", last=Hand("33"), rules="shuttle")
move: Move = of_sequences(moves)
at: int = moves.index("44", 1)
cards: list[str] = list(Hand("334"))
held: bool = "3" in Hand("334")
counts = ddz.count_moves_batch(["3", Hand("44"), 1], [None, "33", move])
ddz.Game(table, 1).push(Hand("3"))
ddz.deal(1)
hand: Hand = Hand(np.int64(3))
"""

REFUSED = {
    'Rules.preset("nope")': "arg-type",
    'Table.preset("nope")': "arg-type",
    "Hand(None)": "arg-type",
    "3 in Hand()": "operator",
    "Move.parse(3)": "arg-type",
}


def test_mypy_takes_what_is_right_and_refuses_what_is_not(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="asks the type checker mypy")
    file = tmp_path / "typed.py"
    file.write_text(TYPED + "\n".join(REFUSED) + "\n")
    told = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file",
            "",
            "--cache-dir",
            str(tmp_path),
            str(file),
        ],
        capture_output=True,
        text=True,
        env=os.environ | {"MYPYPATH": str(ROOT)},
    ).stdout
    first = TYPED.count("\n") + 1
    found = {
        int(line.split(":")[1]): line.split("[")[-1].rstrip("]")
        for line in told.splitlines()
        if ": error: " in line
    }
    expected = {first + number: code for number, code in enumerate(REFUSED.values())}
    assert found == expected, told
