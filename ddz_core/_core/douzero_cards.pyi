from collections.abc import Iterable

from .values import Hand

CARDS: tuple[int, ...]

def hand_of(cards: Iterable[int]) -> Hand: ...
def cards_of(hand: Hand) -> list[int]: ...
