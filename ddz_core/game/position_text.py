"""The words of a position (docs/position.md): everything but what it means."""

from __future__ import annotations

from dataclasses import dataclass

from .._core.values import Hand
from ..arguments import plain_text, shown
from ..errors import DdzError, InvalidArgument
from ..table import Table
from .actions import parse_action
from .start import Middle, Start, from_the_middle, whole_deal

VERSION = "ddzpos1"
"""The first word of every position; another format will have another."""

UNKNOWN = "?"
"""Stands before the number of cards of a hand that is not known."""

LONGEST = 10_000
"""Characters of a line; no deal has so many."""

_MIDDLE = ("landlord", "stake", "said", "leader", "doubled", "gone", "kept")
_NAMES = ("hands", "bottom", "shown", "first", "wild", "passed", *_MIDDLE, "seat")
"""The words with a value, in the order in which they stand before the actions."""


@dataclass(frozen=True)
class Words:
    """A line in its parts: the fields of a :class:`Position`, which are looked at there."""

    table: Table
    hands: tuple[Hand | int, ...]
    bottom: Hand | None
    shown: Hand
    first_bidder: int
    wild: str | None
    new_deals: int
    middle: Middle | None
    seat: int | None = None
    actions: tuple[str, ...] = ()

    @property
    def beginning(self) -> list[str]:
        """The words between table and actions."""
        hands = "/".join(
            str(hand) if isinstance(hand, Hand) else f"{UNKNOWN}{hand}" for hand in self.hands
        )
        found = [f"hands:{hands}"]
        if self.bottom is not None:
            found.append(f"bottom:{self.bottom}")
        if self.shown:
            found.append(f"shown:{self.shown}")
        found.append(f"first:{self.first_bidder}")
        if self.wild is not None:
            found.append(f"wild:{self.wild}")
        if self.new_deals:
            found.append(f"passed:{self.new_deals}")
        if self.middle is not None:
            found += _of_middle(self.middle)
        if self.seat is not None:
            found.append(f"seat:{self.seat}")
        return found

    def __str__(self) -> str:
        return " ".join([VERSION, str(self.table), *self.beginning, *self.actions])

    @staticmethod
    def parse(text: str) -> Words:
        """The parts of a line. Raises :class:`InvalidArgument` for what is none."""
        if not isinstance(text, str):
            raise InvalidArgument(f"a position is read from a text, not from {shown(text)}")
        words = plain_text(text).split()
        if not words or words[0] != VERSION:
            first = shown(words[0]) if words else "nothing"
            raise InvalidArgument(f"a position begins with {VERSION!r}, not with {first}")
        if len(text) > LONGEST:
            raise InvalidArgument(f"a position has at most {LONGEST} characters, not {len(text)}")
        if len(words) < 3:
            raise InvalidArgument("a position names a table and hands: at least three words")
        table = Table.parse(words[1])
        count = 0
        while count + 2 < len(words) and words[count + 2].partition(":")[0] in _NAMES:
            count += 1
        return parsed(table, words[2 : count + 2], tuple(words[count + 2 :]))


def _of_middle(middle: Middle) -> list[str]:
    found = [f"landlord:{middle.landlord}", f"stake:{middle.stake}"]
    if middle.said:
        found.append("said:" + ",".join(map(str, middle.said)))
    found.append(f"leader:{middle.leader}")
    if middle.doubled:
        found.append(f"doubled:{middle.doubled}")
    if middle.gone:
        found.append(f"gone:{middle.gone}")
    if middle.kept:
        found.append(f"kept:{middle.kept}")
    return found


def parsed(table: Table, words: list[str], actions: tuple[str, ...] = ()) -> Words:
    """The parts that words with values name, each of which stands once."""
    given: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition(":")
        if name not in _NAMES or name in given:
            why = "stands twice" if name in given else "is no word of a position"
            raise InvalidArgument(f"{shown(word)} {why}")
        given[name] = value
    if "hands" not in given:
        raise InvalidArgument("a position names the hands, hands:…")
    decks = table.rules.decks

    def cards(name: str) -> Hand:
        try:
            return Hand(given.get(name, ""), decks=decks)
        except DdzError as refusal:
            raise InvalidArgument(f"{name}: {refusal}") from refusal

    hands = given["hands"].split("/")
    if len(hands) != table.players:
        raise InvalidArgument(
            f"{len(hands)} hands are given, and {table.players} sit at the table {table}"
        )
    middle = None
    if "landlord" in given:
        said = given.get("said", "")
        middle = Middle(
            landlord=_number(given, "landlord", 0),
            stake=_number(given, "stake", 1),
            said=tuple(map(parse_action, said.split(","))) if said else (),
            leader=_number(given, "leader", _number(given, "landlord", 0)),
            doubled=_number(given, "doubled", 0),
            gone=cards("gone"),
            kept=cards("kept"),
        )
    elif wrong := [name for name in given if name in _MIDDLE]:
        raise InvalidArgument(f"{wrong[0]} needs a landlord: of a deal that begins in its middle")
    words_found = Words(
        table,
        tuple(_hand(text, decks, seat) for seat, text in enumerate(hands)),
        cards("bottom") if "bottom" in given else None,
        cards("shown"),
        _number(given, "first", 0),
        given.get("wild"),
        _number(given, "passed", 0),
        middle,
        _number(given, "seat", 0) if "seat" in given else None,
        actions,
    )
    _check_known(words_found)
    return words_found


def _check_known(words: Words) -> None:
    """Of a whole deal everything is known, and of one seat's view its own hand."""
    seat = words.seat
    unknown = [each for each, hand in enumerate(words.hands) if not isinstance(hand, Hand)]
    if seat is None:
        if unknown or (words.bottom is None and words.middle is None):
            what = f"the hand of seat {unknown[0]}" if unknown else "the bottom"
            raise InvalidArgument(
                f"{what} is not known: say with seat:{unknown[0] if unknown else 0} or another "
                "number whose view it is"
            )
    elif not seat < len(words.hands) or seat in unknown:
        raise InvalidArgument(f"seat:{seat} is whose view it is, and that hand is not given")


def _hand(text: str, decks: int, seat: int) -> Hand | int:
    if not text.startswith(UNKNOWN):
        try:
            return Hand(text, decks=decks)
        except DdzError as refusal:
            raise InvalidArgument(f"the hand of seat {seat}: {refusal}") from refusal
    number = text.removeprefix(UNKNOWN)
    if not (number.isascii() and number.isdigit() and len(number) <= 3):
        raise InvalidArgument(f"an unknown hand is written ?17, not {shown(text)}")
    return int(number)


def _number(given: dict[str, str], name: str, usual: int) -> int:
    text = given.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise InvalidArgument(f"{name}: is followed by a number, not by {shown(text)}")
    return int(text)


def start_word(start: Start) -> str:
    """Given cards as one word of a record, in the place of the deal number."""
    dealt = start.dealt
    words = Words(
        Table(),
        dealt.hands,
        dealt.bottom,
        dealt.shown,
        dealt.first_bidder,
        dealt.wild,
        start.new_deals,
        start.middle,
    )
    return ";".join(words.beginning)


def parsed_start(table: Table, word: str) -> Start:
    """The inverse of :func:`start_word`."""
    words = parsed(table, word.split(";"))
    hands = [hand for hand in words.hands if isinstance(hand, Hand)]
    bottom = Hand() if words.bottom is None else words.bottom
    if words.middle is None:
        return whole_deal(
            table, hands, bottom, words.shown, words.first_bidder, words.wild, words.new_deals
        )
    return from_the_middle(
        table, hands, bottom, words.first_bidder, words.wild, words.middle, words.new_deals
    )
