from typing import final

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.values import MOVE_DTYPE as MOVE_DTYPE
from ddz_core._core.values import Move
from ddz_core.rules import Rules

def deck_plays(rules: Rules | str, most: int = 20) -> NDArray[np.void]: ...

@final
class MoveIndex:
    def __new__(cls, moves: NDArray[np.void], ids: NDArray[np.int32]) -> MoveIndex: ...
    def id_of(self, move: Move) -> int: ...
    def ids_of(self, moves: NDArray[np.void]) -> NDArray[np.int32]: ...

def move_at(moves: NDArray[np.void], i: int) -> Move: ...
