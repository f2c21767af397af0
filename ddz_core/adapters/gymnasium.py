"""Dou Dizhu for Gymnasium (docs/adapters/gymnasium.md): a vector of many deals, in which the
caller acts for everybody, and a single deal, in which computer players sit at the other seats.

>>> envs = DdzVectorEnv(3)
>>> observations, infos = envs.reset(seed=1)
>>> first = infos["legal_ids"][infos["indptr"][:-1]]
>>> observations, rewards, terminations, truncations, infos = envs.step(first)
>>> observations.shape, rewards.tolist(), infos["turn"].tolist()
((3, 114), [0.0, 0.0, 0.0], [1, 1, 1])
"""

from __future__ import annotations

import copy as copying
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.gymnasium import Steps
from .._core.vector import MOST_ACTIONS, OBSERVATION_SIZE, VectorGame
from ..errors import InvalidArgument
from ..rules import Rules
from ._extras import missing
from ._limits import check_numbered
from ._seats import REWARDS, checked_reward, seat_number
from .action_space import ActionSpace

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing("gymnasium", "gymnasium") from error

from ._gymnasium_arrays import NumpyOnly
from ._gymnasium_registry import register
from .gymnasium_env import DouDizhuEnv

__all__ = ["DdzVectorEnv", "DouDizhuEnv", "register"]

register()


class DdzVectorEnv(VectorEnv):
    """``num_envs`` deals in their play phase; the player to move is the one that acts.

    ``seat`` says whose rewards :meth:`step` pays: ``"landlord"``, ``"peasant_0"``,
    ``"peasant_1"`` or its number, or one of them for each game. They are paid when the
    deal ends, whoever ended it. With ``None``, the default, they are those of the player
    who acts: he has just won, so **no reward is ever below 0**, and a learner that knows
    nothing of that learns nothing of losing. Use ``seat``, or ``infos["returns"]``, which
    has the points of every seat.

    ``reward`` is ``"points"``, or one of DouZero's objectives ``"wp"``, ``"adp"`` and
    ``"logadp"``. ``actions`` says what :meth:`step` takes: ``"id"``, ids of
    ``ActionSpace.compact(rules)``, or ``"index"``, places in each game's own list of
    legal actions. ``legal`` says how the infos tell what is
    legal: ``"ragged"`` (``indptr``, ``legal_moves`` and, for ids, ``legal_ids``),
    ``"mask"`` (a dense int8 ``action_mask[num_envs, n]``, ids only) or ``"both"``.

    What :meth:`step` and :meth:`reset` return is the caller's to keep, but for
    ``legal_moves``, which the next call overwrites. With ``copy=False`` it overwrites the
    observations too, which are read-only then. Copies and pickles play on alike.
    """

    def __init__(
        self,
        num_envs: int,
        *,
        rules: Rules | str = "standard",
        seat: int | str | Sequence[int | str] | None = None,
        reward: str = "points",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        actions: str = "id",
        legal: str = "ragged",
        copy: bool = True,
        threads: int = 1,
    ) -> None:
        if actions not in ("id", "index"):
            raise InvalidArgument(f'actions is "id" or "index", not {actions!r:.80}')
        if legal not in ("ragged", "mask", "both"):
            raise InvalidArgument(f'legal is "ragged", "mask" or "both", not {legal!r:.80}')
        if legal != "ragged" and actions == "index":
            raise InvalidArgument('masks are over ids: they need actions="id"')
        self.games = VectorGame(num_envs, 0, rules, threads=threads)
        check_numbered(self.games.table.rules, "a vector environment")
        self.num_envs = self.games.games
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.render_mode = None
        self._space = ActionSpace.compact(rules) if actions == "id" else None
        self._legal = legal
        self._copy = copy
        self._reward = checked_reward(reward)
        self._seats = _seats(seat, self.num_envs)
        self._actions = self._space.n if self._space else MOST_ACTIONS
        self.single_action_space = spaces.Discrete(self._actions)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.single_observation_space = spaces.Box(0, 255, (OBSERVATION_SIZE,), np.uint8)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._started = False
        self._steps = self._made_steps()

    def _made_steps(self) -> Steps:
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        index = self._space.index if self._space else None
        return Steps(self.games, index, same_step, REWARDS.index(self._reward), self._seats)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deals anew; returns ``(observations, infos)``.

        With a seed game i plays the deals ``seed + i * 2**32``, that plus one, and so
        on; without one every game takes its next deal, the first time from a seed
        drawn at random. ``options["reset_mask"]`` (bool[num_envs]) deals only the
        games that it names, and leaves the others as they are.
        """
        if not isinstance(options, (dict, type(None))):
            raise TypeError(f"options are a dictionary, not {options!r:.80}")
        mask = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        self._check_mask(mask)
        super().reset(seed=seed)
        if seed is None and not self._started:
            self.games.reset(int(self.np_random.integers(1 << 63)))
        elif seed is None:
            # Where a deal is over the next one lies on the table already.
            self.games.redeal(mask & ~self._steps.over)
        else:
            self.games.redeal(mask, seed)
        self._started = True
        self._steps.resume(mask)
        return self._seen(), self._infos({})

    def _check_mask(self, mask: Any) -> None:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f'options["reset_mask"] is an array of bool, not {mask!r:.80}')
        if mask.shape != (self.num_envs,) or not mask.any():
            raise InvalidArgument(
                f'options["reset_mask"] has shape ({self.num_envs},) and a True in it, '
                f"not shape {mask.shape} and {int(mask.sum())} of them"
            )

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """One action in every game; everything returned has ``num_envs`` rows.

        The reward is that of the ``seat``; ``infos["returns"]``, float64 [num_envs, 3],
        has the points of every seat. Raises ``ValueError`` for wrong shapes
        or illegal actions, naming the row; nothing changes then.
        """
        steps = self._steps
        if not self._started:
            raise ResetNeeded("the environment is stepped before its first reset")
        if steps.waiting and self.autoreset_mode is AutoresetMode.DISABLED:
            raise InvalidArgument(
                f"row {int(np.flatnonzero(steps.over)[0])}: the deal is over; reset it with "
                'options={"reset_mask": ...}'
            )
        rewards, returns, ended, finals = steps.step(actions)
        infos: dict[str, Any] = {"returns": returns}
        if finals is not None:
            infos.update(self._final_infos(ended, finals, returns))
        return self._seen(), rewards, ended, np.zeros(self.num_envs, np.bool_), self._infos(infos)

    def _seen(self) -> NDArray[np.uint8]:
        seen = self._steps.observations()
        return seen.copy() if self._copy else seen

    def _final_infos(
        self,
        ended: NDArray[np.bool_],
        finals: NDArray[np.uint8],
        returns: NDArray[np.float64],
    ) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, object)
        for row, final in zip(np.flatnonzero(ended).tolist(), finals, strict=True):
            observations[row] = final
        info = {"returns": returns, "_returns": ended.copy()}
        return {
            "final_obs": observations.view(NumpyOnly),
            "_final_obs": ended.copy(),
            "final_info": info,
            "_final_info": ended.copy(),
        }

    def _infos(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Adds whose turn it is and what is legal, where a deal is over those of the next one."""
        infos["turn"], indptr, moves, ids = self._steps.infos()
        if self._legal != "mask":
            infos["indptr"] = indptr
            infos["legal_moves"] = moves.view(NumpyOnly)
            if ids is not None:
                infos["legal_ids"] = ids
        if self._legal != "ragged":
            infos["action_mask"] = self._mask(indptr, ids)
        return infos

    def _mask(self, indptr: NDArray[np.int64], ids: NDArray[np.int32] | None) -> NDArray[np.int8]:
        mask = np.zeros((self.num_envs, self._actions), np.int8)
        mask[np.repeat(np.arange(self.num_envs), np.diff(indptr)), ids] = 1
        return mask

    # ----------------------------------------------------------------- copies

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["_steps"]
        return {**state, "over": self._steps.over, "seen": self._steps.observations().copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        over, seen = state.pop("over"), state.pop("seen")
        self.__dict__.update(state)
        self._steps = self._made_steps()
        self._steps.restore(over, seen)

    def __copy__(self) -> DdzVectorEnv:
        """As deep as :func:`copy.deepcopy`: two environments never share their games."""
        return copying.deepcopy(self)


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """The mode, given as itself, by its name or by its value."""
    for each in AutoresetMode:
        if mode is each or (isinstance(mode, str) and mode in (each.name, each.value)):
            return each
    names = ", ".join(each.name for each in AutoresetMode)
    raise InvalidArgument(f"autoreset_mode is one of {names}, not {mode!r:.80}")


def _seats(seat: int | str | Sequence[int | str] | None, games: int) -> NDArray[np.int8]:
    """Whose reward each game pays: int8[games], -1 for whoever acts."""
    if seat is None:
        return np.full(games, -1, np.int8)
    if isinstance(seat, (Sequence, np.ndarray)) and not isinstance(seat, str):
        if len(seat) != games:
            raise InvalidArgument(f"seats for {len(seat)} games, and there are {games}")
        return np.array([seat_number(each) for each in seat], np.int8)
    return np.full(games, seat_number(seat), np.int8)
