"""The server itself: a port, a data file, and the application between them."""

from __future__ import annotations

import socket as network
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from ..arguments import whole_number
from ..errors import InvalidArgument
from .app import make_app
from .guards import GuardedWebSocket, guarded_http
from .limits import Limits
from .store import Store

STOP_SECONDS = 5
"""For those who are connected when the server stops."""


def serve(
    data: str | Path,
    host: str = "127.0.0.1",
    port: int = 0,
    names: Iterable[str] = (),
    limits: Limits | None = None,
    started: Callable[[str], None] = print,
) -> None:
    """Serve tables from a data file until the process is stopped.

    ``started`` is called with the address once it can be reached; port 0 takes a free one.
    Raises :class:`InvalidArgument` for a port that is in use, and for a host or a data file
    that cannot be used.
    """
    with Server(data, host, port, names, limits, started) as server:
        server.run()


class Server:
    """A server that has its port and its data file; :meth:`run` serves, in any thread."""

    def __init__(
        self,
        data: str | Path,
        host: str = "127.0.0.1",
        port: int = 0,
        names: Iterable[str] = (),
        limits: Limits | None = None,
        started: Callable[[str], None] = print,
    ) -> None:
        limits = limits or Limits()
        _allow_files(limits.sockets + 200)
        self._listener = _bound(host, whole_number("a port", port, 0, 65535))
        try:
            self._store = store = Store(data)
        except InvalidArgument:
            self._listener.close()
            raise
        self.address = _address(self._listener)
        self._server = _Announcing(
            _config(make_app(store, limits, [*names, host]), limits), lambda: started(self.address)
        )

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        self._store.close()

    def run(self) -> None:
        """Serve until the process is told to end, or :meth:`stop` is called."""
        self._server.run(sockets=[self._listener])

    def stop(self) -> None:
        """End soon; called from another thread."""
        self._server.should_exit = True


def _config(app: Starlette, limits: Limits) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=guarded_http(limits),
        ws=GuardedWebSocket,
        ws_max_size=limits.message,
        ws_ping_interval=limits.ping_seconds,
        ws_ping_timeout=limits.ping_seconds,
        ws_per_message_deflate=False,
        limit_concurrency=limits.sockets + 100,
        timeout_keep_alive=max(1, int(limits.request_seconds)),
        timeout_graceful_shutdown=STOP_SECONDS,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
    )


class _Announcing(uvicorn.Server):
    """Says when it can be reached."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = started

    async def startup(self, sockets: list[network.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()


def _bound(host: str, port: int) -> network.socket:
    """A socket that listens there."""
    try:
        found = network.getaddrinfo(host, port, type=network.SOCK_STREAM, flags=network.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = network.socket(family, kind, protocol)
        if network.has_dualstack_ipv6() and host == "::":
            listener.setsockopt(network.IPPROTO_IPV6, network.IPV6_V6ONLY, 0)
        # Not on Windows, where it would let two servers have one port.
        if hasattr(network, "SO_REUSEPORT"):
            listener.setsockopt(network.SOL_SOCKET, network.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
            listener.listen()
        except OSError:
            listener.close()
            raise
    except (OSError, UnicodeError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise InvalidArgument(
            f"cannot listen at port {port} of {host!r}: {said}; name another with --port or --host"
        ) from error
    listener.setblocking(False)
    return listener


def _address(listener: network.socket) -> str:
    """Where a browser finds the page."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _allow_files(most: int) -> None:
    """Every socket is a file; often a process may have 1,024 unless it asks for more."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
