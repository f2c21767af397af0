"""What is said before the play (docs/rules.md sections 5, 8.3, 8.4, 8.5).

Each auction is written down as it goes: it asks a seat for one of some texts, goes on
with what was said, and returns what came of it. :func:`talk` runs it.

>>> talk(points_auction(order(2, 3)), ["pass", "bid:1"])
Asked(seat=1, legal=('bid:2', 'bid:3', 'pass'), outcome=None)
>>> talk(points_auction(order(2, 3)), ["pass", "bid:1", "bid:2"]).outcome
(1, 2)
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from ..errors import IllegalBid

Outcome = TypeVar("Outcome")

Talk: TypeAlias = Generator[tuple[int, tuple[str, ...]], str, Outcome]
"""Asks seats, each for one of some texts, and returns what came of it."""

Auction: TypeAlias = Talk[tuple[int, int] | None]
"""An auction: the landlord and the stake, or ``None`` where there is a new deal."""


@dataclass(frozen=True)
class Asked(Generic[Outcome]):
    """Where a talk stands."""

    seat: int | None
    """Whose turn it is; ``None`` where it is over."""
    legal: tuple[str, ...]
    """What this seat may say."""
    outcome: Outcome | None
    """What came of it, where it is over."""


def talk(asking: Talk[Outcome], said: Iterable[str]) -> Asked[Outcome]:
    """Where a talk stands after what has been said, in order.

    Raises :class:`IllegalBid` for what may not be said.
    """
    try:
        seat, legal = next(asking)
        for text in said:
            if text not in legal:
                raise IllegalBid(f"seat {seat} may say {' or '.join(legal)}, not {text!r}")
            seat, legal = asking.send(text)
    except StopIteration as over:
        return Asked(None, (), over.value)
    return Asked(seat, legal, None)


def order(first: int, players: int, step: int = 1) -> list[int]:
    """The seats from the first on, in the order of play or (``step=-1``) against it."""
    return [(first + step * turn) % players for turn in range(players)]


# --- Section 5: the auctions without variants -------------------------------


def no_auction(seats: list[int]) -> Auction:
    """Whoever would bid first is the landlord, at a stake of 1."""
    yield from ()  # nobody is asked
    return seats[0], 1


def points_auction(seats: list[int]) -> Auction:
    """One turn each; 1, 2 or 3 points, more than any before."""
    landlord, stake = None, 0
    for seat in seats:
        bids = [f"bid:{points}" for points in (1, 2, 3) if points > stake]
        said = yield seat, (*bids, "pass")
        if said != "pass":
            landlord, stake = seat, int(said.removeprefix("bid:"))
        if stake == 3:
            break
    return None if landlord is None else (landlord, stake)


def doubling_auction(seats: list[int], ceiling: int) -> Auction:
    """Each bid doubles, until all the others are out or the ceiling is reached."""
    landlord, stake = None, 0
    turns = list(seats)
    while turns and turns != [landlord] and stake < ceiling:
        seat = turns.pop(0)
        bid = 2 * stake or 1
        if (yield seat, (f"bid:{bid}", "pass")) != "pass":
            landlord, stake = seat, bid
            turns.append(seat)
    return None if landlord is None else (landlord, stake)


# --- Section 8.3: calling and robbing ---------------------------------------


def call_auction(seats: list[int]) -> Auction:
    """One calls, the players behind him may rob, and then he once.

    >>> talk(call_auction(order(0, 3)), ["pass", "call", "rob", "pass"])
    Asked(seat=None, legal=(), outcome=(2, 2))
    """
    # In order, until somebody calls; who has passed is out.
    turns = iter(seats)
    for caller in turns:
        if (yield caller, ("call", "pass")) == "call":
            break
    else:
        return None
    landlord, stake = caller, 1
    # Those who have not had their turn are the players behind the caller; all the
    # others are out.
    for seat in turns:
        if (yield seat, ("rob", "pass")) == "rob":
            landlord, stake = seat, 2 * stake
    # If anybody robbed, the caller may at last rob once himself.
    if landlord != caller and (yield caller, ("rob", "pass")) == "rob":
        landlord, stake = caller, 2 * stake
    return landlord, stake


# --- Sections 8.4, 8.5: before the first lead -------------------------------


def open_hand(landlord: int, factor: int) -> Talk[int]:
    """The landlord may lay his hand open; the multiplier starts at what this returns.

    A ``factor`` of 0 does not offer it.

    >>> talk(open_hand(1, 2), ["open"]).outcome, talk(open_hand(1, 0), []).outcome
    (2, 1)
    """
    if factor and (yield landlord, ("open", "pass")) == "open":
        return factor
    return 1


def doubling_round(landlord: int, players: int, most: int) -> Talk[tuple[int, ...]]:
    """Each seat chooses its factor, from the landlord on; they are returned by seat.

    ``most`` is 0 where there is no such round, 2 for doubling, 4 for double or super.

    >>> talk(doubling_round(2, 3, 4), ["double:1", "double:4", "double:2"]).outcome
    (4, 2, 1)
    """
    factors = [1] * players
    if most:
        offered = tuple(f"double:{factor}" for factor in (1, 2, 4) if factor <= most)
        for seat in order(landlord, players):
            said = yield seat, offered
            factors[seat] = int(said.removeprefix("double:"))
    return tuple(factors)
