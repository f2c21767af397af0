"""What a player is: whoever answers an observation with an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

from ..game.actions import Action
from ..game.observation import Observation


@runtime_checkable
class Agent(Protocol):
    """A player for one seat and one deal.

    A table makes a new one for each deal and seat, so that it may remember what it
    likes in between. It is asked whenever its seat is to act: in the auction, in the
    discard phase and in the play phase. It sees the observation and nothing else.

    It may have a method ``close()``, which is called when its game is over. If ``act`` raises
    :class:`ddz_core.errors.Forfeit`, its side loses the game, and a match goes on.
    """

    @property
    def name(self) -> str:
        """What results call it."""
        ...

    def act(self, observation: Observation) -> Action:
        """One of ``observation.legal_actions``; it is this seat's turn."""
        ...


Factory: TypeAlias = Callable[[int], Agent]
"""Makes a player from a seed of 64 bits: the same seed, the same player."""
