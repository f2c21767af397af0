"""Clients that mean no good: each is refused, or its line is cut; the table goes on."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import websockets
from starlette.responses import PlainTextResponse
from starlette.types import Message
from web_client import (
    Browser,
    Killable,
    ask,
    in_browser,
    new_table,
    play_deal,
    served,
    simple_action,
    tell,
)

from ddz_core.web.limits import Limits, Rate
from ddz_core.web.origin import OwnPagesOnly

LINES = int(os.environ.get("WEB_LINES", "200"))
"""That say nothing; ``make test-web`` has 1000."""
PATIENT = 2 if LINES <= 200 else 8
"""Seconds: so many take their time to connect."""
SILENT = 100

LIMITS = Limits(
    messages=Rate(30, 30),
    join_seconds=1,
    ping_seconds=3,
    request_seconds=1,
    slow_seconds=1,
    thoughts=Rate(3, 0),
    new_tables=Rate(20, 5),
    spectators=5,
    sockets=40,
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("data") / "tables.sqlite", LIMITS) as found:
        yield found


@asynccontextmanager
async def undisturbed(address: str) -> AsyncIterator[Browser]:
    """A person at a table, who can play as ever after what others have tried."""
    made = new_table(address, table="standard,first_bidder=0", delay=30)
    ann = await Browser.join(address, made["table"], made["token"])
    yield ann
    assert (await play_deal(ann))["points"]


async def heard(line: Any) -> tuple[list[dict[str, Any]], int]:
    """All that comes until the line is closed, and the code with which it is."""
    got = []
    try:
        while True:
            got.append(json.loads(await asyncio.wait_for(line.recv(), 10)))
    except websockets.ConnectionClosed as end:
        return got, end.rcvd.code if end.rcvd else 1006


def joining(table: str, **fields: Any) -> str:
    return json.dumps({"type": "join", "protocol": 1, "table": table, **fields})


# --------------------------------------------------------------- who it is


def test_tokens_that_are_not_of_this_table(address: str) -> None:
    async def story() -> None:
        async with undisturbed(address) as ann:
            other = new_table(address)
            mine = ann.welcome["table"]
            for token in ("", "x", "é" * 10, other["token"], "\ud800"):
                async with in_browser(address) as line:
                    await line.send(joining(mine, token=token))
                    got, code = await heard(line)
                    assert [each["code"] for each in got] in (["bad_token"], ["bad_message"])
                    assert code == 1008

    tell(story())


def test_nothing_is_done_before_a_join_nor_without_a_seat(address: str) -> None:
    async def story() -> None:
        async with undisturbed(address) as ann:
            table = ann.welcome["table"]
            for first, refusal in (
                (
                    {"type": "act", "id": "x", "number": 1, "step": 0, "action": "pass"},
                    "join_first",
                ),
                ({"type": "join", "protocol": 2, "table": table}, "wrong_protocol"),
                ({"type": "join", "protocol": 1, "table": "nowhere"}, "no_such_table"),
            ):
                async with in_browser(address) as line:
                    await line.send(json.dumps(first))
                    got, code = await heard(line)
                    assert ([each["code"] for each in got], code) == ([refusal], 1008)
            eve = await Browser.join(address, table)
            assert (await eve.say("join", protocol=1, table=table))["code"] == "join_first"
            at = {"number": 1, "step": 0}
            for message, fields in (
                ("act", {**at, "action": "pass"}),
                ("undo", at),
                ("hint", at),
                ("ask", {"cards": "3"}),
                ("consent", {"agree": True}),
                ("next", {}),
                ("again", {}),
                ("back", {}),
                ("stand_in", {"seat": 0}),
                ("pace", {"delay": 0}),
            ):
                assert (await eve.say(message, **fields))["code"] == "not_seated"
            for message, fields in (("seat", {"player": "open"}), ("invite", {})):
                assert (await eve.say(message, seat=0, **fields))["code"] == "not_host"

    tell(story())


def test_out_of_turn_of_another_deal_and_replayed(address: str) -> None:
    async def story() -> None:
        made = new_table(address, seats=["me", "open", "open"], deal=1)
        ann = await Browser.join(address, made["table"], made["token"])
        others = []
        for each in made["invitations"]:
            path = f"{address}api/tables/{made['table']}/seats"
            told = json.loads(ask(path, {"key": each["key"], "name": "B"})[1])
            others.append(await Browser.join(address, told["table"], told["token"]))
        bob, cid = others  # it is the turn of seat 2, which is Cid's
        await cid.until(cid.is_asked)
        for who in (ann, bob):
            for action in ("pass", "bid:3", "BR", "discard:3", "call"):
                told = await who.say("act", number=1, step=0, action=action)
                assert told["type"] == "refused"
                assert told["code"] in ("not_your_turn", "wrong_phase")
        wrong = ({"number": 2, "step": 0}, {"number": 1, "step": 7}, {"number": 0, "step": 0})
        for at in wrong:
            assert (await cid.say("act", action="pass", **at))["code"] == "stale"
        bid = {"id": "same", "number": 1, "step": 0, "action": "bid:1"}
        first, again = await cid.say("act", **bid), await cid.say("act", **bid)
        assert (first["repeated"], again["repeated"], again["step"]) == (False, True, 1)
        assert (await ann.say("act", **bid))["code"] == "stale"
        assert (await ann.until(lambda state: state["step"] == 1))["deal"]["turn"] == 0

    tell(story())


# ------------------------------------------------------------ what they send


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        '"act"',
        "{}",
        '{"type": "act"}',
        '{"type": "dance", "id": "x"}',
        '{"type": "act", "id": "x", "number": 1, "step": 0}',
        '{"type": "act", "id": "x", "number": "1", "step": 0, "action": "pass"}',
        '{"type": "act", "id": "x", "number": 1, "step": -1, "action": "pass"}',
        '{"type": "act", "id": "x", "number": 1, "step": 1e300, "action": "pass"}',
        '{"type": "act", "id": "x", "number": 1, "step": 0, "action": 5}',
        '{"type": "act", "id": null, "number": 1, "step": 0, "action": "pass"}',
        '{"type": "act", "id": "x", "number": 1, "step": 0, "action": "pass", "seat": 1}',
        '{"type": "ask", "cards": "' + "3" * 201 + '"}',
        '{"type": "ask", "id": "' + "x" * 41 + '", "cards": "3"}',
        '{"type": "seat", "seat": 4, "player": "easy"}',
        "[" * 4000,
        b"\xff\xfe\x00",
        b'{"type": "ask", "cards": "\xff"}',
    ],
    ids=lambda frame: repr(frame)[:30],
)
def test_what_is_no_message_is_refused(address: str, frame: str | bytes) -> None:
    async def story() -> None:
        async with undisturbed(address) as ann:
            await ann.line.send(frame)
            told = await ann.until_told("refused")
            assert (told["type"], told["code"]) == ("refused", "bad_message")
            assert told["id"] in ("x", None)

    tell(story())


def test_actions_of_all_sorts_are_refused_with_a_code(address: str) -> None:
    async def story() -> None:
        async with undisturbed(address) as ann:
            await ann.until(ann.is_asked)
            texts = ["", " ", ":", "bid:", "bid:99999999999", "bid:-1", "33X", "大王", "pass:"]
            texts += ["a" * 200, "\x00", "3" * 100, "3:solo:1:3", "discard:" + "3" * 100]
            for text in texts:
                told = await ann.act(text)
                assert told["type"] == "refused"
                assert told["code"] != "bad_settings"
                assert len(told["message"]) < 400

    tell(story())


def test_a_message_of_a_megabyte_ends_the_line(address: str) -> None:
    async def story() -> None:
        async with undisturbed(address) as ann:
            for frame in ("x" * 1_000_000, ["x" * 1000] * 1000):
                eve = await Browser.join(address, ann.welcome["table"])
                with suppress(websockets.ConnectionClosed):
                    await eve.line.send(frame)
                assert await eve.until_closed() in (1009, 1006)
        path = f"{address}api/tables"
        status, body, _ = ask(path, b'{"name": "' + b"x" * 4096 + b'"}')
        assert (status, json.loads(body)["code"]) == (413, "too_large")

    tell(story())


def test_requests_that_are_none(address: str) -> None:
    path = f"{address}api/tables"
    for body in (b"", b"{", b"[]", b'{"seats": 3}', b'{"rules": "standard"}', b"\xff", b"[" * 4000):
        status, told, _ = ask(path, body)
        assert (status, json.loads(told)["code"]) == (400, "bad_message")
    status, told, _ = ask(path, b"{}", {"Content-Type": "text/plain"})
    assert (status, json.loads(told)["code"]) == (400, "bad_message")


# --------------------------------------------------------- how much they send


def test_who_is_too_fast_is_refused_and_then_cut(tmp_path: Path) -> None:
    limits = Limits(messages=Rate(30, 0), refusals=20)

    async def story(address: str) -> None:
        eve = await Browser.join(address, new_table(address)["table"])
        for _ in range(30 + 20 + 10):
            await eve.line.send('{"type": "history"}')
        assert await eve.until_closed() == 1008
        assert eve.bye["code"] == "too_fast"
        told = [json.loads(frame) for frame in eve.frames]
        assert sum(message["type"] == "history" for message in told) == 30
        assert sum(message.get("code") == "too_fast" for message in told) == 21

    with served(tmp_path / "tables.sqlite", limits) as address:
        tell(story(address))


def test_hints_are_not_thought_of_without_end(address: str) -> None:
    async def story() -> None:
        await asyncio.sleep(0.5)  # until a new table may be made
        made = new_table(address, table="standard,auction=none,first_bidder=0", deal=1)
        ann = await Browser.join(address, made["table"], made["token"])
        codes = []
        for turn in range(5):
            await ann.until(lambda state, turn=turn: ann.is_asked(state) and state["step"] >= turn)
            codes.append((await ann.decide("hint")).get("code"))
            if codes[-1] is None:  # again for the same decision is free
                assert (await ann.decide("hint"))["type"] == "hint"
            before = ann.state["step"]
            await ann.act(simple_action(ann.state))
            await ann.until(lambda state, before=before: state["step"] > before)
            await ann.decide("undo")
            await ann.until(lambda state, before=before: state["step"] > before + 1)
        assert codes == [None, None, None, "too_fast", "too_fast"]

    tell(story())


def test_tables_are_not_made_without_end(address: str) -> None:
    answers = [ask(f"{address}api/tables", {})[0] for _ in range(40)]
    assert set(answers) == {201, 429}


def test_spectators_and_sockets_of_a_seat_are_limited(address: str) -> None:
    async def story() -> None:
        await asyncio.sleep(1)  # until a new table may be made
        made = new_table(address)
        table, token = made["table"], made["token"]
        for most, who in ((LIMITS.spectators, {}), (LIMITS.sockets_of_token, {"token": token})):
            lines = [await in_browser(address) for _ in range(most + 1)]
            for line in lines:
                await line.send(joining(table, **who))
                first = json.loads(await line.recv())
                is_one_more = who == {} and line is lines[-1]
                assert first.get("code") == ("too_many" if is_one_more else None)
            if who:  # the last one counts, and the first is closed
                got, code = await heard(lines[0])
                assert (got[-1]["code"], code) == ("open_elsewhere", 1008)
            for line in lines:
                await line.close()

    tell(story())


def test_lines_that_say_nothing_are_cut(tmp_path: Path) -> None:
    """Of each sort: nothing at all, half a request, a WebSocket alone."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    limits = Limits(request_seconds=PATIENT, join_seconds=PATIENT, sockets_of_address=LINES)
    upgrade = (
        "GET /api/play HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    try:
        with served(tmp_path / "tables.sqlite", limits) as address:
            host = urlsplit(address).netloc
            name, port = host.split(":")

            async def silent(said: str) -> bytes:
                reader, writer = await asyncio.open_connection(name, int(port))
                writer.write(said.format(host=host).encode())
                got = b""
                with suppress(ConnectionError):
                    while part := await asyncio.wait_for(reader.read(4096), 10 * PATIENT):
                        got += part
                writer.close()
                return got

            async def story() -> None:
                async with undisturbed(address):
                    said = ["", "GET / HTTP/1.1\r\nHost: ", upgrade, upgrade] * (LINES // 4)
                    got = await asyncio.gather(*[silent(each) for each in said])
                    assert [b"101 Switching" in each for each in got] == [
                        each is upgrade for each in said
                    ]
                    assert sum(b"too_slow" in each for each in got) == LINES // 2

            tell(story())
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("pings", [False, True], ids=["asks", "pings"])
def test_a_socket_that_never_reads_is_cut(address: str, pings: bool) -> None:
    """It asks for answers, or pings, and reads none: what waits for it has an end."""

    async def story() -> None:
        async with undisturbed(address) as ann:
            line = await in_browser(address)
            raw: socket.socket = line.transport.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            await line.send(joining(ann.welcome["table"]))
            line.transport.pause_reading()

            async def flood() -> None:
                for sent in count():
                    if pings:
                        await line.ping(f"{sent}".rjust(125))
                    else:
                        await line.send('{"type": "x"}')

            # The line is cut, or takes no more: either ends it.
            with pytest.raises((websockets.ConnectionClosed, asyncio.TimeoutError, TimeoutError)):
                await asyncio.wait_for(flood(), 10)
            await asyncio.wait_for(line.wait_closed(), 10)
            line.transport.abort()

    tell(story())


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks the kernel for memory")
def test_memory_stays_within_what_is_written_down(tmp_path: Path) -> None:
    """A hundred sockets that send all they can, and read nothing."""
    server = Killable(tmp_path / "tables.sqlite")

    def memory() -> int:
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024

    async def story() -> None:
        made = new_table(server.address)
        lines = [await in_browser(server.address) for _ in range(SILENT)]
        for line in lines:
            await line.send(joining(made["table"]))
            line.transport.pause_reading()
        before = memory()
        asked = '{"type": "ask", "cards": "' + "3" * 200 + '"}'

        async def flood(line: Any) -> None:
            with suppress(websockets.ConnectionClosed, OSError):
                for sent in range(5000):
                    await line.send(asked if sent % 3 else '{"type": "history"}')
                    if sent % 50 == 0:
                        await asyncio.sleep(0)

        await asyncio.wait([asyncio.create_task(flood(line)) for line in lines], timeout=3)
        assert memory() - before < SILENT * 200_000
        for line in lines:
            line.transport.abort()
            await line.wait_closed()

    try:
        tell(story())
    finally:
        server.kill()


def test_a_line_that_is_dead_is_cut(tmp_path: Path) -> None:
    """It is there, but answers no ping."""

    async def story(address: str) -> None:
        made = new_table(address)
        ann = await Browser.join(address, made["table"], made["token"])
        dead = await in_browser(address)
        await dead.send(joining(made["table"]))
        await ann.until(lambda state: state["spectators"] == 1)
        dead.transport.pause_reading()
        await ann.until(lambda state: state["spectators"] == 0)
        dead.transport.abort()
        await dead.wait_closed()

    with served(tmp_path / "tables.sqlite", Limits(ping_seconds=0.2)) as address:
        tell(story(address))


# ------------------------------------------------------------- whose page asks


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        (None, None, 201),
        ("http://{own}", None, 201),
        ("https://{own}", None, 201),
        ("http://evil.example", None, 403),
        ("http://{own}.evil.example", None, 403),
        ("null", None, 403),
        ("", None, 403),
        ("http://localhost:1", None, 403),
        ("http://evil.example", "evil.example", 403),
        (None, "evil.example", 403),
        (None, "evil.example:80:80", 403),
        (None, "[::1", 403),
    ],
)
def test_only_the_own_page_may_ask(
    address: str, origin: str | None, host: str | None, status: int
) -> None:
    own = urlsplit(address).netloc
    headers = {} if origin is None else {"Origin": origin.format(own=own)}
    if host is not None:
        headers["Host"] = host
    found, body, _ = ask(f"{address}api/tables", {}, headers)
    if found != 429:  # other tests have made many
        assert found == status, body

    async def story() -> None:
        url = address.replace("http", "ws", 1) + "api/play"
        line = websockets.connect(url, additional_headers=headers)
        if status == 201:
            await (await line).close()
            return
        with pytest.raises(websockets.InvalidStatus) as refused:
            await line
        assert refused.value.response.status_code == 403

    if host is None:
        tell(story())


def test_names_under_which_a_server_is_known() -> None:
    async def status(host: str) -> int:
        told: list[Message] = []

        async def send(message: Message) -> None:
            told.append(message)

        scope = {"type": "http", "headers": [(b"host", host.encode())]}
        await OwnPagesOnly(PlainTextResponse("own"), ["Table.Example"])(scope, receive, send)
        return int(told[0]["status"])

    async def receive() -> Message:
        return {"type": "http.request"}

    hosts = {"table.example": 200, "TABLE.example:8733": 200, "10.0.0.7:1": 200, "[::1]:1": 200}
    hosts |= {f"{socket.gethostname()}:80": 200, "other.example": 403, "": 403, "10.0.0.7.x": 403}
    for host, expected in hosts.items():
        assert asyncio.run(status(host)) == expected, host
