"""What all players of this package but the random one have in common."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from .._values import Move
from ..actions import Action
from ..arguments import deal_number
from ..bidding import recommended_bid
from ..errors import WrongPhase
from ..observation import Observation
from .discarding import best_discard


class Computer(ABC):
    """A player that bids as its hand is appraised and lays off what costs most plays.

    The same seed (64 bits) gives a player that does the same. It is asked for an action
    only where it is its seat's turn; :class:`WrongPhase` is raised elsewhere.
    """

    name: str

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(deal_number(seed))

    def act(self, observation: Observation) -> Action:
        """One of ``observation.legal_actions``."""
        if observation.turn != observation.seat:
            raise WrongPhase(
                f"seat {observation.seat} has nothing to decide: the phase is "
                f"{observation.phase!r}, the turn of seat {observation.turn}"
            )
        if observation.phase == "auction":
            return self.bid(observation)
        if observation.phase == "discard":
            return best_discard(observation)
        return self.play(observation)

    def bid(self, observation: Observation) -> Action:
        """A bid, or the pass."""
        return recommended_bid(observation)

    @abstractmethod
    def play(self, observation: Observation) -> Move:
        """A play, or the pass."""


def only_choice(observation: Observation) -> Move | None:
    """What there is to do where it needs no thought: the only action, or going out."""
    plays = [action for action in observation.legal_actions if isinstance(action, Move)]
    if len(plays) == 1:
        return plays[0]
    for action in plays:
        if action.cards == observation.hand:
            return action
    return None
