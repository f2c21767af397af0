"""Matches and round robins: over many deals, on several processes."""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from typing import TextIO

from ..analysis.simulation import DEAL_NUMBERS
from ..arguments import shown, whole_number
from ..errors import InvalidArgument
from ..game.record import checked_names
from ..table import Table, as_table
from .playing import PlayedDeal, Player, Terms, made, play_deal
from .processes import in_order
from .score import Counting, Score

MOST_PROCESSES = 256
"""More are not started, whatever the caller asks for."""

NEW_DEALS = 10
"""After so many new deals a deal is given up, where the table sets no bound: two players
who never bid would go on for ever."""


def match(
    a: Player,
    b: Player,
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: TextIO | None = None,
) -> Score:
    """Play the deals ``seed``, ``seed + 1``, … with A against B, each in both seatings.

    Without bidding seat 0 is the landlord: A against B, B and then B against A, A. With
    bidding A sits at each seat in turn against B, B, and then B against A, A. Players are
    names (:func:`ddz_core.agents.names`) or functions that make one from a seed; each game
    has new ones, seeded by ``seed``, the deal number, the seating and the seat. So the
    result, but for its times, is the same for any number of ``processes``. A line for
    each game is written to ``records``.

    Raises :class:`InvalidArgument` for numbers outside their range, for players that there
    are not, and where a player does what is refused.

    >>> score = match("random", "random", deals=50)
    >>> score.games, score.wp, score.wp_landlord.mean
    (100, Estimate(mean=0.61, error=0.048...), 0.48)
    """
    snapshots = run(a, b, deals, seed, table, bidding, processes, records)
    return deque(snapshots, maxlen=1).pop()


def run(
    a: Player,
    b: Player,
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: TextIO | None = None,
) -> Generator[Score, None, None]:
    """The same as :func:`match`, told bit by bit: after each deal, first of none.

    Closing the iterator, or an exception such as ``KeyboardInterrupt``, ends the
    processes.
    """
    terms = _terms((a, b), seed, table, bidding, records is not None)
    return (scores[0] for scores in _run([terms], deals, processes, records))


def round_robin(
    players: Sequence[Player],
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: TextIO | None = None,
) -> list[Score]:
    """All against all: a :func:`match` for every two of the players, on the same deals.

    The first named is A. Raises :class:`InvalidArgument` also for fewer than two
    players, or two of one name.

    >>> round_robin(["random"])
    Traceback (most recent call last):
    ddz_core.errors.InvalidArgument: two or more players are needed, not 1: ['random']
    """
    snapshots = run_round_robin(players, deals, seed, table, bidding, processes, records)
    return deque(snapshots, maxlen=1).pop()


def run_round_robin(
    players: Sequence[Player],
    deals: int = 1000,
    seed: int = 1,
    table: Table | str = "standard",
    bidding: bool = False,
    processes: int = 1,
    records: TextIO | None = None,
) -> Generator[list[Score], None, None]:
    """The same as :func:`round_robin`, told bit by bit: after each deal of each match."""
    players = list(players)
    if len(players) < 2:
        raise InvalidArgument(
            f"two or more players are needed, not {len(players)}: {shown(players)}"
        )
    matches = [
        _terms(pair, seed, table, bidding, records is not None) for pair in combinations(players, 2)
    ]
    for terms in matches:
        if terms.names[0] == terms.names[1]:
            raise InvalidArgument(f"two players are called {shown(terms.names[0])}")
    return _run(matches, deals, processes, records)


def _terms(
    players: tuple[Player, Player], seed: int, table: Table | str, bidding: bool, recorded: bool
) -> Terms:
    table = as_table(table)
    if not bidding:
        table = table.changed(auction="none", ceiling=None, first_bidder=0)
    elif table.auction == "none":
        raise InvalidArgument(f"there is no bidding at the table {table}")
    elif table.new_deals is None:
        table = table.changed(new_deals=NEW_DEALS)
    # Both are made once here, so that what is wrong with them is told at once.
    agents = [made(player, 0) for player in players]
    name_a, name_b = checked_names(
        [
            player if isinstance(player, str) else agent.name
            for player, agent in zip(players, agents, strict=True)
        ],
        2,
    )
    seed = whole_number("seed", seed, 0, DEAL_NUMBERS - 1)
    return Terms(players, (name_a, name_b), table, bidding, seed, recorded)


def _run(
    matches: list[Terms], deals: int, processes: int, records: TextIO | None
) -> Generator[list[Score], None, None]:
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
    return _snapshots(matches, deals, min(processes, deals * len(matches)), records)


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
    matches: list[Terms], deals: int, processes: int, records: TextIO | None
) -> Generator[list[Score], None, None]:
    tasks = (
        (place, deal)
        for place, terms in enumerate(matches)
        for deal in range(terms.seed, terms.seed + deals)
    )
    scores: list[Score] = [Counting(terms).score(0.0) for terms in matches]
    yield list(scores)
    # Closed here, since the traceback of an interrupt would keep it open.
    with closing(in_order(partial(_play, matches), tasks, processes)) as answers:
        for place, terms in enumerate(matches):
            counting = Counting(terms)
            started = time.perf_counter()
            for _ in range(deals):
                played = next(answers)
                if records is not None:
                    records.writelines(record + "\n" for record in played.records)
                counting.add(played)
                scores[place] = counting.score(time.perf_counter() - started)
                yield list(scores)


def _play(matches: list[Terms], task: tuple[int, int]) -> PlayedDeal:
    place, deal = task
    return play_deal(matches[place], deal)
