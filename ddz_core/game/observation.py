"""What is public, and what one seat sees.

Both are made of what has been shown to everybody, and an observation of one hand
besides, so neither can hold another hand. The deal number is in neither: it would
tell all the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._core.features import row_of
from .._core.queries import legal_moves
from .._core.values import PASS, Hand, Move
from .._core.vector import OBSERVATION_SIZE, observation_size
from ..errors import InvalidArgument
from ..kinds import BOMBS, RANKS, Kind
from ..rules import Rules
from ..table import Table
from .actions import Action, Discard, Double, Made, Open, Phase
from .auction import Auction
from .checking import check_public, check_seat
from .given import Cards, Given
from .legal import Actions
from .plain import from_plain, to_plain
from .rounds import ROUNDS
from .score import EARLIER, score_line

if TYPE_CHECKING:
    from typing_extensions import Self  # in typing from Python 3.11 on

NO_LANDLORD = 3
"""The role of every seat before there is a landlord, in a row of features; with four
players it is 4."""


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
    """The cards that are certainly with the landlord: bottom cards that he has not played;
    all that he holds where his hand is open."""
    leader: int | None = field(default=None, kw_only=True)
    """Who led first among ``plays``, of a deal that is known from its middle on; ``None`` of
    all others."""
    wild: str | None = field(default=None, kw_only=True)
    """The rank that is wild; ``None`` until it is shown, with the bottom."""
    opening: tuple[Made, ...] = field(default=(), kw_only=True)
    """What the landlord said when he might lay his hand open."""
    doubles: tuple[Made, ...] = field(default=(), kw_only=True)
    """What was said in the doubling round, in order."""

    @property
    def rules(self) -> Rules:
        """The rules of this deal: those of the table, with the wild rank once it is shown."""
        as_public(self)
        return self.table.rules_with(self.wild if self.table.wild else None)

    @property
    def open_hand(self) -> Hand | None:
        """The landlord's hand where he has laid it open, as it is now; else ``None``.

        >>> from ddz_core import Game
        >>> game = Game("happy", deal=1)
        >>> for action in ("call", "pass", "pass", "open"):
        ...     game.push(action)
        >>> game.public.open_hand == game.hands[game.landlord]
        True
        """
        as_public(self)
        return self.kept if self._is_open else None

    @property
    def _is_open(self) -> bool:
        return any(made.action == Open() for made in self.opening)

    @property
    def factors(self) -> tuple[int, ...]:
        """What each seat has said in the doubling round; 1 where it has said nothing."""
        as_public(self)
        factors = [1] * self.table.players
        for seat, action, _ in self.doubles:
            if isinstance(action, Double):
                factors[seat] = action.factor
        return tuple(factors)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain JSON (docs/position.md).

        >>> from ddz_core import Game
        >>> told = Game("standard", deal=1).public.to_dict()
        >>> told["table"], told["turn"], told["sizes"]
        ('standard', 2, [17, 17, 17])
        """
        as_public(self)
        return to_plain(self)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:
        """The inverse of :meth:`to_dict`. Raises :class:`InvalidArgument`, naming the field,
        for what that does not write, and for what no game comes to."""
        found = cls(**from_plain(fields(cls), given, _decks_of))
        as_public(found)
        return found

    @property
    def trick(self) -> tuple[Made, ...]:
        """Who did what since the last lead; nothing where somebody is to lead.

        >>> from ddz_core import Game
        >>> game = Game("standard", deal=1)
        >>> for action in ("bid:3", "3", "pass", "4"):
        ...     game.push(action)
        >>> [(seat, str(action)) for seat, action, _ in game.public.trick]
        [(2, '3:solo:1:3'), (0, 'pass'), (1, '4:solo:1:4')]
        """
        as_public(self)
        passes = 0
        for place in range(len(self.plays) - 1, -1, -1):
            passes = passes + 1 if self.plays[place].action == PASS else 0
            if passes == self.table.players - 1:
                return self.plays[place + passes :]
        return self.plays

    @property
    def doublings(self) -> tuple[str, ...]:
        """What has doubled the points so far, in order, and in the end a spring."""
        as_public(self)
        return (EARLIER,) * self.doubled_before + self._doublings

    @property
    def is_whole(self) -> bool:
        """Whether all plays of the deal are in ``plays``: always, unless it is known from its
        middle on. Only then a spring counts."""
        as_public(self)
        return self._is_whole

    @property
    def _is_whole(self) -> bool:
        if self.leader is None:
            return True
        put_down = (made.action for made in (*self.plays, *self.discards))
        known = sum(len(each.cards) for each in put_down if isinstance(each, Move | Discard))
        rules = self.table.rules
        dealt = self.table.players * rules.hand_size + rules.bottom_size
        return self.leader == self.landlord and known + sum(self.sizes) == dealt

    @property
    def doubled_before(self) -> int:
        """How often bombs and rockets have doubled the points before ``plays``: not at all
        unless the deal is known from its middle on."""
        as_public(self)
        return self._doubled_before

    @property
    def _doubled_before(self) -> int:
        if self._is_whole:
            return 0
        opened = self.table.open_hand if self._is_open else 1
        return (self.multiplier // opened).bit_length() - 1 - len(self._doublings)

    @property
    def _doublings(self) -> tuple[str, ...]:
        moves = [(seat, move) for seat, move, _ in self.plays if isinstance(move, Move)]
        least = self.table.rules.doubling_bomb
        found = [
            str(move.kind).replace("_", " ")
            for _, move in moves
            if move.kind in BOMBS and (move.kind != Kind.BOMB or move.size >= least)
        ]
        if self.phase == "over" and self.landlord is not None and self.is_whole:
            by_landlord = [seat == self.landlord for seat, move in moves if move != PASS]
            if self.sizes[self.landlord] == 0 and all(by_landlord):
                found.append("spring")
            elif self.sizes[self.landlord] > 0 and sum(by_landlord) == 1:
                found.append("anti-spring")
        return tuple(found)

    @property
    def score(self) -> str:
        """How the points of each peasant come about, as they stand now.

        >>> from ddz_core import Game
        >>> game = Game("free_kickers", deal=3)
        >>> game.public.score
        'no bid yet'
        >>> for action in ("bid:3", "5555"):
        ...     game.push(action)
        >>> game.public.score
        '10 × 3 × 2 (bomb) = 60'
        """
        as_public(self)
        if self.stake == 0:
            return "all passed: no points" if self.phase == "over" else "no bid yet"
        return score_line(
            self.table.base,
            self.stake,
            self.multiplier,
            self.doublings,
            self.table.open_hand if self._is_open else 0,
            self.factors,
            self.landlord,
        )


@dataclass(frozen=True)
class Observation(Public):
    """What one seat sees: everything public, and its own hand."""

    seat: int
    hand: Hand
    """Its own cards."""

    @classmethod
    def of(
        cls,
        hand: Cards,
        table: Table | str = "standard",
        seat: int = 0,
        *,
        first_bidder: int = 0,
        actions: Iterable[Given] | str = (),
        bottom: Cards | None = None,
        shown: Cards = "",
        wild: str | None = None,
        landlord: int | None = None,
        stake: int = 1,
        said: Iterable[Action | str] | None = None,
        sizes: Sequence[int] | None = None,
        open_hand: Cards | None = None,
        turn: int | None = None,
        last: Given | None = None,
        passes: int = 0,
        leader: int | None = None,
        plays: Iterable[Given] | str = (),
        doubled: int = 0,
        gone: Cards = "",
        kept: Cards | None = None,
    ) -> Observation:
        """What a seat sees that holds ``hand`` now, from what its player knows.

        **From the auction on** ``actions`` are all that everybody has done, in order, the
        automatic passes among them; ``bottom`` is needed once there is a landlord.

        **In the middle**, if ``landlord`` is given, all is as in :meth:`Game.from_hands`, but
        for the other hands: of them only the ``sizes`` are known, of all seats and as they are
        now. They follow if nothing is ``gone``. What is not known to be gone may be in
        any hand. ``open_hand`` is what the landlord holds now, if he has laid it open.

        Raises :class:`InvalidCards` and :class:`InvalidArgument` for what does not fit
        together.

        >>> seen = Observation.of("3345", landlord=1, sizes=(4, 9, 2), turn=0, last="44")
        >>> [str(action) for action in seen.legal_actions], len(seen.unseen)
        (['pass'], 48)
        """
        # It is made of positions and games, which need observations.
        known = import_module(".knowledge", __package__).known_to
        found: Observation = known(
            hand,
            table,
            seat,
            first_bidder=first_bidder,
            actions=actions,
            bottom=bottom,
            shown=shown,
            wild=wild,
            landlord=landlord,
            stake=stake,
            said=said,
            sizes=sizes,
            open_hand=open_hand,
            turn=turn,
            last=last,
            passes=passes,
            leader=leader,
            plays=plays,
            doubled=doubled,
            gone=gone,
            kept=kept,
        )
        return found

    @property
    def unseen(self) -> Hand:
        """The card counter: what this seat has not seen. Its own hand, cards played
        or discarded, and bottom cards shown are seen."""
        as_observation(self)
        if self.seat == self.landlord:
            return self.hidden - (self.hand - self.kept)
        return self.hidden - self.hand

    def __str__(self) -> str:
        """What this seat sees, as some lines.

        >>> from ddz_core import Game
        >>> game = Game("standard", deal=1)
        >>> game.push("bid:3")
        >>> game.push("3")
        >>> print(game.observation(0))
        seat    role      cards  hand               last
        seat 0  peasant      17  3356699TJQQKKA2BR        to act
        seat 1  peasant      17
        seat 2  landlord     19                     3
        to beat: 3:solo:1:3
        bottom: TQ2
        unseen: 34444555667777888899TTJJJQKKAAA22
        3 = 3
        """
        as_observation(self)
        # It is made of what is above: see there.
        lines: str = import_module(".seen_text", __package__).seen_text(self)
        return lines

    def _repr_svg_(self) -> str:
        """A picture for notebooks: that of :func:`ddz_core.svg.observation`."""
        # Drawing stands above observations, and is loaded when somebody looks.
        picture: str = import_module("ddz_core.svg").observation(self)
        return picture

    def features(self) -> NDArray[np.uint8]:
        """What this seat sees as ``uint8[observation_size]``, laid out as in docs/vector.md:
        the row that ``VectorGame.observe`` gives at this table for whoever is to move.

        Raises :class:`InvalidArgument` for an observation made by hand that no game gives.

        >>> from ddz_core import Game, Table
        >>> game = Game(Table(auction="none", first_bidder=0), deal=1)
        >>> game.push("33")
        >>> row = game.observation(1).features()
        >>> row[15:30].tolist() == game.observation(1).unseen.counts.tolist()
        True
        """
        as_observation(self)
        players = len(self.sizes)
        seats = [(self.seat + k) % players for k in range(players)]
        put_down = [each.action for each in (*self.plays, *self.discards)]
        cards = sum(each.cards.packed for each in put_down if isinstance(each, Move | Discard))
        recent, passes = [Hand()] * players, 0
        for seat, action, _ in self.trick:
            if isinstance(action, Move):
                recent[seat] = action.cards
                passes = 0 if action else passes + 1
        return row_of(
            self.hand,
            self.unseen,
            self.last,
            self.shown if self.bottom is None else self.bottom,
            self._laid if self.leader is not None else Hand(cards, decks=self.table.rules.decks),
            [recent[seat] for seat in seats[1:]],
            [self.sizes[seat] for seat in seats],
            max(NO_LANDLORD, players)
            if self.landlord is None
            else (self.landlord - self.seat) % players,
            self.doubled_before
            + sum(isinstance(each, Move) and each.kind in BOMBS for each in put_down),
            passes,
            *self._more(),
        )

    def _more(self) -> tuple[Hand, int] | tuple[()]:
        """What a long row has besides: the open hand, and the wild rank counted from 1."""
        if observation_size(self.table) == OBSERVATION_SIZE:
            return ()
        wild = self.rules.wild
        return self.open_hand or Hand(), 0 if wild is None else 1 + RANKS.index(wild)

    @property
    def _laid(self) -> Hand:
        """All that lies on the table once the bottom is shown."""
        decks = self.table.rules.decks
        return Hand(self.table.deck, decks=decks) - self.hidden - self.kept

    @cached_property
    def legal_actions(self) -> Actions:
        """What this seat may do now; nothing where it is not its turn. Can be called too,
        as that of a game."""
        as_observation(self)
        if self.turn != self.seat:
            return Actions()
        if self.phase == "auction":
            return Actions(Auction(self.table, self.first_bidder, self.bids).legal())
        if self.phase in ROUNDS:
            is_landlord = self.seat == self.landlord
            return Actions(ROUNDS[self.phase].legal(self.table, self.hand, is_landlord))
        plays = legal_moves(self.hand, self.last, self.rules)
        return Actions(plays) if self.last is None else Actions((*plays, PASS))


def _decks_of(given: Mapping[str, Any]) -> int:
    return Table.parse(given["table"]).rules.decks


_PUBLIC = tuple(each.name for each in fields(Public))

_CHECKED = "_checked"
"""Marks what a game has made, or what has been found right: it is no field, so that what
``dataclasses.replace`` makes of it is checked again."""


def observe(public: Public, seat: int, hand: Hand) -> Observation:
    """What a seat with that hand sees, as a game says."""
    known = {name: getattr(public, name) for name in _PUBLIC}
    seen = Observation(**known, seat=seat, hand=hand)
    seen.__dict__[_CHECKED] = True
    return seen


def trusted(public: Public) -> Public:
    """What a game says is public."""
    public.__dict__[_CHECKED] = True
    return public


def as_public(given: object) -> Public:
    """What is public, as a caller gives it. Raises :class:`InvalidArgument` where it is
    nothing of the sort, or such as no game comes to."""
    if isinstance(given, Observation):
        return as_observation(given)
    if not isinstance(given, Public):
        raise InvalidArgument(_instead("what is public", "game.public", given))
    if _CHECKED not in given.__dict__:
        check_public(given)
        trusted(given)
    return given


def as_observation(given: object) -> Observation:
    """What a seat sees, as a caller gives it. Raises :class:`InvalidArgument` as
    :func:`as_public` does.

    >>> from ddz_core import Game
    >>> as_observation(Game("standard", deal=1))
    Traceback (most recent call last):
    ddz_core.errors.InvalidArgument: this asks for an Observation: give game.observation(seat), \
not a Game
    """
    if not isinstance(given, Observation):
        raise InvalidArgument(_instead("an Observation", "game.observation(seat)", given))
    if _CHECKED not in given.__dict__:
        check_seat(given)
        trusted(given)
    return given


def _instead(wanted: str, how: str, given: object) -> str:
    return f"this asks for {wanted}: give {how}, not a {type(given).__name__:.40}"
