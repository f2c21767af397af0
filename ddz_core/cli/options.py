"""Options that several commands share."""

from __future__ import annotations

import click

from ..rules import Rules

rules_option = click.option(
    "--rules",
    type=click.Choice(Rules.presets()),
    default="standard",
    show_default=True,
    help="The rule set.",
)

position_option = click.option(
    "--position",
    metavar="POSITION",
    help="A position on one line, ddzpos1 …, as docs/position.md has it.",
)

needed_position_option = click.option(
    "--position",
    metavar="POSITION",
    required=True,
    help="A position on one line, ddzpos1 …, as docs/position.md has it.",
)


def refuse_beside_position(**options: object) -> None:
    """Refuses what a position says itself. Raises :class:`click.UsageError`."""
    for name, value in options.items():
        if value:
            raise click.UsageError(f"{name} is in the position: leave it out with --position")


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
