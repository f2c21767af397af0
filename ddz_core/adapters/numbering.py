"""A dense, stable number for every play of a rule set.

Numbers 0, 1, 2, ... are the plays of at most twenty cards of the whole deck in
canonical order (docs/rules.md section 6); the last number is the pass.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .._queries import legal_moves
from .._values import PASS, Hand, Move
from ..errors import InvalidArgument
from ..rules import Rules
from ._ids import KeyTable, play_keys

DECK = Hand(0x0114444444444444)
"""The 54 cards."""

MOST_CARDS = 20
"""Nobody ever holds more cards, so nobody plays more."""

_BLOCK = 8192


class Numbering:
    """The numbers of one rule set: get it from :func:`numbering`.

    ``actions`` is how many there are; ``moves``, MOVE_DTYPE[actions] and
    read-only, holds the play of each number, the last row the pass (all zero).
    """

    def __init__(self, rules: Rules) -> None:
        plays = legal_moves(DECK, None, rules)
        self._plays = plays
        self._places = np.flatnonzero(plays.array["size"] <= MOST_CARDS)
        self.actions = len(self._places) + 1
        self.pass_id = len(self._places)
        self.moves: NDArray[np.void] = np.zeros(self.actions, plays.array.dtype)
        self.moves[:-1] = plays.array[self._places]
        self.moves.flags.writeable = False
        self._table = KeyTable(play_keys(self.moves))

    def ids(self, moves: NDArray[np.void]) -> NDArray[np.int32]:
        """The number of every row of an array of MOVE_DTYPE: int32[n].

        Raises :class:`InvalidArgument` where a row is no play of the rule set.
        """
        found = np.empty(len(moves), np.int32)
        # Small blocks stay in the processor's cache: twice as fast for many moves.
        for start in range(0, len(moves), _BLOCK):
            block = moves[start : start + _BLOCK]
            found[start : start + _BLOCK] = self._table.find(play_keys(block))
        return found

    def move(self, number: int) -> Move:
        """The play of that number, or the pass; :class:`InvalidArgument` where there is none."""
        if not 0 <= number < self.actions:
            raise InvalidArgument(
                f"actions are numbered from 0 to {self.actions - 1}, not {number!r}"
            )
        return PASS if number == self.pass_id else self._plays[int(self._places[number])]


@lru_cache(maxsize=16)
def _numbering(rules: Rules) -> Numbering:
    return Numbering(rules)


def numbering(rules: Rules | str = "standard") -> Numbering:
    """The numbers of a rule set; made once and kept.

    >>> plays = numbering("standard")
    >>> plays.actions, str(plays.move(0)), str(plays.move(24_639))
    (24640, '3:solo:1:3', 'pass')
    """
    return _numbering(Rules.preset(rules) if isinstance(rules, str) else rules)
