from ..rules import Rules
from .values import Hand, Move

def could_beat(
    last: Move, hidden: Hand, kept: Hand, size: int, rules: Rules | str = "standard"
) -> bool: ...
def put_down(hidden: Hand, kept: Hand, cards: Hand, is_landlord: bool) -> tuple[Hand, Hand]: ...
