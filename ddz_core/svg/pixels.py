"""The cards as pixels, drawn from their SVG: for those who want arrays.

It knows what the cards are made of: paths of lines, curves and half circles, circles and
rectangles with round corners, moved and scaled, in the colours of the style sheet.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from .cards import HEIGHT, STYLE, WIDTH, symbol

_FINE = 4
"""So many points in each direction are looked at for one pixel."""
_STEPS = 12
"""Lines that a curve is drawn as."""
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}
_RULE = re.compile(r"((?:\.[\w-]+ ?)+)\{([^}]*)\}")


class _Line(NamedTuple):
    """Points in a row, as complex numbers, and whether the last one leads to the first."""

    points: list[complex]
    closed: bool


@lru_cache(maxsize=32)
def card(rank: str) -> NDArray[np.uint8]:
    """A card as ``uint8[84, 60, 4]``: red, green, blue, each times the fourth, how much of the
    pixel is covered. ``rank`` is one of ``RANKS`` or ``"back"``.

    >>> picture = card("3")
    >>> picture.shape, picture[0, 0].tolist(), picture[40, 10].tolist()  # a corner, and paper
    ((84, 60, 4), [0, 0, 0, 0], [255, 253, 245, 255])
    """
    canvas = np.zeros((HEIGHT * _FINE, WIDTH * _FINE, 4), np.uint8)
    _draw(canvas, ElementTree.fromstring(symbol(rank)), (), 1.0, 0j)
    fine = canvas.reshape(HEIGHT, _FINE, WIDTH, _FINE, 4)
    picture: NDArray[np.uint8] = np.rint(fine.mean(axis=(1, 3))).astype(np.uint8)
    picture.flags.writeable = False
    return picture


def _draw(
    canvas: NDArray[np.uint8],
    element: ElementTree.Element,
    within: tuple[str, ...],
    scale: float,
    move: complex,
) -> None:
    """An element and what is in it; ``within`` are the classes of those around it."""
    moved = re.search(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    scaled = re.search(r"scale\((\S+)\)", element.get("transform", ""))
    if moved:
        move += scale * complex(float(moved[1]), float(moved[2]))
    if scaled:
        scale *= float(scaled[1])
    own = tuple(element.get("class", "").split())
    lines = [
        _Line([(point * scale + move) * _FINE for point in line.points], line.closed)
        for line in _lines(element)
    ]
    style = _style(own, within)
    if (fill := style.get("fill", "none")) != "none":
        _paint(canvas, _inside(canvas, lines), fill)
    if (stroke := style.get("stroke", "none")) != "none":
        width = float(style.get("stroke-width", "1")) * scale * _FINE
        _paint(canvas, _along(canvas, lines, width / 2), stroke)
    for inner in element:
        _draw(canvas, inner, (*within, *own), scale, move)


def _style(own: tuple[str, ...], within: tuple[str, ...]) -> dict[str, str]:
    """What the style sheet says of an element; of two rules the later one holds."""
    found: dict[str, str] = {}
    for selector, said in _RULE.findall(STYLE.split("@media")[0]):
        *around, last = selector.replace(".", "").split()
        if last in own and set(around) <= set(within):
            found |= dict(each.split(":", 1) for each in said.split(";"))
    return found


def _paint(canvas: NDArray[np.uint8], where: NDArray[np.bool_], colour: str) -> None:
    canvas[where] = [*bytes.fromhex(colour.removeprefix("#")), 255]


def _inside(canvas: NDArray[np.uint8], lines: list[_Line]) -> NDArray[np.bool_]:
    """Which points an odd number of the lines goes round."""
    height, width = canvas.shape[:2]
    ys, xs = np.arange(height) + 0.5, np.arange(width) + 0.5
    found = np.zeros((height, width), bool)
    for points, _ in lines:
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            rows = (a.imag <= ys) != (b.imag <= ys)
            if rows.any():
                crossed = a.real + (ys[rows] - a.imag) * (b.real - a.real) / (b.imag - a.imag)
                found[rows] ^= xs > crossed[:, None]
    return found


def _along(canvas: NDArray[np.uint8], lines: list[_Line], reach: float) -> NDArray[np.bool_]:
    """Which points are as near to a line."""
    height, width = canvas.shape[:2]
    found = np.zeros((height, width), bool)
    for points, closed in lines:
        ends = [*points[1:], points[0]] if closed else points[1:]
        for a, b in zip(points, ends, strict=False):
            left, right = sorted((a.real, b.real))
            top, bottom = sorted((a.imag, b.imag))
            xs = np.arange(max(0, int(left - reach)), min(width, int(right + reach) + 2))
            ys = np.arange(max(0, int(top - reach)), min(height, int(bottom + reach) + 2))
            at = xs + 0.5 + 1j * (ys[:, None] + 0.5) - a
            way = b - a
            share = (at * way.conjugate()).real / (abs(way) ** 2 or 1)
            near = np.abs(at - way * np.clip(share, 0, 1)) <= reach
            found[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1] |= near
    return found


def _lines(element: ElementTree.Element) -> list[_Line]:
    """The outline of one element."""
    kind = element.tag
    if kind == "path":
        return _path(element.get("d", ""))
    if kind not in ("circle", "rect"):
        return []

    def number(name: str) -> float:
        return float(element.get(name, "0"))

    if kind == "circle":
        return [_Line(_around(complex(number("cx"), number("cy")), number("r"), 0, 4), True)]
    x, y, radius = number("x") + number("rx"), number("y") + number("rx"), number("rx")
    right, below = x + number("width") - 2 * radius, y + number("height") - 2 * radius
    corners = (complex(right, below), complex(x, below), complex(x, y), complex(right, y))
    return [_Line([p for k, at in enumerate(corners) for p in _around(at, radius, k, 1)], True)]


def _around(centre: complex, radius: float, first: int, quarters: int) -> list[complex]:
    """Points on a circle, from one quarter on and for so many."""
    angles = np.pi / 2 * (first + np.linspace(0, quarters, quarters * _STEPS // 2 + 1))
    return list((centre + radius * np.exp(1j * angles)).tolist())


def _path(told: str) -> list[_Line]:
    """The lines of a path, as its ``d`` tells them."""
    tokens = _TOKEN.findall(told)
    found: list[_Line] = []
    points: list[complex] = []
    command, control, place = "", None, 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command, place = tokens[place], place + 1
        upper = command.upper()
        given = [float(each) for each in tokens[place : place + _NUMBERS[upper]]]
        place += _NUMBERS[upper]
        if upper == "Z":
            found.append(_Line(points, True))
            points = points[:1]
            continue
        here = points[-1] if points else 0j
        base = here if command.islower() else 0j
        if upper == "M":
            if len(points) > 1:
                found.append(_Line(points, False))
            points = [base + complex(*given)]
            command = "l" if command == "m" else "L"  # what follows without a letter
            continue
        if upper in "HV":
            end = complex(given[0], 0 if base else here.imag)
            if upper == "V":
                end = complex(0 if base else here.real, given[0])
            points.append(base + end)
        elif upper == "A":
            points += _half_circle(here, base + complex(*given[5:]))
        else:
            pairs = [base + complex(*given[k : k + 2]) for k in range(0, len(given), 2)]
            if upper == "S":
                pairs.insert(0, here if control is None else 2 * here - control)
            points += _curve(here, *pairs) if len(pairs) > 1 else pairs
            control = pairs[-2] if upper in "CS" else None
            continue
        control = None
    if len(points) > 1:
        found.append(_Line(points, False))
    return found


def _curve(*points: complex) -> list[complex]:
    """Points on the Bézier curve of these, its beginning left out."""
    at = np.linspace(0, 1, _STEPS + 1)[1:]
    row = [np.full(_STEPS, point) for point in points]
    while len(row) > 1:
        row = [a + (b - a) * at for a, b in pairwise(row)]
    return list(row[0].tolist())


def _half_circle(start: complex, end: complex) -> list[complex]:
    """Points on the half circle over a diameter, against the clock."""
    turn = np.exp(-1j * np.linspace(0, np.pi, 2 * _STEPS + 1)[1:])
    return list(((start + end) / 2 + (start - end) / 2 * turn).tolist())
