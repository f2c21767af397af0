from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

POSITIONS: tuple[str, ...]
MOST_HELD: tuple[int, ...]

def cards2array(cards: Iterable[int]) -> NDArray[np.int8]: ...
def get_obs(infoset: Any) -> dict[str, Any]: ...
