"""The expert: hidden worlds that explain what was done, rollouts, and a solver at the end."""

from __future__ import annotations

from .._core.rollouts import Habits, Sight
from .._core.values import Move
from ..analysis.ranking import Worlds, ranked
from ..game.observation import Observation
from .beliefs import believed
from .endgame import Endgame
from .searcher import Searcher

PLAYOUTS = 20_000

POOL = 2000
"""Worlds drawn, of which those are believed that explain what was done."""


class ExpertAgent(Searcher):
    """Tries every action in hidden worlds that explain what the others did; when few cards
    are left, only those that win most of them with open cards.

    >>> ExpertAgent(seed=1).name
    'expert'
    """

    name = "expert"
    playouts = PLAYOUTS
    pool = POOL

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._endgame = Endgame()

    def choose(
        self, observation: Observation, sight: Sight, actions: list[Move], habits: Habits
    ) -> Move:
        """What comes out best."""

        def draw(n: int) -> Worlds:
            return believed(sight, n, self.pool, habits, self.random)

        if self._endgame.is_near(observation):
            actions = self._endgame.best(observation, sight.passes, actions, draw)
        if len(actions) == 1:
            return actions[0]
        return ranked(sight, actions, self.playouts, draw, habits)[0][0]
