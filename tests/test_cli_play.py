"""``ddz play``: whole games by typing, in a terminal and from a pipe."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from at_table import Hinted, Terminal, as_from_a_pipe, lines, plain

import ddz_core as ddz
from ddz_core.analysis import hinting
from ddz_core.cli import main

TABLES = (
    *ddz.Table.presets(),
    "bga,players=2,discard=yes,auction=doubling,skip=yes,deals=1",
    "free_kickers,auction=none,deals=1",
    "shuttle,rules=bga_bomb_mode,players=2,short_deck=yes,discard=yes",
    "laizi,auction=call,open_hand=3,doubling=2",
)
RANKS = "3456789TJQKA2BR"
CARDS = re.compile(rf"(?<![\w:,=])[{RANKS}]+(?: [{RANKS}]+)*(?![\w:])")


@pytest.fixture
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that are thought about for less long: it is the table that is tested here."""
    monkeypatch.setattr(hinting, "PLAYOUTS", 300)


def game_of(out: str) -> ddz.Game:
    """The game of the last record in an output."""
    return ddz.Game.from_record(re.findall(r"^ddz1 .*$", out, re.MULTILINE)[-1])


def shown_in_the_deal(out: str) -> str:
    """What was shown from the beginning of the first deal to its end."""
    deal = out[out.index("-- Deal") :]
    return re.split(r"^(?:You win|You lose|all passed)", deal, maxsplit=1, flags=re.MULTILINE)[0]


def check_nothing_hidden(out: str, game: ddz.Game, seat: int) -> None:
    """All cards that the output has before the end are one's own, or have been laid down."""
    again, known = ddz.Game(game.table, game.deal), []
    for action in (*game.actions, None):
        seen = again.observation(seat)
        known.append(seen.hand)
        known += [seen.bottom] if seen.bottom is not None else []
        known += [seen.open_hand] if seen.open_hand is not None else []
        known += [made.action.cards for made in (*seen.plays, *seen.discards)]
        if action is not None:
            again.push(action)
    sets = [Counter(str(each)) for each in known]
    found = 0
    for text in CARDS.findall(shown_in_the_deal(out)):
        cards = Counter(text.replace(" ", ""))
        if cards.total() >= 3:
            found += 1
            assert any(cards <= each for each in sets), text
    assert found > 10


# --- whole deals -------------------------------------------------------------


@pytest.mark.usefixtures("quick_hints")
@pytest.mark.parametrize("table", TABLES)
def test_a_deal_by_hints(monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    typist = Hinted()
    options = ["--table", table, "--deal", "5", "--opponents", "easy", "--seat", "1"]
    status, out, err = as_from_a_pipe(monkeypatch, typist, *options)
    assert (status, err) == (0, "")
    finished = re.findall(r"^ddz1 .* points:.*$", out, re.MULTILINE)
    game = ddz.Game.from_record(finished[-1])
    result = game.result
    assert result is not None
    assert (result.undos, result.hints) == (0, typist.typed.count("hint"))
    check_nothing_hidden(out, game, 1)
    told = " ".join(out.split())
    assert " ".join(str(result).split()) in told
    assert f"you {result.points[1]:+d}" in told
    skipped = sum(made.skipped for made in game.public.plays)
    assert told.count("skipped, since nobody in that place could beat it") == skipped
    assert skipped > 0 or not game.table.skip
    assert f"Deal number 5, {typist.typed.count('hint')} hints, 0 undos" in told
    for seat, hand in enumerate(result.hands):
        if hand and seat != 1:
            assert f"Left with seat {seat} easy" in told
    # What is to be copied alone may be longer than a line.
    assert all(len(line) < 80 for line in out.splitlines() if not line.startswith("ddz"))


# --- what is typed -----------------------------------------------------------


def played(monkeypatch: pytest.MonkeyPatch, typed: str, *options: str) -> str:
    """The output when these lines are typed; they stand between commas."""
    status, out, err = as_from_a_pipe(monkeypatch, lines(*typed.split(",")), *options)
    assert (status, err) == (0, "")
    return out


def after(out: str, typed: str) -> str:
    """What was shown after a line was first typed, until the next question."""
    told = out.split(f"> {typed}\n")[1]
    return re.split(r"^you> |^which\? ", told, maxsplit=1, flags=re.MULTILINE)[0]


def test_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = (
        "?,hint,hint,hint,why 3,3,counter,show,counter,bid 3,undo,record,same,next,nonsense,quit,3"
    )
    out = played(monkeypatch, typed, "--deal", "1", "--seat", "2")
    assert all(f"\n{command} " in after(out, "?") for command in ("hint", "undo", "quit", "?"))
    assert re.findall(r"Hint (\d) of", out) == ["1", "1", "1"]
    assert after(out, "why 3") == "It may be done: bid:3\n"
    assert "Unseen: 3:3 4:3 5:2 6:4" in after(out, "counter")
    assert "Unseen: " in after(out, "show")
    assert "you are the landlord, stake 3. Bottom: T Q 2" in after(out, "3")
    assert after(out, "bid 3").startswith("No: bid:3 is of another phase")
    assert "1 action is taken back" in after(out, "undo")
    assert "undos:1 hints:3 unfinished:auction" in after(out, "record")
    assert after(out, "same") == "No: the deal is not over: undo takes back what you did in it\n"
    assert after(out, "next") == "No: the deal is not over: play it to its end first\n"
    assert "which is no card" in after(out, "nonsense")
    # Nothing is read after quit.
    assert (
        out.rstrip().splitlines()[-1].startswith("ddz1 standard deal:1 players:normal,normal,you")
    )


def test_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "3,why 8888,why 889,why 33,pass,why 10 J Q K A,why ♠8 8♥ S8,why,JJJ3"
    out = played(monkeypatch, typed, "--deal", "1", "--seat", "2", "--opponents", "random")
    assert after(out, "why 8888") == "No: 8888 is not all in the hand\n"
    assert "889 is no combination under the rules 'standard'" in after(out, "why 889")
    assert after(out, "why 33").count("No: ") == 1
    assert after(out, "pass") == "No: the player who leads must play and may not pass\n"
    assert after(out, "why") == "Say which cards, for example: why 3334\n"
    assert "It may be done: solo chain of 5 up to A" in after(out, "why 10 J Q K A")
    assert "It may be done: trio of 8" in after(out, "why ♠8 8♥ S8")
    assert re.match(r"you: 3 JJJ  trio solo of J, 16 left\n", after(out, "JJJ3"))


def test_everything_that_is_wrong_with_cards_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    # Seat 0 holds 3356699TJQQKKA2BR, and seat 2 has led 55.
    record = ddz.Game("standard", 1)
    for action in ("bid:3", "55"):
        record.push(action)
    out = played(monkeypatch, "why 4,why 44,why 888,why 3", "--resume", record.record())
    assert after(out, "why 4").splitlines() == [
        "No: 4 is not all in the hand",
        "No: 4 is a solo, but 55:pair:1:5 is to be beaten",
    ]
    assert "44 is too low to beat 55" in after(out, "why 44")
    assert "888 is a trio, but 55" in after(out, "why 888")
    assert after(out, "why 3").count("No: ") == 1


def test_a_reading_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ddz.Table.parse("laizi,auction=none,first_bidder=0")
    options = ["--table", str(table), "--opponents", "random", "--deal", "21"]
    hand, wild = ddz.Game(table, 21).hands[0], ddz.Game(table, 21).wild
    cards = next(
        each.cards
        for each in ddz.legal_moves(hand, rules=table.rules_with(wild))
        if len(ddz.readings(each.cards, table.rules_with(wild))) == 2
    )
    usual, other = (each for each in sorted_readings(table, 21, str(cards)))
    for answer, wanted in (("", usual), ("1", usual), ("2", other)):
        out = played(monkeypatch, f"{cards},{answer}", *options)
        assert game_of(out).actions[0] == wanted, answer
    for answer in ("3", "0", "x", "hint"):
        out = played(monkeypatch, f"{cards},{answer}", *options)
        assert game_of(out).actions == []
    assert game_of(played(monkeypatch, str(other), *options)).actions[0] == other


def sorted_readings(table: ddz.Table, deal: int, cards: str) -> list[ddz.Move]:
    """The readings of cards in a lead, first the one that cards alone stand for."""
    game = ddz.Game(table, deal)
    game.push(cards)
    meant = game.actions[0]
    return sorted(ddz.readings(cards, game.rules), key=lambda each: each != meant)


def test_the_session_of_the_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parent.parent / "docs/play.md").read_text(encoding="utf-8")
    command, _, session = page.split("```text\n$ ddz play ")[1].split("```")[0].partition("\n")
    typed = ",".join(re.findall(r"^you> (.*)$", session, re.MULTILINE))
    assert played(monkeypatch, typed, *command.split()) == session


# --- several deals -----------------------------------------------------------


class Passing:
    """A typist who passes, and leads what is weakest, deal after deal."""

    def __init__(self, *after_deals: str) -> None:
        self.after_deals = list(after_deals)

    def __call__(self, told: str) -> str | None:
        if "ddzmatch1" in told:
            return None
        if "You may type: " in told or "No: the match is over" in told:
            return self.after_deals.pop(0) if self.after_deals else None
        if not told.endswith("you> "):
            return ""
        if "You lead" in told:
            return re.findall(rf"Your hand \(\d+\): ([{RANKS}])", told)[-1]
        return "pass"


def test_a_match_with_a_deal_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--table", "bga", "--deals", "2", "--deal", "3", "--opponents", "easy"]
    typist = Passing("same", "next", "next", "record")
    status, out, _ = as_from_a_pipe(monkeypatch, typist, *options)
    assert status == 0
    assert out.count("-- Deal 1 of 2 --") == out.count("-- Deal 2 of 2 --") == 1
    assert out.count("The same deal again, which does not count") == 1
    assert out.count("It does not count for points") == 1
    match = ddz.Match.from_record(out[out.rindex("ddzmatch1") :].strip())
    assert (match.is_over, match.played) == (True, 2)
    ranking = out[out.index("The match is over after 2 deals") :].splitlines()[1:4]
    names = ["you", "seat 1 easy", "seat 2 easy"]
    assert ranking == [
        f"{place}. {names[seat]}, {points} points" for place, seat, points in match.ranking
    ]
    # The same opponents, the same lines: the same deal.
    assert out.count(f"{match.results[0]}\n") >= 2
    assert "No: the match is over after 2 deals" in out


def test_running_points(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--deal", "7", "--opponents", "easy"]
    _, out, _ = as_from_a_pipe(monkeypatch, Passing("next", "next"), *options)
    points = [
        [int(each) for each in re.findall(r"[-+]?\d+(?=,|$)", line)]
        for line in re.findall(r"^Points .*$", out, re.MULTILINE)
    ]
    of_deals, totals = points[::2], points[1::2]
    assert len(totals) == 3
    assert totals[-1] == [sum(seat) for seat in zip(*of_deals, strict=True)]
    assert re.findall(r"Deal number (\d+)", out) == ["7", "8", "9"]


# --- interrupted and resumed -------------------------------------------------


@pytest.mark.usefixtures("quick_hints")
@pytest.mark.parametrize("table", [*TABLES[:7], "bga,discard=yes,doubling=2"])
def test_resumed_games_are_the_same(monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    options = ["--table", table, "--deal", "11", "--opponents", "easy,random"]
    if table == "four":
        options[-1] = "easy"
    whole = game_of_finished(as_from_a_pipe(monkeypatch, Hinted(), *options)[1])
    out = as_from_a_pipe(monkeypatch, Hinted(at_most=1), *options)[1]
    for _ in range(60):
        left = out[out.index("goes on:") :].split("\n", 1)[1].strip()
        assert (
            ddz.Game.from_record(left.splitlines()[-1]).actions
            == whole.actions[: len(ddz.Game.from_record(left.splitlines()[-1]).actions)]
        )
        status, out, err = as_from_a_pipe(monkeypatch, Hinted(at_most=2), "--resume", left)
        assert (status, err) == (0, "")
        if "You may type" in out:
            break
    assert game_of_finished(out) == whole


def game_of_finished(out: str) -> ddz.Game:
    return ddz.Game.from_record(re.findall(r"^ddz1 .* points:.*$", out, re.MULTILINE)[-1])


def test_a_match_is_resumed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    options = ["--table", "bga", "--opponents", "easy", "--seat", "2"]
    out = as_from_a_pipe(monkeypatch, Passing("next"), *options)[1]
    left = tmp_path / "left.txt"
    for number in range(3, 6):
        left.write_text(out[out.rindex("ddzmatch1") :])
        out = as_from_a_pipe(monkeypatch, Passing(), "--resume", str(left))[1]
        assert f"-- Deal {number} of 5 --" in out
    assert "The match is over after 5 deals" in out
    assert "You are seat 2, with seat 0 easy, seat 1 easy" in out
    over = out[out.rindex("ddzmatch1") :]
    assert "The match is over after 5 deals" in played(monkeypatch, "next", "--resume", over)


def test_undone_moves_are_answered_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "3,3,undo,3,show"
    out = played(monkeypatch, typed, "--deal", "1", "--seat", "2", "--opponents", "random")
    first, second = (part.split("you> ")[0] for part in out.split("you> 3\n")[2:4])
    assert first == second


# --- terminals, pipes and consoles of all kinds ------------------------------


POSIX = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of POSIX")


@POSIX
def test_on_a_terminal() -> None:
    options = ["--table", "happy", "--deal", "5", "--opponents", "easy", "--seat", "1"]
    with Terminal(*options) as at:
        typist = Hinted()
        told = at.wait_for("you> ")
        while (line := typist(told)) is not None:
            told = at.type(line)
        left = at.press("\x04")  # the end of input
        assert at.status() == 0
    assert re.search(r"^You (win|lose): ", plain(at.raw), re.MULTILINE)
    check_nothing_hidden(plain(at.raw), game_of(told), 1)
    assert "\x1b[1;33m2" in at.raw  # a 2 in bold yellow
    assert all(len(line) <= 80 for line in plain(at.raw).splitlines() if "ddz1" not in line)
    assert left.rstrip().splitlines()[-1].startswith("ddz1 happy deal:5")


@POSIX
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_ctrl_c_on_a_terminal_without_colours(environment: dict[str, str]) -> None:
    with Terminal("--deal", "1", "--seat", "2", **environment) as at:
        at.wait_for("you> ")
        assert "You lead" in at.type("3")
        left = at.press("\x03")
        assert at.status() == 130
    assert "Traceback" not in at.raw
    assert not re.search(r"\x1b\[[0-9;]*m", at.raw)
    assert [str(action) for action in game_of(left).actions] == ["bid:3"]
    with Terminal("--resume", left[left.index("ddz1") :].strip()) as again:
        assert "Your hand (20): 3 4 55" in again.wait_for("you> ")


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii", "utf-16", "cp437"])
def test_from_a_pipe_on_every_console(encoding: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "ddz_core.cli", "play", "--deal", "1", "--seat", "2"],
        input="小王 \x07\nhint\n3\n33\nJJJ3\n".encode(encoding, errors="replace"),
        capture_output=True,
        env=os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": encoding},
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    out = ended.stdout.decode(encoding)
    assert "\x07" not in out
    arrow = "→" if encoding.startswith("utf") else "->"
    assert f"plays, -0.37 points expected {arrow} pass" in out
    assert game_of(out).actions[:2] == [ddz.Bid(3), ddz.Move.parse("3JJJ:trio_solo:1:J")]


def test_input_that_is_no_text() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "ddz_core.cli", "play", "--deal", "1", "--seat", "2"],
        input=b"\xff3\n\xd8\n",
        capture_output=True,
        env=os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-16"},
        timeout=60,
    )
    assert ended.returncode == 2
    assert "the input is no text" in ended.stderr.decode("utf-16")
    assert game_of(ended.stdout.decode("utf-16")).phase == "auction"


# --- players from elsewhere, and bad input -----------------------------------


class Counting:
    """A player that remembers how often it was asked in its deal, and then fails."""

    name = "counting"

    def __init__(self, seed: int) -> None:
        self.asked = 0

    def act(self, observation: ddz.Observation) -> ddz.Action:
        self.asked += 1
        return observation.legal_actions[-1 if self.asked < 3 else 0] if self.asked < 4 else "x"


def test_a_player_from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "guest", sys.modules[__name__])
    options = ["--deal", "1", "--seat", "2", "--opponents", "guest:Counting"]
    status, out, err = as_from_a_pipe(monkeypatch, Passing(), *options)
    assert status == 2
    assert err.count("\n") == 1
    assert "guest:Counting" in err
    assert game_of(out).actions
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "--resume", out[out.rindex("ddz1 ") :].strip()]) == 2


def test_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = ddz.Game("standard", 1).record()
    broken = tmp_path / "broken.txt"
    broken.write_bytes(b"\xff" + game.encode())
    match, other = ddz.Match("bga", deal=4), ddz.Game("bga", 9)
    cases = {
        "--table chess": "'chess'",
        "--table standard,players=9": "players",
        "--rules four": "set players to 4",
        "--rules mahjong": "mahjong",
        "--opponents hard,hard,hard": "3 opponents are named, and there are 2",
        "--opponents nobody": "'nobody'",
        "--opponents ,": "''",
        "--deal -1": "-1",
        "--deal 18446744073709551616": "18446744073709551616",
        "--deal 18446744073709551615 --deals 5": "64 bits",
        "--deals 0": "deals",
        "--seat 3": "the seat must be a whole number from 0 to 2, not 3",
        "--seat -1": "-1",
        "--colour": "--colour",
        "--resume nowhere.txt": "'nowhere.txt'",
        f"--resume {tmp_path}": "--resume takes a record",
        f"--resume {broken}": "a record begins with the version 'ddz1'",
        f"--resume {game}!": "check",
        f"--resume {game}\n{game}": "2 records",
        f"--resume {game[:-1]}0": "tampered",
        f"--resume {game} --deal 3": "--deal is in the record",
        f"--resume {game} --seat 7": "the seat",
        f"--resume {match.record()}\n{other.record()}": "of no deal of this match",
        f"--resume {match.record()[:-1]}0": "tampered",
        "--resume ddzmatch1 bga deal:4": "truncated",
        "--resume ddz2 standard deal:1": "'ddz2'",
    }
    for options, named in cases.items():
        head, mark, record = options.partition("--resume ")
        rest = record.split(" --") if mark else []
        arguments = [*head.split(), *(["--resume", rest[0]] if rest else [])]
        arguments += [part for each in rest[1:] for part in f"--{each}".split()]
        assert main(["play", *arguments]) == 2, options
        out, err = capsys.readouterr()
        assert out == "", options
        assert err.count("\n") == 1, options
        assert named in err, (options, err)
