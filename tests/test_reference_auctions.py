"""The reference before the first lead and after the last: auctions and points
(docs/rules.md sections 5, 8.1, 8.3, 8.4, 8.5)."""

from __future__ import annotations

import itertools

import pytest
from conftest import golden
from hypothesis import given
from hypothesis import strategies as st

from ddz_core.errors import IllegalBid
from ddz_core.reference import (
    PASS,
    Play,
    call_auction,
    doubling_auction,
    doubling_round,
    is_spring,
    multiplier,
    no_auction,
    open_hand,
    order,
    parse_play,
    points,
    points_auction,
    talk,
)
from ddz_core.rules import Rules

# --- Auctions


def test_call_auctions_of_the_golden_file() -> None:
    for row in golden("call"):
        seats = order(row["first_bidder"], row["players"])
        said = row["actions"]
        turns = [talk(call_auction(seats), said[:n]).seat for n in range(len(said))]
        assert turns == row["turns"], row
        end = talk(call_auction(seats), said)
        assert end.seat is None
        if row["new_deal"]:
            assert end.outcome is None
        else:
            assert end.outcome == (row["landlord"], row["stake"]), row


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_golden_file_has_every_call_auction(players: int) -> None:
    def auctions(said: list[str], seats: list[int]) -> list[list[str]]:
        asked = talk(call_auction(seats), said)
        if asked.seat is None:
            return [said]
        return [end for text in asked.legal for end in auctions([*said, text], seats)]

    for first in range(players):
        rows = golden("call", players=players, first_bidder=first)
        expected = sorted(row["actions"] for row in rows)
        assert sorted(auctions([], order(first, players))) == expected


@pytest.mark.parametrize(
    ("said", "turns", "outcome"),
    [
        # Each has one turn; the highest bid counts, and 3 ends it.
        (["pass", "pass", "pass"], [1, 2, 0], None),
        (["bid:1", "pass", "pass"], [1, 2, 0], (1, 1)),
        (["bid:1", "bid:2", "pass"], [1, 2, 0], (2, 2)),
        (["bid:1", "bid:2", "bid:3"], [1, 2, 0], (0, 3)),
        (["pass", "bid:3"], [1, 2], (2, 3)),
        (["bid:3"], [1], (1, 3)),
    ],
)
def test_points_auctions(said: list[str], turns: list[int], outcome: object) -> None:
    seats = order(1, 3)
    assert [talk(points_auction(seats), said[:n]).seat for n in range(len(said))] == turns
    assert talk(points_auction(seats), said).seat is None
    assert talk(points_auction(seats), said).outcome == outcome


@pytest.mark.parametrize(
    ("said", "turns", "outcome"),
    [
        # Against the order of play from seat 0: 0, 2, 1. Who has passed is out.
        (["pass", "pass", "pass"], [0, 2, 1], None),
        (["pass", "pass", "bid:1"], [0, 2, 1], (1, 1)),
        (["bid:1", "pass", "pass"], [0, 2, 1], (0, 1)),
        (["bid:1", "bid:2", "pass", "pass"], [0, 2, 1, 0], (2, 2)),
        (["bid:1", "bid:2", "pass", "bid:4", "pass"], [0, 2, 1, 0, 2], (0, 4)),
        # The ceiling ends it.
        (["bid:1", "bid:2", "bid:4", "bid:8"], [0, 2, 1, 0], (0, 8)),
    ],
)
def test_doubling_auctions(said: list[str], turns: list[int], outcome: object) -> None:
    seats = order(0, 3, step=-1)
    asked = [talk(doubling_auction(seats, 8), said[:n]) for n in range(len(said) + 1)]
    assert [each.seat for each in asked] == [*turns, None]
    assert asked[-1].outcome == outcome


def test_no_auction() -> None:
    assert talk(no_auction(order(2, 3)), []).outcome == (2, 1)


@pytest.mark.parametrize("said", ["bid:1", "bid:4", "rob", ""])
def test_what_may_not_be_said(said: str) -> None:
    with pytest.raises(IllegalBid, match=f"seat 2 may say bid:2 or bid:3 or pass, not '{said}'"):
        talk(points_auction(order(1, 3)), ["bid:1", said])


def test_open_hands() -> None:
    assert talk(open_hand(2, 2), []).legal == ("open", "pass")
    assert talk(open_hand(2, 2), []).seat == 2
    assert talk(open_hand(2, 2), ["open"]).outcome == 2
    assert talk(open_hand(2, 2), ["pass"]).outcome == 1
    # Where it is not offered nobody is asked.
    assert talk(open_hand(2, 0), []).outcome == 1


@pytest.mark.parametrize(("most", "offered"), [(2, (1, 2)), (4, (1, 2, 4))])
def test_doubling_rounds(most: int, offered: tuple[int, ...]) -> None:
    legal = tuple(f"double:{factor}" for factor in offered)
    for factors in itertools.product(offered, repeat=3):
        # From the landlord, seat 1, on.
        said = [f"double:{factors[seat]}" for seat in (1, 2, 0)]
        for turn, seat in enumerate((1, 2, 0)):
            asked = talk(doubling_round(1, 3, most), said[:turn])
            assert (asked.seat, asked.legal) == (seat, legal)
        assert talk(doubling_round(1, 3, most), said).outcome == factors


def test_no_doubling_round() -> None:
    assert talk(doubling_round(1, 3, 0), []).outcome == (1, 1, 1)


# --- Points


def made(*actions: str) -> list[tuple[int, Play]]:
    """``"0 3:solo:1:3"`` is seat 0 that plays a 3."""
    return [(int(text[0]), parse_play(text[2:])) for text in actions]


@pytest.mark.parametrize(
    ("actions", "spring"),
    [
        # The landlord is seat 0. Spring: he wins, and no peasant has played.
        (["0 3:solo:1:3"], True),
        (["0 3:solo:1:3", "1 pass", "2 pass", "0 4:solo:1:4"], True),
        (["0 3:solo:1:3", "1 4:solo:1:4", "2 pass", "0 5:solo:1:5"], False),
        # Anti-spring: a peasant wins, and the landlord's first play was his only one.
        (["0 3:solo:1:3", "1 4:solo:1:4"], True),
        (["0 3:solo:1:3", "1 4:solo:1:4", "2 5:solo:1:5", "0 6:solo:1:6", "1 7:solo:1:7"], False),
    ],
)
def test_springs(actions: list[str], spring: bool) -> None:
    assert is_spring(made(*actions), 0) is spring
    assert multiplier(made(*actions), 0, Rules()) == (2 if spring else 1)


def test_with_four_players_a_spring_needs_three_peasants_without_a_play() -> None:
    lead = ["0 3:solo:1:3", "1 pass", "2 pass"]
    end = ["0 5:solo:1:5"]
    assert is_spring(made(*lead, "3 pass", *end), 0)
    assert not is_spring(made(*lead, "3 4:solo:1:4", *end), 0)


def test_every_doubling_play_counts() -> None:
    actions = made(
        *["0 3:solo:1:3", "1 4444:bomb:1:4", "2 55555:bomb:1:5", "3 666666:bomb:1:6"],
        *["0 BBRR:rocket:1:R", "1 pass", "2 pass", "3 pass", "0 7:solo:1:7"],
    )
    four = Rules.preset("four")
    # The bomb of six and the rocket; the smaller ones double nothing (section 8.1).
    assert multiplier(actions, 0, four) == 2 * 2
    assert multiplier(actions, 0, four.changed(doubling_bomb=4)) == 2**4
    # Section 8.4: an open hand is where it starts.
    assert multiplier(actions, 0, four, open_factor=2) == 2 * 2 * 2


def test_the_landlord_gets_or_pays_for_each_peasant() -> None:
    assert points(0, True, 3, [1, 1, 1]) == [6, -3, -3]
    assert points(2, False, 3, [1, 1, 1]) == [3, 3, -6]
    assert points(0, True, 3, [1, 1]) == [3, -3]
    # Four players: three times S (section 8.1).
    assert points(3, True, 2, [1, 1, 1, 1]) == [-2, -2, -2, 6]
    assert points(0, False, 2, [1, 1, 1, 1]) == [-6, 2, 2, 2]


def test_factors_count_between_the_landlord_and_each_peasant() -> None:
    # S is 5. The landlord, seat 1, doubled, and so did seat 2; seat 0 did so twice.
    assert points(1, True, 5, [4, 2, 2]) == [-40, 60, -20]
    # With the landlord's factor alone both peasants pay double.
    assert points(1, True, 5, [1, 2, 1]) == [-10, 20, -10]
    # What a peasant says does not concern the other one.
    assert points(1, False, 5, [1, 1, 4]) == [5, -25, 20]


@given(
    factors=st.lists(st.sampled_from([1, 2, 4]), min_size=2, max_size=4),
    won=st.booleans(),
    score=st.integers(1, 10**6),
    data=st.data(),
)
def test_points_sum_to_nothing(
    factors: list[int], won: bool, score: int, data: st.DataObject
) -> None:
    landlord = data.draw(st.integers(0, len(factors) - 1))
    gained = points(landlord, won, score, factors)
    assert sum(gained) == 0
    assert (gained[landlord] > 0) is won
    assert all((gain < 0) is won for seat, gain in enumerate(gained) if seat != landlord)


def test_a_pass_doubles_nothing() -> None:
    actions = [(0, parse_play("3:solo:1:3")), (1, parse_play("4:solo:1:4")), (2, PASS)]
    assert multiplier([*actions, (0, parse_play("5:solo:1:5"))], 0, Rules()) == 1
