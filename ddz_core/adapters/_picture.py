"""A picture of a table, drawn with NumPy alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..kinds import RANKS
from ..packed import slot_counts

# Five columns and seven rows for each rank; a row is a number of five bits.
_FONT = {
    "3": (30, 1, 1, 14, 1, 1, 30),
    "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (14, 16, 16, 30, 17, 17, 14),
    "7": (31, 1, 2, 4, 8, 8, 8),
    "8": (14, 17, 17, 14, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 1, 14),
    "T": (31, 4, 4, 4, 4, 4, 4),
    "J": (7, 2, 2, 2, 2, 18, 12),
    "Q": (14, 17, 17, 17, 21, 18, 13),
    "K": (17, 18, 20, 24, 20, 18, 17),
    "A": (14, 17, 17, 31, 17, 17, 17),
    "2": (14, 17, 1, 6, 8, 16, 31),
    "B": (30, 17, 17, 30, 17, 17, 30),
    "R": (30, 17, 17, 30, 20, 18, 17),
}
_SCALE = 2
_CARD = (26, 20)
_GAP = 4
_COLUMNS = 20
_TABLE, _PAPER, _INK, _RED, _MARK = (
    np.array(colour, np.uint8)
    for colour in ((36, 96, 62), (250, 250, 245), (30, 30, 30), (190, 30, 40), (240, 200, 60))
)


def picture(rows: Sequence[int], marked: int) -> NDArray[np.uint8]:
    """Rows of cards, each given packed, of at most twenty cards; ``marked`` is framed.

    Returns uint8[height, width, 3]; the size depends on the number of rows alone.
    """
    height, width = _CARD
    image = np.empty(
        (_GAP + len(rows) * (height + _GAP), _GAP + _COLUMNS * (width + _GAP), 3), np.uint8
    )
    image[:] = _TABLE
    for row, held in enumerate(slot_counts(rows)):
        top = _GAP + row * (height + _GAP)
        if row == marked:
            image[top - 2 : top + height + 2, : _GAP - 1] = _MARK
        for column, slot in enumerate(np.repeat(np.arange(len(RANKS)), held).tolist()):
            left = _GAP + column * (width + _GAP)
            image[top : top + height, left : left + width] = _card(RANKS[slot])
    return image


def _card(rank: str) -> NDArray[np.uint8]:
    """One card: its rank in the middle of the paper."""
    card = np.empty((*_CARD, 3), np.uint8)
    card[:] = _PAPER
    rows = np.array(_FONT[rank], np.uint8)[:, None]
    glyph = (rows >> np.arange(4, -1, -1, dtype=np.uint8)) & 1
    glyph = glyph.repeat(_SCALE, axis=0).repeat(_SCALE, axis=1).astype(bool)
    top = (_CARD[0] - glyph.shape[0]) // 2
    left = (_CARD[1] - glyph.shape[1]) // 2
    middle = card[top : top + glyph.shape[0], left : left + glyph.shape[1]]
    middle[glyph] = _RED if rank == "R" else _INK
    return card
