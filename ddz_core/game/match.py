"""Deals in a row at one table, with running totals."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from importlib import import_module
from threading import RLock
from typing import Any, ClassVar, NamedTuple, SupportsIndex

from ..arguments import shown
from ..errors import InvalidArgument, Reason, WrongPhase
from ..table import Table, as_table
from .alone import alone, never_made
from .game import Game
from .match_record import MatchRecord, wrong_game
from .numbers import Given, Numbers, Running, numbers_of
from .record import tampered
from .result import Result


class Place(NamedTuple):
    """A line of the ranking; equal points share a place."""

    place: int
    seat: int
    points: int


class Match:
    """A match: as many deals as the table says, or ``deals``.

    Play the game that :meth:`new_game` gives, here or elsewhere, and then :meth:`add` it.
    The deals are ``deal``, ``deal + 1``, …, from 1 on unless it is given; or those whose
    numbers ``deals`` lists; or such as are drawn from ``seed`` (64 bits). Of numbers in a
    row whoever learns one knows the next hands: where that matters, take a seed that nobody
    knows.

    Where the first bidder is agreed on, the right to bid first goes round by one seat with
    each deal, in the order of play; where it is drawn, each deal number draws it. With
    ``ruin`` the match is over as soon as somebody has no points left; without it totals may
    fall below 0. As a :class:`Game`, a match is used by one thread at a time.

    >>> match = Match("bga", deals=10, start_points=50)
    >>> match.totals, match.is_over, match.new_game().deal
    ((50, 50, 50), False, 1)
    >>> Match("bga", deals=[71, 4]).new_game().deal
    71
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    table: Table = never_made()
    numbers: Numbers = never_made()
    """Which deals it has."""
    results: list[Result] = never_made()
    """Of the deals that count, in order."""
    records: list[str] = never_made()
    """Of the same games."""
    _lock: Any = never_made()

    def __init__(
        self,
        table: Table | str,
        deals: SupportsIndex | Iterable[SupportsIndex] | None = None,
        start_points: SupportsIndex | None = None,
        deal: SupportsIndex | None = None,
        seed: SupportsIndex | None = None,
    ) -> None:
        deals = _whole(deals)
        listed = deals if isinstance(deals, Iterable) else None
        self.numbers = numbers_of(listed, deal, seed)
        length = len(self.numbers.numbers) if isinstance(self.numbers, Given) else deals
        changes = {"deals": length, "start_points": start_points}
        self.table = as_table(table).changed(
            **{name: _whole(value) for name, value in changes.items() if value is not None}
        )
        if self.table.deals is not None:
            self._check_last(self.table.deals)
        self.results, self.records = [], []
        self._lock = RLock()

    def _check_last(self, deals: int) -> None:
        last = deals - 1
        if isinstance(self.numbers, Running) and self.numbers.first + last >= 1 << 64:
            raise InvalidArgument(
                f"{deals} deals from {self.numbers.first} on do not all fit in 64 bits"
            )

    @property
    def played(self) -> int:
        """How many deals count so far."""
        return len(self.results)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat."""
        seats = range(self.table.players)
        won = [sum(result.points[seat] for result in self.results) for seat in seats]
        return tuple(self.table.start_points + points for points in won)

    @property
    def ruined(self) -> tuple[int, ...]:
        """The seats that have no points left, where the table knows ruin."""
        if not self.table.ruin:
            return ()
        return tuple(seat for seat, points in enumerate(self.totals) if points <= 0)

    @property
    def is_over(self) -> bool:
        return self.played == self.table.deals or bool(self.ruined)

    @property
    def ranking(self) -> list[Place]:
        """The seats by points, most first; equal points share a place.

        >>> Match("bga").ranking
        [Place(place=1, seat=0, points=50), Place(place=1, seat=1, points=50), \
Place(place=1, seat=2, points=50)]
        """
        totals = self.totals
        order = sorted(range(self.table.players), key=lambda seat: -totals[seat])
        return [
            Place(1 + sum(points > totals[seat] for points in totals), seat, totals[seat])
            for seat in order
        ]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with most points, once the match is over."""
        return tuple(line.seat for line in self.ranking if self.is_over and line.place == 1)

    def new_game(self) -> Game:
        """The next deal, anew at each call. Raises :class:`WrongPhase` after the last."""
        self._check_going_on()
        return Game(self._next_table(), self.numbers.number(self.played))

    def _check_going_on(self) -> None:
        if self.is_over:
            raise WrongPhase(
                f"the match is over after {self.played} deals", reason=Reason.MATCH_OVER
            )

    def _next_table(self) -> Table:
        table = self.table
        if table.first_bidder is None:
            return table
        return table.changed(first_bidder=(table.first_bidder + self.played) % table.players)

    @alone
    def add(self, game: Game) -> None:
        """Count a game that is over.

        It is one of the deal that is next, at this table: that of :meth:`new_game`, a copy
        of it, or what was made of its record. No deal counts twice. Raises
        :class:`InvalidArgument` for another game, and :class:`WrongPhase` for one that is
        not over, and where the match is.
        """
        if not isinstance(game, Game):
            raise InvalidArgument(f"a match counts games, not {shown(game)}")
        if game.deal is None:
            raise InvalidArgument(
                "a game of cards that were given is no deal of a match", reason=Reason.NOT_NEXT
            )
        if game.deal in (result.deal for result in self.results) and (
            self.is_over or game.deal != self.numbers.number(self.played)
        ):
            raise InvalidArgument(
                f"the deal {game.deal} is already counted", reason=Reason.ALREADY_COUNTED
            )
        self._check_going_on()
        # Which number is next is not told: it would tell the hands.
        if game.deal != self.numbers.number(self.played):
            raise InvalidArgument(
                f"the deal {game.deal} is not the next one of this match", reason=Reason.NOT_NEXT
            )
        if game.table != (table := self._next_table()):
            raise InvalidArgument(
                f"the game is of the table {game.table}, the match of {table}",
                reason=Reason.NOT_NEXT,
            )
        result = game.result
        if result is None:
            raise WrongPhase(f"the deal is not over: {shown(game)}", reason=Reason.DEAL_NOT_OVER)
        self.records.append(game.record())
        self.results.append(result)

    @alone
    def record(self) -> str:
        """Some lines that say everything: table, deals, every game that counts, totals
        (docs/table.md). A seed in it tells all hands to come.

        >>> print(Match("standard", deals=3, seed=5).record())
        ddzmatch1 standard,deals=3 seed:5
        totals:0,0,0 check:b0558c15
        """
        return MatchRecord(self.table, self.numbers, self.records, self.totals).text

    @classmethod
    def from_record(cls, text: str) -> Match:
        """The match of such lines, every game replayed and verified, the totals too.

        Raises :class:`InvalidRecord`, whose ``fault`` says what is wrong.

        >>> match = Match("standard", deals=3, seed=5)
        >>> Match.from_record(match.record()) == match
        True
        """
        record = MatchRecord.parse(text)
        match = cls(record.table, **record.deals)
        for number, line in enumerate(record.games, 1):
            try:
                match.add(Game.from_record(line))
            except ValueError as refusal:
                raise wrong_game(number, refusal) from refusal
        if record.normal != match.record():
            raise tampered(record.normal, match.record())
        return match

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        mine, others = ((m.table, m.numbers, m.results) for m in (self, other))
        return mine == others

    def __repr__(self) -> str:
        return f"<Match {self.table}, {self.played} deals, totals {self.totals}>"

    def _repr_html_(self) -> str:
        """The ranking, and the points of each deal, for notebooks."""
        # Drawing stands above matches, and is loaded when somebody looks.
        table: str = import_module("ddz_core.svg.html").match(self)
        return table

    @alone
    def __getstate__(self) -> dict[str, Any]:
        """What a copy begins with; its lists are its own, and so is its lock."""
        state = {name: value for name, value in vars(self).items() if name != "_lock"}
        return state | {"results": list(self.results), "records": list(self.records)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._lock = RLock()


def _whole(value: Any) -> Any:
    """A whole number as an ``int``; what is none is left to those who refuse it."""
    try:
        return value if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return value
