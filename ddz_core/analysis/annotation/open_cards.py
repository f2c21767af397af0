"""Who wins with open cards, where few are left."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from ..._core.solver import Position, Solver
from ..._core.values import Hand, Move
from ...game.observation import Observation
from .values import ActionValue

CARDS = 20
"""So many cards in all hands together, or fewer, are solved: that takes milliseconds."""

MEMORY = 8 << 20
"""Bytes of the table."""


class OpenCards:
    """Solves positions of one game, and remembers what it found out in between."""

    def __init__(self) -> None:
        self._solver: Solver | None = None

    def told(
        self,
        seen: Observation,
        hands: Sequence[Hand],
        values: Sequence[ActionValue],
        deadline: float | None,
    ) -> tuple[ActionValue, ...]:
        """The values, with the open-card value of each action where it can be told.

        ``hands`` are those that all seats hold: they are used for nothing else."""
        rules, players = seen.rules, len(hands)
        if rules.decks == 2 or rules.wild is not None or players > 3 or seen.landlord is None:
            return tuple(values)
        if sum(map(len, hands)) > CARDS:
            return tuple(values)
        if self._solver is None:
            self._solver = Solver(MEMORY, rules)
        turned = [hands[(seen.landlord + seat) % players] for seat in range(players)]
        turn = (seen.seat - seen.landlord) % players
        passes = 0
        if seen.last is not None and seen.last_seat is not None:
            passes = (seen.seat - seen.last_seat) % players - 1
        position = Position(turned, turn, seen.last, None, passes, rules)
        found = []
        for value in values:
            assert isinstance(value.action, Move)
            if deadline is not None:
                self._solver.limit(max(0.0, deadline - time.perf_counter()))
            wins = self._solver.value(position.after(value.action))
            found.append(replace(value, open_win=None if wins is None else wins == (turn == 0)))
        return tuple(found)
