import numpy as np
from numpy.typing import NDArray

from ddz_core._core.values import Move
from ddz_core.rules import Rules

def time_generate(
    hands: NDArray[np.uint64] | NDArray[np.uint8],
    last: Move | str | NDArray[np.void] | None = None,
    rules: Rules | str = "standard",
    repeats: int = 1,
) -> tuple[int, float]: ...
def time_count(
    hands: NDArray[np.uint64] | NDArray[np.uint8],
    last: Move | str | NDArray[np.void] | None = None,
    rules: Rules | str = "standard",
    repeats: int = 1,
) -> tuple[int, float]: ...
