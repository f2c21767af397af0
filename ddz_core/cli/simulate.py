"""``ddz simulate``: many games played at random."""

from __future__ import annotations

import os
import sys
from contextlib import closing

import click

from ..analysis.simulation import Simulation, run
from .options import json_option, rules_option
from .output import print_json, print_rows
from .progress import progress
from .status import STOPPED


@click.command(
    help="""Play deals to the end, every legal action equally likely.

    The deals are SEED, SEED + 1, and so on; seat 0 is the landlord. Ctrl-C
    stops and shows the results so far. The digest is the same wherever the
    same deals are played under the same rules.
    """,
)
@click.option("--deals", type=int, default=100_000, show_default=True, help="How many to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="The first deal number.")
@click.option(
    "--threads",
    type=int,
    default=lambda: os.cpu_count() or 1,
    show_default="one for each core",
    help="How many work; the results do not depend on it.",
)
@rules_option
@click.option("--wild", is_flag=True, help="Each deal draws a wild rank.")
@json_option
def simulate(deals: int, seed: int, threads: int, rules: str, wild: bool, as_json: bool) -> int:
    so_far = Simulation()
    stopped = False
    with closing(run(deals, seed, rules, threads, wild)) as snapshots:
        try:
            with progress("games", deals) as advance:
                for so_far in snapshots:
                    advance(so_far.games)
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        print(f"ddz: stopped after {so_far.games:,} of {deals:,} games", file=sys.stderr)
    if as_json:
        print_json(
            {
                "rules": rules,
                "wild": wild,
                "seed": seed,
                "deals": deals,
                "threads": threads,
                "games": so_far.games,
                "decisions": so_far.decisions,
                "landlord_wins": so_far.landlord_wins,
                "bombs": so_far.bombs,
                "seconds": so_far.seconds,
                "games_per_second": so_far.games_per_second,
                "digest": so_far.digest,
                "stopped": stopped,
            }
        )
    else:
        print_rows(_rows(so_far, seed, f"{rules}, a wild rank drawn" if wild else rules))
    return STOPPED if stopped else 0


def _rows(result: Simulation, seed: int, rules: str) -> list[tuple[str, str]]:
    games = result.games

    def each(count: int) -> str:
        return f"{count:,}" + (f"  ({count / games:.3f} a game)" if games else "")

    first_deals = f"  (deals {seed} to {seed + games - 1})" if games else ""
    return [
        ("rules", rules),
        ("games", f"{games:,}{first_deals}"),
        ("decisions", each(result.decisions)),
        ("landlord wins", each(result.landlord_wins)),
        ("bombs", each(result.bombs)),
        ("seconds", f"{result.seconds:.3f}  ({result.games_per_second:,.0f} games a second)"),
        ("digest", result.digest),
    ]
