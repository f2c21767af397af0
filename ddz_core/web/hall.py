"""All tables: those that people are at, those that sleep in memory, and the data file."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from typing import Any

import msgspec

from ..errors import RefusedRequest
from .clockwork import Clockwork
from .codes import refuse
from .kept import KeptTable
from .limits import Buckets, Limits
from .live_table import LiveTable
from .requests import NewTable, TakeSeat
from .settings import checked_name, new_table
from .sockets import Socket
from .store import Store
from .thinking import Thinkers

TOUCH_SECONDS = 60
"""How exactly it is known when somebody was at a table."""


class OpenTable:
    """A table in memory with the sockets at it, and what happens there by itself."""

    def __init__(self, table: LiveTable, thinkers: Thinkers) -> None:
        self.table = table
        self.sockets: dict[Socket, None] = {}
        """In the order in which they came."""
        self.clockwork = Clockwork(table, thinkers)
        self.touched = 0.0
        table.on_change = self._changed

    def _changed(self) -> None:
        self.clockwork.changed()
        for socket in self.sockets:
            socket.show()


class Hall:
    """Finds tables, and lets sockets come and go."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.thinkers = Thinkers()
        self._sockets: set[Socket] = set()
        """That are connected, joined or not."""
        self._at_address: Counter[str] = Counter()
        self._open: dict[str, OpenTable] = {}
        self._asleep: OrderedDict[str, OpenTable] = OrderedDict()
        self._waking: dict[str, asyncio.Future[None]] = {}
        self._new_tables = Buckets(limits.new_tables)

    def stop(self) -> None:
        """The server stops: what is kept is in the data file."""
        for each in self._open.values():
            each.clockwork.stop()
        self.thinkers.stop()
        self.store.close()

    # ---------------------------------------------------------------- sockets

    def come(self, socket: Socket) -> None:
        """Somebody has connected. Raises :class:`RefusedRequest` if there are too many."""
        self._sockets.add(socket)
        self._at_address[socket.address] += 1
        most = self.limits.sockets_of_address
        if len(self._sockets) > self.limits.sockets or self._at_address[socket.address] > most:
            raise refuse("too_many", "too many are connected: come back later")

    def go(self, socket: Socket) -> None:
        """Somebody's line is closed."""
        self._sockets.discard(socket)
        self._at_address[socket.address] -= 1
        if not self._at_address[socket.address]:
            del self._at_address[socket.address]
        self.leave(socket)

    async def watch(self) -> None:
        """Cut the lines of those that do not read what they are sent."""
        while True:
            await asyncio.sleep(self.limits.slow_seconds / 4)
            late = time.monotonic() - self.limits.slow_seconds
            for socket in list(self._sockets):
                if socket.sending_since is not None and socket.sending_since < late:
                    socket.abort()

    # --------------------------------------------------------------- requests

    def create(self, wanted: NewTable, address: str) -> dict[str, Any]:
        """A new table, for somebody at that address: what he is told of it."""
        if not self._new_tables.take(address, time.monotonic()):
            raise refuse("too_fast", "so many new tables at once: wait a little")
        kept, told = new_table(wanted)
        self._make_room()
        # As if it had been left earlier: one that nobody joins need not be kept for long.
        early = max(0.0, self.limits.keep_seconds - self.limits.unjoined_seconds)
        self.store.add(kept, time.time() - early)
        self._lay_asleep(self._awake(LiveTable(kept, self.store, self.limits)))
        return told

    async def take_seat(self, table: str, wanted: TakeSeat) -> dict[str, Any]:
        """Somebody takes a seat by invitation: his token."""
        name = checked_name(wanted.name)
        seat, token = (await self._find(table)).table.take_seat(wanted.key, name)
        return {"table": table, "seat": seat, "token": token}

    async def results(self, table: str) -> dict[str, Any]:
        """Running points, and the results of all deals that are over."""
        return {
            "match": (await self._find(table)).table.standing,
            "results": [msgspec.Raw(each) for each in self.store.results(table)],
        }

    def _make_room(self) -> None:
        """For one more table in the data file."""
        if self.store.count() < self.limits.tables:
            return
        for table, touched in self.store.oldest():
            if touched > time.time() - self.limits.keep_seconds:
                break
            if table not in self._open:
                self.store.delete(table)
                self._asleep.pop(table, None)
                return
        raise refuse("too_many", f"there are {self.limits.tables} tables: come back later")

    # ----------------------------------------------------------------- tables

    async def _find(self, table: str) -> OpenTable:
        while (found := self._open.get(table) or self._asleep.get(table)) is None:
            if table not in self._waking:
                kept = self.store.load(table)
                if kept is None:
                    raise refuse("no_such_table", "there is no such table here")
                self._waking[table] = asyncio.ensure_future(self._wake(kept))
            await asyncio.shield(self._waking[table])
        return found

    async def _wake(self, kept: KeptTable) -> None:
        """Bring a table to life. A match of many deals is replayed in a thread."""
        try:
            table = await asyncio.to_thread(LiveTable, kept, self.store, self.limits)
            self._lay_asleep(self._awake(table))
        finally:
            del self._waking[kept.id]

    def _awake(self, table: LiveTable) -> OpenTable:
        table.go_on()
        return OpenTable(table, self.thinkers)

    def _lay_asleep(self, found: OpenTable) -> None:
        """In memory, and nobody is there; of too many the one that was left first is let go."""
        self._asleep[found.table.id] = found
        while len(self._asleep) > self.limits.asleep:
            self._asleep.popitem(last=False)

    async def join(self, socket: Socket, table: str, token: str | None) -> OpenTable:
        """A socket comes to a table: as its holder to a seat, or as a spectator."""
        found = await self._find(table)
        seat, is_host = (None, False) if token is None else found.table.seating.holder(token)
        at_seat = [each for each in found.sockets if each.seat == seat]
        if seat is None and len(at_seat) >= self.limits.spectators:
            raise refuse("too_many", f"{self.limits.spectators} watch this table already")
        if seat is not None and len(at_seat) >= self.limits.sockets_of_token:
            # The last one counts: lines that were lost may not be known as such yet.
            self.leave(at_seat[0])
            at_seat[0].say_bye(refuse("open_elsewhere", "this seat is open in other windows"))
        socket.seat, socket.is_host, socket.open = seat, is_host, found
        found.sockets[socket] = None
        self._asleep.pop(table, None)
        self._open[table] = found
        if time.time() - found.touched > TOUCH_SECONDS:
            found.touched = time.time()
            self.store.touch(table, found.touched)
        found.clockwork.start()
        found.table.come(seat)
        return found

    def leave(self, socket: Socket) -> None:
        """A socket is gone; if it was the last at its table, the table sleeps."""
        found = socket.open
        if found is None:
            return
        socket.open = None
        del found.sockets[socket]
        found.table.leave(socket.seat)
        if not found.sockets:
            found.clockwork.stop()
            self._open.pop(found.table.id, None)
            self._lay_asleep(found)
            with suppress(RefusedRequest):  # it says when somebody was there, and no more
                self.store.touch(found.table.id, time.time())

    def dismiss(self, found: OpenTable, seat: int) -> None:
        """Whoever held a seat holds it no more."""
        for socket in [each for each in found.sockets if each.seat == seat]:
            self.leave(socket)
            socket.say_bye(refuse("bad_token", "the host has given the seat away"))
