"""What a player may do besides playing cards: bid, call and rob, discard cards, lay his hand
open, double.

An action is a :class:`Bid`, a :class:`Call`, a :class:`Rob`, a :class:`Discard`, an
:class:`Open`, a :class:`Double`, or a :class:`Move`; ``PASS`` is a move, and the pass of the
auction too. All are values, and :func:`parse_action` reads what
``str`` writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from .._core.values import PASS, Hand, Move
from ..arguments import cut, plain_text, shown, whole
from ..errors import IllegalBid, IllegalDiscard

FACTORS = (1, 2, 4)
"""What may be said in a doubling round."""

MOST_STAKE = 10**9 - 1
"""No bid is higher; what a table takes is far lower."""


@dataclass(frozen=True, order=True)
class Bid:
    """A bid for the stake: 1, 2 or 3, or in a doubling auction 1, 2, 4, 8, ….

    >>> str(Bid(2)), parse_action("bid:2") == Bid(2)
    ('bid:2', True)
    """

    stake: int

    def __post_init__(self) -> None:
        stake = whole(self.stake)
        if stake is None or not 1 <= stake <= MOST_STAKE:
            raise IllegalBid(
                f"a bid is a whole number from 1 to {MOST_STAKE}, not {shown(self.stake)}"
            )
        object.__setattr__(self, "stake", stake)

    def __str__(self) -> str:
        return f"bid:{self.stake}"


@dataclass(frozen=True, order=True)
class Call:
    """The call of an auction in which one calls and others rob.

    >>> str(Call()), parse_action("call") == Call()
    ('call', True)
    """

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, order=True)
class Rob:
    """Takes the landlord's place from who has it so far, and doubles the stake.

    >>> str(Rob()), parse_action("rob") == Rob()
    ('rob', True)
    """

    def __str__(self) -> str:
        return "rob"


@dataclass(frozen=True, order=True)
class Open:
    """The landlord lays his hand open.

    >>> str(Open()), parse_action("open") == Open()
    ('open', True)
    """

    def __str__(self) -> str:
        return "open"


@dataclass(frozen=True, order=True)
class Double:
    """What a seat says in the doubling round: its factor 1, 2 or 4.

    >>> str(Double(2)), parse_action("double:2") == Double(2)
    ('double:2', True)
    """

    factor: int

    def __post_init__(self) -> None:
        factor = whole(self.factor)
        if factor not in FACTORS:
            raise IllegalBid(f"a factor is 1, 2 or 4, not {shown(self.factor)}")
        object.__setattr__(self, "factor", factor)

    def __str__(self) -> str:
        return f"double:{self.factor}"


@dataclass(frozen=True, init=False)
class Discard:
    """Cards to discard, perhaps none; given as a :class:`Hand` takes them.

    >>> str(Discard("533")), Discard().cards
    ('discard:335', Hand(''))
    """

    cards: Hand

    def __init__(self, cards: Hand | str = "") -> None:
        # Five of a rank are cards of two decks; whether anybody holds them the game asks.
        object.__setattr__(self, "cards", Hand(cards, decks=2))

    def __str__(self) -> str:
        return f"discard:{self.cards}"


Action: TypeAlias = Bid | Call | Rob | Discard | Open | Double | Move
"""Anything that a player may do."""

if TYPE_CHECKING:
    Phase: TypeAlias = Literal["auction", "discard", "open", "doubling", "play", "over"]
    """The phases of a deal."""
else:
    # The completer of IPython gives up on objects with a property that returns a Literal.
    Phase = str

PHASES: tuple[Phase, ...] = ("auction", "discard", "open", "doubling", "play", "over")


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
        return isinstance(action, Bid | Call | Rob) or action == PASS
    if phase == "discard":
        return isinstance(action, Discard)
    if phase == "open":
        return isinstance(action, Open) or action == PASS
    if phase == "doubling":
        return isinstance(action, Double)
    return phase == "play" and isinstance(action, Move)


def parse_action(text: str) -> Action:
    """The action that a text names: ``bid:2``, ``call``, ``rob``, ``discard:335``, ``open``,
    ``double:2``, ``pass``, or a play.

    In either case of letters, and with blanks around it. Raises :class:`IllegalBid`,
    :class:`InvalidCards`, or :class:`IllegalPlay`: also for cards alone, since it depends
    on the game how they are read.

    >>> parse_action("discard:533"), parse_action(" PASS ") == parse_action("pass")
    (Discard(cards=Hand('335')), True)
    >>> parse_action("bid 3")
    Traceback (most recent call last):
    ddz_core.errors.IllegalBid: 'bid 3' is no bid: write bid:3
    >>> parse_action("33")
    Traceback (most recent call last):
    ddz_core.errors.IllegalPlay: '33' does not say how the cards are read: write 33:pair:1:3
    """
    if not isinstance(text, str):
        raise TypeError(f"an action is parsed from a text, not from {shown(text)}")
    action = read_action(text)
    return Move.parse(text) if isinstance(action, Hand) else action


def read_action(action: Action | Hand | str) -> Action | Hand:
    """What somebody gives as an action, as a value: cards alone as a :class:`Hand`.

    How cards alone are read depends on the game. Raises as :func:`parse_action` does, and
    :class:`TypeError` for what is nothing of the sort.

    >>> read_action("bid:2"), read_action("3334"), read_action(Hand("3"))
    (Bid(stake=2), Hand('3334'), Hand('3'))
    """
    if isinstance(action, _VALUES):
        return action
    if not isinstance(action, str):
        raise TypeError(
            f"an action is a Bid, a Discard, a Move, a Hand or a text, not {shown(action)}"
        )
    text = plain_text(action)
    word, colon, rest = text.partition(":")
    word, rest = word.strip().lower(), rest.strip()
    if colon and word == "bid":
        # int() does not take texts of any length.
        if not (rest.isascii() and rest.isdigit() and len(rest) < 10):
            raise IllegalBid(f"{shown(text)} is no bid: a bid is written bid:1, bid:2, …")
        return Bid(int(rest))
    if colon and word == "discard":
        return Discard(rest)
    if colon and word == "double":
        if rest not in ("1", "2", "4"):
            raise IllegalBid(f"{shown(text)} is no factor: write double:1, double:2 or double:4")
        return Double(int(rest))
    if not colon and word in _WORDS:
        return _WORDS[word]
    if colon or word == "pass":
        return Move.parse(text)
    if word.startswith("bid"):
        raise IllegalBid(f"{shown(text)} is no bid: write bid:{_meant(word[3:]) or 1}")
    if word.startswith("double"):
        raise IllegalBid(f"{shown(text)} is no factor: write double:{_meant(word[6:]) or 2}")
    if word.startswith("discard"):
        raise IllegalDiscard(f"{shown(text)} is no discard: write discard:{_meant(word[7:])}")
    # Whether a table has so many cards is asked where they are played.
    return Hand(text, decks=2)


_WORDS: dict[str, Action] = {str(action): action for action in (Call(), Rob(), Open())}
"""The actions that are one word."""

_VALUES = (Bid, Call, Rob, Discard, Open, Double, Move, Hand)


def _meant(rest: str) -> str:
    """What somebody meant who wrote a blank or nothing for the colon, if that is clear."""
    rest = rest.strip().upper()
    return cut(rest) if rest.isascii() and rest.isalnum() else ""
