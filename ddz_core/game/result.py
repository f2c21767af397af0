"""What a deal came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from .._core.values import Hand
from ..arguments import shown, whole_number
from ..errors import InvalidArgument
from .plain import from_plain, to_plain
from .score import score_line


@dataclass(frozen=True)
class Result:
    """The end of a deal; ``str`` tells how the points came about.

    >>> str(Result(7, 0, 0, "landlord", 1, 3, 4, ("bomb", "spring"), (24, -12, -12)))
    '3 × 2 (bomb) × 2 (spring) = 12'
    """

    deal: int | None
    """The deal number; ``None`` of cards that were given."""
    landlord: int | None
    """The landlord's seat; ``None`` where all passed and no new deal was allowed."""
    out: int | None
    """The seat that went out."""
    winner: Literal["landlord", "peasants"] | None
    """The side that won."""
    base: int
    stake: int
    """The highest bid, 0 where there was none; 1 without an auction."""
    multiplier: int
    """2 to the power of the number of doublings, times the factor of an open hand."""
    doublings: tuple[str, ...]
    """What doubled, in order: ``bomb``, ``rocket``, ``bomb chain``, and at the end
    ``spring`` or ``anti-spring``."""
    points: tuple[int, ...]
    """What each seat won or, below 0, lost; they add up to 0."""
    hands: tuple[Hand, ...] = ()
    """The cards left to each seat."""
    bottom: Hand = field(default_factory=Hand)
    new_deals: int = 0
    """How often all passed before."""
    undos: int = field(default=0, compare=False)
    """How often somebody took a decision back."""
    hints: int = field(default=0, compare=False)
    """How many hints were taken."""
    open_hand: int = 0
    """The factor of the landlord's open hand; 0 where he kept it to himself."""
    factors: tuple[int, ...] = ()
    """What each seat said in the doubling round; ones without it."""
    wild: str | None = None
    """The rank that was drawn to be wild."""

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain JSON (docs/position.md)."""
        return to_plain(self)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Result:
        """The inverse of :meth:`to_dict`. Raises :class:`InvalidArgument`, naming the field,
        for what that does not write.

        >>> result = Result(7, 0, 0, "landlord", 1, 3, 4, ("bomb", "spring"), (24, -12, -12))
        >>> Result.from_dict(result.to_dict()) == result
        True
        """
        found = cls(**from_plain(fields(cls), given, _decks_of))
        found._check()
        return found

    def _check(self) -> None:
        """Raises :class:`InvalidArgument` for what no deal comes to."""
        seats = len(self.points)
        if sum(self.points) or not 2 <= seats <= 4:
            raise InvalidArgument(f"points of 2 to 4 seats add up to 0, not {shown(self.points)}")
        for name in ("hands", "factors"):
            if len(getattr(self, name)) not in (0, seats):
                raise InvalidArgument(f"{name} are {seats}, as points are")
        for name in ("landlord", "out", "deal"):
            if getattr(self, name) is not None:
                most = (1 << 64) - 1 if name == "deal" else seats - 1
                whole_number(name, getattr(self, name), 0, most)
        for name, least in _LEAST.items():
            whole_number(name, getattr(self, name), least, 1 << 62)
        sides = {None: None, "landlord": True, "peasants": False}
        is_landlords = None if self.out is None else self.out == self.landlord
        if self.winner not in sides or sides[self.winner] != is_landlords:
            raise InvalidArgument(f"{shown(self.winner)} is not the side of seat {self.out}")

    @property
    def bombs(self) -> int:
        """Bombs and bomb chains played."""
        return self.doublings.count("bomb") + self.doublings.count("bomb chain")

    @property
    def rockets(self) -> int:
        """Rockets played."""
        return self.doublings.count("rocket")

    @property
    def spring(self) -> bool:
        """The landlord won before any peasant played a card."""
        return "spring" in self.doublings

    @property
    def anti_spring(self) -> bool:
        """The peasants won, and the landlord's first play was his only one."""
        return "anti-spring" in self.doublings

    def __str__(self) -> str:
        if self.winner is None:
            return "all passed: no points"
        return score_line(
            self.base,
            self.stake,
            self.multiplier,
            self.doublings,
            self.open_hand,
            self.factors,
            self.landlord,
        )


_LEAST = {
    "base": 1,
    "stake": 0,
    "multiplier": 1,
    "new_deals": 0,
    "undos": 0,
    "hints": 0,
    "open_hand": 0,
}
"""The least that numbers of a result are."""


def _decks_of(given: Mapping[str, Any]) -> int:
    return 2 if isinstance(given["points"], list | tuple) and len(given["points"]) == 4 else 1
