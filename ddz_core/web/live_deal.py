"""The deal under way at a table: its game, and what was done in it step by step."""

from __future__ import annotations

from collections.abc import Callable

from ..analysis.hinting import Hint
from ..errors import Reason, WrongPhase
from ..game.actions import Action
from ..game.game import Game
from .codes import refuse
from .kept import KeptDeal
from .messages import Deal, Did

UNDO = "undo"
"""What stands for an undo among the actions."""


class LiveDeal:
    """A game with its steps. A step is an action or an undo; hints are counted beside."""

    def __init__(self, kept: KeptDeal) -> None:
        self.number = kept.number
        self.counted = kept.counted
        self.start = kept.start
        self.game = Game.from_record(kept.start)
        self.hints = list(kept.hints)
        self.undos = [0] * len(kept.hints)
        self.step = 0
        self.made: list[Did] = []
        """Everything that was done, the automatic passes too, in order."""
        self._ideas: tuple[int, list[Hint], int] = (-1, [], 0)
        """The hints for the decision at a step, and which was given last."""
        self._shown: tuple[tuple[int, ...], Deal] | None = None
        self._seats: list[int] = []
        """Who made each of ``game.actions``."""
        self._made_before = 0
        self._requests: dict[tuple[int, str], int] = {}
        """The step that came of each request of a seat."""
        for done in kept.steps:
            if done.action == UNDO:
                self.undo(done.seat, done.request)
            else:
                self.do(done.seat, self.game.read(done.action, done.seat), done.request)
        self.game.hints_taken = sum(self.hints)

    def step_of(self, seat: int, request: str) -> int | None:
        """The step after a request of a seat, if it was granted already."""
        return self._requests.get((seat, request))

    def check_present(self, number: int, step: int) -> None:
        """Raises :class:`RefusedRequest` where somebody speaks of another state."""
        if (number, step) != (self.number, self.step):
            raise refuse(
                "stale",
                f"this is step {self.step} of deal {self.number}, not step {step} of deal {number}",
            )

    def do(self, seat: int, action: Action, request: str | None) -> None:
        """Make an action that may be made."""
        self._made_before = len(self.made)
        self.game.push_unchecked(action)
        self._seats.append(seat)
        self.made.append(Did(seat, str(action)))
        if self.game.table.skip:
            self.made += self._skips()
        self._count(seat, request)

    def take_back(self, seat: int, request: str | None) -> None:
        """What :meth:`do` has just done did not happen: it could not be kept."""
        self.game.pop()
        self._seats.pop()
        del self.made[self._made_before :]
        self.step -= 1
        if request is not None:
            del self._requests[seat, request]

    def _skips(self) -> list[Did]:
        """The automatic passes after the last action."""
        plays = self.game.public.plays
        last = len(plays)
        while last and plays[last - 1].skipped:
            last -= 1
        return [Did(seat, str(action), True) for seat, action, _ in plays[last:]]

    def check_undo(self, seat: int) -> None:
        """Raises :class:`WrongPhase` where a seat has nothing to take back, or too late."""
        if self.game.is_over:
            raise WrongPhase(
                "there is nothing to take back: the deal is over", reason=Reason.DEAL_OVER
            )
        if seat not in self._seats:
            raise WrongPhase(
                f"seat {seat} has decided nothing that it could take back",
                reason=Reason.NOTHING_TO_TAKE_BACK,
            )

    def can_undo(self, seat: int) -> bool:
        return not self.game.is_over and seat in self._seats

    def undo(self, seat: int, request: str | None) -> None:
        """Go back to the last decision of a seat."""
        taken = self.game.undo(seat)
        del self._seats[-taken:]
        self.undos[seat] += 1
        self.made.append(Did(seat, UNDO))
        self._count(seat, request)

    def _count(self, seat: int, request: str | None) -> None:
        self.step += 1
        if request is not None:
            self._requests[seat, request] = self.step

    def shown(self, made: Callable[[LiveDeal], Deal]) -> Deal:
        """What everybody is shown, made anew when something has been done."""
        at = (self.step, *self.hints)
        if self._shown is None or self._shown[0] != at:
            self._shown = at, made(self)
        return self._shown[1]

    def ideas(self) -> list[Hint]:
        """The hints for the present decision, if they have been thought of."""
        step, ideas, _ = self._ideas
        return ideas if step == self.step else []

    def set_ideas(self, ideas: list[Hint]) -> None:
        self._ideas = self.step, ideas, 0

    def next_idea(self) -> tuple[int, Hint]:
        """One hint after the other, with its place; after the last the first."""
        step, ideas, place = self._ideas
        self._ideas = step, ideas, (place + 1) % len(ideas)
        return place, ideas[place]

    def count_hint(self, seat: int) -> None:
        self.game.count_hint()
        self.hints[seat] += 1
