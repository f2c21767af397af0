"""What all players of this package but the random one have in common."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from .._core.queries import readings
from .._core.values import Hand, Move
from ..analysis.bidding import recommended_bid
from ..analysis.discarding import discards_by_merit
from ..arguments import seed_number
from ..game.actions import Action
from ..game.observation import Observation, as_observation
from ..kinds import BOMBS
from ..refusals import not_to_act


class Computer(ABC):
    """A player that bids as its hand is appraised, and doubles so, and that discards what
    costs most plays.

    The same seed (64 bits) gives a player that does the same. It is asked for an action
    only where it is its seat's turn; :class:`WrongPhase` is raised elsewhere.
    """

    name: str

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed_number(seed))

    def act(self, observation: Observation) -> Action:
        """One of ``observation.legal_actions``. Raises :class:`InvalidArgument` for what is no
        observation, or such as no game comes to."""
        observation = as_observation(observation)
        if observation.turn != observation.seat:
            raise not_to_act(observation)
        if observation.phase in ("auction", "open", "doubling"):
            return self.bid(observation)
        if observation.phase == "discard":
            return discards_by_merit(observation)[0]
        return self.play(observation)

    def bid(self, observation: Observation) -> Action:
        """What is said before the play: a bid, a factor, or the pass."""
        return recommended_bid(observation)

    @abstractmethod
    def play(self, observation: Observation) -> Move:
        """A play, or the pass."""


def only_choice(observation: Observation) -> Move | None:
    """What there is to do where it needs no thought: the only action, or going out.

    Going out needs thought where bombs are in the play: one after the other they would
    double the points.
    """
    plays = [action for action in observation.legal_actions if isinstance(action, Move)]
    if len(plays) == 1:
        return plays[0]
    for action in plays:
        if action.cards == observation.hand and (
            action.kind in BOMBS or not _holds_bombs(observation.hand)
        ):
            return action
    return None


def bomb_that_ends_it(observation: Observation) -> Move | None:
    """A bomb over the last play that leaves one play, with which the deal ends."""
    if observation.last is None:
        return None
    for action in observation.legal_actions:
        if isinstance(action, Move) and action.kind in BOMBS:
            rest = observation.hand - action.cards
            if rest and readings(rest, observation.rules):
                return action
    return None


def _holds_bombs(hand: Hand) -> bool:
    counts = hand.counts
    return bool((counts >= 4).any() or counts[13:].all())
