"""Streams of random numbers for players that draw from the common generators."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from ..arguments import whole_number


class Streams:
    """While it is used, NumPy's and Python's common generators go on from its own state.

    Without a ``seed`` (32 bits) it does nothing.

    >>> streams = Streams(1)
    >>> with streams.used():
    ...     drawn = random.random()
    >>> with Streams(1).used():
    ...     drawn == random.random()
    True
    """

    def __init__(self, seed: int | None) -> None:
        if seed is not None:
            seed = whole_number("seed", seed, 0, (1 << 32) - 1)
        self._streams = None if seed is None else (np.random.RandomState(seed), random.Random(seed))

    @contextmanager
    def used(self) -> Iterator[None]:
        """Whatever is drawn inside comes from these streams."""
        if self._streams is None:
            yield
            return
        numpy_stream, stream = self._streams
        before = np.random.get_state(), random.getstate()
        np.random.set_state(numpy_stream.get_state())
        random.setstate(stream.getstate())
        try:
            yield
        finally:
            numpy_stream.set_state(np.random.get_state())
            stream.setstate(random.getstate())
            np.random.set_state(before[0])
            random.setstate(before[1])
