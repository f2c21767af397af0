"""One deal for one learner, as a Gymnasium ``Env`` (docs/adapters/gymnasium.md).

>>> env = DouDizhuEnv(opponents="random")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(env.action_masks().sum())
((114,), 41)
>>> env.step(0)[1:4]  # the lowest single
(0.0, False, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .. import agents
from .._core.values import Hand
from ..arguments import whole_number
from ..errors import InvalidArgument
from ..game.game import Game
from ..rules import Rules
from ._actions import Actions
from ._extras import missing
from ._seats import SEATS, checked_reward, rewards, seat_number
from ._table_view import RENDER_MODES, checked_render_mode, rendered

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
except ModuleNotFoundError as error:
    raise missing("gymnasium", "gymnasium") from error

_MOST_SEED = (1 << 64) - 1
_LEAST_REWARD = -1.0
"""What an illegal action costs."""


class DouDizhuEnv(gymnasium.Env[NDArray[np.uint8], Any]):
    """A deal in which the caller plays one seat, and computer players the others.

    ``seat`` is ``"landlord"`` (the default), ``"peasant_0"``, who plays after him, or
    ``"peasant_1"``. With an ``auction``, ``"points"`` or ``"doubling"``, the bids make the
    landlord, and the seat is 0 (the default), 1 or 2. ``opponents`` is what
    :func:`ddz_core.agents.make` takes, one name for both or one each, in order of play.

    Actions are ids of ``ActionSpace.compact(rules)``, with an auction then the bids, lowest
    first; :meth:`action_masks` tells which are legal. ``reward`` is ``"points"``, or one of
    DouZero's objectives ``"wp"``, ``"adp"`` and ``"logadp"``; it is paid when the deal ends,
    whoever ends it. An action that is not legal ends the deal with a reward of -1
    (``illegal="lose"``), or raises ``ValueError`` and changes nothing (``"raise"``).
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": RENDER_MODES,
        "render_fps": 2,
    }

    def __init__(
        self,
        seat: int | str | None = None,
        opponents: str | Sequence[str] = "normal",
        rules: Rules | str = "standard",
        auction: str = "none",
        reward: str = "points",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self._actions = Actions(rules, auction)
        self.seat = self._checked_seat(seat)
        self.opponents = self._checked_opponents(opponents)
        self.reward = checked_reward(reward)
        if illegal not in ("lose", "raise"):
            raise InvalidArgument(f'illegal is "lose" or "raise", not {illegal!r:.80}')
        self.illegal = illegal
        self.render_mode = checked_render_mode(render_mode)
        self.action_space = spaces.Discrete(self._actions.n)
        self.observation_space = spaces.Box(0, 255, (self._actions.observation_size,), np.uint8)
        self.game: Game | None = None
        """The deal that is played: with all hands, so it is for whoever watches."""
        self._over = True
        self._legal = self._actions.ids_of(())
        self._last_actions: list[object] = [None] * 3

    def _checked_seat(self, seat: int | str | None) -> int:
        if seat is None:
            return 0
        if self._actions.has_auction and isinstance(seat, str):
            raise InvalidArgument(f"with an auction a seat is 0, 1 or 2, not {seat!r:.80}")
        return seat_number(seat)

    def _checked_opponents(self, opponents: str | Sequence[str]) -> tuple[str, str]:
        named = [opponents] * 2 if isinstance(opponents, str) else opponents
        if not isinstance(named, Sequence) or len(named) != 2:
            raise InvalidArgument(f"opponents are one name or two, not {opponents!r:.80}")
        for name in named:
            agents.make(name)
        return named[0], named[1]

    # ---------------------------------------------------------------- a deal

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deals anew, up to the first decision of the seat.

        The seed is the number of the deal; without one it is drawn. A deal that ends
        before the seat has decided anything is followed by one that is drawn.
        """
        if seed is not None:
            seed = whole_number("the seed", seed, 0, _MOST_SEED)
        super().reset(seed=seed)
        number = self._drawn() if seed is None else seed
        game = self._dealt(number)
        while game.is_over:
            game = self._dealt(self._drawn())
        self._over = False
        return self._told(game)

    def _drawn(self) -> int:
        return int(self.np_random.integers(_MOST_SEED, dtype=np.uint64, endpoint=True))

    def _dealt(self, number: int) -> Game:
        """A new deal with new opponents, at the first decision of the seat."""
        self._players = {
            (self.seat + 1 + k) % 3: agents.make(name, self._drawn())
            for k, name in enumerate(self.opponents)
        }
        self._last_actions = [None] * 3
        game = self.game = Game(self._actions.table, number)
        self._let_others_act(game)
        return game

    def _let_others_act(self, game: Game) -> None:
        while game.turn is not None and game.turn != self.seat:
            self._push(game, self._players[game.turn].act(game.observation(game.turn)))

    def _push(self, game: Game, action: Any) -> None:
        turn = game.turn
        assert turn is not None
        game.push(action)
        self._last_actions[turn] = action
        if self.render_mode == "human":
            self.render()

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Makes the action, and lets the others act up to the seat's next decision."""
        game = self.game
        if game is None or self._over:
            raise ResetNeeded("the deal is over or has not begun: call reset")
        number = whole_number("an action", action, 0, self._actions.n - 1)
        chosen = self._actions.action_of(number)
        if not game.can(chosen):
            return self._lost(game, number)
        self._push(game, chosen)
        self._let_others_act(game)
        self._over = game.is_over
        seen, info = self._told(game)
        return seen, self._reward(game), self._over, False, info

    def _lost(
        self, game: Game, number: int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        refusal = f"action {number}, {self._actions.action_of(number)}, is not legal here"
        if self.illegal == "raise":
            raise InvalidArgument(refusal)
        self._over = True
        seen, info = self._told(game)
        return seen, _LEAST_REWARD, True, False, {**info, "illegal": refusal}

    def _reward(self, game: Game) -> float:
        result = game.result
        if result is None:
            return 0.0
        bombs = result.bombs + result.rockets
        return rewards(self.reward, result.points, bombs)[self.seat]

    # ----------------------------------------------------------- what is seen

    def _told(self, game: Game) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """The observation and the info."""
        seen = game.observation(self.seat)
        row = self._actions.with_calls(seen.features(), seen.bids, self.seat)
        self._legal = self._actions.ids_of(() if self._over else seen.legal_actions)
        return row, {"action_mask": self.action_masks().view(np.int8)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now: bool[n], as sb3-contrib's masked learners ask for it.

        None are once the deal is over.
        """
        mask = np.zeros(self._actions.n, np.bool_)
        mask[self._legal] = True
        return mask

    def action_of(self, number: int) -> Any:
        """The bid or the move that an id names."""
        return self._actions.action_of(whole_number("an action", number, 0, self._actions.n - 1))

    def render(self) -> Any:
        """The table with all hands: see docs/adapters/gymnasium.md."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, given to gymnasium.make")
            return None
        game = self.game
        if game is None:
            raise ResetNeeded("there is nothing to render before the first reset")
        last = game.public.last
        names = [f"seat {k}" for k in range(3)] if self._actions.has_auction else SEATS
        return rendered(
            self.render_mode,
            f"deal {game.deal}, bottom {game.bottom}",
            names,
            game.hands,
            self.seat if game.turn is None else game.turn,
            self._last_actions,
            last.cards if last else Hand(),
            "" if game.result is None else str(game.result),
        )
