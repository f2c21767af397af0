"""Deals by number (docs/rules.md sections 6, 8.1, 8.2)."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import InvalidArgument
from ..rules import WILD_RANKS, Rules
from .cards import STANDARD, tidy

# --- Section 6: deal numbers ------------------------------------------------

WORD = 2**64


class Stream:
    """The random numbers of a deal.

    >>> hex(Stream(0).next())  # the published first output for the seed 0
    '0xe220a8397b1dcdaf'
    """

    def __init__(self, number: int) -> None:
        self.state = number % WORD

    def next(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self.next() * n // WORD


class Deal(NamedTuple):
    """What lies on the table before the auction; all cards as sorted text."""

    hands: tuple[str, ...]
    bottom: str
    first_bidder: int


class Dealer:
    """Deals the cards of a number, and deals anew after all have passed."""

    def __init__(
        self, number: int, players: int = 3, deck: str | None = None, rules: Rules = STANDARD
    ) -> None:
        self.deck = list(rules.deck if deck is None else deck)
        self.dealt = rules.hand_size * players
        if players < 1 or self.dealt + rules.bottom_size > len(self.deck):
            raise InvalidArgument(f"{len(self.deck)} cards do not go round {players} players")
        self.stream = Stream(number)
        self.players = players
        self.rules = rules

    def deal(self) -> Deal:
        """The first deal, and at each further call a new one."""
        deck = self.deck
        for i in range(len(deck) - 1, 0, -1):
            j = self.stream.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        hands = tuple(
            tidy("".join(deck[seat : self.dealt : self.players])) for seat in range(self.players)
        )
        bottom = tidy("".join(deck[self.dealt : self.dealt + self.rules.bottom_size]))
        return Deal(hands, bottom, self.stream.below(self.players))

    def wild(self) -> str:
        """The wild rank of the deal, where a table has one.

        Section 8.2: it is the draw that follows the first bidder, at a new deal too.
        """
        return WILD_RANKS[self.stream.below(13)]


def deal(number: int, players: int = 3, rules: Rules = STANDARD) -> Deal:
    """The deal of that number.

    >>> deal(1).bottom, deal(1).first_bidder
    ('TQ2', 2)
    """
    return Dealer(number, players, rules=rules).deal()
