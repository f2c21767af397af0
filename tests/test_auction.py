"""Both auctions, played out in every order, against models written here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from walks import arranged, played

import ddz_core as ddz
from ddz_core import PASS, Bid, Table
from ddz_core.game.auction import Auction

Outcome = tuple[int | None, int]


def auctions(table: Table, first: int) -> Iterator[Auction]:
    """Every auction that can be, at its end."""
    waiting: list[list[ddz.Action]] = [[]]
    while waiting:
        actions = waiting.pop()
        auction = Auction(table, first)
        for action in actions:
            auction.push(action)
        if auction.is_over:
            yield auction
        waiting += [[*actions, action] for action in auction.legal()]


def points_model(order: list[int], highest: int = 0, who: int | None = None) -> Iterator[str]:
    """Docs section 5: one turn each, more than the highest so far, 3 ends it."""
    if not order or highest == 3:
        yield f" -> {who} {highest}"
        return
    seat, *rest = order
    for bid in range(highest + 1, 4):
        for end in points_model(rest, bid, seat):
            yield f" {seat}:{bid}{end}"
    for end in points_model(rest, highest, who):
        yield f" {seat}:0{end}"


def doubling_model(
    order: list[int], ceiling: int, stake: int = 0, who: int | None = None
) -> Iterator[str]:
    """Section 5: the seats still in it sit in a row; whoever bids goes to its end."""
    if not order or order == [who] or stake == ceiling:
        yield f" -> {who} {stake}"
        return
    seat, *rest = order
    bid = stake * 2 if stake else 1
    for end in doubling_model([*rest, seat], ceiling, bid, seat):
        yield f" {seat}:{bid}{end}"
    for end in doubling_model(rest, ceiling, stake, who):
        yield f" {seat}:0{end}"


def told(auction: Auction) -> str:
    calls = [
        f" {seat}:{action.stake if isinstance(action, Bid) else 0}"
        for seat, action, _ in auction.calls
    ]
    return f"{''.join(calls)} -> {auction.landlord} {auction.stake}"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("order", ["play", "clockwise"])
@pytest.mark.parametrize("kind", ["points", "doubling"])
def test_every_auction(kind: str, order: str, players: int) -> None:
    table = Table(players=players, auction=kind, auction_order=order)
    step = 1 if order == "play" else -1
    for first in range(players):
        seats = [(first + step * i) % players for i in range(players)]
        ceiling = {3: 8, 2: 16}[players]
        model = points_model(seats) if kind == "points" else doubling_model(seats, ceiling)
        assert sorted(map(told, auctions(table, first))) == sorted(model)


def test_how_many_points_auctions_there_are() -> None:
    # Without 3s the bids rise within 1, 2: 1 way to bid nothing, 3 seats times 2 for
    # one bid, 3 pairs of seats for 1 then 2; with a 3 by seat k of those before k:
    # 1, then 1 + 2, then 1 + 4 + 1 ways. In all 1 + 6 + 3 + 1 + 3 + 6 = 20.
    assert sum(1 for _ in auctions(Table(), 0)) == 20


def test_a_bid_of_three_ends_it_at_once() -> None:
    game = played(ddz.Game("standard", deal=1), "bid:3")
    assert (game.phase, game.landlord, game.stake, game.turn) == ("play", 2, 3, 2)


def test_bid_order_after_two_passes() -> None:
    game = played(ddz.Game("standard", deal=1), "pass pass")
    assert (game.phase, game.turn) == ("auction", 1)
    assert game.legal_actions() == [Bid(1), Bid(2), Bid(3), PASS]
    game.push("bid:1")
    assert (game.phase, game.landlord, game.stake, game.turn) == ("play", 1, 1, 1)
    # The same with doubling: the last one still has his turn.
    game = played(ddz.Game(Table(auction="doubling"), deal=1), "pass pass")
    assert (game.phase, game.legal_actions()) == ("auction", [Bid(1), PASS])
    assert played(game, "bid:1").landlord == 1


def test_the_highest_bidder_need_not_be_the_last() -> None:
    game = played(ddz.Game("standard", deal=1), "bid:2 pass pass")
    assert (game.landlord, game.stake, game.turn) == (2, 2, 2)


def test_clockwise_goes_against_the_order_of_play() -> None:
    # Deal 1 draws seat 2 to bid first (docs/rules.md section 6).
    seats = []
    game = ddz.Game("bga", deal=1)
    for action in ("bid:1", "pass", "bid:2"):
        seats.append(game.turn)
        game.push(action)
    assert seats == [2, 1, 0]
    assert game.turn == 0
    game.push(game.legal_actions()[0])
    assert game.turn == 1  # the play goes on in the order of play


def test_who_passes_a_doubling_auction_is_out() -> None:
    game = ddz.Game(Table(auction="doubling", first_bidder=0), deal=1)
    seats = []
    for action in ["bid:1", "pass", "bid:2", "bid:4", "bid:8"]:
        seats.append(game.turn)
        game.push(action)
    assert seats == [0, 1, 2, 0, 2]
    assert (game.phase, game.landlord, game.stake) == ("play", 2, 8)


def test_ceilings() -> None:
    three = played(ddz.Game(Table(auction="doubling"), deal=1), "bid:1 bid:2 bid:4 bid:8")
    assert (three.phase, three.stake) == ("play", 8)
    two = Table(auction="doubling", players=2)
    game = played(ddz.Game(two, deal=1), "bid:1 bid:2 bid:4 bid:8")
    assert (game.phase, game.legal_actions()) == ("auction", [Bid(16), PASS])
    assert played(game, "bid:16").stake == 16


@pytest.mark.parametrize(
    ("before", "bid", "expected"),
    [
        ("bid:1", "bid:1", "2 or 3"),
        ("bid:2", "bid:1", "bid 3 or pass"),
        ("bid:2", "bid:2", "bid 3 or pass"),
        ("pass", "bid:4", "nobody has bid yet, so bid 1 or 2 or 3"),
    ],
)
def test_bids_that_are_refused(before: str, bid: str, expected: str) -> None:
    game = played(ddz.Game("standard", deal=1), before)
    with pytest.raises(ddz.IllegalBid, match=expected):
        game.push(bid)
    assert game == played(ddz.Game("standard", deal=1), before)


def test_doubling_bids_that_are_refused() -> None:
    game = ddz.Game(Table(auction="doubling"), deal=1)
    with pytest.raises(ddz.IllegalBid, match="bid 1 or pass"):
        game.push("bid:2")
    game.push("bid:1")
    with pytest.raises(ddz.IllegalBid, match="the highest bid is 1, so bid 2 or pass"):
        game.push("bid:4")


@pytest.mark.parametrize("stake", [0, -1, True, 1.0, "1", None])
def test_what_is_no_bid(stake: object) -> None:
    with pytest.raises(ddz.IllegalBid):
        Bid(stake)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["bid:", "bid:0", "bid:-1", "bid:x", "bid:1.0", "bid:²"])
def test_texts_that_are_no_bid(text: str) -> None:
    with pytest.raises(ddz.IllegalBid):
        ddz.parse_action(text)


def test_everybody_declines_for_ever() -> None:
    game = ddz.Game("standard", deal=1)
    seen = set()
    for deals in range(1, 101):
        seen.add((game.hands, game.bottom))
        played(game, "pass pass pass")
        assert (game.phase, game.public.new_deals, game.stake) == ("auction", deals, 0)
    assert len(seen) == 100


def test_new_deals_go_on_with_the_same_stream_and_deck() -> None:
    # The reference has its own dealer.
    from ddz_core import reference

    for players, short in ((3, False), (2, False), (2, True)):
        table = Table(players=players, short_deck=short)
        dealer = reference.Dealer(7, players, reference.DECK[8:] if short else reference.DECK)
        game = ddz.Game(table, deal=7)
        for _ in range(5):
            hands, bottom, first = dealer.deal()
            assert tuple(map(str, game.hands)) == hands
            assert (str(game.bottom), game.turn) == (bottom, first)
            played(game, "pass " * players)


def test_a_bound_on_new_deals() -> None:
    game = played(ddz.Game(Table(new_deals=2), deal=1), "pass " * 9)
    assert (game.phase, game.turn, game.legal_actions()) == ("over", None, [])
    result = game.result
    assert result is not None
    assert (result.winner, result.landlord, result.points) == (None, None, (0, 0, 0))
    assert (result.new_deals, str(result)) == (2, "all passed: no points")
    with pytest.raises(ddz.WrongPhase, match="the deal is over"):
        game.push("pass")
    assert game.pop() == PASS
    assert game.phase == "auction"


def test_an_agreed_first_bidder_bids_first_in_new_deals_too() -> None:
    game = ddz.Game(Table(first_bidder=1), deal=1)
    for _ in range(4):
        assert game.turn == 1
        played(game, "pass pass pass")


def test_one_bottom_card_is_shown() -> None:
    table = Table(show_card=True)
    game = arranged(table, ["345", "678", "9TJ"], "22A")
    assert str(game.public.shown) == "2"
    assert game.public.bottom is None
    shown = {ddz.Game(table, deal).public.shown for deal in range(50)}
    assert len(shown) > 5
    for deal in range(50):
        assert ddz.Game(table, deal).public.shown <= ddz.deal(deal).bottom
