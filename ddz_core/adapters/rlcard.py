"""RLCard's Dou Dizhu environment over the core: the same cards, states and ids.

RLCard itself is not needed. What differs is listed in docs/adapters/rlcard.md.
"""

from __future__ import annotations

import hashlib
import operator
import os
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, SupportsIndex

import numpy as np

from .._core.rlcard import ACTIONS, SPACE, DealState
from ..arguments import shown, truth
from ..errors import InvalidArgument

State = dict[str, Any]

_DEFAULTS: dict[str, Any] = {"allow_step_back": False, "seed": None}


class Agent(Protocol):
    """What RLCard asks of an agent: texts for actions where ``use_raw``, else ids."""

    use_raw: bool

    def step(self, state: State) -> Any:
        """An action for training."""

    def eval_step(self, state: State) -> tuple[Any, Any]:
        """An action for evaluation, and whatever the agent tells about it."""


def make(env_id: str = "doudizhu", config: Mapping[str, Any] | None = None) -> DoudizhuEnv:
    """An environment, as ``rlcard.make`` gives it.

    ``config`` may hold ``seed`` (a whole number from 0, or None) and
    ``allow_step_back``. Raises :class:`InvalidArgument` for another game.

    >>> env = make("doudizhu", {"seed": 1})
    >>> state, player = env.reset()
    >>> state["raw_obs"]["current_hand"], player
    ('3344457899TJJQQKK2BR', 0)
    """
    if not isinstance(env_id, str) or env_id != "doudizhu":
        raise InvalidArgument(f"this adapter plays 'doudizhu' alone, not {shown(env_id)}")
    return DoudizhuEnv(config)


def _whole(config: Mapping[str, Any] | None) -> dict[str, Any]:
    if config is not None and not isinstance(config, Mapping):
        raise InvalidArgument(f"config is a mapping, such as {{'seed': 1}}, not {shown(config)}")
    return {**_DEFAULTS, **(config or {})}


class DoudizhuEnv(DealState):
    """RLCard's environment: see there for the states, and docs/adapters/rlcard.md.

    ``action_recorder`` and ``timestep`` are as in RLCard; ``np_random`` shuffles.
    """

    name = "doudizhu"
    num_players = 3
    num_actions = SPACE.n
    _ID_2_ACTION = ACTIONS
    _ACTION_2_ID: ClassVar[dict[str, int]] = {text: id for id, text in enumerate(ACTIONS)}

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        config = _whole(config)
        self.allow_step_back = truth("allow_step_back", config["allow_step_back"])
        self.state_shape = [[790], [901], [901]]
        self.action_shape = [[54] for _ in range(self.num_players)]
        self.agents: list[Agent] = []
        self.seed(config["seed"])

    def seed(self, seed: SupportsIndex | None = None) -> int:
        """Seeds the shuffling as RLCard does, and returns the seed.

        None takes one from the system. Raises :class:`InvalidArgument` for a seed
        that is no whole number from 0.
        """
        if seed is None:
            chosen = int.from_bytes(os.urandom(8), "little")
        else:
            try:
                chosen = operator.index(seed)
            except TypeError:
                chosen = -1
            if chosen < 0:
                raise InvalidArgument(f"a seed is a whole number from 0 or None, not {shown(seed)}")
            chosen %= 1 << 64
        self.np_random = np.random.RandomState()
        self.np_random.seed(_words(chosen))
        return chosen

    def set_agents(self, agents: list[Agent]) -> None:
        """The agents that :meth:`run` asks, one for each seat."""
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], np.ndarray[Any, Any]]:
        """Plays one deal with the agents: ``(trajectories, payoffs)``.

        ``trajectories[seat]`` is the states the seat saw and the actions it took, in
        turn, ending with the final state. ``is_training`` asks ``step`` of the agents
        instead of ``eval_step``. Raises :class:`InvalidArgument` without three agents that
        have it.
        """
        if len(self.agents) != self.num_players:
            raise InvalidArgument(
                f"{self.num_players} agents are needed, not {len(self.agents)}: call set_agents"
            )
        asked = "step" if truth("is_training", is_training) else "eval_step"
        for agent in self.agents:
            if not callable(getattr(agent, asked, None)) or not hasattr(agent, "use_raw"):
                raise InvalidArgument(
                    f"an agent has use_raw and {asked}, which {shown(agent)} has not"
                )
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player = self.reset()
        while not self.is_over():
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trajectories[player] += (state, action)
            state, player = self.step(action, agent.use_raw)
        for seat in range(self.num_players):
            trajectories[seat].append(self.get_state(seat))
        return trajectories, self.get_payoffs()


def _words(seed: int) -> list[int]:
    """What RLCard hands to NumPy: 64 bits of a hash of the seed, low half first."""
    digest = hashlib.sha512(str(seed).encode()).digest()[:8]
    low, high = int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little")
    return [low, high] if high else [low]
