"""Matches: what is played, what is counted, and that processes change nothing."""

from __future__ import annotations

import io
import math
import multiprocessing
import statistics
import subprocess
import sys
import threading
from collections import Counter
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest
from walks import arranged, played

import ddz_core as ddz
import players
from ddz_core import arena
from ddz_core.arena import Estimate, Score
from ddz_core.arena.notes import notes_of
from ddz_core.arena.playing import Terms, outcome
from ddz_core.arena.processes import in_order
from ddz_core.arena.score import Tally
from ddz_core.arena.seatings import seatings, seed_of
from ddz_core.game.record import Record

TABLES = [
    ddz.Table(),
    ddz.Table.preset("bga", discard=True, skip=True),
    ddz.Table.preset("bga", players=2, auction="doubling", short_deck=True, discard=True),
    ddz.Table.preset("free_kickers", auction="doubling", ceiling=4),
]


def recorded(a: object, b: object, **options: object) -> tuple[Score, list[str]]:
    file = io.StringIO()
    score = arena.match(a, b, records=file, **options)
    return score, file.getvalue().splitlines()


# ------------------------------------------------------------ what is played


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("bidding", [False, True])
def test_every_seating_is_played_of_every_deal(table: ddz.Table, bidding: bool) -> None:
    score, lines = recorded("random", players.Bidder, deals=4, seed=9, table=table, bidding=bidding)
    ours, theirs = "random", "bidder"
    alone = range(table.players) if bidding else [0]
    expected = set()
    for seat in alone:
        for one, other in ((ours, theirs), (theirs, ours)):
            expected.add(tuple(one if each == seat else other for each in range(table.players)))
    records = [Record.parse(line) for line in lines]
    assert [record.deal for record in records] == [d for d in range(9, 13) for _ in expected]
    for _, group in groupby(records, key=lambda record: record.deal):
        assert Counter(record.players for record in group) == dict.fromkeys(expected, 1)
    assert score.games == len(lines) == 4 * len(expected)
    assert score.deals == 4
    for line in lines:
        game = ddz.Game.from_record(line)
        assert game.is_over
        assert bool(game.public.bids) is bidding
        if not bidding:
            assert game.landlord == 0
            # The deal as simulations deal it.
            assert game.bottom == ddz.deal(game.deal, table.players).bottom or table.short_deck


def test_each_game_has_new_players_with_seeds_of_their_own() -> None:
    def seeds(seed: int) -> list[tuple[str, int]]:
        players.made.clear()
        arena.match(players.Player, players.Bidder, deals=5, seed=seed, bidding=True)
        # But for the two that are made at the start.
        return players.made[2:]

    found = seeds(1)
    assert len(found) == 5 * 6 * 3
    assert len({seed for _, seed in found}) == len(found)
    assert found == seeds(1)
    assert not {seed for _, seed in found} & {seed for _, seed in seeds(2)}
    numbers = [
        seed_of(1, deal, seating, seat)
        for deal in range(1, 6)
        for seating in range(6)
        for seat in range(3)
    ]
    assert [seed for _, seed in found] == numbers


def test_the_seed_matters_and_repeats() -> None:
    first = recorded("random", "random", deals=6)
    assert recorded("random", "random", deals=6) == first
    # The same deals, played by players with other seeds.
    later = recorded("random", "random", deals=5, seed=2)[1]
    assert [Record.parse(line).deal for line in first[1][2:]] == [
        Record.parse(line).deal for line in later
    ]
    assert not set(first[1][2:]) & set(later)


def test_two_who_never_bid_come_to_an_end() -> None:
    score, lines = recorded(players.Player, players.Player, deals=2, bidding=True)
    assert (score.wp, score.adp) == (Estimate(0.5, 0.0), Estimate(0.0, 0.0))
    assert math.isnan(score.wp_landlord.mean)
    assert math.isnan(score.adp_peasants.error)
    assert all(ddz.Game.from_record(line).public.new_deals == 10 for line in lines)
    table = ddz.Table(new_deals=1)
    _, lines = recorded(players.Player, players.Player, deals=1, bidding=True, table=table)
    assert all(ddz.Game.from_record(line).public.new_deals == 1 for line in lines)


# ----------------------------------------------------------- what is counted


def from_records(lines: list[str], name: str, bidding: bool) -> dict[str, Estimate]:
    """The results once more, from the records alone and by the textbook's formulas."""
    deals: dict[int, list[tuple[bool, float, int]]] = {}
    for line in lines:
        record, game = Record.parse(line), ddz.Game.from_record(line)
        result = game.result
        assert result is not None
        assert result.landlord is not None
        as_landlord = record.players[result.landlord] == name
        points = sum(p for p, who in zip(result.points, record.players, strict=True) if who == name)
        if not bidding:
            double = sum(
                move.kind in (ddz.Kind.BOMB, ddz.Kind.ROCKET, ddz.Kind.BOMB_CHAIN)
                for _, move, _ in game.public.plays
            )
            won = as_landlord == (result.winner == "landlord")
            points = (1 if won else -1) * (game.table.players - 1) * 2**double
        deals.setdefault(record.deal, []).append((as_landlord, float(points > 0), points))
    found = {}
    for suffix, wanted in (("", (True, False)), ("_landlord", (True,)), ("_peasants", (False,))):
        for measure, place in (("wp", 1), ("adp", 2)):
            pairs = [
                (len(rows), sum(row[place] for row in rows))
                for rows in ([row for row in deal if row[0] in wanted] for deal in deals.values())
            ]
            n, games = len(pairs), sum(games for games, _ in pairs)
            mean = sum(value for _, value in pairs) / games
            residuals = [value - mean * games for games, value in pairs]
            variance = sum(r * r for r in residuals) / (n - 1) / n
            found[measure + suffix] = Estimate(mean, math.sqrt(variance) / (games / n))
            if len({games for games, _ in pairs}) == 1:
                means = [value / games for games, value in pairs]
                error = statistics.stdev(means) / math.sqrt(n)
                assert found[measure + suffix].error == pytest.approx(error)
    return found


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("bidding", [False, True])
def test_results_follow_from_the_records(table: ddz.Table, bidding: bool) -> None:
    score, lines = recorded("random", players.Bidder, deals=25, table=table, bidding=bidding)
    doublings = [ddz.Game.from_record(line).result.doublings for line in lines]
    assert any("bomb" in each or "rocket" in each for each in doublings)
    assert any(each and each[-1].endswith("spring") for each in doublings)
    found = from_records(lines, "random", bidding)
    for name, expected in found.items():
        assert getattr(score, name) == pytest.approx(expected), name
    for name, expected in from_records(lines, "bidder", bidding).items():
        assert getattr(score.reversed(), name) == pytest.approx(expected), name


def test_the_error_by_hand() -> None:
    # Three deals of two games: the means are 1, 0 and 1/2; their deviation is 1/2.
    tally = Tally()
    for value in (2, 0, 1):
        tally.add(2, value)
    assert tally.estimate(1) == pytest.approx((0.5, 0.5 / math.sqrt(3)))
    assert tally.estimate(2) == pytest.approx((0.25, 0.25 / math.sqrt(3)))
    # Ten games at once of the same value say no more than one.
    many, few = Tally(), Tally()
    for value in (0, 1, 1, 0, 1):
        many.add(10, 10 * value)
        few.add(1, value)
    assert many.estimate(1) == pytest.approx(few.estimate(1))
    # Deals with 1, 2 and 3 games; the mean is 3/6, the residuals 1/2, 0, -1/2.
    tally = Tally()
    for games, value in ((1, 1), (2, 1), (3, 1)):
        tally.add(games, value)
    assert tally.estimate(1) == pytest.approx((0.5, math.sqrt(0.5 / 2 / 3) / 2))


def test_too_little_to_tell() -> None:
    tally = Tally()
    assert all(map(math.isnan, tally.estimate(1)))
    tally.add(2, 1)
    assert tally.estimate(1).mean == 0.5
    assert math.isnan(tally.estimate(1).error)
    tally.add(0, 0)
    assert tally.estimate(1) == (0.5, 0.0)
    assert str(Estimate()) == "-"


def test_large_sums_lose_nothing() -> None:
    tally = Tally()
    for value in [10**12, 10**12 + 2] * 2:
        tally.add(1, value)
    assert tally.estimate(1) == pytest.approx((10**12 + 1, 2 / math.sqrt(3) / 2), rel=1e-15)


HANDS = (["3333BR45", "55", "6"], "666")


@pytest.mark.parametrize(
    ("actions", "without", "with_bidding"),
    [
        # A bomb, a rocket, and a spring, which counts with bidding alone: there a stake of 3.
        ("3333 pass pass BR pass pass 4 pass pass 5 pass pass 666", 8, 2 * 3 * 8),
        # The peasants win.
        ("4 pass 6", -2, -2 * 3 * 2),
        ("4 pass pass 5 pass pass BR pass pass 666 pass pass 3333", 8, 2 * 3 * 8),
    ],
)
def test_points_on_constructed_games(actions: str, without: int, with_bidding: int) -> None:
    seating = (0, 1, 1)
    for bidding, points in ((False, without), (True, with_bidding)):
        table = ddz.Table(auction="points" if bidding else "none", base=1, first_bidder=0)
        game = played(arranged(table, *HANDS), ("bid:3 " if bidding else "") + actions)
        assert game.result is not None
        terms = Terms(("random", "random"), ("a", "b"), table, bidding, 1, (seating,))
        assert outcome(terms, seating, game.result, 0) == (True, 2 * (points > 0), points)
        # The same game with A as the peasants.
        other = (1, 0, 0)
        assert outcome(terms, other, game.result, 0) == (False, 2 * (points < 0), -points)
        # A player for each seat: each peasant has half of what the landlord has.
        each = [outcome(terms, (0, 1, 2), game.result, player) for player in range(3)]
        assert each[0] == (True, 2 * (points > 0), points)
        assert each[1] == each[2] == (False, 2 * (points < 0), -points // 2)
        if bidding:
            # A is the landlord and one of the peasants, and wins what the one B loses.
            mixed = outcome(terms, (0, 1, 0), game.result, 0)
            assert mixed == (True, 2 * (points > 0), points // 2)


def test_two_players_count_one_each() -> None:
    table = ddz.Table.preset("bga", players=2, auction="none", first_bidder=0)
    game = played(arranged(table, ["3333", "55"], "444"), "3333 pass 444")
    terms = Terms(("random", "random"), ("a", "b"), table, False, 1, ((0, 1),))
    assert game.result is not None
    assert outcome(terms, (0, 1), game.result, 0) == (True, 2, 2)
    assert outcome(terms, (0, 1), game.result, 1) == (False, 0, -2)


def test_decisions_and_times() -> None:
    score, lines = recorded("random", players.Bidder, deals=5)
    asked = Counter()
    for line in lines:
        record, game = Record.parse(line), ddz.Game.from_record(line)
        asked.update(record.players[made.seat] for made in game.public.plays)
    for pace, name in zip(score.paces, ("random", "bidder"), strict=True):
        assert (pace.name, pace.decisions) == (name, asked[name])
        assert 0 < pace.mean < pace.longest < pace.seconds < score.seconds
        assert pace.mean == pace.seconds / pace.decisions


# ------------------------------------------------------------------ processes


@pytest.mark.parametrize("bidding", [False, True])
def test_processes_change_nothing(bidding: bool) -> None:
    one = recorded("random", players.Bidder, deals=9, bidding=bidding)
    assert recorded("random", players.Bidder, deals=9, bidding=bidding, processes=3) == one
    # More than there are deals.
    assert arena.match("random", players.Bidder, deals=2, processes=10**9) == arena.match(
        "random", players.Bidder, deals=2
    )


def test_snapshots_grow_deal_by_deal() -> None:
    snapshots = list(arena.run("random", "random", deals=5, processes=2))
    assert [score.deals for score in snapshots] == [0, 1, 2, 3, 4, 5]
    assert math.isnan(snapshots[0].wp.mean)
    assert snapshots[3] == arena.match("random", "random", deals=3)
    assert snapshots[5] == arena.match("random", "random", deals=5)


def test_closing_ends_the_processes() -> None:
    with closing(arena.run("random", "random", deals=10**6, processes=2)) as snapshots:
        while next(snapshots).deals < 3:
            pass
        assert len(multiprocessing.active_children()) == 2
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize(
    ("player", "error", "message"),
    [
        (players.Cheat, ddz.InvalidArgument, r"'cheat' at seat 0 of deal 5 fails: \S+ is not all"),
        (players.Texts, ddz.InvalidArgument, "'texts' at seat 0 of deal 5 fails: 7 is no action"),
        (players.Confused, TypeError, "confused on purpose"),
        (players.Breaks, ZeroDivisionError, "broken on purpose"),
    ],
)
def test_players_that_fail(
    player: type, error: type[Exception], message: str, processes: int
) -> None:
    with pytest.raises(error, match=message):
        arena.match(player, "random", deals=3, seed=5, processes=processes)
    assert not multiprocessing.active_children()


def test_an_error_that_cannot_be_pickled_is_told_all_the_same() -> None:
    with pytest.raises(RuntimeError, match="Unportable: 1 and 2"):
        arena.match(players.BreaksOddly, "random", deals=2, processes=2)


def test_a_process_that_dies() -> None:
    with pytest.raises(RuntimeError, match="a worker process has died"):
        arena.match(players.Dies, "random", deals=2, processes=2)
    assert not multiprocessing.active_children()


def test_players_that_other_processes_cannot_make() -> None:
    def local(seed: int) -> players.Player:
        return players.Player(seed)

    assert arena.match(local, "random", deals=1).a == "passer"
    with pytest.raises(ddz.InvalidArgument, match=r"other processes cannot make .*'passer'"):
        arena.match(local, "random", deals=2, processes=2)


def test_results_are_in_order_though_the_first_is_late() -> None:
    assert list(in_order(late, range(7), 2)) == [0, 1, 4, 9, 16, 25, 36]
    assert list(in_order(late, [], 2)) == []


def late(number: int) -> int:
    if number == 0:
        threading.Event().wait(0.3)
    return number * number


# ------------------------------------------------------------- round robins


def test_all_against_all() -> None:
    three = ["random", players.Bidder, players.Player]
    scores = arena.round_robin(three, deals=4)
    assert [(score.a, score.b) for score in scores] == [
        ("random", "bidder"),
        ("random", "passer"),
        ("bidder", "passer"),
    ]
    assert scores[2] == arena.match(players.Bidder, players.Player, deals=4)
    assert arena.round_robin(three, deals=4, processes=2) == scores
    totals = [sum(s.deals for s in each) for each in arena.run_round_robin(three, deals=2)]
    assert totals == list(range(7))


def test_reversed_twice_is_the_same() -> None:
    score = arena.match("random", players.Bidder, deals=5)
    assert score.reversed().wp_landlord.mean == 1 - score.wp_peasants.mean
    assert score.reversed().adp_landlord.mean == -score.adp_peasants.mean
    assert score.reversed().a == "bidder"
    again = score.reversed().reversed()
    assert again.wp == pytest.approx(score.wp)
    assert (again.adp, again.paces, again.a) == (score.adp, score.paces, score.a)


# -------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": 0}, "deals .* 0"),
        ({"deals": 1.5}, "deals .* 1.5"),
        ({"seed": -1}, "seed .* -1"),
        ({"seed": 2**64 - 1, "deals": 2}, f"seed={2**64 - 1}, deals=2"),
        ({"processes": 0}, "processes .* 0"),
        ({"a": "nobody"}, "'nobody'"),
        ({"b": 3}, "a text, not 3"),
        ({"a": print}, "no player with a name and act"),
        ({"table": "whist"}, "whist"),
        ({"table": ddz.Table(auction="none"), "bidding": True}, "no bidding"),
    ],
)
def test_what_is_refused_is_refused_at_once(options: dict[str, object], message: str) -> None:
    arguments = {"a": "random", "b": "random", "deals": 1, **options}
    with pytest.raises(ddz.DdzError, match=message):
        arena.run(**arguments)


def test_names_that_no_record_could_hold() -> None:
    class Odd(players.Player):
        name = "two\nlines"

    with pytest.raises(ddz.InvalidArgument, match="that can be printed, not 'two"):
        arena.run(Odd, "random")


@pytest.mark.parametrize("names", [[], ["random"], ["random", "random"]])
def test_too_few_or_equal_players(names: list[str]) -> None:
    with pytest.raises(ddz.InvalidArgument, match=r"two (or more )?players"):
        arena.run_round_robin(names)


def test_the_seatings() -> None:
    assert seatings(2, bidding=False) == [(0, 1), (1, 0)]
    for players_, number in ((2, 2), (3, 6)):
        found = seatings(players_, bidding=True)
        assert len(found) == len(set(found)) == number
        # At every seat A sits as often as B.
        assert all(sum(column) * 2 == number for column in zip(*found, strict=True))


# ------------------------------------------------------ whose fault an error is


def test_a_player_itself_is_no_player_to_seat() -> None:
    agent = players.Player(0)
    with pytest.raises(ddz.InvalidArgument, match="give the class Player, or a function of a seed"):
        arena.match(agent, "random", 1)  # type: ignore[arg-type]
    with pytest.raises(ddz.InvalidArgument, match="give the class RandomAgent"):
        arena.match("random", ddz.agents.make("random"), 1)  # type: ignore[arg-type]


def test_a_class_that_takes_no_seed() -> None:
    class Seedless:
        name = "seedless"

        def act(self, observation: ddz.Observation) -> ddz.Action:
            return observation.legal_actions[0]

    with pytest.raises(ddz.InvalidArgument, match="Seedless makes no player from a seed"):
        arena.match(Seedless, "random", 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("player", [players.Breaks, players.Confused, players.BreaksLate])
def test_errors_of_players_name_them(player: type, processes: int) -> None:
    with pytest.raises(Exception, match="on purpose") as error:
        arena.match(player, "random", deals=3, seed=5, processes=processes)
    notes = "\n".join(notes_of(error.value))
    if player is players.BreaksLate:
        assert "raised when the player 'late' was made" in notes
    else:
        assert f"raised by the player {player.name!r} at seat 0 of deal 5" in notes
    assert ("in a worker process:\nTraceback" in notes) is (processes == 2)


def test_a_process_that_dies_is_told_with_its_task() -> None:
    with pytest.raises(
        RuntimeError,
        match=r"a worker process has died with status 3 at deal \d of dies against random",
    ):
        arena.match(players.Dies, "random", deals=2, processes=2)


SCRIPT = """
import ddz_core as ddz
from ddz_core import arena

class Mine:
    name = "mine"
    def __init__(self, seed): pass
    def act(self, observation): return observation.legal_actions[0]

{guard}arena.match(Mine, "random", 2, processes=2)
"""


def test_a_class_that_a_worker_cannot_import() -> None:
    """As it is where a program comes from the standard input, or is typed."""
    done = subprocess.run(
        [sys.executable, "-"],
        input=SCRIPT.format(guard=""),
        capture_output=True,
        text=True,
        check=False,
    )
    error = done.stderr.splitlines()[-1]
    assert error.startswith("ddz_core.errors.InvalidArgument: a worker process cannot make")
    assert "'mine' (__main__.Mine)" in error
    assert "Put them into a module that it can import" in error
    assert "play with processes=1" in error


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    for guard, good in (("", False), ("if __name__ == '__main__': ", True)):
        path.write_text(SCRIPT.format(guard=guard))
        done = subprocess.run(
            [sys.executable, str(path)], capture_output=True, text=True, check=False
        )
        assert (done.returncode == 0) is good
        if not good:
            assert "'mine' (__main__.Mine)" in done.stderr
            assert "what a script does under if __name__ == '__main__':" in done.stderr
