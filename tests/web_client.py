"""A server in a thread, and browsers that talk to it as a page does."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import websockets

from ddz_core.web.limits import Limits, Rate
from ddz_core.web.server import Server

PATIENCE = 20
"""Seconds to wait for what must come."""

ROOMY = Limits(
    messages=Rate(100_000, 100_000), thoughts=Rate(1000, 1000), new_tables=Rate(1000, 1000)
)
"""For tests that play as fast as they can."""


@contextmanager
def served(data: Path, limits: Limits = ROOMY) -> Iterator[str]:
    """The address of a server that runs in a thread."""
    ready = threading.Event()
    with Server(data, limits=limits, started=lambda _: ready.set()) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        assert ready.wait(PATIENCE)
        try:
            yield server.address
        finally:
            server.stop()
            thread.join(PATIENCE)
            assert not thread.is_alive()


class Killable:
    """``ddz serve`` in a process of its own, always at the same port."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data = data
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "ddz_core.cli", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.address = f"http://127.0.0.1:{self.port}/"
        assert self.address in self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def ask(
    address: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, str, dict[str, str]]:
    """Status, body and headers of an answer; with a body it is a POST."""
    data = None
    if body is not None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {"Content-Type": "application/json", **(headers or {})}
    request = urllib.request.Request(address, data, sent)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode(), _lower(answer.headers)
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode(), _lower(refused.headers)


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def new_table(address: str, **wanted: Any) -> dict[str, Any]:
    """A table, made as the page does."""
    status, body, _ = ask(f"{address}api/tables", {"delay": 0, **wanted})
    assert status == 201, body
    return json.loads(body)


def take_seat(address: str, table: str, key: str, name: str = "") -> dict[str, Any]:
    status, body, _ = ask(f"{address}api/tables/{table}/seats", {"key": key, "name": name})
    assert status == 201, body
    return json.loads(body)


def in_browser(address: str, **options: Any) -> Any:
    """The WebSocket, not joined yet."""
    url = address.replace("http", "ws", 1) + "api/play"
    return websockets.connect(url, compression=None, ping_interval=None, **options)


def tell(story: Coroutine[Any, Any, None]) -> None:
    """Run what happens; in the end all browsers are closed."""

    async def whole() -> None:
        try:
            await story
        finally:
            for browser in [*Browser.open]:
                await browser.leave()

    asyncio.run(whole())


class Browser:
    """One that has joined. It keeps every frame it got, and knows the last state."""

    open: ClassVar[list[Browser]] = []

    def __init__(self, line: Any) -> None:
        self.open.append(self)
        self.line = line
        self.frames: list[str] = []
        self.welcome: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.made: list[dict[str, Any]] = []
        self.bye: dict[str, Any] | None = None
        self.closed: int | None = None
        self.on_state: Callable[[dict[str, Any]], None] = lambda state: None
        self._news = asyncio.Event()
        self.waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.sent: dict[str | None, dict[str, Any]] = {}

    @classmethod
    async def join(cls, address: str, table: str, token: str | None = None) -> Browser:
        browser = cls(await in_browser(address))
        who = {} if token is None else {"token": token}
        await browser.line.send(json.dumps({"type": "join", "protocol": 1, "table": table, **who}))
        browser.reading = asyncio.create_task(browser._read())
        await browser.until(lambda state: True)
        return browser

    async def _read(self) -> None:
        try:
            async for frame in self.line:
                self.frames.append(frame)
                message = json.loads(frame)
                if message["type"] == "state":
                    self.state = message
                    self.made = message["made"] if message["fresh"] else self.made + message["made"]
                    self.on_state(message)
                elif message["type"] == "history":
                    self.made = message["made"]
                elif message["type"] == "welcome":
                    self.welcome = message
                elif message["type"] == "bye":
                    self.bye = message
                waiting = self.waiting.pop(message.get("id"), None)
                if waiting is not None:
                    waiting.set_result(message)
                self._news.set()
            self.closed = self.line.close_code
        except websockets.ConnectionClosed as end:
            self.closed = end.rcvd.code if end.rcvd else 1006
        self._news.set()

    async def say(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a message, and wait for its answer."""
        name = fields.setdefault("id", f"m{len(self.sent)}")
        self.sent[name] = fields
        waiting = self.waiting[name] = asyncio.get_running_loop().create_future()
        await self.line.send(json.dumps({"type": type_, **fields}))
        return await asyncio.wait_for(waiting, PATIENCE)

    async def decide(self, type_: str, **fields: Any) -> dict[str, Any]:
        """The same for what belongs to the present state."""
        at = {"number": self.state["number"], "step": self.state["step"]}
        return await self.say(type_, **at | fields)

    async def act(self, action: str) -> dict[str, Any]:
        return await self.decide("act", action=action)

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a state like that."""
        await self._wait(lambda: bool(self.state) and bool(wanted(self.state)))
        return self.state

    async def until_told(self, type_: str) -> dict[str, Any]:
        """Wait for a message of that type: the last of them."""
        found: list[dict[str, Any]] = []

        def is_there() -> bool:
            messages = map(json.loads, self.frames)
            found[:] = [message for message in messages if message["type"] == type_]
            return bool(found)

        await self._wait(is_there)
        return found[-1]

    async def until_closed(self) -> int | None:
        await self._wait(lambda: self.closed is not None, may_be_closed=True)
        return self.closed

    async def _wait(self, true: Callable[[], bool], may_be_closed: bool = False) -> None:
        async def waiting() -> None:
            while not true():
                assert may_be_closed or self.closed is None, self.bye or self.closed
                self._news.clear()
                await self._news.wait()

        await asyncio.wait_for(waiting(), PATIENCE)

    def is_asked(self, state: dict[str, Any]) -> bool:
        """Whether it is this seat's turn."""
        return state["deal"] is not None and state["deal"]["turn"] == self.welcome["seat"]

    async def leave(self) -> None:
        self.open.remove(self)
        await self.line.close()
        await self.reading


def simple_action(state: dict[str, Any]) -> str:
    """Something that may be done: the recommended bid, the weakest lead, else the pass."""
    mine, phase = state["mine"], state["deal"]["phase"]
    if phase == "discard":
        return "discard:" + mine["hand"][:1]
    if mine["appraisal"] is not None:
        return mine["appraisal"]["recommended"]
    return "pass" if mine["can_pass"] else mine["hand"][0]


async def play_deal(browser: Browser) -> dict[str, Any]:
    """Act for this seat until the deal is over; the result."""
    while True:
        state = await browser.until(
            lambda state: state["result"] is not None or browser.is_asked(state)
        )
        if state["result"] is not None:
            return state["result"]
        step = state["step"]
        answer = await browser.act(simple_action(state))
        assert answer["type"] == "done", answer
        await browser.until(lambda state, step=step: state["step"] != step or state["result"])
