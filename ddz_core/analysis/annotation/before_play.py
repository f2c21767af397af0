"""What is worth saying before the play: the deal is dealt on and played out greedily.

Worlds are the hidden cards dealt at random, all that fit what the seat knows equally likely.
What the others say in an auction after the action follows from their hands, as
:mod:`ddz_core.analysis.bidding` advises.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..._core.rollouts import greedy_points
from ..._core.values import Hand
from ...game.actions import Action, Discard, Double
from ...game.auction import Auction
from ...game.observation import Observation
from ...kinds import RANKS
from ...rules import Rules
from ..bidding import next_bid
from ..discarding import discards_by_merit
from ..expectation import expected_of_hands, numbers_of
from ..habits import greedy_for
from ..settings import setting_at
from .playing import Valued
from .samples import Floats, Gains, better_or_not, in_rounds, valued

Packed = NDArray[np.uint64]

WORLDS = 256
"""At most so many are drawn: an auction is slower to play out than plays are."""

MOST_DISCARDS = 40
"""Of discards so many are tried: the best by the hand that they leave."""

LEFT_OUT = "what is said after the auction is left out"
OPEN_HAND = (
    "no values: the players of rollouts do not look at an open hand, so they cannot tell"
    " what it costs"
)
WILD_HIDDEN = "no values: no rank is wild yet, and rollouts need the rank"


def said_valued(
    seen: Observation, made: Action, worlds: int, seed: int, deadline: float | None
) -> Valued:
    """What each action before the play is worth, or why that cannot be told."""
    if seen.phase == "open":
        return Valued((), None, OPEN_HAND)
    if seen.table.wild and seen.wild is None:
        return Valued((), None, WILD_HIDDEN)
    actions: list[Action] = list(seen.legal_actions)
    note = ""
    if seen.phase == "discard":
        actions = [*discards_by_merit(seen)[:MOST_DISCARDS]]
        actions += [] if made in actions else [made]
        note = "the others are taken to discard nothing"
    elif seen.phase == "auction":
        table = seen.table
        note = LEFT_OUT if table.discard or table.open_hand or table.doubling else ""
    n = min(worlds, WORLDS)
    # The first half is for the values, the second for the comparison.
    parts: list[tuple[Floats, Floats]] = []

    def play(first: int, stop: int) -> None:
        parts.append(_Deals(seen, seed, first, 2 * (stop - first)).played(actions))

    done = in_rounds(play, n, deadline)
    halves = [_halves(each) for each in zip(*parts, strict=True)]
    (points, more_points), (wins, more_wins) = halves
    assert points.shape[1] == done
    values = valued(actions, points, wins)
    best = actions.index(values[0].action)
    one = actions.index(made)
    if best == one:
        return Valued(values, None, note)
    gains = Gains(more_points[best] - more_points[one], more_wins[best] - more_wins[one])
    return Valued(values, better_or_not(actions[best], gains), note)


def _halves(parts: Sequence[Floats]) -> tuple[Floats, Floats]:
    """The first halves of all parts, and the second ones."""
    split = [np.array_split(part, 2, axis=1) for part in parts]
    return tuple(np.concatenate(each, axis=1) for each in zip(*split, strict=True))  # type: ignore[return-value]


class _Deals:
    """Some worlds: all hands, the bottom, and the cards out of play."""

    def __init__(self, seen: Observation, seed: int, number: int, n: int) -> None:
        self.seen = seen
        self.rules: Rules = seen.rules
        unseen = [RANKS.index(rank) for rank in seen.unseen]
        cards = np.uint64(1) << np.uint64(4) * np.array(unseen, np.uint64)
        random = np.random.default_rng([seed, number])
        order = random.permuted(np.tile(cards, (n, 1)), axis=1)
        place = 0

        def draw(number_of_cards: int) -> Packed:
            nonlocal place
            place += number_of_cards
            part: Packed = order[:, place - number_of_cards : place]
            drawn: Packed = part.sum(axis=1, dtype=np.uint64)
            return drawn

        self.hands = np.empty((n, len(seen.sizes)), np.uint64)
        for seat, size in enumerate(seen.sizes):
            if seat == seen.seat:
                self.hands[:, seat] = seen.hand.packed
            else:
                known = seen.kept if seat == seen.landlord else Hand()
                self.hands[:, seat] = draw(size - len(known)) + np.uint64(known.packed)
        self.bottoms = np.zeros(n, np.uint64)
        if seen.landlord is None:
            left = self.rules.bottom_size - len(seen.shown)
            self.bottoms = draw(left) + np.uint64(seen.shown.packed)
        self.asides = draw(len(unseen) - place)

    def played(self, actions: Sequence[Action]) -> tuple[Floats, Floats]:
        """The points of the seat after each action, and whether its side won:
        ``float64[actions, n]`` each."""
        seen = self.seen
        if seen.phase == "auction":
            return self._auctioned(actions)
        assert seen.landlord is not None
        found: list[tuple[Floats, Floats]] = []
        for action in actions:
            gone = action.cards if isinstance(action, Discard) else Hand()
            hands = self.hands.copy()
            hands[:, seen.seat] -= np.uint64(gone.packed)
            factors = list(seen.factors)
            if isinstance(action, Double):
                factors[seen.seat] = action.factor
            if isinstance(action, Discard) or not found:
                points = self._greedy(hands, self.asides + np.uint64(gone.packed), seen.landlord)
            found.append(self._of_seat(points, factors))
        brought, wins = zip(*found, strict=True)
        return np.array(brought), np.array(wins)

    def _greedy(self, hands: Packed, asides: Packed, landlord: int) -> Floats:
        """The landlord's points, times one base and stake."""
        habits = greedy_for(self.rules).compiled
        return greedy_points(habits, habits, hands, asides, landlord, self.rules).astype(float)

    def _of_seat(self, points: Floats, factors: Sequence[int]) -> tuple[Floats, Floats]:
        """The same for the seat, by the factors that were said, and its wins."""
        seen, landlord = self.seen, self.seen.landlord or 0
        peasants = [factor for seat, factor in enumerate(factors) if seat != landlord]
        each = points / len(peasants) * factors[landlord]
        unit = seen.table.base * seen.stake
        unit *= 1 if seen.open_hand is None else seen.table.open_hand
        if seen.seat == landlord:
            return each * sum(peasants) * unit, (points > 0).astype(float)
        return -each * factors[seen.seat] * unit, (points < 0).astype(float)

    def _auctioned(self, actions: Sequence[Action]) -> tuple[Floats, Floats]:
        seen, (n, players) = self.seen, self.hands.shape
        expected = self._expected()
        landlords = np.full((len(actions), n), -1)
        stakes = np.zeros((len(actions), n))
        for row, action in enumerate(actions):
            for world in range(n):
                auction = Auction(seen.table, seen.first_bidder, seen.bids)
                auction.push(action)
                while not auction.is_over:
                    auction.push(next_bid(expected[world, auction.turn], auction))
                if auction.landlord is not None:
                    landlords[row, world], stakes[row, world] = auction.landlord, auction.stake
        points = np.zeros((len(actions), n))
        wins = np.zeros((len(actions), n))
        for seat in range(players):
            where = (landlords == seat).any(axis=0)
            if not where.any():
                continue
            hands = self.hands[where]
            hands[:, seat] += self.bottoms[where]
            brought = np.zeros(n)
            brought[where] = self._greedy(hands, self.asides[where], seat)
            own = brought if seat == seen.seat else -brought / (players - 1)
            here = landlords == seat
            points += here * stakes * own * seen.table.base
            wins += here * (own > 0)
        return points, wins

    def _expected(self) -> Floats:
        """The points that each seat expects as the landlord, ``float64[n, players]``."""
        seen = self.seen
        setting = setting_at(seen.table)
        shift = numbers_of(setting).discard_shift if seen.table.discard else 0.0
        found = np.empty(self.hands.shape)
        for seat in range(found.shape[1]):
            known = self.hands[:, seat] + np.uint64(seen.shown.packed)
            if seat == seen.seat:
                known = known[:1]
            found[:, seat] = expected_of_hands(known, setting, self.rules) + shift
        return found
