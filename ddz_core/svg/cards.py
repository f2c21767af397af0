"""One card: its paper, its index and its emblem.

A card is 60 wide and 84 high. What a fan shows of it, the left third, has the index. Number
cards have as many coins as their rank says; the others have an emblem of their own.
"""

from __future__ import annotations

from ..kinds import RANKS
from .glyphs import GLYPHS

WIDTH, HEIGHT = 60, 84

BACK = "back"
"""What the symbol of a card that nobody sees is called."""

STYLE = """
.ddz-paper{fill:#fffdf5;stroke:#b9b09a}
.ddz-index{fill:none;stroke:#22303c;stroke-width:2.7;stroke-linecap:round;stroke-linejoin:round}
.ddz-court .ddz-index{stroke:#1f5a8c}
.ddz-red .ddz-index{stroke:#b3202c}
.ddz-emblem{opacity:var(--ddz-emblem,1)}
.ddz-coin{fill:#b98a2e;fill-rule:evenodd}
.ddz-fill{fill:#b98a2e}
.ddz-line{fill:none;stroke:#22303c;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.ddz-court .ddz-line{stroke:#1f5a8c}
.ddz-court .ddz-fill{fill:#dbe8f3}
.ddz-red .ddz-line{stroke:#8e1722}
.ddz-red .ddz-fill{fill:#d9414d}
.ddz-small .ddz-fill{fill:#e6e4da}
.ddz-bell{fill:#e2b23c}
.ddz-back{fill:#2d5f86;stroke:#1d4260}
.ddz-weave{fill:none;stroke:#7ba6c6;stroke-width:1}
.ddz-star{fill:#e2b23c;stroke:#7a5a10;stroke-width:.8}
@media (prefers-color-scheme:dark){.ddz-paper{fill:#e4dfd1;stroke:#8f8875}}
"""
"""The colours of the cards. Every class begins with ``ddz-``, so that a page that holds a
picture keeps its own. A page may fade the emblems: ``--ddz-emblem`` is their opacity."""

_LEFT, _MIDDLE, _RIGHT = 31, 40, 49
_TWO, _THREE, _FOUR = (24, 64), (21, 44, 67), (18, 35, 53, 70)
_COINS = {
    "3": [(_MIDDLE, y) for y in _THREE],
    "4": [(x, y) for x in (_LEFT, _RIGHT) for y in _TWO],
    "5": [(x, y) for x in (_LEFT, _RIGHT) for y in _TWO] + [(_MIDDLE, 44)],
    "6": [(x, y) for x in (_LEFT, _RIGHT) for y in _THREE],
    "7": [(x, y) for x in (_LEFT, _RIGHT) for y in _THREE] + [(_MIDDLE, 32)],
    "8": [(x, y) for x in (_LEFT, _RIGHT) for y in _THREE] + [(_MIDDLE, 32), (_MIDDLE, 56)],
    "9": [(x, y) for x in (_LEFT, _RIGHT) for y in _FOUR] + [(_MIDDLE, 44)],
    "T": [(x, y) for x in (_LEFT, _RIGHT) for y in _FOUR] + [(_MIDDLE, 26), (_MIDDLE, 62)],
}


def _coin(x: float, y: float, radius: float = 5) -> str:
    """An old coin, round with a square hole: part of a path."""
    hole = radius * 0.36
    return (
        f"M{x - radius:g} {y:g}a{radius:g} {radius:g} 0 1 0 {2 * radius:g} 0"
        f"a{radius:g} {radius:g} 0 1 0 {-2 * radius:g} 0z"
        f"M{x - hole:g} {y - hole:g}h{2 * hole:g}v{2 * hole:g}h{-2 * hole:g}z"
    )


def _coins(*parts: str) -> str:
    return f'<path class="ddz-coin" d="{"".join(parts)}"/>'


def _aside(emblem: str) -> str:
    """An emblem that keeps clear of the third that a fan shows."""
    return f'<g transform="translate(8.5 9) scale(.8)">{emblem}</g>'


_HAT = (
    '<path class="ddz-fill" d="M20 56 39 28 58 56Q39 68 20 56Z"/>'
    '<path class="ddz-line" d="M20 56 39 28 58 56Q39 68 20 56Z"/>'
    '<path class="ddz-line" d="M39 28 32 60M39 28 46 60M27 46Q39 52 51 46"/>'
)
_FAN = (
    '<circle class="ddz-fill" cx="39" cy="40" r="16"/>'
    '<circle class="ddz-line" cx="39" cy="40" r="16"/>'
    '<path class="ddz-line" d="M39 24V76M39 56 29 28M39 56 49 28"/>'
)
_CROWN = (
    '<path class="ddz-fill" d="M24 64 22 34 31 46 39 26 47 46 56 34 54 64Z"/>'
    '<path class="ddz-line" d="M24 64 22 34 31 46 39 26 47 46 56 34 54 64ZM25 57H53"/>'
    '<circle class="ddz-bell" cx="39" cy="25" r="3"/>'
)
_HORNS = (
    "M27 60C27 50 26 46 21 48 22 36 31 32 36 40 35 32 36 26 39 21"
    " 42 26 43 32 42 40 47 32 56 36 57 48 52 46 51 50 51 60Z"
)
_CAP = (
    f'<path class="ddz-fill" d="{_HORNS}"/><path class="ddz-line" d="{_HORNS}M25 67H53"/>'
    '<circle class="ddz-bell" cx="21" cy="49" r="3"/>'
    '<circle class="ddz-bell" cx="39" cy="21" r="3"/>'
    '<circle class="ddz-bell" cx="56" cy="49" r="3"/>'
)
_EMBLEMS = {
    **{rank: _coins(*(_coin(x, y) for x, y in places)) for rank, places in _COINS.items()},
    "J": _aside(_HAT),
    "Q": _aside(_FAN),
    "K": _aside(_CROWN),
    "A": _coins(_coin(39, 46, 14)),
    "2": _coins(_coin(39, 31, 11), _coin(39, 58, 11)),
    "B": _aside(_CAP),
    "R": _aside(_CAP),
}
_SORTS = {
    **dict.fromkeys("JQK", "ddz-card ddz-court"),
    "B": "ddz-card ddz-small",
    "R": "ddz-card ddz-red",
}

_PAPER = f'x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="6"'


def symbol(rank: str) -> str:
    """The symbol ``ddz-RANK`` that ``<use href="#ddz-RANK"/>`` shows; that of the back for
    :data:`BACK`."""
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    if rank == BACK:
        weave = "".join(f"M{x} 8v68" for x in range(12, 54, 6)) + "".join(
            f"M8 {y}h44" for y in range(12, 78, 6)
        )
        return (
            f'<symbol id="ddz-{BACK}" {box}><rect class="ddz-back" {_PAPER}/>'
            f'<path class="ddz-weave" d="{weave}"/></symbol>'
        )
    return (
        f'<symbol id="ddz-{rank}" {box}><g class="{_SORTS.get(rank, "ddz-card")}">'
        f'<rect class="ddz-paper" {_PAPER}/>'
        f'<path class="ddz-index" transform="translate({5 if rank == "T" else 6} 8)" '
        f'd="{GLYPHS[rank]}"/><g class="ddz-emblem">{_EMBLEMS[rank]}</g></g></symbol>'
    )


def sprite() -> str:
    """All cards and the back as symbols of one SVG, for pages that show many cards.

    ``<use href="#ddz-K"/>`` shows one. The colours are in :data:`STYLE`, which goes into the
    page's style sheet.

    >>> sprite().count("<symbol ")
    16
    """
    symbols = "\n".join(symbol(rank) for rank in (*RANKS, BACK))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">\n'
        f"{symbols}\n</svg>\n"
    )
