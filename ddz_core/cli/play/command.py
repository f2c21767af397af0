"""The command ``ddz play`` and its options."""

from __future__ import annotations

import click

import ddz_core as ddz

from ...rules import Rules
from .dialogue import Dialogue
from .resuming import resumed, text_of
from .screen import Screen
from .seats import USUAL, seated
from .sitting import Sitting


@click.command(
    context_settings={"ignore_unknown_options": True},
    help="""Play in the terminal against computer players.

    Cards are typed, as 33344456, and pass, hint, undo, why CARDS, counter, record, quit;
    ? tells everything. Ctrl-C or the end of the input leaves the table and prints the record
    so far; with --resume one goes on there.
    """,
)
@click.option(
    "--table",
    "table_text",
    metavar="TABLE",
    help="A preset, and fields that differ: bga,players=2,discard=yes.  [default: standard]",
)
@click.option("--rules", type=click.Choice(Rules.presets()), help="Other rules than the table's.")
@click.option(
    "--opponents",
    metavar="PLAYERS",
    help=f"One for all, or each in the order of seats: hard,easy.  [default: {USUAL}]",
)
@click.option("--deal", type=int, help="The number of the first deal; else it is drawn.")
@click.option("--seat", type=int, help="Your seat, from 0.  [default: 0]")
@click.option("--deals", type=int, help="So many deals make a match; else as the table says.")
@click.option(
    "--resume",
    metavar="RECORD",
    help="Go on with this record, or with the one in this file.",
)
def play(
    table_text: str | None,
    rules: str | None,
    opponents: str | None,
    deal: int | None,
    seat: int | None,
    deals: int | None,
    resume: str | None,
) -> int:
    named = opponents.split(",") if opponents is not None else []
    if resume is not None:
        told = {"--table": table_text, "--rules": rules, "--deal": deal, "--deals": deals}
        for option, value in told.items():
            if value is not None:
                raise click.UsageError(f"{option} is in the record: leave it out with --resume")
        sitting = resumed(text_of(resume), seat, named)
    else:
        table = ddz.Table.parse("standard" if table_text is None else table_text)
        changes = {"rules": rules, "deals": deals}
        table = table.changed(**{name: each for name, each in changes.items() if each is not None})
        sitting = Sitting(table, seated(table.players, seat, named), deal)
    return Dialogue(sitting, Screen()).run()
