"""Games out of other programs' logs, and ours written as theirs (docs/formats.md).

>>> from ddz_core import Game, Table
>>> game = Game(Table(auction="none", first_bidder=0), deal=7)
>>> game.push("3")
>>> text = write(game, "rlcard")
>>> [(each.line, each.game.hands == game.hands) for each in read(text)]
[(1, True)]
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from ...arguments import shown
from ...errors import DdzError, Fault, InvalidArgument
from ...game.game import Game
from ...game.record import Record, checked_names
from . import botzone, botzone_writing, douzero, openspiel, rlcard
from .logged import SEATS, Document, LoggedGame, Where, documents

__all__ = ["LoggedGame", "formats", "is_records", "read", "write"]

_READERS: dict[str, ModuleType] = {
    "botzone": botzone,
    "douzero": douzero,
    "openspiel": openspiel,
    "rlcard": rlcard,
}
_WRITERS = {
    "botzone": botzone_writing.write,
    "douzero": douzero.write,
    "openspiel": openspiel.write,
    "rlcard": rlcard.write,
}
_PICKLE = b"\x80"
RECORDS = "ddz"
"""What the project's own records are called among the formats."""


def formats() -> tuple[str, ...]:
    """What :func:`read` and :func:`write` know.

    >>> formats()
    ('botzone', 'douzero', 'openspiel', 'rlcard', 'ddz')
    """
    return (*_READERS, RECORDS)


def read(data: bytes | str, format: str | None = None) -> Iterator[LoggedGame]:
    """The games of a file, one after the other; which format it has it tells itself, if
    ``format`` does not.

    Each is made of its cards and replayed by the rules of that program. Raises
    :class:`InvalidRecord` for what is no game in such a format, with the line, the field and
    the reason; of actions that the rules refuse it names the first.
    """
    if format not in (None, *formats()):
        raise InvalidArgument(f"no format is called {shown(format)}: {', '.join(formats())}")
    if isinstance(data, bytes):
        if data.startswith(_PICKLE) and format in (None, "douzero"):
            yield from _value((1, douzero.unpickled(data)), "douzero")
            return
        data = data.decode("utf-8-sig", "replace")
    start = data.lstrip()
    if not start:
        raise Where(1).wrong("the file is empty", Fault.TRUNCATED)
    if format == RECORDS or (format is None and is_records(data)):
        yield from _records(data)
    elif format in (None, "openspiel") and openspiel.is_serialized(data):
        yield from openspiel.read_serialized(data)
    elif format in (None, "openspiel") and start[0].isdigit():
        yield from openspiel.read_lines(data)
    elif start[0] not in '[{"':
        raise Where(1).wrong(f"this is in no format that is known: {shown(start[:40])}")
    else:
        for document in documents(data):
            yield from _value(document, format)


def is_records(data: bytes | str) -> bool:
    """Whether a file has records of our own."""
    start = data.lstrip()
    return start.startswith("ddz") if isinstance(start, str) else start.startswith(b"ddz")


def write(game: Game, format: str, players: tuple[str, ...] = ()) -> str:
    """A game in another program's format, with a line end; ``players`` are the names by seat.

    What the format has no words for is left out, as docs/formats.md says. Raises
    :class:`InvalidArgument` for a game that it cannot hold: at another table, or with a
    play that its rules have not.
    """
    if format == RECORDS:
        return game.record(players) + "\n"
    writer = _WRITERS.get(format)
    if writer is None:
        raise InvalidArgument(f"no format is called {shown(format)}: {', '.join(formats())}")
    text = writer(game, checked_names(players, SEATS) if players else ())
    try:
        for _ in read(text, format):
            pass
    except DdzError as refusal:
        raise InvalidArgument(f"{format} cannot hold this game: {refusal}") from refusal
    return text


def _value(document: Document, format: str | None) -> Iterator[LoggedGame]:
    """The games of one document: one, or several in a list."""
    line, value = document
    if isinstance(value, str):
        value = _literal(value, line)
    for name in _READERS if format is None else (format,):
        reader = _READERS[name]
        if reader.is_ours(value):
            yield from reader.read((line, value))
            return
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        if not any(_is_known(each) for each in value):
            raise Where(line).wrong(f"this is no game {_wanted(format)}: {shown(value[0])}")
        for each in value:
            yield from _value((line, each), format)
        return
    if isinstance(value, list) and value and all(openspiel.is_ours(each) for each in value):
        for each in value:
            yield from _value((line, each), format)
        return
    raise Where(line).wrong(f"this is no game {_wanted(format)}: {shown(value)}")


def _is_known(value: Any) -> bool:
    return any(reader.is_ours(value) for reader in _READERS.values())


def _wanted(format: str | None) -> str:
    return "in a format that is known" if format is None else f"in the format {format}"


def _literal(text: str, line: int) -> Any:
    """RLCard-Showdown's tournaments keep replays as Python writes dictionaries."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise Where(line).wrong(f"this text is no replay: {shown(text)}") from error


def _records(text: str) -> Iterator[LoggedGame]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                game = Game.from_record(line)
            except DdzError as refusal:
                fault = getattr(refusal, "fault", Fault.TAMPERED)
                action = getattr(refusal, "action", None)
                raise Where(number).wrong(refusal, fault, action) from refusal
            yield LoggedGame(game, number, Record.parse(line).players)
