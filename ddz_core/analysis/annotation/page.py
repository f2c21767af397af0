"""Annotations as one page of HTML that loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from .graph import graph
from .text import basis, judged, open_word, outcome, summed, title
from .values import ActionValue, Annotation, Decision

STYLE = """
:root{color-scheme:light dark}
body{font:15px/1.45 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}
svg{max-width:100%;height:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.made{font-weight:600}
.better{color:#b3202c}
.note{opacity:.75}
code{overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){.better{color:#ff8088}}
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(annotations: Sequence[Annotation]) -> str:
    """The games one after the other, each with its graph, turning points and decisions."""
    parts = "\n".join(_game(each, number) for number, each in enumerate(annotations, 1))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Annotated games</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>Annotated games</h1>\n{parts}\n</body>\n</html>\n"
    )


def _game(annotation: Annotation, number: int) -> str:
    prefix = f"game{number}-"
    return "\n".join(
        (
            f"<section>\n<h2>{escape(title(annotation))}</h2>",
            f"<p>{escape(outcome(annotation))}</p>",
            graph(annotation, prefix),
            '<p class="note">Each line is the landlord’s winning chance after a decision, as that'
            " seat could know it. Rings are turning points. Squares at the top and at the bottom"
            " say who wins with open cards.</p>",
            "<h3>Players</h3>\n<ul>",
            *_summaries(annotation, prefix),
            "</ul>\n<h3>Turning points</h3>\n<ul>",
            *_turning_points(annotation, prefix),
            "</ul>\n<h3>Decisions</h3>",
            f'<p class="note">{escape(basis(annotation))}.</p>',
            "<table>\n<thead><tr><th class=number>no</th><th>seat</th><th>action</th>"
            "<th class=number>points</th><th class=number>wins</th>"
            "<th>open cards</th></tr></thead>",
            *(_decision(annotation, each, prefix) for each in annotation.decisions),
            "</table>\n</section>",
        )
    )


def _summaries(annotation: Annotation, prefix: str) -> Iterator[str]:
    for each in annotation.summaries:
        worst = ", ".join(_link(prefix, number) for number in each.worst)
        words = escape(summed(each).split("; worst")[0])
        name = escape(annotation.named(each.seat))
        yield f"<li>{name}: {words}{f'; worst: {worst}' if worst else ''}</li>"


def _turning_points(annotation: Annotation, prefix: str) -> Iterator[str]:
    for point in annotation.turning_points:
        name = escape(annotation.named(point.seat))
        yield f"<li>{_link(prefix, point.number)}, {name}: {escape(point.text)}</li>"
    if not annotation.turning_points:
        yield "<li>none</li>"


def _link(prefix: str, number: int) -> str:
    return f'<a href="#{prefix}{number}">{number}</a>'


def _decision(annotation: Annotation, decision: Decision, prefix: str) -> str:
    made = decision.value
    name = escape(annotation.named(decision.seat))
    held = f"hand: {escape(str(decision.hand))}" if decision.hand else ""
    notes = [f'<div class="note">{held}</div>']
    if words := judged(decision):
        notes.append(f'<div class="better">{escape(words)}</div>')
    if decision.note:
        notes.append(f'<div class="note">{escape(decision.note)}</div>')
    others = [value for value in decision.values if value.action != decision.made]
    if others and decision.choices > 1:
        rows = "".join(f"<tr>{_cells(value)}</tr>" for value in others)
        notes.append(
            f"<details><summary>other actions ({len(others)})</summary>"
            f"<table>{rows}</table></details>"
        )
    action = f'<span class="made">{escape(str(decision.made))}</span>{"".join(notes)}'
    return (
        f'<tr id="{prefix}{decision.number}"><td class="number">{decision.number}</td>'
        f"<td>{name}</td><td>{action}</td>{_numbers(made)}</tr>"
    )


def _cells(value: ActionValue) -> str:
    return f"<td>{escape(str(value.action))}</td>{_numbers(value)}"


def _numbers(value: ActionValue | None) -> str:
    if value is None:
        return "<td></td>" * 3
    points = f"{value.points:+.3f} ± {value.standard_error:.3f}"
    return (
        f'<td class="number">{points}</td><td class="number">{value.win_rate:.1%}</td>'
        f"<td>{open_word(value)}</td>"
    )
