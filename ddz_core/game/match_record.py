"""Records of matches: some lines of text for one match (docs/table.md).

    ddzmatch1 TABLE DEALS
    ddz1 ...
    totals:+4,-2,-2 check:1a2b3c4d

Between the first line and the last stands the record of every game that counts, a line each.
DEALS is ``deal:`` and the first number of deals in a row, ``deals:`` and the numbers of all,
or ``seed:`` and what they are drawn from. The check is the CRC-32 of everything before it,
with line ends of one character.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..arguments import shown
from ..errors import DdzError, Fault, InvalidArgument, InvalidRecord
from ..table import Table
from .numbers import Given, Numbers, Running, parsed_numbers
from .record import parsed_table, with_check, without_check

VERSION = "ddzmatch1"
"""The first word of every record of a match; another format will have another."""

_TOTALS = "totals:"


@dataclass(frozen=True)
class MatchRecord:
    """The parts of the record of a match: the games are still texts."""

    table: Table
    numbers: Numbers
    games: list[str]
    totals: tuple[int, ...]
    normal: str = ""
    """The text as it was read, with line ends of one character."""

    @property
    def text(self) -> str:
        """The record itself, without a line end after the last line."""
        head = f"{VERSION} {self.table} {self.numbers}"
        totals = _TOTALS + ",".join(map(str, self.totals))
        return with_check("\n".join([head, *self.games, totals]))

    @property
    def deals(self) -> dict[str, Any]:
        """The numbers as :class:`ddz_core.Match` takes them."""
        if isinstance(self.numbers, Given):
            return {"deals": self.numbers.numbers}
        if isinstance(self.numbers, Running):
            return {"deal": self.numbers.first}
        return {"seed": self.numbers.seed}

    @staticmethod
    def parse(text: str) -> MatchRecord:
        """The parts of a record of a match; nothing is replayed yet.

        Raises :class:`InvalidRecord` where the version is another, something is missing, or
        table or deals are none.

        >>> MatchRecord.parse("ddz1 standard deal:1")
        Traceback (most recent call last):
        ddz_core.errors.InvalidRecord: a record begins with the version 'ddzmatch1', not with 'ddz1'
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is a text, not {shown(text)}")
        normal = text.replace("\r\n", "\n").rstrip("\n")
        lines = without_check(normal, VERSION).split("\n")
        words = lines[0].split(" ")
        if len(words) != 3 or len(lines) < 2 or not lines[-1].startswith(_TOTALS):
            raise InvalidRecord(
                Fault.TRUNCATED,
                "the record is truncated: it has a line with table and deals, and one with totals:",
            )
        try:
            numbers = parsed_numbers(words[2])
        except InvalidArgument as refusal:
            raise InvalidRecord(Fault.DEAL, f"no such deals: {refusal}") from refusal
        table = parsed_table(words[1])
        if isinstance(numbers, Given) and table.deals != len(numbers.numbers):
            raise InvalidRecord(
                Fault.DEAL, f"no such deals: {len(numbers.numbers)}, at a table of {table.deals}"
            )
        return MatchRecord(table, numbers, lines[1:-1], (), normal)


def wrong_game(number: int, refusal: ValueError) -> InvalidRecord:
    """Says which game of the record of a match is wrong, and how; the first is number 1."""
    fault = Fault.TAMPERED
    if isinstance(refusal, InvalidRecord):
        fault = refusal.fault
    elif not isinstance(refusal, DdzError):
        raise refusal
    return InvalidRecord(fault, f"game {number}: {refusal}")
