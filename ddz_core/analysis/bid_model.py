"""What the bidding says about hidden hands (docs/appraisal.md, section 5).

Whoever bids is likelier to hold a good hand than whoever passes. Here every other seat is
taken to bid by its expected points, as :mod:`ddz_core.analysis.bidding` advises, estimated from the
numbers of its cards alone, so that a hand takes a look-up for each slot and no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt, tanh

import numpy as np
from numpy.typing import NDArray

from .._core.rollouts import Sight
from .._core.values import Move
from ..game.actions import Bid, Call, Discard, Rob
from ..game.observation import Observation
from ..kinds import RANKS
from .bidding import place_of, thresholds
from .expectation import numbers_of
from .settings import setting_at

FLOOR = 0.03
"""How often a seat is taken to bid as it did whatever it holds. Without it a bid that the
model thinks impossible would leave no world at all; with it one in a thousand or so is
left, whatever two others bid."""

TRIES = (2, 4, 8, 16)
"""Candidates drawn for a world in the first rounds; in later ones as many as in the last."""

Worlds = NDArray[np.uint64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Level:
    """What a seat's bids and passes say: from how high to how high it would have gone.

    A level is the number of the highest bid that a hand is good for, from 0, no bid.
    """

    least: int
    most: int


def levels_shown(observation: Observation) -> dict[int, Level]:
    """What each seat that has bid or passed has shown.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("standard", deal=1)
    >>> for action in ("pass", "bid:2"):
    ...     game.push(action)
    >>> levels_shown(game.observation(0))
    {2: Level(least=0, most=0), 0: Level(least=2, most=2)}
    """
    points = observation.table.auction == "points"
    highest = 3 if points else observation.table.highest_stake.bit_length()
    shown: dict[int, Level] = {}
    bids = 0
    for seat, action, _ in observation.bids:
        before = shown.get(seat, Level(0, highest))
        if isinstance(action, Bid | Call | Rob):
            # The number of the bid: each that is no bid of points doubles the stake.
            bids = action.stake if points and isinstance(action, Bid) else bids + 1
            shown[seat] = Level(bids, bids if points else highest)
        else:
            shown[seat] = Level(before.least, bids)
    return shown


class BidModel:
    """How likely the bids of an auction are, for hands that the others may hold.

    Of an observation of the play phase. Where its table has no auction, or only its own
    seat has bid, nothing is known, and :attr:`is_silent` is true.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("standard", deal=1)
    >>> for action in ("bid:1", "bid:3"):
    ...     game.push(action)
    >>> model = BidModel(game.observation(0))
    >>> worlds = np.array([[game.hands[seat].packed for seat in range(3)]], np.uint64)
    >>> bool(0 < model.chances(worlds)[0] <= 1)
    True
    """

    def __init__(self, observation: Observation) -> None:
        self._seats = [
            _Seat(observation, seat, level)
            for seat, level in levels_shown(observation).items()
            if seat != observation.seat
        ]

    @property
    def is_silent(self) -> bool:
        """Whether the bids say nothing: all worlds are equally likely."""
        return not self._seats

    def chances(self, worlds: Worlds) -> Floats:
        """How likely the bids are in each world, ``float64[n]``, times one constant.

        ``worlds`` are the hands that the seats now hold, ``uint64[n, players]``. The
        constant is such that no number is above 1.
        """
        found = np.ones(len(worlds))
        for seat in self._seats:
            found *= seat.chances(worlds)
        return found

    def worlds(self, sight: Sight, seed: int, first: int, stop: int) -> Worlds:
        """Worlds ``first`` to ``stop - 1`` of those drawn by how likely the bids are.

        Each is the first of candidates of its own that a random number lets pass
        (rejection), so it depends on the seed and its own number alone.
        """
        if self.is_silent:
            return sight.worlds(seed, first, stop)
        found = np.empty((stop - first, sight.players), np.uint64)
        left = np.arange(first, stop, dtype=np.uint64)
        number = 0
        while len(left):
            tries = TRIES[min(number, len(TRIES) - 1)]
            candidates = _candidates(left, tries)
            # A stream for the candidates of each round, and one for what lets them pass.
            cards, chance = _streams(seed, number)
            drawn = sight.worlds_of(cards, candidates)
            draws = _mixed(chance + _STEP * candidates)
            passes = (draws >> np.uint64(11)) * 2.0**-53 < self.chances(drawn)
            passes = passes.reshape(-1, tries)
            chosen = passes.argmax(axis=1)
            done = passes.any(axis=1)
            rows = np.arange(len(left)) * tries + chosen
            found[(left[done] - np.uint64(first)).astype(np.int64)] = drawn[rows[done]]
            left = left[~done]
            number += 1
        return found


class _Seat:
    """One seat's part in it."""

    def __init__(self, observation: Observation, seat: int, level: Level) -> None:
        table = observation.table
        numbers = numbers_of(setting_at(table))
        known = int(table.show_card)
        shift = numbers.discard_shift if table.discard else 0.0
        marks = [mark - shift for mark in thresholds(table, place_of(observation, seat))]
        self._seat = seat
        self._more = np.uint64(_more_at_first(observation, seat))
        worths = np.array(numbers.quick_worths[known])
        if (wild := table.rules.wild) is not None and numbers.wild_worths:
            worths[RANKS.index(wild)] += numbers.wild_worths[known]
        self._worths = _by_byte(worths)
        # A logistic distribution of the same standard deviation.
        self._scale = numbers.quick_spreads[known] * sqrt(3) / pi
        # Every hand is good for level 0, and none for more than the highest.
        self._least = marks[level.least - 1] if level.least else -np.inf
        self._most = marks[level.most] if level.most < len(marks) else np.inf
        self._bound = (1 - FLOOR) * self._highest() + FLOOR

    def chances(self, worlds: Worlds) -> Floats:
        """As :meth:`BidModel.chances`, of this seat's bids alone."""
        hands = worlds[:, self._seat] + self._more
        octets = hands.astype("<u8").view(np.uint8).reshape(-1, 8)
        points = np.zeros(len(hands))
        for place in range(8):
            points += self._worths[place][octets[:, place]]
        within = self._reaches(points, self._least) - self._reaches(points, self._most)
        found: Floats = ((1 - FLOOR) * within + FLOOR) / self._bound
        return found.clip(0.0, 1.0)

    def _reaches(self, points: Floats, threshold: float) -> Floats:
        """How likely the expected points reach a threshold."""
        reaches: Floats = 1 / (1 + np.exp((threshold - points) / self._scale))
        return reaches

    def _highest(self) -> float:
        """The most that reaching the one and not the other can be: half-way between them."""
        half = (self._most - self._least) / 2 / self._scale
        return tanh(half / 2)


def _more_at_first(observation: Observation, seat: int) -> int:
    """What a seat held in the auction beyond what it holds now, packed: cards played and
    discarded, without the bottom, and the card shown, which counted for every seat.

    Of the landlord that may be below 0: packed numbers are added modulo 2**64.
    """
    more = observation.shown.packed
    for player, action, _ in (*observation.discards, *observation.plays):
        if player == seat and isinstance(action, Move | Discard):
            more += action.cards.packed
    if seat == observation.landlord and observation.bottom is not None:
        more -= observation.bottom.packed
    return more % (1 << 64)


def _by_byte(worths: Floats) -> Floats:
    """The worths of two slots at a time, by the byte of a packed hand that holds them."""
    padded = np.zeros((16, 16))
    padded[:15, : worths.shape[1]] = worths
    low, high = padded[0::2], padded[1::2]
    return (high[:, :, None] + low[:, None, :]).reshape(8, 256)


_STEP = np.uint64(0x9E3779B97F4A7C15)


def _candidates(worlds: Worlds, tries: int) -> Worlds:
    """The numbers of so many candidates for each of the worlds, one after the other."""
    places = np.arange(tries, dtype=np.uint64)
    return (worlds[:, None] * np.uint64(tries) + places).ravel().astype(np.uint64)


def _streams(seed: int, number: int) -> tuple[int, np.uint64]:
    """Two seeds for round ``number``."""
    start = np.array([2 * number + 1, 2 * number + 2], np.uint64) * _STEP
    cards, chance = _mixed(start + np.uint64(seed))
    return int(cards), chance


def _mixed(state: Worlds) -> Worlds:
    """The finisher of the stream of docs/rules.md section 6."""
    z = (state ^ state >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)
