"""``ddz moves``: the plays that a hand holds."""

from __future__ import annotations

from itertools import groupby

import click

import ddz_core as ddz

from ..rules import rules_named
from .options import json_option, rules_option
from .output import print_json, print_rows


@click.command(
    help="""List the plays of HAND, for example 33344456TJQKA2BR.

    In canonical order. Passing, which is allowed where there is a play to
    beat, is not listed.
    """,
)
@click.argument("hand")
@click.option("--last", metavar="PLAY", help="The play to beat, for example 3334; none to lead.")
@rules_option
@click.option("--wild", metavar="RANK", help="The rank that is wild, from 3 to 2.")
@json_option
def moves(hand: str, last: str | None, rules: str, wild: str | None, as_json: bool) -> None:
    value = rules_named(rules)
    if wild is not None:
        value = value.changed(wild=wild.upper())
    held = ddz.Hand(hand, decks=value.decks)
    plays = ddz.legal_moves(held, last, value)
    if as_json:
        print_json(
            {
                "hand": str(held),
                "last": last,
                "rules": rules,
                "wild": value.wild,
                "count": len(plays),
                "moves": [str(play) for play in plays],
            }
        )
        return
    # Canonical order goes by kind first, so the plays of a kind stand together.
    groups = groupby(plays, key=lambda play: play.kind)
    print_rows((str(kind), " ".join(str(play.cards) for play in group)) for kind, group in groups)
    print(f"{len(plays):,} {'play' if len(plays) == 1 else 'plays'}")
