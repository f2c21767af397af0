"""What the hidden hands may be, and how likely something is to be in them."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .._core.batch import count_moves_batch
from .._core.rollouts import hidden_worlds
from .._core.threads import checked_threads
from .._core.values import Hand, Move
from ..arguments import seed_number, shown, truth, whole_number
from ..errors import InvalidArgument
from ..game.observation import Observation, as_observation
from .rollouts import BATCH, MOST_WORLDS, WORLDS

MOST_AT_ONCE = 1 << 31
"""Worlds in one array."""


class Chance(NamedTuple):
    """In which share of the worlds something is so.

    >>> str(Chance(0.25, 0.0043, 10_000))
    '25.0% ± 0.4%'
    """

    probability: float
    error: float
    """Its standard error; 0 if it was so in all of the worlds, or in none."""
    worlds: int
    """How many were drawn."""

    def __str__(self) -> str:
        return f"{self.probability:.1%} ± {self.error:.1%}"


def worlds(observation: Observation, n: int = WORLDS, seed: int = 1) -> NDArray[np.uint64]:
    """Hands that fit what one seat sees, ``uint64[n, players]``: column *s* has the packed hand
    of seat *s*, which is its own in that seat's column.

    Every way to give out the unseen cards that fits what is public is equally likely
    (docs/rollouts.md section 1), in every phase. World *i* depends on ``seed`` and *i* alone;
    a rollout with this seed tries its actions in the same ones.

    Raises :class:`InvalidArgument` for what is no observation, and for numbers out of range.

    >>> import ddz_core as ddz
    >>> seen = ddz.Game("standard", deal=1).observation(0)
    >>> hands = worlds(seen, 1000)
    >>> hands.shape, bool((hands[:, 0] == seen.hand.packed).all())
    ((1000, 3), True)
    >>> len(ddz.Hand(hands[0, 1])), ddz.count_moves_batch(hands[:, 1]).shape
    (17, (1000,))
    """
    seen = as_observation(observation)
    return _drawn(seen, seed_number(seed), 0, whole_number("n", n, 0, MOST_AT_ONCE))


def _drawn(seen: Observation, seed: int, first: int, stop: int) -> NDArray[np.uint64]:
    known = [Hand()] * len(seen.sizes)
    if seen.landlord is not None:
        known[seen.landlord] = seen.kept
    known[seen.seat] = seen.hand
    return hidden_worlds(known, seen.sizes, seen.unseen, seed, first, stop)


def chance(
    observation: Observation,
    *,
    beats: Move | Hand | str | None = None,
    bomb: bool = False,
    holds: Hand | str | None = None,
    seats: SupportsIndex | Iterable[SupportsIndex] | None = None,
    n: int = WORLDS,
    seed: int = 1,
    threads: int = 1,
) -> Chance:
    """How likely something is to be in a hidden hand, as one seat sees it.

    One question is asked: can one of the ``seats`` play something that ``beats`` this play;
    has one of them a ``bomb`` or the rocket; has one of them all the cards that ``holds``
    names? ``seats`` is a seat or several, without it all but the one that sees. It is asked in
    the first ``n`` worlds of :func:`worlds`, and only what can be in them counts, not what the
    others have done: to ask of other things, go through the worlds. ``threads`` do not change
    the answer.

    Raises :class:`InvalidArgument` for no question or more than one, for the seat's own number
    among ``seats``, and for numbers out of range; :class:`IllegalPlay` for what is no play, and
    :class:`InvalidCards` for what are no cards.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("standard", deal=1)
    >>> game.push("bid:3")
    >>> seen = game.observation(0)
    >>> print(chance(seen, beats="QQQ3"))
    57.4% ± 0.5%
    >>> print(chance(seen, holds="22", seats=2))
    76.1% ± 0.4%
    """
    seen = as_observation(observation)
    bomb = truth("bomb", bomb)
    if (beats is not None) + bomb + (holds is not None) != 1:
        raise InvalidArgument("chance answers one question: give beats=, bomb=True or holds=")
    others = _others(seen, seats)
    n = whole_number("n", n, 1, MOST_WORLDS)
    threads = checked_threads(threads)
    seed = seed_number(seed)
    # Nothing but a bomb or the rocket beats the big joker.
    last = "R" if bomb else beats
    wanted = None if holds is None else Hand(holds, decks=seen.rules.decks)
    found = 0
    for first in range(0, n, BATCH * 16):
        hands = _drawn(seen, seed, first, min(first + BATCH * 16, n))
        so = np.zeros(len(hands), bool)
        for seat in others:
            held = np.ascontiguousarray(hands[:, seat])
            if wanted is None:
                so |= count_moves_batch(held, last, seen.rules, threads) > 0
            else:
                so |= _all_among(wanted, held)
        found += int(so.sum())
    share = found / n
    return Chance(share, sqrt(share * (1 - share) / n), n)


def _others(
    seen: Observation, seats: SupportsIndex | Iterable[SupportsIndex] | None
) -> tuple[int, ...]:
    """The seats that are asked about."""
    players = len(seen.sizes)
    if seats is None:
        return tuple(seat for seat in range(players) if seat != seen.seat)
    asked = tuple(seats) if isinstance(seats, Iterable) else (seats,)
    found = tuple(whole_number("a seat", seat, 0, players - 1) for seat in asked)
    if not found or seen.seat in found:
        raise InvalidArgument(
            f"seats are some of the others of seat {seen.seat}, not {shown(seats)}"
        )
    return found


def _all_among(cards: Hand, hands: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """In which of the packed hands all these cards are."""
    so = np.ones(len(hands), bool)
    for slot, number in enumerate(cards.counts.tolist()):
        if number:
            so &= (hands >> np.uint64(4 * slot) & np.uint64(15)) >= number
    return so
