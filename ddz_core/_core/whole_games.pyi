from collections.abc import Iterable

from ddz_core._core.threads import Watch
from ddz_core._core.values import Hand, Move, _Cards
from ddz_core.kinds import RANKS as RANKS
from ddz_core.rules import Rules

MOST_GAMES: int

def deal_hands(
    number: int, players: int, rules: Rules | str = "standard"
) -> tuple[tuple[Hand, ...], Hand, int]: ...
def perft(hands: Iterable[_Cards], depth: int, rules: Rules | str = "standard") -> int: ...
def perft_watched(hands: Iterable[_Cards], depth: int, rules: Rules | str, watch: Watch) -> int: ...
def playout_record(number: int, rules: Rules | str = "standard") -> tuple[int, int, list[Move]]: ...
def play_range(
    rules: Rules | str, first: int, games: int, draws_wild: bool = False
) -> tuple[bytes, int, int, int]: ...
