"""The kinds of play (docs/rules.md section 2): one table for the whole project.

The compiled rules copy it, so a kind is described here and nowhere else.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from .arguments import shown
from .errors import InvalidArgument

RANKS = "3456789TJQKA2BR"
"""The fifteen ranks, weakest first; a card's *slot* is its index in this text."""

CHAIN_SLOTS = 12
"""Chains use the slots below this one, 3 to A."""


class Kind(IntEnum):
    """A kind of play, numbered in canonical order; 0 is the pass.

    ``Kind`` takes the number or the text.

    >>> Kind("trio_solo") is Kind(4)
    True
    >>> str(Kind.TRIO_SOLO), int(Kind.TRIO_SOLO), f"{Kind.TRIO:>6}"
    ('trio_solo', 4, '  trio')
    """

    PASS = 0
    SOLO = 1
    PAIR = 2
    TRIO = 3
    TRIO_SOLO = 4
    TRIO_PAIR = 5
    SOLO_CHAIN = 6
    PAIR_CHAIN = 7
    TRIO_CHAIN = 8
    TRIO_CHAIN_SOLO = 9
    TRIO_CHAIN_PAIR = 10
    QUAD_SOLO = 11
    QUAD_PAIR = 12
    BOMB = 13
    ROCKET = 14
    QUAD_CHAIN = 15
    QUAD_CHAIN_SOLO = 16
    QUAD_CHAIN_PAIR = 17
    BOMB_CHAIN = 18

    @classmethod
    def _missing_(cls, value: object) -> Kind:
        if isinstance(value, str):
            for kind in cls:
                if value == str(kind):
                    return kind
        raise InvalidArgument(f"{shown(value)} is no kind of play")

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        # Of the text: before Python 3.12 it was, since then it would be of the number.
        return format(str(self), spec)


BOMBS = (Kind.BOMB, Kind.ROCKET, Kind.BOMB_CHAIN)
"""What doubles the points."""


class Shape(NamedTuple):
    """What a kind is made of.

    ``width`` cards of each of ``length`` chained ranks form the body; every
    group of the body carries ``kickers`` kickers of ``unit`` cards each.
    ``min_length`` and ``max_length`` bound the length.
    """

    width: int
    unit: int
    kickers: int
    min_length: int
    max_length: int

    @property
    def group_size(self) -> int:
        """Cards per chained group, kickers included."""
        return self.width + self.unit * self.kickers


SHAPES: dict[Kind, Shape] = {
    Kind.SOLO: Shape(1, 0, 0, 1, 1),
    Kind.PAIR: Shape(2, 0, 0, 1, 1),
    Kind.TRIO: Shape(3, 0, 0, 1, 1),
    Kind.TRIO_SOLO: Shape(3, 1, 1, 1, 1),
    Kind.TRIO_PAIR: Shape(3, 2, 1, 1, 1),
    Kind.SOLO_CHAIN: Shape(1, 0, 0, 5, CHAIN_SLOTS),
    Kind.PAIR_CHAIN: Shape(2, 0, 0, 3, CHAIN_SLOTS),
    Kind.TRIO_CHAIN: Shape(3, 0, 0, 2, CHAIN_SLOTS),
    Kind.TRIO_CHAIN_SOLO: Shape(3, 1, 1, 2, CHAIN_SLOTS),
    Kind.TRIO_CHAIN_PAIR: Shape(3, 2, 1, 2, CHAIN_SLOTS),
    Kind.QUAD_SOLO: Shape(4, 1, 2, 1, 1),
    Kind.QUAD_PAIR: Shape(4, 2, 2, 1, 1),
    Kind.BOMB: Shape(4, 0, 0, 1, 1),
    Kind.QUAD_CHAIN: Shape(4, 0, 0, 2, CHAIN_SLOTS),
    Kind.QUAD_CHAIN_SOLO: Shape(4, 1, 2, 2, CHAIN_SLOTS),
    Kind.QUAD_CHAIN_PAIR: Shape(4, 2, 2, 2, CHAIN_SLOTS),
    Kind.BOMB_CHAIN: Shape(4, 0, 0, 2, CHAIN_SLOTS),
}
"""Every kind but the pass and the rocket, which is the two jokers and nothing else."""
