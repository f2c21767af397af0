"""Seats by name, and what a deal is worth to them, for environments of other libraries."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from ..errors import InvalidArgument

SEATS = ("landlord", "peasant_0", "peasant_1")
"""In order of play, where the landlord is known from the start."""

REWARDS = ("points", "wp", "adp", "logadp")
"""What environments pay: see :func:`rewards`."""


def seat_number(seat: object) -> int:
    """The seat, given as its number or its name.

    >>> seat_number("peasant_0"), seat_number(2)
    (1, 2)
    """
    if isinstance(seat, str) and seat in SEATS:
        return SEATS.index(seat)
    try:
        number = -1 if isinstance(seat, bool) else operator.index(seat)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < len(SEATS):
        raise InvalidArgument(f"a seat is 0, 1, 2 or one of {', '.join(SEATS)}, not {seat!r:.80}")
    return number


def checked_reward(reward: object) -> str:
    """The name of a reward, which must be one of ``REWARDS``."""
    if not isinstance(reward, str) or reward not in REWARDS:
        raise InvalidArgument(f"reward is one of {', '.join(REWARDS)}, not {reward!r:.80}")
    return str(reward)


def rewards(reward: str, points: Sequence[int], bombs: int) -> list[float]:
    """What every seat gets for a deal with these points and bombs.

    ``points`` pays them as they are; the others are DouZero's objectives: ``wp`` 1 or -1,
    ``adp`` that times 2 to the number of bombs and rockets, ``logadp`` that times one more
    than their number. Nobody gets anything where all have passed.

    >>> rewards("points", (8, -4, -4), 1), rewards("adp", (8, -4, -4), 1)
    ([8.0, -4.0, -4.0], [2.0, -2.0, -2.0])
    """
    if reward == "points":
        return [float(each) for each in points]
    size = {"wp": 1, "adp": 1 << bombs, "logadp": bombs + 1}[reward]
    return [float(size * ((each > 0) - (each < 0))) for each in points]
