from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.compiled import CompiledRules
from ddz_core._core.values import MOVE_DTYPE as MOVE_DTYPE
from ddz_core._core.values import Move
from ddz_core.rules import Rules

LEAST_SLICE: int

@final
class Lasts:
    def __init__(
        self, last: Move | str | NDArray[np.void] | None, rules: CompiledRules, n: int
    ) -> None: ...

def packed_hands(hands: NDArray[np.uint64] | NDArray[np.uint8]) -> NDArray[np.uint64]: ...
def contiguous(array: NDArray[Any], name: str) -> NDArray[Any]: ...
def moves_array(
    total: int, out: NDArray[np.void] | None, sources: tuple[object, object]
) -> NDArray[np.void]: ...
def count_moves_batch(
    hands: NDArray[np.uint64] | NDArray[np.uint8],
    last: Move | str | NDArray[np.void] | None = None,
    rules: Rules | str = "standard",
    threads: int = 1,
) -> NDArray[np.int64]: ...
def legal_moves_batch(
    hands: NDArray[np.uint64] | NDArray[np.uint8],
    last: Move | str | NDArray[np.void] | None = None,
    rules: Rules | str = "standard",
    threads: int = 1,
    out: NDArray[np.void] | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.void]]: ...
