"""Matches: totals, who starts, ruin or not, ranking with ties."""

from __future__ import annotations

import copy
import hashlib
import pickle
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from walks import played

import ddz_core as ddz
from ddz_core import Match, Table


def play_out(game: ddz.Game, bid: str = "bid:3", landlord_wins: bool = True) -> ddz.Game:
    """The first bidder becomes the landlord; either all others always pass, or he
    leads his lowest card and passes ever after."""
    game.push(bid)
    landlord = game.landlord
    while not game.is_over:
        legal = game.legal_actions()
        mine = (game.turn == landlord) == landlord_wins
        following = game.public.last is not None
        # Peasants who must play a card to get rid of it do so one by one.
        game.push(legal[-1] if following and not mine else legal[0])
    assert game.result is not None
    assert (game.result.winner == "landlord") == landlord_wins
    return game


def test_totals_add_up_deal_by_deal() -> None:
    match = Match("bga", deals=5, start_points=50, deal=100)
    expected = [50, 50, 50]
    for deal in range(100, 105):
        assert not match.is_over
        game = match.new_game()
        assert game.deal == deal
        match.add(play_out(game, landlord_wins=deal % 2 == 0))
        result = match.results[-1]
        expected = [a + b for a, b in zip(expected, result.points, strict=True)]
        assert match.totals == tuple(expected)
        assert sum(match.totals) == 150
    assert (match.is_over, match.played) == (True, 5)
    with pytest.raises(ddz.WrongPhase, match="the match is over after 5 deals"):
        match.new_game()


@pytest.mark.parametrize(
    ("table", "changes", "deals", "start"),
    [
        ("standard", {}, 1, 0),
        ("free_kickers", {}, None, 0),
        ("shuttle", {}, 1, 0),
        ("bga", {}, 5, 50),
        ("bga", {"deals": 10, "start_points": 100}, 10, 100),
        ("bga", {"deals": 20}, 20, 50),
        ("free_kickers", {"deals": 3}, 3, 0),
    ],
)
def test_length_and_start_are_those_of_the_table(
    table: str, changes: dict[str, int], deals: int | None, start: int
) -> None:
    match = Match(table, **changes)
    assert (match.table.deals, match.totals) == (deals, (start,) * 3)


def test_a_running_total_may_fall_below_zero_and_ruins_nobody() -> None:
    match = Match("free_kickers")
    for _ in range(30):
        match.add(play_out(match.new_game()))
    assert not match.is_over
    assert (min(match.totals) < 0, sum(match.totals)) == (True, 0)
    assert (match.ruined, match.winners) == ((), ())


def test_ruin() -> None:
    # A landlord who wins at 3 by a spring takes at least 6 from each.
    match = Match(Table(deals=None, start_points=12, ruin=True))
    while not match.is_over:
        assert match.ruined == ()
        match.add(play_out(match.new_game()))
        assert match.played < 50
    assert match.ruined == tuple(seat for seat, total in enumerate(match.totals) if total <= 0)
    assert match.ruined
    with pytest.raises(ddz.WrongPhase):
        match.new_game()
    without = Match(Table(deals=None, start_points=12))
    for _ in range(match.played):
        without.add(play_out(without.new_game()))
    assert (without.totals, without.is_over) == (match.totals, False)


def fixed(*points: tuple[int, ...], **changes: int) -> Match:
    """A match with such results, taken from a deal that is over."""
    from dataclasses import replace

    match = Match("bga", **changes)
    for each in points:
        result = play_out(match.new_game()).result
        assert result is not None
        match.results.append(replace(result, points=each))
    return match


@pytest.mark.parametrize(
    ("points", "places"),
    [
        ((4, -2, -2), [(1, 0, 54), (2, 1, 48), (2, 2, 48)]),
        ((-4, 2, 2), [(1, 1, 52), (1, 2, 52), (3, 0, 46)]),
        ((0, 0, 0), [(1, 0, 50), (1, 1, 50), (1, 2, 50)]),
        ((-1, 3, -2), [(1, 1, 53), (2, 0, 49), (3, 2, 48)]),
    ],
)
def test_ranking_with_ties(points: tuple[int, ...], places: list[tuple[int, int, int]]) -> None:
    match = fixed(points, deals=1)
    assert match.ranking == places
    assert match.winners == tuple(seat for place, seat, _ in places if place == 1)


def test_who_starts() -> None:
    # Drawn: by each deal number (docs/rules.md section 6: deal 0 seat 0, deal 1 seat 2).
    match = Match("bga", deal=0)
    assert match.new_game().turn == 0
    match.add(play_out(match.new_game()))
    assert match.new_game().turn == 2
    # Agreed: from that seat on, round the table.
    match = Match("shuttle", deals=5)
    starts = []
    for _ in range(5):
        game = match.new_game()
        starts.append(game.turn)
        assert ddz.Game.from_record(game.record()).turn == game.turn
        match.add(play_out(game))
    assert starts == [0, 1, 2, 0, 1]


def test_the_same_deal_again_does_not_count() -> None:
    match = Match("bga")
    game = play_out(match.new_game())
    match.add(game)
    totals = match.totals
    again = play_out(ddz.Game(game.table, game.deal))
    for other in (game, again):
        with pytest.raises(ddz.InvalidArgument, match="the deal 1 is already counted"):
            match.add(other)
    assert (match.totals, match.played) == (totals, 1)


def test_a_deal_that_is_not_over_does_not_count() -> None:
    match = Match("bga")
    game = played(match.new_game(), "bid:3")
    with pytest.raises(ddz.WrongPhase, match="the deal is not over"):
        match.add(game)
    assert match.played == 0
    match.add(play_out_from(game))
    assert match.played == 1


def play_out_from(game: ddz.Game) -> ddz.Game:
    while not game.is_over:
        game.push(game.legal_actions()[0])
    return game


def test_two_players_in_a_match() -> None:
    match = Match(Table.preset("bga", players=2))
    match.add(play_out(match.new_game()))
    assert len(match.totals) == 2
    assert sum(match.totals) == 100


@pytest.mark.parametrize("changes", [{"deals": 0}, {"deals": 2.5}, {"start_points": -5}])
def test_lengths_that_are_none(changes: dict[str, int]) -> None:
    with pytest.raises(ddz.InvalidRules):
        Match("bga", **changes)


def test_the_first_deal_is_a_deal_number() -> None:
    with pytest.raises(ddz.InvalidArgument, match="a deal number"):
        Match("bga", deal=-1)
    match = Match("free_kickers", deal=2**64 - 1)
    match.add(play_out(match.new_game()))
    with pytest.raises(ddz.InvalidArgument, match="a deal number"):
        match.new_game()


# --- games from elsewhere, and which deals there are ---------------------------


def other_process(code: str, text: str) -> str:
    """What a new process makes of the text."""
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, ddz_core as ddz\ntext = sys.stdin.read()\n{code}"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout


def test_any_game_that_is_next_in_line_counts_once() -> None:
    match = Match("shuttle", deals=6)
    ways = [
        lambda game: game,
        copy.copy,
        copy.deepcopy,
        lambda game: pickle.loads(pickle.dumps(game)),
        lambda game: ddz.Game.from_record(game.record()),
        lambda game: ddz.Game(game.table, game.deal),
    ]
    for way in ways:
        game = play_out(way(match.new_game()))
        match.add(way(game) if way is not ways[-1] else game)
        for again in (game, ddz.Game.from_record(game.record())):
            with pytest.raises(ddz.InvalidArgument, match=r"\d is already counted") as refusal:
                match.add(again)
            assert refusal.value.reason is ddz.Reason.ALREADY_COUNTED
    assert match.is_over
    assert [result.deal for result in match.results] == [1, 2, 3, 4, 5, 6]


def test_games_that_are_not_next_in_line() -> None:
    match = Match("shuttle", deals=6)
    later = ddz.Game(match.table, 2)
    other = ddz.Game(match.table.changed(first_bidder=1), 1)
    for game, message in ((later, "the deal 2 is not the next one"), (other, "of the table")):
        with pytest.raises(ddz.InvalidArgument, match=message) as refusal:
            match.add(play_out(game))
        assert refusal.value.reason is ddz.Reason.NOT_NEXT
        # Which deal is next is not told.
        assert not re.search(r"deal:?\s*1\b", str(refusal.value)) or game is other
    for given in (None, "ddz1", match):
        with pytest.raises(ddz.InvalidArgument, match="a match counts games"):
            match.add(given)  # type: ignore[arg-type]
    assert match.played == 0


def test_a_game_that_another_process_has_played_counts() -> None:
    match = Match("bga", deal=7)
    play_on = (
        "game = ddz.Game.from_record(text)\n"
        "while not game.is_over: game.push(game.legal_actions[0])\n"
        "print(game.record())"
    )
    match.add(ddz.Game.from_record(other_process(play_on, match.new_game().record())))
    assert match.played == 1
    go_on = (
        "match = ddz.Match.from_record(text)\n"
        "game = match.new_game()\n"
        "while not game.is_over: game.push(game.legal_actions[0])\n"
        "match.add(game)\n"
        "print(match.record())"
    )
    later = Match.from_record(other_process(go_on, match.record()))
    assert (later.played, later.results[0]) == (2, match.results[0])
    game = match.new_game()
    while not game.is_over:
        game.push(game.legal_actions[0])
    match.add(game)
    assert (later, later.totals) == (match, match.totals)


def test_given_numbers() -> None:
    numbers = [2**64 - 1, 3, np.uint64(17), np.int32(5)]
    match = Match("bga", deals=numbers)
    assert match.table.deals == 4
    found = []
    while not match.is_over:
        found.append(match.new_game().deal)
        match.add(play_out(match.new_game()))
    assert found == [2**64 - 1, 3, 17, 5]
    assert Match("bga", deals=np.array([4, 2])).new_game().deal == 4
    assert Match("bga", deals=(n for n in (4, 2))).table.deals == 2
    for deals, message in (([], "one deal at least"), ([3, 4, 3], "3 is given twice")):
        with pytest.raises(ddz.InvalidArgument, match=message):
            Match("bga", deals=deals)
    for deals in ([1.5], [-1], [2**64], "12x", [True]):
        with pytest.raises(ddz.InvalidArgument, match="a deal number must be"):
            Match("bga", deals=deals)


def test_drawn_numbers() -> None:
    match = Match("bga", seed=9)
    found = []
    for place in range(5):
        found.append(match.new_game().deal)
        # The numbers by the formula of the page, so that they are the same for ever.
        digest = hashlib.blake2b(f"9:{place}".encode(), digest_size=8).digest()
        assert found[-1] == int.from_bytes(digest, "little")
        match.add(play_out(match.new_game()))
    assert found[0] == 13173230716904329582
    assert len(set(found)) == 5
    assert Match("bga", seed=10).new_game().deal not in found
    with pytest.raises(ddz.InvalidArgument, match="seed must be"):
        Match("bga", seed=-1)
    for ways in ({"deal": 1, "seed": 1}, {"deals": [1], "seed": 1}, {"deals": [1], "deal": 1}):
        with pytest.raises(ddz.InvalidArgument, match="by deals, deal or seed alone"):
            Match("bga", **ways)


def test_deals_in_a_row_that_do_not_fit_are_refused_at_the_start() -> None:
    with pytest.raises(ddz.InvalidArgument, match=f"3 deals from {2**64 - 1} on do not all fit"):
        Match("bga", deal=2**64 - 1, deals=3)
    assert Match("bga", deal=2**64 - 3, deals=3).new_game().deal == 2**64 - 3


def test_whole_numbers_of_numpy() -> None:
    match = Match("bga", deals=np.int64(3), start_points=np.uint8(7), deal=np.int16(4))
    assert (match.table.deals, match.totals, match.new_game().deal) == (3, (7, 7, 7), 4)
    assert type(match.table.deals) is int


# --- copies, threads ------------------------------------------------------------


def test_copies_go_on_alike_and_share_nothing() -> None:
    class Named(Match):
        def __init__(self, name: str) -> None:
            super().__init__("shuttle", deals=4, seed=3)
            self.name = name

    match = Named("finals")
    match.add(play_out(match.new_game()))
    copies = [copy.copy(match), copy.deepcopy(match)]
    for twin in copies:
        assert (type(twin), twin.name, twin, twin.totals) == (Named, "finals", match, match.totals)
        twin.add(play_out(twin.new_game()))
        assert (twin.played, match.played) == (2, 1)
        assert twin != match
    match.add(play_out(match.new_game()))
    assert copies == [match, match]
    plain = Match("bga", deals=[4, 5])
    plain.add(play_out(plain.new_game()))
    again = pickle.loads(pickle.dumps(plain))
    assert (again, again.record(), again.new_game()) == (plain, plain.record(), plain.new_game())
    assert plain != 3
    with pytest.raises(TypeError):
        hash(plain)


def test_a_second_thread_is_refused() -> None:
    match = Match("bga")
    game = play_out(match.new_game())
    with ThreadPoolExecutor(1) as other, match._lock:
        for use in (lambda: match.add(game), match.record, lambda: copy.copy(match)):
            with pytest.raises(RuntimeError, match="another thread is using this Match"):
                other.submit(use).result()
    assert match.played == 0
    match.add(game)


# --- records ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"table": "bga", "deals": 3},
        {"table": "shuttle", "deals": [5, 2**64 - 1, 3]},
        {"table": "free_kickers", "seed": 2**64 - 1},
        {"table": Table.preset("bga", players=2, ruin=True), "deal": 11, "start_points": 40},
    ],
    ids=str,
)
def test_a_match_is_written_and_read(options: dict[str, Any]) -> None:
    match = Match(**options)
    for _ in range(3):
        text = match.record()
        again = Match.from_record(text)
        assert (again, again.totals, again.record()) == (match, match.totals, text)
        assert again.table == match.table
        lines = text.splitlines()
        assert (len(lines), lines[1:-1]) == (2 + match.played, match.records)
        totals = ",".join(map(str, match.totals))
        assert lines[-1].startswith(f"totals:{totals} check:")
        assert lines[-1].endswith(f" check:{crc32(text.rpartition(' check:')[0].encode()):08x}")
        for ending in ("\n", "\r\n"):
            assert Match.from_record(text.replace("\n", ending) + ending) == match
        if match.is_over:
            break
        game = play_out(match.new_game())
        match.add(game)
        assert again.new_game() == ddz.Game(game.table, game.deal)


def test_undos_and_hints_are_in_it() -> None:
    match = Match("bga")
    game = match.new_game()
    game.push("pass")
    game.undo(2)
    game.count_hint()
    match.add(play_out(game))
    result = Match.from_record(match.record()).results[0]
    assert (result.undos, result.hints) == (1, 1)


def checked(text: str) -> str:
    body = text.rpartition(" check:")[0]
    return f"{body} check:{crc32(body.encode()):08x}"


def test_what_is_wrong_with_the_record_of_a_match() -> None:
    match = Match("bga", deals=3)
    for _ in range(2):
        match.add(play_out(match.new_game()))
    text = match.record()
    first, one, two, last = text.split("\n")

    def fault(*lines: str, check: bool = True) -> tuple[ddz.Fault, str]:
        with pytest.raises(ddz.InvalidRecord) as refusal:
            Match.from_record(checked("\n".join(lines)) if check else "\n".join(lines))
        return refusal.value.fault, str(refusal.value)

    fault_of = ddz.Fault
    assert fault("ddzmatch2" + first[9:], one, two, last)[0] is fault_of.VERSION
    assert fault(one, check=False)[0] is fault_of.VERSION
    assert fault(first, one, two, check=False) == (
        fault_of.TRUNCATED,
        "the record is truncated: it has a line with table and deals, and one with totals:",
    )
    assert fault(first, one)[0] is fault_of.TRUNCATED
    assert fault(first.replace("bga", "whist"), one, two, last)[0] is fault_of.TABLE
    for deals in ("deal:x", "deal:1,2", "deals:1", "seed:", f"deal:{2**64}", "cards:1"):
        assert fault(first.replace("deal:1", deals), one, two, last)[0] is fault_of.DEAL
    found, message = fault(first, two, one, last)
    assert (found, message[:8]) == (fault_of.TAMPERED, "game 1: ")
    assert fault(first, one, one, last) == (
        fault_of.TAMPERED,
        "game 2: the deal 1 is already counted",
    )
    found, message = fault(first, one, two[:-1] + "x", last)
    assert (found, message[:8]) == (fault_of.TAMPERED, "game 2: ")
    assert fault(first, one, last)[0] is fault_of.TAMPERED
    found, message = fault(first, one, two, last.replace("totals:", "totals:1"))
    assert found is fault_of.TAMPERED
    assert "it has 'totals:1" in message
    unfinished = ddz.Game("bga", 2).record()
    assert fault(first, one, unfinished, last)[0] is fault_of.TAMPERED
    assert fault(text + " x", check=False)[0] is fault_of.TAMPERED
    assert fault(text[:-1] + ("0" if text[-1] != "0" else "1"), check=False)[0] is fault_of.TAMPERED
    for length in range(len("ddzmatch1 "), len(text), 7):
        assert fault(text[:length], check=False)[0] is fault_of.TRUNCATED
    with pytest.raises(TypeError, match="a record is a text"):
        Match.from_record(None)  # type: ignore[arg-type]
