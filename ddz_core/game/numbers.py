"""Which deals a match has: numbers in a row, given ones, or drawn ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

from ..arguments import deal_number, seed_number, shown
from ..errors import InvalidArgument


@dataclass(frozen=True)
class Running:
    """``first``, ``first + 1``, …: who knows one deal's number knows the next hands."""

    first: int

    def number(self, place: int) -> int:
        """The number of the deal at that place, counted from 0."""
        return deal_number(self.first + place)

    def __str__(self) -> str:
        return f"deal:{self.first}"


@dataclass(frozen=True)
class Given:
    """Numbers as they are given, each once."""

    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.numbers:
            raise InvalidArgument("a match needs the number of one deal at least")
        if len(set(self.numbers)) < len(self.numbers):
            twice = next(each for each in self.numbers if self.numbers.count(each) > 1)
            raise InvalidArgument(f"the deal {twice} is given twice, and counts once")

    def number(self, place: int) -> int:
        return self.numbers[place]

    def __str__(self) -> str:
        return f"deals:{','.join(map(str, self.numbers))}"


@dataclass(frozen=True)
class Drawn:
    """Numbers drawn from a seed in such a way that none tells of another, nor of the seed.

    They are the 64-bit hashes (BLAKE2b, least significant byte first) of ``seed:0``,
    ``seed:1``, ….

    >>> Drawn(1).number(0), Drawn(1).number(1)
    (8864653025108052306, 8567333186841212047)
    """

    seed: int

    def number(self, place: int) -> int:
        text = f"{self.seed}:{place}"
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")

    def __str__(self) -> str:
        return f"seed:{self.seed}"


Numbers: TypeAlias = Running | Given | Drawn


def numbers_of(deals: Iterable[object] | None, deal: object, seed: object) -> Numbers:
    """The numbers that a caller asks for: one of the three ways, or from 1 on.

    >>> str(numbers_of(None, None, None)), str(numbers_of([7, 3], None, None))
    ('deal:1', 'deals:7,3')
    """
    if (deals is not None) + (deal is not None) + (seed is not None) > 1:
        raise InvalidArgument("the deals of a match are given by deals, deal or seed alone")
    if deals is not None:
        return Given(tuple(deal_number(each) for each in deals))
    if seed is not None:
        return Drawn(seed_number(seed))
    return Running(1 if deal is None else deal_number(deal))


def parsed_numbers(text: str) -> Numbers:
    """The inverse of ``str``. Raises :class:`InvalidArgument` for what is none.

    >>> parsed_numbers("seed:5")
    Drawn(seed=5)
    """
    name, _, words = text.partition(":")
    parts = words.split(",")
    if not all(each.isascii() and each.isdigit() and len(each) <= 20 for each in parts):
        raise InvalidArgument(f"{shown(words)} is no number of a deal, nor several")
    values = [int(each) for each in parts]
    if name == "deals":
        return numbers_of(values, None, None)
    if name in ("deal", "seed") and len(values) == 1:
        return numbers_of(None, *((values[0], None) if name == "deal" else (None, values[0])))
    raise InvalidArgument(f"deal:, deals: or seed: and numbers are wanted, not {shown(text)}")
