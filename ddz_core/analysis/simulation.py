"""Many play-outs at once, with a result that does not depend on threads.

The deals are played in rounds, each cut into slices that the compiled engine plays
without the GIL. After a round its results are taken in order, so memory stays the same
however many deals there are, and so does the digest.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass

from .._core import whole_games
from .._core.compiled import compiled
from .._core.threads import MOST_AT_ONCE, checked_threads, in_slices
from ..arguments import truth, whole_number
from ..errors import InvalidArgument, InvalidRules
from ..rules import WILD_RANKS, Rules

Played = tuple[bytes, int, int, int]
"""The digest's lines, the decisions, the landlord's wins and the bombs of a slice."""

ROUND = 1 << 15
"""Deals for each thread between two looks at the results."""

LEAST_SLICE = 256
"""Fewer deals are not worth another thread."""

DEAL_NUMBERS = 1 << 64
"""How many deal numbers there are; they count from 0."""


@dataclass(frozen=True)
class Simulation:
    """What came of the deals played so far."""

    games: int = 0
    """Deals played to the end."""
    decisions: int = 0
    """Plays and passes made in them, also where there was no choice."""
    landlord_wins: int = 0
    """Deals that seat 0 won."""
    bombs: int = 0
    """Bombs, rockets and bomb chains played."""
    seconds: float = 0.0
    """Wall-clock time."""
    digest: str = hashlib.sha256().hexdigest()
    """SHA-256 in hexadecimal over a line ``number:winner_seat:decisions:bombs``
    for each deal, in the order of the deal numbers."""

    @property
    def games_per_second(self) -> float:
        """Games played per second of wall-clock time, 0 where none was played."""
        return self.games / self.seconds if self.games and self.seconds > 0 else 0.0


def simulate(
    deals: int,
    seed: int = 1,
    rules: Rules | str = "standard",
    threads: int = 1,
    wild: bool = False,
) -> Simulation:
    """Play the deals ``seed``, ``seed + 1``, … with every legal action equally likely.

    Seat 0 is the landlord and holds the bottom (docs/rules.md section 6); there are 4
    players with two decks, else 3. With ``wild`` each deal draws a wild rank. The
    result, but for ``seconds``, is the same for any number of threads.

    Raises :class:`InvalidArgument` where ``deals`` is negative, ``threads`` is
    below 1, or a deal number does not fit in 64 bits, and :class:`InvalidRules`
    for an unknown preset.

    >>> s = simulate(deals=500, seed=1)
    >>> s.games, s.decisions, s.landlord_wins, s.bombs
    (500, 30721, 207, 164)
    """
    return deque(run(deals, seed, rules, threads, wild), maxlen=1).pop()


def run(
    deals: int,
    seed: int = 1,
    rules: Rules | str = "standard",
    threads: int = 1,
    wild: bool = False,
) -> Generator[Simulation, None, None]:
    """The same as :func:`simulate`, told bit by bit.

    Yields the results so far, first the empty one and last the whole, so that
    a caller can show progress or stop early. Between two of them no thread runs.

    >>> [s.games for s in run(deals=40_000)]
    [0, 32768, 40000]
    """
    deals = whole_number("deals", deals, 0, DEAL_NUMBERS)
    seed = whole_number("seed", seed, 0, DEAL_NUMBERS - 1)
    threads = min(checked_threads(threads), MOST_AT_ONCE)
    if seed + deals > DEAL_NUMBERS:
        raise InvalidArgument(
            f"deals {seed} to {seed + deals - 1} do not all fit in 64 bits"
            f" (seed={seed}, deals={deals})"
        )
    value = compiled(rules).value
    wild = truth("wild", wild)
    if wild:
        if value.wild is not None:
            raise InvalidRules(
                f"wild draws a rank for each deal, and the rules have {value.wild!r} for all: "
                "set rules.wild to None"
            )
        value.changed(wild=WILD_RANKS[0])  # refuses rules with which no rank can be wild
    return _snapshots(deals, seed, value, threads, wild)


def _snapshots(
    deals: int, seed: int, rules: Rules, threads: int, wild: bool
) -> Generator[Simulation, None, None]:
    started = time.perf_counter()
    digest = hashlib.sha256()
    games = decisions = landlord_wins = bombs = 0
    yield Simulation()
    while games < deals:
        count = min(deals - games, ROUND * threads)
        for lines, slice_decisions, slice_wins, slice_bombs in _round(
            rules, seed + games, count, threads, wild
        ):
            digest.update(lines)
            decisions += slice_decisions
            landlord_wins += slice_wins
            bombs += slice_bombs
        games += count
        seconds = time.perf_counter() - started
        yield Simulation(games, decisions, landlord_wins, bombs, seconds, digest.hexdigest())


def _round(rules: Rules, first: int, deals: int, threads: int, wild: bool) -> list[Played]:
    """What the slices of some deals came to, in order."""
    played: dict[int, Played] = {}

    def work(start: int, stop: int) -> None:
        played[start] = whole_games.play_range(rules, first + start, stop - start, wild)

    in_slices(work, deals, threads, LEAST_SLICE)
    return [played[start] for start in sorted(played)]
