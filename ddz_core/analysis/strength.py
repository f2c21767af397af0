"""A rule of thumb for hands of which nothing was fitted (docs/appraisal.md).

The numbers of :mod:`ddz_core.analysis.appraisal_numbers` are of auctions with one deck.
With two decks, in the doubling round, and where a hand may be laid open there are none: what
is done there follows from one plain number.
"""

from __future__ import annotations

from .._core.values import PASS, Hand
from ..game.actions import Action, Double, Open
from ..game.observation import Observation
from ..kinds import RANKS
from .solving import min_plays

BIDS = (7, 9, 11)
"""From which strength on 1, 2 and 3 are bid on the 25 cards of two decks."""

DOUBLES = {1: (5, 7), 2: (9, 12)}
"""From which strength on a seat doubles, and doubles twice, by the number of decks."""

LANDLORDS_MORE = {1: 1, 2: 3}
"""How much stronger the landlord must be for that: he holds the bottom too."""

PLAYS_OF_AN_OPEN_HAND = 2
"""A hand of more plays is not laid open."""


def strength(hand: Hand, wild: str | None = None) -> int:
    """Jokers, 2s and wild cards count 1 each, and each bomb 2 more.

    >>> strength(Hand("3333456789TJQK2BR")), strength(Hand("9945"), wild="9")
    (7, 2)
    """
    counts = hand.counts
    strong = {12, 13, 14} | ({RANKS.index(wild)} if wild is not None else set())
    rocket = counts[13:].sum() == 2 * hand.decks
    bombs = int((counts >= 4).sum()) + int(rocket)
    return int(sum(counts[slot] for slot in strong)) + 2 * bombs


def plain_level(observation: Observation) -> int:
    """How high to bid on a hand of two decks, from 0, which is to pass, to 3."""
    worth = strength(observation.hand + observation.shown)
    return sum(worth >= least for least in BIDS)


def opened_or_not(observation: Observation) -> Action:
    """Whether the landlord lays his hand open: only one of two plays at most.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("happy", deal=1)
    >>> for action in ("call", "pass", "pass"):
    ...     game.push(action)
    >>> str(opened_or_not(game.observation(game.turn)))
    'pass'
    """
    plays = min_plays(observation.hand, observation.rules).number
    return Open() if plays <= PLAYS_OF_AN_OPEN_HAND else PASS


def doubled_or_not(observation: Observation) -> Action:
    """The factor that a seat says in the doubling round.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("happy", deal=1)
    >>> for action in ("call", "pass", "pass", "pass"):
    ...     game.push(action)
    >>> str(doubled_or_not(game.observation(game.turn)))
    'double:1'
    """
    decks = observation.rules.decks
    worth = strength(observation.hand, observation.wild)
    if observation.seat == observation.landlord:
        worth -= LANDLORDS_MORE[decks]
    steps = sum(worth >= least for least in DOUBLES[decks])
    return Double(min(1 << steps, observation.table.doubling))
