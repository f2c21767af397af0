"""A program that is somebody else's: asked with limits of time, memory and talk.

It runs in a process group of its own, which is killed when it has lost or is done, so that
what it has started does not outlive it. (What leaves the group on purpose does: programs that
nobody trusts belong into a container.)
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

from ...errors import Forfeit, InvalidArgument
from .bot import KEEP_RUNNING

MOST_BYTES = 1 << 20
"""The longest answer, as on the platform."""
_TOLD = 400
"""The end of what it wrote to its standard error, for the account."""
_BLOCK = 1 << 16
_LOOK_EVERY = 0.01
"""Seconds between two looks whether it has ended."""

_LIMITED = 'ulimit -c 0; ulimit -v "$1" && ulimit -d "$1" || exit 125; shift; exec "$@"'
_WATCH = 'group=; while read -r line; do group=$line; done; [ -z "$group" ] || kill -9 "-$group"'
"""Reads of process groups; when nobody is there any more who could write, it kills the last."""
_NO_LIMIT = 125
_MARK = KEEP_RUNNING.encode()


class Program:
    """One program in one game. ``seconds`` is for each answer, ``megabytes`` for each of its
    processes."""

    def __init__(self, command: Sequence[str], seconds: float, megabytes: int) -> None:
        self.command = list(command)
        self.seconds = seconds
        self.megabytes = megabytes
        self._running: subprocess.Popen[bytes] | None = None
        self._watch: subprocess.Popen[bytes] | None = None
        self._errors = b""

    @property
    def is_running(self) -> bool:
        """Whether it has asked to be kept running."""
        return self._running is not None

    def ask(self, line: str) -> str:
        """What it prints for that line: all until it ends, or asks to be kept running.

        Raises :class:`Forfeit` where it ends otherwise than with status 0, is late, or
        prints without end.
        """
        if self._running is None:
            self._start()
        elif os.name == "posix":
            self._signal(signal.SIGCONT)
        try:
            return self._answer(line.encode() + b"\n")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Kill it, and all that it has started."""
        self._end()
        watch, self._watch = self._watch, None
        if watch is not None:
            with suppress(OSError):
                assert watch.stdin is not None
                watch.stdin.close()
            watch.wait()

    def __del__(self) -> None:
        # Of a game that nobody has played to its end.
        with suppress(Exception):
            self.close()

    def _end(self) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        self._tell_watch("")
        for stream in (running.stdin, running.stdout, running.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _start(self) -> None:
        if os.name != "posix":
            raise InvalidArgument("programs are run on Linux and macOS alone")
        limited = ["sh", "-c", _LIMITED, "sh", str(self.megabytes << 10), *self.command]
        self._errors = b""
        try:
            self._running = subprocess.Popen(
                limited,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise InvalidArgument(f"{self.command[0]} cannot be started: {error}") from error
        self._tell_watch(str(self._running.pid))
        for stream in (self._running.stdin, self._running.stdout, self._running.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)

    def _tell_watch(self, group: str) -> None:
        """Have that group killed, if this process is: it may be stopped or hang, and would not
        notice."""
        if self._watch is None:
            self._watch = subprocess.Popen(
                ["sh", "-c", _WATCH],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        with suppress(OSError):
            assert self._watch.stdin is not None
            self._watch.stdin.write(f"{group}\n".encode())

    def _answer(self, line: bytes) -> str:
        running = self._running
        assert running is not None
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        deadline = time.monotonic() + self.seconds
        printed, left = b"", line
        with selectors.DefaultSelector() as selector:
            selector.register(running.stdout, selectors.EVENT_READ)
            selector.register(running.stderr, selectors.EVENT_READ)
            selector.register(running.stdin, selectors.EVENT_WRITE)
            while True:
                has_ended = _has_ended(running)
                for key, _ in selector.select(0 if has_ended else _LOOK_EVERY):
                    if key.fileobj is running.stdin:
                        left = _written(running.stdin, left)
                        if not left:
                            selector.unregister(running.stdin)
                        continue
                    block = _block(key.fd)
                    if block == b"":
                        selector.unregister(key.fileobj)
                    elif block and key.fileobj is running.stdout:
                        printed += block
                    elif block:
                        self._errors = (self._errors + block)[-_TOLD:]
                if len(printed) > MOST_BYTES:
                    raise Forfeit("endless", f"it printed more than {MOST_BYTES >> 10:,} KB")
                answer, mark, _ = printed.partition(_MARK)
                if mark and not has_ended:
                    self._signal(signal.SIGSTOP)  # it is not to think in the time of others
                    return answer.decode("utf-8", "replace")
                if has_ended:
                    return self._ended(running, answer)
                if time.monotonic() > deadline:
                    what = "an answer, but had not ended" if answer.strip() else "no answer"
                    raise Forfeit("late", f"{what} after {self.seconds:g} s{self._told()}")

    def _ended(self, running: subprocess.Popen[bytes], printed: bytes) -> str:
        """All that it has printed, once it has ended."""
        assert running.stdout is not None
        assert running.stderr is not None
        # A process of its own may hold the streams open: what is in them now is all.
        while (block := _block(running.stdout.fileno())) and len(printed) <= MOST_BYTES:
            printed += block
        while block := _block(running.stderr.fileno()):
            self._errors = (self._errors + block)[-_TOLD:]
            if len(block) < _BLOCK:
                break
        self._end()
        status = running.returncode
        if status == _NO_LIMIT:
            raise InvalidArgument(f"this system sets no limit of {self.megabytes} MB{self._told()}")
        if status in (126, 127):
            raise InvalidArgument(f"{self.command[0]} cannot be started{self._told()}")
        if status:
            raise Forfeit("crashed", f"it {_how(status)}{self._told()}")
        if not printed.strip():
            raise Forfeit("no answer", f"it ended and had printed nothing{self._told()}")
        return printed.partition(_MARK)[0].decode("utf-8", "replace")

    def _told(self) -> str:
        """The end of its standard error, as part of a message."""
        lines = self._errors.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        shown = "".join(each if each.isprintable() else "?" for each in last[:120])
        return f"; its last words: {shown}" if shown else ""

    def _signal(self, number: int) -> None:
        if self._running is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._running.pid, number)


def _has_ended(running: subprocess.Popen[bytes]) -> bool:
    """Whether a program has ended. If the system lets us look so, it keeps its number, so that
    its group can be killed and no other."""
    if not hasattr(os, "waitid"):
        return running.poll() is not None
    look = os.WEXITED | os.WNOHANG | os.WNOWAIT
    return os.waitid(os.P_PID, running.pid, look) is not None


def _block(descriptor: int) -> bytes | None:
    """What can be read now: nothing at the end, ``None`` if there is nothing yet."""
    try:
        return os.read(descriptor, _BLOCK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _written(stream: object, left: bytes) -> bytes:
    """What could not be written yet; nothing where nobody reads any more."""
    try:
        return left[os.write(stream.fileno(), left) :]  # type: ignore[attr-defined]
    except BlockingIOError:
        return left
    except OSError:
        return b""


def _how(status: int) -> str:
    if status > 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by the signal {-status}"
