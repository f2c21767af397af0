from collections.abc import Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.threads import Watch
from ddz_core._core.values import Move
from ddz_core.rules import Rules

MOST_MEMORY: int

@final
class Position:
    def __new__(
        cls,
        hands: Sequence[Any],
        turn: int = 0,
        last: Move | str | None = None,
        last_seat: int | None = None,
        passes: int = 0,
        rules: str | Rules = "standard",
    ) -> Position: ...
    @property
    def turn(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def winner(self) -> int | None: ...
    def actions(self) -> list[Move]: ...
    def after(self, action: Move) -> Position: ...

@final
class Solver:
    def __new__(cls, memory: int, rules: str | Rules = "standard", order: int = 0) -> Solver: ...
    def value(self, position: Position, watch: Watch | None = None) -> bool | None: ...
    @property
    def best(self) -> Move: ...
    def limit(self, seconds: float | None) -> None: ...
    @property
    def nodes(self) -> int: ...

@final
class Layer:
    def __new__(cls, rules: str | Rules = "standard") -> Layer: ...
    def plan(self, hand: Any) -> list[Move]: ...
    def numbers(
        self, hands: NDArray[np.uint64], out: NDArray[np.uint8], watch: Watch | None = None
    ) -> None: ...

def memory_needed(position: Position) -> int: ...
