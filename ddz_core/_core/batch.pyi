from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.compiled import CompiledRules
from ddz_core._core.values import MOVE_DTYPE as MOVE_DTYPE
from ddz_core._core.values import MoveList, _Cards, _Play
from ddz_core.rules import Rules

LEAST_SLICE: int

_Hands: TypeAlias = NDArray[np.uint64] | NDArray[np.uint8] | Iterable[_Cards]
_Lasts: TypeAlias = _Play | MoveList | NDArray[np.void] | Sequence[_Play | None] | None

@final
class Lasts:
    def __new__(cls, last: _Lasts, rules: CompiledRules, n: int) -> Lasts: ...

def packed_hands(hands: _Hands, rules: Rules | str = ...) -> NDArray[np.uint64]: ...
def contiguous(array: NDArray[Any], name: str) -> NDArray[Any]: ...
def moves_array(
    total: int, out: NDArray[np.void] | None, sources: tuple[object, object]
) -> NDArray[np.void]: ...
def count_moves_batch(
    hands: _Hands,
    last: _Lasts = None,
    rules: Rules | str = "standard",
    threads: int = 1,
) -> NDArray[np.int64]: ...
def legal_moves_batch(
    hands: _Hands,
    last: _Lasts = None,
    rules: Rules | str = "standard",
    threads: int = 1,
    out: NDArray[np.void] | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.void]]: ...
