"""Long matches: what they keep on disk, and that they go on as if nothing had been."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import ddz_core as ddz
import players
from ddz_core import arena
from ddz_core.arena import keeping
from ddz_core.cli import main
from ddz_core.game.record import Record

THREE = ("random", "easy", "normal")


def lines_of(path: Path) -> list[str]:
    text = path.read_text()
    assert text.endswith("\n") or not text
    return text.splitlines()


# --------------------------------------------------------- a player for each seat


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("bidding", [False, True])
def test_a_player_for_each_seat(rotate: bool, bidding: bool, tmp_path: Path) -> None:
    path = tmp_path / "records"
    score = arena.table_match(THREE, 30, bidding=bidding, records=path, rotate=rotate)
    records = [Record.parse(line) for line in lines_of(path)]
    turns = [
        ("random", "easy", "normal"),
        ("easy", "normal", "random"),
        ("normal", "random", "easy"),
    ]
    assert [record.players for record in records] == turns[: 3 if rotate else 1] * 30
    assert (score.deals, score.games, score.rotate) == (30, len(records), rotate)
    assert [each.name for each in score.players] == list(THREE)
    results = [ddz.Game.from_record(line).result for line in lines_of(path)]
    for each in score.players:
        points, wins, asked = [], [], 0
        for record, result in zip(records, results, strict=True):
            assert result is not None
            seat = record.players.index(each.name)
            if bidding:
                points.append(result.points[seat])
            else:
                double = 2 ** (result.bombs + result.rockets)
                won = (seat == result.landlord) == (result.winner == "landlord")
                share = 2 if seat == result.landlord else 1
                points.append((1 if won else -1) * share * double)
            wins.append(0.5 if result.landlord is None else points[-1] > 0)
        assert each.adp.mean == pytest.approx(sum(points) / len(points))
        assert each.wp.mean == pytest.approx(sum(wins) / len(wins))
        asked = each.pace.decisions
        assert asked > 0
    assert sum(each.adp.mean for each in score.players) == pytest.approx(0)
    two = arena.table_match(THREE, 30, bidding=bidding, rotate=rotate, processes=2)
    assert two == score
    snapshots = list(arena.run_table(THREE, 3, bidding=bidding, rotate=rotate))
    assert [each.deals for each in snapshots] == [0, 1, 2, 3]


def test_one_player_may_sit_at_several_seats() -> None:
    score = arena.table_match(["normal", "random", "random"], 40)
    both = arena.match("normal", "random", 40)
    # The first of the two seatings of a match: A as the landlord.
    assert score.players[0].wp == both.wp_landlord
    assert score.players[0].adp == both.adp_landlord
    assert score.players[1].adp == score.players[2].adp
    two = arena.table_match(["normal", "random"], 10, table=ddz.Table.preset("bga", players=2))
    assert len(two.players) == 2


@pytest.mark.parametrize("named", [("random", "random"), ("random",) * 4, (), "random", None, 3])
def test_other_numbers_of_players(named: Any) -> None:
    with pytest.raises(ddz.InvalidArgument, match=r"players are needed"):
        arena.run_table(named)


# ------------------------------------------------------------------------ progress


def test_progress_is_told_after_each_deal() -> None:
    told: list[int] = []
    score = arena.match("random", "random", 4, progress=lambda score: told.append(score.deals))
    assert (told, score.deals) == ([0, 1, 2, 3, 4], 4)
    told.clear()
    arena.table_match(THREE, 2, progress=lambda score: told.append(score.deals))
    arena.round_robin(THREE, 1, progress=lambda all_: told.append(sum(s.deals for s in all_)))
    assert told == [0, 1, 2, 0, 1, 2, 3]


# --------------------------------------------------------------------------- resume


def ways(records: Path | None, resume: Path | None, deals: int, processes: int = 1) -> list[Any]:
    """The three sorts of matches, over so many deals."""
    options: dict[str, Any] = {"records": records, "resume": resume, "processes": processes}
    return [
        lambda: arena.run("random", players.Bidder, deals, 5, **options),
        lambda: arena.run_table(THREE, deals, 5, rotate=True, **options),
        lambda: arena.run_round_robin(THREE, deals, 5, **options),
    ]


def last(snapshots: Any) -> Any:
    *_, end = snapshots
    return end


@pytest.mark.parametrize(("way", "processes"), [(0, 1), (1, 1), (2, 1), (2, 2)])
def test_a_match_goes_on_where_it_was_stopped(way: int, processes: int, tmp_path: Path) -> None:
    whole, parts, checkpoint = tmp_path / "whole", tmp_path / "parts", tmp_path / "checkpoint"
    expected = last(ways(whole, None, 7)[way]())
    for stop in (0, 2, 1, 3):  # so many deals more, each time
        with closing(ways(parts, checkpoint, 7, processes)[way]()) as snapshots:
            for _ in range(stop + 1):
                next(snapshots)
    assert last(ways(parts, checkpoint, 7, processes)[way]()) == expected
    assert parts.read_bytes() == whole.read_bytes()
    # Once it is over nothing is played.
    assert list(ways(parts, checkpoint, 7)[way]()) == [expected]
    assert parts.read_bytes() == whole.read_bytes()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["checkpoint", "parts", "whole"]


def test_more_deals_may_be_wanted_later_but_not_fewer(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    arena.match("random", "random", 3, resume=path)
    assert arena.match("random", "random", 5, resume=path) == arena.match("random", "random", 5)
    with pytest.raises(ddz.InvalidArgument, match="has 5 deals of 4 that are wanted"):
        arena.match("random", "random", 4, resume=path)


def test_times_and_decisions_go_on_too(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    first = arena.match("random", "random", 20, resume=path)
    again = arena.match("random", "random", 20, resume=path)
    assert (again.seconds, again.paces[0].seconds, again.paces[0].longest) == (
        first.seconds,
        first.paces[0].seconds,
        first.paces[0].longest,
    )
    more = arena.match("random", "random", 40, resume=path)
    assert more.seconds > first.seconds
    assert more.paces[0].seconds > first.paces[0].seconds


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 2}, "its seed are 1, not 2"),
        ({"b": "easy"}, "its players are"),
        ({"bidding": True}, "its table are|its bidding are"),
        ({"table": "shuttle"}, "its table are"),
    ],
)
def test_a_checkpoint_of_another_match(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "checkpoint"
    options: dict[str, Any] = {"a": "random", "b": "random", "deals": 2, "seed": 1}
    arena.match(**options, resume=path)
    before = path.read_bytes()
    with pytest.raises(ddz.InvalidArgument, match=f"of another match: {message}"):
        arena.run(**{**options, **changes}, resume=path)
    with pytest.raises(ddz.InvalidArgument, match="of another match"):
        arena.run_table(["random"] * 3, 2, resume=path)
    with pytest.raises(ddz.InvalidArgument, match="of another match"):
        arena.run_round_robin(THREE, 2, resume=path)
    assert path.read_bytes() == before


def test_what_is_no_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    arena.match("random", "random", 2, resume=path)
    good = path.read_bytes()
    rng = random.Random(1)
    refused = 0
    texts = [b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 10**5, good[:-9], good + b"x"]
    for _ in range(300):
        place = rng.randrange(len(good))
        texts.append(good[:place] + bytes([rng.randrange(256)]) + good[place + 1 :])
    for text in texts:
        path.write_bytes(text)
        said = str(path)
        try:
            arena.run("random", "random", 2, resume=path)
        except ddz.InvalidArgument as refusal:
            said, refused = str(refusal), refused + 1
        assert str(path) in said
        assert len(said) < 500
    assert refused > 150  # a changed digit of a sum cannot be told from a right one
    path.unlink()
    path.mkdir()
    with pytest.raises(ddz.InvalidArgument, match="cannot read"):
        arena.run("random", "random", 2, resume=path)


def test_records_that_do_not_belong_to_the_checkpoint(tmp_path: Path) -> None:
    records, checkpoint = tmp_path / "records", tmp_path / "checkpoint"
    arena.match("random", "random", 3, records=records, resume=checkpoint)
    records.write_text("".join(line + "\n" for line in lines_of(records)[:4]))
    with pytest.raises(ddz.InvalidArgument, match=r"has 4 records, but .* had 6 written"):
        arena.match("random", "random", 5, records=records, resume=checkpoint)
    with pytest.raises(ddz.InvalidArgument, match="records and resume are one file"):
        arena.run("random", "random", records=records, resume=records)


def test_records_go_to_streams_too() -> None:
    stream = io.StringIO()
    arena.match("random", "random", 3, records=stream)
    assert len(stream.getvalue().splitlines()) == 6


# ------------------------------------------------------------- killed, and no room

LONG = """
import sys
from ddz_core import arena
arena.match("random", "easy", 10**6, 3, records=sys.argv[1], resume=sys.argv[2])
"""


def test_a_match_that_is_killed_leaves_whole_files(tmp_path: Path) -> None:
    records, checkpoint, whole = (tmp_path / name for name in ("records", "checkpoint", "whole"))
    command = [sys.executable, "-c", LONG, str(records), str(checkpoint)]
    played = 0
    for _ in range(3):
        with subprocess.Popen(command) as process:
            deadline = time.monotonic() + 60
            # Until it has played on, at a moment that nobody has chosen.
            while len(records.read_bytes().splitlines() if records.exists() else ()) <= played + 50:
                assert time.monotonic() < deadline
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
        lines = lines_of(records)
        assert len(lines) > played
        assert all(ddz.Game.from_record(line).is_over for line in lines[-5:])
        if checkpoint.exists():
            played = json.loads(checkpoint.read_text())["records"]
            assert played <= len(lines)
    deals = played // 2 + 10
    score = arena.match("random", "easy", deals, 3, records=records, resume=checkpoint)
    assert score == arena.match("random", "easy", deals, 3, records=whole)
    assert records.read_bytes() == whole.read_bytes()


SMALL = """
import resource, sys
from ddz_core.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
sys.exit(main(["match", "random", "easy", "--deals", "500", "--processes", "1", *sys.argv[1:]]))
"""


def test_where_there_is_no_more_room_for_records(tmp_path: Path) -> None:
    """A file that may not grow beyond 20,000 bytes stands for a full disk."""
    path = tmp_path / "file"
    done = subprocess.run(
        [sys.executable, "-c", SMALL, "--records", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"ddz: cannot write {path}: File too large; stopped after ")
    deals = int(done.stderr.rpartition("stopped after ")[2].split()[0])
    assert f"(deals 1 to {deals}, each in all seatings)" in done.stdout
    lines = lines_of(path)
    assert len(lines) == 2 * deals > 0
    assert all(ddz.Game.from_record(line).is_over for line in lines)
    assert 15_000 < path.stat().st_size <= 20_000


def test_where_there_is_no_more_room_for_the_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "checkpoint"
    written: list[int] = []
    replace = os.replace

    def full(one: Any, other: Any) -> None:
        written.append(1)
        if len(written) > 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(one))
        replace(one, other)

    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(keeping, "EVERY_SECONDS", 0.0)
    arguments = ["random", "random", "--processes", "1", "--resume", str(path)]
    assert main(["match", *arguments, "--deals", "9"]) == 2
    out, err = capsys.readouterr()
    assert err == f"ddz: cannot write {path}: No space left on device; stopped after 3 of 9 deals\n"
    assert "(deals 1 to 3, each in all seatings)" in out
    assert [each.name for each in tmp_path.iterdir()] == ["checkpoint"]
    monkeypatch.undo()
    assert arena.match("random", "random", 9, resume=path) == arena.match("random", "random", 9)
    with pytest.raises(ddz.InvalidArgument, match="there is no such folder"):
        arena.run("random", "random", 9, resume=tmp_path / "nowhere" / "checkpoint")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_errors_name_the_file() -> None:
    for records in ("/dev/full", open("/dev/full", "w")):  # noqa: SIM115
        with pytest.raises(OSError, match="/dev/full") as error:
            arena.match("random", "random", 3, records=records)
        assert error.value.filename == "/dev/full"
        if not isinstance(records, str):
            with pytest.raises(OSError, match="No space"):
                records.close()


def test_a_checkpoint_is_written_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "checkpoint"
    written: list[int] = []
    replace = os.replace

    def counted(one: Any, other: Any) -> None:
        written.append(1)
        replace(one, other)

    monkeypatch.setattr(os, "replace", counted)
    arena.match("random", "random", 50, resume=path)
    few = len(written)
    monkeypatch.setattr(keeping, "EVERY_SECONDS", 0.0)
    arena.match("random", "random", 100, resume=path)
    assert few < 25
    assert len(written) - few == 51
