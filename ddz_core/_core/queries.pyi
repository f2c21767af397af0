from ddz_core._core.values import Move, MoveList, _Cards
from ddz_core.errors import IllegalPlay
from ddz_core.rules import Rules

def legal_moves(
    hand: _Cards, last: Move | str | None = None, rules: Rules | str = "standard"
) -> MoveList: ...
def count_moves(
    hand: _Cards, last: Move | str | None = None, rules: Rules | str = "standard"
) -> int: ...
def pick(
    hand: _Cards, index: int, last: Move | str | None = None, rules: Rules | str = "standard"
) -> Move: ...
def readings(cards: _Cards, rules: Rules | str = "standard") -> MoveList: ...
def explain(
    hand: _Cards,
    play: Move | _Cards,
    last: Move | str | None = None,
    rules: Rules | str = "standard",
) -> IllegalPlay | None: ...
