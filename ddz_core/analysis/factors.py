"""What to say between the auction and the first lead: whether to lay the hand open, and by
what factor to double (docs/appraisal.md, section 6).

Both are rules of thumb, fitted to deals that were played (benchmarks/fit_variants.py). What
one doubles goes up and down by one factor, so one doubles where points are expected, as
soon as they are; a quadruple bid needs a little more.
"""

from __future__ import annotations

import numpy as np

from .._core.values import PASS, Hand
from ..errors import InvalidArgument
from ..game.actions import Action, Discard, Double, Open
from ..game.observation import Observation
from ..kinds import RANKS
from .expectation import expected_points, numbers_of
from .features import control_of
from .settings import Doubling, Hope, setting_at
from .variant_numbers import ROUNDS

LANDLORDS_STEP = 0.3
"""How many more points the landlord expects where he doubles twice."""

PEASANTS_STEP = 0.15
"""The same of a peasant."""


def opened_or_not(observation: Observation) -> Action:
    """Whether the landlord lays his hand open: where the factor brings more than it costs
    that the peasants see his cards.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("happy", deal=1)
    >>> for action in ("call", "pass", "pass"):
    ...     game.push(action)
    >>> str(opened_or_not(game.observation(game.turn)))
    'pass'
    """
    rounds = ROUNDS[setting_at(observation.table)]
    points = expected_at_first(observation)
    opened = observation.table.open_hand * rounds.opened.at(points)
    return Open() if opened > max(0.0, rounds.closed.at(points)) else PASS


def doubled_or_not(observation: Observation) -> Action:
    """The factor that a seat says in the doubling round.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("happy", deal=1)
    >>> for action in ("call", "pass", "pass", "pass"):
    ...     game.push(action)
    >>> str(doubled_or_not(game.observation(game.turn)))
    'double:1'
    """
    table = observation.table
    rule = ROUNDS[setting_at(table)].doubling[table.auction]
    if observation.seat == observation.landlord:
        beyond, step = expected_at_first(observation) - rule.landlord, LANDLORDS_STEP
    else:
        beyond, step = hope_of(observation, rule), PEASANTS_STEP
    if beyond < 0:
        return Double(1)
    return Double(min(2 if beyond < step else 4, table.doubling))


def hope_of(observation: Observation, rule: Doubling) -> float:
    """The points that a peasant expects for each unit of base × stake × factors."""
    if observation.landlord is None or observation.bottom is None:
        raise InvalidArgument("landlord and bottom must be known in the doubling round")
    hope: Hope = rule.peasants[observation.factors[observation.landlord] > 1]
    bottom = worth_of_bottom(observation.bottom, observation)
    return hope.constant + hope.own * expected_at_first(observation) + hope.bottom * bottom


def worth_of_bottom(bottom: Hand, observation: Observation) -> float:
    """Its control; a wild card counts as a 2."""
    control = float(control_of(np.array([bottom.packed], np.uint64))[0])
    if observation.wild is not None:
        control += float(bottom.counts[RANKS.index(observation.wild)])
    return control


def expected_at_first(observation: Observation) -> float:
    """The expected points of what the seat was dealt, as the landlord's, and of the landlord
    with the bottom; what has been discarded since is counted, and so are wild cards."""
    table = observation.table
    setting = setting_at(table)
    cards = observation.hand
    for seat, action, _ in observation.discards:
        if seat == observation.seat and isinstance(action, Discard):
            cards = cards + action.cards
    shift = numbers_of(setting).discard_shift if table.discard else 0.0
    return expected_points(cards, setting, observation.rules) + shift
