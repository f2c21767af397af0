"""What the players that try their actions in hidden worlds have in common."""

from __future__ import annotations

from abc import abstractmethod

from .._core.rollouts import Habits, Sight
from .._core.values import Move
from ..analysis.habits import greedy_for
from ..analysis.ranking import greedy_first
from ..game.observation import Observation
from .computer import Computer, bomb_that_ends_it, only_choice


class Searcher(Computer):
    """Searches where there is something to search for."""

    playouts: int
    """Of a decision."""

    def play(self, observation: Observation) -> Move:
        """A play, or the pass."""
        forced = only_choice(observation)
        if forced is None:
            forced = bomb_that_ends_it(observation)
        if forced is not None:
            return forced
        sight = Sight(observation)
        habits = greedy_for(observation.rules).compiled
        actions = greedy_first(sight, observation, habits, self.playouts)
        return self.choose(observation, sight, actions, habits)

    @abstractmethod
    def choose(
        self, observation: Observation, sight: Sight, actions: list[Move], habits: Habits
    ) -> Move:
        """One of the actions; the first is the greedy player's, and the habits are those of
        all seats in the play-outs."""
