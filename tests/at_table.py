"""``ddz play`` driven line by line: on a pseudo-terminal, or in this process as from a pipe."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from ddz_core.cli import main

PROMPTS = ("you> ", "which? ")

Typist = Callable[[str], str | None]
"""Is shown what has been written since it typed last, and types the next line; ``None``
ends the input."""


def plain(text: str) -> str:
    """A text without what terminals understand as colours and the like."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "")


class _Input:
    """A standard input that asks a typist for each line."""

    def __init__(self, typist: Typist, out: io.StringIO) -> None:
        self.typist, self.out, self.shown, self.lines = typist, out, 0, 0

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        told = self.out.getvalue()[self.shown :]
        self.shown += len(told)
        self.lines += 1
        assert self.lines < 1000, f"typed without an end, after {told!r}"
        line = self.typist(told)
        return "" if line is None else line + "\n"


def as_from_a_pipe(
    monkeypatch: pytest.MonkeyPatch, typist: Typist, *arguments: str
) -> tuple[int, str, str]:
    """Run ``ddz play`` in this process; returns status, output and errors."""
    out, err = io.StringIO(), io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", _Input(typist, out))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        status = main(["play", *arguments])
    return status, out.getvalue(), err.getvalue()


def lines(*typed: str) -> Typist:
    """A typist who types these lines, and no more."""
    rest = iter(typed)
    return lambda told: next(rest, None)


class Hinted:
    """A typist who asks for a hint each time, types it, and stops when the deal is over."""

    def __init__(self, at_most: int = 10_000) -> None:
        self.left = at_most
        """How many hints may still be typed."""
        self.typed: list[str] = []
        self.hint = ""

    def __call__(self, told: str) -> str | None:
        told = plain(told)
        if "record" in self.typed:
            return None
        if "You may type: " in told:
            return self._type("record")
        if told.endswith("which? "):
            return self._which(told)
        found = re.findall(r"Hint \d+ of \d+: (.*?)  (.*)", " ".join(told.split("\n")))
        if not found:
            if self.left == 0:
                return None
            self.left -= 1
            return self._type("hint")
        action, self.hint = found[-1]
        return self._type(action)

    def _which(self, told: str) -> str:
        """The reading that the hint has named."""
        for number, words in re.findall(r"^ +(\d+) (.*)$", told, re.MULTILINE):
            if self.hint.startswith(words + ":"):
                return self._type(number)
        raise AssertionError(f"{self.hint!r} is none of {told}")

    def _type(self, line: str) -> str:
        self.typed.append(line)
        return line


def be_at(terminal: int) -> None:
    """So that Ctrl-C, typed there, reaches the process, also if the tests were told to
    ignore it, as ``nohup`` does."""
    import fcntl

    fcntl.ioctl(0, terminal, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """``ddz play`` in a process of its own, on a pseudo-terminal of 80 columns."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        pty = pytest.importorskip("pty", reason="pseudo-terminals are of POSIX")
        import fcntl
        import struct
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        known = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ddz_core.cli", "play", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=known | {"TERM": "xterm"} | environment,
            start_new_session=True,
            preexec_fn=lambda: be_at(termios.TIOCSCTTY),
        )
        os.close(theirs)
        self.raw = ""
        """Everything that was shown."""

    def wait_for(self, *ends: str) -> str:
        """What is shown until it ends so, without colours."""
        return self._read(lambda told: told.endswith(ends))

    def type(self, line: str) -> str:
        """Type a line, and return what is shown until the next question."""
        os.write(self.ours, line.encode() + b"\n")
        # The first line is what was typed.
        return self._read(lambda told: "\n" in told and told.endswith(PROMPTS))

    def press(self, key: str) -> str:
        """Press Ctrl-C or Ctrl-D, and return all that is shown until the end."""
        os.write(self.ours, key.encode())
        # Python hears of a Ctrl-C that comes between its question and its wait only with
        # the next key: whoever sits there presses again.
        if not select.select([self.ours], [], [], 5)[0]:
            os.write(self.ours, key.encode())
        return self._read(lambda told: False)

    def status(self) -> int:
        """The exit status."""
        return self.process.wait(timeout=30)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.ours)
        self.process.kill()
        self.process.wait()

    def _read(self, is_enough: Callable[[str], Any]) -> str:
        told, until = "", time.monotonic() + 30
        while not is_enough(plain(told)):
            ready, _, _ = select.select([self.ours], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"nothing more is shown after {told!r}"
            try:
                more = os.read(self.ours, 4096)
            except OSError:  # the end, on Linux
                more = b""
            if not more:
                return plain(told)
            told += more.decode(errors="replace")
            self.raw += more.decode(errors="replace")
        return plain(told)
