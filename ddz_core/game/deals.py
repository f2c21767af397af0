"""Deals by their number (docs/rules.md section 6)."""

from __future__ import annotations

from typing import NamedTuple

from .._core.compiled import compiled
from .._core.values import Hand
from .._core.whole_games import deal_hands
from ..rules import Rules

DECK = Hand(Rules().deck)
"""The cards of one deck."""


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
    wild: str | None = None
    """The rank that is wild in this deal, where a table draws one."""


def deal(number: int, players: int | None = None, rules: Rules | str = "standard") -> Deal:
    """The deal of that number: the same everywhere, for ever.

    ``number`` is from 0 to 2**64 - 1. Deck and hands are as the rules have them: with one
    deck ``players`` are 3 (if nothing else is said) or 2, everybody gets 17 cards, 3 are the
    bottom, and with two players the rest stay out of play; with two decks there are 4
    players of 25 cards and a bottom of 8. Raises :class:`InvalidArgument` for other numbers.

    >>> one = deal(1)
    >>> [str(hand) for hand in one.hands], str(one.bottom), one.first_bidder
    (['3356699TJQQKKA2BR', '34445667789TTQAA2', '3455778889JJJKKA2'], 'TQ2', 2)
    """
    if players is None:
        players = compiled(rules).value.seats[-1]
    return Deal(*deal_hands(number, players, rules))
