"""Games: worked examples with numbers, refusals, and the way through the phases."""

from __future__ import annotations

import copy
import enum
import pickle
import random
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import numpy as np
import pytest
from walks import arranged, played, snapshot, walk, wander

import ddz_core as ddz
from ddz_core import PASS, Bid, Discard, Move, Reason, Table
from ddz_core._core.play_phase import PlayPhase

STANDARD = Table.preset("standard")


# --- worked examples ---------------------------------------------------------


def test_base_ten_bid_three_one_bomb_spring() -> None:
    # House rules free_kickers: 10 × 3 × 2 × 2 = 120, the landlord +240, each peasant −120.
    game = arranged(Table.preset("free_kickers"), ["33334", "55", "66"], "444")
    game = played(game, "bid:3 3333 pass pass 444 pass pass 4")
    result = game.result
    assert result is not None
    assert result.points == (240, -120, -120)
    assert str(result) == "10 × 3 × 2 (bomb) × 2 (spring) = 120"
    assert (result.base, result.stake, result.multiplier) == (10, 3, 4)
    assert (result.bombs, result.rockets, result.spring, result.anti_spring) == (1, 0, True, False)
    assert (result.winner, result.landlord, result.out) == ("landlord", 0, 0)
    assert [str(hand) for hand in result.hands] == ["", "55", "66"]
    assert (str(result.bottom), result.deal, result.new_deals) == ("444", 0, 0)


def test_spring_with_a_rocket_at_stake_two() -> None:
    # House rules standard: S = 2 × (2 for the rocket × 2 for the spring) = 8.
    game = arranged(STANDARD, ["33B", "55", "66"], "34R")
    result = played(game, "bid:2 pass pass 3334 pass pass BR").result
    assert result is not None
    assert result.points == (16, -8, -8)
    assert str(result) == "2 × 2 (rocket) × 2 (spring) = 8"
    assert (result.bombs, result.rockets) == (0, 1)


def test_a_bomb_and_a_spring_at_stake_three() -> None:
    game = arranged(STANDARD, ["33334", "55", "66"], "444")
    game = played(game, "bid:3 444 pass pass 4 pass pass 3333")
    assert str(game.result) == "3 × 2 (bomb) × 2 (spring) = 12"


def test_anti_spring() -> None:
    # House rules standard: the landlord has made only his first play, and the
    # peasants win: S = 1 × 2 = 2, the landlord −4, each peasant +2.
    game = arranged(STANDARD, ["345", "78", "9T"], "66K")
    result = played(game, "bid:1 pass pass 3 7 pass pass 8").result
    assert result is not None
    assert result.points == (-4, 2, 2)
    assert (result.winner, result.out) == ("peasants", 1)
    assert str(result) == "1 × 2 (anti-spring) = 2"


def test_anti_spring_goes_by_the_plays_of_the_landlord() -> None:
    # A first play of many cards is one play; passes after it are none.
    game = arranged(STANDARD, ["34567", "45678TT", "9"], "33K")
    result = played(game, "bid:1 pass pass 34567 45678 pass pass TT").result
    assert result is not None
    assert result.anti_spring
    # A second play, even of one card, makes it an ordinary loss, though only one
    # peasant has played.
    game = arranged(STANDARD, ["345", "7K", "9T"], "66Q")
    result = played(game, "bid:1 pass pass 3 7 pass Q K").result
    assert result is not None
    assert (result.anti_spring, result.points) == (False, (-2, 1, 1))


def test_no_spring_after_one_card_of_a_peasant() -> None:
    game = arranged(STANDARD, ["3", "48", "59"], "6KK")
    result = played(game, "bid:1 pass pass 3 4 5 6 pass pass KK").result
    assert result is not None
    assert not result.spring
    assert result.points == (2, -1, -1)
    assert str(result) == "1 = 1"


def test_a_quad_with_kickers_doubles_nothing() -> None:
    # House rules standard: 444455 and 44445566 are no bombs.
    game = arranged(STANDARD, ["4444", "7", "8"], "556", first=0)
    result = played(game, "bid:2 pass pass 444455 pass pass 6").result
    assert result is not None
    assert result.doublings == ("spring",)
    assert result.points == (8, -4, -4)
    game = arranged(STANDARD, ["4444KA", "7", "8"], "556", first=0)
    game = played(game, "bid:2 pass pass 444456")
    assert game.public.multiplier == 1
    assert not game.can("7")


def test_a_quad_chain_doubles_nothing() -> None:
    game = arranged(Table.preset("shuttle"), ["44445555", "7", "8"], "669")
    assert played(game, "bid:1 pass pass 44445555").public.multiplier == 1


def test_a_bomb_chain_doubles_once_and_beats_the_rocket() -> None:
    # Decision of docs/rules.md section 5: once for the play.
    table = Table.preset("bga", bomb_mode=True, first_bidder=0)
    game = arranged(table, ["33", "44445555", "67"], "BRK")
    game = played(game, "bid:1 pass pass BR")
    assert (game.public.multiplier, game.turn) == (2, 1)
    result = played(game, "44445555").result
    assert result is not None
    # 1 × 2 (rocket) × 2 (bomb chain) × 2 (anti-spring) = 8
    assert str(result) == "1 × 2 (rocket) × 2 (bomb chain) × 2 (anti-spring) = 8"
    assert result.points == (-16, 8, 8)
    assert (result.bombs, result.rockets) == (1, 1)
    # Without bomb mode it is no play.
    game = arranged(Table.preset("bga", first_bidder=0), ["33", "44445555", "67"], "BRK")
    assert not played(game, "bid:1 pass pass BR").can("44445555")


def test_two_players() -> None:
    # One peasant: one pass ends a trick, and the points are ±S.
    table = Table.preset("bga", players=2, first_bidder=1)
    game = arranged(table, ["456", "789"], "33K")
    assert [len(hand) for hand in game.hands] == [3, 3]
    game = played(game, "pass bid:2")
    assert (game.landlord, game.turn) == (0, 0)
    game = played(game, "K pass")
    assert (game.turn, game.public.last) == (0, None)
    result = played(game, "33 pass 4 7 pass 8 pass 9").result
    assert result is not None
    assert result.points == (-2, 2)
    # The other way round, with a spring: 2 × 2.
    game = played(arranged(table, ["3", "789"], "33K"), "pass bid:2 K pass 333")
    assert game.result is not None
    assert game.result.points == (4, -4)


@pytest.mark.parametrize("short", [False, True])
def test_two_players_have_seventeen_cards_each(short: bool) -> None:
    for deal in range(20):
        game = ddz.Game(Table.preset("bga", players=2, short_deck=short), deal)
        assert [len(hand) for hand in game.hands] == [17, 17]
        assert len(game.bottom) == 3
        everything = game.hands[0] + game.hands[1] + game.bottom
        assert not short or not everything.counts[:2].any()
        # 54 or 46 cards, 37 of them in play.
        unseen = game.observation(0).unseen
        assert len(unseen) == (46 if short else 54) - 17 - 1


def test_the_deal_is_that_of_its_number() -> None:
    for deal in (0, 1, 20261129, 2**64 - 1):
        game = ddz.Game("standard", deal)
        dealt = ddz.deal(deal)
        assert (game.hands, game.bottom, game.turn) == dealt


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_without_an_auction(seat: int | None) -> None:
    table = Table(auction="none", first_bidder=seat, base=10)
    game = ddz.Game(table, deal=1)
    landlord = ddz.deal(1).first_bidder if seat is None else seat
    assert (game.phase, game.turn, game.landlord, game.stake) == ("play", landlord, landlord, 1)
    assert (len(game.hands[landlord]), game.public.bids, game.actions) == (20, (), [])
    assert game.bottom == game.public.bottom == ddz.deal(1).bottom
    with pytest.raises(ddz.WrongPhase, match="nothing to take back"):
        game.pop()
    with pytest.raises(ddz.WrongPhase, match="another phase"):
        game.push("bid:1")
    for action in (str(game.hands[landlord])[0], "pass", "pass"):
        game.push(action)
    assert ddz.Game.from_record(game.record()) == game
    game = arranged(table, ["3", "4", "5"], "333", first=landlord)
    hand = str(game.hands[landlord])
    result = played(game, hand).result
    assert result is not None
    # 10 × a stake of 1 × 2 for the spring, and for the bomb where the 3s come together.
    assert result.points[landlord] == (80 if hand == "3333" else 40)
    assert result.stake == 1


def test_without_an_auction_cards_may_be_discarded() -> None:
    game = ddz.Game(Table(auction="none", first_bidder=0, discard=True), deal=1)
    assert (game.phase, game.turn, game.landlord) == ("discard", 1, 0)
    played(game, "discard: discard:3 discard:35")
    assert (game.phase, game.public.sizes) == ("play", (18, 17, 16))
    assert ddz.Game.from_record(game.record()) == game
    for _ in range(3):
        game.pop()
    assert game == ddz.Game(game.table, deal=1)


def test_the_landlord_takes_the_bottom_and_leads() -> None:
    dealt = ddz.deal(1)
    game = played(ddz.Game("standard", deal=1), "pass bid:1 bid:2")
    assert (game.landlord, game.turn, game.phase) == (1, 1, "play")
    assert game.hands[1] == dealt.hands[1] + dealt.bottom
    with pytest.raises(ddz.IllegalPlay) as refusal:
        game.push(PASS)
    assert refusal.value.reason is Reason.MUST_LEAD


def test_cards_alone_mean_the_reading_that_may_be_played() -> None:
    table = Table.preset("free_kickers", first_bidder=0)
    game = arranged(table, ["333444555666", "KKKAAAQQQ2229", "J"], "777")
    game = played(game, "bid:3 333444555666")
    assert str(game.public.last) == "333444555666:trio_chain:4:6"
    game.pop()
    game.push("333444555666:trio_chain_solo:3:6")
    game.push("QQQKKKAAA222")
    assert str(game.public.last) == "QQQKKKAAA222:trio_chain_solo:3:A"


# --- discards ----------------------------------------------------------------

DISCARDS = Table.preset("bga", discard=True, first_bidder=0)


def discarding() -> ddz.Game:
    game = arranged(DISCARDS, ["345678", "33456789", "99TJQK"], "AA2")
    return played(game, "bid:3")


def test_the_peasants_discard_in_the_order_of_play_and_then_the_landlord() -> None:
    game = discarding()
    seats = []
    for discard in ("334", "9", "AA"):
        assert game.phase == "discard"
        seats.append(game.turn)
        game.push(Discard(discard))
    assert seats == [1, 2, 0]
    assert (game.phase, game.turn) == ("play", 0)
    assert [str(hand) for hand in game.hands] == ["3456782", "56789", "9TJQK"]
    assert [(seat, str(action)) for seat, action, _ in game.public.discards] == [
        (1, "discard:334"),
        (2, "discard:9"),
        (0, "discard:AA"),
    ]


def test_discards_at_the_limits() -> None:
    game = discarding()
    assert game.can("discard:334")
    with pytest.raises(ddz.IllegalDiscard, match="3345 has 4 cards: a peasant discards at most 3"):
        game.push("discard:3345")
    with pytest.raises(ddz.IllegalDiscard, match="333 is not all in the hand"):
        game.push("discard:333")
    game.push("discard:")
    game.push("discard:9TJ")
    assert game.can("discard:A2")
    with pytest.raises(ddz.IllegalDiscard, match="AA2 has 3 cards: the landlord discards at most"):
        game.push("discard:AA2")
    assert len(game.public.discards) == 2


def test_nobody_discards_his_last_card() -> None:
    game = played(arranged(DISCARDS, ["3", "44", "5"], "AA2"), "bid:3")
    with pytest.raises(ddz.IllegalDiscard, match="nobody may discard his last card"):
        game.push("discard:44")
    assert [str(action) for action in game.legal_actions()] == ["discard:", "discard:4"]
    game.push("discard:4")
    assert game.legal_actions() == [Discard()]


def test_all_sub_multisets_up_to_the_limit() -> None:
    # 33456: of none 1, of one 4 ranks, of two 1 pair and 6 others, of three
    # 33 and one of 3 others, or 3 of the 4 ranks: 3 + 4.
    game = played(arranged(DISCARDS, ["9TJ", "33456", "5"], "AA2"), "bid:3")
    assert len(game.legal_actions()) == 1 + 4 + 7 + 7
    assert len(set(map(str, game.legal_actions()))) == 19


def test_two_players_discard() -> None:
    table = Table.preset("bga", players=2, discard=True, first_bidder=0)
    game = played(arranged(table, ["345", "678"], "AA2"), "bid:3")
    assert (game.phase, game.turn) == ("discard", 1)
    game = played(game, "discard:67 discard:A2")
    assert (game.phase, game.turn) == ("play", 0)


# --- bad input ---------------------------------------------------------------


def refused(game: ddz.Game, action: object, error: type[Exception], match: str | None, **seat: int):
    """The action is refused with that error, and nothing has changed."""
    before = snapshot(game)
    with pytest.raises(error, match=match) as caught:
        game.push(action, **seat)  # type: ignore[arg-type]
    assert snapshot(game) == before
    return caught.value


def test_actions_of_another_phase() -> None:
    game = discarding()
    game.pop()
    auction = "this is the auction phase, and seat 0 bids or passes"
    refused(game, "3", ddz.WrongPhase, auction)
    refused(game, Move.parse("3:solo:1:3"), ddz.WrongPhase, auction)
    refused(game, Discard("3"), ddz.WrongPhase, auction)
    game.push(Bid(3))
    discard = "this is the discard phase, and seat 1 discards cards"
    refused(game, PASS, ddz.WrongPhase, discard)
    refused(game, Bid(3), ddz.WrongPhase, discard)
    refused(game, "33", ddz.WrongPhase, discard)
    played(game, "discard: discard: discard:")
    play = "this is the play phase, and seat 0 plays or passes"
    refused(game, Bid(3), ddz.WrongPhase, play)
    refused(game, Discard(), ddz.WrongPhase, play)
    played(game, "AA pass pass 345678 pass pass 2")
    assert game.phase == "over"
    for action in ("pass", "3", "bid:1", "discard:"):
        refused(game, action, ddz.WrongPhase, "too late: the deal is over")


def test_actions_out_of_turn() -> None:
    game = discarding()
    game.pop()
    refused(game, "bid:1", ddz.IllegalBid, "not the turn of seat 2: seat 0 bids", seat=2)
    game.push("bid:3", seat=0)
    refused(game, "discard:", ddz.IllegalDiscard, "not the turn of seat 0: seat 1 discards", seat=0)
    played(game, "discard: discard: discard:")
    error = refused(game, "9", ddz.IllegalPlay, "not the turn of seat 2: seat 0 plays", seat=2)
    assert isinstance(error, ddz.IllegalPlay)
    assert error.reason is Reason.NOT_YOUR_TURN
    assert not game.can("9", seat=2)
    for seat in (3, -1, True, "0", 1.5, 1.0):
        refused(game, "3", ddz.InvalidArgument, "seat", seat=seat)  # type: ignore[arg-type]


def test_plays_that_are_refused() -> None:
    game = played(arranged(STANDARD, ["33345", "44667", "9"], "QKA"), "bid:1 pass pass 33")
    for action, reason in (
        ("55", Reason.NOT_HELD),
        ("467", Reason.NO_COMBINATION),
        ("4", Reason.WRONG_KIND),
        ("44:pair:1:4", None),
    ):
        if reason is None:
            assert game.can(action)
            continue
        error = refused(game, action, ddz.IllegalPlay, None)
        assert isinstance(error, ddz.IllegalPlay)
        assert error.reason is reason
        assert str(game.why_not(action)) == str(error)
    game.push("66")
    game = played(game, "pass pass 44 pass")
    assert game.why_not("33") is not None
    assert getattr(game.why_not("33"), "reason", None) is Reason.NOT_HELD
    game = played(arranged(STANDARD, ["3344", "55", "9"], "QKA"), "bid:1 pass pass 44 55")
    assert game.is_over
    game = played(arranged(STANDARD, ["3344", "556", "99"], "QKA"), "bid:1 pass pass 44 55 pass")
    assert getattr(game.why_not("33"), "reason", None) is Reason.TOO_LOW


@pytest.mark.parametrize("action", [None, 3, 2.5, b"3", ["3"]])
def test_what_is_no_action(action: object) -> None:
    game = ddz.Game("standard", deal=1)
    refused(game, action, TypeError, "an action is a Bid, a Discard, a Move, a Hand or a text")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("PASS", ddz.PASS),
        (" pass\n", ddz.PASS),
        ("bid:3 ", ddz.Bid(3)),
        ("BID:3", ddz.Bid(3)),
        ("Bid : 1", ddz.Bid(1)),
        (np.str_("bid:2"), ddz.Bid(2)),
    ],
)
def test_actions_as_people_type_them(text: str, action: ddz.Action) -> None:
    assert ddz.parse_action(text) == action
    game = ddz.Game("standard", deal=1)
    game.push(text)
    assert game.actions == [action]


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("bid 3", ddz.IllegalBid, "'bid 3' is no bid: write bid:3$"),
        ("Bid3", ddz.IllegalBid, "write bid:3$"),
        ("bid", ddz.IllegalBid, "write bid:1$"),
        ("bid \udcff", ddz.IllegalBid, "write bid:1$"),
        ("bid:three", ddz.IllegalBid, "'bid:three' is no bid"),
        ("discard 335", ddz.IllegalDiscard, "'discard 335' is no discard: write discard:335$"),
        ("3334", ddz.IllegalPlay, "'3334' does not say how .*: write 3334:trio_solo:1:3$"),
    ],
)
def test_texts_that_are_nearly_actions(text: str, error: type[ddz.DdzError], why: str) -> None:
    with pytest.raises(error, match=why):
        ddz.parse_action(text)
    if text != "3334":
        refused(ddz.Game("standard", deal=1), text, error, why)


def test_cards_are_pushed_as_hands_too() -> None:
    for how in (str, np.str_, ddz.Hand, lambda cards: f" {cards.lower()} "):
        game = played(ddz.Game("standard", deal=1), "bid:3")
        assert game.can(how("JJJ3"))
        game.push(how("JJJ3"))
        assert str(game.pop()) == "3JJJ:trio_solo:1:J"
        assert getattr(game.why_not(how("JJ3")), "reason", None) is Reason.NO_COMBINATION
    refused(ddz.Game("standard", deal=1), ddz.Hand("3"), ddz.WrongPhase, "3 is of another phase")


@pytest.mark.parametrize("stake", [0, -1, 10**9, 1 << 64, 1.0, True, "1", None])
def test_what_is_no_bid(stake: object) -> None:
    with pytest.raises(ddz.IllegalBid, match="a bid is a whole number from 1 to 999999999, not"):
        ddz.Bid(stake)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", ["", "x", "bid", "3:solo", "discard", "1"])
def test_texts_that_are_no_action(action: str) -> None:
    for game in (discarding(), played(ddz.Game("standard", deal=1), "bid:3")):
        refused(game, action, ddz.DdzError, None)
        assert not game.can(action)


@pytest.mark.parametrize("deal", [-1, 2**64, 1.0, "1", None, True])
def test_what_is_no_deal_number(deal: object) -> None:
    with pytest.raises(ddz.InvalidArgument, match="a deal number"):
        ddz.Game("standard", deal=deal)  # type: ignore[arg-type]


def test_texts_parse_back() -> None:
    for action in (Bid(1), Bid(8), Discard(), Discard("3R3"), PASS, Move.parse("3:solo:1:3")):
        assert ddz.parse_action(str(action)) == action
    assert len({Discard("33"), Discard("3 3"), Bid(1), Bid(1)}) == 2


# --- going back --------------------------------------------------------------


def test_pop_goes_back_over_a_new_deal() -> None:
    game = ddz.Game(DISCARDS, deal=3)
    states = []
    for action in [*["pass"] * 5, "bid:1", *["discard:"] * 3]:
        states.append(snapshot(game))
        game.push(action)
    for _ in range(5):
        states.append(snapshot(game))
        game.push(game.legal_actions()[0])
    while states:
        game.pop()
        assert snapshot(game) == states.pop()
    with pytest.raises(ddz.WrongPhase, match="nothing to take back"):
        game.pop()
    assert game == ddz.Game(DISCARDS, deal=3)


def test_undo_goes_back_to_ones_own_last_decision() -> None:
    game = played(ddz.Game("standard", deal=1), "bid:1 pass bid:2 3 pass 5")
    assert game.turn == 1
    before = game.record()
    assert game.undo(2) == 2  # the 5 of seat 0 went back with it
    assert (game.turn, game.public.last_seat) == (2, 1)
    assert game.undo(2) == 4  # to the first bid
    assert (game.phase, game.actions) == ("auction", [])
    with pytest.raises(ddz.WrongPhase, match="seat 2 has decided nothing"):
        game.undo(2)
    game = ddz.Game.from_record(before)
    assert game.undos == 0
    with pytest.raises(ddz.InvalidArgument):
        game.undo(3)


def test_undos_are_counted_in_the_result_and_change_nothing_else() -> None:
    actions = "bid:3 3333 pass pass 444 pass pass 4"
    deals = (["33334", "55", "66"], "444")
    plain = played(arranged(STANDARD, *deals), actions)
    game = played(arranged(STANDARD, *deals), actions)
    assert game.undo(0) == 1
    assert (game.turn, game.phase) == (0, "play")
    game.push("4")
    assert plain.result is not None
    assert game.result is not None
    assert (plain.result.undos, game.result.undos) == (0, 1)
    assert plain.result == game.result


def test_an_undo_that_is_refused_changes_nothing() -> None:
    game = played(ddz.Game("standard", deal=1), "pass pass")
    before = snapshot(game)
    with pytest.raises(ddz.WrongPhase):
        game.undo(1)
    assert snapshot(game) == before


def test_games_are_compared_by_what_was_done() -> None:
    a, b = ddz.Game("standard", deal=1), ddz.Game("standard", deal=1)
    assert a == b
    a.push("pass")
    assert a != b
    b.push(PASS)
    assert a == b
    assert a != ddz.Game("standard", deal=2)
    assert a != 3
    with pytest.raises(TypeError):
        hash(a)
    assert "auction" in repr(a)


def test_copies_are_games_of_their_own() -> None:
    game = played(ddz.Game("bga", deal=1), "bid:1 pass bid:3")
    game.undo(0)
    game.push("bid:2")
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (again, again.undos) == (game, 1)
        assert snapshot(again) == snapshot(game)
        again.push(again.legal_actions()[0])
        assert again != game
    seen = game.observation(0)
    assert pickle.loads(pickle.dumps(seen)) == seen


def test_copies_of_a_play_phase() -> None:
    hands = [ddz.Hand("345"), ddz.Hand("66"), ddz.Hand("777")]
    play = PlayPhase("standard", hands, 0, ddz.Hand("34566777"), ddz.Hand(), False)
    assert str(play.played) == ""
    for text in ("3", "6", "7", "pass"):
        play.push(play.read(text))
    assert [str(cards) for cards in play.recent] == ["", "6", "7"]
    assert (str(play.played), play.passes, play.bombs) == ("367", 1, 0)
    for twin in (copy.deepcopy(play), pickle.loads(pickle.dumps(play))):
        assert (twin.hands, twin.turn, twin.last) == (play.hands, play.turn, play.last)
        assert (twin.made_actions, twin.hidden) == (play.made_actions, play.hidden)
        twin.push(ddz.PASS)
        assert [str(cards) for cards in twin.recent] == ["", "", ""]
        assert [str(move) for move in twin.plays()] == ["7:solo:1:7", "77:pair:1:7"]
        for _ in range(5):
            twin.pop()
        assert twin.hands == tuple(hands)
        assert play.made == 4


# --- refusals: codes, and no hands ---------------------------------------------


def test_every_refusal_has_a_code_of_its_own() -> None:
    points = ddz.Game(Table(first_bidder=0), deal=1)
    points.push("bid:2")
    doubling = ddz.Game(Table.preset("bga", auction="doubling", first_bidder=0), deal=1)
    discarding_ = discarding()
    play = played(arranged(STANDARD, ["33345", "44667", "9"], "QKA"), "bid:1 pass pass 33")
    over = played(ddz.Game(Table(new_deals=0), deal=1), "pass pass pass")
    for game, action, seat, error, reason in (
        (points, "bid:1", None, ddz.IllegalBid, Reason.BID_TOO_LOW),
        (points, "bid:2", None, ddz.IllegalBid, Reason.BID_TOO_LOW),
        (points, "bid:4", None, ddz.IllegalBid, Reason.NO_SUCH_BID),
        (points, "bid:x", None, ddz.IllegalBid, Reason.NO_SUCH_BID),
        (points, "bid:3", 0, ddz.IllegalBid, Reason.NOT_YOUR_TURN),
        (doubling, "bid:2", None, ddz.IllegalBid, Reason.NO_SUCH_BID),
        (points, "3", None, ddz.WrongPhase, Reason.WRONG_PHASE),
        (points, "x", None, ddz.InvalidCards, Reason.NO_SUCH_CARDS),
        (discarding_, "discard:333", None, ddz.IllegalDiscard, Reason.NOT_HELD),
        (discarding_, "discard:3345", None, ddz.IllegalDiscard, Reason.TOO_MANY_CARDS),
        (discarding_, "discard:3", 0, ddz.IllegalDiscard, Reason.NOT_YOUR_TURN),
        (play, "55", None, ddz.IllegalPlay, Reason.NOT_HELD),
        (play, "467", None, ddz.IllegalPlay, Reason.NO_COMBINATION),
        (play, "4", None, ddz.IllegalPlay, Reason.WRONG_KIND),
        (play, "66", 2, ddz.IllegalPlay, Reason.NOT_YOUR_TURN),
        (play, "66", 9, ddz.InvalidArgument, Reason.BAD_ARGUMENT),
        (over, "pass", None, ddz.WrongPhase, Reason.DEAL_OVER),
    ):
        refusal = game.why_not(action, seat)
        assert type(refusal) is error
        assert refusal.reason is reason
        again = pickle.loads(pickle.dumps(refusal))
        assert (type(again), again.reason, str(again)) == (error, reason, str(refusal))
    last = played(arranged(DISCARDS, ["3", "44", "5"], "AA2"), "bid:3").why_not("discard:44")
    assert last is not None
    assert last.reason is Reason.LAST_CARD
    new = ddz.Game("standard", deal=1)
    for call, reason in (
        (new.pop, Reason.NOTHING_TO_TAKE_BACK),
        (lambda: new.undo(0), Reason.NOTHING_TO_TAKE_BACK),
        (over.count_hint, Reason.DEAL_OVER),
        (lambda: ddz.hints(new.observation(0)), Reason.NOTHING_TO_DECIDE),
        (lambda: ddz.Match("standard").add(ddz.Game("standard", 1)), Reason.DEAL_NOT_OVER),
    ):
        with pytest.raises(ddz.WrongPhase) as refusal_of:
            call()
        assert refusal_of.value.reason is reason


def test_no_message_holds_a_hand() -> None:
    """Whatever is asked, of whomever: no message names cards but those that were asked
    about, and the play to beat."""
    rng = random.Random(2)
    texts = ["pass", "bid:1", "bid:9", "discard:", "discard:3333", "3333:bomb:1:3", "", "BR"]
    refused_ = 0
    for _, game, legal in wander(rng, 80):
        if rng.random() > 0.15:
            continue
        asked = [
            *texts,
            *("".join(rng.sample("3456789TJQKA2BR" * 2, n)) for n in (1, 2, 3, 4, 5, 8)),
            "discard:" + "".join(rng.sample("3456789TJQKA2", 3)),
            str(rng.choice(legal)),
        ]
        for action in asked:
            for seat in (None, *range(game.table.players)):
                refusal = game.why_not(action, seat)
                if refusal is None:
                    continue
                refused_ += 1
                known = Counter(action) + Counter(str(game.public.last))
                for cards in re.findall(r"\b[3456789TJQKA2BR]{2,}\b", str(refusal)):
                    assert Counter(cards) <= known, (action, str(refusal))
    assert refused_ > 5000


@pytest.mark.parametrize("action", ["3333", "3334", "345", "33", "3", "BR", "33:pair:1:3", "TJQKA"])
def test_who_is_not_to_act_learns_nothing_of_the_hand(action: str) -> None:
    """Asked with the seat of another, the answer is the same whatever the hand is."""
    said = set()
    for deal in range(30):
        game = played(ddz.Game(Table(first_bidder=0), deal), "bid:3")
        refusal = game.why_not(action, seat=1)
        assert refusal is not None
        assert refusal.reason is Reason.NOT_YOUR_TURN
        said.add(str(refusal))
    assert said == {"it is not the turn of seat 1: seat 0 plays or passes"}


def test_a_hand_stands_for_its_cards() -> None:
    game = played(ddz.Game("standard", deal=1), "bid:3")
    with pytest.raises(ddz.IllegalPlay, match=r"6JJJ is not all in the hand$"):
        game.push(ddz.Hand("JJJ6"))
    game.push(ddz.Hand("JJJ3"))
    assert str(game.public.last) == "3JJJ:trio_solo:1:J"
    with pytest.raises(ddz.WrongPhase):
        ddz.Game("standard", deal=1).push(ddz.Hand("3"))


def test_texts_of_subclasses_are_texts() -> None:
    class Named(str, enum.Enum):
        BID = "bid:3"
        PLAY = "JJJ3"

    for bid, play in ((np.str_("bid:3"), np.str_("JJJ3")), (Named.BID, Named.PLAY)):
        game = ddz.Game("standard", deal=1)
        game.push(bid)
        game.push(play)
        assert str(game.public.last) == "3JJJ:trio_solo:1:J"
        assert ddz.Game.from_record(np.str_(game.record())) == game


# --- legal actions, both ways -----------------------------------------------------


def test_legal_actions_are_a_property_that_can_be_called() -> None:
    game = ddz.Game("bga", deal=1)
    for _ in walk(game, random.Random(3), 20):
        listed = game.legal_actions()
        assert type(listed) is list
        assert (listed, tuple(listed)) == (list(game.legal_actions), game.legal_actions)
        listed.clear()
        assert game.legal_actions
        seen = game.observation(game.turn or 0)
        assert (seen.legal_actions, seen.legal_actions()) == (
            game.legal_actions,
            game.legal_actions(),
        )
        assert pickle.loads(pickle.dumps(seen.legal_actions)) == seen.legal_actions
    assert str(game.legal_actions[-1]) == str(game.legal_actions()[-1])


# --- copies of subclasses, threads ------------------------------------------------


class Watched(ddz.Game):
    """Has attributes of its own, and another way of being made."""

    __slots__ = ("__secret", "watchers")

    def __init__(self, watchers: list[str]) -> None:
        super().__init__(Table(name="ours", base=7), 1)
        self.watchers = watchers
        self.__secret = "s"
        self.pushed = 0

    def push(self, action: ddz.Action | ddz.Hand | str, seat: int | None = None) -> None:
        super().push(action, seat)
        self.pushed += 1

    @property
    def secret(self) -> str:
        return self.__secret


def test_copies_of_a_subclass_keep_class_and_attributes() -> None:
    game = Watched(["ann"])
    played(game, "bid:3 3 pass")
    game.undo(0)
    game.count_hint()
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert type(again) is Watched
        assert (again, again.watchers, again.secret, again.pushed) == (game, ["ann"], "s", 3)
        assert (again.table.name, again.undos, again.hints_taken) == ("ours", 1, 1)
        assert snapshot(again) == snapshot(game)
        again.push("pass")
        assert (again.pushed, game.pushed) == (4, 3)
    assert copy.copy(game).watchers is game.watchers
    assert copy.deepcopy(game).watchers is not game.watchers
    pair = copy.deepcopy([game, game])
    assert pair[0] is pair[1]


def test_a_second_thread_is_refused_and_changes_nothing() -> None:
    """One thread is held within each method in turn; another tries all of them."""
    game = played(ddz.Game("standard", deal=1), "bid:3 3")
    before = snapshot(game)
    uses = {
        "push": lambda: game.push("pass"),
        "push_unchecked": lambda: game.push_unchecked(PASS),
        "pop": game.pop,
        "undo": lambda: game.undo(2),
        "count_hint": game.count_hint,
        "legal_actions": lambda: game.legal_actions,
        "observation": lambda: game.observation(0),
        "public": lambda: game.public,
        "hands": lambda: game.hands,
        "actions": lambda: game.actions,
        "result": lambda: game.result,
        "score": lambda: game.score,
        "record": game.record,
        "can": lambda: game.can("pass"),
        "why_not": lambda: game.why_not("pass"),
        "copy": lambda: copy.copy(game),
        "pickle": lambda: pickle.dumps(game),
        "==": lambda: game == game.table,
    }
    found = {}
    with ThreadPoolExecutor(1) as other, game._lock:
        for name, use in uses.items():
            with pytest.raises(RuntimeError, match="another thread is using this Game"):
                other.submit(use).result()
            found[name] = True
        # What is asked without a lock.
        assert other.submit(lambda: (game.turn, game.phase)).result() == (0, "play")
        # The thread that is in it may go on.
        assert game.can("pass")
    assert (len(found), snapshot(game)) == (len(uses), before)
    assert (game.undos, game.hints_taken) == (0, 0)


def test_threads_that_push_at_once_make_a_game_that_could_be() -> None:
    """Whoever comes in between is refused; what was done can be replayed."""
    for deal in range(5):
        game = ddz.Game(Table(auction="none", first_bidder=0), deal)
        refused_ = [0, 0, 0]

        def play(number: int, game: ddz.Game = game, refused_: list[int] = refused_) -> None:
            rng = random.Random(number)
            while True:
                try:
                    if game.is_over:
                        return
                    if rng.random() < 0.1:
                        game.pop()
                    else:
                        game.push(rng.choice(game.legal_actions))
                except (RuntimeError, ddz.DdzError, IndexError):
                    refused_[number] += 1

        threads = [Thread(target=play, args=(number,)) for number in range(3)]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
        finally:
            sys.setswitchinterval(interval)
        assert not any(thread.is_alive() for thread in threads)
        assert game.is_over
        assert ddz.Game.from_record(game.record()) == game
