"""``ddz analyse``: what it shows of files, and what it refuses."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from walks import walk

import ddz_core as ddz
from ddz_core.adapters import logs
from ddz_core.cli import main

BAD_INPUT = 2
CANNOT_WRITE = 74


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> tuple[int, str, str]:
        status = main(["analyse", "--worlds", "20", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def games() -> list[ddz.Game]:
    found = []
    for deal in (1, 2):
        game = ddz.Game(ddz.Table(auction="none", first_bidder=0), deal)
        for _ in walk(game, random.Random(deal)):
            pass
        found.append(game)
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text("".join(game.record(("ann", "bob", "<i>")) + "\n" for game in games()))
    return path


def test_it_shows_every_decision(run: Any, file: Path) -> None:
    status, out, err = run(file)
    assert (status, err) == (0, "")
    for line, game in enumerate(games(), 1):
        assert f"line {line}: {game.table}, deal {game.deal}: seat 0 ann (landlord)" in out
        assert str(game.result) in out
    assert out.count("points lost by a decision") == 6
    assert run(file)[1] == out
    _, one, _ = run(file, "--line", 2, "--seat", 1, "--actions", 0)
    assert one.startswith("line 2:")
    assert one.count("points lost by a decision") == 1
    assert "\n                or " not in one


def test_json(run: Any, file: Path) -> None:
    status, out, _ = run(file, "--json", "--seed", 3)
    assert status == 0
    for line, (text, game) in enumerate(zip(out.splitlines(), games(), strict=True), 1):
        told = json.loads(text)
        names = ("ann", "bob", "<i>")
        wanted = ddz.analysis.annotate(game, worlds=20, seed=3, players=names).to_dict()
        assert told == {"line": line, **json.loads(json.dumps(wanted))}


def test_a_page(run: Any, file: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run(file, "--html", page) == (0, "", "")
    text = page.read_text()
    assert text.count("<svg ") == 2
    assert "<i>" not in text
    status, _, err = run(file, "--html", tmp_path / "no" / "page.html")
    assert (status, err.count("\n")) == (CANNOT_WRITE, 1)
    assert run(file, "--html", tmp_path)[0] == BAD_INPUT


def test_logs_of_other_programs(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(logs.write(games()[0], "rlcard"))
    status, out, err = run(path, "--time-limit", 30)
    assert (status, err) == (0, "")
    assert "given cards" in out


def test_refusals_name_line_and_reason(run: Any, file: Path, tmp_path: Path) -> None:
    record = games()[0].record()
    for text, why in (
        (f"{record}\n{record[:-1]}\n", "line 2: the record is truncated"),
        (f"{record}\n\n{record.replace('pass', 'RRR', 1)}\n", "line 3: action"),
        ("", "line 1: the file is empty"),
        ("what", "line 1: this is in no format that is known"),
    ):
        path = tmp_path / "bad.txt"
        path.write_text(text)
        status, _, err = run(path)
        assert (status, err.count("\n")) == (BAD_INPUT, 1)
        assert why in err
    for arguments, why in (
        ([tmp_path / "none"], "No such file"),
        ([file, "--seat", 3], "line 1: a seat must be a whole number from 0 to 2, not 3"),
        ([file, "--line", 9], "there is no game on line 9"),
        ([file, "--time-limit", 0], "time_limit is a number above 0"),
        ([file, "--json", "--html", tmp_path / "x.html"], "--html and --json"),
    ):
        status, _, err = run(*arguments)
        assert status == BAD_INPUT
        assert why in err
