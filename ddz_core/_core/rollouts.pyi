from collections.abc import Iterable, Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.threads import Watch
from ddz_core._core.values import Hand, Move
from ddz_core.game.observation import Observation
from ddz_core.rules import Rules

@final
class Habits:
    def __new__(cls, numbers: Iterable[int]) -> Habits: ...
    def __reduce__(self) -> tuple[type[Habits], tuple[list[int]]]: ...

@final
class Sight:
    def __new__(cls, observation: Observation) -> Sight: ...
    @property
    def players(self) -> int: ...
    @property
    def passes(self) -> int: ...
    def worlds(self, seed: int, first: int, stop: int) -> NDArray[np.uint64]: ...
    def worlds_of(self, seed: int, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]: ...
    def rollout(
        self,
        habits: Habits | None,
        actions: Sequence[Move],
        worlds: NDArray[np.uint64],
        seed: int,
        first: int,
        watch: Watch | None = None,
    ) -> NDArray[np.int64]: ...
    def surprises(self, habits: Habits, worlds: NDArray[np.uint64]) -> NDArray[np.uint16]: ...
    def greedy(self, habits: Habits) -> Move: ...
    def candidates(self, habits: Habits) -> list[Move]: ...

def hidden_worlds(
    known: Sequence[Hand], sizes: Sequence[int], unseen: Hand, seed: int, first: int, stop: int
) -> NDArray[np.uint64]: ...
def greedy_deals(
    landlord: Habits,
    peasants: Habits,
    first: int,
    n: int,
    players: int = 3,
    seat: int = 0,
    rules: Rules | str = "standard",
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]: ...
def greedy_points(
    landlord: Habits,
    peasants: Habits,
    hands: NDArray[np.uint64],
    asides: NDArray[np.uint64],
    seat: int = 0,
    rules: Rules | str = "standard",
) -> NDArray[np.int64]: ...
