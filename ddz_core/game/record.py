"""Records: one line of text for one game (docs/table.md).

    ddz1 TABLE deal:NUMBER players:NAME,NAME,NAME ACTION ... points:+2,-1,-1 check:1a2b3c4d

Every word is as :meth:`ddz_core.Game.record` writes it and stands after one blank. The
players need not be named. A game that is not over ends in ``unfinished:PHASE`` instead
of points. The check is the CRC-32 of everything before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from zlib import crc32

from ..arguments import shown
from ..errors import Fault, InvalidArgument, InvalidRecord, InvalidRules
from ..table import Table
from .earlier import as_today

VERSION = "ddz1"
"""The first word of every record; another format will have another."""

_CHECK = " check:"
_PLAYERS = "players:"
_LONGEST_NAME = 80
_ENDINGS = ("points:", "unfinished:")


@dataclass(frozen=True)
class Record:
    """The parts of a record: actions and ending are still texts."""

    table: Table
    deal: int
    actions: list[str]
    ending: str
    players: tuple[str, ...] = ()
    """Who sat at which seat; nobody where the record does not say."""

    @property
    def text(self) -> str:
        """The record itself, without a line end."""
        named = [_PLAYERS + ",".join(self.players)] if self.players else []
        words = [
            VERSION,
            str(self.table),
            f"deal:{self.deal}",
            *named,
            *self.actions,
            self.ending,
        ]
        line = " ".join(words)
        return f"{line}{_CHECK}{crc32(line.encode()):08x}"

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
        line, mark, check = as_today(text).rpartition(_CHECK)
        words = (line or check).split(" ")
        if words[0] != VERSION:
            raise InvalidRecord(
                Fault.VERSION,
                f"a record begins with the version {VERSION!r}, not with {words[0][:20]!r}",
            )
        if not mark or len(check) < 8:
            raise InvalidRecord(
                Fault.TRUNCATED, "the record is truncated: it does not end in check: and 8 digits"
            )
        if len(words) < 4 or not words[-1].startswith(_ENDINGS):
            raise InvalidRecord(
                Fault.TRUNCATED,
                "the record is truncated: before the check stands points: or unfinished:",
            )
        table, deal, actions = _table(words[1]), _deal(words[2]), words[3:-1]
        players: tuple[str, ...] = ()
        if actions and actions[0].startswith(_PLAYERS):
            players = _players(actions.pop(0), table.players)
        return Record(table, deal, actions, words[-1], players)

    @staticmethod
    def verify(text: str, expected: str) -> None:
        """Refuse a record that is not, word for word, that of the game it replays to."""
        text = as_today(text)
        if text == expected:
            return
        words = zip_longest(text.split(" "), expected.split(" "))
        found, wanted = next((a, b) for a, b in words if a != b)
        raise InvalidRecord(
            Fault.TAMPERED,
            f"the record was tampered with: it has {shown(found)} for {shown(wanted)}",
        )


def checked_names(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """The names of the players of a record, one for each seat or none at all.

    Raises :class:`InvalidArgument` for another number of names, and for a name that is
    empty, has more than 80 characters, or has some that a record cannot hold.

    >>> checked_names(["you", "me"], 2)
    ('you', 'me')
    """
    found = tuple(names)
    if found and len(found) != seats:
        raise InvalidArgument(f"{len(found)} players are named for {seats} seats: {shown(found)}")
    for name in found:
        if not _is_name(name):
            raise InvalidArgument(
                f"a player's name has 1 to {_LONGEST_NAME} characters that can be printed,"
                f" without blanks and commas, not {shown(name)}"
            )
    return found


def _is_name(name: object) -> bool:
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST_NAME:
        return False
    return name.isprintable() and " " not in name and "," not in name


def _players(word: str, seats: int) -> tuple[str, ...]:
    try:
        return checked_names(word.removeprefix(_PLAYERS).split(","), seats)
    except InvalidArgument as refusal:
        raise InvalidRecord(Fault.PLAYERS, f"no such players: {refusal}") from refusal


def _table(text: str) -> Table:
    try:
        return Table.parse(text)
    except InvalidRules as refusal:
        raise InvalidRecord(Fault.TABLE, f"no such table: {refusal}") from refusal


def _deal(word: str) -> int:
    name, _, number = word.partition(":")
    # 2**64 has 20 digits, and int() does not take texts of any length.
    digits = number.isascii() and number.isdigit() and len(number) <= 20
    if name != "deal" or not digits or int(number) >= 1 << 64:
        raise InvalidRecord(
            Fault.DEAL, f"no such deal: deal: and a number below 2**64, not {word[:30]!r}"
        )
    return int(number)
