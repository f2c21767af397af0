"""What the greedy player of the kernels holds dear, in numbers.

The worth of a play that a hand is split into is what it is good for less what it
costs to get rid of it: below 0 nearly always, and the lower the rank, the lower. A
quarter of a play is worth about 4. ``benchmarks/tune_greedy.py`` finds such numbers by
playing them against each other; docs/agents.md tells what they bring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from functools import cached_property

from .._core import rollouts as _rollouts
from ..rules import Rules

Worths = tuple[int, ...]
"""One for each slot, 3 to the big joker."""

Margins = tuple[Worths, Worths, Worths, Worths]
"""By role (the landlord, the peasant after him, the one before him, and with four players
the one between); in each by the cards of the enemy who holds fewest: 1, 2, 3 to 4, 5 to 8,
more."""


@dataclass(frozen=True)
class Habits:
    """The numbers that make a greedy player, in the order of the kernels."""

    solo: Worths
    pair: Worths
    trio: Worths
    chain: Worths
    """Of solo chains and pair chains, by their highest rank."""
    bomb: Worths
    rocket: int
    play: int
    """What a play costs; a chain of two trios saves one."""
    lead_card: int
    """What every card of a lead is worth."""
    bomb_card: int
    """What every card of a bomb beyond four is worth."""
    wild: int
    """What a wild card is worth besides what it stands for."""
    follow: Margins
    """How much less a hand may be worth after following than before; 0 or below."""
    bombing: Margins
    """The same in addition, where it takes a bomb; above 0 it lets bombs go."""
    counting: int = 1
    """1: it counts the unseen cards, and in the end leads what nobody can beat."""
    teamwork: int = 1
    """1: it does not beat its partner, and feeds him his last card."""

    @cached_property
    def compiled(self) -> _rollouts.Habits:
        """For the kernels."""
        return _rollouts.Habits(list(_numbers(astuple(self))))


def _numbers(value: object) -> Iterator[int]:
    """All the numbers of tuples within tuples, in order."""
    if isinstance(value, tuple):
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, int):
        yield value


def _rising(first: float, step: float, *last: int) -> Worths:
    """Worths that rise evenly, and those of the highest slots."""
    n = 15 - len(last)
    return (*(round(first + step * slot) for slot in range(n)), *last)


GREEDY = Habits(
    solo=_rising(-60, 4, -13, -11, -5, 8, 10),
    pair=_rising(-56, 4, -4, 0),
    trio=_rising(-46, 2.6),
    chain=_rising(-44, 1),
    bomb=_rising(20, 4),
    rocket=29,
    play=14,
    lead_card=3,
    bomb_card=0,
    wild=0,
    follow=(
        (-400, -60, -20, -17, -10),
        (-454, -117, -34, -24, -14),
        (-416, -167, -119, -106, -71),
        (-416, -167, -119, -106, -71),
    ),
    bombing=(
        (5, 2, 0, -2, -7),
        (0, 0, -9, 0, 2),
        (21, -14, 0, -10, -93),
        (21, -14, 0, -10, -93),
    ),
)
"""The habits of ``policy="greedy"``."""

FOUR = Habits(
    solo=_rising(-60, 3.5, -18, -5, 9),
    pair=_rising(-56, 3, -17, -4, 0),
    trio=_rising(-46, 2.6, -4, 0, 0),
    chain=_rising(-54, -1),
    bomb=_rising(12, 0),
    rocket=29,
    play=8,
    lead_card=-7,
    bomb_card=18,
    wild=0,
    follow=(
        (-400, -66, -26, -23, -16),
        (-460, -126, -43, -41, -31),
        (-456, -207, -159, -148, -110),
        (-453, -196, -145, -109, -71),
    ),
    bombing=(
        (17, 14, 14, 12, 7),
        (14, 14, 5, 3, 8),
        (31, 29, 29, 20, -53),
        (49, 14, 0, 0, -74),
    ),
)
"""The same for two decks and four players: bombs are many, so they are worth less, and are
used; what is small is led first."""

LAIZI = replace(
    GREEDY,
    trio=_rising(-43, 2.6),
    bomb=_rising(20, 2),
    rocket=36,
    play=20,
    wild=-4,
    follow=((-410, -70, -30, -28, -21), *GREEDY.follow[1:]),
)
"""The same with wild cards."""

PLAIN = Habits(
    solo=_rising(-56, 4),
    pair=_rising(-56, 4),
    trio=_rising(-56, 4),
    chain=_rising(-56, 4),
    bomb=_rising(20, 4),
    rocket=52,
    play=28,
    lead_card=2,
    bomb_card=4,
    wild=8,
    follow=((-60, -20, 0, 0, 0),) * 4,
    bombing=((0,) * 5,) * 4,
    counting=0,
)
"""Untuned: a rank is worth the same everywhere, a play costs seven of them."""


def greedy_for(rules: Rules) -> Habits:
    """The habits of the greedy player under these rules.

    >>> greedy_for(Rules.preset("four")) is FOUR, greedy_for(Rules.preset("bga")) is GREEDY
    (True, True)
    """
    if rules.decks == 2:
        return FOUR
    return GREEDY if rules.wild is None else LAIZI
