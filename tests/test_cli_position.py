"""``--position``: the commands that take a position on one line."""

from __future__ import annotations

import io
import json

import pytest

import ddz_core as ddz
from ddz_core.cli import main

GAME = ddz.Game.from_hands(
    "standard",
    ["56", "3356TQ", "4455"],
    landlord=1,
    stake=2,
    turn=2,
    last="33",
)
WHOLE = str(ddz.Position.of(GAME))
SEEN = str(ddz.Position.of(GAME.observation(2)))
AUCTION = "ddzpos1 standard hands:?17/?17/3455778889JJJKKA2 first:2 seat:2"


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert main([*arguments, "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return json.loads(out)


@pytest.mark.parametrize("position", [WHOLE, SEEN])
def test_moves_hints_and_rollouts(capsys: pytest.CaptureFixture[str], position: str) -> None:
    seen = GAME.observation(2)
    found = told(capsys, "moves", "--position", position)
    assert (found["hand"], found["last"]) == ("4455", "33:pair:1:3")
    assert found["moves"] == ["44:pair:1:4", "55:pair:1:5"]
    found = told(capsys, "hint", "--position", position)
    assert [each["action"] for each in found["hints"]] == [
        str(each.action) for each in ddz.hints(seen)
    ]
    found = told(capsys, "rollout", "--position", position, "--worlds", "200", "--seed", "3")
    best = ddz.rollout(seen, 200, seed=3).best
    assert found["plays"][0]["action"] == str(best.action)
    assert (found["plays"][0]["points"], found["worlds"]) == (best.mean_points, 200)
    points = [each["points"] for each in found["plays"]]
    assert points == sorted(points, reverse=True)


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", "--position", AUCTION]) == 0
    assert capsys.readouterr().out == "auction  bid:1 bid:2 bid:3 pass\n"
    assert main(["hint", "--position", AUCTION]) == 0
    assert capsys.readouterr().out.startswith("pass  1 strong card, 0 bombs, 8 plays")
    assert main(["rollout", "--position", SEEN, "--worlds", "50"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["action", "points", "wins"]
    assert len(lines) == 2 + 3
    assert lines[-1].startswith("worlds       50  (")


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "solve", "--position", WHOLE, "--moves")
    hands = ["3356TQ", "4455", "56"]  # the landlord's first
    value = ddz.solve(hands, turn=1, last="33")
    assert found["hands"] == hands
    assert (found["turn"], found["last"], found["passes"]) == (1, "33:pair:1:3", 0)
    assert found["landlord_wins"] == value.landlord_wins
    with_pass = ddz.Position.parse(WHOLE + " pass")
    assert told(capsys, "solve", "--position", str(with_pass))["passes"] == 1


def test_a_game_of_given_cards_is_replayed_and_resumed(
    capsys: pytest.CaptureFixture[str], tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.txt"
    file.write_text(GAME.record() + "\n")
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert "line 1: standard, cards that were given" in out
    assert "play 1" in out
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play", "--resume", str(file), "--seat", "2"]) == 0
    assert "To beat: 33  pair of 3, by seat 1 normal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["moves"], "HAND or --position"),
        (["moves", "34", "--position", WHOLE], "HAND is in the position"),
        (["moves", "--position", WHOLE, "--last", "3"], "--last is in the position"),
        (["moves", "--position", WHOLE, "--rules", "bga"], "--rules is in the position"),
        (["moves", "--position", "ddzpos1 standard"], "at least three words"),
        (["hint"], "--position"),
        (["hint", "--position", WHOLE + " 44 QQ"], "action 3, 'QQ', is refused"),
        (["hint", "--position", SEEN.replace("seat:2", "seat:1")], "seat:1"),
        (["rollout", "--position", AUCTION], "'auction'"),
        (["rollout", "--position", SEEN, "--worlds", "0"], "0"),
        (["rollout", "--position", SEEN + " 44"], "turn of seat 0"),
        (["solve", "--position", SEEN], "the other hands are not in it"),
        (["solve", "--position", WHOLE, "--turn", "0"], "--turn is in the position"),
        (["solve", "34", "5", "--position", WHOLE], "either hands or --deal or --position"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], named: str) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert named in err
