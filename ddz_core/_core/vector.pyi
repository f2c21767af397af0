from collections.abc import Mapping, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.values import MOVE_DTYPE as MOVE_DTYPE
from ddz_core._core.values import _Cards, _Play
from ddz_core.rules import Rules
from ddz_core.table import Table

GAME_STRIDE: int
LEAST_SLICE: int
MOST_ACTIONS: int
OBSERVATION_SIZE: int
OBSERVATION_VERSION: int
LONG_OBSERVATION_SIZE: int
OBSERVATION_LAYOUT: Mapping[str, slice]

def observation_size(table: Table) -> int: ...

@final
class VectorGame:
    @property
    def games(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def first_game(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def table(self) -> Table: ...
    @property
    def observation_size(self) -> int: ...
    def __init__(
        self,
        games: int,
        seed: int = 0,
        rules: Rules | str = "standard",
        players: int = 3,
        threads: int = 1,
        first_game: int = 0,
        table: Table | str | None = None,
        open_hand: bool = False,
    ) -> None: ...
    @classmethod
    def from_hands(
        cls,
        hands: Sequence[Sequence[_Cards]] | NDArray[np.uint64],
        bottom: _Cards | Sequence[_Cards] = "",
        turn: int | Sequence[int] | NDArray[np.integer[Any]] = 0,
        last: _Play | Sequence[_Play | None] | None = None,
        passes: int | Sequence[int] | NDArray[np.integer[Any]] = 0,
        doubled: int | Sequence[int] | NDArray[np.integer[Any]] = 0,
        gone: _Cards | Sequence[_Cards | None] | None = None,
        kept: _Cards | Sequence[_Cards | None] | None = None,
        rules: Rules | str = "standard",
        seed: int = 0,
        threads: int = 1,
        first_game: int = 0,
        table: Table | str | None = None,
        open_hand: bool = False,
        wild: str | Sequence[str] | None = None,
    ) -> VectorGame: ...
    @property
    def deals(self) -> NDArray[np.uint64]: ...
    @property
    def hands(self) -> NDArray[np.uint64]: ...
    @property
    def bottom(self) -> NDArray[np.uint64]: ...
    @property
    def kept(self) -> NDArray[np.uint64]: ...
    @property
    def played(self) -> NDArray[np.uint64]: ...
    @property
    def wild(self) -> NDArray[np.uint8]: ...
    @property
    def turn(self) -> NDArray[np.uint8]: ...
    @property
    def passes(self) -> NDArray[np.uint8]: ...
    @property
    def bombs(self) -> NDArray[np.uint8]: ...
    @property
    def last(self) -> NDArray[np.void]: ...
    @property
    def rewards(self) -> NDArray[np.int32]: ...
    @property
    def ended(self) -> NDArray[np.bool_]: ...
    @property
    def indptr(self) -> NDArray[np.int64]: ...
    def reset(self, seed: int = 0) -> None: ...
    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.void]]: ...
    def redeal(self, where: NDArray[np.bool_], seed: int | None = None) -> None: ...
    def step(
        self,
        actions: NDArray[np.integer[Any]] | NDArray[np.void],
        where: NDArray[np.bool_] | None = None,
    ) -> tuple[NDArray[np.int32], NDArray[np.bool_]]: ...
    def observe(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]: ...
    def __copy__(self) -> VectorGame: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> VectorGame: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
