"""DouZero's environment over the core: the same observations, rewards and names.

DouZero itself is not needed. Its faults are corrected; ``strict_compat=True`` brings
them back. docs/adapters/douzero.md says what differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from .._core.douzero import DealState, IllegalAction
from .._core.douzero_arrays import POSITIONS, cards2array, get_obs
from ..arguments import shown, truth
from ..errors import InvalidArgument, WrongPhase
from . import douzero_types
from .douzero_moves import MovesGener, get_move_type
from .douzero_strict import strict_legal_actions
from .douzero_types import *  # noqa: F403

__all__ = [
    "Env",
    "GameEnv",
    "IllegalAction",
    "InfoSet",
    "MovesGener",
    "cards2array",
    "get_move_type",
    "get_obs",
]
__all__ += douzero_types.__all__

Cards = list[int]


class InfoSet:
    """What a player knows, and what it does not: the fields that DouZero's agents read.

    Cards are lists of numbers, ``[]`` is the pass. The fields are copies: changing
    them changes no game.
    """

    def __init__(self, player_position: str) -> None:
        self.player_position = player_position
        self.player_hand_cards: Cards | None = None
        self.num_cards_left_dict: dict[str, int] | None = None
        self.three_landlord_cards: Cards | None = None
        self.card_play_action_seq: list[Cards] | None = None
        self.other_hand_cards: Cards | None = None
        self.legal_actions: list[Cards] | None = None
        self.last_move: Cards | None = None
        self.last_two_moves: list[Cards] | None = None
        self.last_move_dict: dict[str, Cards] | None = None
        self.played_cards: dict[str, Cards] | None = None
        self.all_handcards: dict[str, Cards] | None = None
        self.last_pid: str | None = None
        self.bomb_num: int | None = None


# The order of DouZero's dictionaries.
IN_DICTS = ("landlord", "landlord_up", "landlord_down")


def put_actions(info: InfoSet, actions: list[Cards]) -> None:
    """Writes the actions so far, the landlord's first, and what follows from them alone."""
    made = {name: actions[POSITIONS.index(name) :: 3] for name in IN_DICTS}
    info.card_play_action_seq = actions
    info.last_two_moves = [*map(list, actions[:-3:-1]), [], []][:2]
    info.last_move_dict = {name: list(own[-1]) if own else [] for name, own in made.items()}
    info.played_cards = {
        name: [card for action in own for card in action] for name, own in made.items()
    }
    last = max((turn for turn, action in enumerate(actions) if action), default=0)
    info.last_pid = POSITIONS[last % 3]


def _infoset(play: DealState, seat: int) -> InfoSet:
    """The information set of a seat; only the one to move has legal actions."""
    position = POSITIONS[seat]
    actions = play.actions
    hands = {name: play.hand(POSITIONS.index(name)) for name in IN_DICTS}
    info = InfoSet(position)
    put_actions(info, actions)
    info.player_hand_cards = list(hands[position])
    info.num_cards_left_dict = {name: len(hand) for name, hand in hands.items()}
    info.three_landlord_cards = play.three_landlord_cards
    info.other_hand_cards = [
        card for name, hand in hands.items() if name != position for card in hand
    ]
    to_move = seat == play.seat and play.winning_seat is None
    info.legal_actions = [list(action) for action in play.legal_actions] if to_move else []
    info.last_move = play.last_move()
    info.all_handcards = hands
    info.bomb_num = play.bomb_num
    return info


class Env(DealState):
    """DouZero's ``Env``: ``reset() -> obs``, ``step(action) -> (obs, reward, done, {})``.

    ``objective`` is ``"wp"`` (reward ±1), ``"adp"`` (±2 to the number of bombs) or
    ``"logadp"`` (±(bombs + 1)), as the landlord sees it. Deals come from NumPy's global
    generator, as in DouZero: ``np.random.seed`` seeds them. An observation is described
    at :func:`get_obs`. A step that is not legal is an :class:`IllegalAction`, which is
    an AssertionError and a ValueError; after the end it is a ``WrongPhase``.

    >>> env = Env("adp")
    >>> obs = env.reset()
    >>> obs["position"], obs["x_no_action"].shape, obs["z"].shape
    ('landlord', (319,), (5, 162))
    """

    def __init__(self, objective: str, strict_compat: bool = False) -> None:
        super().__init__(strict_legal_actions if truth("strict_compat", strict_compat) else None)
        self.objective = objective
        self.count_bombs(objective)

    @property
    def infoset(self) -> InfoSet:
        """What the player to move knows, made when it is asked for."""
        return _infoset(self, self.seat)


class Player(Protocol):
    """What plays in a :class:`GameEnv`."""

    def act(self, infoset: InfoSet) -> Sequence[int]:
        """One of ``infoset.legal_actions``."""


class GameEnv:
    """DouZero's ``GameEnv``: three players, asked in turn.

    ``players`` maps the positions to objects with ``act(infoset) -> list[int]``. Wins and
    scores are added up in ``num_wins`` and ``num_scores`` from deal to deal.
    """

    def __init__(self, players: Mapping[str, Player], strict_compat: bool = False) -> None:
        self.players = players
        self.num_wins = {"landlord": 0, "farmer": 0}
        self.num_scores = {"landlord": 0, "farmer": 0}
        self._strict = strict_legal_actions if truth("strict_compat", strict_compat) else None
        self.reset()

    def reset(self) -> None:
        """Clears the table for :meth:`card_play_init`; wins and scores stay."""
        self._play = DealState(self._strict)
        self.player_utility_dict: dict[str, int] | None = None

    def card_play_init(self, card_play_data: Mapping[str, Sequence[int]]) -> None:
        """Takes up the cards: ``landlord`` (20 of them), ``landlord_up``, ``landlord_down``
        and ``three_landlord_cards``, which the landlord holds. The lists are not changed
        later.

        Raises :class:`InvalidCards` naming the position and the card for cards that cannot
        be dealt so (see ``DealState.start``), :class:`InvalidArgument` where a position has
        none.
        """
        cards = []
        for name in (*POSITIONS, "three_landlord_cards"):
            if not isinstance(card_play_data, Mapping) or name not in card_play_data:
                raise InvalidArgument(
                    f"there are no cards for {shown(name)} in {shown(card_play_data)}"
                )
            cards.append(card_play_data[name])
        self._play.start(*cards)

    def step(self) -> None:
        """Asks the player to move and plays what it says.

        Raises :class:`IllegalAction` where that is not legal, :class:`WrongPhase` where no
        deal is being played.
        """
        if self._play.winning_seat is not None or not self._play.legal_actions:
            raise WrongPhase("no deal is being played: call card_play_init first")
        self._play.play(self.players[self.acting_player_position].act(self.game_infoset))
        if self.game_over:
            self._add_up()

    def _add_up(self) -> None:
        landlord_won = self._play.winning_seat == 0
        sign = 1 if landlord_won else -1
        self.player_utility_dict = {"landlord": 2 * sign, "farmer": -sign}
        self.num_wins["landlord" if landlord_won else "farmer"] += 1
        for side, utility in self.player_utility_dict.items():
            self.num_scores[side] += utility * 2**self.bomb_num

    @property
    def game_over(self) -> bool:
        """Whether a player has no card left."""
        return self._play.winning_seat is not None

    @property
    def winner(self) -> str | None:
        """``"landlord"`` or ``"farmer"``; ``None`` before the end."""
        seat = self._play.winning_seat
        return None if seat is None else "farmer" if seat else "landlord"

    def get_winner(self) -> str:
        """The same; a :class:`WrongPhase`, which is a ``ValueError``, before the end."""
        winner = self.winner
        if winner is None:
            raise WrongPhase("the deal is not over: it has no winner yet")
        return winner

    def get_bomb_num(self) -> int:
        """Bombs and rockets played."""
        return self._play.bomb_num

    bomb_num = property(get_bomb_num)

    @property
    def acting_player_position(self) -> str:
        """Who is to move; at the end who moved last."""
        return POSITIONS[self._play.seat]

    def get_acting_player_position(self) -> str:
        """The same. It only tells; DouZero's goes on to the next position."""
        return self.acting_player_position

    @property
    def info_sets(self) -> dict[str, InfoSet]:
        """For each position what there is to know now; legal actions are of who is to move."""
        return {name: _infoset(self._play, POSITIONS.index(name)) for name in IN_DICTS}

    @property
    def game_infoset(self) -> InfoSet:
        """What the player to move knows."""
        return _infoset(self._play, self._play.seat)

    def get_infoset(self) -> InfoSet:
        """The same."""
        return self.game_infoset

    def get_legal_card_play_actions(self) -> list[Cards]:
        """The legal actions of the player to move."""
        return [list(action) for action in self._play.legal_actions]

    def get_last_move(self) -> Cards:
        """The move to beat, ``[]`` when leading."""
        return self._play.last_move()

    def get_last_two_moves(self) -> list[Cards]:
        """The last two actions, the newest first."""
        return [*self.card_play_action_seq[:-3:-1], [], []][:2]

    def __getattr__(self, name: str) -> Any:
        # The rest of DouZero's attributes are fields of the information set.
        if name in _SHARED:
            return getattr(self.game_infoset, name)
        raise AttributeError(f"GameEnv has no attribute {name!r}")


_SHARED = frozenset(
    {
        "card_play_action_seq",
        "three_landlord_cards",
        "last_move",
        "last_two_moves",
        "last_move_dict",
        "played_cards",
        "last_pid",
    }
)
