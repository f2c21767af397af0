"""What to say before the play, at any table (docs/appraisal.md)."""

from __future__ import annotations

from collections.abc import Callable

from .._core.values import PASS
from ..game.actions import Action, Bid
from ..game.auction import Auction
from ..game.observation import Observation
from ..refusals import not_to_act
from ..table import Table
from . import appraisal_numbers as numbers
from .appraisal import expected_points, level, setting_of
from .strength import doubled_or_not, opened_or_not, plain_level


def recommended_bid(observation: Observation) -> Action:
    """The bid, or the pass, that the expected points of the seat's hand advise; and what to
    say where a hand may be laid open, and in the doubling round.

    In a points auction that is the highest bid whose threshold the hand reaches, if it
    is above the bids made; in a doubling auction the next stake, if the hand reaches
    its threshold; where one calls and robs, the same, since these are stakes too. A bottom
    card that is shown counts with the hand. With two decks, for the open hand and in the
    doubling round nothing was fitted: there a rule of thumb decides
    (:mod:`ddz_core.analysis.strength`). The action is legal.

    Raises :class:`WrongPhase` in other phases, and where it is another seat's turn.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("standard", deal=1)
    >>> while game.phase == "auction":
    ...     action = recommended_bid(game.observation(game.turn))
    ...     print(f"seat {game.turn}: {action}")
    ...     game.push(action)
    seat 2: pass
    seat 0: bid:3
    """
    said = _SAID.get(observation.phase)
    if said is None or observation.turn != observation.seat:
        raise not_to_act(observation, "bid")
    return said(observation)


def _bid(observation: Observation) -> Action:
    table = observation.table
    auction = Auction(table, observation.first_bidder, observation.bids)
    if table.rules.decks == 2:
        most = plain_level(observation)
        if table.auction != "points":
            most = 1 << most - 1 if most else 0
        return _up_to(most, auction)
    setting = setting_of(table.players, table.short_deck)
    points = expected_points(observation.hand + observation.shown, setting, table.rules)
    return _up_to(highest_bid(points, table, place_of(observation)), auction)


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
    """How high to go with a hand of these expected points; 0 where it is to pass.

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


def thresholds(table: Table, place: int) -> tuple[float, ...]:
    """The expected points from which on each bid of the table is advised, lowest first.

    Where cards are discarded before the play they are higher: that favours the peasants.

    >>> len(thresholds(Table(), 0)), len(thresholds(Table(auction="doubling", ceiling=4), 0))
    (3, 3)
    """
    setting = setting_of(table.players, table.short_deck)
    if table.auction == "points":
        known = numbers.POINTS_AUCTION[setting][place]
    else:
        bids = table.highest_stake.bit_length()
        known = numbers.DOUBLING_AUCTION[setting][place]
        # Nothing was fitted for a higher ceiling: the last one holds for every bid beyond.
        known = (*known, *known[-1:] * bids)[:bids]
    shift = numbers.DISCARD_SHIFT[setting] if table.discard else 0.0
    return tuple(threshold - shift for threshold in known)
