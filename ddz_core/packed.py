"""Packed hands, fifteen 4-bit counts each, as arrays of counts."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

_SHIFTS = np.arange(0, 60, 4, dtype=np.uint64)


def slot_counts(hands: Iterable[int] | NDArray[np.uint64]) -> NDArray[np.uint8]:
    """How many cards of each slot packed hands have, ``uint8[n, 15]``.

    >>> slot_counts([0x21]).tolist()[0][:3]
    [1, 2, 0]
    """
    packed = hands if isinstance(hands, np.ndarray) else np.array(list(hands), np.uint64)
    counts: NDArray[np.uint8] = (packed[:, None] >> _SHIFTS & np.uint64(15)).astype(np.uint8)
    return counts
