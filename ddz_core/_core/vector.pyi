from collections.abc import Mapping
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.values import MOVE_DTYPE as MOVE_DTYPE
from ddz_core.rules import Rules
from ddz_core.table import Table

GAME_STRIDE: int
LEAST_SLICE: int
OBSERVATION_SIZE: int
OBSERVATION_VERSION: int
OBSERVATION_LAYOUT: Mapping[str, slice]

@final
class VectorGame:
    games: int
    players: int
    threads: int
    first_game: int
    indptr: NDArray[np.int64]
    rewards: NDArray[np.int32]
    ended: NDArray[np.bool_]
    def __init__(
        self,
        games: int,
        seed: int = 0,
        rules: Rules | str = "standard",
        players: int = 3,
        threads: int = 1,
        first_game: int = 0,
        table: Table | str | None = None,
    ) -> None: ...
    @property
    def deals(self) -> NDArray[np.uint64]: ...
    @property
    def hands(self) -> NDArray[np.uint64]: ...
    @property
    def bottom(self) -> NDArray[np.uint64]: ...
    @property
    def played(self) -> NDArray[np.uint64]: ...
    @property
    def turn(self) -> NDArray[np.uint8]: ...
    @property
    def passes(self) -> NDArray[np.uint8]: ...
    @property
    def bombs(self) -> NDArray[np.uint8]: ...
    @property
    def last(self) -> NDArray[np.void]: ...
    def reset(self, seed: int = 0) -> None: ...
    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.void]]: ...
    def redeal(self, where: NDArray[np.bool_], seed: int | None = None) -> None: ...
    def step(
        self,
        actions: NDArray[np.integer[Any]] | NDArray[np.void],
        where: NDArray[np.bool_] | None = None,
    ) -> tuple[NDArray[np.int32], NDArray[np.bool_]]: ...
    def observe(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]: ...
