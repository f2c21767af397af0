"""The command line, ``ddz``. It needs the extra ``cli``; the rest of the package does not."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``ddz`` and return its exit status.

    0 is success, 2 bad input (with one line on stderr that names it), 3 that a time
    limit came before the answer, 130 that Ctrl-C stopped it, 141 that nobody reads the
    output any more, 74 that it cannot be written, and 1 that the extra is not installed.
    """
    try:
        from .app import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in ("click", "rich"):
            raise
        print(
            f'ddz: {package} is not installed: pip install "ddz-core[cli]" installs it',
            file=sys.stderr,
        )
        return 1
