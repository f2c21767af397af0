"""``ddz rollout``: what every play of a position comes to in hidden worlds."""

from __future__ import annotations

import math

import click

import ddz_core as ddz

from ..analysis.rollouts import WORLDS
from .options import json_option, needed_position_option
from .output import print_json, print_rows


@click.command(
    help="""Try every play of a position in hidden worlds, and show what it comes to.

    For the seat whose knowledge the position is, or of a whole deal for whoever is to
    act. Best first: the play, the points that this seat may expect with their standard
    error, and the share of the worlds that its side wins.
    """,
)
@needed_position_option
@click.option("--worlds", type=int, help=f"How many to draw.  [default: {WORLDS}]")
@click.option("--time-limit", type=float, metavar="SECONDS", help="As many as fit into so long.")
@click.option(
    "--policy",
    type=click.Choice(["greedy", "random"]),
    default="greedy",
    show_default=True,
    help="How all play on.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="What worlds are drawn from.")
@click.option("--threads", type=int, default=1, show_default=True, help="How many work.")
@json_option
def rollout(
    position: str,
    worlds: int | None,
    time_limit: float | None,
    policy: str,
    seed: int,
    threads: int,
    as_json: bool,
) -> None:
    seen = ddz.Position.parse(position).observation()
    found = ddz.rollout(
        seen,
        worlds,
        "random" if policy == "random" else "greedy",
        threads,
        seed=seed,
        time_limit=time_limit,
    )
    best_first = sorted(found.plays, key=lambda play: -play.mean_points)
    if as_json:
        plays = [
            {
                "action": str(play.action),
                "points": play.mean_points,
                "standard_error": _number(play.standard_error),
                "wins": play.wins,
            }
            for play in best_first
        ]
        told = {"seat": seen.seat, "worlds": found.worlds, "seconds": found.seconds}
        print_json({**told, "plays": plays})
        return
    rows = [("action", "points             wins"), *map(_row, best_first)]
    print_rows([*rows, ("worlds", f"{found.worlds:,}  ({found.seconds:.3f} s)")])


def _row(play: ddz.PlayValue) -> tuple[str, str]:
    points = f"{play.mean_points:+.3f} ± {play.standard_error:.3f}"
    return str(play.action), f"{points:18} {play.win_rate:6.1%}"


def _number(value: float) -> float | None:
    """JSON has no NaN."""
    return None if math.isnan(value) else value
