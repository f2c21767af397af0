"""A picture of a table as an array: the cards of :mod:`ddz_core.svg`, in rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .._core.values import Hand
from ..svg.cards import HEIGHT, WIDTH
from ..svg.hands import STEP, row_width
from ..svg.pixels import card

_GAP = 8
_COLUMNS = 20
_TABLE, _MARK = (np.array(colour, np.uint8) for colour in ((43, 106, 85), (242, 193, 78)))


def picture(rows: Sequence[Hand], marked: int) -> NDArray[np.uint8]:
    """Rows of cards, each of at most twenty; ``marked`` has a bar on its left.

    Returns uint8[height, width, 3]; the size depends on the number of rows alone.
    """
    image = np.empty(
        (_GAP + len(rows) * (HEIGHT + _GAP), 2 * _GAP + row_width(_COLUMNS), 3), np.uint8
    )
    image[:] = _TABLE
    for row, held in enumerate(rows):
        top = _GAP + row * (HEIGHT + _GAP)
        if row == marked:
            image[top : top + HEIGHT, 1 : _GAP - 2] = _MARK
        for column, rank in enumerate(held):
            left = _GAP + column * STEP
            _lay(image[top : top + HEIGHT, left : left + WIDTH], card(rank))
    return image


def _lay(on: NDArray[np.uint8], drawn: NDArray[np.uint8]) -> None:
    """A card over what is there."""
    free = 255 - drawn[..., 3:].astype(np.uint16)
    on[:] = drawn[..., :3] + (on * free + 127) // 255
