"""What the players that try their actions in hidden worlds have in common."""

from __future__ import annotations

from abc import abstractmethod

from .._core.rollouts import Sight
from .._core.values import Move
from ..analysis.habits import GREEDY
from ..analysis.ranking import greedy_first
from ..game.observation import Observation
from .computer import Computer, bomb_that_ends_it, only_choice

HABITS = GREEDY.compiled
"""Of all seats in the play-outs."""


class Searcher(Computer):
    """Searches where there is something to search for."""

    def play(self, observation: Observation) -> Move:
        """A play, or the pass."""
        forced = only_choice(observation)
        if forced is None:
            forced = bomb_that_ends_it(observation)
        if forced is not None:
            return forced
        sight = Sight(observation)
        return self.choose(observation, sight, greedy_first(sight, observation, HABITS))

    @abstractmethod
    def choose(self, observation: Observation, sight: Sight, actions: list[Move]) -> Move:
        """One of the actions; the first is the greedy player's."""
