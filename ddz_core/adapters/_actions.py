"""Numbers for everything that may be done in one deal, bids among it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from .._core.values import Move
from .._core.vector import OBSERVATION_SIZE
from ..errors import InvalidArgument
from ..game.actions import Action, Bid, Made
from ..rules import Rules
from ..table import Table
from .action_space import ActionSpace

AUCTIONS = ("none", "points", "doubling")
AUCTION_SIZE = 4
"""How many numbers an observation has more where there is an auction."""


class Actions:
    """The table of an environment with three players, and ids for its actions.

    Ids are those of ``ActionSpace.compact(rules)``; where there is an auction the bids
    come after them, lowest first. Without one seat 0 is the landlord.

    >>> actions = Actions("standard", "points")
    >>> actions.n, actions.id_of(Bid(3)), str(actions.action_of(24640))
    (24643, 24642, 'bid:1')
    """

    def __init__(self, rules: Rules | str, auction: str) -> None:
        if auction not in AUCTIONS:
            raise InvalidArgument(f"auction is one of {', '.join(AUCTIONS)}, not {auction!r:.80}")
        self.space = ActionSpace.compact(rules)
        self.has_auction = auction != "none"
        first_bidder = None if self.has_auction else 0
        self.table = Table(
            rules=self.space.rules,
            auction=cast(Literal["none", "points", "doubling"], auction),
            first_bidder=first_bidder,
        )
        self.stakes = self._stakes()
        self.n = self.space.n + len(self.stakes)
        self.observation_size = OBSERVATION_SIZE + AUCTION_SIZE * self.has_auction

    def _stakes(self) -> tuple[int, ...]:
        """The stakes that may be bid, lowest first."""
        highest = self.table.highest_stake
        if self.table.auction == "doubling":
            return tuple(1 << k for k in range(highest.bit_length()))
        return tuple(range(1, highest + 1)) if self.has_auction else ()

    def id_of(self, action: Action) -> int:
        """The id of a bid, a play or the pass."""
        if isinstance(action, Bid):
            return self.space.n + self.stakes.index(action.stake)
        if not isinstance(action, Move):
            raise InvalidArgument(f"{action} has no id: there are no discards here")
        return self.space.id_of(action)

    def ids_of(self, actions: Sequence[Action]) -> NDArray[np.int32]:
        """The ids of several actions: int32[n]."""
        return np.array([self.id_of(action) for action in actions], np.int32)

    def action_of(self, number: int) -> Action:
        """What an id names."""
        if number >= self.space.n:
            return Bid(self.stakes[number - self.space.n])
        return self.space.move_of(number)

    def with_calls(
        self, row: NDArray[np.uint8], calls: Sequence[Made], seat: int
    ) -> NDArray[np.uint8]:
        """A row of features, where there is an auction with what has been bid behind it.

        Four numbers: which stake is the highest bid, counted from 1, and the last call
        of the seat, the next and the second: 0 none yet, 1 a pass, 2 the lowest bid, ...
        """
        if not self.has_auction:
            return row
        said = np.zeros(AUCTION_SIZE, np.uint8)
        for caller, action, _ in calls:
            bid = self.stakes.index(action.stake) + 1 if isinstance(action, Bid) else 0
            said[0] = bid or said[0]
            said[1 + (caller - seat) % 3] = 1 + bid
        return np.concatenate((row, said))
