"""The positions that everything is measured on: leads and follows of numbered deals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.batch import legal_moves_batch
from ..game.deals import deal
from ..rules import rules_named

DEALS = 2_000
"""The deals 1 to 2,000."""

LEAD_SEED = 1
"""Of the generator PCG64, whose raw stream NumPy promises not to change."""


@dataclass(frozen=True)
class Positions:
    """For each deal: the landlord's cards, a lead of theirs, and the next seat's hand."""

    leaders: NDArray[np.uint64]
    drawn: NDArray[np.int64]
    """Which of the landlord's plays is the lead."""
    lasts: NDArray[np.void]
    """The leads themselves."""
    followers: NDArray[np.uint64]


def draw(numbers: NDArray[np.uint64], choices: NDArray[Any]) -> NDArray[np.int64]:
    """Indices below the numbers of choices, from raw 64-bit random numbers."""
    high = numbers >> np.uint64(32)
    return (high * choices.astype(np.uint64) >> np.uint64(32)).view(np.int64)


@cache
def positions(deals: int = DEALS, rules: str = "standard") -> Positions:
    """The positions of the deals 1 to ``deals``.

    The lead is drawn uniformly from the plays of the landlord, who holds the
    bottom.
    """
    players = rules_named(rules).seats[-1]
    dealt = [deal(number, players, rules) for number in range(1, deals + 1)]
    leaders = np.array([(one.hands[0] + one.bottom).packed for one in dealt], np.uint64)
    followers = np.array([one.hands[1].packed for one in dealt], np.uint64)
    indptr, plays = legal_moves_batch(leaders, rules=rules)
    numbers = np.random.PCG64(LEAD_SEED).random_raw(deals)
    drawn = draw(numbers, np.diff(indptr))
    return Positions(leaders, drawn, plays[indptr[:-1] + drawn], followers)
