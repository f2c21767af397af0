"""``ddz analyse``: what every decision of recorded games was worth."""

from __future__ import annotations

import os
from contextlib import nullcontext
from typing import BinaryIO

import click

from ..adapters import logs
from ..analysis.annotation import WORLDS, annotate
from ..analysis.annotation.page import page
from ..errors import DdzError, InvalidArgument
from .convert import format_option
from .options import json_option
from .output import print_json
from .progress import progress


@click.command(
    help="""Show what every decision of the games in FILE was worth.

    FILE has one record on each line, as docs/table.md tells; - is the standard input. Logs of
    Botzone, DouZero, OpenSpiel and RLCard are read too (docs/formats.md). For each decision:
    the points and the wins of each action with standard errors, from what the seat knew; who
    wins with open cards where few are left; the better action where one is significantly
    better; then the turning points, and how each player decided (docs/analysis.md). The first
    game that is wrong ends the command with status 2, naming its line and the reason.
    """,
)
@click.argument("file", type=click.File("rb"))
@click.option("--line", "wanted", type=click.IntRange(1), help="Only the game of this line.")
@click.option("--seat", type=int, help="Only the decisions of this seat.")
@click.option("--worlds", type=int, default=WORLDS, show_default=True, help="For a decision.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="For each game.")
@click.option("--seed", type=int, default=1, show_default=True, help="What worlds are drawn from.")
@click.option(
    "--actions",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="How many other actions the text shows for each decision.",
)
@click.option("--html", metavar="FILE", help="Write a page with a graph to FILE instead.")
@format_option
@json_option
def analyse(
    file: BinaryIO,
    wanted: int | None,
    seat: int | None,
    worlds: int,
    time_limit: float | None,
    seed: int,
    actions: int,
    html: str | None,
    format: str | None,
    as_json: bool,
) -> None:
    if html is not None and as_json:
        raise click.UsageError("--html and --json are two forms: choose one")
    if html is not None and os.path.isdir(html):
        raise click.UsageError(f"cannot write {html}: it is a folder")
    data, pages, found = file.read(), [], 0
    # Where games are printed they show how far it is.
    with nullcontext(_no_bar) if html is None else progress("lines", data.count(b"\n")) as advance:
        for logged in logs.read(data, format):
            if wanted not in (None, logged.line):
                continue
            try:
                annotation = annotate(
                    logged.game,
                    seat,
                    time_limit,
                    worlds=worlds,
                    seed=seed,
                    players=logged.players,
                )
            except DdzError as refusal:
                raise InvalidArgument(f"line {logged.line}: {refusal}") from refusal
            found += 1
            advance(logged.line)
            if html is not None:
                pages.append(annotation)
            elif as_json:
                print_json({"line": logged.line, **annotation.to_dict()})
            else:
                click.echo(("\n" if found > 1 else "") + f"line {logged.line}: ", nl=False)
                click.echo(annotation.to_text(actions))
    if not found:
        raise click.UsageError(f"there is no game on line {wanted}")
    if html is not None:
        with open(html, "w", encoding="utf-8") as out:
            out.write(page(pages))


def _no_bar(done: int) -> None:
    """Shows nothing."""
