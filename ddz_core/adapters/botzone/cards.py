"""Botzone's cards: numbers from 0 to 53, four of each rank from 3 to 2, then the jokers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..._core.values import Hand
from ...arguments import shown
from ...errors import InvalidCards
from ...kinds import RANKS
from ...rules import Rules
from ...table import Table

CARDS = 54
SEATS = 3

RULES = Rules.preset("shuttle").changed(jokers_as_pair=False, name="botzone")
"""All kickers differ, the jokers are two single cards, and quads make chains."""

WITHOUT_AUCTION = Table(rules=RULES, auction="none")
"""FightTheLandlord."""
WITH_AUCTION = Table(rules=RULES)
"""FightTheLandlord2."""


def rank_of(number: int) -> str:
    """The rank of a card.

    >>> [rank_of(number) for number in (0, 3, 4, 51, 52, 53)]
    ['3', '3', '4', '2', 'B', 'R']
    """
    return RANKS[min(number // 4, 13) + (number == CARDS - 1)]


def card_numbers(value: object) -> list[int]:
    """A list of different cards. Raises :class:`InvalidCards` for anything else.

    >>> card_numbers([0, 54])
    Traceback (most recent call last):
    ddz_core.errors.InvalidCards: a card is a number from 0 to 53, not 54
    """
    if not isinstance(value, list):
        raise InvalidCards(f"cards are a list of numbers, not {shown(value)}")
    for number in value:
        if type(number) is not int or not 0 <= number < CARDS:
            raise InvalidCards(f"a card is a number from 0 to {CARDS - 1}, not {shown(number)}")
    twice = next((number for number in value if value.count(number) > 1), None)
    if twice is not None:
        raise InvalidCards(f"the card {twice}, a {rank_of(twice)}, stands twice")
    return value


def hand_of(numbers: Iterable[int]) -> Hand:
    """The cards without their suits."""
    return Hand("".join(map(rank_of, numbers)))


def taken(cards: Hand, held: Sequence[int]) -> list[int]:
    """Numbers for these cards out of those that are held, the first of each rank.

    >>> taken(Hand("334"), [2, 5, 0, 4, 1])
    [2, 0, 5]
    """
    left, found = list(held), []
    for card in str(cards):
        number = next(number for number in left if rank_of(number) == card)
        left.remove(number)
        found.append(number)
    return found


def drawn(cards: Hand, pool: list[int]) -> list[int]:
    """The same, and takes them out of the pool.

    >>> pool = [2, 5, 0, 4, 1]
    >>> drawn(Hand("334"), pool), pool
    ([2, 0, 5], [4, 1])
    """
    found = taken(cards, pool)
    for number in found:
        pool.remove(number)
    return found
