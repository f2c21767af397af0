"""``ddz appraise``: the strength of a hand before bidding."""

from __future__ import annotations

from dataclasses import asdict

import click

import ddz_core as ddz

from ..rules import RulesName
from .options import json_option, rules_option
from .output import print_json


@click.command(
    help="""Tell how strong HAND is, for example 3356699TJQQKKA2BR.

    Its strong cards (jokers and 2s), its bombs, the smallest number of plays that lay it
    down, and of 17 cards or more (25 with two decks) the points to expect as the landlord
    for each unit of base and stake, and what to bid first in a points auction.
    """,
)
@click.argument("hand")
@click.option("--players", type=int, help="2 or 3 (the default), 4 with two decks.")
@click.option("--shown", metavar="CARD", help="A bottom card that is shown before the auction.")
@click.option("--short-deck", is_flag=True, help="Two players without the 3s and 4s.")
@click.option("--wild", is_flag=True, help="A wild rank will be drawn, not known yet.")
@rules_option
@json_option
def appraise(
    hand: str,
    players: int | None,
    shown: str | None,
    short_deck: bool,
    wild: bool,
    rules: RulesName,
    as_json: bool,
) -> None:
    named = ddz.Rules.preset(rules)
    held = ddz.Hand(hand, decks=named.decks)
    players = named.seats[-1] if players is None else players
    found = ddz.appraise(held, players, rules, shown, short_deck=short_deck, wild=wild)
    if as_json:
        print_json({"hand": str(held), "players": players, "rules": rules, **asdict(found)})
    else:
        click.echo(str(found))
