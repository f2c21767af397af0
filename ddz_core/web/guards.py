"""What the lines themselves must keep to, below the application: see docs/web.md section 7."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from contextlib import suppress
from functools import partial

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from .limits import Limits

MOST_UNREAD = 1 << 18
"""Bytes that wait for one line."""
MOST_AT_ONCE = 1 << 14
"""Bytes that a WebSocket may send at once."""
MOST_UNHEARD = 100
"""Messages of one WebSocket that wait to be heard."""


SEND_BUFFER = 1 << 16
"""Bytes that the system holds for one WebSocket."""
_AT_ONCE = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)


def cut(transport: asyncio.Transport) -> None:
    """Close a line at once. What it has not taken is thrown away: else the system would keep
    it, and the line, for whoever never reads."""
    with suppress(OSError):
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()


def guarded_http(limits: Limits) -> type[H11Protocol]:
    """HTTP that does not wait for ever for a request to begin, or to end."""

    class GuardedHTTP(H11Protocol):
        _patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._await_request()

        def _await_request(self) -> None:
            self._stop_patience()
            self._patience = self.loop.call_later(limits.request_seconds, self._cut_if_idle)

        def _cut_if_idle(self) -> None:
            cycle = vars(self)["cycle"]
            if cycle is None or cycle.response_complete:
                cut(self.transport)
            else:
                # It has asked: now it must send its body, and take the answer.
                self._patience = self.loop.call_later(
                    2 * limits.request_seconds, cut, self.transport
                )

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._await_request()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._stop_patience()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_patience()
            super().connection_lost(exc)

        def _stop_patience(self) -> None:
            if self._patience is not None:
                self._patience.cancel()

    return GuardedHTTP


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose line is cut, not closed, if it does not take what is sent."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        with suppress(OSError):
            transport.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER
            )

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["abort"] = partial(cut, self.transport)

    def data_received(self, data: bytes) -> None:
        # Each ping is answered: whoever sends them and reads nothing would fill the memory.
        if len(data) > MOST_AT_ONCE or self.transport.get_write_buffer_size() > MOST_UNREAD:
            cut(self.transport)
            return
        super().data_received(data)
        if self.queue.qsize() > MOST_UNHEARD:
            cut(self.transport)
            while not self.queue.empty():
                self.queue.get_nowait()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        cut(self.transport)
