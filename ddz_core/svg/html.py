"""Tables for notebooks, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import isnan

from .._core.values import MoveList
from ..columns import MOST_ROWS, counted
from ..errors import InvalidArgument
from ..game.match import Match
from ..kinds import Kind

_STYLE = """
.ddz-table{border-collapse:collapse;font:13px system-ui,sans-serif}
.ddz-table caption{text-align:left;font-weight:600;white-space:nowrap}
.ddz-table th,.ddz-table td{text-align:left;padding:2px 10px 2px 0}
.ddz-bar{fill:#2b8a63}
.ddz-bar-below{fill:#c2603a}
.ddz-whisker{stroke:currentColor;stroke-width:1.5}
.ddz-zero{stroke:currentColor;stroke-opacity:.4}
"""
_WIDTH, _HEIGHT = 180, 14
_PLAYS = 12
"""So many plays of a kind are written out."""


class Drawn(str):
    """A cell that is HTML already."""

    __slots__ = ()


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table of the first rows; of the others there is only the number. Cells are texts,
    unless they are :class:`Drawn`."""
    shown = rows[:MOST_ROWS]
    if len(rows) > len(shown):
        caption += f" (the first {len(shown)} of {len(rows):,})"
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in shown)
    heading = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    return (
        f'<style>{_STYLE}</style><table class="ddz-table"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cell(cell: object) -> str:
    return f"<td>{cell if isinstance(cell, Drawn) else escape(str(cell))}</td>"


def bars(values: Iterable[tuple[float, float]]) -> list[Drawn]:
    """A bar for each mean and its standard error, all on one scale that has 0 on it. The
    whisker is as long as one standard error to each side; who hears the table has the numbers.

    >>> up, down = bars([(2.0, 0.5), (-1.0, float("nan"))])
    >>> "ddz-whisker" in up, "ddz-bar-below" in up, "ddz-whisker" in down, "ddz-bar-below" in down
    (True, False, False, True)
    """
    known = [(mean, 0.0 if isnan(error) else error) for mean, error in values]
    low = min([0.0, *(mean - error for mean, error in known)])
    high = max([0.0, *(mean + error for mean, error in known)])
    scale = (_WIDTH - 2) / (high - low or 1)

    def place(value: float) -> float:
        return 1 + (value - low) * scale

    return [_bar(place(0), place(mean), error * scale) for mean, error in known]


def _bar(zero: float, end: float, error: float) -> Drawn:
    kind = "ddz-bar" if end >= zero else "ddz-bar-below"
    middle = _HEIGHT / 2
    whisker = (
        f'<path class="ddz-whisker" d="M{end - error:.1f} {middle:g}h{2 * error:.1f}"/>'
        if error
        else ""
    )
    return Drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'aria-hidden="true"><rect class="{kind}" x="{min(zero, end):.1f}" y="2" '
        f'width="{abs(end - zero):.1f}" height="{_HEIGHT - 4}"/>'
        f'<path class="ddz-zero" d="M{zero:.1f} 0v{_HEIGHT}"/>{whisker}</svg>'
    )


def plays(moves: MoveList) -> str:
    """A table of plays by kind, as HTML: how many there are, and the first of them.

    Raises :class:`InvalidArgument` for what is no :class:`MoveList`.

    >>> import ddz_core as ddz
    >>> "<td>pair</td><td>1</td><td>33</td>" in plays(ddz.legal_moves("334"))
    True
    """
    if not isinstance(moves, MoveList):
        raise InvalidArgument(f"this draws a MoveList, not a {type(moves).__name__:.40}")
    kinds = moves.array["kind"]
    rows = []
    for kind in Kind:
        places = (kinds == kind).nonzero()[0].tolist()
        if places:
            cards = [str(moves[place].cards) for place in places[:_PLAYS]]
            more = len(places) - len(cards)
            told = "  ".join(cards) + (f"  … and {more:,} more" if more else "")
            rows.append((str(kind).replace("_", " "), f"{len(places):,}", told))
    return table(counted(len(moves), "play"), ("kind", "number", "plays"), rows)


def match(match: Match) -> str:
    """Places and points of a match, and what each of its last deals brought, as HTML.

    >>> from ddz_core import Match
    >>> "<td>seat 2</td><td>50</td>" in match(Match("bga"))
    True
    """
    places = [(line.place, f"seat {line.seat}", line.points) for line in match.ranking]
    over = ", over" if match.is_over else ""
    ranking = table(
        f"Match after {counted(match.played, 'deal')}{over}", ("place", "seat", "points"), places
    )
    deals = [(number, *result.points) for number, result in enumerate(match.results, 1)]
    if not deals:
        return ranking
    seats = [f"seat {seat}" for seat in range(match.table.players)]
    return ranking + table("Points of each deal, the last first", ("deal", *seats), deals[::-1])
