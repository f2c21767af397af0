"""The hard player: counts the cards left, and tries its plays in hidden worlds."""

from __future__ import annotations

from .._core.rollouts import Habits, Sight
from .._core.values import Move
from ..analysis.ranking import evenly, ranked
from ..game.observation import Observation
from .searcher import Searcher

PLAYOUTS = 150


class HardAgent(Searcher):
    """Tries every action in a few worlds, all equally likely.

    >>> HardAgent(seed=1).name
    'hard'
    """

    name = "hard"
    playouts = PLAYOUTS

    def choose(
        self, observation: Observation, sight: Sight, actions: list[Move], habits: Habits
    ) -> Move:
        """What comes out best."""
        draw = evenly(sight, self.random.getrandbits(64))
        return ranked(sight, actions, self.playouts, draw, habits)[0][0]
