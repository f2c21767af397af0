"""What all players of this package but the random one have in common."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

import numpy as np

from .._core.queries import count_moves, explain, legal_moves, readings
from .._core.values import PASS, Hand, Move
from ..analysis.bidding import recommended_bid
from ..analysis.discarding import discards_by_merit
from ..arguments import seed_number
from ..game.actions import Action
from ..game.observation import Observation, as_observation
from ..kinds import BOMBS, RANKS
from ..refusals import not_to_act
from ..rules import Rules


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
    hand, last, rules = observation.hand, observation.last, observation.rules
    plays = count_moves(hand, last, rules)
    if plays == 0:
        return PASS
    if plays == 1 and last is None:
        return legal_moves(hand, None, rules)[0]
    for reading in readings(hand, rules):
        if explain(hand, reading, last, rules) is None and (
            reading.kind in BOMBS or not _holds_bombs(hand, rules)
        ):
            return reading
    return None


def bomb_that_ends_it(observation: Observation) -> Move | None:
    """A bomb over the last play that leaves one play, with which the deal ends: of two
    decks, where bombs are many, the largest."""
    hand, rules = observation.hand, observation.rules
    if observation.last is None:
        return None
    plays = legal_moves(hand, observation.last, rules)
    found = np.flatnonzero(np.isin(plays.array["kind"], BOMBS)).tolist()
    for place in reversed(found) if rules.decks == 2 else found:
        rest = hand - plays[place].cards
        if rest and readings(rest, rules):
            return plays[place]
    return None


def _holds_bombs(hand: Hand, rules: Rules) -> bool:
    """Whether a bomb that doubles the points may be made of the cards."""
    counts = hand.counts.tolist()
    wild = 0
    if rules.wild is not None:
        slot = RANKS.index(rules.wild)
        wild, counts[slot] = counts[slot], 0
    most = max(counts[:13])
    if most + wild >= rules.doubling_bomb:  # of wild cards alone, too
        return True
    return bool(counts[13] == counts[14] == rules.decks)
