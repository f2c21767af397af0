"""What every format shares: documents in a file, games in them, and refusals that say where."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from ...arguments import shown
from ...errors import DdzError, Fault, InvalidArgument, InvalidRecord
from ...game.game import Game
from ...game.given import Cards, Given
from ...table import Table

SEATS = 3


@dataclass(frozen=True)
class LoggedGame:
    """A game out of another program's log."""

    game: Game
    line: int
    """Where it begins, from 1."""
    players: tuple[str, ...] = ()
    """What the log calls who sat at each seat; nothing where it does not say."""
    note: str = ""
    """Why the log ends before the game is over, where it says so."""


class Where(NamedTuple):
    """A place in a file, for messages."""

    line: int
    field: str = ""

    def at(self, name: str | int) -> Where:
        """A part of what stands here.

        >>> str(Where(3).at("logs").at(7).at("1"))
        'line 3, logs[7].1'
        """
        if isinstance(name, int):
            return Where(self.line, f"{self.field}[{name}]")
        return Where(self.line, f"{self.field}.{name}" if self.field else name)

    def __str__(self) -> str:
        return f"line {self.line}" + (f", {self.field}" if self.field else "")

    def wrong(
        self, why: object, fault: Fault = Fault.TAMPERED, action: int | None = None
    ) -> InvalidRecord:
        """The error that says so of this place."""
        return InvalidRecord(fault, f"{self}: {why}", action)


class Made(NamedTuple):
    """An action of a log."""

    where: Where
    seat: int | None
    """Who made it, where the log says so."""
    given: Given
    """The action; a play is its cards alone."""
    shown: str
    """The action as the log has it."""


Document: TypeAlias = tuple[int, Any]
"""A value of JSON, and the line on which it begins."""


def documents(text: str) -> Iterator[Document]:
    """The values of a file of JSON: one, or one after the other, such as one on each line.

    Raises :class:`InvalidRecord` with the line where there is no more JSON.
    """
    decoder = json.JSONDecoder()
    place, line = 0, 1
    while True:
        start = place
        while start < len(text) and text[start].isspace():
            start += 1
        line += text.count("\n", place, start)
        if start >= len(text):
            return
        try:
            value, end = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            at_end = error.pos >= len(text.rstrip()) or "Unterminated" in error.msg
            what = "the file ends in the middle of a game" if at_end else "this is no JSON"
            fault = Fault.TRUNCATED if at_end else Fault.TAMPERED
            raise Where(error.lineno).wrong(f"{what}: {error.msg}", fault) from error
        except (ValueError, RecursionError) as error:
            raise Where(line).wrong(f"this is no JSON that a game is in: {error}") from error
        yield line, value
        line += text.count("\n", start, end)
        place = end


def part(of: Any, name: str, where: Where) -> Any:
    """A field. Raises :class:`InvalidRecord` where it is missing."""
    if not isinstance(of, dict):
        raise where.wrong(f"an object is wanted here, not {shown(of)}")
    if name not in of:
        raise where.wrong(f"{name} is missing", Fault.TRUNCATED)
    return of[name]


def several(value: Any, where: Where, number: int | None = None) -> list[Any]:
    """A list, of so many. Raises :class:`InvalidRecord` for anything else."""
    if not isinstance(value, list | tuple):
        raise where.wrong(f"a list is wanted here, not {shown(value)}")
    if number is not None and len(value) != number:
        raise where.wrong(f"{number} of them are wanted here, not {len(value)}", Fault.DEAL)
    return list(value)


def seat_number(value: Any, where: Where) -> int:
    """A seat. Raises :class:`InvalidRecord` for anything else."""
    if type(value) is not int or not 0 <= value < SEATS:
        raise where.wrong(f"a player is 0, 1 or 2, not {shown(value)}")
    return value


def dealt(
    table: Table, hands: Sequence[Cards], bottom: Cards, first_bidder: int, where: Where
) -> Game:
    """A game with these cards. Raises :class:`InvalidRecord` for what does not fit together."""
    try:
        return Game.from_hands(table, hands, bottom, first_bidder)
    except DdzError as refusal:
        raise where.wrong(refusal, Fault.DEAL) from refusal


def replayed(game: Game, actions: Iterable[Made]) -> Game:
    """The game after these actions. Raises :class:`InvalidRecord`, naming the first that the
    rules refuse."""
    for number, made in enumerate(actions, 1):
        turn = game.turn
        if made.seat is not None and turn is not None and made.seat != turn:
            raise made.where.wrong(
                f"action {number}, {shown(made.shown)}, is refused: it is the turn of player"
                f" {turn}, not of {made.seat}",
                Fault.ACTION,
                number,
            )
        try:
            game.push(made.given)
        except (DdzError, TypeError) as refusal:
            why = str(refusal)[:300]
            raise made.where.wrong(
                f"action {number}, {shown(made.shown)}, is refused: {why}", Fault.ACTION, number
            ) from refusal
    return game


def check_three(game: Game, program: str) -> None:
    """Refuses to write games that none of these programs plays."""
    table = game.table
    for is_wrong, what in (
        (table.players != SEATS, f"{table.players} players"),
        (table.discard, "discards"),
        (bool(table.open_hand), "open hands"),
        (bool(table.doubling), "a doubling round"),
        (table.wild, "wild cards"),
        (game.start is not None and game.start.middle is not None, "no beginning"),
    ):
        if is_wrong:
            raise InvalidArgument(f"{program} has no games with {what}")
    if game.landlord is None:
        raise InvalidArgument(f"{program} has no games without a landlord")
