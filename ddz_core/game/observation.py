"""What is public, and what one seat sees.

Both are made of what has been shown to everybody, and an observation of one hand
besides, so neither can hold another hand. The deal number is in neither: it would
tell all the cards.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

from .._core.queries import legal_moves
from .._core.values import PASS, Hand, Move
from ..table import Table
from . import discards
from .actions import Action, Made, Phase
from .auction import Auction


@dataclass(frozen=True)
class Public:
    """Everything that everybody at the table knows."""

    table: Table
    phase: Phase
    turn: int | None
    """The seat that is to act; ``None`` once the deal is over."""
    first_bidder: int
    new_deals: int
    """How often the cards were dealt again since all had passed."""
    bids: tuple[Made, ...]
    """The bids and passes of the auction of this deal, in order."""
    shown: Hand
    """The bottom card shown before the auction, where the table has that."""
    bottom: Hand | None
    """The bottom; ``None`` until there is a landlord."""
    landlord: int | None
    stake: int
    """The highest bid so far."""
    discards: tuple[Made, ...]
    """What was discarded, in order."""
    plays: tuple[Made, ...]
    """The plays and passes, in order, the automatic passes among them."""
    sizes: tuple[int, ...]
    """How many cards each seat holds."""
    last: Move | None
    """The play to beat; ``None`` where somebody leads."""
    last_seat: int | None
    """Who made it."""
    multiplier: int
    """So far."""
    hidden: Hand
    """The cards that nobody has shown, those out of play among them."""
    kept: Hand
    """The bottom cards that must still be with the landlord."""


@dataclass(frozen=True)
class Observation(Public):
    """What one seat sees: everything public, and its own hand."""

    seat: int
    hand: Hand
    """Its own cards."""

    @property
    def unseen(self) -> Hand:
        """The card counter: what this seat has not seen. Its own hand, cards played
        or discarded, and bottom cards shown are seen."""
        if self.seat == self.landlord:
            return self.hidden - (self.hand - self.kept)
        return self.hidden - self.hand

    @cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now; nothing where it is not its turn."""
        if self.turn != self.seat:
            return ()
        if self.phase == "auction":
            return tuple(Auction(self.table, self.first_bidder, self.bids).legal())
        if self.phase == "discard":
            return tuple(discards.legal(self.hand, self.seat == self.landlord))
        plays = tuple(legal_moves(self.hand, self.last, self.table.rules))
        return plays if self.last is None else (*plays, PASS)


_PUBLIC = tuple(each.name for each in fields(Public))


def observe(public: Public, seat: int, hand: Hand) -> Observation:
    """What a seat with that hand sees."""
    known = {name: getattr(public, name) for name in _PUBLIC}
    return Observation(**known, seat=seat, hand=hand)
