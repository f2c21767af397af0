"""Numbers that callers give, checked in one place."""

from __future__ import annotations

import operator

from .errors import InvalidArgument


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """``value`` as an ``int`` from ``least`` to ``most``.

    Raises :class:`InvalidArgument` naming the argument and the value where it is no
    whole number, a truth value, or outside.

    >>> whole_number("threads", 2, 1, 256)
    2
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise InvalidArgument(
            f"{name} must be a whole number from {least} to {most}, not {value!r}"
        )
    return number


def seed_number(value: object) -> int:
    """A seed: a whole number of 64 bits."""
    return whole_number("seed", value, 0, (1 << 64) - 1)


def deal_number(value: object) -> int:
    """A deal number: a whole number of 64 bits (docs/rules.md section 6)."""
    return whole_number("a deal number", value, 0, (1 << 64) - 1)
