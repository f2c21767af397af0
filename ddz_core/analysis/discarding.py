"""What to discard before the first lead (docs/rules.md section 5)."""

from __future__ import annotations

import numpy as np

from ..game.actions import Discard
from ..game.observation import Observation
from .solving import min_plays


def discards_by_merit(observation: Observation) -> list[Discard]:
    """All that may be discarded, best first: what leaves a hand of the fewest plays, then
    the most cards, then the lowest.

    >>> import ddz_core as ddz
    >>> game = ddz.Game(ddz.Table.parse("bga,players=3,discard=yes,auction=none"), deal=3)
    >>> best, *others = discards_by_merit(game.observation(game.turn))
    >>> best.cards <= game.observation(game.turn).hand
    True
    """
    discards = [a for a in observation.legal_actions if isinstance(a, Discard)]
    left = np.array([(observation.hand - a.cards).packed for a in discards], np.uint64)
    plays = min_plays(left, observation.rules)

    def merit(i: int) -> tuple[int, int, int]:
        counts = discards[i].cards.counts
        return int(plays[i]), -int(counts.sum()), int((counts * np.arange(len(counts))).sum())

    return [discards[i] for i in sorted(range(len(discards)), key=merit)]
