"""Notes on an error: who raised it, and where; a traceback shows them from Python 3.11 on."""

from __future__ import annotations

from typing import TypeVar

Error = TypeVar("Error", bound=BaseException)


def noted(error: Error, note: str) -> Error:
    """The error, with one note more.

    >>> notes_of(noted(ZeroDivisionError("division by zero"), "raised by 'mine'"))
    ["raised by 'mine'"]
    """
    error.__dict__["__notes__"] = [*notes_of(error), note]
    return error


def notes_of(error: BaseException) -> list[str]:
    """All notes on an error."""
    return list(error.__dict__.get("__notes__", ()))
