"""Rows of cells as lines that a person can read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_ROWS = 20
"""So many of the best are shown; of the others there is only the number."""


def columns(rows: Iterable[Sequence[object]], sides: str) -> list[str]:
    """The rows as lines, each column as wide as its widest cell. ``sides`` has a ``<`` or a
    ``>`` for each column: to which side its cells stand.

    >>> columns([("play", "points"), ("33", "+1.5"), ("TJQKA", "-12.0")], "<>")
    ['play   points', '33       +1.5', 'TJQKA   -12.0']
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)
        ).rstrip()
        for row in cells
    ]


def best_of(rows: Sequence[Sequence[object]], head: Sequence[object], sides: str) -> list[str]:
    """The first rows under their heading, and how many more there are."""
    left = len(rows) - MOST_ROWS
    lines = columns([head, *rows[:MOST_ROWS]], sides)
    return [*lines, f"… and {left:,} more"] if left > 0 else lines


def counted(number: int, what: str) -> str:
    """So many of something.

    >>> counted(1, "world"), counted(2000, "world")
    ('1 world', '2,000 worlds')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"
