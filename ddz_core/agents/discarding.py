"""What to lay off before the first lead (docs/rules.md section 5)."""

from __future__ import annotations

import numpy as np

from ..actions import Discard
from ..observation import Observation
from ..solving import min_plays


def best_discard(observation: Observation) -> Discard:
    """The cards that leave a hand of the fewest plays; then as many as may be; then low.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("bga,players=3,discard=yes", deal=3)
    >>> for action in ("bid:3",):
    ...     game.push(action)
    >>> hand = game.observation(game.turn).hand
    >>> best_discard(game.observation(game.turn)).cards <= hand
    True
    """
    discards = [a for a in observation.legal_actions if isinstance(a, Discard)]
    left = np.array([(observation.hand - a.cards).packed for a in discards], np.uint64)
    plays = min_plays(left, observation.table.rules)

    def merit(i: int) -> tuple[int, int, int]:
        counts = discards[i].cards.counts
        return int(plays[i]), -int(counts.sum()), int((counts * np.arange(15)).sum())

    return discards[min(range(len(discards)), key=merit)]
