"""Open cards: which side wins, and the smallest number of plays of a hand."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from threading import local
from typing import Any, NamedTuple, TypeAlias, cast, overload

import numpy as np
from numpy.typing import NDArray

from .._core.batch import packed_hands
from .._core.compiled import compiled
from .._core.solver import MOST_MEMORY, Layer, Position, Solver, memory_needed
from .._core.threads import MOST_AT_ONCE, Watch, checked_threads, in_slices, together
from .._core.values import Hand, Move
from ..arguments import shown, truth, whole_number
from ..columns import best_of, counted
from ..errors import InvalidArgument
from ..kinds import RANKS
from ..rules import Rules
from . import wild_plans

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

    @property
    def _told(self) -> str:
        line = f" by {' '.join(map(_cards, self.line))}" if self.line else ""
        return f"{_wins(self.landlord_wins)}{line}"

    @property
    def _best_first(self) -> list[tuple[Move, str]]:
        """The actions that are as good as the position first: those of the best play."""
        moves = sorted(self.moves, key=lambda each: each.landlord_wins != self.landlord_wins)
        return [(each.move, _wins(each.landlord_wins)) for each in moves]

    @property
    def _looked_at(self) -> str:
        return f"{counted(self.nodes, 'position')} in {self.seconds:.3g} s"

    def __str__(self) -> str:
        """Who wins and how; the actions if they were asked for, the best first."""
        rows = self._best_first
        table = best_of(rows, ("action", "then"), "<<") if rows else []
        return "\n".join([self._told, *table, self._looked_at])

    def _repr_html_(self) -> str:
        """The same as a table, for notebooks."""
        # Drawing is needed where somebody looks, and takes time to load.
        caption = f"{self._told} ({self._looked_at})"
        table: str = import_module("ddz_core.svg.html").table(
            caption, ("action", "then"), self._best_first
        )
        return table


def _wins(landlord_wins: bool | None) -> str:
    if landlord_wins is None:
        return "not known in the time"
    return "the landlord wins" if landlord_wins else "the peasants win"


def _cards(move: Move) -> str:
    return str(move.cards) or "pass"


def memory_bytes(memory: int | str) -> int:
    """A number of bytes, from a number or a text such as ``"64MiB"``.

    >>> memory_bytes("1GiB") == memory_bytes(1 << 30) == 1 << 30
    True
    """
    if not isinstance(memory, str):
        return whole_number("memory in bytes", memory, 0, MOST_MEMORY)
    size = SIZE.fullmatch(memory)
    if size is None:
        raise InvalidArgument(
            f"memory is a number of bytes or a text such as '64MiB' or '1GiB', not {shown(memory)}"
        )
    memory_in_bytes = float(size[1]) * UNITS[size[2]]
    if memory_in_bytes > MOST_MEMORY:
        raise InvalidArgument(f"memory is at most {MOST_MEMORY >> 30}GiB, not {shown(memory)}")
    return int(memory_in_bytes)


def checked_limit(seconds: float | None) -> float | None:
    """The time limit, which must be a number from 0 on."""
    if seconds is None:
        return None
    try:
        limit = float(seconds)
    except (TypeError, ValueError, OverflowError):
        limit = -1.0
    if isinstance(seconds, bool) or not limit >= 0.0:
        raise InvalidArgument(f"time_limit is a number of seconds from 0 on, not {shown(seconds)}")
    return limit


def checked_memory(memory: int | str, positions: Iterable[Position], threads: int) -> int:
    """The bytes that each of the threads gets."""
    each = memory_bytes(memory) // threads
    needed = max(map(memory_needed, positions), default=0)
    if each < needed:
        raise InvalidArgument(
            f"a memory of {shown(memory)} is too small: these hands need {needed * threads:,} bytes"
            + (f" for {threads} threads" if threads > 1 else "")
        )
    # The lists of plays come out of it too.
    return each - (needed - SMALLEST_TABLE)


SMALLEST_TABLE = 1 << 16


class Solving:
    """One position being solved: what :func:`solve` does, for those who watch it.

    It belongs to one thread, which may be another than that of ``watch.stop()``.
    """

    def __init__(
        self, position: Position, solvers: Sequence[Solver], watch: Watch | None = None
    ) -> None:
        self.position = position
        self.solvers = solvers
        self.watch = Watch() if watch is None else watch

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return sum(solver.nodes for solver in self.solvers)

    def run(self, time_limit: float | None = None, all_moves: bool = False) -> Solution:
        """Solve the position. With what it knows then it ends where the time is over, or
        the watch stops."""
        started = time.perf_counter()
        nodes = self.nodes
        for solver in self.solvers:
            solver.limit(time_limit)
        value = self._value()
        line = self._line(value) if value is not None else ()
        moves = self._moves() if all_moves else ()
        if value is None and moves:
            value = self._best_of([move.landlord_wins for move in moves])
        return Solution(value, moves, line, self.nodes - nodes, time.perf_counter() - started)

    def _best_of(self, values: Sequence[bool | None]) -> bool | None:
        """The value for the side to move, from those after its actions."""
        mine = self.position.turn == 0
        if mine in values:
            return mine
        return None if None in values else not mine

    def _value(self) -> bool | None:
        if len(self.solvers) == 1:
            return self.solvers[0].value(self.position, self.watch)
        return self._value_by_actions()

    def _value_by_actions(self) -> bool | None:
        """Each action is searched by whichever thread is free, until one wins."""
        mine = self.position.turn == 0
        found = Watch(self.watch)
        # Large plays first: they win most often.
        left = deque(sorted(self.position.actions(), key=lambda action: -action.size))
        idle = list(self.solvers)
        values: list[bool | None] = []

        def work() -> None:
            solver = idle.pop()
            while not found.stopped:
                try:
                    action = left.popleft()
                except IndexError:  # none is left
                    return
                value = solver.value(self.position.after(action), found)
                values.append(value)
                if value is mine:
                    found.stop()

        together(work, len(self.solvers), found)
        # Actions that nobody came to are not known to lose.
        return self._best_of([*values, *(None for _ in left)])

    def _moves(self) -> tuple[MoveValue, ...]:
        solver, position = self.solvers[0], self.position
        return tuple(
            MoveValue(move, solver.value(position.after(move), self.watch))
            for move in position.actions()
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
                if solver.value(position, self.watch) is None:
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
    :class:`IllegalPlay` for a ``last`` that is no play, :class:`InvalidArgument`
    for other arguments out of range.

    >>> solution = solve(["QQTT", "A3"])
    >>> solution.landlord_wins, " ".join(str(move.cards) or "pass" for move in solution.line)
    (True, 'TT pass QQ')
    """
    position = Position(hands, turn, last, last_seat, passes, rules)
    limit = checked_limit(time_limit)
    all_moves = truth("all_moves", all_moves)
    threads = min(checked_threads(threads), MOST_AT_ONCE)
    each = checked_memory(memory, [position], threads)
    return Solving(position, [Solver(each, rules) for _ in range(threads)]).run(limit, all_moves)


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
    all_moves = truth("all_moves", all_moves)
    threads = min(checked_threads(threads), MOST_AT_ONCE, max(1, len(asked)))
    each = checked_memory(memory, asked, threads)
    watch = Watch()
    idle = [Solver(each, rules) for _ in range(threads)]
    left = deque(sorted(range(len(asked)), key=lambda i: -asked[i].size))
    answers: dict[int, Solution] = {}

    def work() -> None:
        solver = idle.pop()
        while not watch.stopped:
            try:
                i = left.popleft()
            except IndexError:  # none is left
                return
            answers[i] = Solving(asked[i], [solver], watch).run(limit, all_moves)

    together(work, threads, watch)
    return [answers[i] for i in range(len(asked))]


class Plan(NamedTuple):
    """A way to lay a hand down in as few plays as there can be."""

    number: int
    plays: tuple[Move, ...]

    def __str__(self) -> str:
        """
        >>> print(min_plays("33447"))
        3 plays
        44:pair:1:4
        33:pair:1:3
        7:solo:1:7
        """
        return "\n".join([counted(self.number, "play"), *map(str, self.plays)])


_layers = local()


def _layer(rules: str | Rules) -> Layer:
    """The layer of this thread for these rules; it remembers hands it has seen."""
    layers: dict[str | Rules, Layer] = vars(_layers).setdefault("layers", {})
    if not isinstance(rules, (str, Rules)) or rules not in layers:
        layers[rules] = Layer(rules)
    return layers[rules]


def _natural(rules: Rules) -> Layer:
    """The layer of the same rules without wild cards."""
    return _layer(rules.changed(wild=None))


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
    fifteen numbers or an array ``uint8[15]``.) Hands of more than 33 cards may take
    seconds, of more than 40 minutes; Ctrl-C ends the search.

    >>> plan = min_plays("3334447782BR")
    >>> plan.number, [str(play.cards) for play in plan.plays]
    (3, ['BR', '33344482', '77'])
    """
    threads = checked_threads(threads)
    if isinstance(hand, np.ndarray):
        hand = np.asarray(hand)  # what a subclass says of itself is not believed
    if not isinstance(hand, np.ndarray) or (hand.ndim == 1 and hand.dtype != np.uint64):
        value = compiled(rules).value
        if value.wild is None:
            plays = tuple(_layer(rules).plan(hand))
        else:
            plays = tuple(wild_plans.plan(_natural(value), value, Hand(hand)))
        return Plan(len(plays), plays)
    packed = packed_hands(cast("NDArray[np.uint64]", hand), rules)
    numbers = np.empty(len(packed), np.uint8)
    watch = Watch()

    def work(start: int, stop: int) -> None:
        value = compiled(rules).value
        if value.wild is None:
            _layer(rules).numbers(packed[start:stop], numbers[start:stop], watch)
            return
        natural, slot = _natural(value), RANKS.index(value.wild)
        for row in range(start, stop):
            numbers[row] = wild_plans.fewest(natural, int(packed[row]), slot, watch)[0]

    in_slices(work, len(packed), threads, 512, watch)
    return numbers
