"""A server of one's own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def serving(data: Path, address: str = "") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server and its address, which may be that of one that is no more."""
    port = address.rstrip("/").rpartition(":")[2] or "0"
    command = [sys.executable, "-m", "ddz_core.cli", "serve", "--port", port, "--data", str(data)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None, "the server has told no address"
        yield server, found.group()
    finally:
        server.terminate()
        server.wait(10)
        server.stdout.close()
