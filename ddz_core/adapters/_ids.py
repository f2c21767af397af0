"""From plays to their numbers, for whole arrays at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidArgument

# An odd number without structure (2**64 divided by the golden ratio).
_SPREAD = np.uint64(0x9E3779B97F4A7C15)


def play_keys(moves: NDArray[np.void]) -> NDArray[np.uint64]:
    """A number for each row of MOVE_DTYPE that tells plays apart: uint64, same shape.

    Cards and kind say everything: the same cards have one play of a kind. Of the
    kind four bits are enough, since kinds sixteen apart never share cards.
    """
    # A row is two words: the cards, and the rest with the kind in its lowest byte.
    words = np.ascontiguousarray(moves).view(np.uint64).reshape(*moves.shape, 2)
    keys: NDArray[np.uint64] = words[..., 0] ^ (words[..., 1] << np.uint64(60))
    return keys


class KeyTable:
    """A hash table from different keys to their places 0, 1, 2, ... in an array.

    >>> KeyTable(np.array([50, 7, 9], np.uint64)).find(np.array([9, 50], np.uint64))
    array([2, 0], dtype=int32)
    """

    def __init__(self, keys: NDArray[np.uint64]) -> None:
        # At most a sixteenth is filled, so that hardly a key needs a second look.
        bits = max(4, int(len(keys) - 1).bit_length() + 4)
        self._shift = np.uint64(64 - bits)
        self._wrap = (1 << bits) - 1
        # An empty slot leads to the last of these, which is no key: they never have every bit.
        self._empty = len(keys)
        self._keys = np.append(keys, ~np.uint64(0))
        self._places = np.full(1 << bits, self._empty, np.int32)
        waiting = np.arange(len(keys), dtype=np.int32)
        slots = self._slots(keys)
        while len(waiting):
            free = self._places[slots] == self._empty
            # Where several want a slot the last one gets it.
            self._places[slots[free]] = waiting[free]
            lost = self._places[slots] != waiting
            waiting, slots = waiting[lost], (slots[lost] + 1) & self._wrap

    def _slots(self, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        slots: NDArray[np.int64] = ((keys * _SPREAD) >> self._shift).view(np.int64)
        return slots

    def find(self, keys: NDArray[np.uint64]) -> NDArray[np.int32]:
        """The place of each key, int32[n]; :class:`InvalidArgument` for one that is not there."""
        slots = self._slots(keys)
        places: NDArray[np.int32] = self._places.take(slots)
        # With mode="clip" NumPy looks up much faster; nothing is ever out of bounds.
        wrong = np.flatnonzero(self._keys.take(places, mode="clip") != keys)
        while len(wrong):
            lost = wrong[places[wrong] == self._empty]
            if len(lost):
                raise InvalidArgument(f"no play has the key {keys[lost[0]]}")
            slots[wrong] = (slots[wrong] + 1) & self._wrap
            places[wrong] = self._places[slots[wrong]]
            wrong = wrong[self._keys[places[wrong]] != keys[wrong]]
        return places


def whole_number(value: Any, what: str) -> int:
    """The value as an int; :class:`InvalidArgument` where it is no whole number."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise InvalidArgument(f"{what} is a whole number, not {value!r}")
    return int(value)
