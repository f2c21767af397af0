"""What to say before the play, at any table (docs/appraisal.md)."""

from __future__ import annotations

from collections.abc import Callable

from .._core.values import PASS
from ..errors import InvalidArgument
from ..game.actions import Action, Bid
from ..game.auction import Auction
from ..game.observation import Observation, as_observation
from ..refusals import not_to_act
from ..table import Table
from .expectation import expected_points, numbers_of
from .factors import doubled_or_not, opened_or_not
from .settings import Thresholds, setting_at
from .variant_numbers import CALLS


def recommended_bid(observation: Observation) -> Action:
    """The bid, or the pass, that the expected points of the seat's hand advise; and what to
    say where a hand may be laid open, and in the doubling round.

    In a points auction that is the highest bid whose threshold the hand reaches, if it
    is above the bids made; in a doubling auction the next stake, if the hand reaches its
    threshold; if one calls and robs, the same, since these are stakes too. A bottom card
    that is shown counts with the hand. For the open hand and in the doubling round a rule of
    thumb decides (:mod:`ddz_core.analysis.factors`). The action is legal.

    Raises :class:`WrongPhase` in other phases and if it is another seat's turn, and
    :class:`InvalidArgument` for what is no observation and for a table without numbers.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("standard", deal=1)
    >>> while game.phase == "auction":
    ...     action = recommended_bid(game.observation(game.turn))
    ...     print(f"seat {game.turn}: {action}")
    ...     game.push(action)
    seat 2: pass
    seat 0: bid:3
    """
    observation = as_observation(observation)
    said = _SAID.get(observation.phase)
    if said is None or observation.turn != observation.seat:
        raise not_to_act(observation, "bid")
    return said(observation)


def points_of(observation: Observation) -> float:
    """What the seat may expect as the landlord of its table, in the auction.

    The card shown is counted, and what it costs that cards are discarded before the play.
    """
    table = observation.table
    setting = setting_at(table)
    points = expected_points(observation.hand + observation.shown, setting, table.rules)
    return round(points + (numbers_of(setting).discard_shift if table.discard else 0.0), 3)


def bid_for(points: float, observation: Observation) -> Action:
    """What to do next in the auction with a hand of these expected points."""
    auction = Auction(observation.table, observation.first_bidder, observation.bids)
    return next_bid(points, auction)


def next_bid(points: float, auction: Auction) -> Action:
    """What whoever is to speak in an auction says with a hand of these expected points."""
    table = auction.table
    step = 1 if table.auction_order == "play" else -1
    place = step * (auction.turn - auction.first) % table.players
    return _up_to(highest_bid(points, table, place), auction)


def _bid(observation: Observation) -> Action:
    return bid_for(points_of(observation), observation)


def _up_to(most: int, auction: Auction) -> Action:
    """What to say if one goes up to that stake: in a points auction at once, else by steps."""
    if auction.table.auction == "points":
        return Bid(most) if most in auction.bids() else PASS
    # A bid, a call or a rob: each doubles the stake.
    next_step, *_ = auction.legal()
    return next_step if (2 * auction.stake or 1) <= most else PASS


_SAID: dict[str, Callable[[Observation], Action]] = {
    "auction": _bid,
    "open": opened_or_not,
    "doubling": doubled_or_not,
}
"""What decides in each phase before the play, but for discards."""


def place_of(observation: Observation, seat: int | None = None) -> int:
    """How many seats speak before a seat, the observation's own unless one is named."""
    table = observation.table
    seat = observation.seat if seat is None else seat
    step = 1 if table.auction_order == "play" else -1
    return step * (seat - observation.first_bidder) % table.players


def highest_bid(points: float, table: Table, place: int) -> int:
    """How high to go with a hand of these expected points; 0 to pass.

    ``place`` is the seat's in the order of bidding, from 0.

    >>> highest_bid(9.9, Table.preset("bga", auction="doubling"), 0)
    8
    >>> highest_bid(-9.9, Table(), 0)
    0
    """
    steps = level(points, thresholds(table, place))
    if table.auction != "points" and steps:
        return 1 << steps - 1
    return steps


def thresholds(table: Table, place: int) -> Thresholds:
    """The expected points from which on each bid of the table is advised, lowest first.

    Raises :class:`InvalidArgument` if there are no numbers for the table's auction.

    >>> len(thresholds(Table(), 0)), len(thresholds(Table(auction="doubling", ceiling=4), 0))
    (3, 3)
    """
    setting = setting_at(table)
    auctions = numbers_of(setting).auctions | {"call": CALLS[setting]}
    auction = table.auction
    if auction not in auctions:
        fitted = ", ".join(map(repr, auctions))
        raise InvalidArgument(
            f"there are no numbers to bid by for auction={table.auction!r} and {setting!r} "
            f"players; there are for {fitted}"
        )
    known = auctions[auction][place]
    if table.auction == "points":
        return known
    bids = table.highest_stake.bit_length()
    # Nothing was fitted for a higher ceiling: the last one holds for every bid beyond.
    return (*known, *known[-1:] * bids)[:bids]


def level(points: float, marks: Thresholds) -> int:
    """How many of the thresholds, lowest first, the points reach.

    >>> level(0.5, (-1.0, 0.5, 2.0))
    2
    """
    return sum(points >= mark for mark in marks)
