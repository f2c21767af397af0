"""One browser's line: what it says is answered, and it is shown every change."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import DdzError, RefusedRequest
from . import answers
from .codes import code_of, refuse
from .limits import Bucket, Limits
from .messages import Bye, Did, History, Outgoing, Refused, Welcome
from .requests import PROTOCOL, Join, id_of, message_of
from .settings import fields_of
from .views import state

if TYPE_CHECKING:
    from .hall import Hall, OpenTable
    from .live_deal import LiveDeal

POLICY = 1008
"""The close code for whoever is told to leave."""
HANG_UP_SECONDS = 1
"""Until a line is cut whose other end does not close it."""


class Socket:
    """A WebSocket from when it is accepted until it is closed."""

    def __init__(self, line: WebSocket, hall: Hall) -> None:
        self.seat: int | None = None
        self.is_host = False
        self.open: OpenTable | None = None
        """The table, once it has joined."""
        self.sending_since: float | None = None
        """When the message was given to the line that it does not take."""
        self.address = line.client.host if line.client else ""
        self.thoughts = Bucket(hall.limits.thoughts, time.monotonic())
        """What it may still have hints thought of."""
        self._line = line
        self._hall = hall
        self._limits: Limits = hall.limits
        self._answers: deque[bytes] = deque()
        self._must_show = False
        self._shown: tuple[int, int] | None = None
        """The deal, and how much of what was done in it, that it has been shown."""
        self._wake = asyncio.Event()
        self.is_leaving = False
        """It has been told why, and is to be closed."""
        self._bucket = Bucket(self._limits.messages, time.monotonic())
        self._too_fast = 0

    # ------------------------------------------------------------- outgoing

    def answer(self, message: Outgoing) -> None:
        """Send something, after what waits already."""
        data = msgspec.json.encode(message)
        most, waiting = self._limits.waiting_bytes, sum(map(len, self._answers))
        if len(self._answers) >= self._limits.waiting or (waiting and waiting + len(data) > most):
            self.abort()
            return
        self._answers.append(data)
        self._wake.set()

    def show(self) -> None:
        """Send the state as it is when the line is free."""
        self._must_show = True
        self._wake.set()

    def history(self, deal: LiveDeal, request: str | None) -> History:
        """What was done in the deal so far; the states that follow go on from there."""
        self._shown = deal.number, len(deal.made)
        return History(request, list(deal.made))

    def say_bye(self, why: DdzError) -> None:
        """Say why, and close."""
        self._must_show = False
        self.is_leaving = True
        self._answers.append(msgspec.json.encode(Bye(code_of(why), str(why))))
        self._wake.set()

    def abort(self) -> None:
        """Close without a word: the line takes none."""
        cut: Callable[[], None] | None = self._line.scope["state"].get("abort")
        if cut is not None:
            cut()

    async def write(self) -> None:
        """Send what there is to send, until the line is closed."""
        with suppress(WebSocketDisconnect):
            while not self.is_leaving:
                await self._wake.wait()
                self._wake.clear()
                while self._answers or self._must_show:
                    await self._send(self._next())
            await self._line.close(POLICY)

    def _next(self) -> bytes:
        """Answers come before the state, which is made when it can be sent."""
        if self._answers:
            return self._answers.popleft()
        self._must_show = False
        return msgspec.json.encode(self._state())

    async def _send(self, data: bytes) -> None:
        self.sending_since = time.monotonic()
        await self._line.send_text(data.decode())
        self.sending_since = None

    def _state(self) -> Outgoing:
        assert self.open is not None
        table = self.open.table
        made: list[Did] = []
        fresh = self._shown is None
        if table.deal is not None:
            number, place = self._shown or (0, 0)
            if not fresh:
                made = table.deal.made[place if number == table.deal.number else 0 :]
            self._shown = table.deal.number, len(table.deal.made)
        else:
            self._shown = 0, 0
        return state(table, self.seat, made, fresh)

    # ------------------------------------------------------------- incoming

    async def read(self) -> None:
        """Answer what it says, until the line is closed."""
        try:
            self._hall.come(self)
            await self._join()
            while not self.is_leaving:
                await self._hear(await self._frame())
                await asyncio.sleep(0)  # many may come at once: between them answers are sent
        except RefusedRequest as refusal:
            self.say_bye(refusal)

    async def _join(self) -> None:
        """The first message, which must come soon."""
        try:
            text = await asyncio.wait_for(self._frame(), self._limits.join_seconds)
        except (asyncio.TimeoutError, TimeoutError):
            raise refuse("too_slow", "a join is awaited first, and none came") from None
        message = message_of(text)
        if not isinstance(message, Join):
            raise refuse("join_first", "a join comes before everything else")
        if message.protocol != PROTOCOL:
            raise refuse(
                "wrong_protocol",
                f"the protocol here is {PROTOCOL}, not {message.protocol}: load the page anew",
            )
        found = await self._hall.join(self, message.table, message.token)
        table = found.table
        self.answer(
            Welcome(
                protocol=PROTOCOL,
                table=table.id,
                seat=self.seat,
                host=self.is_host,
                rules=str(table.rules),
                fields=fields_of(table.rules),
                time_limit=table.time_limit,
            )
        )
        self.show()

    async def _frame(self) -> str | bytes:
        frame = await self._line.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code") or 1005)
        text: str | None = frame.get("text")
        data: str | bytes = frame["bytes"] if text is None else text
        return data

    async def _hear(self, text: str | bytes) -> None:
        if not self._bucket.take(time.monotonic()):
            self._too_fast += 1
            refusal = refuse("too_fast", "so many messages at once: wait a little")
            if self._too_fast > self._limits.refusals:
                raise refusal
            self.answer(Refused(None, "too_fast", str(refusal)))
            return
        try:
            message = message_of(text)
        except RefusedRequest as refusal:
            self.answer(Refused(id_of(text), refusal.code, str(refusal)))
            return
        try:
            self.answer(await answers.answer(self._hall, self, message))
        except DdzError as refusal:
            self.answer(Refused(message.id, code_of(refusal), str(refusal)))


async def serve(line: WebSocket, hall: Hall) -> None:
    """Serve one WebSocket from its beginning to its end."""
    await line.accept()
    socket = Socket(line, hall)
    writer = asyncio.ensure_future(socket.write())
    try:
        await socket.read()
        await writer
    except WebSocketDisconnect:
        pass
    finally:
        writer.cancel()
        hall.go(socket)
        if socket.is_leaving:
            await asyncio.sleep(HANG_UP_SECONDS)  # for the other end to read why, and close
        socket.abort()
