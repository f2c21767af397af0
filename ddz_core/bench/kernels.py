"""Single kernels, without Python: lists and counts for one hand."""

from __future__ import annotations

from .._core.timing import time_count, time_generate
from . import answers
from .jobs import Job
from .positions import DEALS, positions

LEADS, FOLLOWS = 100, 500
"""How often each position is asked for in one round."""


def jobs() -> list[Job]:
    """Lists and counts of 20-card leads and of follows, under ``standard`` rules."""
    at = positions()

    def list_leads() -> int:
        return time_generate(at.leaders, repeats=LEADS)[0]

    def list_follows() -> int:
        return time_generate(at.followers, at.lasts, repeats=FOLLOWS)[0]

    def count_leads() -> int:
        return time_count(at.leaders, repeats=LEADS)[0]

    def count_follows() -> int:
        return time_count(at.followers, at.lasts, repeats=FOLLOWS)[0]

    leads, follows = answers.LEADS, answers.FOLLOWS
    return [
        Job("list a 20-card lead", "hand", LEADS * DEALS, list_leads, LEADS * leads),
        Job("list a follow", "hand", FOLLOWS * DEALS, list_follows, FOLLOWS * follows),
        Job("count a 20-card lead", "hand", LEADS * DEALS, count_leads, LEADS * leads),
        Job("count a follow", "hand", FOLLOWS * DEALS, count_follows, FOLLOWS * follows),
    ]
