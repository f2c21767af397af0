"""What happens at a table by itself: computer players act, time runs out, deals follow."""

from __future__ import annotations

import asyncio
import logging
import time

from ..errors import RefusedRequest
from .live_table import LiveTable
from .thinking import Thinkers

NEXT_SECONDS = 30
"""After a deal, at a table with a time limit, for those who do not say that they are ready."""
REQUEST_SECONDS = 30
"""For an answer to a request for an undo."""
RESULT_DELAYS = 4
"""Computer players among themselves look at a result for so many of the table's delays."""
RETRY_SECONDS = 1
"""After what could not be written."""

log = logging.getLogger("ddz_core.web")


class Clockwork:
    """Runs from :meth:`start` to :meth:`stop`, and is told of every change at its table."""

    def __init__(self, table: LiveTable, thinkers: Thinkers) -> None:
        self._table = table
        self._thinkers = thinkers
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._decision: tuple[int, int] | None = None
        self._since = time.monotonic()
        """When the present decision, or the result, came."""

    def start(self) -> None:
        """Somebody is there."""
        if self._task is None:
            self._decision = None
            self.changed()
            self._task = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        """Nobody is there: the table sleeps."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._table.deadline = None
            # One of them may think on in its thread, and no player is used by two.
            self._table.forget_players()

    def changed(self) -> None:
        """Something is different at the table."""
        table, deal = self._table, self._table.deal
        if deal is not None and self._decision != (deal.number, deal.step):
            self._decision = deal.number, deal.step
            self._since = time.monotonic()
            table.deadline = None if table.time_limit is None else self._since + table.time_limit
        self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            try:
                await self._next()
            except RefusedRequest as refusal:
                log.error("table %s waits: %s", self._table.id, refusal)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("a computer player failed at table %s", self._table.id)
                await self._changed.wait()

    async def _next(self) -> None:
        """The one thing that is due, or waiting for it, or for a change."""
        table = self._table
        if table.deal is None:
            await self._changed.wait()
        elif table.result is not None:
            await self._after_result()
        elif table.request is not None:
            if await self._wait_until(self._request_end()):
                table.withdraw_request()
        elif (seat := table.deal.game.turn) is not None and table.is_computers(seat):
            await self._act_for(seat)
        elif await self._wait_until(table.deadline):
            table.time_is_up()

    def _request_end(self) -> float:
        request = self._table.request
        assert request is not None
        return request.since + REQUEST_SECONDS

    async def _wait_until(self, end: float | None) -> bool:
        """Wait for a change, or for that time: then the answer is true."""
        left = None if end is None else max(0.0, end - time.monotonic())
        try:
            await asyncio.wait_for(self._changed.wait(), left)
        except (asyncio.TimeoutError, TimeoutError):
            return True
        return False

    async def _act_for(self, seat: int) -> None:
        table, deal = self._table, self._table.deal
        assert deal is not None
        step, seen = deal.step, deal.game.observation(seat)
        ready = time.monotonic() + table.delay / 1000
        action = await self._thinkers.act(table.agent(seat), seen, bool(table.seating.people()))
        if (left := ready - time.monotonic()) > 0:
            await asyncio.sleep(left)
        is_same = table.deal is deal and deal.step == step and table.request is None
        if is_same and table.is_computers(seat):
            table.play(seat, action)

    async def _after_result(self) -> None:
        table = self._table
        assert table.deal is not None
        if not table.seating.people():
            await asyncio.sleep(RESULT_DELAYS * table.delay / 1000)
            if table.result is not None and not table.match.is_over and table.may_begin:
                table.begin("next")
            else:
                await self._changed.wait()
        elif table.time_limit is None:
            await self._changed.wait()
        elif await self._wait_until(self._since + NEXT_SECONDS):
            table.go_on(waited=True)
            await self._changed.wait()
