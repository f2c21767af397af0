"""The deals that are played one after the other at one table, and what they come to."""

from __future__ import annotations

import secrets

import ddz_core as ddz

from ...errors import Reason, WrongPhase
from ...game.numbers import numbers_of
from .seats import Seats


class Sitting:
    """A match, or at a table of single deals one deal after the other.

    ``game`` is the deal on the table. It counts, unless it is played again.
    """

    def __init__(
        self,
        table: ddz.Table,
        seats: Seats,
        deal: int | None = None,
        match: ddz.Match | None = None,
        game: ddz.Game | None = None,
    ) -> None:
        """``deal`` is the number of the first deal, others follow it; without it all are
        drawn. ``match`` is one that goes on, and ``game`` a deal that does."""
        seed = secrets.randbits(64) if deal is None else None
        if match is None and table.deals != 1:
            match = ddz.Match(table, deal=deal, seed=seed)
        self.table = table
        self.seats = seats
        self.match = match
        self.results: list[ddz.Result] = []
        """Of single deals, those that count."""
        self._numbers = numbers_of(None, deal, seed)
        self._dealt = 0
        self.game = self._new_game() if game is None else game
        self.counts = not self._is_counted(self.game)
        """Whether the deal on the table is played for points."""

    def _new_game(self) -> ddz.Game:
        self.seats.new_deal()
        if self.match is not None:
            return self.match.new_game()
        self._dealt += 1
        return ddz.Game(self.table, self._numbers.number(self._dealt - 1))

    def _is_counted(self, game: ddz.Game) -> bool:
        return self.match is not None and any(
            game.deal == result.deal for result in self.match.results
        )

    @property
    def number(self) -> int:
        """The place of the deal on the table among those that count, from 1."""
        played = len(self.results) if self.match is None else self.match.played
        return played if self.game.is_over or not self.counts else played + 1

    @property
    def is_over(self) -> bool:
        """Whether no deal is to come."""
        return self.match is not None and self.match.is_over

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat so far."""
        if self.match is not None:
            return self.match.totals
        won = [result.points for result in self.results]
        start = [self.table.start_points] * self.table.players
        return tuple(map(sum, zip(start, *won, strict=True)))

    def count(self) -> None:
        """Add the deal on the table, which is over, to the points if it counts."""
        if not self.counts:
            return
        if self.match is not None:
            self.match.add(self.game)
        elif self.game.result is not None:
            self.results.append(self.game.result)

    def again(self) -> None:
        """Deal the same cards again. Raises :class:`WrongPhase` before the deal is over."""
        self._check_over("undo takes back what you did in it")
        self.game = self.game.anew()
        self.counts = False
        self.seats.new_deal()

    def next(self) -> None:
        """Go on to the next deal. Raises :class:`WrongPhase` before the deal is over, and
        once the match is."""
        self._check_over("play it to its end first")
        self.game = self._new_game()
        self.counts = True

    def _check_over(self, instead: str) -> None:
        if not self.game.is_over:
            raise WrongPhase(f"the deal is not over: {instead}", reason=Reason.DEAL_NOT_OVER)

    def record(self) -> str:
        """What :func:`~ddz_core.cli.play.resuming.resumed` goes on with: the record of the
        game, and before it that of the match if there is one."""
        game = self.game
        if self.match is None:
            return game.record(self.seats.names)
        if game.is_over:
            if self.match.is_over:
                return self.match.record()
            game = self.match.new_game()
        return f"{self.match.record()}\n{game.record(self.seats.names)}"
