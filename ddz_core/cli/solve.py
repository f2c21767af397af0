"""``ddz solve``: who wins with open cards."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click
from rich.console import Console
from rich.live import Live

import ddz_core as ddz

from .._core.solver import Position, Solver
from .._core.threads import MOST_AT_ONCE, Watch, checked_threads
from ..analysis.solving import Solving, checked_limit, checked_memory
from ..rules import Rules, rules_named
from .options import json_option, position_option, refuse_beside_position
from .output import print_json, print_rows
from .progress import QUIET_SECONDS
from .status import NOT_FOUND, STOPPED


@click.command(
    help="""Find out who wins with open cards, each side playing perfectly.

    The first HAND is the landlord's; one or two peasants follow in order of
    play. With --deal, seat 0 is the landlord and holds the bottom; a --position has
    all hands in it. Shows one
    best play to the end. Ctrl-C stops the search. The exit status is 3 where
    the time limit came before the answer.
    """,
)
@click.argument("hands", metavar="HAND HAND [HAND]", nargs=-1)
@position_option
@click.option("--deal", "number", type=int, help="Take the hands of this deal.")
@click.option("--turn", type=int, help="The seat to move.  [default: 0]")
@click.option("--last", metavar="PLAY", help="The play to beat, for example 3334; none to lead.")
@click.option("--passes", type=int, help="Passes since that play.  [default: 0]")
@click.option("--moves", "all_moves", is_flag=True, help="Show the value of every action.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="Give up after so long.")
@click.option("--memory", default="1GiB", show_default=True, help="The most memory to use.")
@click.option("--threads", type=int, default=1, show_default=True, help="How many search.")
@click.option(
    "--rules",
    "named",
    type=click.Choice(Rules.presets()),
    help="The rule set.  [default: standard]",
)
@json_option
def solve(
    hands: tuple[str, ...],
    position: str | None,
    number: int | None,
    turn: int | None,
    last: str | None,
    passes: int | None,
    all_moves: bool,
    time_limit: float | None,
    memory: str,
    threads: int,
    named: str | None,
    as_json: bool,
) -> int:
    value = rules_named("standard" if named is None else named)
    if bool(hands) + (number is not None) + (position is not None) != 1:
        raise click.UsageError(
            'give either hands or --deal or --position, for example: ddz solve "QQTT" "A3"'
        )
    if position is not None:
        given = {"--turn": turn is not None, "--passes": passes is not None}
        refuse_beside_position(**given, **{"--last": last, "--rules": named})
        held, turn, last, passes, value = _of_position(ddz.Position.parse(position).game())
    else:
        held = [ddz.Hand(hand) for hand in hands] if number is None else _landlord_first(number)
    turn, passes, rules = turn or 0, passes or 0, value.name
    spot = Position(held, turn, last, None, passes, value)
    limit = checked_limit(time_limit)
    threads = min(checked_threads(threads), MOST_AT_ONCE)
    each = checked_memory(memory, [spot], threads)
    solvers = [Solver(each, value) for _ in range(threads)]
    try:
        with _nodes_shown(solvers) as watch:
            solution = Solving(spot, solvers, watch).run(limit, all_moves)
    except KeyboardInterrupt:
        nodes = sum(solver.nodes for solver in solvers)
        print(f"ddz: stopped after {nodes:,} nodes", file=sys.stderr)
        return STOPPED
    if as_json:
        print_json(_as_json(held, spot, solution, rules, last, passes))
    else:
        print_rows(_rows(held, spot, solution, rules))
    return NOT_FOUND if solution.landlord_wins is None else 0


def _of_position(game: ddz.Game) -> tuple[list[ddz.Hand], int, str | None, int, Rules]:
    """Hands with the landlord's first, who is to move, what is to be beaten, passes, rules."""
    public, players = game.public, game.table.players
    if public.phase != "play" or public.landlord is None or public.turn is None:
        raise ddz.WrongPhase(f"in the {public.phase} phase there are no plays to search")
    hands = [game.hands[(public.landlord + step) % players] for step in range(players)]
    passes = 0 if public.last_seat is None else (public.turn - 1 - public.last_seat) % players
    last = None if public.last is None else str(public.last)
    return hands, (public.turn - public.landlord) % players, last, passes, game.rules


def _landlord_first(number: int) -> list[ddz.Hand]:
    deal = ddz.deal(number)
    return [deal.hands[0] + deal.bottom, *deal.hands[1:]]


@contextmanager
def _nodes_shown(solvers: Sequence[Solver]) -> Iterator[Watch]:
    """A watch that shows the nodes so far and how many there are a second, once it takes
    a moment."""
    console = Console(stderr=True)
    if not (sys.stderr.isatty() and console.is_interactive):
        yield Watch()
        return
    live = Live(console=console, transient=True, auto_refresh=False)
    started = time.monotonic()

    def show() -> None:
        seconds = time.monotonic() - started
        if seconds >= QUIET_SECONDS:
            nodes = sum(solver.nodes for solver in solvers)
            live.start()  # does nothing where it has started
            live.update(
                f"{nodes:,} nodes in {seconds:.0f} s, {nodes / seconds:,.0f} a second",
                refresh=True,
            )

    try:
        yield Watch(tell=show)
    finally:
        live.stop()


def _actions(position: Position, line: tuple[ddz.Move, ...]) -> list[tuple[int, ddz.Move]]:
    """The line with the seat of each action."""
    actions = []
    for move in line:
        actions.append((position.turn, move))
        position = position.after(move)
    return actions


def _as_json(
    held: list[ddz.Hand],
    position: Position,
    solution: ddz.Solution,
    rules: str,
    last: str | None,
    passes: int,
) -> dict[str, object]:
    return {
        "rules": rules,
        "hands": [str(hand) for hand in held],
        "turn": position.turn,
        "last": last,
        "passes": passes,
        "landlord_wins": solution.landlord_wins,
        "moves": [{"move": str(move), "landlord_wins": value} for move, value in solution.moves],
        "line": [
            {"seat": seat, "move": str(move)} for seat, move in _actions(position, solution.line)
        ],
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }


def _rows(
    held: list[ddz.Hand], position: Position, solution: ddz.Solution, rules: str
) -> list[tuple[str, str]]:
    who = {
        True: "the landlord wins",
        False: "the peasants win" if len(held) == 3 else "the peasant wins",
        None: "not found out within the time limit",
    }
    short = {True: "landlord", False: "peasants" if len(held) == 3 else "peasant", None: "?"}
    rate = solution.nodes / solution.seconds if solution.seconds else 0.0
    rows = [("rules", rules)]
    rows += [(_name(seat), str(hand)) for seat, hand in enumerate(held)]
    rows += [("result", who[solution.landlord_wins])]
    left = list(held)
    for seat, move in _actions(position, solution.line):
        left[seat] -= move.cards
        rest = f"  ({left[seat] or 'goes out'})" if move else ""
        rows.append((_name(seat), f"{move.cards if move else 'pass'}{rest}"))
    rows += [(str(move), short[value]) for move, value in solution.moves]
    rows.append(("nodes", f"{solution.nodes:,}  ({solution.seconds:.3f} s, {rate:,.0f} a second)"))
    return rows


def _name(seat: int) -> str:
    return "landlord" if seat == 0 else f"peasant {seat}"
