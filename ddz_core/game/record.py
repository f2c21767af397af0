"""Records: one line of text for one game (docs/table.md).

    ddz1 TABLE deal:NUMBER players:NAME,NAME,NAME ACTION ... undos:1 hints:2 points:+2,-1,-1 \
check:1a2b3c4d

Every word is as :meth:`ddz_core.Game.record` writes it and stands after one blank. The
players need not be named, and undos and hints stand only where there were some. A game that
is not over ends in ``unfinished:PHASE`` instead of points. The check is the CRC-32 of
everything before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from zlib import crc32

from ..arguments import shown
from ..errors import DdzError, Fault, InvalidArgument, InvalidRecord, InvalidRules
from ..table import Table
from .earlier import as_today
from .position_text import parsed_start, start_word
from .start import Start

VERSION = "ddz1"
"""The first word of every record; another format will have another."""

_CHECK = " check:"
_PLAYERS = "players:"
_NAMES = "names:"
"""In the place of ``players:`` where a name has a blank or a comma: with ``%20`` for a
blank, ``%2C`` for a comma and ``%25`` for a percent sign."""
_ESCAPES = {"%": "%25", " ": "%20", ",": "%2C"}
_LONGEST_NAME = 80
_AFTER = ("", " ", "\n")
"""What may stand after the version."""
_ENDINGS = ("points:", "unfinished:")

_PLACES = {
    "deal:": "after the table",
    _PLAYERS: "after the deal number",
    _NAMES: "after the deal number",
    "undos:": "before the hints",
    "hints:": "before the ending",
    **dict.fromkeys(_ENDINGS, "before the check"),
    "check:": "at the end",
}
"""Where each word that is no action stands, once."""


@dataclass(frozen=True)
class Record:
    """The parts of a record: actions and ending are still texts."""

    table: Table
    deal: int | Start
    """Its number, or the cards that were given."""
    actions: list[str]
    ending: str
    players: tuple[str, ...] = ()
    """Who sat at which seat; nobody where the record does not say."""
    undos: int = 0
    hints: int = 0

    @property
    def text(self) -> str:
        """The record itself, without a line end."""
        words = [
            VERSION,
            str(self.table),
            start_word(self.deal) if isinstance(self.deal, Start) else f"deal:{self.deal}",
            *_named(self.players),
            *self.actions,
            *([f"undos:{self.undos}"] if self.undos else ()),
            *([f"hints:{self.hints}"] if self.hints else ()),
            self.ending,
        ]
        return with_check(" ".join(words))

    @staticmethod
    def parse(text: str) -> Record:
        """The parts of a record, which may have a line end.

        Nothing is replayed yet. Raises :class:`InvalidRecord` where the version is
        another, something is missing, or table or deal number are none.

        >>> Record.parse("ddz2 standard deal:1")
        Traceback (most recent call last):
        ddz_core.errors.InvalidRecord: a record begins with the version 'ddz1', not with 'ddz2'
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is a text, not {shown(text)}")
        line = without_check(as_today(str.__str__(text)), VERSION)
        words = line.split(" ")
        if "\n" in line:
            raise InvalidRecord(Fault.TAMPERED, "a record is one line, and there is another")
        if len(words) < 4 or not words[-1].startswith(_ENDINGS):
            raise InvalidRecord(
                Fault.TRUNCATED,
                "the record is truncated: before the check stands points: or unfinished:",
            )
        table = parsed_table(words[1])
        deal, actions = _deal(words[2], table), words[3:-1]
        players: tuple[str, ...] = ()
        if actions and actions[0].startswith((_PLAYERS, _NAMES)):
            players = _players(actions.pop(0), table.players)
        hints = _count(actions.pop()) if actions and actions[-1].startswith("hints:") else 0
        undos = _count(actions.pop()) if actions and actions[-1].startswith("undos:") else 0
        return Record(table, deal, actions, words[-1], players, undos, hints)

    @staticmethod
    def verify(text: str, expected: str) -> None:
        """Refuse a record that is not, word for word, that of the game it replays to."""
        if (text := as_today(text)) != expected:
            raise tampered(text, expected)


def with_check(text: str) -> str:
    """The text, and at its end the check that belongs to it."""
    return f"{text}{_CHECK}{crc32(text.encode()):08x}"


def without_check(text: str, version: str) -> str:
    """The text before the check, which is not compared yet.

    Raises :class:`InvalidRecord` where the text does not begin with the version, does not
    end in a check, or goes on behind it.
    """
    text = text.rstrip("\r\n")
    body, mark, check = text.rpartition(_CHECK)
    if not text.startswith(version) or text[len(version) : len(version) + 1] not in _AFTER:
        first = (text.split(maxsplit=1) or [""])[0]
        raise InvalidRecord(
            Fault.VERSION, f"a record begins with the version {version!r}, not with {shown(first)}"
        )
    if not mark or len(check) < 8 or "\n" in check:
        raise InvalidRecord(
            Fault.TRUNCATED, "the record is truncated: it does not end in check: and 8 digits"
        )
    if len(check) > 8:
        raise InvalidRecord(Fault.TAMPERED, f"there is text after the check: {shown(check[8:48])}")
    return body


def tampered(found: str, wanted: str) -> InvalidRecord:
    """Names the first word in which a record is not that of what it replays to."""
    texts = (text.replace("\n", " ").split(" ") for text in (found, wanted))
    one, other = next((a, b) for a, b in zip_longest(*texts, fillvalue="") if a != b)
    return InvalidRecord(
        Fault.TAMPERED,
        f"the record was tampered with: it has {shown(one)} for {shown(other)}",
    )


def refused(number: int, word: str, refusal: ValueError) -> InvalidRecord:
    """Says which action of a record may not be made, and why; the first is number 1."""
    field = word[: word.find(":") + 1]
    why = str(refusal)
    why = why if len(why) <= 300 else why[:300] + "…"
    if field in _PLACES:
        why = f"{field} stands once, {_PLACES[field]}, and here it is no action"
    return InvalidRecord(Fault.ACTION, f"action {number}, {shown(word)}, is refused: {why}", number)


def _named(players: tuple[str, ...]) -> list[str]:
    """The word for the players, or none."""
    if not players:
        return []
    if any(" " in name or "," in name for name in players):
        escaped = (
            "".join(_ESCAPES.get(character, character) for character in name) for name in players
        )
        return [_NAMES + ",".join(escaped)]
    return [_PLAYERS + ",".join(players)]


def checked_names(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """The names of the players of a record, one for each seat or none at all.

    Raises :class:`InvalidArgument` for another number of names, and for a name that is
    empty, has more than 80 characters, or has some that cannot be printed.

    >>> checked_names(["you", "me"], 2)
    ('you', 'me')
    """
    if isinstance(names, tuple) and not names:
        return ()
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise InvalidArgument(f"players are names, one for each seat, not {shown(names)}")
    found = tuple(names)
    if found and len(found) != seats:
        raise InvalidArgument(f"{len(found)} players are named for {seats} seats: {shown(found)}")
    for name in found:
        if not _is_name(name):
            raise InvalidArgument(
                f"a player's name has 1 to {_LONGEST_NAME} characters that can be printed,"
                f" not {shown(name)}"
            )
    return found


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= _LONGEST_NAME and name.isprintable()


def _players(word: str, seats: int) -> tuple[str, ...]:
    field, _, names = word.partition(":")
    found = names.split(",")
    if field == _NAMES[:-1]:
        for character in reversed(_ESCAPES):  # the percent sign last
            found = [name.replace(_ESCAPES[character], character) for name in found]
    try:
        return checked_names(found, seats)
    except InvalidArgument as refusal:
        raise InvalidRecord(Fault.PLAYERS, f"no such players: {refusal}") from refusal


def _count(word: str) -> int:
    name, _, number = word.partition(":")
    if not (number.isascii() and number.isdigit() and len(number) <= 9):
        raise InvalidRecord(
            Fault.COUNT, f"no such number of {name}: at most nine digits, not {shown(number)}"
        )
    return int(number)


def parsed_table(text: str) -> Table:
    """The table of a record. Raises :class:`InvalidRecord` where there is none such."""
    try:
        return Table.parse(text)
    except InvalidRules as refusal:
        raise InvalidRecord(Fault.TABLE, f"no such table: {refusal}") from refusal


def _deal(word: str, table: Table) -> int | Start:
    name, _, number = word.partition(":")
    if name == "hands":
        try:
            return parsed_start(table, word)
        except DdzError as refusal:
            raise InvalidRecord(Fault.DEAL, f"no such deal: {refusal}") from refusal
    # 2**64 has 20 digits, and int() does not take texts of any length.
    digits = number.isascii() and number.isdigit() and len(number) <= 20
    if name != "deal" or not digits or int(number) >= 1 << 64:
        raise InvalidRecord(
            Fault.DEAL, f"no such deal: deal: and a number below 2**64, not {shown(word)}"
        )
    return int(number)
