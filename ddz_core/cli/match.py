"""``ddz match``: players against each other."""

from __future__ import annotations

import math
import os
import sys
from contextlib import closing
from typing import TextIO

import click

from .. import agents
from ..arena import Estimate, Pace, Score, run, run_round_robin
from ..table import Table
from .options import json_option
from .output import print_json, print_rows
from .progress import progress
from .status import STOPPED


@click.command()
@click.argument("players", metavar="[PLAYER]...", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="All against all, not A against B.")
@click.option("--deals", type=int, default=1000, show_default=True, help="How many to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="The first deal number.")
@click.option(
    "--table",
    "table_text",
    metavar="TABLE",
    default="standard",
    show_default=True,
    help="A preset, and fields that differ: bga,players=2,discard=yes.",
)
@click.option("--bidding", is_flag=True, help="Play the auction too, for the points of the table.")
@click.option(
    "--processes",
    type=int,
    default=lambda: os.cpu_count() or 1,
    show_default="one for each core",
    help="How many work; the results do not depend on it.",
)
@click.option(
    "--records",
    # Opened with the first line, when all else has been found right.
    type=click.File("w", encoding="utf-8", lazy=True),
    help="Write a record of every game to this file, for ddz replay.",
)
@json_option
def match(
    players: tuple[str, ...],
    everybody: bool,
    deals: int,
    seed: int,
    table_text: str,
    bidding: bool,
    processes: int,
    records: TextIO | None,
    as_json: bool,
) -> int:
    """Play PLAYER A against PLAYER B, every deal in both seatings.

    The deals are SEED, SEED + 1, and so on. Without --bidding seat 0 is the landlord: A
    against B, B and then B against A, A. With it A sits at each seat in turn against
    B, B, and then B against A, A. With --all every two of the players, or of all that
    there are, meet. Ctrl-C stops and shows the results so far. docs/agents.md says what
    WP and ADP are, and how to name your own player.
    """
    table = Table.parse(table_text)
    names = players or (agents.names() if everybody else ())
    if not everybody and len(names) != 2:
        raise click.UsageError(
            f"two players are needed, not {len(names)}: for example ddz match random rlcard:rule"
        )
    if everybody:
        rounds = run_round_robin(names, deals, seed, table, bidding, processes, records)
    else:
        matches = run(names[0], names[1], deals, seed, table, bidding, processes, records)
        rounds = ([score] for score in matches)
    scores: list[Score] = []
    stopped = False
    total = deals * (len(names) * (len(names) - 1) // 2)
    with closing(rounds):
        try:
            with progress("deals", total) as advance:
                for scores in rounds:
                    advance(sum(score.deals for score in scores))
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        done = sum(score.deals for score in scores)
        print(f"ddz: stopped after {done:,} of {total:,} deals", file=sys.stderr)
    _show(scores, names if everybody else (), as_json, stopped)
    return STOPPED if stopped else 0


def _show(scores: list[Score], names: tuple[str, ...], as_json: bool, stopped: bool) -> None:
    """Shows one match, or where there are names the matches of all of them."""
    if as_json:
        told = [_as_json(score) for score in scores]
        print_json(
            {"matches": told, "stopped": stopped} if names else {**told[0], "stopped": stopped}
        )
    elif names:
        _show_matrix(scores, names)
    else:
        print_rows(_rows(scores[0]))


def _rows(score: Score) -> list[tuple[str, str]]:
    def measured(of_all: Estimate, landlord: Estimate, peasants: Estimate) -> str:
        return f"{of_all}  (as the landlord {landlord}, as the peasants {peasants})"

    last = score.seed + score.deals - 1
    deals = f"  (deals {score.seed} to {last}, each in all seatings)" if score.deals else ""
    return [
        ("players", f"{score.a} against {score.b}"),
        ("table", str(score.table)),
        ("games", f"{score.games:,}{deals}"),
        (f"WP of {score.a}", measured(score.wp, score.wp_landlord, score.wp_peasants)),
        (f"ADP of {score.a}", measured(score.adp, score.adp_landlord, score.adp_peasants)),
        ("seconds", f"{score.seconds:.3f}"),
        *(
            (f"{side}: {pace.name}", _pace(pace))
            for side, pace in zip("AB", score.paces, strict=True)
        ),
    ]


def _pace(pace: Pace) -> str:
    if not pace.decisions:
        return "0 decisions"
    unanswered = f", {pace.unanswered:,} plays unanswered" if pace.unanswered else ""
    return (
        f"{pace.decisions:,} decisions, {1000 * pace.mean:,.3f} ms each,"
        f" the longest {1000 * pace.longest:,.1f} ms{unanswered}"
    )


def _show_matrix(scores: list[Score], names: tuple[str, ...]) -> None:
    """WP and ADP of the player of each row against that of each column."""
    both = {(each.a, each.b): each for score in scores for each in (score, score.reversed())}
    deals = sum(score.deals for score in scores)
    games = sum(score.games for score in scores)
    print_rows([("table", str(scores[0].table)), ("games", f"{games:,}  ({deals:,} deals)")])
    for title, of in (("WP", "wp"), ("ADP", "adp")):
        cells = [[title, *names]]
        for row in names:
            found = [both.get((row, column)) for column in names]
            cells.append([row, *("" if each is None else str(getattr(each, of)) for each in found)])
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        click.echo()
        for line in cells:
            padded = [f"{cell:>{width}}" for cell, width in zip(line[1:], widths[1:], strict=True)]
            click.echo("  ".join([click.style(line[0].ljust(widths[0]), bold=True), *padded]))


def _as_json(score: Score) -> dict[str, object]:
    return {
        "a": score.a,
        "b": score.b,
        "table": str(score.table),
        "bidding": score.bidding,
        "seed": score.seed,
        "deals": score.deals,
        "games": score.games,
        **{name: _estimate(getattr(score, name)) for name in _ESTIMATES},
        "seconds": score.seconds,
        "players": [
            {
                "name": pace.name,
                "decisions": pace.decisions,
                "seconds_each": pace.mean,
                "seconds_longest": pace.longest,
                "unanswered": pace.unanswered,
            }
            for pace in score.paces
        ],
    }


_ESTIMATES = ("wp", "wp_landlord", "wp_peasants", "adp", "adp_landlord", "adp_peasants")


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    """JSON has no NaN."""
    parts = estimate._asdict().items()
    return {name: None if math.isnan(value) else value for name, value in parts}
