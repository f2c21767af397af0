"""One auction: who bids next, what may be bid, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable

from .._core.values import PASS
from ..errors import IllegalBid, Reason
from ..table import Table
from .actions import Action, Bid, Made


class Auction:
    """The bids of one deal, from the seat that is ``first`` to bid.

    In a points auction each seat has one turn, and 3 ends it. In a doubling auction
    turns go round among those who have not passed, until one bidder is left or the
    ceiling is reached. Where the table has no auction it is over from the start, and
    ``first`` is the landlord at a stake of 1.

    >>> auction = Auction(Table(), first=2)
    >>> for action in (PASS, Bid(1), Bid(2)):
    ...     auction.push(action)
    >>> auction.is_over, auction.landlord, auction.stake
    (True, 1, 2)
    """

    def __init__(self, table: Table, first: int, calls: Iterable[Made] = ()) -> None:
        self.table = table
        self.first = first
        self.calls: list[Made] = []
        self.stake = 0
        """The highest bid, 0 where there is none yet; 1 without an auction."""
        self.landlord: int | None = None
        """The highest bidder."""
        self.passed: set[int] = set()
        """The seats that have passed."""
        self.turn = first
        """The seat that is to bid or pass; of no meaning once it is over."""
        self.is_over = table.auction == "none"
        if self.is_over:
            self.landlord, self.stake = first, 1
        for call in calls:
            self.push(call.action)

    @property
    def all_passed(self) -> bool:
        """Whether it ended without a bid."""
        return self.is_over and self.landlord is None

    def _has_ended(self) -> bool:
        if self.stake == self.table.highest_stake:
            return True
        if self.table.auction == "points":
            return len(self.calls) == self.table.players
        return len(self.passed) == self.table.players - (1 if self.stake else 0)

    def _next(self) -> int:
        if not self.calls:
            return self.first
        step = 1 if self.table.auction_order == "play" else -1
        seat = (self.calls[-1].seat + step) % self.table.players
        while seat in self.passed and len(self.passed) < self.table.players:
            seat = (seat + step) % self.table.players
        return seat

    def bids(self) -> list[int]:
        """The stakes that may be bid now, lowest first."""
        if self.is_over:
            return []
        if self.table.auction == "doubling":
            return [2 * self.stake or 1]
        return list(range(self.stake + 1, self.table.highest_stake + 1))

    def legal(self) -> list[Action]:
        """The bids, and after them the pass."""
        return [] if self.is_over else [*map(Bid, self.bids()), PASS]

    def why_not(self, action: Action) -> IllegalBid | None:
        """What is wrong with a bid or a pass, or ``None``; the auction is not over."""
        if not isinstance(action, Bid) or action.stake in self.bids():
            return None
        may = " or ".join(map(str, self.bids()))
        said = f"the highest bid is {self.stake}" if self.stake else "nobody has bid yet"
        return IllegalBid(
            f"a bid of {action.stake} is refused: {said}, so bid {may} or pass",
            reason=Reason.BID_TOO_LOW if action.stake <= self.stake else Reason.NO_SUCH_BID,
        )

    def push(self, action: Action) -> None:
        """Makes a bid or a pass, which must be legal."""
        call = Made(self.turn, action)
        self.calls.append(call)
        if isinstance(action, Bid):
            self.landlord, self.stake = call.seat, action.stake
        else:
            self.passed.add(call.seat)
        self.turn, self.is_over = self._next(), self._has_ended()

    def pop(self) -> Action:
        """Takes the last bid or pass back."""
        undone = self.calls.pop()
        # Nobody passes twice.
        self.passed.discard(undone.seat)
        self.landlord, self.stake = None, 0
        for seat, action, _ in self.calls:
            if isinstance(action, Bid):
                self.landlord, self.stake = seat, action.stake
        self.turn, self.is_over = undone.seat, False
        return undone.action
