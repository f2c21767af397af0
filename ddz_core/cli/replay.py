"""``ddz replay``: games from their records, step by step, or a whole file re-checked."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import BinaryIO

import click

import ddz_core as ddz

from ..adapters import logs
from .convert import format_option
from .options import json_option
from .output import print_json, print_rows
from .progress import progress
from .status import STOPPED

LOOK_EVERY = 512
"""Records between two looks at the progress."""


@click.command(
    help="""Show the games of the records in FILE step by step, or check them.

    FILE has one record on each line, as docs/table.md tells; - is the standard
    input. Logs of Botzone, DouZero, OpenSpiel and RLCard are read too (docs/formats.md).
    Every record is replayed and verified. The first that is wrong ends the
    command with status 2, naming its line and, where one is illegal, the action.
    With --json each game is one line.
    """,
)
@click.argument("file", type=click.File("rb"))
@click.option("--check", is_flag=True, help="Only check all records, and count them.")
@click.option("--line", "wanted", type=click.IntRange(1), help="Show only the record of this line.")
@format_option
@json_option
def replay(
    file: BinaryIO, check: bool, wanted: int | None, format: str | None, as_json: bool
) -> int:
    data = file.read()
    games = logs.read(data, format) if data.strip() else iter(())
    if check:
        return _check(games, data.count(b"\n"), as_json)
    shown = 0
    for logged in games:
        if wanted in (None, logged.line):
            if shown and not as_json:
                click.echo()
            _show(logged, as_json)
            shown += 1
    if wanted is not None and not shown:
        raise click.UsageError(f"there is no record on line {wanted}")
    return 0


def _check(games: Iterator[logs.LoggedGame], lines: int, as_json: bool) -> int:
    checked, over, stopped = 0, 0, False
    started = time.perf_counter()
    try:
        with progress("lines", lines) as advance:
            for logged in games:
                over += logged.game.is_over
                checked += 1
                if checked % LOOK_EVERY == 0:
                    advance(logged.line)
    except KeyboardInterrupt:
        stopped = True
        print(f"ddz: stopped after {checked:,} records", file=sys.stderr)
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"records": checked, "over": over, "seconds": seconds, "stopped": stopped})
    else:
        rate = f"{checked / seconds:,.0f} a second" if checked else "none"
        print_rows(
            [
                ("records", f"{checked:,}  ({over:,} of deals that are over)"),
                ("seconds", f"{seconds:.3f}  ({rate})"),
            ]
        )
    return STOPPED if stopped else 0


def _show(logged: logs.LoggedGame, as_json: bool) -> None:
    game, number, players = logged.game, logged.line, logged.players
    steps = list(_steps(game))
    result = game.result
    if as_json:
        print_json(
            {
                "line": number,
                "table": str(game.table),
                "deal": game.deal,
                "players": list(players),
                "steps": [{"phase": p, "seat": s, "action": a, "hand": h} for p, s, a, h in steps],
                "landlord": game.landlord,
                "bottom": str(game.bottom),
                "hands": [str(hand) for hand in game.hands],
                "undos": game.undos,
                "hints": game.hints_taken,
                "points": list(result.points) if result else None,
                "score": str(result) if result else None,
                **({"note": logged.note} if logged.note else {}),
            }
        )
        return
    named = "".join(f", seat {seat} {name}" for seat, name in enumerate(players))
    deal = "cards that were given" if game.deal is None else f"deal {game.deal}"
    click.echo(f"line {number}: {game.table}, {deal}{named}")
    rows = [(f"{p} {s}", f"{a.removeprefix('discard:') or '-':24} {h}") for p, s, a, h in steps]
    print_rows([("phase, seat", f"{'action':24} hand"), *rows])
    if logged.note:
        click.echo(logged.note)
    if result is None:
        click.echo(f"not over: the {game.phase} phase, seat {game.turn}")
        return
    points = ", ".join(f"seat {seat} {points:+d}" for seat, points in enumerate(result.points))
    click.echo(f"{result.winner or 'nobody'} won: {result}: {points}")


def _steps(game: ddz.Game) -> Iterator[tuple[str, int, str, str]]:
    """Phase, seat and action of every step, and the hand it was made from; for
    automatic passes the action is ``skip``."""
    again = game.anew()
    for action in game.actions:
        phase, seat = again.phase, again.turn
        assert seat is not None
        hand, plays = str(again.hands[seat]), len(again.public.plays)
        again.push_unchecked(action)
        yield phase, seat, str(action), hand
        for made in again.public.plays[plays + 1 :]:
            yield "play", made.seat, "skip", str(again.hands[made.seat])
