"""``ddz`` on a terminal, stopped by Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest


def ctrl_c_on_a_terminal(*arguments: str, to_all: bool = False) -> tuple[int, str, str]:
    """Run ``ddz`` with a terminal for stderr, and interrupt it once it shows progress.

    Returns the exit status, stdout, and what the terminal got. ``to_all`` interrupts the
    processes that it has started too, as a terminal does.
    """
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    # A child of a shell's background job would ignore Ctrl-C; this one must not.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from ddz_core.cli import main; sys.exit(main())"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
        start_new_session=True,
    )
    os.close(theirs)
    shown = ""
    while "left" not in shown:  # the last word of the progress bar
        shown += os.read(ours, 4096).decode(errors="replace")
    if to_all:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    interrupted = time.monotonic()
    try:
        # The terminal is read to its end, which is an error on Linux.
        while more := os.read(ours, 4096):
            shown += more.decode(errors="replace")
    except OSError:
        pass
    os.close(ours)
    out, _ = process.communicate(timeout=60)
    assert time.monotonic() - interrupted < 10
    return process.returncode, out, shown
