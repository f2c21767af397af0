"""``ddz bench``: what this machine does."""

from __future__ import annotations

from dataclasses import asdict

import click

from ..bench import Figure, groups, machine, measured_groups
from .options import json_option
from .output import print_json, print_rows
from .progress import progress


@click.command(
    help="""Measure this machine, in about half a minute.

    Shows the median of the rounds, and between which figures the middle half of
    them lie. Figures of one thread are in its processor time, those of several by
    the clock on the wall. Each job has a known answer, which is checked in every
    round.
    """,
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10_000),
    default=15,
    show_default=True,
    help="How often each figure is measured.",
)
@json_option
def bench(rounds: int, as_json: bool) -> None:
    every = groups()
    found: list[tuple[str, list[Figure]]] = []
    with progress("rounds", len(every) * (rounds + 1)) as advance:
        for done, (title, figures) in enumerate(measured_groups(every, rounds), 1):
            advance(done)
            if figures:
                found.append((title, figures))
    about = machine()
    if as_json:
        figures_told = [
            {"group": title, **asdict(figure)} for title, figures in found for figure in figures
        ]
        print_json({"machine": about, "figures": figures_told})
        return
    print_rows((name, _text(value)) for name, value in about.items())
    for title, figures in found:
        click.echo("\n" + click.style(title, bold=True))
        for figure in figures:
            click.echo(_row(figure))


def _text(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "unknown" if value is None else str(value)


def _row(figure: Figure) -> str:
    digits = 1 if figure.unit.startswith("ns/") else 0
    low, median, high = (
        f"{number:,.{digits}f}" for number in (figure.low, figure.median, figure.high)
    )
    return f"  {figure.name:<43}{median:>12} {figure.unit:<12} {low} to {high}"
