"""For which games there are numbers to appraise hands and to bid by.

A setting is what a hand's worth depends on before the bidding: the players, the deck, and
whether there are wild cards. Those with one deck and no wild cards are in
:data:`appraisal_numbers.NUMBERS`, written by benchmarks/fit_appraisal.py; the others, and what
is said where one calls and robs and after the auction, in :mod:`variant_numbers`, written by
benchmarks/fit_variants.py.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ..table import Table

Setting: TypeAlias = str
"""A setting's name, by players and deck: ``"3"``, ``"2"``, ``"2 short"``, ``"4"`` (two decks),
``"3 wild"``, ``"2 wild"``."""

Thresholds: TypeAlias = tuple[float, ...]
"""The expected points from which on to make each bid, lowest first."""


class Weights(NamedTuple):
    """What the features of a hand are worth: see :mod:`ddz_core.analysis.expectation`."""

    ranks: tuple[tuple[float, ...], ...]
    """By slot, for 1, 2, 3 and 4 cards of it; of two decks, for each card of it."""
    shape: tuple[float, ...]
    """Of each :data:`~ddz_core.analysis.features.SHAPE`, or of two decks
    :data:`~ddz_core.analysis.features.SHAPE_OF_TWO`."""


class Numbers(NamedTuple):
    """All the numbers of one setting."""

    players: int
    weights: tuple[Weights, ...]
    """By how many bottom cards are known, from none to all."""
    auctions: dict[str, tuple[Thresholds, ...]]
    """By kind of auction, and by place in the order of bidding. In a points auction
    they are for bids of 1, 2, 3, in a doubling auction for 1, 2, 4, 8, …"""
    discard_shift: float
    """To add to the expected points where cards are discarded before the play."""
    quick_worths: tuple[tuple[tuple[float, ...], ...], ...]
    """Of so many cards, from 0 to 4 (8 of two decks), of each slot, by whether a bottom card
    is known: they add up to an estimate of the expected points."""
    quick_spreads: tuple[float, ...]
    """The standard deviation of the expected points from that estimate."""
    wild_worths: tuple[tuple[float, ...], ...] = ()
    """What to add where the wild rank is known: by how many bottom cards are, and by how many
    wild cards, from 0 to 4, are among the cards."""


class Line(NamedTuple):
    """A straight line: ``constant + slope × x``."""

    constant: float
    slope: float

    def at(self, x: float) -> float:
        """Its value.

        >>> Line(1.0, 0.5).at(4.0)
        3.0
        """
        return self.constant + self.slope * x


class Hope(NamedTuple):
    """What a peasant expects of a deal, per unit: linear in what it sees."""

    constant: float
    own: float
    """For each point that its own hand would expect as the landlord's."""
    bottom: float
    """For each point of control among the bottom cards."""


class Doubling(NamedTuple):
    """When to double, after one kind of auction."""

    landlord: float
    """The expected points of the landlord's hand from which on he doubles."""
    peasants: tuple[Hope, Hope]
    """Where the landlord has not doubled, and where he has; a peasant doubles where its hope
    is not below 0."""


class Rounds(NamedTuple):
    """What to say between the auction and the first lead."""

    doubling: dict[str, Doubling]
    """By kind of auction."""
    closed: Line
    """What the landlord gets by the expected points of his hand, which nobody sees."""
    opened: Line
    """The same where he lays it open, the factor of that apart."""


def setting_of(players: int, short_deck: bool = False, wild: bool = False) -> Setting:
    """The setting of so many players, with the whole deck or the short one, or with wild
    cards.

    >>> setting_of(2, True), setting_of(3, wild=True)
    ('2 short', '3 wild')
    """
    if wild:
        return f"{players} wild"
    return f"{players} short" if short_deck else str(players)


def setting_at(table: Table) -> Setting:
    """The setting whose numbers hold at a table.

    >>> setting_at(Table.preset("laizi")), setting_at(Table.preset("four"))
    ('3 wild', '4')
    """
    wild = table.wild or table.rules.wild is not None
    return setting_of(table.players, table.short_deck, wild)
