"""Two decks and wild cards: lists of plays, and whole games."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from .._core.timing import time_generate
from .._core.whole_games import play_range
from ..rules import Rules
from . import answers
from .games import GAMES, digest, game_job
from .jobs import Job
from .positions import DEALS, positions

LEADS, FOLLOWS, WILD_LEADS, NATURAL_LEADS = 50, 500, 5, 300
"""How often each position is asked for in one round: hands without a wild card, which have few
plays, more often than those with."""

WILD = "9"
"""The wild rank of the leads. Games draw one for each deal."""


def jobs() -> list[Job]:
    """Leads of 33 cards and follows of 25, and games of four; leads of 20 cards by how many
    of them are wild, and games with a wild rank."""
    return [*of_two_decks(), *of_wild_cards()]


def of_two_decks() -> list[Job]:
    at = positions(DEALS, "four")

    def list_leads() -> int:
        return time_generate(at.leaders, rules="four", repeats=LEADS)[0]

    def list_follows() -> int:
        return time_generate(at.followers, at.lasts, rules="four", repeats=FOLLOWS)[0]

    leads, follows = LEADS * answers.LEADS_OF_FOUR, FOLLOWS * answers.FOLLOWS_OF_FOUR
    return [
        Job("list a 33-card lead, four", "hand", LEADS * DEALS, list_leads, leads),
        Job("list a follow, four", "hand", FOLLOWS * DEALS, list_follows, follows),
        game_job("four"),
    ]


def of_wild_cards() -> list[Job]:
    rules = Rules(wild=WILD)
    games = Job(
        "random games, wild",
        "game",
        GAMES,
        partial(play_range, "standard", 1, GAMES, draws_wild=True),
        answers.WILD_DIGEST,
        summary=digest,
        is_rate=True,
    )
    jobs = []
    for wild, plays in enumerate(answers.WILD_LEADS):
        repeats = WILD_LEADS if wild else NATURAL_LEADS
        work = partial(listed, leads_with(wild), rules, repeats)
        total = repeats * plays
        jobs.append(Job(f"list a lead, {wild} wild", "play", total, work, total))
    return [*jobs, games]


def listed(hands: NDArray[np.uint64], rules: Rules, repeats: int) -> int:
    """How many plays are listed."""
    plays: int = time_generate(hands, rules=rules, repeats=repeats)[0]
    return plays


def leads_with(wild: int) -> NDArray[np.uint64]:
    """Those of the landlords' hands that have so many cards of the wild rank."""
    leaders = positions().leaders
    slot = np.uint64(4 * "3456789TJQKA2".index(WILD))
    has_so_many: NDArray[np.bool_] = (leaders >> slot & np.uint64(15)) == wild
    return leaders[has_so_many]
