from typing import SupportsIndex

from ddz_core._core.values import Move, MoveList, _Cards, _Play
from ddz_core.errors import IllegalPlay
from ddz_core.rules import Rules

def legal_moves(
    hand: _Cards, last: _Play | None = None, rules: Rules | str = "standard"
) -> MoveList: ...
def count_moves(
    hand: _Cards, last: _Play | None = None, rules: Rules | str = "standard"
) -> int: ...
def pick(
    hand: _Cards, index: SupportsIndex, last: _Play | None = None, rules: Rules | str = "standard"
) -> Move: ...
def readings(cards: _Cards, rules: Rules | str = "standard") -> MoveList: ...
def explain(
    hand: _Cards,
    play: Move | _Cards,
    last: _Play | None = None,
    rules: Rules | str = "standard",
) -> IllegalPlay | None: ...
