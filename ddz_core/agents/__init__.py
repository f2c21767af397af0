"""Players, by name: what :mod:`ddz_core.arena` and ``ddz match`` seat at a table.

>>> make("random", seed=1).name
'random'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..arguments import whole_number
from ..errors import InvalidArgument
from .protocol import Agent
from .random_agent import RandomAgent

__all__ = ["Agent", "Factory", "RandomAgent", "make", "names"]

Factory: TypeAlias = Callable[[int], Agent]
"""Makes a player from a seed of 64 bits: the same seed, the same player."""

_FACTORIES: dict[str, Factory] = {
    "random": RandomAgent,
}


def names() -> tuple[str, ...]:
    """The players that there are, from weak to strong.

    >>> names()[0]
    'random'
    """
    return tuple(_FACTORIES)


def make(name: str, seed: int = 0) -> Agent:
    """A new player of that name; the same seed (64 bits) gives one that plays the same.

    Raises :class:`InvalidArgument` for a name or a seed that there is not.

    >>> make("nobody")
    Traceback (most recent call last):
    ddz_core.errors.InvalidArgument: no player is called 'nobody'; there are random...
    """
    seed = whole_number("seed", seed, 0, (1 << 64) - 1)
    try:
        factory = _FACTORIES[name]
    except (KeyError, TypeError):
        known = ", ".join(_FACTORIES)
        raise InvalidArgument(f"no player is called {name!r}; there are {known}") from None
    return factory(seed)
