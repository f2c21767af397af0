"""Values that callers give: checked in one place, and shown briefly in messages."""

from __future__ import annotations

import operator
from reprlib import Repr

from .errors import InvalidArgument

MOST_SHOWN = 60
"""The longest that a message shows of a value."""


class _Brief(Repr):
    """Looks at the first few parts of a value, however large it is."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxstring = self.maxlong = self.maxother = MOST_SHOWN

    def repr_int(self, x: int, level: int) -> str:
        # Python refuses to write out whole numbers of thousands of digits.
        if x.bit_length() > 4 * MOST_SHOWN:
            return f"a whole number of {x.bit_length()} bits"
        return repr(x)

    def repr_bytes(self, x: bytes, level: int) -> str:
        return repr(x[:MOST_SHOWN])


_brief = _Brief()


def shown(value: object) -> str:
    """How a message shows a value that somebody gave: its ``repr``, cut where it is long.

    Never fails and never takes long, whatever the value is.

    >>> shown("33X"), len(shown("3" * 1000))
    ("'33X'", 60)
    >>> shown(10**5000)
    'a whole number of 16610 bits'
    """
    try:
        text = _brief.repr(value)
    except Exception:
        text = f"a value of the type {type(value).__name__}"
    return cut(" ".join(text.splitlines()))


def cut(text: str) -> str:
    """The beginning and the end of a text that is too long for a message."""
    if len(text) <= MOST_SHOWN:
        return text
    before = (MOST_SHOWN - 3) // 2
    return text[:before] + "..." + text[before + 3 - MOST_SHOWN :]


def whole(value: object) -> int | None:
    """``value`` as an ``int`` where it is a whole number of any type, else ``None``.

    Truth values are none.

    >>> import numpy as np
    >>> whole(np.int64(3)), whole(3.0), whole(True)
    (3, None, None)
    """
    try:
        # Exactly an int: a subclass may say anything about itself.
        return None if isinstance(value, bool) else int(operator.index(value))  # type: ignore[arg-type]
    except Exception:
        return None


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """``value`` as an ``int`` from ``least`` to ``most``.

    Raises :class:`InvalidArgument` naming the argument and the value where it is no
    whole number, a truth value, or outside.

    >>> whole_number("threads", 2, 1, 256)
    2
    """
    number = value if type(value) is int else whole(value)
    if number is None or not least <= number <= most:
        raise InvalidArgument(
            f"{name} must be a whole number from {least} to {most}, not {shown(value)}"
        )
    return number


def truth(name: str, value: object) -> bool:
    """Whether ``value`` counts as true.

    Raises :class:`InvalidArgument` where it does not say so, as an array of several numbers.

    >>> truth("wild", 1)
    True
    """
    try:
        return bool(value)
    except Exception:
        raise InvalidArgument(f"{name} must be True or False, not {shown(value)}") from None


def plain_text(value: str) -> str:
    """The same text as a ``str`` and no subclass of it, such as ``numpy.str_``.

    >>> import numpy as np
    >>> type(plain_text(np.str_("bga")))
    <class 'str'>
    """
    # Not str(): an enumeration of texts gives its own name for that.
    return str.__str__(value)


def seed_number(value: object) -> int:
    """A seed: a whole number of 64 bits."""
    return whole_number("seed", value, 0, (1 << 64) - 1)


def deal_number(value: object) -> int:
    """A deal number: a whole number of 64 bits (docs/rules.md section 6)."""
    return whole_number("a deal number", value, 0, (1 << 64) - 1)
