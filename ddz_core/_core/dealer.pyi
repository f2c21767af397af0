from typing import final

from .values import Hand

@final
class Dealer:
    def __new__(cls, number: int, players: int, short: bool) -> Dealer: ...
    def deal(self) -> tuple[tuple[Hand, ...], Hand, Hand, int]: ...
