"""One auction: who bids next, what may be bid, and what comes of it.

How it goes is the table's ``auction``: each way is a small class with the same methods, and
:class:`Auction` keeps what was said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from .._core.values import PASS
from ..errors import IllegalBid, Reason
from ..table import MOST_POINTS_BID, Table
from .actions import Action, Bid, Call, Made, Rob


class Auction:
    """What was said in one deal, from the seat that is ``first`` to bid.

    Where the table has no auction it is over from the start, and ``first`` is the landlord
    at a stake of 1.

    >>> auction = Auction(Table(), first=2)
    >>> for action in (PASS, Bid(1), Bid(2)):
    ...     auction.push(action)
    >>> auction.is_over, auction.landlord, auction.stake
    (True, 1, 2)
    """

    def __init__(self, table: Table, first: int, calls: Iterable[Made] = ()) -> None:
        self.table = table
        self.first = first
        self.way = WAYS[table.auction]
        self.calls: list[Made] = []
        self.stake = 0
        """The highest bid, 0 where there is none yet; 1 without an auction."""
        self.landlord: int | None = None
        """The highest bidder; with calling, the last who has called or robbed."""
        self.passed: set[int] = set()
        """The seats that have passed."""
        self.turn = first
        """The seat that is to speak; of no meaning once it is over."""
        self.is_over = False
        self._begin()
        for call in calls:
            self.push(call.action)

    def _begin(self) -> None:
        self.calls, self.passed = [], set()
        self.landlord, self.stake = self.way.begins(self)
        self._ask()

    def _ask(self) -> None:
        seat = self.way.asks(self)
        self.is_over = seat is None
        if seat is not None:
            self.turn = seat

    def settle(self, landlord: int, stake: int) -> None:
        """End it so, whatever was said."""
        self.landlord, self.stake, self.is_over = landlord, stake, True

    @property
    def all_passed(self) -> bool:
        """Whether it ended without a bid."""
        return self.is_over and self.landlord is None

    def seat(self, place: int) -> int:
        """The seat at a place in the order of bidding; the first is at 0."""
        step = 1 if self.table.auction_order == "play" else -1
        return (self.first + step * place) % self.table.players

    def after(self, seat: int) -> int:
        """The seat that follows in the order of bidding."""
        return (seat + (1 if self.table.auction_order == "play" else -1)) % self.table.players

    def bids(self) -> list[int]:
        """The stakes that may be bid now, lowest first; none where one calls or robs."""
        return [action.stake for action in self.legal() if isinstance(action, Bid)]

    def legal(self) -> list[Action]:
        """What may be bid, and after it the pass."""
        return [] if self.is_over else [*self.way.offers(self), PASS]

    def why_not(self, action: Action) -> IllegalBid | None:
        """What is wrong with what somebody says, or ``None``; the auction is not over."""
        legal = self.legal()
        if action in legal:
            return None
        stakes = self.bids()
        if not isinstance(action, Bid) or not stakes:
            may = " or ".join(map(str, legal))
            return IllegalBid(
                f"{action} is refused: seat {self.turn} may say {may}", reason=Reason.NO_SUCH_BID
            )
        may = " or ".join(map(str, stakes))
        said = f"the highest bid is {self.stake}" if self.stake else "nobody has bid yet"
        return IllegalBid(
            f"a bid of {action.stake} is refused: {said}, so bid {may} or pass",
            reason=Reason.BID_TOO_LOW if action.stake <= self.stake else Reason.NO_SUCH_BID,
        )

    def push(self, action: Action) -> None:
        """Makes a bid or a pass, which must be legal."""
        seat = self.turn
        if action == PASS:
            self.passed.add(seat)
        else:
            self.landlord, self.stake = seat, self.way.stake(self, action)
        self.calls.append(Made(seat, action))
        self._ask()

    def pop(self) -> Action:
        """Takes the last bid or pass back."""
        *before, undone = self.calls
        self._begin()
        for call in before:
            self.push(call.action)
        return undone.action


class Way(Protocol):
    """How an auction goes; what was said so far is in the :class:`Auction`."""

    def begins(self, auction: Auction) -> tuple[int | None, int]:
        """The landlord and the stake before anybody has said anything."""

    def asks(self, auction: Auction) -> int | None:
        """Who is to speak; ``None`` where it is over."""

    def offers(self, auction: Auction) -> list[Action]:
        """What may be said besides the pass."""

    def stake(self, auction: Auction, action: Action) -> int:
        """The stake after that action, which is no pass."""


class _Nobody:
    """Nobody is landlord as long as nobody has bid."""

    def begins(self, auction: Auction) -> tuple[int | None, int]:
        return None, 0


class NoAuction:
    """Whoever would bid first is the landlord."""

    def begins(self, auction: Auction) -> tuple[int | None, int]:
        return auction.first, 1

    def asks(self, auction: Auction) -> int | None:
        return None

    def offers(self, auction: Auction) -> list[Action]:
        return []

    def stake(self, auction: Auction, action: Action) -> int:
        return 1


class PointsAuction(_Nobody):
    """1, 2 or 3 points, more than any before; each seat has one turn, and 3 ends it."""

    def asks(self, auction: Auction) -> int | None:
        said = len(auction.calls)
        if auction.stake == MOST_POINTS_BID or said == auction.table.players:
            return None
        return auction.seat(said)

    def offers(self, auction: Auction) -> list[Action]:
        return [Bid(stake) for stake in range(auction.stake + 1, MOST_POINTS_BID + 1)]

    def stake(self, auction: Auction, action: Action) -> int:
        assert isinstance(action, Bid)
        return action.stake


class DoublingAuction(_Nobody):
    """Each bid doubles the stake. Turns go round among those who have not passed, until one
    bidder is left or the ceiling is reached."""

    def asks(self, auction: Auction) -> int | None:
        left = auction.table.players - len(auction.passed)
        if auction.stake == auction.table.highest_stake or left == (1 if auction.stake else 0):
            return None
        seat = auction.after(auction.calls[-1].seat) if auction.calls else auction.first
        while seat in auction.passed:
            seat = auction.after(seat)
        return seat

    def offers(self, auction: Auction) -> list[Action]:
        return [Bid(2 * auction.stake or 1)]

    def stake(self, auction: Auction, action: Action) -> int:
        assert isinstance(action, Bid)
        return action.stake


class CallAuction(_Nobody):
    """One calls; the players behind him may rob, once each, and then he once himself.

    >>> auction = Auction(Table(auction="call"), first=1)
    >>> for action in (Call(), PASS, Rob(), Rob()):
    ...     auction.push(action)
    >>> auction.is_over, auction.landlord, auction.stake
    (True, 1, 4)
    """

    def asks(self, auction: Auction) -> int | None:
        said, players = len(auction.calls), auction.table.players
        # In order, until somebody calls; who has passed before is out.
        if said < players:
            return auction.seat(said)
        caller = self.caller(auction)
        robbed = caller is not None and auction.landlord != caller
        return caller if said == players and robbed else None

    @staticmethod
    def caller(auction: Auction) -> int | None:
        """Who has called."""
        return next((made.seat for made in auction.calls if made.action == Call()), None)

    def offers(self, auction: Auction) -> list[Action]:
        return [Rob() if auction.stake else Call()]

    def stake(self, auction: Auction, action: Action) -> int:
        return 2 * auction.stake or 1


WAYS: dict[str, Way] = {
    "points": PointsAuction(),
    "doubling": DoublingAuction(),
    "call": CallAuction(),
    "none": NoAuction(),
}
"""The auctions of tables by their names."""
