"""What observers and resampling read of a deal, whoever holds it."""

from __future__ import annotations

from typing import Protocol

from .._core.play_phase import PlayPhase
from .._core.values import Move
from ._openspiel_codes import Code


class DealState(Protocol):
    """One deal at OpenSpiel's table, as :class:`ddz_core.adapters.openspiel.DdzState`
    documents it."""

    code: Code
    start: int | None
    cards: list[int]
    hands: list[int]
    bids: list[int]
    phase: PlayPhase | None
    log: list[tuple[int, Move]]

    @property
    def first_bidder(self) -> int: ...
    @property
    def face_up(self) -> int | None: ...
    @property
    def landlord(self) -> int | None: ...
    def hand(self, player: int) -> int: ...
    def bottom(self, player: int) -> int: ...
    def bottom_cards(self) -> list[int]: ...
    def current_player(self) -> int: ...
