"""What a game came to that was played out, or that somebody forfeited."""

from __future__ import annotations

from typing import NamedTuple

from ..game.game import Game
from ..game.result import Result
from ..game.score import points_of


class Ending(NamedTuple):
    """Who was the landlord, and what each seat won."""

    landlord: int | None
    points: tuple[int, ...]


def played_out(result: Result, bidding: bool) -> Ending:
    """The ending of a deal that is over. Without ``bidding`` the points are the field's
    measure: a base of 1, bombs and rockets double, springs do not."""
    landlord, seats = result.landlord, len(result.points)
    if landlord is None:
        return Ending(None, (0,) * seats)
    if bidding:
        return Ending(landlord, result.points)
    doubled = 1 << result.bombs + result.rockets
    return Ending(landlord, _shared(doubled, landlord, result.winner == "landlord", seats))


def forfeited(game: Game, seat: int, bidding: bool) -> Ending:
    """The ending if the side of that seat has lost a deal as it stands. If there is no
    landlord yet, the seat loses as one at the lowest stake would."""
    landlord, public, seats = game.landlord, game.public, game.table.players
    if landlord is None:
        return Ending(None, _shared(game.table.base if bidding else 1, seat, False, seats))
    wins = seat != landlord
    if not bidding:
        opened = 1 if public.open_hand is None else game.table.open_hand
        return Ending(landlord, _shared(public.multiplier // opened, landlord, wins, seats))
    score = game.table.base * game.stake * public.multiplier
    out = landlord if wins else (landlord + 1) % seats
    return Ending(landlord, points_of(score, public.factors, landlord, out))


def _shared(score: int, landlord: int, wins: bool, seats: int) -> tuple[int, ...]:
    each = score if wins else -score
    return tuple((seats - 1) * each if seat == landlord else -each for seat in range(seats))
