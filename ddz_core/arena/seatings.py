"""Who sits where, and by which seed each plays."""

from __future__ import annotations

from hashlib import blake2b

Seating = tuple[bool, ...]
"""For each seat whether player A sits there, or else player B."""


def seatings(players: int, bidding: bool) -> list[Seating]:
    """How one deal is played by A and B, so that the luck of the cards cancels.

    Without bidding seat 0 is the landlord: A against B on all other seats, and then B
    against A. With bidding A alone at each seat in turn, and B alone at each.

    >>> seatings(3, bidding=False)
    [(True, False, False), (False, True, True)]
    >>> len(seatings(3, bidding=True)), seatings(2, bidding=True)
    (6, [(True, False), (False, True)])
    """
    alone = [tuple(seat == one for seat in range(players)) for one in range(players)]
    of_a = alone if bidding else alone[:1]
    of_b = [tuple(not a for a in seating) for seating in of_a]
    return list(dict.fromkeys([*of_a, *of_b]))


def seed_of(seed: int, deal: int, seating: int, seat: int) -> int:
    """The seed of the player at a seat: 64 bits of a hash of these numbers.

    >>> seed_of(1, 7, 0, 2) == seed_of(1, 7, 0, 2) != seed_of(1, 7, 1, 2)
    True
    """
    text = f"{seed}:{deal}:{seating}:{seat}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
