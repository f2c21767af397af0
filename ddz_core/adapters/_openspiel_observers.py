"""What a player of the OpenSpiel game knows, as tensors and as texts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.values import Hand
from .._core.vector import OBSERVATION_LAYOUT, OBSERVATION_SIZE
from ..game.deals import DECK
from ..kinds import RANKS
from ..packed import slot_counts
from ._extras import missing
from ._observation import observation
from ._openspiel_codes import HIGHEST_BID, MOST_PLAYS, PLAYERS, Code
from ._openspiel_protocol import DealState

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("open_spiel", "openspiel") from error

_SLOTS = len(RANKS)
_JOKER_SLOT = 13
_ACTION = _SLOTS + 4
"""An action in the history: fifteen counts, a mark for the pass, kind, length, rank."""


def make_observer(code: Code, kind: Any, params: dict[str, Any] | None) -> Any:
    """The observer of that kind; None where the kind is not one of OpenSpiel's two usual ones."""
    if params:
        raise ValueError(f"observers take no parameters, not {params}")
    if kind is None:
        kind = pyspiel.IIGObservationType(perfect_recall=False)
    if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
        return None
    if kind.perfect_recall:
        return InformationState(code)
    return SameShape() if code.exact else Observation()


class _Observer:
    """Named pieces (``dict``) of one flat float32 array (``tensor``)."""

    def __init__(self, **shapes: tuple[int, ...]) -> None:
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict: dict[str, NDArray[np.float32]] = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: DealState, player: int) -> None:
        """Fills ``tensor`` with what the player knows."""
        self.tensor.fill(0)
        self._fill(state, player)

    def _fill(self, state: DealState, player: int) -> None:
        raise NotImplementedError

    def string_from(self, state: DealState, player: int) -> str:
        """What the player sees on the table now."""
        parts = [f"seat {player}", *_public(state), f"hand {Hand(state.hand(player))}"]
        if state.phase is not None:
            parts.append(f"landlord {state.phase.landlord}")
            parts.append(f"bottom {Hand(state.bottom(player))}")
            parts.append(f"played {state.phase.played}")
            parts.append(f"to beat {state.phase.last or '-'}")
            parts.append(f"left {[len(hand) for hand in state.phase.hands]}")
            parts.append(f"bombs {state.phase.bombs}")
        return "; ".join(parts)


def _public(state: DealState) -> list[str]:
    """The start and the auction, which everybody has seen."""
    parts = []
    if state.face_up is not None:
        parts.append(f"face up {RANKS[state.face_up]}")
    if _first_is_known(state):
        parts.append(f"first {state.first_bidder}")
    if state.bids:
        parts.append(f"bids {state.bids}")
    return parts


def _first_is_known(state: DealState) -> bool:
    return state.face_up is not None if state.code.exact else state.start is not None


class Observation(_Observer):
    """Our own observation: 124 numbers."""

    def __init__(self) -> None:
        super().__init__(
            seat=(PLAYERS,),
            first_bidder=(PLAYERS,),
            highest_bid=(HIGHEST_BID + 1,),
            table=(OBSERVATION_SIZE,),
        )

    def _fill(self, state: DealState, player: int) -> None:
        _fill_start(self.dict, state, player)
        self.dict["highest_bid"][max(state.bids, default=0)] = 1
        table = self.dict["table"]
        if state.phase is not None:
            table[:] = observation(state.phase, player, Hand(state.bottom(player)))
            return
        own = state.hands[player]
        table[: OBSERVATION_LAYOUT["unseen"].stop] = slot_counts([own, DECK.packed - own]).ravel()
        table[OBSERVATION_LAYOUT["sizes"]] = [
            len(Hand(state.hands[(player + k) % PLAYERS])) for k in range(PLAYERS)
        ]


class SameShape(_Observer):
    """The 159 numbers of OpenSpiel's ``dou_dizhu``, the jokers' at places of their own."""

    def __init__(self) -> None:
        held = _JOKER_SLOT * 5 + 2 * 2
        super().__init__(
            hand=(held,),
            played=(held,),
            from_landlord=(PLAYERS,),
            first_bidder=(PLAYERS,),
            face_up=(_SLOTS,),
        )

    def _fill(self, state: DealState, player: int) -> None:
        if state.current_player() == pyspiel.PlayerId.CHANCE:
            return
        played = state.phase.played.packed if state.phase else 0
        for name, packed in (("hand", state.hand(player)), ("played", played)):
            for slot in range(_SLOTS):
                # Five places for a rank, two for a joker.
                at = 5 * slot if slot < _JOKER_SLOT else 5 * _JOKER_SLOT + 2 * (slot - _JOKER_SLOT)
                self.dict[name][at + (packed >> 4 * slot & 15)] = 1
        if state.landlord is not None:
            self.dict["from_landlord"][(player - state.landlord) % PLAYERS] = 1
        _fill_start(self.dict, state, player)


class InformationState(_Observer):
    """All that a player has seen, in order: see docs/adapters/openspiel.md."""

    def __init__(self, code: Code) -> None:
        face_up = {"face_up": (_SLOTS,)} if code.exact else {}
        super().__init__(
            seat=(PLAYERS,),
            first_bidder=(PLAYERS,),
            **face_up,
            dealt=(_SLOTS,),
            bids=(code.most_bids, HIGHEST_BID + 1),
            bottom=(_SLOTS,),
            actions=(MOST_PLAYS, _ACTION),
        )

    def _fill(self, state: DealState, player: int) -> None:
        _fill_start(self.dict, state, player)
        for turn, bid in enumerate(state.bids):
            self.dict["bids"][turn, bid] = 1
        moves = [move for _, move in state.log]
        packed = [state.hands[player], state.bottom(player)]
        rows = slot_counts([*packed, *(move.cards.packed for move in moves)])
        self.dict["dealt"][:] = rows[0]
        self.dict["bottom"][:] = rows[1]
        actions = self.dict["actions"]
        actions[: len(moves), :_SLOTS] = rows[2:]
        for row, move in zip(actions, moves, strict=False):
            row[_SLOTS:] = (0, move.kind, move.length, move.rank) if move else (1, 0, 0, 0)

    def string_from(self, state: DealState, player: int) -> str:
        """All that the player has seen, in order; two histories differ where it does."""
        parts = [f"seat {player}", *_public(state), f"dealt {Hand(state.hands[player])}"]
        if state.phase is not None:
            parts.append(f"bottom {Hand(state.bottom(player))}")
            parts.append(" ".join(str(move) for _, move in state.log))
        return "; ".join(parts)


def _fill_start(pieces: dict[str, NDArray[np.float32]], state: DealState, player: int) -> None:
    """The seat, the first bidder and the card that was dealt face up."""
    if "seat" in pieces:
        pieces["seat"][player] = 1
    if _first_is_known(state):
        pieces["first_bidder"][state.first_bidder] = 1
    if "face_up" in pieces and state.face_up is not None:
        pieces["face_up"][state.face_up] = 1
