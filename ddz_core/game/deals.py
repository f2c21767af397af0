"""Deals by their number (docs/rules.md section 6)."""

from __future__ import annotations

from typing import NamedTuple

from .._core.values import Hand
from .._core.whole_games import deal_hands

DECK = Hand([4] * 13 + [1, 1])
SHORT_DECK = DECK - "33334444"


class Deal(NamedTuple):
    """A deal: one hand for each seat, the bottom, and the seat that bids first."""

    hands: tuple[Hand, ...]
    bottom: Hand
    first_bidder: int


class Dealt(NamedTuple):
    """The cards of one deal as a game begins with them."""

    hands: tuple[Hand, ...]
    """One for each seat."""
    bottom: Hand
    shown: Hand
    """The card of the bottom that a table may show before the auction."""
    first_bidder: int
    """The seat drawn to bid first; a table may name another."""


def deal(number: int, players: int = 3) -> Deal:
    """The deal of that number: the same everywhere, for ever.

    ``number`` is from 0 to 2**64 - 1, ``players`` 2 or 3; everybody gets 17 cards,
    3 are the bottom, and with two players the rest stay out of play. Raises
    :class:`InvalidArgument` for other numbers.

    >>> one = deal(1)
    >>> [str(hand) for hand in one.hands], str(one.bottom), one.first_bidder
    (['3356699TJQQKKA2BR', '34445667789TTQAA2', '3455778889JJJKKA2'], 'TQ2', 2)
    """
    return Deal(*deal_hands(number, players))
