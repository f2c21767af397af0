"""The discard phase: who discards, how many cards, which (docs/rules.md section 5)."""

from __future__ import annotations

from functools import cache

from .._core.values import Hand
from ..errors import IllegalDiscard, Reason
from ..kinds import RANKS
from ..table import LANDLORD_DISCARDS, PEASANT_DISCARDS
from .actions import Discard


@cache
def order(landlord: int, players: int) -> tuple[int, ...]:
    """The seats as they discard: the peasants in the order of play, then the landlord.

    >>> order(1, 3)
    (2, 0, 1)
    """
    return tuple((landlord + step) % players for step in range(1, players + 1))


def limit(hand: Hand, is_landlord: bool) -> int:
    """The most cards that may be discarded from a hand: never the last one.

    >>> limit(Hand("345678"), False), limit(Hand("345678"), True), limit(Hand("33"), False)
    (3, 2, 1)
    """
    return min(LANDLORD_DISCARDS if is_landlord else PEASANT_DISCARDS, len(hand) - 1)


def why_not(discard: Discard, hand: Hand, is_landlord: bool) -> IllegalDiscard | None:
    """Why the cards may not be discarded from the hand, or ``None`` where they may."""
    cards = discard.cards
    if not cards <= hand:
        return IllegalDiscard(f"{cards} is not all in the hand", reason=Reason.NOT_HELD)
    if len(cards) <= limit(hand, is_landlord):
        return None
    if len(cards) == len(hand):
        return IllegalDiscard(
            f"{cards} is the whole hand: nobody may discard his last card",
            reason=Reason.LAST_CARD,
        )
    who = (
        f"the landlord discards at most {LANDLORD_DISCARDS}"
        if is_landlord
        else (f"a peasant discards at most {PEASANT_DISCARDS}")
    )
    return IllegalDiscard(f"{cards} has {len(cards)} cards: {who}", reason=Reason.TOO_MANY_CARDS)


def legal(hand: Hand, is_landlord: bool) -> list[Discard]:
    """All that may be discarded, nothing first, then by number and from weak to strong.

    >>> [str(discard) for discard in legal(Hand("334"), True)]
    ['discard:', 'discard:3', 'discard:4', 'discard:33', 'discard:34']
    """
    held = str(hand)
    found: list[Discard] = []
    sets = [""]
    for _ in range(limit(hand, is_landlord) + 1):
        found += map(Discard, sets)
        sets = [
            cards + rank
            for cards in sets
            for rank in RANKS[RANKS.index(cards[-1]) if cards else 0 :]
            if cards.count(rank) < held.count(rank)
        ]
    return found
