"""The winning chance over a game, as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from .values import Annotation, Decision

WIDTH, HEIGHT = 900, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 16, 40, 34

STYLE = """
.ddz-graph{background:#fff;font:12px system-ui,sans-serif}
.ddz-graph text{fill:#33414d}
.ddz-grid{stroke:#d5dbe0;stroke-width:1}
.ddz-line{fill:none;stroke-width:2}
.ddz-seat0{stroke:#b3202c;fill:#b3202c}
.ddz-seat1{stroke:#1f5a8c;fill:#1f5a8c}
.ddz-seat2{stroke:#2b7a4b;fill:#2b7a4b}
.ddz-seat3{stroke:#8a5a00;fill:#8a5a00}
.ddz-graph .ddz-line{fill:none}
.ddz-open{fill:none;stroke:#6b7780;stroke-width:1.5}
.ddz-turn{fill:none;stroke-width:2}
@media (prefers-color-scheme:dark){
.ddz-graph{background:#10191f}
.ddz-graph text{fill:#d3dde4}
.ddz-grid{stroke:#33414d}
.ddz-seat0{stroke:#ff8088;fill:#ff8088}
.ddz-seat1{stroke:#7db9ec;fill:#7db9ec}
.ddz-seat2{stroke:#79d19c;fill:#79d19c}
.ddz-seat3{stroke:#f0c060;fill:#f0c060}
}
"""


def graph(annotation: Annotation, prefix: str = "") -> str:
    """The landlord's winning chance after each decision, one line for each seat's knowledge;
    rings are turning points, squares at the edges what open cards say.

    With ``prefix`` each point is a link to ``#prefix`` and the number of its decision.
    """
    return _Graph(annotation, prefix).drawn()


class _Graph:
    def __init__(self, annotation: Annotation, prefix: str) -> None:
        self.annotation, self.prefix = annotation, prefix
        self.told = [each for each in annotation.decisions if each.landlord_chance is not None]
        self.turning = {point.number: point.text for point in annotation.turning_points}
        numbers = [each.number for each in self.told] or [1]
        self.first, self.last = numbers[0], max(numbers[-1], numbers[0] + 1)

    def drawn(self) -> str:
        label = self._label()
        parts = [*self._grid(), *self._key(), *self._lines(), *self._points()]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ddz-graph" width="{WIDTH}"'
            f' height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
            f' aria-label="{escape(label)}"><title>{escape(label)}</title>'
            f"<style>{STYLE}</style>{''.join(parts)}</svg>"
        )

    def _label(self) -> str:
        if not self.told:
            return "no winning chance is known"
        ends = (self.told[0].landlord_chance or 0.0, self.told[-1].landlord_chance or 0.0)
        return (
            f"The landlord's winning chance from decision {self.first} to"
            f" {self.told[-1].number}: from {ends[0]:.0%} to {ends[1]:.0%}"
        )

    def _x(self, number: int) -> float:
        room = WIDTH - _LEFT - _RIGHT
        return round(_LEFT + room * (number - self.first) / (self.last - self.first), 1)

    def _y(self, chance: float) -> float:
        return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - chance), 1)

    def _grid(self) -> Iterator[str]:
        for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = self._y(chance)
            yield f'<path class="ddz-grid" d="M{_LEFT} {y}H{WIDTH - _RIGHT}"/>'
            yield f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{chance:.0%}</text>'
        step = max(1, -(-(self.last - self.first) // 12))
        for number in range(self.first, self.last + 1, step):
            yield (
                f'<text x="{self._x(number)}" y="{HEIGHT - 12}" text-anchor="middle">'
                f"{number}</text>"
            )

    def _key(self) -> Iterator[str]:
        x = _LEFT
        for seat in sorted({each.seat for each in self.told}):
            role = self.annotation.role(seat)
            words = f"{self.annotation.named(seat)[:24]} ({role})"
            yield f'<path class="ddz-line ddz-seat{seat}" d="M{x} 20h22"/>'
            yield f'<text x="{x + 28}" y="24">{escape(words)}</text>'
            x += 216

    def _lines(self) -> Iterator[str]:
        for seat in sorted({each.seat for each in self.told}):
            own = [each for each in self.told if each.seat == seat]
            points = "L".join(
                f"{self._x(each.number)} {self._y(each.landlord_chance or 0.0)}" for each in own
            )
            yield f'<path class="ddz-line ddz-seat{seat}" d="M{points}"/>'

    def _points(self) -> Iterator[str]:
        for each in self.told:
            x, y = self._x(each.number), self._y(each.landlord_chance or 0.0)
            dot = f'<circle class="ddz-seat{each.seat}" cx="{x}" cy="{y}" r="3"/>'
            if each.number in self.turning:
                dot += f'<circle class="ddz-turn ddz-ring ddz-seat{each.seat}" style="fill:none" '
                dot += f'cx="{x}" cy="{y}" r="8"/>'
            dot = f"<g><title>{escape(self._said(each))}</title>{dot}</g>"
            if self.prefix:
                dot = f'<a href="#{escape(self.prefix)}{each.number}">{dot}</a>'
            yield dot
            yield self._open(each, x)

    def _open(self, decision: Decision, x: float) -> str:
        """A square at the top where the landlord wins with open cards, else at the bottom."""
        value = decision.value
        if value is None or value.open_win is None:
            return ""
        landlord_wins = value.open_win == (decision.seat == self.annotation.landlord)
        y = self._y(1.0 if landlord_wins else 0.0)
        return f'<rect class="ddz-open" x="{x - 4:g}" y="{y - 4:g}" width="8" height="8"/>'

    def _said(self, decision: Decision) -> str:
        turned = self.turning.get(decision.number)
        return (
            f"{decision.number}: {self.annotation.named(decision.seat)}, {decision.made}: the"
            f" landlord wins {decision.landlord_chance or 0.0:.0%}"
            + (f"; {turned}" if turned else "")
        )
