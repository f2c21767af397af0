"""A digest of DouZero's large arrays that neither order nor repeats change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray


def rows_digest(obs: dict[str, Any], packed: Callable[[list[int]], int]) -> NDArray[np.uint8]:
    """``uint8[32]`` over dtypes, widths and the rows of each legal action, once each."""
    digest = hashlib.sha256()
    x, z = obs["x_batch"], obs["z_batch"]
    digest.update(f"{x.dtype} {x.shape[1:]} {z.dtype} {z.shape[1:]}".encode())
    rows = {
        packed(move): x[i].tobytes() + z[i].tobytes() for i, move in enumerate(obs["legal_actions"])
    }
    for cards in sorted(rows):
        digest.update(rows[cards])
    return np.frombuffer(digest.digest(), np.uint8)
