"""Dou Dizhu as a PettingZoo AEC environment (docs/adapters/pettingzoo.md).

>>> game = env()
>>> game.reset(seed=1)
>>> observation, reward, terminated, truncated, info = game.last()
>>> game.agent_selection, int(observation["action_mask"].sum())
('landlord_0', 41)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.values import Hand, Move
from .._core.vector import OBSERVATION_SIZE
from ..errors import IllegalPlay, InvalidArgument, Reason
from ..game.deals import deal
from ..rules import Rules
from ._extras import missing
from ._observation import observation, start_play
from ._picture import picture
from .action_space import ActionSpace

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing("pettingzoo", "pettingzoo") from error

AGENTS = ("landlord_0", "peasant_0", "peasant_1")
"""In order of play: seats 0, 1 and 2."""
_DEALS = 1 << 64


def env(**options: Any) -> Any:
    """A :class:`raw_env` in PettingZoo's usual wrappers; options are those of raw_env.

    An illegal action ends the deal: who made it loses a point.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """The play phase of one deal: the landlord holds the bottom and leads.

    Actions are the ids of ``ActionSpace.compact(rules)``, the last one the pass.
    ``reset(seed=n)`` deals deal number n; without a seed the
    next number is dealt, the first time a random one. The reward at the end is
    the points of each seat, with base and stake 1.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (so do all environments)
        "name": "ddz_core_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, rules: Rules | str = "standard", render_mode: str | None = None) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InvalidArgument(
                f"render_mode is None or one of {self.metadata['render_modes']}, "
                f"not {render_mode!r}"
            )
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._space = ActionSpace.compact(rules)
        count = self._space.n
        self._action_spaces = {agent: spaces.Discrete(count) for agent in AGENTS}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 54, (OBSERVATION_SIZE,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.state_space = spaces.Box(0, 54, (len(AGENTS) * OBSERVATION_SIZE,), np.uint8)
        self._deal: int | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations: always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions: always the same object."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals anew; the seed is the number of the deal. There are no options."""
        if seed is not None:
            number = _whole_number(seed, "the seed")
        elif self._deal is None:
            number = int(np.random.default_rng().integers(_DEALS, dtype=np.uint64))
        else:
            number = (self._deal + 1) % _DEALS
        dealt = deal(number)
        self._deal = number
        self._bottom = dealt.bottom
        landlord, *peasants = dealt.hands
        hands = (landlord + dealt.bottom, *peasants)
        self._phase = start_play(hands, dealt.bottom, 0, self._space.rules)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]
        self._skip_agent_selection = None
        self._last_actions: list[Move | None] = [None] * len(AGENTS)
        self._find_legal()

    def _find_legal(self) -> None:
        phase = self._phase
        self._legal = self._space.ids_of_legal(phase.plays(), phase.last)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the agent knows (docs/vector.md), and its mask: all 0 where it is not to move."""
        seat = AGENTS.index(agent)
        mask = np.zeros(self._space.n, np.int8)
        if seat == self._phase.turn and self._phase.winner is None:
            mask[self._legal] = 1
        return {"observation": self._seen(seat), "action_mask": mask}

    def _seen(self, seat: int) -> NDArray[np.uint8]:
        return observation(self._phase, seat, self._bottom)

    def state(self) -> NDArray[np.uint8]:
        """What all three know together: their observations one after the other, uint8[342]."""
        return np.concatenate([self._seen(seat) for seat in range(len(AGENTS))])

    def step(self, action: int | None) -> None:
        """Makes the action of ``agent_selection``.

        Raises :class:`IllegalPlay` or :class:`InvalidArgument`, both ``ValueError``,
        where it is not legal; nothing changes then. An agent that is done takes None.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = _whole_number(action, "an action")
        move = self._space.move_of(number)
        phase = self._phase
        if number not in self._legal.tolist():
            raise IllegalPlay(Reason.NO_COMBINATION, f"action {number}, {move}, is not legal here")
        self._last_actions[phase.turn] = move
        phase.push(move)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if phase.winner is None:
            self._find_legal()
            self.agent_selection = AGENTS[phase.turn]
        else:
            self.rewards = dict(zip(AGENTS, phase.points(1), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[(phase.turn + 1) % len(AGENTS)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table: ``human`` prints it, ``ansi`` returns the text, ``rgb_array`` a picture.

        The picture, uint8[height, width, 3], has a row for each hand, then one for the
        play to beat; the mark is at whose turn it is.
        """
        if self.render_mode is None:
            logger.warn("render() needs a render_mode, given where the environment is made")
            return None
        phase = self._phase
        if self.render_mode == "rgb_array":
            last = phase.last.cards if phase.last else Hand()
            return picture([cards.packed for cards in (*phase.hands, last)], phase.turn)
        text = self._text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _text(self) -> str:
        phase = self._phase
        lines = [f"deal {self._deal}, bottom {self._bottom}"]
        for seat, agent in enumerate(AGENTS):
            mark = ">" if seat == phase.turn else " "
            last = self._last_actions[seat]
            lines.append(f"{mark} {agent:<10} {phase.hands[seat]!s:<20} {last or ''}".rstrip())
        if phase.winner is not None:
            lines.append(f"{AGENTS[phase.winner]} has won: {list(phase.points(1))}")
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is held open."""


def _whole_number(value: Any, what: str) -> int:
    """The value as an int; :class:`InvalidArgument` where it is no whole number."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise InvalidArgument(f"{what} is a whole number, not {value!r}")
    return int(value)
