"""How points come about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

EARLIER = "earlier"
"""What stands among the doublings for a bomb or a rocket from before the first known play."""


def points_of(
    score: int, factors: Sequence[int], landlord: int | None, out: int | None
) -> tuple[int, ...]:
    """What each seat wins or, below 0, loses; nothing where nobody went out.

    ``score`` is base times stake times multiplier. Between the landlord and each peasant it
    is multiplied with both their factors, so that the points add up to 0.

    >>> points_of(6, (1, 1, 1), 0, 0), points_of(1, (1, 2, 4), 1, 0)
    ((12, -6, -6), (2, -10, 8))
    """
    points = [0] * len(factors)
    if landlord is None or out is None:
        return tuple(points)
    for seat, factor in enumerate(factors):
        if seat != landlord:
            between = score * factors[landlord] * factor * (1 if out == landlord else -1)
            points[landlord] += between
            points[seat] -= between
    return tuple(points)


def score_line(
    base: int,
    stake: int,
    multiplier: int,
    doublings: Iterable[str],
    open_hand: int = 0,
    factors: Sequence[int] = (),
    landlord: int | None = None,
) -> str:
    """The factors of the points of each peasant, and what they come to: in one line, and if
    the seats have doubled, then also what this makes for each peasant.

    >>> score_line(10, 3, 2, ["bomb"])
    '10 × 3 × 2 (bomb) = 60'
    >>> score_line(1, 4, 4, ["bomb"], open_hand=2, factors=(2, 4, 1), landlord=0)
    '4 × 2 (open hand) × 2 (bomb) = 16; seat 1: × 2 (landlord) × 4 = 128; \
seat 2: × 2 (landlord) = 32'
    """
    terms = [str(stake), *(f"2 ({doubling})" for doubling in doublings)]
    if open_hand:
        terms.insert(1, f"{open_hand} (open hand)")
    if base != 1:
        terms.insert(0, str(base))
    score = int(base) * int(stake) * int(multiplier)
    line = f"{' × '.join(terms)} = {score}"
    if landlord is None or all(factor == 1 for factor in factors):
        return line
    own = factors[landlord]
    between = []
    for seat, factor in enumerate(factors):
        if seat != landlord:
            doubled = (f" × {own} (landlord)" if own > 1 else "") + (
                f" × {factor}" if factor > 1 else ""
            )
            between.append(f"seat {seat}:{doubled} = {score * own * factor}")
    return "; ".join([line, *between])
