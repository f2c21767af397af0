"""Who sits at a table: people who hold their seats by secrets, computer players, open seats."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .codes import refuse
from .kept import KeptSeat
from .secret import fits, hashed, new_secret
from .settings import checked_level

Wish: TypeAlias = Literal["next", "again"]

GONE_SECONDS = 20
"""So long somebody's line must be lost before others may call in a computer player."""


@dataclass
class Presence:
    """How a person is at his seat; none of it is kept."""

    sockets: int = 0
    gone_since: float = 0.0
    away: bool = False
    """A computer player acts for him."""
    wish: Wish | None = None


class Seating:
    """The seats of a table; ``keep`` writes one of them, or raises and it is as before."""

    def __init__(
        self, seats: list[KeptSeat], host: bytes, keep: Callable[[int, KeptSeat], None]
    ) -> None:
        self.seats = seats
        self.presence = [Presence(gone_since=time.monotonic()) for _ in seats]
        self._host = host
        self._keep = keep

    @property
    def names(self) -> list[str]:
        """What records call the players."""
        return [
            (seat.name or seat.player) if seat.player == "person" else seat.player
            for seat in self.seats
        ]

    @property
    def is_full(self) -> bool:
        """Whether no seat is open."""
        return all(seat.player != "open" for seat in self.seats)

    def is_person(self, seat: int) -> bool:
        return self.seats[seat].player == "person"

    def is_computers(self, seat: int) -> bool:
        """Whether a computer player acts at a seat, be it for a person who is away."""
        if self.is_person(seat):
            return self.presence[seat].away
        return self.seats[seat].player != "open"

    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.seats)) if self.is_person(seat)]

    def wishes(self) -> set[Wish | None]:
        """What the people who are there want next."""
        here = [self.presence[seat] for seat in self.people()]
        return {each.wish for each in here if each.sockets and not each.away}

    # ---------------------------------------------------------------- secrets

    def holder(self, token: str) -> tuple[int | None, bool]:
        """The seat that a token holds, and whether it is the host's."""
        found = [number for number, seat in enumerate(self.seats) if fits(token, seat.token)]
        is_host = fits(token, self._host)
        if not found and not is_host:
            raise refuse("bad_token", "the token is of no seat of this table")
        return (found[0] if found else None), is_host

    def take(self, key: str, name: str) -> tuple[int, str]:
        """A person with an invitation takes an open seat, and gets a token."""
        for number, seat in enumerate(self.seats):
            if seat.player == "open" and fits(key, seat.invitation):
                token = new_secret()
                self._set(number, KeptSeat("person", name, hashed(token)))
                return number, token
        raise refuse("bad_invitation", "the invitation is of no open seat of this table")

    def invite(self, seat: int) -> str:
        """A new invitation to an open seat."""
        if self._seat(seat).player != "open":
            raise refuse("no_such_seat", f"seat {seat} is not open")
        return self._open(seat)

    def set_player(self, seat: int, player: str) -> str | None:
        """Give a seat to a computer player, or open it; then the invitation is returned."""
        if self._seat(seat).token == self._host:
            raise refuse("no_such_seat", f"seat {seat} is the host's own")
        if player == "open":
            return self._open(seat)
        self._set(seat, KeptSeat(checked_level(player)))
        return None

    def _open(self, seat: int) -> str:
        key = new_secret()
        self._set(seat, KeptSeat("open", invitation=hashed(key)))
        return key

    def _set(self, number: int, seat: KeptSeat) -> None:
        self._keep(number, seat)
        self.seats[number] = seat
        self.presence[number] = Presence(gone_since=time.monotonic())

    def _seat(self, seat: int) -> KeptSeat:
        if seat >= len(self.seats):
            raise refuse("no_such_seat", f"there are {len(self.seats)} seats, and no seat {seat}")
        return self.seats[seat]

    # ------------------------------------------------------- coming and going

    def come(self, seat: int) -> None:
        """A socket of this seat has joined."""
        self.presence[seat].sockets += 1
        self.presence[seat].away = False

    def leave(self, seat: int) -> None:
        """A socket of this seat is gone, or one of whoever had it before."""
        who = self.presence[seat]
        who.sockets = max(0, who.sockets - 1)
        if not who.sockets:
            who.gone_since = time.monotonic()

    def stand_in(self, seat: int) -> None:
        """Let a computer player act for somebody whose line is lost."""
        who = self.presence[seat] if self._seat(seat).player == "person" else None
        if who is None or who.sockets:
            raise refuse("no_such_seat", f"seat {seat} is not of a person who is gone")
        if time.monotonic() - who.gone_since < GONE_SECONDS:
            raise refuse("too_soon", f"seat {seat} is not empty for {GONE_SECONDS} seconds yet")
        who.away = True
