"""Standard output as it may be: of any encoding, closed, or on a full disk."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress

PLAIN = {
    "→": "->",
    "±": "+-",
    "×": "x",
    "·": "*",
    "−": "-",
    "–": "-",
    "…": "...",
    "≥": ">=",
    "≤": "<=",
}
"""What is written for a character that the encoding of the console has not."""


def _in_plain_characters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(PLAIN.get(character, "?") for character in missing), error.end


codecs.register_error("ddz_core.plain", _in_plain_characters)


def allow_any_encoding() -> None:
    """Let both streams take every text, whatever the encoding of the console."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="ddz_core.plain")


def wants_style() -> bool:
    """Whether the terminal understands bold text and colours."""
    return os.environ.get("TERM") != "dumb" and "NO_COLOR" not in os.environ


def flush_output() -> None:
    """Write out what is still held back. Raises :class:`OSError` if that fails."""
    if sys.stdout is not None:
        sys.stdout.flush()


def drop_output() -> None:
    """Throw away what cannot be written, so that Python does not try again at its end."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
