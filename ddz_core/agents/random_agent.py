"""The player that all others are measured against."""

from __future__ import annotations

import random

from ..arguments import seed_number
from ..game.actions import Action
from ..game.observation import Observation, as_observation
from ..refusals import not_to_act


class RandomAgent:
    """Takes every legal action with the same probability, in every phase.

    The same seed (a whole number of 64 bits) gives the same game. Raises
    :class:`InvalidArgument` for another seed, and :class:`WrongPhase` where it is asked
    out of turn.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("standard", deal=7)
    >>> agents = [RandomAgent(seed) for seed in (1, 2, 3)]
    >>> while not game.is_over:
    ...     seat = game.turn
    ...     game.push(agents[seat].act(game.observation(seat)))
    >>> sum(game.result.points)
    0
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed_number(seed))

    def act(self, observation: Observation) -> Action:
        """One of the legal actions."""
        legal = as_observation(observation).legal_actions
        if not legal:
            raise not_to_act(observation)
        return legal[self._random.randrange(len(legal))]
