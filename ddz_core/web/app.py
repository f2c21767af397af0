"""The routes of the server, as an ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ..errors import DdzError
from .codes import STATUS, code_of, refuse
from .hall import Hall
from .limits import Limits
from .origin import OwnPagesOnly
from .pages import page_file
from .requests import NewTable, TakeSeat, body_of
from .settings import checked, fields_of, options
from .sockets import serve
from .store import Store

NO_STORE = {"Cache-Control": "no-store"}

Endpoint = Callable[[Request], Awaitable[Response]]


def make_app(store: Store, limits: Limits | None = None, names: Iterable[str] = ()) -> Starlette:
    """The server as an application for any ASGI server; it closes the store when it ends.

    ``names`` are those under which browsers reach it, besides ``localhost``, numbers and the
    name of this machine.
    """
    limits = limits or Limits()
    hall = Hall(store, limits)

    async def page(request: Request) -> Response:
        return page_file(request.path_params.get("name", "index.html"))

    async def get_options(request: Request) -> Response:
        return _json(options())

    async def check(request: Request) -> Response:
        rules = checked(request.query_params.get("table", "")[:1000])
        return _json({"table": str(rules), "fields": fields_of(rules)})

    async def create(request: Request) -> Response:
        wanted = body_of(await _body(request, limits), NewTable)
        address = request.client.host if request.client else ""
        return _json(hall.create(wanted, address), 201)

    async def take_seat(request: Request) -> Response:
        wanted = body_of(await _body(request, limits), TakeSeat)
        return _json(await hall.take_seat(request.path_params["table"], wanted), 201)

    async def results(request: Request) -> Response:
        return _json(await hall.results(request.path_params["table"]))

    async def records(request: Request) -> Response:
        table = request.path_params["table"]
        store.check_table(table)
        return _text(store.records(table))

    async def record(request: Request) -> Response:
        table, number = request.path_params["table"], request.path_params["number"]
        store.check_table(table)
        found = store.record(table, number)
        if found is None:
            raise refuse("not_over", "the record of a deal is told when it is over")
        return _text([found])

    async def play(line: WebSocket) -> None:
        await serve(line, hall)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        watching = asyncio.ensure_future(hall.watch())
        yield
        watching.cancel()
        hall.stop()

    api = "/api/tables/{table}"
    return Starlette(
        routes=[
            Route("/", page),
            Route("/page/{name:path}", page),
            Route("/api/options", get_options),
            Route("/api/check", check),
            Route("/api/tables", create, methods=["POST"]),
            Route(f"{api}/seats", take_seat, methods=["POST"]),
            Route(f"{api}/results", results),
            Route(f"{api}/records", records),
            Route(f"{api}/records/{{number:int}}", record),
            WebSocketRoute("/api/play", play),
        ],
        middleware=[Middleware(OwnPagesOnly, names=tuple(names))],
        exception_handlers={DdzError: _refused, HTTPException: _no_route},
        lifespan=lifespan,
    )


async def _body(request: Request, limits: Limits) -> bytes:
    """The body of a request, which must be JSON, short, and there in time."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise refuse("bad_message", "a request has the content type application/json")
    try:
        return await asyncio.wait_for(_short(request, limits.message), limits.request_seconds)
    except (asyncio.TimeoutError, TimeoutError, ClientDisconnect):
        raise refuse("too_slow", "the body of the request did not come") from None


async def _short(request: Request, most: int) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise refuse("too_large", f"the body of a request has up to {most} bytes")
    return body


def _json(value: Any, status: int = 200) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, status, NO_STORE, media_type="application/json")


def _text(lines: list[str]) -> Response:
    return PlainTextResponse("".join(f"{line}\n" for line in lines), headers=NO_STORE)


async def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, DdzError)
    code = code_of(refusal)
    return _json({"code": code, "message": str(refusal)}, STATUS.get(code, 400))


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = "there is nothing of this name here"
    if error.status_code == 405:
        message = "this is asked with another method"
    return _json({"code": "no_such_file", "message": message}, error.status_code)
