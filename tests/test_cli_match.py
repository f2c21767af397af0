"""``ddz match``: what it shows, the records it writes, what it refuses, and Ctrl-C."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from terminal import ctrl_c_on_a_terminal

import ddz_core as ddz
import players
from ddz_core import agents, arena
from ddz_core.cli import main
from ddz_core.game.record import Record

BAD_INPUT, STOPPED = 2, 130
BIDDER, PASSER = "players:Bidder", "players:Player"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> tuple[int, str, str]:
        status = main(["match", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_the_results_are_those_of_the_library(run: Any) -> None:
    arguments = ["random", BIDDER, "--deals", 12, "--seed", 7, "--processes", 1]
    status, out, err = run(*arguments, "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    told = json.loads(out)
    score = arena.match("random", BIDDER, deals=12, seed=7)
    for name in ("wp", "wp_landlord", "wp_peasants", "adp", "adp_landlord", "adp_peasants"):
        assert told[name] == getattr(score, name)._asdict()
    assert (told["a"], told["b"], told["deals"], told["games"]) == ("random", BIDDER, 12, 24)
    assert (told["seed"], told["bidding"], told["stopped"]) == (7, False, False)
    assert told["table"] == "standard,auction=none,first_bidder=0"
    assert [each["decisions"] for each in told["players"]] == [p.decisions for p in score.paces]
    status, out, _ = run(*arguments)
    lines = out.splitlines()
    assert status == 0
    assert lines[0].split() == ["players", "random", "against", BIDDER]
    assert lines[2].split("  ")[-1] == "(deals 7 to 18, each in all seatings)"
    shown = (
        f"{score.wp}  (as the landlord {score.wp_landlord}, as the peasants {score.wp_peasants})"
    )
    assert lines[3].endswith(shown)
    assert str(score.adp) in lines[4]
    assert f"{score.paces[0].decisions:,} decisions, " in lines[6]


def test_bidding_at_a_table(run: Any) -> None:
    text = "bga,players=2,auction=doubling,discard=yes"
    arguments = [BIDDER, "random", "--deals", 5, "--table", text, "--bidding", "--processes", 2]
    status, out, _ = run(*arguments, "--json")
    assert status == 0
    told = json.loads(out)
    score = arena.match(BIDDER, "random", deals=5, table=ddz.Table.parse(text), bidding=True)
    assert (told["games"], told["bidding"]) == (10, True)
    assert told["adp"] == score.adp._asdict()
    assert told["table"] == text + ",new_deals=10"


def test_too_little_to_tell_is_null(run: Any) -> None:
    told = json.loads(run("random", "random", "--deals", 1, "--processes", 1, "--json")[1])
    assert told["wp"]["error"] is None
    assert not math.isnan(told["wp"]["mean"])
    out = run(PASSER, PASSER, "--deals", 1, "--bidding", "--processes", 1)[1]
    assert "0.500  (as the landlord -, as the peasants -)" in out


def test_records(run: Any, tmp_path: Path) -> None:
    paths = [tmp_path / "one", tmp_path / "two"]
    for processes, path in enumerate(paths, 1):
        arguments = ["--deals", 6, "--records", path, "--processes", processes]
        assert run("random", BIDDER, *arguments)[0] == 0
    assert paths[0].read_text() == paths[1].read_text()
    lines = paths[0].read_text().splitlines()
    assert len(lines) == 12
    assert Record.parse(lines[0]).players == ("random", BIDDER, BIDDER)
    assert Record.parse(lines[1]).players == (BIDDER, "random", "random")
    assert [Record.parse(line).deal for line in lines] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


def test_records_replay(run: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "records"
    run("random", BIDDER, "--deals", 3, "--bidding", "--records", path, "--processes", 1)
    assert main(["replay", str(path), "--check"]) == 0
    assert capsys.readouterr().out.startswith("records  18  (18 of deals that are over)")
    assert main(["replay", str(path), "--line", "2"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first.endswith(f"deal 1, seat 0 {BIDDER}, seat 1 random, seat 2 {BIDDER}")


def test_all_against_all(run: Any) -> None:
    names = ["random", BIDDER, PASSER]
    arguments = ["--all", *names, "--deals", 4, "--processes", 1]
    scores = arena.round_robin(names, deals=4)
    status, out, _ = run(*arguments, "--json")
    assert status == 0
    told = json.loads(out)
    assert [(each["a"], each["b"]) for each in told["matches"]] == [
        (score.a, score.b) for score in scores
    ]
    assert [each["wp"] for each in told["matches"]] == [score.wp._asdict() for score in scores]
    status, out, _ = run(*arguments)
    assert status == 0
    lines = out.splitlines()
    assert lines[1].split() == ["games", "24", "(12", "deals)"]
    first, second, third = scores
    rows = {
        "WP": (names, ["random", first.wp, second.wp], [BIDDER, first.reversed().wp, third.wp]),
        "ADP": (
            names,
            ["random", first.adp, second.adp],
            [BIDDER, first.reversed().adp, third.adp],
        ),
    }
    for title, (head, one, two) in rows.items():
        start = next(i for i, line in enumerate(lines) if line.split()[:1] == [title])
        assert lines[start].split() == [title, *head]
        for line, expected in zip(lines[start + 1 :], (one, two), strict=False):
            assert line.split() == " ".join(map(str, expected)).split()


def test_all_that_there_are(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"random": agents.RandomAgent, "bidder": players.Bidder}
    monkeypatch.setattr(agents, "_FACTORIES", known)
    told = json.loads(run("--all", "--deals", 2, "--processes", 1, "--json")[1])
    assert [(each["a"], each["b"]) for each in told["matches"]] == [("random", "bidder")]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["random", "nobody"], "no player is called 'nobody'; there are random"),
        (["random", "no_module:x"], "No module named 'no_module'"),
        (["random"], "two players are needed, not 1"),
        ([], "two players are needed, not 0"),
        (["random", "random", "random"], "two players are needed, not 3"),
        (["--seats", "random", "random"], "3 players are needed, one for each seat, not 2"),
        (["--seats", "--all"], "--all and --seats are two ways to play"),
        (["random", "random", "--rotate"], "--rotate needs --seats"),
        (["--all", "random"], "two or more players are needed, not 1"),
        (["--all", "random", "random"], "two players are called 'random'"),
        (["random", "random", "--deals", "0"], "deals must be a whole number from 1"),
        (["random", "random", "--deals", "-5"], "deals must be a whole number from 1"),
        (["random", "random", "--deals", "many"], "'many'"),
        (["random", "random", "--seed", "-1"], "seed must be"),
        (["random", "random", "--processes", "0"], "processes must be"),
        (["random", "random", "--table", "whist"], "no table is called 'whist'"),
        (["random", "random", "--table", "bga,players=4"], "players=4 does not go"),
        (["random", "random", "--table", "bga,auction=none", "--bidding"], "no bidding"),
        (["random", "random", "--records", "/no/such/folder/x"], "/no/such/folder/x"),
        (["players:Cheat", "random", "--deals", "2"], "'players:Cheat' at seat 0 of deal 1 fails"),
    ],
)
def test_bad_input_is_one_line(run: Any, arguments: list[str], named: str) -> None:
    if "--processes" not in arguments:
        arguments = [*arguments, "--processes", "1"]
    status, out, err = run(*arguments)
    assert (status, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert err.startswith("ddz: ")
    assert named in err


def test_bad_input_leaves_the_file_of_records_as_it_is(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("kept")
    assert run("random", "nobody", "--records", path)[0] == BAD_INPUT
    assert path.read_text() == "kept"


def test_ctrl_c_shows_what_there_is(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records"
    play, asked = players.Player.act, []

    def interrupted(self: players.Player, observation: ddz.Observation) -> ddz.Action:
        asked.append(observation)
        if len(asked) == 200:
            raise KeyboardInterrupt
        return play(self, observation)

    monkeypatch.setattr(players.Player, "act", interrupted)
    arguments = ["random", PASSER, "--deals", 50, "--processes", 1, "--records", path]
    status, out, err = run(*arguments)
    lines = path.read_text().splitlines()
    assert status == STOPPED
    assert 0 < len(lines) < 100
    assert err == f"ddz: stopped after {len(lines) // 2} of 50 deals\n"
    assert f"games              {len(lines)}  (deals 1 to {len(lines) // 2}, " in out


@pytest.mark.parametrize("to_all", [False, True])
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_all_processes(to_all: bool, processes: str, tmp_path: Path) -> None:
    path = tmp_path / "records"
    arguments = ["random", "random", "--deals", str(10**9), "--processes", processes, "--json"]
    status, out, shown = ctrl_c_on_a_terminal(
        "match", *arguments, "--records", str(path), to_all=to_all
    )
    assert status == STOPPED
    assert "Traceback" not in shown
    told = json.loads(out)
    assert told["stopped"] is True
    assert told["deals"] > 0
    assert f"stopped after {told['deals']:,} of 1,000,000,000 deals" in shown
    records = path.read_text().splitlines()
    # The interrupt may come between the records of a deal and its being counted.
    assert told["games"] <= len(records) <= told["games"] + 2
    assert all(ddz.Game.from_record(line).is_over for line in records[-4:-1])


def test_a_player_for_each_seat(run: Any) -> None:
    named = ["random", BIDDER, PASSER]
    arguments = ["--seats", *named, "--deals", 6, "--processes", 1]
    for rotate in (False, True):
        score = arena.table_match(named, 6, rotate=rotate)
        told = json.loads(run(*arguments, *(["--rotate"] * rotate), "--json")[1])
        assert (told["games"], told["rotate"]) == (score.games, rotate)
        for one, other in zip(told["players"], score.players, strict=True):
            assert one["name"] == other.name
            assert one["decisions"] == other.pace.decisions
            for name in ("wp", "adp"):
                assert one[name] == getattr(other, name)._asdict()
        status, out, err = run(*arguments, *(["--rotate"] * rotate))
        assert (status, err) == (0, "")
        rows = dict(line.split("  ", 1) for line in out.splitlines())
        assert rows["players"].strip() == ", ".join(named)
        assert rows[f"ADP of 1: {BIDDER}"].strip().startswith(str(score.players[1].adp))
        assert ("each in all seatings" in rows["games"]) is rotate


def test_a_match_goes_on(run: Any, tmp_path: Path) -> None:
    records, checkpoint, whole = (tmp_path / name for name in ("records", "checkpoint", "whole"))
    fixed = ["random", BIDDER, "--processes", 1]
    files = ["--records", records, "--resume", checkpoint]
    assert run(*fixed, "--deals", 3, *files)[0] == 0
    told = json.loads(run(*fixed, "--deals", 9, *files, "--json")[1])
    expected = json.loads(run(*fixed, "--deals", 9, "--records", whole, "--json")[1])
    for name in ("games", "wp", "adp"):
        assert told[name] == expected[name]
    assert records.read_bytes() == whole.read_bytes()
    status, out, err = run(*fixed, "--deals", 9, "--seed", 2, "--resume", checkpoint)
    assert (status, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert "is of another match: its seed are 1, not 2" in err


def test_records_on_the_standard_output(run: Any) -> None:
    status, out, _ = run("random", BIDDER, "--deals", 2, "--records", "-", "--processes", 1)
    assert status == 0
    lines = out.splitlines()
    assert all(ddz.Game.from_record(line).is_over for line in lines[:4])
    assert lines[4].startswith("players ")
