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

from .._core.openspiel import Asked, DealState
from .._core.play_phase import PlayPhase
from .._core.values import Hand, Move
from ..errors import DdzError
from ._extras import missing
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

    def action_of(self, text: str) -> int:
        """The action of a text: what ``action_to_string`` gives, or a move's own text.

        Raises ``SpielError`` for a text of no action.
        """
        try:
            return self.code.action_of(text)
        except DdzError as refused:
            raise pyspiel.SpielError(str(refused)) from refused

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Any:
        """The observer of what one player knows; None for the kinds that are not offered."""
        return make_observer(self.code, iig_obs_type, params)


class DdzState(Asked, pyspiel.State):  # type: ignore[misc]
    """One deal: 52 draws by chance, the auction, the play.

    All but the history, which is OpenSpiel's, is in ``deal``.
    """

    refusal = pyspiel.SpielError

    def __init__(self, game: DdzGame) -> None:
        super().__init__(game)
        self.code: Code = game.code
        self.deal = DealState(game.code.deals)

    # -- what OpenSpiel asks --------------------------------------------------

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Equally likely: the first draw, then each card that is left."""
        return self.deal.chance_outcomes()

    def returns(self) -> list[float]:
        """The points of every seat: all zero before the end, and where nobody has bid."""
        return self.deal.points()

    # -- what there is to know ------------------------------------------------

    @property
    def start(self) -> int | None:
        """The first draw: who bids first, or where the card lies that is dealt face up."""
        return self.deal.start

    @property
    def cards(self) -> list[int]:
        """Cards (0 to 53) in the order in which they were dealt, seat 0 first."""
        return self.deal.cards_dealt

    @property
    def hands(self) -> list[int]:
        """The hands as they were dealt, packed."""
        return self.deal.hands_dealt

    @property
    def bids(self) -> list[int]:
        """The calls of the auction; 0 is a pass."""
        return self.deal.bids

    @property
    def phase(self) -> PlayPhase | None:
        """The play phase, once there is a landlord. It is for looking at."""
        return self.deal.phase

    @property
    def log(self) -> list[tuple[int, Move]]:
        """Who has made which move in the play phase."""
        return self.deal.plays

    @property
    def first_bidder(self) -> int:
        """The seat that bids first."""
        return (self.start or 0) % PLAYERS

    @property
    def face_up(self) -> int | None:
        """The slot of the card that was dealt face up; None where there is none (yet)."""
        start = self.start
        if not self.code.exact or start is None:
            return None
        cards = self.cards
        return slot_of(cards[start]) if start < len(cards) else None

    @property
    def landlord(self) -> int | None:
        """The highest bidder so far."""
        return self.deal.highest_bidder

    def hand(self, player: int) -> int:
        """What a player holds now, packed."""
        return self.deal.hand(player)

    def bottom(self, player: int) -> int:
        """The bottom cards as far as the player knows them, packed."""
        if self.phase is None or (self.code.exact and player != self.landlord):
            return 0
        return self.deal.bottom_packed

    def bottom_cards(self) -> list[int]:
        """The cards that chance has left over."""
        return self.deal.cards_left

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            if action >= self.code.first_outcomes:
                return f"Deal {card_text(action - self.code.first_outcomes)}"
            if self.code.exact:
                return f"Decide first card up position {action}"
            return f"First bidder {action}"
        return self.code.text(action)

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
