"""Other deals that a player cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Callable

from ..packed import slot_counts
from ._openspiel_codes import DEALT, PLAYERS, slot_of
from ._openspiel_protocol import DealState


def resampled_cards(state: DealState, player: int, sample: Callable[[], float]) -> list[int]:
    """The 51 cards in the order of a deal in which the cards unknown to the player are mixed.

    ``sample()`` gives numbers from 0 to 1. Raises ``ValueError`` before the deal is whole.
    """
    if len(state.cards) < DEALT:
        raise ValueError("a deal can be drawn again only when it is whole")
    places = state.cards + state.bottom_cards()
    landlord = state.phase.landlord if state.phase else None
    known = {place for place in range(DEALT) if place % PLAYERS == player}
    if state.bottom(player):
        known.update(range(DEALT, len(places)))
    if state.code.exact and state.start is not None:
        known.add(state.start)
    for seat in range(PLAYERS):
        if seat != player:
            own = [place for place in range(DEALT) if place % PLAYERS == seat]
            if seat == landlord:
                own.extend(range(DEALT, len(places)))
            known.update(_played_places(state, seat, own, known, places))
    free = [place for place in range(len(places)) if place not in known]
    _shuffle(places, free, sample)
    return places[:DEALT]


def _played_places(
    state: DealState, seat: int, own: list[int], known: set[int], places: list[int]
) -> list[int]:
    """Places whose cards account for what a seat has played.

    Suits are not seen, so cards that are known anyway are taken first.
    """
    played = slot_counts([move.cards.packed for who, move in state.log if who == seat]).sum(axis=0)
    found = []
    for place in sorted(own, key=lambda place: place not in known):
        slot = slot_of(places[place])
        if played[slot]:
            played[slot] -= 1
            found.append(place)
    return found


def _shuffle(places: list[int], free: list[int], sample: Callable[[], float]) -> None:
    """Deals the cards of the free places among them."""
    for i in range(len(free) - 1, 0, -1):
        j = min(int(sample() * (i + 1)), i)
        a, b = free[i], free[j]
        places[a], places[b] = places[b], places[a]
