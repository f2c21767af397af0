"""A Gymnasium ``VectorEnv`` over :class:`ddz_core.VectorGame` (docs/adapters/gymnasium.md).

>>> envs = DdzVectorEnv(3)
>>> observations, infos = envs.reset(seed=1)
>>> first = infos["legal_ids"][infos["indptr"][:-1]]
>>> observations, rewards, terminations, truncations, infos = envs.step(first)
>>> observations.shape, rewards.tolist(), infos["turn"].tolist()
((3, 114), [0.0, 0.0, 0.0], [1, 1, 1])
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.move_ids import places_of
from .._core.vector import OBSERVATION_LAYOUT, OBSERVATION_SIZE, VectorGame
from ..errors import InvalidArgument
from ..kinds import Kind
from ..rules import Rules
from ._extras import missing
from .action_space import ActionSpace

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing("gymnasium", "gymnasium") from error

_DOUBLES = np.isin(np.arange(len(Kind)), (Kind.BOMB, Kind.ROCKET, Kind.BOMB_CHAIN))
"""By kind: whether a play of it doubles the points."""
_MOST_ACTIONS = 1 << 14
"""More than a hand of twenty cards has, whatever the rules."""


class DdzVectorEnv(VectorEnv):
    """``num_envs`` deals in their play phase; the player to move is the one that acts.

    ``actions`` says what :meth:`step` takes: ``"id"``, ids of
    ``ActionSpace.compact(rules)``, or ``"index"``, places in each game's own list of
    legal actions. ``legal`` says how the infos tell what is
    legal: ``"ragged"`` (``indptr``, ``legal_moves`` and, for ids, ``legal_ids``),
    ``"mask"`` (a dense int8 ``action_mask[num_envs, n]``, ids only) or ``"both"``.

    What :meth:`step` and :meth:`reset` return is the caller's to keep, but for
    ``indptr`` and ``legal_moves``, which the next call overwrites. So it does the
    observations with ``copy=False``: they must not be written to.
    """

    def __init__(
        self,
        num_envs: int,
        *,
        rules: Rules | str = "standard",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        actions: str = "id",
        legal: str = "ragged",
        copy: bool = True,
        threads: int = 1,
    ) -> None:
        if actions not in ("id", "index"):
            raise InvalidArgument(f'actions is "id" or "index", not {actions!r}')
        if legal not in ("ragged", "mask", "both"):
            raise InvalidArgument(f'legal is "ragged", "mask" or "both", not {legal!r}')
        if legal != "ragged" and actions == "index":
            raise InvalidArgument('masks are over ids: they need actions="id"')
        self.games = VectorGame(num_envs, 0, rules, threads=threads)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.render_mode = None
        self.num_envs = self.games.games
        self._space = ActionSpace.compact(rules) if actions == "id" else None
        self._legal = legal
        self._copy = copy
        self._actions = self._space.n if self._space else _MOST_ACTIONS
        self.single_action_space = spaces.Discrete(self._actions)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.single_observation_space = spaces.Box(0, 255, (OBSERVATION_SIZE,), np.uint8)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._over = np.zeros(self.num_envs, np.bool_)
        self._observations = self.games.observe()
        self._ids: NDArray[np.int32] | None = None
        self._started = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deals anew; returns ``(observations, infos)``.

        With a seed game i plays the deals ``seed + i * 2**32``, that plus one, and so
        on; without one every game takes its next deal, the first time from a seed
        drawn at random. ``options["reset_mask"]`` (bool[num_envs]) deals only the
        games that it names, and leaves the others as they are.
        """
        mask = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        self._check_mask(mask)
        super().reset(seed=seed)
        if seed is None and not self._started:
            self.games.reset(int(self.np_random.integers(1 << 63)))
        elif seed is None:
            # Where a deal is over the next one lies on the table already.
            self.games.redeal(mask & ~self._over)
        else:
            self.games.redeal(mask, seed)
        self._over = self._over & ~mask
        self._started = True
        kept = self._observations[self._over]
        self.games.observe(self._observations)
        self._observations[self._over] = kept
        return self._seen(), self._infos({})

    def _check_mask(self, mask: Any) -> None:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f'options["reset_mask"] is an array of bool, not {mask!r}')
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

        The reward is that of the player who acted; ``infos["returns"]``, float64
        [num_envs, 3], has that of every seat. Raises ``ValueError`` for wrong shapes
        or illegal actions, naming the row; nothing changes then.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise InvalidArgument(
                f"actions are whole numbers of shape ({self.num_envs},), "
                f"not {actions.dtype} of shape {actions.shape}"
            )
        if not self._started:
            raise ResetNeeded("the environment is stepped before its first reset")
        some_over = bool(self._over.any())
        if some_over and self.autoreset_mode is AutoresetMode.DISABLED:
            raise InvalidArgument(
                f"row {int(np.flatnonzero(self._over)[0])}: the deal is over; reset it with "
                'options={"reset_mask": ...}'
            )
        mover = self.games.turn.copy()
        indptr, legal = self.games.legal()
        moving = ~self._over if some_over else None
        indices = self._indices(actions, indptr, moving)
        points, ended = self.games.step(indices, moving)
        returns = points.astype(np.float64)
        ends = np.flatnonzero(ended)
        rewards = np.zeros(self.num_envs)
        rewards[ends] = returns[ends, mover[ends]]
        # The list of before the step stands until the next one is asked for.
        finals = self._finals(ends, legal[indptr[ends] + indices[ends]])
        infos: dict[str, Any] = {"returns": returns}
        self.games.observe(self._observations)
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if len(ends):
                infos.update(self._final_infos(ended, finals, returns))
        else:
            self._over = ended.copy()
            self._observations[ends] = finals
        return (
            self._seen(),
            rewards,
            ended.copy(),
            np.zeros(self.num_envs, np.bool_),
            self._infos(infos),
        )

    def _indices(
        self, actions: NDArray[Any], indptr: NDArray[np.int64], moving: NDArray[np.bool_] | None
    ) -> NDArray[np.int64]:
        """Each action's place among the game's legal ones; where none is made, anything."""
        if self._ids is None:
            return actions.astype(np.int64, copy=False)
        indices = places_of(indptr, self._ids, actions.astype(np.int64, copy=False))
        if indices.min() < 0:
            illegal = indices < 0 if moving is None else moving & (indices < 0)
            if illegal.any():
                row = int(np.argmax(illegal))
                raise InvalidArgument(f"row {row}: action {actions[row]} is not legal")
        return indices

    def _seen(self) -> NDArray[np.uint8]:
        return self._observations.copy() if self._copy else self._observations

    def _finals(self, ends: NDArray[np.int64], plays: NDArray[np.void]) -> NDArray[np.uint8]:
        """The last observations of deals that have just ended: uint8[len(ends), 114].

        Seen by the winner, from what he saw before his last play.
        """
        finals: NDArray[np.uint8] = self._observations[ends]
        at = OBSERVATION_LAYOUT
        hands = finals[:, at["hand"]]
        finals[:, at["played"]] += hands  # all that he held lies on the table now
        finals[:, at["last"]] = hands
        hands[:] = 0
        finals[:, at["sizes"].start] = 0
        finals[:, at["bombs"].start] += _DOUBLES[plays["kind"]]
        for column, name in enumerate(("kind", "length", "rank"), at["reading"].start):
            finals[:, column] = plays[name]
        finals[:, at["passes"]] = 0
        return finals

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
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": info,
            "_final_info": ended.copy(),
        }

    def _infos(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Adds whose turn it is and what is legal, where a deal is over those of the next one."""
        infos["turn"] = self.games.turn.copy()
        indptr, moves = self.games.legal()
        if self._space is not None:
            self._ids = self._space.index.ids_of(moves)
        if self._legal != "mask":
            infos["indptr"] = indptr
            infos["legal_moves"] = moves
            if self._ids is not None:
                infos["legal_ids"] = self._ids
        if self._legal != "ragged":
            infos["action_mask"] = self._mask(indptr)
        return infos

    def _mask(self, indptr: NDArray[np.int64]) -> NDArray[np.int8]:
        mask = np.zeros((self.num_envs, self._actions), np.int8)
        rows = np.repeat(np.arange(self.num_envs), np.diff(indptr))
        mask[rows, self._ids] = 1
        return mask
