"""The easy player: it makes mistakes, and works badly with its partner."""

from __future__ import annotations

from dataclasses import replace

from .._core.rollouts import Sight
from .._core.values import Move
from ..analysis.habits import PLAIN
from ..game.actions import Action
from ..game.observation import Observation
from ..kinds import BOMBS
from .computer import Computer, only_choice

HABITS = replace(PLAIN, teamwork=0).compiled

MISTAKES = 0.3
"""How often it does not look closely."""


class EasyAgent(Computer):
    """Beats its partner as it does the landlord, and now and then plays whatever comes
    to hand; but it does not throw bombs away, nor miss its last play.

    >>> EasyAgent(seed=1).name
    'easy'
    """

    name = "easy"

    def play(self, observation: Observation) -> Move:
        """A play, or the pass."""
        forced = only_choice(observation)
        if forced is not None:
            return forced
        if self.random.random() < MISTAKES:
            return self.random.choice(
                [
                    action
                    for action in observation.legal_actions
                    if isinstance(action, Move) and action.kind not in BOMBS
                ]
            )
        return Sight(observation).greedy(HABITS)

    def bid(self, observation: Observation) -> Action:
        """Bids as the others do, but misses a bid now and then."""
        action = super().bid(observation)
        if self.random.random() < MISTAKES:
            return observation.legal_actions[-1]
        return action
