"""The end of a deal, when open cards can be solved in many hidden worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .._core.solver import Position, Solver
from .._core.values import Hand, Move
from ..analysis.ranking import Worlds
from ..game.observation import Observation
from ..rules import Rules

CARDS = 14
"""So many cards in all hands together, or fewer, are solved."""

WORLDS = 40

MEMORY = 8 << 20
"""Bytes of the table."""

SLACK = 1
"""Worlds that an action may win less than the best and still be tried further."""


class Endgame:
    """Solves positions of one player, and remembers what it found out in between.

    The memory is of positions under one set of rules; under others it begins anew.
    """

    def __init__(self) -> None:
        self._solver: Solver | None = None
        self._rules: Rules | None = None

    def __reduce__(self) -> tuple[type[Endgame], tuple[()]]:
        """A copy has found out nothing yet."""
        return Endgame, ()

    def is_near(self, observation: Observation) -> bool:
        """Whether few enough cards are left, and the solver plays by the rules."""
        rules = observation.rules
        return rules.decks == 1 and rules.wild is None and sum(observation.sizes) <= CARDS

    def best(
        self,
        observation: Observation,
        passes: int,
        actions: Sequence[Move],
        draw: Callable[[int], Worlds],
    ) -> list[Move]:
        """The actions that win in most of the worlds, with open cards; ``passes`` is how
        many have passed over the last play."""
        rules = observation.rules
        if self._solver is None or self._rules != rules:
            self._solver, self._rules = Solver(MEMORY, rules), rules
        solver, players = self._solver, len(observation.sizes)
        landlord = observation.landlord or 0
        turn = (observation.seat - landlord) % players
        wins = [0] * len(actions)
        for world in draw(WORLDS).tolist():
            hands = [Hand(world[(landlord + seat) % players]) for seat in range(players)]
            position = Position(hands, turn, observation.last, None, passes, rules)
            for i, action in enumerate(actions):
                wins[i] += solver.value(position.after(action)) == (turn == 0)
        enough = max(wins) - SLACK
        return [action for action, won in zip(actions, wins, strict=True) if won >= enough]
