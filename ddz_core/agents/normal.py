"""The normal player: sensible at every decision, but it does not count cards."""

from __future__ import annotations

from .._core.rollouts import Sight
from .._core.values import Move
from ..analysis.habits import PLAIN
from ..game.observation import Observation
from .computer import Computer, only_choice

HABITS = PLAIN.compiled


class NormalAgent(Computer):
    """Takes combinations apart where useful, does not overtake its partner, and with the
    landlord on one card leads pairs instead of solos.

    >>> import ddz_core as ddz
    >>> game = ddz.Game(ddz.Table.parse("standard,auction=none"), deal=11)
    >>> str(NormalAgent().act(game.observation(game.turn)))
    '334455:pair_chain:3:5'
    """

    name = "normal"

    def play(self, observation: Observation) -> Move:
        """A play, or the pass."""
        forced = only_choice(observation)
        return Sight(observation).greedy(HABITS) if forced is None else forced
