"""Where the game is shown and typed: a terminal of any kind, or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby

from rich.console import Console
from rich.text import Text

from ...errors import InvalidArgument
from ..streams import wants_style

WIDEST, NARROWEST = 100, 40
"""Columns that a line of the screen has."""

LONGEST_ECHO = 60
"""Characters of a typed line that are shown again."""

_STYLES = {"R": "bold red", "B": "bold blue", "2": "bold yellow"}
_WILD, _BOMB = "bold green", "bold magenta"


class Screen:
    """Shows lines of text, and asks for some.

    Without a terminal at standard input what was read is shown behind the question, so
    that the output can be read as a whole.
    """

    def __init__(self) -> None:
        self.console = Console(
            file=sys.stdout,
            color_system="auto" if wants_style() else None,
            highlight=False,
            markup=False,
            emoji=False,
        )
        # One column stays free: some terminals go to a new line behind the last.
        self.console.width = max(NARROWEST, min(self.console.width - 1, WIDEST))
        self._at_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        if self._at_terminal:
            _edit_lines()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def say(self, *parts: str | Text, style: str = "") -> None:
        """A line, or several if it is too long; one without parts is empty."""
        self.console.print(Text.assemble(*parts, style=style))

    def say_as_it_is(self, text: str) -> None:
        """Text that is to be copied, in lines as long as they are."""
        self.console.print(Text(text), soft_wrap=True)

    def ask(self, question: str) -> str:
        """The next line that is typed. Raises :class:`EOFError` at the end of input, and
        :class:`InvalidArgument` where it is no text at all."""
        try:
            return input(question) if self._at_terminal else self._read(question)
        except EOFError:
            print()
            raise

    def _read(self, question: str) -> str:
        print(question, end="", flush=True)
        try:
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except UnicodeError as failure:
            raise InvalidArgument(f"the input is no text: {failure}") from failure
        if not line:
            raise EOFError
        printable = "".join(each if each.isprintable() else "?" for each in line.rstrip("\r\n"))
        print(printable if len(printable) <= LONGEST_ECHO else printable[:LONGEST_ECHO] + "...")
        return line


def cards_of(cards: Iterable[str], wild: str | None = None) -> Text:
    """Cards from weak to strong, one rank after the other.

    >>> cards_of("3344445BR").plain
    '33 4444 5 B R'
    """
    groups = [(rank, "".join(run)) for rank, run in groupby(cards)]
    return Text(" ").join(Text(run, _style(rank, len(run), wild)) for rank, run in groups)


def _style(rank: str, number: int, wild: str | None) -> str:
    if rank == wild:
        return _WILD
    return _BOMB if number >= 4 else _STYLES.get(rank, "")


def _edit_lines() -> None:
    """Arrow keys and earlier lines at the terminal, if this Python has them."""
    with suppress(ImportError):
        import readline  # noqa: F401
