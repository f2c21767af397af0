"""Programs that speak Botzone's protocol at our tables, however they behave."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import pytest

import ddz_core as ddz
from ddz_core import arena
from ddz_core.adapters.botzone.player import BotProgram
from ddz_core.adapters.botzone.process import MOST_BYTES
from ddz_core.cli import main
from ddz_core.errors import Forfeit

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run on Linux and macOS")

BOTS = Path(__file__).with_name("botzone_bots.py")
OPEN = ddz.Table(auction="none", first_bidder=0)
SLOW = 60.0
"""Seconds for programs that are to answer: a Python takes long to start on a busy machine."""


def bot(how: str, seconds: float = SLOW, megabytes: int = 512) -> BotProgram:
    # Without site-packages it starts in a fraction of the time.
    return BotProgram(f"{sys.executable} -S -E {BOTS} {how}", seconds, megabytes)


def forfeit(how: str, seconds: float = SLOW, megabytes: int = 512) -> Forfeit:
    game = ddz.Game(OPEN, deal=1)
    player = bot(how, seconds, megabytes)(1)
    with pytest.raises(Forfeit) as caught:
        player.act(game.observation(0))
    return caught.value


@pytest.mark.parametrize(
    ("how", "cause", "account"),
    [
        ("die", "crashed", "it ended with status 1; its last words: it was too much"),
        ("killed", "crashed", "it was ended by SIGSEGV"),
        ("nonsense", "nonsense", "it printed 'let me think', which is no JSON"),
        ("no-response", "nonsense", "its answer has no response: {'answer': []}"),
        ("silent", "no answer", "it ended and had printed nothing"),
        ("foreign", "bad action", "it does not hold the card"),
        ("fraction", "bad action", "a card is a number from 0 to 53, not 0.5"),
        ("endless", "endless", f"it printed more than {MOST_BYTES >> 10:,} KB"),
    ],
)
def test_what_it_does_wrong_is_told(how: str, cause: str, account: str) -> None:
    lost = forfeit(how)
    assert lost.cause == cause
    assert account in str(lost)
    assert len(str(lost)) < 500


@pytest.mark.parametrize(
    ("command", "account"),
    [
        ("sh -c 'sleep 600'", "no answer after 0.5 s"),
        ("sh -c 'read line; echo [0]; sleep 600'", "an answer, but had not ended after 0.5 s"),
        # It closes its output, and says nothing for ever.
        ("sh -c 'exec sleep 600 >&-'", "no answer after 0.5 s"),
    ],
)
def test_late_answers(command: str, account: str) -> None:
    started = time.monotonic()
    with pytest.raises(Forfeit) as caught:
        BotProgram(command, 0.5)(1).act(ddz.Game(OPEN, deal=1).observation(0))
    assert (caught.value.cause, str(caught.value)) == ("late", account)
    assert time.monotonic() - started < 30


def test_memory_is_limited() -> None:
    lost = forfeit("greedy", megabytes=200)
    assert lost.cause == "crashed"
    assert "MemoryError" in str(lost)


@pytest.mark.parametrize("keep", ["", " --keep"])
def test_what_it_has_started_does_not_outlive_it(keep: str) -> None:
    game = ddz.Game(OPEN, deal=1)
    player: Any = bot("fork" + keep)(1)
    game.push(player.act(game.observation(0)))
    started = int(re.findall(rb"started (\d+)", player._program._errors)[0])
    player.close()
    wait_for_end(started)


def wait_for_end(process: int) -> None:
    deadline = time.monotonic() + 10
    while is_alive(process) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_alive(process)


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


class Told:
    """A player that writes down what the program under it is told."""

    def __init__(self, how: str, seed: int) -> None:
        self.player = cast(Any, bot(how)(seed))
        self.name = self.player.name
        self.lines: list[Any] = []
        ask = self.player._program.ask

        def heard(line: str) -> str:
            self.lines.append(json.loads(line))
            return str(ask(line))

        self.player._program.ask = heard
        self.act, self.close = self.player.act, self.player.close


def test_both_modes_play_the_same_game_and_are_told_as_the_platform_tells() -> None:
    games = []
    for how in ("simple", "simple --keep"):
        game = ddz.Game(ddz.Table(first_bidder=0, new_deals=0), deal=3)
        seats = [Told(how, seat) for seat in range(3)]
        for _ in range(9):
            turn = game.turn
            assert turn is not None
            game.push(seats[turn].act(game.observation(turn)))
        for seat in seats:
            seat.close()
        games.append((game, [seat.lines for seat in seats]))
    (one, told), (other, kept) = games
    assert one == other
    assert one.landlord == 0
    first = told[0][0]["requests"][0]
    assert first["bid"] == []
    assert len(first["own"]) == 17
    begin = told[0][1]["requests"][1]
    assert begin == {
        "history": [[], []],
        "own": first["own"],
        "publiccard": begin["publiccard"],
        "landlord": 0,
        "pos": 0,
        "finalbid": 3,
    }
    assert told[0][1]["data"] == 1
    assert told[0][-1]["requests"] == [kept[0][0]["requests"][0], *kept[0][1:]]
    assert [len(each["requests"]) for each in told[1]] == [1, 2, 3]
    cards = [card for lines in told for card in lines[0]["requests"][0]["own"]]
    assert len(cards) == 51


def test_cards_that_are_dealt_again() -> None:
    game = ddz.Game(ddz.Table(new_deals=2), deal=3)
    seats = [bot("shy --keep" if seat else "shy")(seat) for seat in range(3)]
    while (turn := game.turn) is not None:
        game.push(seats[turn].act(game.observation(turn)))
    for seat in seats:
        cast(Any, seat).close()
    assert game.result is not None
    assert (game.result.new_deals, game.result.landlord) == (2, None)


def test_a_match_goes_on_and_says_who_lost_why() -> None:
    score = arena.match(bot("nonsense"), "random", deals=1, seed=5, table="standard")
    assert score.games == 2
    assert score.wp.mean == 0
    assert score.adp.mean == -2
    pace = score.paces[0]
    assert pace.forfeits == {"nonsense": 2}
    assert pace.accounts["nonsense"].startswith("deal 5, seat 0, play: it printed 'let me think'")
    assert score.paces[1].forfeits == {}


def test_the_command_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    name = "botzone:sh -c 'echo well'"
    options = ["--deals", "1", "--processes", "1", "--bot-seconds", "30", "--bot-megabytes", "300"]
    assert main(["match", "random", name, *options]) == 0
    told = capsys.readouterr().out
    assert re.search(r"B: lost, nonsense +2 games; the first: deal 1, seat 1, play: it", told)
    assert main(["match", "random", name, *options, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["players"][1]
    assert told["forfeits"] == {"nonsense": 2}
    assert "it printed 'well', which is no JSON" in told["accounts"]["nonsense"]


def test_our_own_bot_sits_at_our_table() -> None:
    # ddz botzone is a program as any other: it plays as the same player does without it.
    command = f"{sys.executable} -m ddz_core.cli botzone --player normal --keep-running"
    scores = [
        arena.table_match([player, "easy", "random"], deals=1, bidding=bidding, seed=2)
        for player in ("normal", BotProgram(command, SLOW, 4096))
        for bidding in (False, True)
    ]
    assert [score.players[0].pace.forfeits for score in scores] == [{}] * 4
    adps = [[player.adp for player in score.players] for score in scores]
    assert adps[:2] == adps[2:]


@pytest.mark.parametrize("said", ["-1", "4", "1.0", "true", "null", "[1]", '"x"', "1" + "0" * 40])
def test_bids_that_are_none(said: str) -> None:
    game = ddz.Game("standard", deal=1)
    turn = game.turn
    assert turn is not None
    with pytest.raises(
        Forfeit, match=r"it bid .*, and may say bid:1, bid:2, bid:3, pass"
    ) as caught:
        BotProgram(f"echo '{said}'", SLOW)(1).act(game.observation(turn))
    assert caught.value.cause == "bad action"


@pytest.mark.parametrize(("said", "action"), [('" 2 "', "bid:2"), ("0", "pass"), ("3", "bid:3")])
def test_bids(said: str, action: str) -> None:
    game = ddz.Game("standard", deal=1)
    turn = game.turn
    assert turn is not None
    assert str(BotProgram(f"echo '{said}'", SLOW)(1).act(game.observation(turn))) == action


def test_a_game_lost_in_the_auction() -> None:
    score = arena.table_match([bot("nonsense"), "random", "random"], deals=1, bidding=True)
    assert [player.adp.mean for player in score.players] == [-2, 1, 1]
    assert [player.wp.mean for player in score.players] == [0, 1, 1]


def test_records_and_checkpoints_of_forfeited_games(tmp_path: Path) -> None:
    records, checkpoint = tmp_path / "games", tmp_path / "checkpoint"
    players = bot("die"), "random"
    first = arena.match(*players, deals=1, records=records, resume=checkpoint)
    (line, _) = records.read_text().splitlines()
    assert "unfinished:play" in line
    assert ddz.Game.from_record(line).phase == "play"
    both = arena.match(*players, deals=2, records=records, resume=checkpoint)
    assert (first.paces[0].forfeits, both.paces[0].forfeits) == ({"crashed": 2}, {"crashed": 4})
    assert len(records.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("./nowhere", "there is no program './nowhere' that may be run"),
        ("", "there is no program without a name"),
        ("'", "is no command"),
    ],
)
def test_programs_that_there_are_not(command: str, why: str) -> None:
    with pytest.raises(ddz.InvalidArgument, match=why):
        ddz.agents.make("botzone:" + command)


@pytest.mark.parametrize(
    "table",
    ["bga,discard=yes", "happy", "laizi", "four", "bga,auction=doubling", "standard,skip=yes"],
)
def test_tables_that_the_protocol_has_no_words_for(table: str) -> None:
    game = ddz.Game(ddz.Table.parse(table), 1)
    turn = game.turn
    assert turn is not None
    with pytest.raises(ddz.InvalidArgument, match="Botzone's bots do not know"):
        bot("simple")(1).act(game.observation(turn))


@pytest.mark.parametrize(("seconds", "megabytes"), [(0, 1), (float("nan"), 1), (1, 0), (1, 0.5)])
def test_limits_that_cannot_be(seconds: Any, megabytes: Any) -> None:
    with pytest.raises(ddz.InvalidArgument):
        BotProgram("true", seconds, megabytes)(1)


HOST = """
import sys, ddz_core as ddz
from ddz_core.adapters.botzone.player import BotProgram
game = ddz.Game(ddz.Table(auction="none", first_bidder=0), deal=1)
player = BotProgram(sys.argv[1], 60, 512)(1)
player.act(game.observation(0))
print(player._program._running.pid, flush=True)
sys.stdin.read()
"""


def test_no_program_outlives_a_table_that_is_killed() -> None:
    command = f"{sys.executable} -S -E {BOTS} simple --keep"
    with subprocess.Popen(
        [sys.executable, "-c", HOST, command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as host:
        assert host.stdout is not None
        running = int(host.stdout.readline())
        assert is_alive(running)
        host.kill()
    wait_for_end(running)
