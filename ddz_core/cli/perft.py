"""``ddz perft``: how many sequences of actions there are."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

import click

import ddz_core as ddz

from .._core.threads import Watch
from .._core.whole_games import perft_watched
from ..rules import rules_named
from .options import json_option, rules_option
from .output import print_json, print_rows
from .progress import progress
from .status import STOPPED

MOST_ACTIONS = 54 * 4
"""Each of 54 cards may be played alone, and answered by the passes of three others."""


class Level(NamedTuple):
    """The count at one depth, and the time it took."""

    depth: int
    sequences: int
    seconds: float


@click.command(
    help="""Count the sequences of actions from a position, depth by depth.

    The first HAND leads, and the others follow in turn; passing is an action.
    A sequence ends early where the deal does. With --deal, seat 0 is the
    landlord, holds the bottom and leads. Ctrl-C stops and shows the depths
    that were done.
    """,
)
@click.argument("hands", metavar="[HAND]...", nargs=-1)
@click.option("--deal", "number", type=int, help="Take the hands of this deal.")
@click.option(
    "--depth",
    type=click.IntRange(1, MOST_ACTIONS),
    default=3,
    show_default=True,
    help="The most actions.",
)
@rules_option
@json_option
def perft(hands: tuple[str, ...], number: int | None, depth: int, rules: str, as_json: bool) -> int:
    if bool(hands) == (number is not None):
        raise click.UsageError("give either hands or --deal, for example: ddz perft 334 556 778")
    if number is None:
        held = [ddz.Hand(hand, decks=rules_named(rules).decks) for hand in hands]
    else:
        held = _landlord_first(number, rules)
    levels: list[Level] = []
    stopped = False
    try:
        while len(levels) < depth:
            levels.append(_next_level(held, rules, levels))
    except KeyboardInterrupt:
        stopped = True
        print(f"ddz: stopped after depth {len(levels)} of {depth}", file=sys.stderr)
    if as_json:
        print_json(
            {
                "rules": rules,
                "hands": [str(hand) for hand in held],
                "depths": [level._asdict() for level in levels],
                "stopped": stopped,
            }
        )
    else:
        print_rows(
            (f"depth {level.depth}", f"{level.sequences:,}  ({level.seconds:.3f} s)")
            for level in levels
        )
    return STOPPED if stopped else 0


def _landlord_first(number: int, rules: str) -> list[ddz.Hand]:
    deal = ddz.deal(number, rules=rules)
    return [deal.hands[0] + deal.bottom, *deal.hands[1:]]


def _next_level(hands: Sequence[ddz.Hand], rules: str, levels: Sequence[Level]) -> Level:
    """The count one action deeper than the last level."""
    depth = len(levels) + 1
    expected, rate = _forecast(levels)
    started = time.perf_counter()
    with progress(f"sequences of {depth} actions, estimated", expected) as advance:
        watch = Watch(
            tell=lambda: advance(min(expected, int(rate * (time.perf_counter() - started))))
        )
        sequences = perft_watched(hands, depth, rules, watch)
    return Level(depth, sequences, time.perf_counter() - started)


def _forecast(levels: Sequence[Level]) -> tuple[int, float]:
    """About how many sequences the next level has, and how many are counted a second.

    Each level is taken to grow as the one before it did.
    """
    if len(levels) < 2:
        return 1, 0.0
    before, last = levels[-2:]
    return last.sequences**2 // before.sequences, last.sequences / last.seconds
