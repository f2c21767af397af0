"""Work cut into slices for threads. Results never depend on how it is cut."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from .arguments import whole_number

MOST_THREADS = (1 << 31) - 1


def checked_threads(threads: int) -> int:
    """The number of threads, which must be 1 or more."""
    return whole_number("threads", threads, 1, MOST_THREADS)


def in_slices(work: Callable[[int, int], object], n: int, threads: int, least: int = 1) -> None:
    """Calls ``work(start, stop)`` for slices that cover 0 to n, one for each thread.

    No slice is shorter than ``least``, so that small work is not cut up in vain.
    """
    parts = max(1, min(checked_threads(threads), n // least))
    bounds = [n * part // parts for part in range(parts + 1)]
    if parts == 1:
        work(0, n)
        return
    with ThreadPoolExecutor(parts - 1) as pool:
        others = [pool.submit(work, *bounds[i : i + 2]) for i in range(1, parts)]
        work(*bounds[:2])
        for other in others:
            other.result()
