"""Dou Dizhu as a PettingZoo AEC environment (docs/adapters/pettingzoo.md).

>>> game = env()
>>> game.reset(seed=1)
>>> observation, reward, terminated, truncated, info = game.last()
>>> game.agent_selection, int(observation["action_mask"].sum())
('landlord_0', 41)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.dealer import Dealer
from .._core.play_phase import PlayPhase
from .._core.values import PASS, Hand, Move
from .._core.vector import MOST_ACTIONS
from ..arguments import deal_number, whole_number
from ..errors import IllegalPlay, InvalidArgument, Reason
from ..game.actions import Action
from ..game.auction import Auction
from ..rules import Rules
from ._actions import Actions
from ._extras import missing
from ._observation import auction_observation, observation, start_play
from ._seats import checked_reward, rewards
from ._table_view import RENDER_MODES, checked_render_mode, rendered

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing("pettingzoo", "pettingzoo") from error

AGENTS = ("landlord_0", "peasant_0", "peasant_1")
"""In order of play: seats 0, 1 and 2, where there is no auction."""
BIDDERS = ("player_0", "player_1", "player_2")
"""The same, where an auction makes the landlord."""
_DEALS = 1 << 64


def env(**options: Any) -> Any:
    """A :class:`raw_env` in PettingZoo's usual wrappers; options are those of raw_env.

    An illegal action ends the deal: who made it loses a point.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return _Ordered(wrappers.AssertOutOfBoundsWrapper(wrapped))


def _direct(name: str) -> Any:
    def get(self: _Ordered) -> Any:
        if not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return getattr(self._raw, name)

    return property(get)


class _Ordered(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's wrapper, but what its loop asks for ten times a turn comes straight
    from the environment, and not through every wrapper between."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._raw = env.unwrapped

    agents = _direct("agents")
    agent_selection = _direct("agent_selection")
    rewards = _direct("rewards")
    terminations = _direct("terminations")
    truncations = _direct("truncations")
    infos = _direct("infos")
    _cumulative_rewards = _direct("_cumulative_rewards")


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """One deal: the landlord holds the bottom and leads.

    Without an ``auction`` seat 0 is the landlord; with ``"points"`` or ``"doubling"`` the
    bids make him. ``actions`` says what :meth:`step` takes: ``"id"``, ids of
    ``ActionSpace.compact(rules)``, the pass last, and then the bids; or ``"index"``, places
    in the list of legal actions, whose masks are thirty times shorter. Either way
    ``info["legal_ids"]``, int32, has the ids of the legal actions in order.

    ``reset(seed=n)`` deals deal number n; without a seed the
    next number is dealt, the first time a random one. ``reward`` is ``"points"``, with base
    1, or one of DouZero's objectives ``"wp"``, ``"adp"`` and ``"logadp"``; everybody is paid
    at the end.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (so do all environments)
        "name": "ddz_core_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | str = "standard",
        auction: str = "none",
        reward: str = "points",
        actions: str = "id",
        render_mode: str | None = None,
    ) -> None:
        if actions not in ("id", "index"):
            raise InvalidArgument(f'actions is "id" or "index", not {actions!r:.80}')
        super().__init__()
        self.render_mode = checked_render_mode(render_mode)
        self._actions = Actions(rules, auction)
        self._reward = checked_reward(reward)
        self._by_index = actions == "index"
        self._names = BIDDERS if self._actions.has_auction else AGENTS
        self._seat = {name: seat for seat, name in enumerate(self._names)}
        self.possible_agents = list(self._names)
        self.agents: list[str] = []
        self._n = MOST_ACTIONS if self._by_index else self._actions.n
        self._action_spaces = {agent: spaces.Discrete(self._n) for agent in self._names}
        size = self._actions.observation_size
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 54, (size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (self._n,), np.int8),
                }
            )
            for agent in self._names
        }
        self.state_space = spaces.Box(0, 54, (len(self._names) * size,), np.uint8)
        self._deal: int | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations: always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions: always the same object."""
        return self._action_spaces[agent]

    # ---------------------------------------------------------------- a deal

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals anew; the seed is the number of the deal. There are no options."""
        if seed is not None:
            self._deal = deal_number(seed)
        elif self._deal is None:
            self._deal = int(np.random.default_rng().integers(_DEALS, dtype=np.uint64))
        else:
            self._deal = (self._deal + 1) % _DEALS
        self._dealer = Dealer(self._deal, 3, False)
        self._deal_cards()
        self.agents = list(self._names)
        self.rewards: dict[str, float] = dict.fromkeys(self._names, 0)
        self._cumulative_rewards = dict.fromkeys(self._names, 0)
        self.terminations = dict.fromkeys(self._names, False)
        self.truncations = dict.fromkeys(self._names, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self._names}
        self._skip_agent_selection = None
        self._last_actions: list[Action | None] = [None] * 3
        self._turn_to(self._auction.turn if self._phase is None else 0)

    def _deal_cards(self) -> None:
        """The next cards of this number, up to the first bid or the first lead."""
        self._hands, self._bottom, _, first = self._dealer.deal()
        self._auction = Auction(self._actions.table, first if self._actions.has_auction else 0)
        self._phase: PlayPhase | None = None
        self._start_play()

    def _start_play(self) -> None:
        """Where the auction is over the landlord takes the bottom; where all have passed
        the cards are dealt again."""
        if self._auction.all_passed:
            self._deal_cards()
            return
        landlord = self._auction.landlord
        if self._auction.is_over and landlord is not None:
            hands = list(self._hands)
            hands[landlord] = hands[landlord] + self._bottom
            self._phase = start_play(hands, self._bottom, landlord, self._actions.space.rules)

    def _turn_to(self, seat: int) -> None:
        """Makes it a seat's turn, and finds what it may do."""
        space, phase = self._actions.space, self._phase
        if phase is None:
            self._legal: Sequence[Action] = self._auction.legal()
            ids = self._actions.ids_of(self._legal)
        else:
            # Ids in canonical order rise; the pass has the last one.
            self._legal = plays = phase.plays()
            ids = space.index.ids_of(plays.array)
            if phase.last is not None:
                ids = np.append(ids, np.int32(space.pass_id))
        self._ids = ids
        self._mask: Any = slice(len(ids)) if self._by_index else ids
        self.agent_selection = self._names[seat]
        self.infos[self.agent_selection] = {"legal_ids": ids}

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the agent knows (docs/vector.md), and its mask: all 0 where it is not to move."""
        mask = np.zeros(self._n, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[self._mask] = 1
        return {"observation": self._seen(self._seat[agent]), "action_mask": mask}

    def _seen(self, seat: int) -> NDArray[np.uint8]:
        if self._phase is None:
            row = auction_observation(self._hands, seat)
        else:
            row = observation(self._phase, seat, self._bottom)
        return self._actions.with_calls(row, self._auction.calls, seat)

    def state(self) -> NDArray[np.uint8]:
        """What all three know together: their observations one after the other, uint8[342]."""
        return np.concatenate([self._seen(seat) for seat in range(3)])

    def step(self, action: int | None) -> None:
        """Makes the action of ``agent_selection``.

        Raises :class:`IllegalPlay` or :class:`InvalidArgument`, both ``ValueError``,
        where it is not legal; nothing changes then. An agent that is done takes None.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._chosen(whole_number("an action", action, 0, self._n - 1))
        self._last_actions[self._seat[agent]] = chosen
        self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self._phase is None:
            self._auction.push(chosen)
            self._start_play()
        else:
            assert isinstance(chosen, Move)
            self._phase.push(chosen)
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _chosen(self, number: int) -> Action:
        """The legal action with that id, or at that place."""
        if self._by_index:
            place = number if number < len(self._ids) else -1
        else:
            found = np.flatnonzero(self._ids == number)
            place = int(found[0]) if len(found) else -1
        if place < 0:
            what = "" if self._by_index else f", {self._actions.action_of(number)},"
            raise IllegalPlay(Reason.NO_COMBINATION, f"action {number}{what} is not legal here")
        return self._legal[place] if place < len(self._legal) else PASS

    def _go_on(self) -> None:
        """Whose turn it is after an action, or what everybody gets."""
        phase = self._phase
        if phase is None:
            self._turn_to(self._auction.turn)
        elif phase.winner is None:
            self._turn_to(phase.turn)
        else:
            paid = rewards(self._reward, phase.points(self._auction.stake), phase.bombs)
            self.rewards = dict(zip(self._names, paid, strict=True))
            self.terminations = dict.fromkeys(self._names, True)
            self.agent_selection = self._names[(phase.turn + 1) % 3]

    # ------------------------------------------------------------------- render

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table: ``human`` prints it, ``ansi`` returns the text, ``rgb_array`` a picture.

        The picture, uint8[height, width, 3], has a row for each hand, then one for the
        play to beat; the mark is at whose turn it is.
        """
        if self.render_mode is None:
            logger.warn("render() needs a render_mode, given where the environment is made")
            return None
        phase = self._phase
        last = phase.last if phase else None
        end = ""
        if phase is not None and phase.winner is not None:
            points = list(phase.points(self._auction.stake))
            end = f"{self._names[phase.winner]} has won: {points}"
        return rendered(
            self.render_mode,
            f"deal {self._deal}, bottom {self._bottom}",
            self._names,
            phase.hands if phase else self._hands,
            phase.turn if phase else self._auction.turn,
            self._last_actions,
            last.cards if last else Hand(),
            end,
        )

    def close(self) -> None:
        """Nothing is held open."""
