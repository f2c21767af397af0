"""``ddz replay``: what it shows, what it checks, what it refuses."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from walks import played, walk

import ddz_core as ddz
from ddz_core import Table
from ddz_core.cli import main

BAD_INPUT = 2


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> tuple[int, str, str]:
        status = main(["replay", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def games() -> list[ddz.Game]:
    tables = [
        Table.preset("standard"),
        Table.preset("bga", players=2, auction="doubling", discard=True, skip=True),
        Table.preset("free_kickers"),
    ]
    found = []
    for deal in range(9):
        game = ddz.Game(tables[deal % 3], deal)
        for _ in walk(game, random.Random(deal)):
            pass
        found.append(game)
    found.append(played(ddz.Game("standard", deal=1), "bid:1 pass"))
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text("".join(game.record() + "\n" for game in games()))
    return path


def test_check(run: Any, file: Path) -> None:
    status, out, _ = run(file, "--check")
    assert status == 0
    assert out.startswith("records  10  (9 of deals that are over)\n")


def test_check_json(run: Any, file: Path) -> None:
    status, out, _ = run(file, "--check", "--json")
    told = json.loads(out)
    assert (status, told["records"], told["over"], told["stopped"]) == (0, 10, 9, False)
    assert told["seconds"] > 0


def test_it_shows_every_step(run: Any, file: Path) -> None:
    status, out, _ = run(file)
    assert status == 0
    for number, game in enumerate(games(), 1):
        assert f"line {number}: {game.table}, deal {game.deal}" in out
        if game.result is not None:
            assert str(game.result) in out
    assert "not over: the auction phase, seat 1" in out


def test_one_line(run: Any, file: Path) -> None:
    status, out, _ = run(file, "--line", 10)
    assert status == 0
    assert out.splitlines()[0] == "line 10: standard, deal 1"
    assert [line.split() for line in out.splitlines()[2:4]] == [
        ["auction", "2", "bid:1", "3455778889JJJKKA2"],
        ["auction", "0", "pass", "3356699TJQQKKA2BR"],
    ]
    status, _, err = run(file, "--line", 11)
    assert (status, err) == (BAD_INPUT, "ddz: there is no record on line 11\n")


def test_show_json(run: Any, file: Path) -> None:
    status, out, _ = run(file, "--json")
    assert status == 0
    for line, game in zip(out.splitlines(), games(), strict=True):
        told = json.loads(line)
        made = [step["action"] for step in told["steps"] if step["action"] != "skip"]
        assert made == [str(action) for action in game.actions]
        assert told["points"] == (list(game.result.points) if game.result else None)
        skips = [step["action"] for step in told["steps"]].count("skip")
        assert skips == sum(made.skipped for made in game.public.plays)
        assert told["hands"] == [str(hand) for hand in game.hands]


def test_players_that_are_named_are_shown(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "named"
    path.write_text(games()[0].record(["you", "me", "her"]) + "\n" + games()[0].record() + "\n")
    status, out, _ = run(path)
    assert status == 0
    assert out.splitlines()[0] == "line 1: standard, deal 0, seat 0 you, seat 1 me, seat 2 her"
    assert "line 2: standard, deal 0\n" in out
    told = [json.loads(line)["players"] for line in run(path, "--json")[1].splitlines()]
    assert told == [["you", "me", "her"], []]
    assert run(path, "--check")[0] == 0


def test_the_first_wrong_record_is_named(run: Any, file: Path) -> None:
    lines = file.read_text().splitlines()
    lines[3] = lines[3].replace(" bid:", " bid:9", 1)
    lines[6] = lines[6][:50]
    file.write_text("\n".join(lines))
    for arguments in ([file, "--check"], [file]):
        status, _, err = run(*arguments)
        assert status == BAD_INPUT
        assert err.startswith("ddz: line 4: action ")
        assert err.count("\n") == 1
        assert "bid:9" in err
    del lines[3]
    file.write_text("\n".join(lines))
    status, _, err = run(file, "--check")
    assert status == BAD_INPUT
    assert err.startswith("ddz: line 6: the record is truncated")


def test_blank_lines_are_counted_but_no_records(run: Any, file: Path) -> None:
    lines = file.read_text().splitlines()
    file.write_text("\n" + lines[0] + "\n\n\nddz9\n")
    status, _, err = run(file, "--check")
    assert status == BAD_INPUT
    assert err.startswith("ddz: line 5: a record begins with the version 'ddz1'")


def test_an_empty_file(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.write_text("")
    status, out, _ = run(path, "--check")
    assert (status, out.split()[:2]) == (0, ["records", "0"])
    assert run(path)[0] == 0


def test_what_is_no_file_of_records(run: Any, tmp_path: Path) -> None:
    status, _, err = run(tmp_path / "none", "--check")
    assert (status, err.count("\n")) == (BAD_INPUT, 1)
    path = tmp_path / "binary"
    path.write_bytes(bytes(range(256)))
    status, _, err = run(path, "--check")
    assert (status, err.count("\n")) == (BAD_INPUT, 1)
    assert err.startswith("ddz: line 1: ")


def test_ctrl_c(run: Any, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = ddz.Game.from_record
    calls = []

    def interrupted(text: str) -> ddz.Game:
        calls.append(text)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return real(text)

    monkeypatch.setattr(ddz.Game, "from_record", interrupted)
    status, out, err = run(file, "--check")
    assert (status, err) == (130, "ddz: stopped after 3 records\n")
    assert out.startswith("records  3 ")
