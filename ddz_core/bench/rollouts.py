"""Rollouts from the opening on one thread: hidden hands drawn, then played out."""

from __future__ import annotations

from functools import partial

from ..analysis.rollouts import Policy, rollout
from ..game.game import Game
from ..game.observation import Observation
from ..table import Table
from . import answers
from .jobs import Job

DEALS = 10
"""Openings, of deals 1 to 10."""

WORLDS = 40
"""In each of which all actions of an opening are tried."""


def jobs() -> list[Job]:
    """Both policies, over the same openings."""
    table = Table(auction="none", first_bidder=0)
    openings = [Game(table, deal).observation(0) for deal in range(1, DEALS + 1)]
    playouts = WORLDS * sum(len(opening.legal_actions) for opening in openings)
    return [
        Job(
            f"rollouts, {policy}",
            "play-out",
            playouts,
            partial(wins, openings, policy),
            answers.ROLLOUTS[policy],
            is_rate=True,
        )
        for policy in ("random", "greedy")
    ]


def wins(openings: list[Observation], policy: Policy) -> int:
    """How many of the play-outs the landlord wins."""
    return sum(play.wins for opening in openings for play in rollout(opening, WORLDS, policy).plays)
