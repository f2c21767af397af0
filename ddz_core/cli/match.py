"""``ddz match``: players against each other."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import TypeAlias

import click

from .. import agents
from ..adapters.botzone.player import MEGABYTES, PREFIX, SECONDS, BotProgram
from ..arena import (
    Estimate,
    Pace,
    PlayerScore,
    Score,
    TableScore,
    run,
    run_round_robin,
    run_table,
)
from ..table import Table
from .options import json_option
from .output import print_json, print_rows
from .progress import progress
from .status import BAD_INPUT, STOPPED

Scores: TypeAlias = list[Score] | list[TableScore]


@click.command(
    help="""Play PLAYER A against PLAYER B, every deal in both seatings.

    The deals are SEED, SEED + 1, and so on. Without --bidding seat 0 is the landlord: A
    against B, B and then B against A, A. With it A sits at each seat in turn against
    B, B, and then B against A, A. With --all every two of the players, or of all that
    there are, meet. With --seats the first sits at seat 0, and so on. Ctrl-C stops and
    shows the results so far; so does a file that cannot be written. docs/agents.md says
    what WP and ADP are, and how to name your own player.
    """,
)
@click.argument("players", metavar="[PLAYER]...", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="All against all, not A against B.")
@click.option("--seats", is_flag=True, help="A player for each seat, not A against B.")
@click.option("--rotate", is_flag=True, help="With --seats: each player at every seat in turn.")
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
    metavar="FILE",
    help="Write a record of every game to this file, for ddz replay; - is the standard output.",
)
@click.option(
    "--resume",
    metavar="FILE",
    help="Go on where this file says the match stands, and keep it there as it is played.",
)
@click.option(
    "--bot-seconds",
    type=float,
    default=SECONDS,
    show_default=True,
    help="How long a program, botzone:COMMAND, may take for an answer.",
)
@click.option(
    "--bot-megabytes",
    type=int,
    default=MEGABYTES,
    show_default=True,
    help="How much memory each of its processes may have.",
)
@json_option
def match(
    players: tuple[str, ...],
    everybody: bool,
    seats: bool,
    rotate: bool,
    deals: int,
    seed: int,
    table_text: str,
    bidding: bool,
    processes: int,
    records: str | None,
    resume: str | None,
    bot_seconds: float,
    bot_megabytes: int,
    as_json: bool,
) -> int:
    table = Table.parse(table_text)
    names = players or (agents.names() if everybody else ())
    seated: list[str | agents.Factory] = [
        BotProgram(name.removeprefix(PREFIX), bot_seconds, bot_megabytes)
        if name.startswith(PREFIX)
        else name
        for name in names
    ]
    if everybody and seats:
        raise click.UsageError("--all and --seats are two ways to play: choose one")
    if rotate and not seats:
        raise click.UsageError("--rotate needs --seats")
    if not everybody and not seats and len(names) != 2:
        raise click.UsageError(
            f"two players are needed, not {len(names)}: for example ddz match random rlcard:rule;"
            " --seats is for a player at each seat"
        )
    to = sys.stdout if records == "-" else records
    rounds: Generator[Scores, None, None] | Iterator[Scores]
    if everybody:
        rounds = run_round_robin(seated, deals, seed, table, bidding, processes, to, resume)
    elif seats:
        tables = run_table(
            seated, deals, seed, table, bidding, processes, to, resume, rotate=rotate
        )
        rounds = ([score] for score in tables)
    else:
        matches = run(seated[0], seated[1], deals, seed, table, bidding, processes, to, resume)
        rounds = ([score] for score in matches)
    scores: Scores = []
    status, why = 0, ""
    total = deals * (len(names) * (len(names) - 1) // 2 if everybody else 1)
    with closing(rounds):
        try:
            with progress("deals", total) as advance:
                for scores in rounds:
                    advance(sum(score.deals for score in scores))
        except KeyboardInterrupt:
            status = STOPPED
        except OSError as error:
            if error.filename not in (records, resume, "<stdout>"):
                raise  # a player's own
            status, why = BAD_INPUT, f"cannot write {error.filename}: {error.strerror}; "
    done = sum(score.deals for score in scores)
    if status:
        print(f"ddz: {why}stopped after {done:,} of {total:,} deals", file=sys.stderr)
    if done or status != BAD_INPUT:
        _show(scores, names if everybody else (), as_json, bool(status))
    return status


def _show(scores: Scores, names: tuple[str, ...], as_json: bool, stopped: bool) -> None:
    """Shows one match, or where there are names the matches of all of them."""
    if as_json:
        told = [_as_json(score) for score in scores]
        print_json(
            {"matches": told, "stopped": stopped} if names else {**told[0], "stopped": stopped}
        )
    elif names:
        _show_matrix([score for score in scores if isinstance(score, Score)], names)
    else:
        print_rows(_rows(scores[0]))


def _measured(of_all: Estimate, landlord: Estimate, peasants: Estimate) -> str:
    return f"{of_all}  (as the landlord {landlord}, as the peasants {peasants})"


def _rows(score: Score | TableScore) -> list[tuple[str, str]]:
    last = score.seed + score.deals - 1
    how = "each in all seatings" if isinstance(score, Score) or score.rotate else "each once"
    deals = f"  (deals {score.seed} to {last}, {how})" if score.deals else ""
    if isinstance(score, Score):
        who = [("players", f"{score.a} against {score.b}")]
        what = [
            (f"WP of {score.a}", _measured(score.wp, score.wp_landlord, score.wp_peasants)),
            (f"ADP of {score.a}", _measured(score.adp, score.adp_landlord, score.adp_peasants)),
        ]
        paces = list(zip("AB", score.paces, strict=True))
    else:
        who = [("players", ", ".join(each.name for each in score.players))]
        what = [row for number, each in enumerate(score.players) for row in _player(number, each)]
        paces = [(str(number), each.pace) for number, each in enumerate(score.players)]
    return [
        *who,
        ("table", str(score.table)),
        ("games", f"{score.games:,}{deals}"),
        *what,
        ("seconds", f"{score.seconds:.3f}"),
        *((f"{side}: {pace.name}", _pace(pace)) for side, pace in paces),
        *(row for side, pace in paces for row in _forfeits(side, pace)),
    ]


def _forfeits(side: str, pace: Pace) -> list[tuple[str, str]]:
    """Why a player has lost games without playing them out: how often, and the first."""
    return [
        (f"{side}: lost, {cause}", f"{games:,} games; the first: {pace.accounts[cause]}")
        for cause, games in pace.forfeits.items()
    ]


def _player(number: int, score: PlayerScore) -> list[tuple[str, str]]:
    """The rows of one of several players; two may have one name."""
    who = f"{number}: {score.name}"
    return [
        (f"WP of {who}", _measured(score.wp, score.wp_landlord, score.wp_peasants)),
        (f"ADP of {who}", _measured(score.adp, score.adp_landlord, score.adp_peasants)),
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
    lost = [
        row
        for each in scores
        for pace in each.paces
        for row in _forfeits(f"{pace.name}, {each.a} against {each.b}", pace)
    ]
    if lost:
        click.echo()
        print_rows(lost)


def _as_json(score: Score | TableScore) -> dict[str, object]:
    what = {
        "table": str(score.table),
        "bidding": score.bidding,
        "seed": score.seed,
        "deals": score.deals,
        "games": score.games,
    }
    if isinstance(score, Score):
        return {
            "a": score.a,
            "b": score.b,
            **what,
            **_estimates(score),
            "seconds": score.seconds,
            "players": [_pace_as_json(pace) for pace in score.paces],
        }
    return {
        **what,
        "rotate": score.rotate,
        "seconds": score.seconds,
        "players": [{**_pace_as_json(each.pace), **_estimates(each)} for each in score.players],
    }


def _pace_as_json(pace: Pace) -> dict[str, object]:
    return {
        "name": pace.name,
        "decisions": pace.decisions,
        "seconds_each": pace.mean,
        "seconds_longest": pace.longest,
        "unanswered": pace.unanswered,
        "forfeits": pace.forfeits,
        "accounts": pace.accounts,
    }


def _estimates(of: Score | PlayerScore) -> dict[str, dict[str, float | None]]:
    return {name: _estimate(getattr(of, name)) for name in _ESTIMATES}


_ESTIMATES = ("wp", "wp_landlord", "wp_peasants", "adp", "adp_landlord", "adp_peasants")


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    """JSON has no NaN."""
    parts = estimate._asdict().items()
    return {name: None if math.isnan(value) else value for name, value in parts}
