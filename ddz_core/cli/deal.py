"""``ddz deal``: the cards of numbered deals."""

from __future__ import annotations

import click

import ddz_core as ddz

from .options import json_option, rules_option
from .output import print_json, print_rows


# A negative number is refused as a number, not as an option that is unknown.
@click.command(
    context_settings={"ignore_unknown_options": True},
    help="""Show the deals of these NUMBERs.

    A deal is a function of its number alone, from 0 to 2**64 - 1, on every
    machine and in every version. With --json each deal is one line.
    """,
)
@click.argument("numbers", metavar="NUMBER...", type=int, nargs=-1, required=True)
@click.option(
    "--players",
    type=int,
    show_default="as many as the rules have at most",
    help="2 or 3, or 4 with two decks.",
)
@rules_option
@json_option
def deal(numbers: tuple[int, ...], players: int | None, rules: str, as_json: bool) -> None:
    for index, (number, dealt) in enumerate([(n, ddz.deal(n, players, rules)) for n in numbers]):
        hands = [str(hand) for hand in dealt.hands]
        if as_json:
            print_json(
                {
                    "deal": number,
                    "hands": hands,
                    "bottom": str(dealt.bottom),
                    "first_bidder": dealt.first_bidder,
                }
            )
            continue
        if index:
            print()
        print_rows(
            [
                ("deal", str(number)),
                *((f"seat {seat}", hand) for seat, hand in enumerate(hands)),
                ("bottom", str(dealt.bottom)),
                ("first bidder", f"seat {dealt.first_bidder}"),
            ]
        )
