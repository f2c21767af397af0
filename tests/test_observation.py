"""Observations: what a seat sees, and that it cannot see more."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest
from walks import RULES, arranged, played, tables, walk, with_other_hidden_cards

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


@pytest.mark.parametrize("rules", RULES)
def test_games_that_differ_in_hidden_cards_look_the_same(rules: str) -> None:
    for number, table in enumerate(tables(rules)):
        if table.new_deals is not None or number % 2:
            continue
        rng = random.Random(number)
        game = ddz.Game(table, deal=number)
        if game.phase == "auction" and rng.random() < 0.8:
            game.push("bid:1")
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
