"""Commits one of the faults of ``faults.c``: ``commit.py LIBRARY overrun|overflow|race``."""

import ctypes
import sys
from threading import Thread


def main(library: str, fault: str) -> None:
    call = getattr(ctypes.CDLL(library), fault)
    # ctypes lets go of the GIL, and the call is long, so that two threads are in it at once.
    threads = [Thread(target=call, args=(20_000_000,)) for _ in range(2 if fault == "race" else 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
