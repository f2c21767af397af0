"""Work cut into slices for threads. Results never depend on how it is cut."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import pairwise

from .arguments import whole_number

MOST_THREADS = (1 << 31) - 1

MOST_AT_ONCE = 256
"""More are not started, whatever the caller asks for."""

SLICES_EACH = 4
"""Slices for each thread."""


def checked_threads(threads: int) -> int:
    """The number of threads, which must be 1 or more."""
    return whole_number("threads", threads, 1, MOST_THREADS)


def in_slices(work: Callable[[int, int], object], n: int, threads: int, least: int = 1) -> None:
    """Calls ``work(start, stop)`` for slices that cover 0 to n, on so many threads.

    Each thread has several slices, so that one that is held up leaves some to the
    others. No slice is shorter than ``least``: small work is not cut up in vain. After
    an exception, such as ``KeyboardInterrupt``, no slice is begun.
    """
    threads = min(checked_threads(threads), MOST_AT_ONCE, max(1, n // least))
    if threads == 1:
        work(0, n)
        return
    # Here, since whoever uses one thread need not wait for it.
    from concurrent.futures import ThreadPoolExecutor

    parts = min(SLICES_EACH * threads, n // least)
    bounds = [n * part // parts for part in range(parts + 1)]
    slices = deque(pairwise(bounds))

    def take() -> None:
        while True:
            try:
                start, stop = slices.popleft()
            except IndexError:  # none is left
                return
            work(start, stop)

    with ThreadPoolExecutor(threads - 1) as pool:
        others = [pool.submit(take) for _ in range(threads - 1)]
        try:
            take()
            for other in others:
                other.result()
        finally:
            slices.clear()
