"""Matches: totals, who starts, ruin or not, ranking with ties."""

from __future__ import annotations

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
