from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .values import Hand, Move

def row_of(
    hand: Hand,
    unseen: Hand,
    last: Move | None,
    bottom: Hand,
    face_up: Hand,
    recent: Sequence[Hand],
    sizes: Sequence[int],
    role: int,
    bombs: int,
    passes: int,
    open_hand: Hand | None = None,
    wild: int | None = None,
) -> NDArray[np.uint8]: ...
