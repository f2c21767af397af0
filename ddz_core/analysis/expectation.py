"""The points that a landlord may expect of a hand: a linear model (docs/appraisal.md)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._core.compiled import compiled
from .._core.queries import readings
from .._core.values import Hand
from ..errors import InvalidArgument, InvalidCards
from ..kinds import BOMBS, RANKS
from ..packed import slot_counts
from ..rules import Rules
from .appraisal_numbers import NUMBERS
from .features import features
from .settings import Numbers, Setting
from .variant_numbers import VARIANTS


def numbers_of(setting: Setting) -> Numbers:
    """The numbers of a setting. Raises :class:`InvalidArgument` where there are none.

    >>> numbers_of("5")
    Traceback (most recent call last):
    ddz_core.errors.InvalidArgument: there are no numbers to appraise by for '5' players...
    """
    found = NUMBERS.get(setting) or VARIANTS.get(setting)
    if found is None:
        known = ", ".join(map(repr, [*NUMBERS, *VARIANTS]))
        raise InvalidArgument(
            f"there are no numbers to appraise by for {setting!r} players; there are for {known}"
        )
    return found


def expected_points(cards: Hand, setting: Setting, rules: str | Rules) -> float:
    """The expected points of the landlord, per unit of base × stake.

    ``cards`` are those dealt to him and those of the bottom that are known. Where all are
    and make one play, they are no estimate: he goes out before anybody has played. Where the
    rules name a wild rank it is known. Raises :class:`InvalidCards` for another number of
    cards, and :class:`InvalidArgument` for a setting without numbers.
    """
    named, numbers = compiled(rules).value, numbers_of(setting)
    dealt, most = named.hand_size, named.most_cards
    if not dealt <= len(cards) <= most:
        raise InvalidCards(f"a landlord has {dealt} to {most} known cards, not {len(cards)}")
    if len(cards) == most and (plays := readings(cards, rules)):
        spring = 2 * (numbers.players - 1)
        return float(2 * spring if any(play.kind in BOMBS for play in plays) else spring)
    return float(expected_of_hands(np.array([cards.packed], np.uint64), setting, rules)[0])


def expected_of_hands(
    hands: NDArray[np.uint64], setting: Setting, rules: str | Rules
) -> NDArray[np.float64]:
    """The same of packed hands that all have as many cards, ``float64[n]``, as the model
    has it. Nothing is checked."""
    named, numbers = compiled(rules).value, numbers_of(setting)
    counts = slot_counts(hands)
    known = int(counts[0].sum()) - named.hand_size
    weights = numbers.weights[known]
    points = features(hands, rules) @ np.concatenate([np.ravel(weights.ranks), weights.shape])
    if named.wild is not None and numbers.wild_worths:
        worths = np.array(numbers.wild_worths[known])
        points = points + worths[counts[:, RANKS.index(named.wild)]]
    # The weights have four digits.
    rounded: NDArray[np.float64] = np.round(points, 3)
    return rounded
