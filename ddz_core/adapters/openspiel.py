"""Dou Dizhu as an OpenSpiel game over our core (docs/adapters/openspiel.md).

Importing this module registers ``ddz_core`` with OpenSpiel:

>>> game = pyspiel.load_game("ddz_core(rules=shuttle)")
>>> game.num_distinct_actions(), game.num_players()
(37638, 3)
>>> pyspiel.load_game("ddz_core(rules=openspiel)").num_distinct_actions()
26057
"""

from __future__ import annotations

from typing import Any

from .._core.play_phase import PlayPhase
from .._core.values import Hand, Move
from ..errors import DdzError
from ._extras import missing
from ._observation import start_play
from ._openspiel_codes import (
    CARDS,
    DEALT,
    HIGHEST_BID,
    MOST_PLAYS,
    PLAYERS,
    Code,
    card_text,
    code_of,
    slot_of,
)
from ._openspiel_observers import make_observer
from ._openspiel_resampling import resampled_cards

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("open_spiel", "openspiel") from error

_MOST_DOUBLINGS = 13
"""Hands of 20, 17 and 17 cards hold 13 bombs at most; a spring leaves fewer to play."""
_MOST_POINTS = float(2 * HIGHEST_BID << _MOST_DOUBLINGS)

GAME_TYPE = pyspiel.GameType(
    short_name="ddz_core",
    long_name="Dou Dizhu (ddz_core)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"rules": "standard"},
)


class DdzGame(pyspiel.Game):  # type: ignore[misc]
    """The game; its parameter ``rules`` is the name of a preset.

    With ``rules=openspiel`` the action ids, the chance outcomes, the auction and the
    shape of the observations are those of OpenSpiel's own ``dou_dizhu``.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = (params or {}).get("rules", "standard")
        try:
            self.code = code_of(rules)
        except DdzError as refused:
            raise pyspiel.SpielError(str(refused)) from refused
        info = pyspiel.GameInfo(
            num_distinct_actions=self.code.actions,
            max_chance_outcomes=self.code.first_outcomes + CARDS,
            num_players=PLAYERS,
            min_utility=-_MOST_POINTS,
            max_utility=_MOST_POINTS,
            utility_sum=0.0,
            max_game_length=self.code.most_bids + MOST_PLAYS,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> DdzState:
        """The state before anything is dealt."""
        return DdzState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Any:
        """The observer of what one player knows; None for the kinds that are not offered."""
        return make_observer(self.code, iig_obs_type, params)


class _Items(list[Any]):
    """A list of values that never change: a copied state copies the list alone."""

    def __deepcopy__(self, memo: dict[int, Any]) -> _Items:
        return _Items(self)


class DdzState(pyspiel.State):  # type: ignore[misc]
    """One deal: 52 draws by chance, the auction, the play."""

    def __init__(self, game: DdzGame) -> None:
        super().__init__(game)
        self.code: Code = game.code
        self.start: int | None = None
        """The first draw: who bids first, or where the card lies that is dealt face up."""
        self.cards: list[int] = _Items()
        """Cards (0 to 53) in the order in which they were dealt, seat 0 first."""
        self.hands: list[int] = _Items([0] * PLAYERS)
        """The hands as they were dealt, packed."""
        self.bids: list[int] = _Items()
        self.phase: PlayPhase | None = None
        self.log: list[tuple[int, Move]] = _Items()
        """Who has made which move in the play phase."""
        self._passed_out = False
        self._legal: list[int] | None = None

    # -- what the rules say ---------------------------------------------------

    @property
    def first_bidder(self) -> int:
        """The seat that bids first."""
        return (self.start or 0) % PLAYERS

    @property
    def face_up(self) -> int | None:
        """The slot of the card that was dealt face up; None where there is none (yet)."""
        if not self.code.exact or self.start is None or len(self.cards) <= self.start:
            return None
        return slot_of(self.cards[self.start])

    @property
    def landlord(self) -> int | None:
        """The highest bidder so far."""
        if not any(self.bids):
            return None
        return (self.first_bidder + self.bids.index(max(self.bids))) % PLAYERS

    def hand(self, player: int) -> int:
        """What a player holds now, packed."""
        return self.phase.hands[player].packed if self.phase else self.hands[player]

    def bottom(self, player: int) -> int:
        """The bottom cards as far as the player knows them, packed."""
        phase = self.phase
        if phase is None or (self.code.exact and player != phase.landlord):
            return 0
        return sum(1 << 4 * slot_of(card) for card in self.bottom_cards())

    # -- what OpenSpiel asks --------------------------------------------------

    def current_player(self) -> int:
        """The seat to move, or chance, or the mark of the end."""
        if len(self.cards) < DEALT:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.phase is not None:
            return self.phase.turn
        return (self.first_bidder + len(self.bids)) % PLAYERS

    def is_terminal(self) -> bool:
        """Whether somebody has no card left, or nobody has bid."""
        return self._passed_out or (self.phase is not None and self.phase.winner is not None)

    def returns(self) -> list[float]:
        """The points of every seat: all zero before the end, and where nobody has bid."""
        if self.phase is None:
            return [0.0] * PLAYERS
        return [float(points) for points in self.phase.points(max(self.bids))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Equally likely: the first draw, then each card that is left."""
        if self.start is None:
            outcomes = list(range(self.code.first_outcomes))
        else:
            dealt = set(self.cards)
            base = self.code.first_outcomes
            outcomes = [base + card for card in range(CARDS) if card not in dealt]
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        return self._mover_actions() if player == self.current_player() else []

    def _mover_actions(self) -> list[int]:
        if self._legal is None:
            if self.phase is not None:
                self._legal = _Items(self.code.legal(self.phase))
            else:
                highest = max(self.bids, default=0)
                self._legal = _Items([0, *range(highest + 1, HIGHEST_BID + 1)])
        return self._legal

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise pyspiel.SpielError(f"the deal is over: no action {action} can be made")
        if len(self.cards) < DEALT:
            self._draw(action)
            return
        if action not in self._mover_actions():
            raise pyspiel.SpielError(f"action {action} is not legal here")
        self._legal = None
        if self.phase is None:
            self._bid(action)
        else:
            move = self.code.move_of(action)
            self.log.append((self.phase.turn, move))
            self.phase.push(move)

    def _draw(self, outcome: int) -> None:
        card = outcome - self.code.first_outcomes
        if self.start is None and 0 <= outcome < self.code.first_outcomes:
            self.start = outcome
        elif self.start is not None and 0 <= card < CARDS and card not in self.cards:
            self.hands[len(self.cards) % PLAYERS] += 1 << 4 * slot_of(card)
            self.cards.append(card)
        else:
            raise pyspiel.SpielError(f"chance cannot draw {outcome} here")

    def _bid(self, action: int) -> None:
        self.bids.append(action)
        if not self.code.auction_is_over(self.bids):
            return
        landlord = self.landlord
        if landlord is None:
            self._passed_out = True
            return
        bottom = Hand(sum(1 << 4 * slot_of(card) for card in self.bottom_cards()))
        hands = [Hand(hand) for hand in self.hands]
        hands[landlord] += bottom
        self.phase = start_play(hands, bottom, landlord, self.code.rules)

    def bottom_cards(self) -> list[int]:
        """The cards that chance has left over."""
        dealt = set(self.cards)
        return [card for card in range(CARDS) if card not in dealt]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            if action >= self.code.first_outcomes:
                return f"Deal {card_text(action - self.code.first_outcomes)}"
            if self.code.exact:
                return f"Decide first card up position {action}"
            return f"First bidder {action}"
        if action == 0:
            return "Pass"
        return f"Bid {action}" if action <= HIGHEST_BID else self.code.text(action)

    def __str__(self) -> str:
        lines = [f"{seat}: {Hand(self.hand(seat))}" for seat in range(PLAYERS)]
        if self.bids:
            lines.append(f"first bidder {self.first_bidder}, bids {self.bids}")
        lines.extend(f"{seat} {move}" for seat, move in self.log)
        return "\n".join(lines)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> DdzState:
        """A state with the same knowledge for the player: the unseen cards dealt anew.

        ``probability_sampler()`` gives numbers from 0 to 1. What has been played
        stays with who played it; everything else is equally likely. Bids and plays
        are kept, not used to guess hands.
        """
        cards = resampled_cards(self, player_id, probability_sampler)
        twin: DdzState = self.get_game().new_initial_state()
        history = self.history()
        for outcome in (history[0], *(self.code.first_outcomes + card for card in cards)):
            twin.apply_action(outcome)
        for action in history[1 + DEALT :]:
            twin.apply_action(action)
        return twin


pyspiel.register_game(GAME_TYPE, DdzGame)
