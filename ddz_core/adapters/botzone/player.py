"""A program that speaks Botzone's protocol, as a player at our tables (docs/botzone.md)."""

from __future__ import annotations

import json
import shlex
import shutil
from dataclasses import dataclass
from typing import Any

from ..._core.queries import explain
from ..._core.values import PASS, Move
from ...agents.protocol import Agent
from ...arguments import cut, shown, whole_number
from ...errors import DdzError, Forfeit, InvalidArgument
from ...game.actions import Action, Bid
from ...game.observation import Observation
from .cards import card_numbers, hand_of
from .process import Program
from .requests import check_table, own_numbers, requests_of

PREFIX = "botzone:"
SECONDS, MEGABYTES = 1.0, 256
"""The platform's own limits."""


@dataclass(frozen=True)
class BotProgram:
    """Makes players of a program: ``command`` is what a shell would be given.

    ``seconds`` are for each answer, ``megabytes`` of memory for each process of it. Raises
    :class:`InvalidArgument` for limits that cannot be, and where there is no such program.

    >>> BotProgram("./nowhere")(7)
    Traceback (most recent call last):
    ddz_core.errors.InvalidArgument: there is no program './nowhere' that may be run
    """

    command: str
    seconds: float = SECONDS
    megabytes: int = MEGABYTES

    def __call__(self, seed: int = 0) -> Agent:
        """A player for one game; the program draws as it likes."""
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise InvalidArgument(f"{shown(self.command)} is no command: {error}") from error
        if not words or shutil.which(words[0]) is None:
            named = shown(words[0]) if words else "without a name"
            raise InvalidArgument(f"there is no program {named} that may be run")
        if not isinstance(self.seconds, int | float) or not 0 < self.seconds <= 3600:
            raise InvalidArgument(f"seconds are more than 0, at most 3600, not {self.seconds!r}")
        megabytes = whole_number("megabytes", self.megabytes, 1, 1 << 20)
        return _Seated(PREFIX + self.command, Program(words, self.seconds, megabytes))


class _Seated:
    """Asks the program whenever its seat is to act."""

    def __init__(self, name: str, program: Program) -> None:
        self.name = name if len(name) <= 80 else cut(name)
        self._program = program
        self._responses: list[Any] = []
        self._held: list[int] = []
        self._kept: dict[str, Any] = {}
        """``data`` and ``globaldata``, which the program gets back in its next turn."""
        self._new_deals = 0

    def act(self, observation: Observation) -> Action:
        """What the program answers. Raises :class:`Forfeit` where that is no legal action,
        and :class:`InvalidArgument` at a table that its protocol has no words for."""
        check_table(observation)
        if observation.new_deals != self._new_deals:
            self._new_deals = observation.new_deals
            self._begin()
        requests = requests_of(observation)
        if len(requests) != len(self._responses) + 1:
            raise InvalidArgument(f"{self.name} plays one game, from its beginning on")
        if "publiccard" in requests[-1]:
            self._held = own_numbers(requests[-1], observation.seat == observation.landlord)
        given: Any = requests[-1]
        if not self._program.is_running:
            given = {"requests": requests, "responses": self._responses, **self._kept}
        try:
            response = self._response(self._program.ask(json.dumps(given)))
            action = self._action(observation, response)
        except Forfeit:
            self.close()
            raise
        self._responses.append(response)
        return action

    def close(self) -> None:
        """Ends the program, if it is running."""
        self._program.close()

    def _begin(self) -> None:
        """From a new deal on nothing is left of the one before."""
        self.close()
        self._responses = []
        self._kept = {}

    def _response(self, printed: str) -> Any:
        try:
            answer = json.loads(printed)
        except (ValueError, RecursionError) as error:
            raise Forfeit(
                "nonsense", f"it printed {shown(printed.strip())}, which is no JSON"
            ) from error
        if not isinstance(answer, dict):
            return answer
        if "response" not in answer:
            raise Forfeit("nonsense", f"its answer has no response: {shown(answer)}")
        self._kept.update(
            (name, answer[name]) for name in ("data", "globaldata") if answer.get(name) is not None
        )
        return answer["response"]

    def _action(self, observation: Observation, response: Any) -> Action:
        if observation.phase == "auction":
            return _bid(observation, response)
        try:
            numbers = card_numbers(response)
            missing = [number for number in numbers if number not in self._held]
            if missing:
                raise InvalidArgument(f"it does not hold the card {missing[0]}")
            move = _move(observation, numbers)
        except DdzError as refusal:
            raise Forfeit("bad action", f"it answered {shown(response)}: {refusal}") from refusal
        self._held = [number for number in self._held if number not in numbers]
        return move


def _bid(observation: Observation, response: Any) -> Action:
    # The platform takes a text for a number too.
    text = response.strip() if isinstance(response, str) else response
    stakes = {number: number for number in range(4)} | {str(number): number for number in range(4)}
    stake = stakes.get(text) if type(text) in (int, str) else None
    action: Action | None = None if stake is None else Bid(stake) if stake else PASS
    if action not in observation.legal_actions:
        may = ", ".join(map(str, observation.legal_actions))
        raise Forfeit("bad action", f"it bid {shown(response)}, and may say {may}")
    assert action is not None
    return action


def _move(observation: Observation, numbers: list[int]) -> Move:
    """The play of these cards; with the longest body where they may be read in two ways."""
    cards = hand_of(numbers)
    meant = [
        action
        for action in observation.legal_actions
        if isinstance(action, Move) and action.cards == cards
    ]
    if meant:
        return meant[0] if observation.last else max(meant, key=lambda move: move.length)
    if not numbers:
        raise InvalidArgument("whoever leads cannot pass")
    refusal = explain(observation.hand, cards, observation.last, observation.rules)
    raise refusal or InvalidArgument(f"{cards} is not legal now")
