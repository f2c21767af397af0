"""Which hidden worlds to believe in: those in which the others did what they would do."""

from __future__ import annotations

from random import Random

import numpy as np

from .._core.rollouts import Habits, Sight
from ..analysis.ranking import Worlds

PASSED = 0.3
"""How much less likely a world is for every time that somebody passed where a greedy
player would not have, or the other way round."""

PLAYED = 0.5
"""The same where somebody played another body than a greedy player."""


def believed(sight: Sight, n: int, pool: int, habits: Habits, random: Random) -> Worlds:
    """``n`` worlds drawn from a pool of uniform ones by how well they explain what was done.

    Drawn evenly over the weights (systematic resampling), then shuffled.
    """
    uniform = sight.worlds(random.getrandbits(64), 0, pool)
    passed, played = sight.surprises(habits, uniform).T.astype(float)
    log_weights = passed * np.log(PASSED) + played * np.log(PLAYED)
    weights = np.exp(log_weights - log_weights.max())
    bounds = np.cumsum(weights / weights.sum())
    places = (np.arange(n) + random.random()) / n
    chosen = np.searchsorted(bounds, places).clip(0, pool - 1)
    np.random.default_rng(random.getrandbits(64)).shuffle(chosen)
    worlds: Worlds = uniform[chosen]
    return worlds
