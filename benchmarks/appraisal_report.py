"""The figures of docs/appraisal.md, between its marks, and the plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from appraisal_auctions import Check, Thresholds
from appraisal_checks import Group, Meeting, Shift
from appraisal_model import Fit
from variant_rounds import Gain

from ddz_core.analysis.features import SHAPE
from ddz_core.analysis.settings import Doubling, Line
from ddz_core.kinds import RANKS

TITLES = {
    "3": "three players",
    "2": "two players",
    "2 short": "two players, short deck",
    "4": "four players, two decks",
    "3 wild": "three players, wild cards",
    "2 wild": "two players, wild cards",
}

Auction = tuple[Sequence[Thresholds], Sequence[Check], Sequence[Meeting]]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def signed(number: float, digits: int = 2) -> str:
    """A number with its sign, a real minus."""
    return f"{number:+.{digits}f}".replace("-", "−")


def shape_table(fits: Mapping[str, Sequence[Fit]]) -> str:
    """What the shape of a hand brings."""
    head = ["", *(TITLES[game] for game in fits), "three players, the bottom known"]
    columns = [*(found[0] for found in fits.values()), fits["3"][3]]
    first = len(columns[0].weights) - len(SHAPE)
    rows = [
        [name, *(signed(f.weights[first + i], 3) for f in columns)] for i, name in enumerate(SHAPE)
    ]
    rows.append(["R²", *(f"{f.explained:.3f}" for f in columns)])
    return table(head, rows)


def ranks_table(found: Fit) -> str:
    """What so many cards of a rank bring, against none of it."""
    worths = found.weights[: -len(SHAPE)].reshape(15, 4)
    rows = [
        [
            f"**{rank}**",
            *(signed(w) if slot < 13 or i == 0 else "" for i, w in enumerate(worths[slot])),
        ]
        for slot, rank in enumerate(RANKS)
    ]
    return table(["rank", "1", "2", "3", "4"], rows)


def rules_table(rules: Mapping[str, tuple[float, float]]) -> str:
    rows = [[f"`{name}`", f"{apart:.3f}", f"{r2:.3f}"] for name, (apart, r2) in rules.items()]
    return table(["rules", "apart, points", "R² of own numbers"], rows)


def calibration_table(curves: Mapping[str, Sequence[Group]]) -> str:
    head = ["tenth of the hands", *curves]
    rows = [
        [str(i + 1), *(_cell(groups[i]) for groups in curves.values())]
        for i in range(len(next(iter(curves.values()))))
    ]
    return table(head, rows)


def few_table(classes: Mapping[str, Mapping[int, Group]]) -> str:
    """By the number of plays."""
    numbers = list(next(iter(classes.values())))
    rows = [
        [
            f"{number} or more" if number == numbers[-1] else str(number),
            *(_cell(found[number]) if number in found else "" for found in classes.values()),
        ]
        for number in numbers
    ]
    return table(["plays", *classes], rows)


def _cell(group: Group) -> str:
    return f"{signed(group.expected)} → {signed(group.played)} ± {group.error:.2f}"


def strong_table(strong: Mapping[tuple[str, str], tuple[Sequence[Group], Group]]) -> str:
    head = ["fifth of the hands", *(f"`{name}`, {TITLES[game]}" for name, game in strong)]
    curves = [groups for groups, _ in strong.values()]
    rows = [[str(i + 1), *(_cell(groups[i]) for groups in curves)] for i in range(len(curves[0]))]
    more = [
        f"{signed(all_.played - all_.expected)} ± {all_.error:.2f} ({all_.hands:,} deals)"
        for _, all_ in strong.values()
    ]
    rows.append(["all: played − expected", *more])
    return table(head, rows)


def thresholds_table(
    auctions: Mapping[tuple[str, str], Auction], shifts: Mapping[str, Shift]
) -> str:
    parts = []
    for (game, kind), (thresholds, checks, _) in auctions.items():
        stakes = (
            ("1", "2", "3")
            if kind == "points"
            else tuple(str(1 << i) for i in range(len(thresholds[0])))
        )
        rows = [
            [
                str(place + 1),
                *(_threshold(t) for t in own),
                signed(check.value),
                f"{max(check.gain, 0.0):.3f}",
            ]
            for place, (own, check) in enumerate(zip(thresholds, checks, strict=True))
        ]
        head = ["bids as number", *(f"for {s}" for s in stakes), "points a deal", "left to gain"]
        parts.append(f"**{named(kind).capitalize()}, {TITLES[game]}**\n\n{table(head, rows)}")
    told = ", ".join(f"{game} {signed(s.mean)} ± {s.error:.2f}" for game, s in shifts.items())
    if told:
        parts.append(f"Cards discarded before the play shift the expected points: {told}.")
    return "\n\n".join(parts)


def _threshold(number: float) -> str:
    return (
        "any"
        if number < -4.9 or -2.55 < number < -2.4
        else ("none" if number > 7.9 or 3.9 < number < 4.05 else signed(number))
    )


def meetings_table(auctions: Mapping[tuple[str, str], Auction]) -> str:
    rows = [
        [
            f"{'calling and robbing' if kind == 'call' else kind}, {TITLES[game]}",
            each.others,
            f"{signed(each.value + 0.0)} ± {each.error:.2f}",
            f"{100 * each.led:.0f} %",
            signed(each.as_landlord),
        ]
        for (game, kind), (_, _, meetings) in auctions.items()
        for each in meetings
    ]
    head = ["auction", "the others", "points a deal", "landlord in", "points of those"]
    return table(head, rows)


def model_table(groups: Sequence[tuple[float, float, float]]) -> str:
    rows = [
        [str(i + 1), signed(points), f"{100 * likely:.1f} %", f"{100 * made:.1f} %"]
        for i, (points, likely, made) in enumerate(groups)
    ]
    return table(["tenth of the hands", "quick estimate", "taken for", "bids of 3"], rows)


def named(kind: str) -> str:
    """The name of an auction."""
    return {"call": "calling and robbing", "none": "no auction"}.get(kind, f"{kind} auction")


def doubling_table(
    found: Mapping[tuple[str, str], tuple[Doubling, Gain]],
) -> str:
    """By setting and kind of auction."""
    rows = [
        [
            f"{TITLES[game]}, {named(kind)}",
            signed(rule.landlord),
            *(
                f"{signed(hope.constant)} {signed(hope.own)} own {signed(hope.bottom)} bottom"
                for hope in rule.peasants
            ),
            f"{100 * gain.landlord_doubles:.0f} %, {100 * gain.peasants_double:.0f} %",
            f"{signed(gain.landlord)} ± {gain.landlord_error:.2f}",
            f"{signed(gain.peasant)} ± {gain.peasant_error:.2f}",
        ]
        for (game, kind), (rule, gain) in found.items()
    ]
    head = [
        "", "landlord from", "peasants' hope", "… if he has doubled", "they double in",
        "brings the landlord", "brings a peasant",
    ]  # fmt: skip
    return table(head, rows)


def open_table(found: Mapping[str, tuple[Line, Line]]) -> str:
    """What the landlord gets with his hand hidden and open, for a factor of 1."""
    rows = [
        [
            TITLES[game],
            *(f"{signed(line.constant)} {signed(line.slope)} x" for line in (closed, opened)),
            _opens_from(closed, opened),
        ]
        for game, (closed, opened) in found.items()
    ]
    return table(["", "hidden", "open", "open with a factor of 2 from x ="], rows)


def _opens_from(closed: Line, opened: Line) -> str:
    slope = 2 * opened.slope - closed.slope
    if slope <= 0:
        return "never"
    even = (closed.constant - 2 * opened.constant) / slope
    return signed(max(even, -opened.constant / opened.slope if opened.slope > 0 else even))


def write_report(path: Path, figures: Mapping[str, str]) -> None:
    """Puts each of the figures between its two marks."""
    text = path.read_text(encoding="utf-8")
    for name, figure in figures.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, rest = text.split(begin)
        after = rest.split(end)[1]
        text = f"{before}{begin}\n\n{figure}\n\n{end}{after}"
    path.write_text(text, encoding="utf-8")


# ------------------------------------------------------------------ the plot

WIDTH, HEIGHT, MARGIN = 640, 460, 60
COLOURS = ("#1f6feb", "#2da44e", "#bf8700", "#cf222e", "#8250df", "#d15704", "#57606a")


def plot(curves: Mapping[str, Sequence[Group]]) -> str:
    """Played against expected points, one curve each, with two standard errors."""
    points = [group for groups in curves.values() for group in groups]
    low = min(min(g.expected, g.played - 2 * g.error) for g in points) - 0.1
    high = max(max(g.expected, g.played + 2 * g.error) for g in points) + 0.1

    def x(value: float) -> float:
        return MARGIN + (value - low) / (high - low) * (WIDTH - 2 * MARGIN)

    def y(value: float) -> float:
        return HEIGHT - MARGIN - (value - low) / (high - low) * (HEIGHT - 2 * MARGIN)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _line(x(low), y(low), x(high), y(high), "#999", 'stroke-dasharray="4 4"'),
    ]
    for tick in range(int(np.ceil(low)), int(np.floor(high)) + 1):
        parts.append(_line(x(tick), y(low), x(tick), y(high), "#eee"))
        parts.append(_line(x(low), y(tick), x(high), y(tick), "#eee"))
        parts.append(_text(x(tick), y(low) + 18, str(tick), "middle"))
        parts.append(_text(x(low) - 8, y(tick) + 4, str(tick), "end"))
    for i, (name, groups) in enumerate(curves.items()):
        colour = COLOURS[i % len(COLOURS)]
        path = " ".join(f"{x(g.expected):.1f},{y(g.played):.1f}" for g in groups)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}"/>')
        for g in groups:
            a, b = y(g.played - 2 * g.error), y(g.played + 2 * g.error)
            parts.append(_line(x(g.expected), a, x(g.expected), b, colour))
            parts.append(
                f'<circle cx="{x(g.expected):.1f}" cy="{y(g.played):.1f}" r="3" fill="{colour}"/>'
            )
        corner = f'x="{MARGIN + 12}" y="{MARGIN + 18 * i}"'
        parts.append(f'<rect {corner} width="10" height="10" fill="{colour}"/>')
        parts.append(_text(MARGIN + 28, MARGIN + 9 + 18 * i, name, "start"))
    parts.append(_text(WIDTH / 2, HEIGHT - 16, "expected points of the landlord", "middle"))
    parts.append(
        f'<text x="18" y="{HEIGHT / 2}" text-anchor="middle" '
        f'transform="rotate(-90 18 {HEIGHT / 2})">points played for</text>'
    )
    return "\n".join([*parts, "</svg>", ""])


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" {more}/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'
