"""Matches, tables and round robins: over many deals, on several processes."""

from __future__ import annotations

import os
import pickle
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from typing import TextIO, TypeAlias, TypeVar

from ..analysis.simulation import DEAL_NUMBERS
from ..arguments import cut, shown, truth, whole_number
from ..errors import InvalidArgument
from ..game.record import checked_names
from ..table import Table, as_table
from .keeping import Checkpoint, FilePath, RecordFile, RecordStream
from .playing import PlayedDeal, Player, Terms, made, play_deal
from .processes import Unmade, in_order
from .score import Counting, Score, TableScore
from .seatings import Seating, around, seatings

MOST_PROCESSES = 256
"""More are not started, whatever the caller asks for."""

NEW_DEALS = 10
"""After so many new deals a deal is given up, where the table sets no bound: two players
who never bid would go on for ever."""

Records: TypeAlias = TextIO | FilePath | None
"""Where the records of the games go: a stream, or the path of a file."""

T = TypeVar("T")


def match(
    a: Player,
    b: Player,
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: Records = None,
    resume: FilePath | None = None,
    progress: Callable[[Score], object] | None = None,
) -> Score:
    """Play the deals ``seed``, ``seed + 1``, … with A against B, each in both seatings.

    Without bidding seat 0 is the landlord: A against B, B and then B against A, A. With
    bidding A sits at each seat in turn against B, B, and then B against A, A. Players are
    names (:func:`ddz_core.agents.names`) or functions that make one from a seed; each game
    has new ones, seeded by ``seed``, the deal number, the seating and the seat. So the
    result, but for its times, is the same for any number of ``processes``.

    A line for each game is written to ``records``, a stream or the path of a file, and
    flushed deal by deal. With ``resume``, the path of a file, the match goes on where that
    file says it stands, if there is one, and says there where it stands: about once a second
    and at the end. ``progress`` is called with the score after each deal.

    Raises :class:`InvalidArgument` for numbers outside their range, for players that there
    are not, where a player does what is refused, and where the file of ``resume`` is of
    another match. What a player raises itself passes, with a note that names it.

    >>> score = match("random", "random", deals=50)
    >>> score.games, score.wp, score.wp_landlord.mean
    (100, Estimate(mean=0.61, error=0.048...), 0.48)
    """
    return _last(run(a, b, deals, seed, table, bidding, processes, records, resume), progress)


def run(
    a: Player,
    b: Player,
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: Records = None,
    resume: FilePath | None = None,
) -> Generator[Score, None, None]:
    """The same as :func:`match`, told bit by bit: after each deal, first of none, or of
    those that were played before.

    Closing the iterator, or an exception such as ``KeyboardInterrupt``, ends the
    processes.
    """
    terms = _terms((a, b), seed, table, bidding, records)
    scores = _run([terms], deals, processes, records, resume, Counting.score)
    return (each[0] for each in scores)


def table_match(
    players: Sequence[Player],
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: Records = None,
    resume: FilePath | None = None,
    progress: Callable[[TableScore], object] | None = None,
    rotate: bool = False,
) -> TableScore:
    """Play the deals with a player of its own at each seat, the first named at seat 0.

    Without bidding seat 0 is the landlord. With ``rotate`` each deal is played several
    times, so that every player sits at every seat, in the same order round the table. All
    else is as in :func:`match`.

    >>> score = table_match(["normal", "easy", "random"], deals=20)
    >>> [player.name for player in score.players], sum(p.adp.mean for p in score.players)
    (['normal', 'easy', 'random'], 0.0)
    """
    snapshots = run_table(players, deals, seed, table, bidding, processes, records, resume, rotate)
    return _last(snapshots, progress)


def run_table(
    players: Sequence[Player],
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: Records = None,
    resume: FilePath | None = None,
    rotate: bool = False,
) -> Generator[TableScore, None, None]:
    """The same as :func:`table_match`, told bit by bit as by :func:`run`."""
    seats = as_table(table).players
    players = _several(players)
    if len(players) != seats:
        raise InvalidArgument(f"{seats} players are needed, one for each seat, not {len(players)}")
    terms = _terms(
        tuple(players), seed, table, bidding, records, around(seats, truth("rotate", rotate))
    )
    scores = _run([terms], deals, processes, records, resume, Counting.table_score)
    return (each[0] for each in scores)


def round_robin(
    players: Sequence[Player],
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: Records = None,
    resume: FilePath | None = None,
    progress: Callable[[list[Score]], object] | None = None,
) -> list[Score]:
    """All against all: a :func:`match` for every two of the players, on the same deals.

    The first named is A. Raises :class:`InvalidArgument` also for fewer than two
    players, or two of one name.

    >>> round_robin(["random"])
    Traceback (most recent call last):
    ddz_core.errors.InvalidArgument: two or more players are needed, not 1: ['random']
    """
    snapshots = run_round_robin(players, deals, seed, table, bidding, processes, records, resume)
    return _last(snapshots, progress)


def run_round_robin(
    players: Sequence[Player],
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: Records = None,
    resume: FilePath | None = None,
) -> Generator[list[Score], None, None]:
    """The same as :func:`round_robin`, told bit by bit: after each deal of each match."""
    players = _several(players)
    if len(players) < 2:
        raise InvalidArgument(
            f"two or more players are needed, not {len(players)}: {shown(players)}"
        )
    matches = [_terms(pair, seed, table, bidding, records) for pair in combinations(players, 2)]
    for terms in matches:
        if terms.names[0] == terms.names[1]:
            raise InvalidArgument(f"two players are called {shown(terms.names[0])}")
    return _run(matches, deals, processes, records, resume, Counting.score)


def _last(snapshots: Iterable[T], progress: Callable[[T], object] | None) -> T:
    """The last snapshot, when ``progress`` has been told of all."""
    if progress is None:
        return deque(snapshots, maxlen=1).pop()
    for each in snapshots:
        progress(each)
    return each


def _several(players: Iterable[Player]) -> list[Player]:
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise InvalidArgument(f"several players are needed, not {shown(players)}")
    return list(players)


def _terms(
    players: tuple[Player, ...],
    seed: int,
    table: Table | str,
    bidding: bool,
    records: Records,
    seated: Sequence[Seating] | None = None,
) -> Terms:
    table = as_table(table)
    bidding = truth("bidding", bidding)
    if not bidding:
        table = table.changed(auction="none", ceiling=None, first_bidder=0)
    elif table.auction == "none":
        raise InvalidArgument(f"there is no bidding at the table {table}")
    elif table.new_deals is None:
        table = table.changed(new_deals=NEW_DEALS)
    names = checked_names(map(_name, players), len(players))
    seed = whole_number("seed", seed, 0, DEAL_NUMBERS - 1)
    seated = seatings(table.players, bidding) if seated is None else seated
    return Terms(tuple(players), names, table, bidding, seed, tuple(seated), records is not None)


def _name(player: Player) -> str:
    """What a player is called; one is made, so that what is wrong with it is told at once."""
    try:
        agent = made(player, 0)
    except TypeError as error:
        named = getattr(player, "__name__", None)
        named = cut(named) if isinstance(named, str) else shown(player)
        raise InvalidArgument(f"{named} makes no player from a seed: {error}") from error
    return player if isinstance(player, str) else agent.name


def _run(
    matches: list[Terms],
    deals: int,
    processes: int,
    records: Records,
    resume: FilePath | None,
    score: Callable[[Counting], T],
) -> Generator[list[T], None, None]:
    deals = whole_number("deals", deals, 1, DEAL_NUMBERS)
    processes = min(whole_number("processes", processes, 1, 1 << 31), MOST_PROCESSES)
    seed = matches[0].seed
    if seed + deals > DEAL_NUMBERS:
        raise InvalidArgument(
            f"deals {seed} to {seed + deals - 1} do not all fit in 64 bits"
            f" (seed={seed}, deals={deals})"
        )
    if processes > 1:
        _check_portable(matches)
    countings = [Counting(terms) for terms in matches]
    checkpoint, written = None, 0
    if resume is not None:
        if isinstance(records, str | os.PathLike) and _is_same(records, resume):
            raise InvalidArgument(f"records and resume are one file: {shown(os.fspath(resume))}")
        checkpoint = Checkpoint(resume, matches)
        written = checkpoint.read(countings, deals)
    processes = min(processes, deals * len(matches))
    return _snapshots(countings, deals, processes, records, written, checkpoint, score)


def _is_same(one: FilePath, other: FilePath) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _check_portable(matches: Iterable[Terms]) -> None:
    for terms in matches:
        for player, name in zip(terms.players, terms.names, strict=True):
            try:
                pickle.dumps(player)
            except Exception as error:
                raise InvalidArgument(
                    f"other processes cannot make the player {shown(name)}, which must be a"
                    f" function or a class of a module: {error}"
                ) from error


def _snapshots(
    countings: list[Counting],
    deals: int,
    processes: int,
    records: Records,
    written: int,
    checkpoint: Checkpoint | None,
    score: Callable[[Counting], T],
) -> Generator[list[T], None, None]:
    """Plays what is left, and tells the scores after each deal."""
    scores = [score(counting) for counting in countings]
    yield list(scores)
    matches = [counting.terms for counting in countings]
    done = [counting.deals for counting in countings]
    tasks = (
        (place, deal)
        for place, terms in enumerate(matches)
        for deal in range(terms.seed + done[place], terms.seed + deals)
    )
    work, named = partial(_play, matches), partial(_named, matches)
    with (
        _Keeper(countings, records, written, checkpoint) as keeper,
        # Closed here, since the traceback of an interrupt would keep it open.
        closing(in_order(work, tasks, processes, named)) as answers,
    ):
        for place, counting in enumerate(countings):
            started = time.perf_counter() - counting.seconds
            for _ in range(done[place], deals):
                played = _next(answers, counting.terms)
                keeper.count(counting, played, time.perf_counter() - started)
                scores[place] = score(counting)
                yield list(scores)


class _Keeper:
    """Counts deals, and keeps on disk what is to be kept of them."""

    def __init__(
        self,
        countings: list[Counting],
        records: Records,
        written: int,
        checkpoint: Checkpoint | None,
    ) -> None:
        self.countings = countings
        self.checkpoint = checkpoint
        self.lines = written
        """How many records were written of the deals that count."""
        self.file: RecordFile | RecordStream | None = None
        if isinstance(records, str | os.PathLike):
            self.file = RecordFile(records, written)
        elif records is not None:
            self.file = RecordStream(records)
        self.is_whole = True

    def __enter__(self) -> _Keeper:
        return self

    def count(self, counting: Counting, played: PlayedDeal, seconds: float) -> None:
        """One deal more. An interrupt in here leaves the last checkpoint as it is."""
        if self.file is not None:
            self.file.write(played.records)
        self.is_whole = False
        counting.add(played)
        counting.seconds = seconds
        self.lines += len(played.records)
        self.is_whole = True
        self._save(now=False)

    def _save(self, now: bool) -> None:
        if self.checkpoint is not None:
            self.checkpoint.write(self.countings, self.lines, now)

    def __exit__(self, *error: object) -> None:
        try:
            if self.is_whole:
                self._save(now=True)
        finally:
            if self.file is not None:
                self.file.close()


def _next(answers: Generator[PlayedDeal, None, None], terms: Terms) -> PlayedDeal:
    try:
        return next(answers)
    except Unmade as failure:
        own = [
            f"{shown(name)} ({player.__module__}.{getattr(player, '__qualname__', player)})"
            for player, name in zip(terms.players, terms.names, strict=True)
            if not isinstance(player, str)
        ]
        raise InvalidArgument(
            f"a worker process cannot make the players {', '.join(own) or terms.names}: {failure}."
            " Put them into a module that it can import, and what a script does under"
            " if __name__ == '__main__':; or play with processes=1"
        ) from failure


def _play(matches: list[Terms], task: tuple[int, int]) -> PlayedDeal:
    place, deal = task
    return play_deal(matches[place], deal)


def _named(matches: list[Terms], task: tuple[int, int]) -> str:
    place, deal = task
    return f"deal {deal} of {' against '.join(matches[place].names)}"
