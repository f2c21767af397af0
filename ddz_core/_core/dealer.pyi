from typing import final

from ddz_core.rules import Rules

from .values import Hand

@final
class Dealer:
    def __new__(cls, number: int, players: int, short: bool, rules: Rules | str = ...) -> Dealer: ...
    def deal(self) -> tuple[tuple[Hand, ...], Hand, Hand, int]: ...
    def wild_slot(self) -> int: ...
