"""What a seat sees of a deal in its play phase, for adapters that hold one deal at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from .._core.features import row_of
from .._core.play_phase import PlayPhase
from .._core.values import Hand
from ..game.deals import DECK
from ..game.observation import NO_LANDLORD
from ..rules import Rules


def observation(phase: PlayPhase, seat: int, bottom: Hand) -> NDArray[np.uint8]:
    """What a seat knows, laid out as in docs/vector.md: uint8[114]."""
    hands, recent, hidden = phase.hands, phase.recent, phase.hidden
    own, landlord = hands[seat], phase.landlord
    seats = [(seat + k) % len(hands) for k in range(len(hands))]
    return row_of(
        own,
        hidden - (own - phase.kept if seat == landlord else own),
        phase.last,
        bottom,
        phase.played,
        [recent[other] for other in seats[1:]],
        [len(hands[other]) for other in seats],
        (landlord - seat) % len(hands),
        phase.bombs,
        phase.passes,
    )


def auction_observation(hands: Sequence[Hand], seat: int) -> NDArray[np.uint8]:
    """What a seat knows before there is a landlord, in the same layout."""
    sizes = [len(hands[(seat + k) % len(hands)]) for k in range(len(hands))]
    own = hands[seat]
    return row_of(own, DECK - own, None, Hand(), Hand(), [], sizes, NO_LANDLORD, 0, 0)


def start_play(hands: Iterable[Hand], bottom: Hand, landlord: int, rules: Rules) -> PlayPhase:
    """The play phase of a deal without skips; the bottom is in the landlord's hand already."""
    return PlayPhase(rules, list(hands), landlord, DECK - bottom, bottom, False)
