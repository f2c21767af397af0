"""Where computer players think: in threads beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ..agents import Agent
from ..analysis.hinting import Hint, hints
from ..game.actions import Action
from ..game.observation import Observation

SLOW = ("expert",)
"""The levels that take tens of milliseconds and more for a decision."""

AT_A_TIME = 4
"""Quick thoughts under way."""

Answer = TypeVar("Answer")


class Thinkers:
    """One thread for quick thoughts, and two for slow ones: nobody waits long for an expert
    at another table. The kernels of the slow ones hold no lock of the interpreter."""

    def __init__(self) -> None:
        # With hundreds of tables at full speed so few at a time: else the event loop had
        # hundreds of actions to take in before it heard a person.
        self._turns = {has_people: asyncio.Semaphore(AT_A_TIME) for has_people in (False, True)}
        self._quick = ThreadPoolExecutor(1, "ddz-quick")
        self._slow = ThreadPoolExecutor(2, "ddz-slow")

    async def act(self, agent: Agent, observation: Observation, has_people: bool) -> Action:
        """What a player does; those at tables with people do not wait for the others."""
        if agent.name in SLOW:
            return await self._in(self._slow, lambda: agent.act(observation))
        async with self._turns[has_people]:
            return await self._in(self._quick, lambda: agent.act(observation))

    async def hints(self, observation: Observation) -> list[Hint]:
        """All hints for whoever is to act."""
        return await self._in(self._slow, lambda: list(hints(observation)))

    async def _in(self, pool: ThreadPoolExecutor, thought: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(pool, thought)

    def stop(self) -> None:
        """Let go of what nobody waits for any more."""
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=False, cancel_futures=True)
