"""Who sits where, and by which seed each plays."""

from __future__ import annotations

from hashlib import blake2b

Seating = tuple[int, ...]
"""For each seat the number of the player there."""


def seatings(players: int, bidding: bool) -> list[Seating]:
    """How one deal is played by A, number 0, and B, number 1, so that the luck of the cards
    cancels.

    Without bidding seat 0 is the landlord: A against B on all other seats, and then B
    against A. With bidding A alone at each seat in turn, and B alone at each.

    >>> seatings(3, bidding=False)
    [(0, 1, 1), (1, 0, 0)]
    >>> len(seatings(3, bidding=True)), seatings(2, bidding=True)
    (6, [(0, 1), (1, 0)])
    """
    alone = [tuple(int(seat != one) for seat in range(players)) for one in range(players)]
    of_a = alone if bidding else alone[:1]
    of_b = [tuple(1 - player for player in seating) for seating in of_a]
    return list(dict.fromkeys([*of_a, *of_b]))


def around(players: int, rotate: bool) -> list[Seating]:
    """How one deal is played by a player for each seat: as they are named, or with ``rotate``
    each at every seat in turn, in the same order round the table.

    >>> around(3, rotate=True)
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    turns = players if rotate else 1
    return [tuple((seat + turn) % players for seat in range(players)) for turn in range(turns)]


def seed_of(seed: int, deal: int, seating: int, seat: int) -> int:
    """The seed of the player at a seat: 64 bits of a hash of these numbers.

    >>> seed_of(1, 7, 0, 2) == seed_of(1, 7, 0, 2) != seed_of(1, 7, 1, 2)
    True
    """
    text = f"{seed}:{deal}:{seating}:{seat}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
