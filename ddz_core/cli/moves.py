"""``ddz moves``: the plays that a hand holds."""

from __future__ import annotations

from itertools import groupby

import click

import ddz_core as ddz

from ..rules import Rules, rules_named
from .options import json_option, position_option, refuse_beside_position
from .output import print_json, print_rows


@click.command(
    help="""List the plays of HAND, for example 33344456TJQKA2BR.

    In canonical order. Passing, which is allowed where there is a play to
    beat, is not listed. With --position the plays of whoever is to act there are
    listed, or before the play what may be said.
    """,
)
@click.argument("hand", required=False)
@position_option
@click.option("--last", metavar="PLAY", help="The play to beat, for example 3334; none to lead.")
@click.option(
    "--rules",
    type=click.Choice(Rules.presets()),
    help="The rule set.  [default: standard]",
)
@click.option("--wild", metavar="RANK", help="The rank that is wild, from 3 to 2.")
@json_option
def moves(
    hand: str | None,
    position: str | None,
    last: str | None,
    rules: str | None,
    wild: str | None,
    as_json: bool,
) -> None:
    if position is not None:
        refuse_beside_position(HAND=hand, **{"--last": last, "--rules": rules, "--wild": wild})
        _of_position(ddz.Position.parse(position).observation(), as_json)
        return
    if hand is None:
        raise click.UsageError("give a HAND or --position, for example: ddz moves 33344456")
    rules = "standard" if rules is None else rules
    value = rules_named(rules)
    if wild is not None:
        value = value.changed(wild=wild.upper())
    held = ddz.Hand(hand, decks=value.decks)
    _show(held, last, rules, value, as_json)


def _of_position(seen: ddz.Observation, as_json: bool) -> None:
    """What the seat that sees this may do."""
    if seen.phase == "play":
        last = None if seen.last is None else str(seen.last)
        _show(seen.hand, last, seen.table.rules.name, seen.rules, as_json)
        return
    actions = [str(action) for action in seen.legal_actions]
    if as_json:
        print_json({"hand": str(seen.hand), "phase": seen.phase, "actions": actions})
    else:
        print_rows([(str(seen.phase), " ".join(actions))])


def _show(held: ddz.Hand, last: str | None, rules: str, value: Rules, as_json: bool) -> None:
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
