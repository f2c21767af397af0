"""``ddz hint``: what is sensible to do, and why."""

from __future__ import annotations

import click

import ddz_core as ddz

from .options import json_option, needed_position_option
from .output import print_json, print_rows


@click.command(
    help="""Tell what is sensible to do in a position, best first, with the reasons.

    For the seat whose knowledge the position is, or of a whole deal for whoever is to
    act. Hidden cards have no influence on it.
    """,
)
@needed_position_option
@json_option
def hint(position: str, as_json: bool) -> None:
    seen = ddz.Position.parse(position).observation()
    found = list(ddz.hints(seen))
    if as_json:
        told = [
            {"action": str(each.action), "reason": each.reason, "merit": each.merit.name}
            for each in found
        ]
        print_json({"seat": seen.seat, "phase": seen.phase, "hints": told})
    else:
        print_rows((str(each.action), each.reason) for each in found)
