"""For which games there are numbers to appraise hands and to bid by.

A setting is what a hand's worth depends on before the bidding: the players and the deck. A
new one is one more entry of :data:`appraisal_numbers.NUMBERS`, and a new kind of auction one
more entry of each setting's ``auctions``. Both are written by benchmarks/fit_appraisal.py.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Setting: TypeAlias = str
"""A setting's name: ``"3"``, ``"2"`` or ``"2 short"``, by players and deck."""

Thresholds: TypeAlias = tuple[float, ...]
"""The expected points from which on to make each bid, lowest first."""


class Weights(NamedTuple):
    """What the features of a hand are worth: see :mod:`ddz_core.analysis.expectation`."""

    ranks: tuple[tuple[float, ...], ...]
    """By slot, for 1, 2, 3 and 4 cards of it."""
    shape: tuple[float, ...]
    """Of each :data:`~ddz_core.analysis.expectation.SHAPE`."""


class Numbers(NamedTuple):
    """All the numbers of one setting."""

    players: int
    weights: tuple[Weights, ...]
    """By how many bottom cards are known, from 0 to 3."""
    auctions: dict[str, tuple[Thresholds, ...]]
    """By kind of auction, and by place in the order of bidding. In a points auction
    they are for bids of 1, 2, 3, in a doubling auction for 1, 2, 4, 8, …"""
    discard_shift: float
    """To add to the expected points where cards are discarded before the play."""
    quick_worths: tuple[tuple[tuple[float, ...], ...], ...]
    """Of so many cards, from 0 to 4, of each slot, by whether a bottom card is known: they
    add up to an estimate of the expected points."""
    quick_spreads: tuple[float, ...]
    """The standard deviation of the expected points from that estimate."""


def setting_of(players: int, short_deck: bool) -> Setting:
    """The setting of so many players, with the whole deck or the short one.

    >>> setting_of(2, True)
    '2 short'
    """
    return f"{players} short" if short_deck else str(players)
