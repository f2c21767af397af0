"""A sitting out of the record that it has left behind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import ddz_core as ddz

from ...arguments import shown
from ...errors import Fault, InvalidArgument, InvalidRecord
from ...game import match_record
from ...game.record import Record
from .seats import seated
from .sitting import Sitting


def text_of(given: str) -> str:
    """The record that somebody gives: itself, or a file with it.

    Raises :class:`InvalidArgument` where it is neither.
    """
    if given.lstrip().startswith("ddz") and len(given.split()) > 2:
        return given.strip()
    try:
        return Path(given).read_text(encoding="utf-8", errors="replace").strip()
    except (OSError, ValueError) as failure:
        why = getattr(failure, "strerror", None) or failure
        raise InvalidArgument(
            f"--resume takes a record, or a file with one, and not {shown(given)}: {why}"
        ) from failure


def resumed(text: str, seat: int | None = None, opponents: Sequence[str] = ()) -> Sitting:
    """The sitting of a record: of a game, of a match, or of a match and below it the game
    under way.

    Raises :class:`InvalidRecord` for what is wrong, and :class:`InvalidArgument` for players
    and seats that there are not.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    match: ddz.Match | None = None
    if text.startswith(match_record.VERSION):
        heads = [number for number, line in enumerate(lines, 1) if line.startswith("totals:")]
        end = heads[0] if heads else len(lines)
        match = ddz.Match.from_record("\n".join(lines[:end]))
        lines = lines[end:]
    if len(lines) > 1 or (not lines and match is None):
        raise InvalidRecord(
            Fault.TAMPERED, f"one game is to be resumed, and there are {len(lines)} records"
        )
    game: ddz.Game | None = None
    recorded: tuple[str, ...] = ()
    if lines:
        game, recorded = ddz.Game.from_record(lines[0]), Record.parse(lines[0]).players
    if match is None:
        assert game is not None
        seats = seated(game.table.players, seat, opponents, recorded)
        return Sitting(game.table, seats, game=game)
    if game is None and match.is_over:
        game = ddz.Game.from_record(match.records[-1])
    if game is not None:
        _check_belongs(game, match)
    return Sitting(
        match.table, seated(match.table.players, seat, opponents, recorded), match=match, game=game
    )


def _check_belongs(game: ddz.Game, match: ddz.Match) -> None:
    """The game under way is of the next deal, or of one that is played again."""
    again = [ddz.Game.from_record(record) for record in match.records]
    following = [] if match.is_over else [match.new_game()]
    if all((each.table, each.deal) != (game.table, game.deal) for each in again + following):
        raise InvalidRecord(Fault.DEAL, "the game under way is of no deal of this match")
