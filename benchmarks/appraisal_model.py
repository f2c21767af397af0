"""The linear model of expected points, fitted to deals and to leads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from appraisal_deals import Deals
from appraisal_leads import Leads
from numpy.typing import NDArray

from ddz_core.analysis.features import features, shape_of

Floats = NDArray[np.float64]
Packed = NDArray[np.uint64]

BLOCK = 50_000
"""Hands whose features are in memory at a time."""

SURER = 6.0
"""How many deals, each played once, a mean over many worlds counts for: by the variances."""


@dataclass(frozen=True)
class Fit:
    """What the features bring, with so many bottom cards known."""

    played: Floats
    """Where the greedy player leads, too."""
    gain: Floats
    """What more the lead brings that rollouts choose."""
    explained: float
    """The share of the variance of played points that the features explain, R²."""

    @property
    def weights(self) -> Floats:
        """Of the expected points."""
        return self.played + self.gain


class _Sums:
    """The normal equations of a weighted least-squares fit."""

    def __init__(self) -> None:
        self.gram: Floats = np.zeros(0)
        self.right: Floats = np.zeros(0)

    def add(self, cards: Packed, values: Floats, weights: Floats, rules: str) -> None:
        for part, x in blocks(cards, rules):
            weighted = x * weights[part, None]
            self.gram = self.gram + weighted.T @ x if self.gram.size else weighted.T @ x
            right = weighted.T @ values[part]
            self.right = self.right + right if self.right.size else right

    def solved(self) -> Floats:
        """One card more of a rank is one less of the others, so that no rank stands alone:
        the solution of the smallest norm is taken."""
        return np.linalg.lstsq(self.gram, self.right, rcond=1e-9)[0]


def blocks(cards: Packed, rules: str) -> Iterator[tuple[slice, Floats]]:
    """The features of hands, so many at a time."""
    for start in range(0, len(cards), BLOCK):
        part = slice(start, start + BLOCK)
        yield part, features(cards[part], rules)


def expected(cards: Packed, weights: Floats, rules: str = "standard") -> Floats:
    """What the weights make of hands of any shape."""
    flat = cards.reshape(-1)
    found = np.empty(len(flat))
    for part, x in blocks(flat, rules):
        found[part] = x @ weights
    return found.reshape(cards.shape)


def fit(deals: Deals, leads: Leads, known: int) -> Fit:
    """The landlord's points by the features of his hand: first as played greedily, and then
    what the better lead brings."""
    played = _Sums()
    cards, points = deals.cards(known).reshape(-1), deals.points.reshape(-1).astype(float)
    played.add(cards, points, np.ones(len(cards)), deals.rules)
    led = leads.cards(known)
    played.add(led, leads.greedy, np.full(len(led), SURER), deals.rules)
    gain = _Sums()
    # Half-way between what each hand stands for and all alike: few plays count for more.
    gain.add(led, leads.best - leads.greedy, np.sqrt(leads.stands_for), deals.rules)
    return Fit(
        played.solved(), gain.solved(), explained(cards, points, played.solved(), deals.rules)
    )


def fitted_alone(deals: Deals, known: int = 0) -> Floats:
    """To played deals alone."""
    sums = _Sums()
    cards, points = deals.cards(known).reshape(-1), deals.points.reshape(-1).astype(float)
    sums.add(cards, points, np.ones(len(cards)), deals.rules)
    return sums.solved()


def fitted_gain(leads: Leads, known: int, rules: str) -> Floats:
    """What the better lead brings, by the shape of the hand alone: few hands are led."""
    shapes = len(shape_of(rules))
    gained = leads.best - leads.greedy
    rows = features(leads.cards(known), rules)
    found = np.zeros(rows.shape[1])
    found[-shapes:] = np.linalg.lstsq(rows[:, -shapes:], gained, rcond=1e-9)[0]
    return found


def explained(cards: Packed, points: Floats, weights: Floats, rules: str) -> float:
    """The share of the variance, R²."""
    return 1 - float((points - expected(cards, weights, rules)).var() / points.var())


def well_led(deals: Deals, fits: list[Fit]) -> Floats:
    """What each seat would get as the landlord, with what the better lead brings."""
    return deals.points + expected(deals.cards(3), fits[3].gain, deals.rules)
