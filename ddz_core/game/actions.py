"""What a player may do besides playing cards: bid, and discard cards.

An action is a :class:`Bid`, a :class:`Discard`, or a :class:`Move`; ``PASS`` is a move,
and the pass of the auction too. All are values, and :func:`parse_action` reads what
``str`` writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from .._core.values import PASS, Hand, Move
from ..errors import IllegalBid


@dataclass(frozen=True, order=True)
class Bid:
    """A bid for the stake: 1, 2 or 3, or in a doubling auction 1, 2, 4, 8, ….

    >>> str(Bid(2)), parse_action("bid:2") == Bid(2)
    ('bid:2', True)
    """

    stake: int

    def __post_init__(self) -> None:
        if type(self.stake) is not int or self.stake < 1:
            raise IllegalBid(f"a bid is a whole number from 1 on, not {self.stake!r}")

    def __str__(self) -> str:
        return f"bid:{self.stake}"


@dataclass(frozen=True, init=False)
class Discard:
    """Cards to discard, perhaps none; given as a :class:`Hand` takes them.

    >>> str(Discard("533")), Discard().cards
    ('discard:335', Hand(''))
    """

    cards: Hand

    def __init__(self, cards: Hand | str = "") -> None:
        object.__setattr__(self, "cards", Hand(cards))

    def __str__(self) -> str:
        return f"discard:{self.cards}"


Action: TypeAlias = Bid | Discard | Move
"""Anything that a player may do."""

Phase: TypeAlias = Literal["auction", "discard", "play", "over"]
"""The phases of a deal."""


class Made(NamedTuple):
    """An action with the seat that made it; ``skipped`` marks an automatic pass."""

    seat: int
    action: Action
    skipped: bool = False


def belongs(action: Action, phase: Phase) -> bool:
    """Whether it is an action of that phase at all.

    >>> belongs(Bid(1), "auction"), belongs(Bid(1), "play"), belongs(Discard(), "discard")
    (True, False, True)
    """
    if phase == "auction":
        return isinstance(action, Bid) or action == PASS
    if phase == "discard":
        return isinstance(action, Discard)
    return phase == "play" and isinstance(action, Move)


def parse_action(text: str) -> Action:
    """The action that a text names: ``bid:2``, ``discard:335``, ``pass``, or a play.

    Raises :class:`IllegalBid`, :class:`InvalidCards` or :class:`IllegalPlay`.

    >>> parse_action("discard:533"), parse_action("pass") == parse_action("pass")
    (Discard(cards=Hand('335')), True)
    >>> parse_action("bid:x")
    Traceback (most recent call last):
    ddz_core.errors.IllegalBid: 'bid:x' is no bid: a bid is written bid:1, bid:2, …
    """
    if isinstance(text, str):
        word, colon, rest = text.partition(":")
        if colon and word == "bid":
            if not (rest.isascii() and rest.isdigit() and len(rest) < 10):
                raise IllegalBid(f"{text[:30]!r} is no bid: a bid is written bid:1, bid:2, …")
            return Bid(int(rest))
        if colon and word == "discard":
            return Discard(rest)
    return Move.parse(text)
