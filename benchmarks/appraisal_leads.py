"""What rollouts expect of hands: the landlord leads what comes out best in hidden worlds.

The greedy player is weak at the first lead, and the more so the fewer plays its hand falls
into. Here the lead is chosen by rollouts, and all is played greedily after it. Hands of few
plays are rare, so deals are searched for them, and each hand that is taken stands for
as many as there are of its kind.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from appraisal_deals import part_of
from numpy.typing import NDArray

import ddz_core as ddz
from ddz_core._core.rollouts import Sight
from ddz_core.analysis.habits import greedy_for
from ddz_core.analysis.ranking import evenly, greedy_first, ranked
from ddz_core.analysis.solving import min_plays

Floats = NDArray[np.float64]
Packed = NDArray[np.uint64]

PLAYOUTS = 600
"""Spent on finding the lead."""

WORLDS = 60
"""Other worlds, in which that lead and the greedy player's are held against each other."""

FEW, MANY = 2, 10
"""Hands of at most or at least so many plays are one class."""


@dataclass(frozen=True)
class Leads:
    """Hands of every number of plays, about as many of each, led by rollouts."""

    deals: NDArray[np.int64]
    """Their deals and seats, ``int64[n, 2]``."""
    hands: Packed
    """Before the bottom."""
    bottoms: Packed
    stands_for: Floats
    """How many hands each one stands for; one on the average."""
    greedy: Floats
    """The landlord's mean points with the greedy player's lead."""
    best: Floats
    """His mean points with the lead that rollouts choose."""

    def cards(self, known: int) -> Packed:
        """Every hand with so many cards of the bottom."""
        return self.hands + part_of(self.bottoms, known)

    @property
    def plays(self) -> NDArray[np.int64]:
        """The smallest number of plays of each hand, by classes."""
        return classes(self.hands)


def classes(hands: Packed) -> NDArray[np.int64]:
    """The smallest number of plays, from :data:`FEW` to :data:`MANY`."""
    return min_plays(hands).astype(np.int64).clip(FEW, MANY)


def table_of(game: str, seat: int) -> ddz.Table:
    """Without an auction, that seat being the landlord."""
    return ddz.Table(
        rules="four" if game == "4" else "standard",
        players=int(game[0]),
        short_deck="short" in game,
        wild="wild" in game,
        auction="none",
        first_bidder=seat,
    )


def led(game: str, first: int, deals: int, each: int) -> Leads:
    """Hands of ``deals`` deals: of each number of plays at most ``each``, the first ones."""
    return _all_led(game, *_searched(game, first, deals, each))


def led_evenly(game: str, first: int, deals: int) -> Leads:
    """The hands of one seat of each deal, the seats in turn."""
    at = np.arange(deals)
    found = np.stack([first + at, at % int(game[0])], axis=1)
    return _all_led(game, found, np.ones(deals))


def _all_led(game: str, found: NDArray[np.int64], stands_for: Floats) -> Leads:
    rows = [_led(game, number, seat) for number, seat in found.tolist()]
    hands, bottoms, greedy, best = zip(*rows, strict=True)
    packed = np.array(hands, np.uint64), np.array(bottoms, np.uint64)
    return Leads(found, *packed, stands_for, np.array(greedy), np.array(best))


def _searched(game: str, first: int, deals: int, each: int) -> tuple[NDArray[np.int64], Floats]:
    """Deals and seats, and what their hands stand for."""
    players = int(game[0])
    hands = np.empty((deals, players), np.uint64)
    for i in range(deals):
        hands[i] = [hand.packed for hand in _hands(game, first + i)]
    plays = classes(hands.reshape(-1))
    found, weights = [], []
    for number in range(FEW, MANY + 1):
        places = np.flatnonzero(plays == number)
        found.append(places[:each])
        weights.append(np.full(len(places[:each]), len(places) / max(1, len(places[:each]))))
    at, stands_for = np.concatenate(found), np.concatenate(weights)
    return np.stack([first + at // players, at % players], axis=1), stands_for / stands_for.mean()


def _hands(game: str, number: int) -> tuple[ddz.Hand, ...]:
    if "short" in game:
        return ddz.Game(table_of(game, 0), number)._dealt[0].hands
    return ddz.deal(number, int(game[0])).hands


def _led(game: str, number: int, seat: int) -> tuple[int, int, float, float]:
    """Hand, bottom, and the mean points with the greedy lead and with the best one."""
    seen = ddz.Game(table_of(game, seat), number).observation(seat)
    assert seen.bottom is not None
    sight, habits = Sight(seen), greedy_for(seen.rules).compiled
    actions = greedy_first(sight, seen, habits, PLAYOUTS)
    best = ranked(sight, actions, PLAYOUTS, evenly(sight, 1), habits)[0][0]
    worlds = sight.worlds(2, 0, WORLDS)
    points = sight.rollout(habits, [actions[0], best], worlds, 0, 0)[:, 1] / WORLDS
    hand = seen.hand - seen.bottom
    return hand.packed, seen.bottom.packed, float(points[0]), float(points[1])
