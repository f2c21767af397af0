"""Deals in a row at one table, with running totals."""

from __future__ import annotations

from typing import NamedTuple

from ..arguments import shown
from ..errors import InvalidArgument, WrongPhase
from ..table import Table, as_table
from .game import Game
from .result import Result


class Place(NamedTuple):
    """A line of the ranking; equal points share a place."""

    place: int
    seat: int
    points: int


class Match:
    """A match: as many deals as the table says, or ``deals``, from ``deal`` on.

    Play the game that :meth:`new_game` gives and then :meth:`add` it. Where the
    first bidder is agreed on, the right to bid first goes round by one seat with each
    deal, in the order of play; where it is drawn, each deal number draws it. With ``ruin`` the
    match is over as soon as somebody has no points left; without it totals may fall
    below 0.

    >>> match = Match("bga", deals=10, start_points=50)
    >>> match.totals, match.is_over, match.new_game().deal
    ((50, 50, 50), False, 1)
    """

    def __init__(
        self,
        table: Table | str,
        deals: int | None = None,
        start_points: int | None = None,
        deal: int = 1,
    ) -> None:
        changes = {"deals": deals, "start_points": start_points}
        table = as_table(table)
        self.table = table.changed(**{k: v for k, v in changes.items() if v is not None})
        self.first_deal = Game(self.table, deal).deal
        self.results: list[Result] = []
        self._game: Game | None = None

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
        if self.is_over:
            raise WrongPhase(f"the match is over after {self.played} deals")
        table = self.table
        if table.first_bidder is not None:
            first = (table.first_bidder + self.played) % table.players
            table = table.changed(first_bidder=first)
        self._game = Game(table, self.first_deal + self.played)
        return self._game

    def add(self, game: Game) -> None:
        """Count a game that is over.

        It must be the one that :meth:`new_game` gave last, so that no deal counts
        twice: a deal that is played again, by its number, does not.
        """
        if game is not self._game:
            raise InvalidArgument(f"{shown(game)} is not the game that this match has given out")
        result = game.result
        if result is None:
            raise WrongPhase(f"the deal is not over: {shown(game)}")
        self.results.append(result)
        self._game = None
