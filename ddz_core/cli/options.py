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

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
