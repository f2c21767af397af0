"""The work that guard.py counts, each piece in a process forked from this one.

Forking spares valgrind the start of Python, which takes far longer than the work. A
line for each piece tells its name and the number of its process.
"""

from __future__ import annotations

import os

from ddz_core._core.timing import time_count, time_generate
from ddz_core._core.whole_games import play_range
from ddz_core.bench import answers
from ddz_core.bench.positions import DEALS, positions

REPEATS = 10
"""How often each position is asked for. The counts that `time_generate` makes first, to
know how much room it needs, weigh little then."""


def nothing() -> None:
    """What the process did before it was forked is in its count, as it is in all."""


def list_leads() -> None:
    assert time_generate(positions().leaders, repeats=REPEATS)[0] == REPEATS * answers.LEADS


def list_follows() -> None:
    at = positions()
    assert time_generate(at.followers, at.lasts, repeats=REPEATS)[0] == REPEATS * answers.FOLLOWS


def count_leads() -> None:
    assert time_count(positions().leaders, repeats=REPEATS)[0] == REPEATS * answers.LEADS


def count_follows() -> None:
    at = positions()
    assert time_count(at.followers, at.lasts, repeats=REPEATS)[0] == REPEATS * answers.FOLLOWS


def random_games() -> None:
    # The 30,721 decisions of 500 games are in tests/data/playouts.jsonl, too.
    assert play_range("standard", 1, 500)[1] == 30_721


WORK = {
    nothing: 1,
    list_leads: REPEATS * DEALS,
    list_follows: REPEATS * DEALS,
    count_leads: REPEATS * DEALS,
    count_follows: REPEATS * DEALS,
    random_games: 500,
}
"""The pieces, and how many hands or games are in each."""

if __name__ == "__main__":
    positions()
    for piece, units in WORK.items():
        child = os.fork()
        if child == 0:
            piece()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert status == 0, f"{piece.__name__} failed"
        print(piece.__name__, child, units, flush=True)
