"""Open cards: which side wins, and the smallest number of plays of a hand."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread, local
from typing import Any, NamedTuple, TypeAlias, cast, overload

import numpy as np
from numpy.typing import NDArray

from .._core.batch import packed_hands
from .._core.solver import Layer, Position, Solver, memory_needed
from .._core.values import Hand, Move
from ..errors import InvalidArgument
from ..rules import Rules
from ..slices import checked_threads, in_slices
from .wild_plans import wild_numbers, wild_plan

Cards: TypeAlias = "Hand | str | int | Sequence[int] | NDArray[np.integer]"

UNITS = {"": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
SIZE = re.compile(rf"(\d+(?:\.\d+)?) ?({'|'.join(UNITS)})")


class MoveValue(NamedTuple):
    """A legal action, and whether the landlord wins after it."""

    move: Move
    landlord_wins: bool | None


@dataclass(frozen=True)
class Solution:
    """What the search found out about a position."""

    landlord_wins: bool | None
    """Whether the landlord wins; ``None`` where the time limit came first."""
    moves: tuple[MoveValue, ...]
    """Every legal action in canonical order, the pass last, with its value
    (``None`` where the time limit came first); empty unless asked for."""
    line: tuple[Move, ...]
    """One best play to the end; empty where the time limit came first."""
    nodes: int
    """Positions looked at."""
    seconds: float


def memory_bytes(memory: int | str) -> int:
    """A number of bytes, from a number or a text such as ``"64MiB"``.

    >>> memory_bytes("1GiB") == memory_bytes(1 << 30) == 1 << 30
    True
    """
    if isinstance(memory, int) and not isinstance(memory, bool) and memory >= 0:
        return memory
    if isinstance(memory, str) and (size := SIZE.fullmatch(memory)):
        return int(float(size[1]) * UNITS[size[2]])
    raise InvalidArgument(
        f"memory is a number of bytes or a text such as '64MiB' or '1GiB', not {memory!r}"
    )


def checked_limit(seconds: float | None) -> float | None:
    """The time limit, which must be a number from 0 on."""
    if seconds is None:
        return None
    try:
        limit = float(seconds)
    except (TypeError, ValueError):
        limit = -1.0
    if isinstance(seconds, bool) or not limit >= 0.0:
        raise InvalidArgument(f"time_limit is a number of seconds from 0 on, not {seconds!r}")
    return limit


def checked_memory(memory: int | str, positions: Iterable[Position], threads: int) -> int:
    """The bytes that each of the threads gets."""
    each = memory_bytes(memory) // threads
    needed = max(map(memory_needed, positions), default=0)
    if each < needed:
        raise InvalidArgument(
            f"a memory of {memory!r} is too small: these hands need {needed * threads:,} bytes"
            + (f" for {threads} threads" if threads > 1 else "")
        )
    # The lists of plays come out of it too.
    return each - (needed - SMALLEST_TABLE)


SMALLEST_TABLE = 1 << 16


class Solving:
    """One position being solved: what :func:`solve` does, for those who watch it."""

    def __init__(self, position: Position, solvers: Sequence[Solver]) -> None:
        self.position = position
        self.solvers = solvers
        self.deadline: float | None = None
        self.stopped = False

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return sum(solver.nodes for solver in self.solvers)

    def stop(self) -> None:
        """Make it end soon, with what it then knows."""
        self.stopped = True
        self._interrupt()

    def run(self, time_limit: float | None = None, all_moves: bool = False) -> Solution:
        """Solve the position."""
        started = time.perf_counter()
        nodes = self.nodes
        self.deadline = None if time_limit is None else started + time_limit
        self._set_off()
        value = self._value()
        line = self._line(value) if value is not None else ()
        moves = self._moves() if all_moves else ()
        if value is None and moves:
            value = self._best_of([move.landlord_wins for move in moves])
        return Solution(value, moves, line, self.nodes - nodes, time.perf_counter() - started)

    def _set_off(self) -> None:
        """Let the solvers search until the deadline."""
        left = None if self.deadline is None else max(0.0, self.deadline - time.perf_counter())
        for solver in self.solvers:
            solver.limit(left)
        if self.stopped:
            self._interrupt()

    def _interrupt(self) -> None:
        for solver in self.solvers:
            solver.stop()

    def _best_of(self, values: Sequence[bool | None]) -> bool | None:
        """The value for the side to move, from those after its actions."""
        mine = self.position.turn == 0
        if mine in values:
            return mine
        return None if None in values else not mine

    def _value(self) -> bool | None:
        if len(self.solvers) == 1:
            return self.solvers[0].value(self.position)
        return self._value_by_actions()

    def _value_by_actions(self) -> bool | None:
        """Each action is searched by whichever thread is free, until one wins."""
        mine = self.position.turn == 0
        idle: SimpleQueue[Solver] = SimpleQueue()
        for solver in self.solvers:
            idle.put(solver)

        def value(action: Move) -> bool | None:
            solver = idle.get()
            try:
                return solver.value(self.position.after(action))
            finally:
                idle.put(solver)

        # Large plays first: they win most often.
        actions = sorted(self.position.actions(), key=lambda action: -action.size)
        values: list[bool | None] = []
        with ThreadPoolExecutor(len(self.solvers)) as pool:
            left = {pool.submit(value, action) for action in actions}
            try:
                while left and mine not in values:
                    done, left = wait(left, return_when=FIRST_COMPLETED)
                    values += [future.result() for future in done]
            finally:
                for future in left:
                    future.cancel()
                self._interrupt()
        self._set_off()
        return self._best_of(values)

    def _moves(self) -> tuple[MoveValue, ...]:
        solver, position = self.solvers[0], self.position
        return tuple(
            MoveValue(move, solver.value(position.after(move))) for move in position.actions()
        )

    def _line(self, value: bool) -> tuple[Move, ...]:
        """One best play: the winners keep their win, the losers take what comes first."""
        solver = self.solvers[0]
        line: list[Move] = []
        position = self.position
        while position.winner is None:
            actions = position.actions()
            move = actions[0]
            if (position.turn == 0) == value and len(actions) > 1:
                if solver.value(position) is None:
                    return ()
                move = solver.best
            line.append(move)
            position = position.after(move)
        return tuple(line)


def solve(
    hands: Sequence[Cards],
    turn: int = 0,
    last: Move | str | None = None,
    last_seat: int | None = None,
    passes: int = 0,
    rules: str | Rules = "standard",
    time_limit: float | None = None,
    memory: int | str = "1GiB",
    threads: int = 1,
    all_moves: bool = False,
) -> Solution:
    """Who wins with open cards, each side playing perfectly.

    ``hands`` are two or three hands in order of play, ``hands[0]`` the landlord's;
    ``turn`` is the seat to move, ``last`` the play to beat (``None``: it leads),
    ``passes`` how many have passed since. ``last_seat``, whose play it was, follows
    from these and is checked where given. ``time_limit`` is in seconds. ``memory``
    bounds what the search may use, in bytes or as ``"64MiB"``; ``threads`` share it,
    and search the actions of the position side by side. Neither changes the answer.

    Raises :class:`InvalidCards` for hands that are empty or more than a deck,
    :class:`IllegalPlay` for a ``last`` that is no play, :class:`InvalidRules` for rules with
    two decks or wild cards, :class:`InvalidArgument` for other arguments out of range.

    >>> solution = solve(["QQTT", "A3"])
    >>> solution.landlord_wins, " ".join(str(move.cards) or "pass" for move in solution.line)
    (True, 'TT pass QQ')
    """
    position = Position(hands, turn, last, last_seat, passes, rules)
    limit = checked_limit(time_limit)
    each = checked_memory(memory, [position], checked_threads(threads))
    solving = Solving(position, [Solver(each, rules) for _ in range(threads)])
    return watched(solving, limit, all_moves)


def watched(
    solving: Solving,
    time_limit: float | None,
    all_moves: bool,
    watch: Callable[[int], None] = lambda nodes: None,
    every: float = 0.1,
) -> Solution:
    """Runs it in a thread of its own, so that Ctrl-C stops it; ``watch`` is told the
    nodes so far now and then."""
    answer: Future[Solution] = Future()

    def run() -> None:
        try:
            answer.set_result(solving.run(time_limit, all_moves))
        except BaseException as error:
            answer.set_exception(error)

    worker = Thread(target=run, daemon=True)
    worker.start()
    try:
        while not wait([answer], timeout=every).done:
            watch(solving.nodes)
    except BaseException:
        solving.stop()
        raise
    finally:
        worker.join()
    return answer.result()


def solve_batch(
    positions: Iterable[Sequence[Cards] | Mapping[str, Any]],
    rules: str | Rules = "standard",
    time_limit: float | None = None,
    memory: int | str = "1GiB",
    threads: int = 1,
    all_moves: bool = False,
) -> list[Solution]:
    """The solutions of many positions, in the order given.

    A position is its hands, or a mapping with the arguments ``hands``, ``turn``,
    ``last``, ``last_seat`` and ``passes`` of :func:`solve`. The hardest are begun
    first. ``time_limit`` holds for each of them; ``memory`` is for all the threads
    together. Each has one table, which it keeps from one position to the next.

    >>> [s.landlord_wins for s in solve_batch([["QQTT", "A3"], ["2QQTT77553", "AA9"]])]
    [True, False]
    """
    asked = [
        Position(**position, rules=rules)
        if isinstance(position, Mapping)
        else Position(position, rules=rules)
        for position in positions
    ]
    limit = checked_limit(time_limit)
    each = checked_memory(memory, asked, checked_threads(threads))
    idle: SimpleQueue[Solver] = SimpleQueue()
    for _ in range(min(threads, max(1, len(asked)))):
        idle.put(Solver(each, rules))
    running: set[Solving] = set()

    def run(position: Position) -> Solution:
        solver = idle.get()
        solving = Solving(position, [solver])
        running.add(solving)
        try:
            return solving.run(limit, all_moves)
        finally:
            running.discard(solving)
            idle.put(solver)

    with ThreadPoolExecutor(threads) as pool:
        hardest_first = sorted(range(len(asked)), key=lambda i: -asked[i].size)
        futures = {i: pool.submit(run, asked[i]) for i in hardest_first}
        try:
            return [futures[i].result() for i in range(len(asked))]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for solving in list(running):
                solving.stop()
            raise


class Plan(NamedTuple):
    """A way to lay a hand down in as few plays as there can be."""

    number: int
    plays: tuple[Move, ...]


_layers = local()


def _layer(rules: str | Rules) -> Layer:
    """The layer of this thread for these rules; it remembers hands it has seen."""
    layers: dict[str | Rules, Layer] = vars(_layers).setdefault("layers", {})
    if not isinstance(rules, (str, Rules)) or rules not in layers:
        layers[rules] = Layer(rules)
    return layers[rules]


@overload
def min_plays(
    hand: NDArray[np.uint64], rules: str | Rules = ..., *, threads: int = ...
) -> NDArray[np.uint8]: ...
@overload
def min_plays(hand: Cards, rules: str | Rules = ..., *, threads: int = ...) -> Plan: ...
def min_plays(
    hand: Cards | NDArray[np.uint64], rules: str | Rules = "standard", *, threads: int = 1
) -> Plan | NDArray[np.uint8]:
    """The smallest number of plays that lays the hand down, and one such plan.

    For an array of hands, ``uint64[n]`` or ``uint8[n, 15]``, the numbers alone, as
    ``uint8[n]``; ``threads`` share the work. (One hand's counts are a sequence of
    fifteen numbers or an array ``uint8[15]``.) With wild cards it is as exact, and takes
    longer: every card they may stand for is tried, 1,820 ways with four of them.

    >>> plan = min_plays("3334447782BR")
    >>> plan.number, [str(play.cards) for play in plan.plays]
    (3, ['BR', '33344482', '77'])
    """
    wild = rules if isinstance(rules, Rules) and rules.wild is not None else None
    natural = rules if wild is None else wild.changed(wild=None)
    if not isinstance(hand, np.ndarray) or (hand.ndim == 1 and hand.dtype != np.uint64):
        if wild is None:
            plays = _layer(rules).plan(hand)
        else:
            plays = wild_plan(Hand(hand), wild, _layer(natural))
        return Plan(len(plays), tuple(plays))
    packed = packed_hands(cast("NDArray[np.uint64]", hand), rules)
    numbers = np.empty(len(packed), np.uint8)

    def work(start: int, stop: int) -> None:
        if wild is None:
            Layer(rules).numbers(packed[start:stop], numbers[start:stop])
        else:
            wild_numbers(packed[start:stop], numbers[start:stop], wild, Layer(natural))

    in_slices(work, len(packed), threads, least=512)
    return numbers
