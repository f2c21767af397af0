"""What is public, and what one seat sees.

Both are made of what has been shown to everybody, and an observation of one hand
besides, so neither can hold another hand. The deal number is in neither: it would
tell all the cards.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .._core.features import row_of
from .._core.queries import legal_moves
from .._core.values import PASS, Hand, Move
from ..arguments import whole_number
from ..kinds import BOMBS
from ..table import Table
from . import discards
from .actions import Action, Discard, Made, Phase
from .auction import Auction

NO_LANDLORD = 3
"""The role of every seat before there is a landlord, in a row of features."""


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

    def features(self) -> NDArray[np.uint8]:
        """What this seat sees as ``uint8[OBSERVATION_SIZE]``, laid out as in docs/vector.md:
        the row that ``VectorGame.observe`` gives for whoever is to move.

        Raises :class:`InvalidArgument` or ``TypeError`` for an observation made by hand
        that no game gives.

        >>> from ddz_core import Game, Table
        >>> game = Game(Table(auction="none", first_bidder=0), deal=1)
        >>> game.push("33")
        >>> row = game.observation(1).features()
        >>> row[15:30].tolist() == game.observation(1).unseen.counts.tolist()
        True
        """
        players = whole_number("the number of players", len(self.sizes), 2, 3)
        me = whole_number("a seat", self.seat, 0, players - 1)
        seats = [(me + k) % players for k in range(players)]
        moves = [(seat, move) for seat, move, _ in self.plays if isinstance(move, Move)]
        put_down = [move.cards for _, move in moves]
        put_down += [each.cards for _, each, _ in self.discards if isinstance(each, Discard)]
        recent, passes = [Hand()] * players, 0
        if self.last is not None:
            # Never an action of the trick before: it ended with passes of all the others.
            for seat, move in moves[-players:]:
                recent[whole_number("a seat", seat, 0, players - 1)] = move.cards
                passes = 0 if move else passes + 1
        return row_of(
            self.hand,
            self.unseen,
            self.last,
            self.shown if self.bottom is None else self.bottom,
            Hand(sum(cards.packed for cards in put_down)),
            [recent[seat] for seat in seats[1:]],
            [self.sizes[seat] for seat in seats],
            NO_LANDLORD if self.landlord is None else (self.landlord - me) % players,
            sum(move.kind in BOMBS for _, move in moves),
            passes,
        )

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
