"""What a seat sees of a deal in its play phase, for adapters that hold one deal at a time."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from .._core.play_phase import PlayPhase
from .._core.values import Hand
from .._core.vector import OBSERVATION_LAYOUT, OBSERVATION_SIZE
from ..game.deals import DECK
from ..rules import Rules

# Parts that lie side by side are written at once.
_CARDS = slice(OBSERVATION_LAYOUT["hand"].start, OBSERVATION_LAYOUT["recent"].stop)
_SIZES_TO_BOMBS = slice(OBSERVATION_LAYOUT["sizes"].start, OBSERVATION_LAYOUT["bombs"].stop)
_READING = OBSERVATION_LAYOUT["reading"]
_PASSES = OBSERVATION_LAYOUT["passes"].start
_SLOT_SHIFTS = np.arange(0, 60, 4, dtype=np.uint64)


def counts(packed: Iterable[int] | NDArray[np.uint64]) -> NDArray[np.uint8]:
    """How many cards of each slot packed hands hold: uint8[n, 15]."""
    hands = packed if isinstance(packed, np.ndarray) else np.array(list(packed), np.uint64)
    spread = hands[:, None] >> _SLOT_SHIFTS
    result: NDArray[np.uint8] = (spread & np.uint64(15)).astype(np.uint8)
    return result


def observation(phase: PlayPhase, seat: int, bottom: Hand) -> NDArray[np.uint8]:
    """What a seat knows, laid out as in docs/vector.md: uint8[114]."""
    row = np.zeros(OBSERVATION_SIZE, np.uint8)
    hands, recent, played, last = phase.hands, phase.recent, phase.played, phase.last
    following = [(seat + k) % len(hands) for k in range(len(hands))]
    own = hands[seat]
    groups = [
        own,
        DECK - played - own,
        last.cards if last else Hand(),
        bottom,
        played,
        recent[following[1]],
        recent[following[2]],
    ]
    row[_CARDS] = counts(group.packed for group in groups).ravel()
    row[_SIZES_TO_BOMBS] = (
        *(len(hands[other]) for other in following),
        (phase.landlord - seat) % len(hands),
        phase.bombs,
    )
    if last:
        row[_READING] = last.kind, last.length, last.rank
    row[_PASSES] = phase.passes
    return row


def start_play(hands: Iterable[Hand], bottom: Hand, landlord: int, rules: Rules) -> PlayPhase:
    """The play phase of a deal without skips; the bottom is in the landlord's hand already."""
    return PlayPhase(rules, list(hands), landlord, DECK - bottom, bottom, False)
