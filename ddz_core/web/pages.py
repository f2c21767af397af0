"""The page's own files, as they lie in ``page/``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from starlette.responses import Response

from .. import svg
from .codes import refuse

FOLDER = Path(__file__).parent / "page"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


DRAWN: dict[str, Callable[[], str]] = {"cards.svg": svg.sprite, "cards.css": lambda: svg.STYLE}
"""What is drawn for the page, so that its cards are those of notebooks and documents."""


def page_file(name: str) -> Response:
    """A file of the page. Raises :class:`RefusedRequest` where there is none of that name."""
    kind = TYPES.get(Path(name).suffix)
    # A page of another version would not know this server's protocol.
    headers = {"Cache-Control": "no-cache"}
    if name in DRAWN:
        return Response(DRAWN[name](), media_type=kind, headers=headers)
    path = (FOLDER / name).resolve()
    if kind is None or not path.is_relative_to(FOLDER.resolve()) or not path.is_file():
        raise refuse("no_such_file", "there is no such file here")
    return Response(path.read_bytes(), media_type=kind, headers=headers)
