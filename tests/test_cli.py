"""The command line: what it prints, what it refuses, and how Ctrl-C ends it."""

import json
import re
import subprocess
import sys

import pytest
from terminal import ctrl_c_on_a_terminal

import ddz_core as ddz
from ddz_core.analysis import simulation
from ddz_core.cli import main

BAD_INPUT, STOPPED = 2, 130

COMMANDS = ["simulate", "moves", "appraise", "deal", "perft", "replay", "solve", "match"]


class Run:
    """One run of ``ddz``: its exit status and what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.status = main(arguments)
        self.out, self.err = capsys.readouterr()

    @property
    def json(self) -> dict:
        assert self.status == 0, self.err
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        assert self.status == 0, self.err
        return self.out.splitlines()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    return lambda *arguments: Run(capsys, *arguments)


# --- help --------------------------------------------------------------------


def test_help_names_the_commands(run) -> None:
    for arguments in ([], ["--help"], ["-h"]):
        shown = run(*arguments)
        assert shown.status == 0
        assert all(command in shown.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_and_json(run, command: str) -> None:
    shown = run(command, "--help")
    assert shown.status == 0
    assert "--json" in shown.out


def test_version(run) -> None:
    assert run("--version").out.split() == ["ddz,", "version", ddz.__version__]


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "ddz_core.cli", "deal", "-1"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == BAD_INPUT
    assert "-1" in ended.stderr


# --- moves -------------------------------------------------------------------


def test_moves_are_those_of_the_library(run) -> None:
    hand = "33334444555666TJQKA2BR"
    for rules in ddz.Rules.presets():
        plays = [str(move) for move in ddz.legal_moves(hand, rules=rules)]
        found = run("moves", hand, "--rules", rules, "--json").json
        assert found == {
            "hand": hand,
            "last": None,
            "rules": rules,
            "wild": None,
            "count": len(plays),
            "moves": plays,
        }


def test_moves_that_beat_a_play(run) -> None:
    found = run("moves", "5544 r b", "--last", "44", "--json").json
    assert found["hand"] == "4455BR"
    assert found["moves"] == ["55:pair:1:5", "BR:rocket:1:R"]
    named = run("moves", "44445", "--last", "3334:trio_solo:1:3", "--json").json
    assert named["moves"] == ["4445:trio_solo:1:4", "4444:bomb:1:4"]


def test_moves_for_people_have_a_line_for_each_kind(run) -> None:
    assert run("moves", "3334").lines == [
        "solo       3 4",
        "pair       33",
        "trio       333",
        "trio_solo  3334",
        "5 plays",
    ]
    assert run("moves", "4", "--last", "3").lines == ["solo  4", "1 play"]
    assert run("moves", "3", "--last", "4").lines == ["0 plays"]


# --- appraise ----------------------------------------------------------------


def test_appraise_tells_what_the_library_finds(run) -> None:
    hand = "3356699TJQQKKA2BR"
    found = ddz.appraise(hand)
    assert run("appraise", hand).lines == [str(found)]
    told = run("appraise", hand, "--json").json
    assert told["expected_points"] == found.expected_points
    assert (told["strong"], told["bombs"], told["plays"], told["bid"]) == (3, 1, 9, found.bid)
    other = ddz.appraise(hand[2:] + "55", 2, "shuttle", "A", short_deck=True)
    options = ["--players", "2", "--rules", "shuttle", "--shown", "A", "--short-deck"]
    assert run("appraise", hand[2:] + "55", *options, "--json").json["bid"] == other.bid
    assert run("appraise", "BR").lines == ["2 strong cards, 1 bomb, 1 play"]


# --- deal --------------------------------------------------------------------


def test_deal(run) -> None:
    # docs/rules.md section 6
    assert run("deal", "1", "--json").json == {
        "deal": 1,
        "hands": ["3356699TJQQKKA2BR", "34445667789TTQAA2", "3455778889JJJKKA2"],
        "bottom": "TQ2",
        "first_bidder": 2,
    }
    assert run("deal", "1").lines == [
        "deal          1",
        "seat 0        3356699TJQQKKA2BR",
        "seat 1        34445667789TTQAA2",
        "seat 2        3455778889JJJKKA2",
        "bottom        TQ2",
        "first bidder  seat 2",
    ]


def test_several_deals_are_a_line_of_json_each(run) -> None:
    lines = run("deal", "0", str(2**64 - 1), "--players", "2", "--json").lines
    deals = [json.loads(line) for line in lines]
    assert [deal["deal"] for deal in deals] == [0, 2**64 - 1]
    assert [len(deal["hands"]) for deal in deals] == [2, 2]


# --- perft -------------------------------------------------------------------


def test_perft_counts_depth_by_depth(run) -> None:
    # 3 or 4; then 5, 6 or pass.
    found = run("perft", "34", "56", "--depth", "2", "--json").json
    assert [(row["depth"], row["sequences"]) for row in found["depths"]] == [(1, 2), (2, 6)]
    assert found["hands"] == ["34", "56"]
    assert found["stopped"] is False
    lines = run("perft", "34", "56", "--depth", "2").lines
    assert [line.split("  (")[0] for line in lines] == ["depth 1  2", "depth 2  6"]


def test_perft_of_a_deal_gives_the_landlord_the_bottom(run) -> None:
    found = run("perft", "--deal", "1", "--depth", "3", "--rules", "shuttle", "--json").json
    hands = ["3356699TTJQQQKKA22BR", "34445667789TTQAA2", "3455778889JJJKKA2"]
    assert found["hands"] == hands
    assert found["depths"][-1]["sequences"] == ddz.perft(hands, 3, rules="shuttle")


# --- simulate ----------------------------------------------------------------


@pytest.mark.parametrize("threads", ["1", "3"])
def test_simulate(run, threads: str) -> None:
    arguments = ["--deals", "5000", "--seed", "9", "--rules", "douzero", "--threads", threads]
    found = run("simulate", *arguments, "--json").json
    result = ddz.simulate(deals=5000, seed=9, rules="douzero")
    seconds, rate = found.pop("seconds"), found.pop("games_per_second")
    assert rate == pytest.approx(5000 / seconds)
    assert found == {
        "rules": "douzero",
        "wild": False,
        "seed": 9,
        "deals": 5000,
        "threads": int(threads),
        "games": 5000,
        "decisions": result.decisions,
        "landlord_wins": result.landlord_wins,
        "bombs": result.bombs,
        "digest": result.digest,
        "stopped": False,
    }


def test_simulate_for_people(run) -> None:
    result = ddz.simulate(deals=2000)
    lines = run("simulate", "--deals", "2000").lines
    assert lines[0] == "rules          standard"
    assert lines[1] == "games          2,000  (deals 1 to 2000)"
    assert lines[2].startswith(f"decisions      {result.decisions:,}  (")
    assert lines[-1] == f"digest         {result.digest}"


def test_simulate_no_deals(run) -> None:
    found = run("simulate", "--deals", "0", "--json").json
    assert (found["games"], found["games_per_second"]) == (0, 0)
    assert run("simulate", "--deals", "0").lines[1] == "games          0"


# --- bad input ---------------------------------------------------------------

OUTSIDE = str(2**64)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["solve-everything"], "solve-everything"),
        (["--colour"], "--colour"),
        (["appraise"], "HAND"),
        (["appraise", "33x"], "'x'"),
        (["appraise", "34", "--players", "4"], "4"),
        (["appraise", "34", "--shown", "56"], "'56'"),
        (["moves"], "HAND"),
        (["moves", "33x"], "'x'"),
        (["moves", "33333"], "33333"),
        (["moves", "BRR"], "BRR"),
        (["moves", "34", "56"], "56"),
        (["moves", "34", "--rules", "mahjong"], "mahjong"),
        (["moves", "34", "--last", "35"], "'35'"),
        (["moves", "34", "--last", "3334:solo:1:3"], "3334:solo:1:3"),
        (["moves", "34", "--last", "pass"], "pass"),
        # A play of another rule set.
        (["moves", "34", "--last", "33334444:quad_chain:2:4"], "33334444:quad_chain:2:4"),
        (["deal"], "NUMBER"),
        (["deal", "-1"], "-1"),
        (["deal", "seven"], "seven"),
        (["deal", "1.5"], "1.5"),
        (["deal", OUTSIDE], OUTSIDE),
        (["deal", "1", OUTSIDE], OUTSIDE),
        (["deal", "1", "--players", "1"], "1"),
        (["perft"], "--deal"),
        (["perft", "33"], "1"),
        (["perft", "33", "44", "--deal", "1"], "--deal"),
        (["perft", "33", ""], "empty"),
        (["perft", "3333", "3"], "3333"),
        (["perft", "3", "4", "5", "6", "7"], "5"),
        (["perft", "33", "4y"], "'y'"),
        (["perft", "--deal", "-1"], "-1"),
        (["perft", "--deal", OUTSIDE], OUTSIDE),
        (["perft", "33", "44", "--depth", "0"], "0"),
        (["perft", "33", "44", "--depth", "1000"], "1000"),
        (["perft", "33", "44", "--rules", "mahjong"], "mahjong"),
        (["simulate", "--deals", "-1"], "-1"),
        (["simulate", "--deals", "many"], "many"),
        (["simulate", "--deals", "1e6"], "1e6"),
        (["simulate", "--deals"], "--deals"),
        (["simulate", "--threads", "0"], "0"),
        (["simulate", "--threads", "-1"], "-1"),
        (["simulate", "--seed", "-5"], "-5"),
        (["simulate", "--seed", OUTSIDE], OUTSIDE),
        (["simulate", "--seed", str(2**64 - 1), "--deals", "2"], str(2**64 - 1)),
        (["simulate", "--rules", ""], "''"),
        (["simulate", "everything"], "everything"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_refused_on_one_line(run, arguments: list[str], named: str) -> None:
    refused = run(*arguments)
    assert refused.status == BAD_INPUT
    assert refused.out == ""
    assert refused.err.startswith("ddz: ")
    assert refused.err.count("\n") == 1
    assert named in refused.err


def test_without_the_extra_one_line_says_what_to_install() -> None:
    for missing in ("click", "rich"):
        code = (
            f"import sys; sys.modules[{missing!r}] = None;"
            "from ddz_core.cli import main; sys.exit(main())"
        )
        ended = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 1
        assert ended.stderr.count("\n") == 1
        assert "ddz-core[cli]" in ended.stderr


# --- Ctrl-C ------------------------------------------------------------------


@pytest.mark.parametrize("as_json", [False, True])
def test_an_interrupted_simulation_tells_what_was_done(
    run, as_json: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = simulation.ROUND
    play_range = simulation.whole_games.play_range

    def interrupted(rules: ddz.Rules, first: int, count: int, wild: bool):
        if first > 2 * part:
            raise KeyboardInterrupt
        return play_range(rules, first, count, wild)

    monkeypatch.setattr(simulation.whole_games, "play_range", interrupted)
    arguments = ["simulate", "--deals", str(10 * part), "--threads", "1"]
    stopped = run(*arguments, *["--json"] * as_json)
    monkeypatch.undo()
    whole = ddz.simulate(deals=2 * part)
    assert stopped.status == STOPPED
    assert stopped.err == f"ddz: stopped after {2 * part:,} of {10 * part:,} games\n"
    if as_json:
        found = json.loads(stopped.out)
        assert found["stopped"] is True
        assert (found["games"], found["digest"]) == (whole.games, whole.digest)
    else:
        assert f"{2 * part:,}" in stopped.out
        assert whole.digest in stopped.out


def test_ctrl_c_stops_a_simulation() -> None:
    status, out, shown = ctrl_c_on_a_terminal("simulate", "--deals", str(10**9), "--json")
    assert status == STOPPED
    assert "Traceback" not in shown
    found = json.loads(out)
    assert found["stopped"] is True
    assert 0 < found["games"] < 10**9
    assert f"stopped after {found['games']:,} of 1,000,000,000 games" in shown
    # The bar had the rate and the time left.
    assert re.search(r"[\d,]+/s", shown)
    assert re.search(r"\d+:\d\d(:\d\d)?.* left", shown)


def test_ctrl_c_stops_perft() -> None:
    status, out, shown = ctrl_c_on_a_terminal("perft", "--deal", "2", "--depth", "30", "--json")
    assert status == STOPPED
    assert "Traceback" not in shown
    found = json.loads(out)
    assert found["stopped"] is True
    done = len(found["depths"])
    assert f"stopped after depth {done} of 30" in shown
