"""Observations: what a seat sees, and that it cannot see more."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest
from walks import (
    RULES,
    arranged,
    played,
    tables,
    walk,
    wander,
    wild_tables,
    with_other_hidden_cards,
)

import ddz_core as ddz
from ddz_core import PASS, Hand, Table


def test_what_a_seat_sees_before_the_auction() -> None:
    game = ddz.Game("bga", deal=1)
    dealt = ddz.deal(1)
    seen = game.observation(1)
    assert (seen.seat, seen.hand, seen.sizes) == (1, dealt.hands[1], (17, 17, 17))
    assert (seen.phase, seen.turn, seen.first_bidder) == ("auction", 2, 2)
    assert (seen.landlord, seen.bottom, seen.stake, seen.multiplier) == (None, None, 0, 1)
    assert (seen.bids, seen.discards, seen.plays, seen.last) == ((), (), (), None)
    assert len(seen.shown) == 1
    assert seen.shown <= dealt.bottom
    assert seen.legal_actions == ()
    assert game.observation(2).legal_actions == tuple(game.legal_actions())


def test_what_a_seat_sees_of_the_play() -> None:
    game = arranged(Table(), ["345", "478", "59T"], "66K")
    game = played(game, "bid:2 pass pass 3 4 pass 5")
    seen = game.observation(1)
    assert [(seat, str(action)) for seat, action, _ in seen.bids] == [
        (0, "bid:2"),
        (1, "pass"),
        (2, "pass"),
    ]
    assert [(seat, str(action)) for seat, action, _ in seen.plays] == [
        (0, "3:solo:1:3"),
        (1, "4:solo:1:4"),
        (2, "pass"),
        (0, "5:solo:1:5"),
    ]
    assert (seen.phase, seen.turn, seen.landlord, seen.stake) == ("play", 1, 0, 2)
    assert (str(seen.bottom), seen.sizes, str(seen.hand)) == ("66K", (4, 2, 3), "78")
    assert (str(seen.last), seen.last_seat, seen.multiplier) == ("5:solo:1:5", 0, 1)
    assert list(map(str, seen.legal_actions)) == ["7:solo:1:7", "8:solo:1:8", "pass"]
    assert game.observation(0).legal_actions == ()


def test_the_last_play_shown_is_the_latest() -> None:
    game = arranged(Table(), ["345", "478", "59T"], "66K")
    game = played(game, "bid:2 pass pass 3")
    for action, seat in (("4", 1), ("9", 2), ("K", 0)):
        game.push(action)
        for each in range(3):
            seen = game.observation(each)
            assert (str(seen.last)[0], seen.last_seat) == (action, seat)
            assert seen.plays[-1] == (seat, seen.last, False)
    game.push("pass")
    seen = game.observation(1)
    assert (str(seen.last), seen.last_seat) == ("K:solo:1:K", 0)
    assert seen.plays[-1] == (1, PASS, False)
    game.push("pass")
    assert (game.observation(1).last, game.observation(1).last_seat) == (None, None)


def test_of_bottom_cards_88a_with_one_8_played_8a_remain() -> None:
    game = arranged(Table(), ["345", "478", "89T"], "88A")
    game = played(game, "bid:2 pass pass 8")
    assert str(game.public.kept) == "8A"
    # The counter of a peasant: four 8s, less his own, the one played, the one kept.
    for seat in (1, 2):
        assert game.observation(seat).unseen.counts[5] == 4 - 1 - 1 - 1
        assert game.observation(seat).unseen.counts[11] == 3
    # An 8 that a peasant plays is not one of the bottom.
    game = arranged(Table(), ["345", "478", "89T"], "88A")
    game = played(game, "bid:2 pass pass 3 8")
    assert str(game.public.kept) == "88A"
    # The landlord's third 8 shows that one is gone, but no more.
    game = arranged(Table(), ["3458", "478", "9TJ"], "88A")
    game = played(game, "bid:2 pass pass 88")
    assert str(game.public.kept) == "A"
    assert game.observation(1).unseen.counts[5] == 1


def test_the_counter_does_not_know_the_bottom_before_it_is_shown() -> None:
    hands = ["345", "478", "89T"]
    for show_card, before in ((False, 3), (True, 2)):
        game = arranged(Table(show_card=show_card), hands, "88A")
        seen = game.observation(1)
        # Four 8s less one's own; one more is seen where that card of the bottom is.
        assert seen.unseen.counts[5] == before
        assert seen.unseen.counts[11] == 4
        assert seen.bottom is None
        played(game, "bid:3")
        seen = game.observation(1)
        assert str(seen.bottom) == "88A"
        assert (seen.unseen.counts[5], seen.unseen.counts[11]) == (1, 3)


def test_the_counter_sees_what_is_discarded() -> None:
    table = Table(discard=True)
    game = arranged(table, ["345", "478", "89T"], "88A")
    game = played(game, "bid:3 discard:47")
    assert [game.observation(seat).unseen.counts[1] for seat in range(3)] == [2, 3, 3]
    game = played(game, "discard: discard:8A")
    assert str(game.public.kept) == "8"
    assert game.observation(2).unseen.counts[11] == 3
    assert game.public.sizes == (4, 1, 3)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_counter_counts_everything_that_is_not_seen(seat: int) -> None:
    game = ddz.Game(Table.preset("bga", discard=True, skip=True), deal=seat)
    game.push("bid:1")
    rng = random.Random(seat)
    while not game.is_over:
        seen = game.observation(seat)
        hidden = sum(seen.sizes) - len(seen.hand)
        if seen.landlord is None:
            hidden += 2  # of the bottom, one card of which is shown
        elif seat != seen.landlord:
            hidden -= len(seen.kept)
        assert len(seen.unseen) == hidden
        others = Hand()
        for other, hand in enumerate(game.hands):
            if other != seat:
                others = others + hand
        if seen.landlord is not None:
            assert seen.unseen == others - (seen.kept if seat != seen.landlord else Hand())
        game.push(rng.choice(game.legal_actions()))


def test_nothing_in_it_tells_the_deal() -> None:
    # The deal number would tell every card.
    names = {each.name for each in fields(ddz.Observation)}
    assert not names & {"deal", "hands", "game", "number"}
    seen = ddz.Game("bga", deal=1234567).observation(0)
    assert "1234567" not in repr(seen)


@pytest.mark.parametrize("seat", [3, -1, True, None, "0"])
def test_no_such_seat(seat: object) -> None:
    with pytest.raises(ddz.InvalidArgument, match="a seat must be a whole number from 0 to 2"):
        ddz.Game("standard", deal=1).observation(seat)  # type: ignore[arg-type]


def test_undone_bids_are_forgotten() -> None:
    game = ddz.Game("bga", deal=1)
    before = game.observation(0)
    played(game, "bid:3")
    assert game.observation(0) != before
    game.pop()
    assert game.observation(0) == before


@pytest.mark.parametrize("variant", [*RULES, "four", "wild", "presets"])
def test_games_that_differ_in_hidden_cards_look_the_same(variant: str) -> None:
    """At every table: all options, crossed with two decks and with wild cards; all presets."""
    if variant == "wild":
        every = [table for rules in RULES for table in wild_tables(rules)][::3]
    elif variant == "presets":
        every = 16 * [Table.preset(name) for name in Table.presets()]
    else:
        every = list(tables(variant))
    for number, table in enumerate(every):
        if table.new_deals is not None or number % 2:
            continue
        rng = random.Random(number)
        game = ddz.Game(table, deal=number)
        if game.phase == "auction" and rng.random() < 0.8:
            game.push(game.legal_actions[0])
        for _ in walk(game, rng, rng.randrange(30)):
            if game.public.new_deals:
                break
        if game.public.new_deals:
            continue
        for seat in range(table.players):
            other = with_other_hidden_cards(game, seat, rng)
            assert other.observation(seat) == game.observation(seat)
            assert other.public == game.public
            legal = game.observation(seat).legal_actions
            assert other.observation(seat).legal_actions == legal


def test_the_other_game_really_has_other_cards() -> None:
    game = played(ddz.Game("standard", deal=1), "bid:3 3")
    others = {with_other_hidden_cards(game, 0, random.Random(seed)).hands[1] for seed in range(20)}
    assert len(others) > 15


# --- what a caller made -------------------------------------------------------


def test_what_a_game_says_is_found_right_when_it_is_checked() -> None:
    """A copy with nothing changed is checked, since nobody knows where it comes from."""
    rng = random.Random(8)
    phases = set()
    for number, game, legal in wander(rng, 150):
        if rng.random() < 0.9 and game.phase == "play":
            continue
        phases.add(game.phase)
        for seat in range(game.table.players):
            again = replace(game.observation(seat))
            assert again.legal_actions == (tuple(legal) if seat == game.turn else ()), number
        ddz.must_skip(replace(game.public))
    for deal in range(40):
        game = ddz.Game(Table(new_deals=1), deal)
        for _ in walk(game, rng):
            pass
        assert replace(game.public).score == game.public.score == str(game.result)
        assert replace(game.observation(0)).legal_actions == ()
    assert phases == {"auction", "discard", "open", "doubling", "play"}


def in_play() -> ddz.Observation:
    game = played(arranged(Table(), ["345", "478", "59T"], "66K"), "bid:3 3 4 pass 5")
    return game.observation(1)


SOLO, ROCKET = ddz.Move.parse("9:solo:1:9"), ddz.Move.parse("BR:rocket:1:R")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"table": "standard"}, "table must be a Table"),
        (
            {"phase": "bidding"},
            "phase must be 'auction', 'discard', 'open', 'doubling', 'play', 'over', not 'bidding'",
        ),
        ({"phase": None}, "phase must be"),
        ({"turn": 3}, "turn must be a whole number from 0 to 2, not 3"),
        ({"turn": None}, "turn must be"),
        ({"turn": 2}, "the turn is of seat 1 after plays, not of 2"),
        ({"landlord": None}, "landlord must be"),
        ({"landlord": -1}, "landlord must be"),
        ({"last_seat": None}, "last_seat must be"),
        ({"last": None}, "last_seat must be None here"),
        ({"last": PASS}, "last must be a play or None"),
        ({"last": SOLO}, "plays and the last play contradict each other"),
        ({"first_bidder": "0"}, "first_bidder must be"),
        ({"sizes": (5, 2)}, "sizes must be 3 numbers of cards"),
        ({"sizes": (5, 2, "3")}, "the number of cards of seat 2 must be"),
        ({"sizes": (5, 2, -1)}, "the number of cards of seat 2 must be"),
        ({"sizes": (5, 2, 2**70)}, "the number of cards of seat 2 must be"),
        ({"sizes": (5, 2, 0)}, "seat 2 holds no cards, and the deal is not over"),
        ({"sizes": (5, 3, 3)}, "seat 1 holds 2 cards, but is said to hold 3"),
        ({"hidden": "34"}, "hidden must be a Hand"),
        ({"hidden": Hand("78")}, "the seats hold more cards than are hidden"),
        ({"kept": Hand("33334444")}, "the hidden and the kept cards are more than the deck"),
        ({"bottom": 3}, "bottom must be a Hand or None"),
        ({"stake": -1}, "stake must be"),
        ({"multiplier": 0}, "multiplier must be"),
        ({"new_deals": None}, "new_deals must be"),
        ({"bids": None}, "bids must be a tuple"),
        ({"discards": (SOLO,)}, "discards must be of Made"),
        ({"plays": (ddz.Made(0, ddz.Bid(1)),)}, "is no action for plays"),
        ({"plays": (ddz.Made(0, None),)}, "None is no action for plays"),
        ({"plays": (ddz.Made(5, SOLO),)}, "a seat in plays must be"),
        ({"plays": (ddz.Made(0, PASS),) * 1000}, "in plays a lead must be a play"),
        ({"plays": (ddz.Made(0, SOLO), ddz.Made(2, SOLO))}, "not the turn of seat 2 in plays"),
        ({"plays": tuple(ddz.Made(n % 3, SOLO) for n in range(99))}, "more than the deck"),
        ({"hand": "78"}, "hand must be a Hand"),
        ({"hidden": Hand("3333444455")}, "the hidden cards contradict each other"),
        ({"seat": 7}, "seat must be"),
    ],
)
def test_what_cannot_be_is_named(changes: dict[str, Any], message: str) -> None:
    seen = replace(in_play(), **changes)
    for ask in (
        lambda: seen.legal_actions,
        lambda: seen.score,
        lambda: ddz.must_skip(seen),
        lambda: ddz.hints(seen),
        *(partial(ddz.agents.make(name).act, seen) for name in ddz.agents.names()),
    ):
        with pytest.raises(ddz.InvalidArgument, match=message):
            ask()


@pytest.mark.parametrize(
    ("bids", "turn", "message"),
    [
        ([(1, ddz.Bid(1))], 2, "nobody could say bid:1 as bid 1"),
        ([(0, ddz.Bid(4))], 1, "nobody could say bid:4 as bid 1"),
        ([(0, ddz.Bid(2)), (1, ddz.Bid(1))], 2, "nobody could say bid:1 as bid 2"),
        ([(0, SOLO)], 1, "nobody could say 9:solo:1:9"),
        ([(0, ddz.Bid(3))], 1, "the bids and the turn contradict each other"),
        ([(0, ddz.Bid(3)), (1, PASS)], 2, "nobody could say pass as bid 2"),
        ([(0, ddz.Bid(2))], 2, "the bids and the turn contradict each other"),
    ],
)
def test_bids_that_nobody_could_make(bids: Any, turn: int, message: str) -> None:
    game = ddz.Game(Table(first_bidder=0), deal=1)
    made = tuple(ddz.Made(*bid) for bid in bids)
    with pytest.raises(ddz.InvalidArgument, match=message):
        _ = replace(game.observation(turn), bids=made, turn=turn).legal_actions


@pytest.mark.parametrize("given", [None, 3, "standard", ddz.PASS])
def test_what_is_no_observation(given: object) -> None:
    for ask in (ddz.hints, *(ddz.agents.make(name).act for name in ddz.agents.names())):
        with pytest.raises(ddz.InvalidArgument, match=r"give game\.observation\(seat\), not a"):
            ask(given)
        with pytest.raises(ddz.InvalidArgument, match=r"observation\(seat\), not a Game"):
            ask(ddz.Game("standard", deal=1))
        with pytest.raises(ddz.InvalidArgument, match=r"observation\(seat\), not a Public"):
            ask(ddz.Game("standard", deal=1).public)
    with pytest.raises(ddz.InvalidArgument, match=r"give game\.public, not a"):
        ddz.must_skip(given)
    with pytest.raises(ddz.InvalidArgument, match=r"give game\.public, not a Game"):
        ddz.must_skip(ddz.Game("standard", deal=1))


# --- the trick, and how the points stand ----------------------------------------


def test_the_trick_is_what_was_done_since_the_lead() -> None:
    rng = random.Random(4)
    looked_at = 0
    for _, game, _ in wander(rng, 60):
        public = game.public
        trick: list[ddz.Made] = []
        for made in public.plays:
            lead = not any(each.action != PASS for each in trick)
            passed = len(trick) - max(
                (place for place, each in enumerate(trick, 1) if each.action != PASS), default=0
            )
            if lead or passed == game.table.players - 1:
                trick = []
            trick.append(made)
        if public.last is None:
            assert public.trick == ()
        else:
            assert public.trick == tuple(trick)
            assert public.trick[0].action != PASS
            looked_at += len(trick) > 2
    assert looked_at > 100


def test_the_score_line_follows_the_game_and_ends_as_the_result() -> None:
    rng = random.Random(6)
    looked_at = 0
    for _, game, _ in wander(rng, 60):
        public = game.public
        opened = game.table.open_hand if public.open_hand is not None else 1
        assert public.multiplier == opened * 2 ** len(public.doublings)
        if public.stake:
            points = game.table.base * public.stake * public.multiplier
            # With factors of the seats each of them has points of its own.
            assert f" = {points}" in game.score.split(";")[0]
            looked_at += len(public.doublings) > 0
        else:
            assert game.score == "no bid yet"
    assert looked_at > 20
    endings = set()
    for deal in range(100):
        game = ddz.Game(Table(base=5, first_bidder=0), deal)
        for _ in walk(game, rng):
            pass
        assert game.result is not None
        assert (game.score, game.public.doublings) == (str(game.result), game.result.doublings)
        endings.update(game.result.doublings)
    assert endings >= {"bomb", "rocket"}
    table = Table.preset("free_kickers", first_bidder=0)
    for hands, bottom, actions, score in (
        (["33334", "55", "66"], "444", "bid:3 3333", "10 × 3 × 2 (bomb) = 60"),
        (
            ["33334", "55", "66"],
            "444",
            "bid:3 3333 pass pass 444 pass pass 4",
            "10 × 3 × 2 (bomb) × 2 (spring) = 120",
        ),
        (
            ["345", "78", "9T"],
            "66K",
            "bid:1 pass pass 3 7 pass pass 8",
            "10 × 1 × 2 (anti-spring) = 20",
        ),
    ):
        game = played(arranged(table, hands, bottom), actions)
        assert game.score == score
    game = played(ddz.Game(Table(new_deals=0), deal=1), "pass pass pass")
    assert game.score == "all passed: no points"
