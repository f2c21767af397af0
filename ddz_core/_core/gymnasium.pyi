from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from .move_ids import MoveIndex
from .vector import VectorGame

@final
class Steps:
    waiting: int
    def __new__(
        cls,
        games: VectorGame,
        index: MoveIndex | None,
        same_step: bool,
        reward: int,
        seats: NDArray[np.int8],
    ) -> Steps: ...
    @property
    def over(self) -> NDArray[np.bool_]: ...
    def observations(self) -> NDArray[np.uint8]: ...
    def restore(self, over: NDArray[np.bool_], rows: NDArray[np.uint8]) -> None: ...
    def resume(self, mask: NDArray[np.bool_]) -> None: ...
    def infos(
        self,
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.int64], NDArray[np.void], NDArray[np.int32] | None
    ]: ...
    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_], NDArray[np.uint8] | None
    ]: ...
