"""The hard player: counts the cards left, and tries its plays in hidden worlds."""

from __future__ import annotations

from .._rollouts import Sight
from .._values import Move
from ..habits import GREEDY
from ..observation import Observation
from .computer import Computer, bomb_that_ends_it, only_choice
from .search import Worlds, greedy_first, ranked

HABITS = GREEDY.compiled

PLAYOUTS = 200


class HardAgent(Computer):
    """Whatever the greedy player counts on, and a look at what comes of each action.

    >>> HardAgent(seed=1).name
    'hard'
    """

    name = "hard"

    def play(self, observation: Observation) -> Move:
        """A play, or the pass."""
        forced = only_choice(observation)
        if forced is None:
            forced = bomb_that_ends_it(observation)
        if forced is not None:
            return forced
        sight = Sight(observation)
        actions = greedy_first(sight, observation, HABITS)
        seed = self.random.getrandbits(64)

        def draw(n: int) -> Worlds:
            return sight.worlds(seed, 0, n)

        return ranked(sight, actions, PLAYOUTS, draw, HABITS)[0][0]
