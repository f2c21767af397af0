"""``ddz convert``: games from and to other programs' formats."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from ..adapters import logs
from ..errors import InvalidArgument

format_option = click.option(
    "--from",
    "format",
    type=click.Choice(logs.formats()),
    help="The format of FILE, if it does not tell itself.",
)


@click.command(
    help="""Write the games in FILE in another format to the standard output.

    Formats are those of Botzone, DouZero, OpenSpiel and RLCard, and ddz for records of
    this package; - is the standard input. Every game is replayed by the rules of its
    program. The first that is wrong ends the command with status 2, naming its line and
    field and, where one is refused, the action; so does a game that the format cannot
    hold. docs/formats.md has the formats.
    """,
)
@click.argument("file", type=click.File("rb"))
@click.option("--to", required=True, type=click.Choice(logs.formats()), help="The format to write.")
@format_option
def convert(file: BinaryIO, to: str, format: str | None) -> None:
    for logged in logs.read(file.read(), format):
        try:
            click.echo(logs.write(logged.game, to, logged.players), nl=False)
        except InvalidArgument as refusal:
            raise InvalidArgument(f"line {logged.line}: {refusal}") from refusal
        if logged.note:
            print(f"ddz: line {logged.line}: {logged.note}", file=sys.stderr)
