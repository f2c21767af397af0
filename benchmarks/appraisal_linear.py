"""The model that was before: linear in ten features, fitted to greedy play alone.

To be bid against: see ``appraisal_gain.py``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import ddz_core as ddz
from ddz_core.analysis.bidding import level, place_of
from ddz_core.analysis.solving import min_plays
from ddz_core.game.auction import Auction
from ddz_core.packed import slot_counts

WEIGHTS = (-0.813, 1.253, 1.733, 0.49, 0.518, 0.381, 0.236, 0.136, 1.044, -0.21)
"""Of a constant, B, R, both, the numbers of 2s, As, Ks, Qs, bombs of four, and plays; three
players, no bottom card known."""

THRESHOLDS = {
    "points": ((-0.45, -0.15, 0.15), (-0.6, -0.3, 0.0), (-1.3, -1.0, -0.7)),
    "doubling": ((0.4, 1.45, 1.45, 1.5), (0.25, 0.75, 1.3, 1.3), (-0.85, 0.8, 0.9, 0.9)),
}
"""By auction and place."""


def linear_points(hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """The expected points of hands of 17 cards."""
    counts = slot_counts(hands)
    small, big = counts[:, 13], counts[:, 14]
    bombs = (counts == 4).sum(axis=1)
    ones = np.ones(len(hands))
    columns = [ones, small, big, small * big, *counts[:, 12:8:-1].T, bombs, min_plays(hands)]
    return np.column_stack(columns) @ np.array(WEIGHTS)


def linear_bid(observation: ddz.Observation) -> ddz.Action:
    """The bid by that model at the table ``standard`` with either auction."""
    table = observation.table
    points = float(linear_points(np.array([observation.hand.packed], np.uint64))[0])
    steps = level(points, THRESHOLDS[table.auction][place_of(observation)])
    most = 1 << steps - 1 if table.auction == "doubling" and steps else steps
    bids = Auction(table, observation.first_bidder, observation.bids).bids()
    if table.auction == "points":
        return ddz.Bid(most) if most in bids else ddz.PASS
    return ddz.Bid(bids[0]) if bids[0] <= most else ddz.PASS
