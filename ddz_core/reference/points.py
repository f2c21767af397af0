"""The points of a deal (docs/rules.md sections 5, 8.1, 8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import Rules
from .beating import doubles
from .cards import PASS, Play


def is_spring(made: Sequence[tuple[int, Play]], landlord: int) -> bool:
    """Whether a deal that is over was a spring or an anti-spring.

    ``made`` is who did what, in order, from the first lead on.
    """
    players = [seat for seat, action in made if action != PASS]
    if players[-1] == landlord:
        # Spring: no peasant has played a card.
        return all(seat == landlord for seat in players)
    # Anti-spring: the landlord's first play was his only one.
    return players.count(landlord) == 1


def multiplier(
    made: Sequence[tuple[int, Play]], landlord: int, rules: Rules, open_factor: int = 1
) -> int:
    """What the stake is multiplied with at the end of a deal.

    >>> from ddz_core.reference import parse_play
    >>> bomb, rest = parse_play("3333:bomb:1:3"), parse_play("4:solo:1:4")
    >>> made = [(0, bomb), (1, PASS), (2, PASS), (0, rest)]
    >>> multiplier(made, 0, Rules()), multiplier(made, 0, Rules(), open_factor=2)
    (4, 8)
    """
    # Section 8.4: it starts at the factor of an open hand.
    product = open_factor
    for _, action in made:
        if doubles(action, rules):
            product *= 2
    return product * (2 if is_spring(made, landlord) else 1)


def points(landlord: int, landlord_won: bool, score: int, factors: Sequence[int]) -> list[int]:
    """What each seat gets; ``score`` is base times stake times multiplier.

    ``factors`` has what each seat said in the doubling round, or ones without it.

    >>> points(0, True, 6, [1, 1, 1, 1])
    [18, -6, -6, -6]
    >>> points(1, False, 1, [1, 2, 4])
    [2, -10, 8]
    """
    gained = [0] * len(factors)
    for peasant, factor in enumerate(factors):
        if peasant != landlord:
            # Section 8.5: between the landlord and each peasant both factors count.
            between = score * factors[landlord] * factor * (1 if landlord_won else -1)
            gained[landlord] += between
            gained[peasant] -= between
    return gained
