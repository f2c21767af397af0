"""How points come about, in a line."""

from __future__ import annotations

from collections.abc import Iterable


def score_line(base: int, stake: int, multiplier: int, doublings: Iterable[str]) -> str:
    """The factors of the points of each peasant, and what they come to.

    >>> score_line(10, 3, 2, ["bomb"])
    '10 × 3 × 2 (bomb) = 60'
    """
    factors = [str(stake), *(f"2 ({doubling})" for doubling in doublings)]
    if base != 1:
        factors.insert(0, str(base))
    return f"{' × '.join(factors)} = {int(base) * int(stake) * int(multiplier)}"
