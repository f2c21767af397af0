"""The command line where standard output is not what one hopes for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HAND = "33445566778899TTJ"
COMMANDS = [
    ["appraise", HAND],
    ["moves", HAND],
    ["deal", "7"],
    ["perft", "--deal", "7", "--depth", "2"],
    ["simulate", "--deals", "10"],
    ["solve", "QQTT", "A3"],
    ["match", "random", "random", "--deals", "2"],
    ["--help"],
]

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="shells and full disks of POSIX")


def ddz(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "ddz_core.cli", *arguments],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=120,
    )


@pytest.mark.parametrize(
    ("arguments", "encoding"),
    [
        *((arguments, "cp1252") for arguments in COMMANDS),
        *((COMMANDS[0], encoding) for encoding in ("cp437", "ascii", "shift_jis", "utf-16")),
    ],
    ids=lambda given: given if isinstance(given, str) else given[0],
)
def test_every_command_on_every_encoding(arguments: list[str], encoding: str) -> None:
    told = ddz(*arguments, PYTHONUTF8="0", PYTHONIOENCODING=encoding)
    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout


def test_characters_that_are_not_there_are_written_in_others() -> None:
    arrow = ddz("appraise", HAND, PYTHONUTF8="0", PYTHONIOENCODING="cp1252").stdout.decode("cp1252")
    assert "->" in arrow
    assert "→" in ddz("appraise", HAND, PYTHONIOENCODING="utf-8").stdout.decode()


def test_a_replay_on_a_console_without_unicode(tmp_path: Path) -> None:
    import ddz_core

    game = ddz_core.Game(ddz_core.Table(auction="none"), deal=3)
    while not game.is_over:
        game.push(game.legal_actions()[0])
    (tmp_path / "game.txt").write_text(game.record() + "\n")
    told = ddz("replay", str(tmp_path / "game.txt"), PYTHONUTF8="0", PYTHONIOENCODING="cp437")
    assert (told.returncode, told.stderr) == (0, b"")


@POSIX
def test_a_full_disk_and_a_closed_output_are_one_line() -> None:
    command = f'"{sys.executable}" -m ddz_core.cli moves 334'
    for target, why in (("> /dev/full", "No space left"), (">&-", "closed")):
        told = subprocess.run(f"{command} {target}", shell=True, capture_output=True, text=True)
        assert told.returncode == 74
        assert told.stderr.startswith("ddz: cannot write")
        assert why in told.stderr
        assert told.stderr.count("\n") == 1


@POSIX
def test_a_reader_that_leaves_is_no_error_message() -> None:
    command = f'"{sys.executable}" -m ddz_core.cli deal 1 | true; echo "${{PIPESTATUS[0]}}"'
    told = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert told.stderr == ""
    assert told.stdout.strip() in ("0", "141")


def test_help_is_there_without_docstrings() -> None:
    for arguments in (["--help"], *([command[0], "--help"] for command in COMMANDS[:-1])):
        whole = ddz(*arguments, PYTHONOPTIMIZE="0")
        assert whole.returncode == 0
        assert ddz(*arguments, PYTHONOPTIMIZE="2").stdout == whole.stdout
