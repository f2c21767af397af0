"""What every decision of a game that was played was worth (docs/analysis.md)."""

from __future__ import annotations

import time
from collections.abc import Iterable
from math import inf

from ..._core.values import Hand, Move
from ...arguments import seed_number, shown, whole_number
from ...errors import InvalidArgument
from ...game.actions import Action
from ...game.game import Game
from ...game.observation import Observation
from ...game.record import Record, checked_names
from ..rollouts import MOST_WORLDS, checked_bound
from .before_play import said_valued
from .open_cards import OpenCards
from .playing import Valued, plays_valued
from .turning import summary, turning_points
from .values import Annotation, Decision

__all__ = ["WORLDS", "annotate"]

WORLDS = 1000
"""Hidden worlds drawn for a decision, and once more where two actions are compared."""

NO_TIME = "no values: the time was over"


def annotate(
    game: Game | str,
    seat: int | None = None,
    time_limit: float | None = None,
    *,
    worlds: int = WORLDS,
    seed: int = 1,
    players: Iterable[str] = (),
) -> Annotation:
    """What each action was worth at every decision of a game, or of one ``seat``'s.

    ``game`` is a :class:`Game`, also of given cards and also before its end, or the text of
    a record. Every action is tried in ``worlds`` hidden worlds that fit what the seat knew
    then. Of the action that comes out best and the one made the difference is taken in as
    many other worlds, the same for both; if it is 3 standard errors or more above 0 the
    action is better, and that is the points lost. Where few cards are left the value with
    open cards stands beside it.

    ``time_limit`` in seconds bounds the whole: then there are as many worlds as fit. Without
    it the annotation depends on ``game``, ``worlds`` and ``seed`` alone. ``players`` are the
    names by seat; those of a record are taken from it.

    Raises :class:`InvalidRecord` for a text that is no record, and :class:`InvalidArgument`
    for what is no game, for a seat that there is not and numbers out of range.

    >>> import ddz_core as ddz
    >>> game = ddz.Game.from_hands("standard", ["3KK", "44A", "55"], landlord=0)
    >>> game.push("3")
    >>> (first,) = annotate(game).decisions
    >>> str(first.better.action), first.lost, [value.open_win for value in first.values]
    ('KK:pair:1:K', 4.0, [True, False, False])
    """
    if isinstance(game, str):
        record = Record.parse(game)
        game, players = Game.from_record(game), tuple(players) or record.players
    if not isinstance(game, Game):
        raise InvalidArgument(f"this annotates a Game or a record, not {shown(game)}")
    if seat is not None:
        seat = whole_number("a seat", seat, 0, game.table.players - 1)
    worlds = whole_number("worlds", worlds, 1, MOST_WORLDS // 2)
    seed = seed_number(seed)
    limit = checked_bound("time_limit", time_limit)
    names = checked_names(players, game.table.players)
    end = None if limit == inf else time.perf_counter() + limit
    decisions = _Annotating(game, seat, worlds, seed, end).decisions()
    seats = range(game.table.players) if seat is None else (seat,)
    return Annotation(
        game.table,
        game.deal,
        names,
        seat,
        game.landlord,
        game.result,
        seed,
        worlds,
        decisions,
        turning_points(decisions),
        tuple(summary(decisions, each, names[each] if names else "") for each in seats),
    )


class _Annotating:
    """One game on its way from decision to decision."""

    def __init__(
        self, game: Game, seat: int | None, worlds: int, seed: int, end: float | None
    ) -> None:
        self.game, self.seat, self.worlds, self.seed, self.end = game, seat, worlds, seed, end
        self.open_cards = OpenCards()

    def decisions(self) -> tuple[Decision, ...]:
        """Of all seats, or of the one that is asked for."""
        again, actions = self.game.anew(), self.game.actions
        turns: list[int] = []
        for action in actions:
            assert again.turn is not None
            turns.append(again.turn)
            again.push_unchecked(action)
        left = sum(self.seat in (None, turn) for turn in turns)
        again = self.game.anew()
        found = []
        for number, (turn, action) in enumerate(zip(turns, actions, strict=True), 1):
            if self.seat in (None, turn):
                found.append(self._decision(number, again, turn, action, self._deadline(left)))
                left -= 1
            again.push_unchecked(action)
        return tuple(found)

    def _deadline(self, left: int) -> float | None:
        """When the next of the decisions left must be done."""
        if self.end is None:
            return None
        now = time.perf_counter()
        return now + (self.end - now) / left

    def _decision(
        self, number: int, game: Game, seat: int, made: Action, deadline: float | None
    ) -> Decision:
        seen = game.observation(seat)
        found = self._valued(seen, game.hands, made, deadline)
        chance = None
        if seen.phase == "play" and found.values:
            own = next(value.win_rate for value in found.values if value.action == made)
            chance = own if seat == seen.landlord else 1 - own
        return Decision(
            number,
            seen.phase,
            seat,
            seen.hand,
            made,
            len(seen.legal_actions),
            found.values,
            found.better,
            chance,
            found.note,
        )

    def _valued(
        self, seen: Observation, hands: tuple[Hand, ...], made: Action, deadline: float | None
    ) -> Valued:
        if self.end is not None and time.perf_counter() >= self.end:
            return Valued((), None, NO_TIME)
        if seen.phase != "play":
            return said_valued(seen, made, self.worlds, self.seed, deadline)
        assert isinstance(made, Move)
        found = plays_valued(seen, made, self.worlds, self.seed, deadline)
        return found._replace(values=self.open_cards.told(seen, hands, found.values, self.end))
