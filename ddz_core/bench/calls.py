"""Calls from Python, one hand at a time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from operator import is_

from .._core.queries import count_moves, explain, legal_moves, pick, readings
from .._core.values import Hand
from . import answers
from .jobs import Job
from .positions import DEALS, positions

REPEATS = 5
"""How often each position is asked for in one round."""


def jobs() -> list[Job]:
    """Each call on its own. The time includes Python's loop, and a look at what came:
    the length of a list, the sum of numbers."""
    at = positions()
    leaders = [Hand(int(packed)) for packed in at.leaders]
    lasts = [pick(hand, int(index)) for hand, index in zip(leaders, at.drawn, strict=True)]
    leaders, lasts = leaders * REPEATS, lasts * REPEATS
    followers = [Hand(int(packed)) for packed in at.followers] * REPEATS
    leads = [last.cards for last in lasts]

    def explained(hands: list[Hand]) -> int:
        return sum(map(is_, map(explain, hands, leads), repeat(None)))

    def job(name: str, work: Callable[[], int], answer: int) -> Job:
        return Job(name, "call", REPEATS * DEALS, work, REPEATS * answer)

    return [
        job("legal_moves(hand)", lambda: sum(map(len, map(legal_moves, leaders))), answers.LEADS),
        job(
            "legal_moves(hand, last)",
            lambda: sum(map(len, map(legal_moves, followers, lasts))),
            answers.FOLLOWS,
        ),
        job("count_moves(hand)", lambda: sum(map(count_moves, leaders)), answers.LEADS),
        job("readings(cards)", lambda: sum(map(len, map(readings, leads))), answers.READINGS),
        job("explain, a play", lambda: explained(leaders), DEALS),
        job("explain, mostly not held", lambda: explained(followers), answers.HELD),
    ]
