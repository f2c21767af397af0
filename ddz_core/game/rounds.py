"""Between the auction and the first lead: discards, the open hand, the doubling round.

What a table has of these comes one after the other, and in each round every seat that is
asked speaks once. Each round is a small class with the same methods.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Protocol

from .._core.values import PASS, Hand
from ..errors import DdzError, IllegalBid, Reason
from ..table import Table
from . import discards
from .actions import FACTORS, Action, Discard, Double, Open, Phase


class Round(Protocol):
    """One round; ``hand`` is that of the seat that is asked."""

    def order(self, landlord: int, players: int) -> tuple[int, ...]:
        """The seats that are asked, in order."""

    def legal(self, table: Table, hand: Hand, is_landlord: bool) -> list[Action]:
        """What a seat may say."""

    def why_not(
        self, action: Action, table: Table, hand: Hand, is_landlord: bool
    ) -> DdzError | None:
        """What is wrong with an action of this phase, or ``None``."""


class Discarding:
    """The peasants in the order of play, then the landlord."""

    def order(self, landlord: int, players: int) -> tuple[int, ...]:
        return discards.order(landlord, players)

    def legal(self, table: Table, hand: Hand, is_landlord: bool) -> list[Action]:
        return list(discards.legal(hand, is_landlord))

    def why_not(
        self, action: Action, table: Table, hand: Hand, is_landlord: bool
    ) -> DdzError | None:
        assert isinstance(action, Discard)
        return discards.why_not(action, hand, is_landlord)


class Opening:
    """The landlord lays his hand open, or not."""

    def order(self, landlord: int, players: int) -> tuple[int, ...]:
        return (landlord,)

    def legal(self, table: Table, hand: Hand, is_landlord: bool) -> list[Action]:
        return [Open(), PASS]

    def why_not(
        self, action: Action, table: Table, hand: Hand, is_landlord: bool
    ) -> DdzError | None:
        return None


class Doubling:
    """Each seat chooses its factor, from the landlord on."""

    def order(self, landlord: int, players: int) -> tuple[int, ...]:
        return tuple((landlord + step) % players for step in range(players))

    def legal(self, table: Table, hand: Hand, is_landlord: bool) -> list[Action]:
        return [Double(factor) for factor in FACTORS if factor <= table.doubling]

    def why_not(
        self, action: Action, table: Table, hand: Hand, is_landlord: bool
    ) -> DdzError | None:
        legal = self.legal(table, hand, is_landlord)
        if action in legal:
            return None
        return IllegalBid(
            f"{action} is refused: this table offers {' or '.join(map(str, legal))}",
            reason=Reason.NO_SUCH_BID,
        )


ROUNDS: dict[str, Round] = {
    "discard": Discarding(),
    "open": Opening(),
    "doubling": Doubling(),
}
"""The rounds by their phases, in order."""


class Asked(NamedTuple):
    """A seat that is to speak, and in which phase."""

    phase: Phase
    seat: int


@lru_cache(maxsize=1024)
def schedule(table: Table, landlord: int) -> tuple[Asked, ...]:
    """Who is asked what between the auction and the first lead.

    >>> [tuple(asked) for asked in schedule(Table.preset("happy"), 1)]
    [('open', 1), ('doubling', 1), ('doubling', 2), ('doubling', 0)]
    """
    has: dict[Phase, bool] = {
        "discard": table.discard,
        "open": table.open_hand > 0,
        "doubling": table.doubling > 0,
    }
    return tuple(
        Asked(phase, seat)
        for phase in has
        if has[phase]
        for seat in ROUNDS[phase].order(landlord, table.players)
    )
