"""What a match between two players came to, with standard errors over its deals."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..table import Table
from .playing import Clock, Played, PlayedDeal, Terms


class Estimate(NamedTuple):
    """A mean and its standard error; NaN where there is too little to tell."""

    mean: float = math.nan
    error: float = math.nan

    def __str__(self) -> str:
        """
        >>> str(Estimate(0.0625, 0.0041)), str(Estimate(-2.5))
        ('0.062 ± 0.004', '-2.500')
        """
        if math.isnan(self.mean):
            return "-"
        return f"{self.mean:.3f}" + ("" if math.isnan(self.error) else f" ± {self.error:.3f}")


class Tally:
    """Sums over deals from which a mean of a value per game follows, and its error.

    All games of a deal are one sample, since they share their cards. Where deals have
    different numbers of games (of a side), the mean is a ratio of two sums, and its error
    the usual one of a ratio. Sums of whole numbers are exact, whatever their order.

    >>> tally = Tally()
    >>> for value in (2, 0, 1):
    ...     tally.add(games=2, value=value)
    >>> tally.estimate(1)
    Estimate(mean=0.5, error=0.288...)
    """

    def __init__(self) -> None:
        self.deals = self.games = self.value = 0
        self.games_squared = self.value_squared = self.both = 0

    def add(self, games: int, value: int) -> None:
        """One deal more, with the sum of the values of its games."""
        self.deals += 1
        self.games += games
        self.value += value
        self.games_squared += games * games
        self.value_squared += value * value
        self.both += games * value

    def estimate(self, unit: int) -> Estimate:
        """The mean of value/unit per game; the error is NaN for fewer than two deals."""
        games, value = self.games, self.value
        if games == 0:
            return Estimate()
        mean = value / games / unit
        if self.deals < 2:
            return Estimate(mean)
        # The squares of value - mean × games, summed; times games² that is a whole number.
        squares = (
            games * games * self.value_squared
            - 2 * games * value * self.both
            + value * value * self.games_squared
        )
        variance = squares / games**4 * self.deals / (self.deals - 1)
        return Estimate(mean, math.sqrt(variance) / unit)


@dataclass(frozen=True)
class Pace:
    """How fast a player was. Times take no part in comparing."""

    name: str
    decisions: int = 0
    """How often it was asked."""
    seconds: float = field(default=0.0, compare=False)
    """How long all its answers took."""
    longest: float = field(default=0.0, compare=False)
    """How long the slowest took, in seconds."""
    unanswered: int = 0
    """How often it passed since its library has not the play to beat (docs/agents.md)."""

    @property
    def mean(self) -> float:
        """Seconds per decision, 0 where there was none."""
        return self.seconds / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Score:
    """What has been played so far, as player A sees it (docs/agents.md).

    The standard errors are over deals: all seatings of a deal are one sample. Times
    take no part in comparing.
    """

    a: str
    b: str
    table: Table
    bidding: bool
    seed: int
    deals: int
    """Deals played, each in all seatings."""
    games: int
    wp: Estimate
    """The share of games that A's side won; a game that nobody won counts half."""
    wp_landlord: Estimate
    """The same of games in which the landlord was A."""
    wp_peasants: Estimate
    """The same of games in which the landlord was B."""
    adp: Estimate
    """Points per game of A's side: 2 for the landlord's victory or the peasants', doubled
    by each bomb, rocket and bomb chain; with bidding the points of the results."""
    adp_landlord: Estimate
    adp_peasants: Estimate
    paces: tuple[Pace, Pace]
    """Of A and of B."""
    seconds: float = field(default=0.0, compare=False)
    """Wall-clock time."""

    def reversed(self) -> Score:
        """The same as player B sees it."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            wp=_rest(self.wp),
            wp_landlord=_rest(self.wp_peasants),
            wp_peasants=_rest(self.wp_landlord),
            adp=_minus(self.adp),
            adp_landlord=_minus(self.adp_peasants),
            adp_peasants=_minus(self.adp_landlord),
            paces=(self.paces[1], self.paces[0]),
        )


def _rest(of: Estimate) -> Estimate:
    return Estimate(1 - of.mean, of.error)


def _minus(of: Estimate) -> Estimate:
    return Estimate(-of.mean, of.error)


class Counting:
    """The sums of a match, deal by deal."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.clocks = Clock(), Clock()
        # Of all games, those with A as the landlord, and those with B.
        self.halves = Tally(), Tally(), Tally()
        self.points = Tally(), Tally(), Tally()

    def add(self, played: PlayedDeal) -> None:
        """One deal more."""
        sides: list[list[Played]] = [
            played.games,
            [game for game in played.games if game.as_landlord is True],
            [game for game in played.games if game.as_landlord is False],
        ]
        for games, halves, points in zip(sides, self.halves, self.points, strict=True):
            halves.add(len(games), sum(game.halves for game in games))
            points.add(len(games), sum(game.points for game in games))
        for clock, more in zip(self.clocks, played.clocks, strict=True):
            clock.add(more.decisions, more.seconds, more.longest, more.unanswered)

    def score(self, seconds: float) -> Score:
        """What it came to so far."""
        terms = self.terms
        wp, wp_landlord, wp_peasants = (tally.estimate(2) for tally in self.halves)
        adp, adp_landlord, adp_peasants = (tally.estimate(1) for tally in self.points)
        pace_a, pace_b = (
            Pace(name, clock.decisions, clock.seconds, clock.longest, clock.unanswered)
            for name, clock in zip(terms.names, self.clocks, strict=True)
        )
        return Score(
            a=terms.names[0],
            b=terms.names[1],
            table=terms.table,
            bidding=terms.bidding,
            seed=terms.seed,
            deals=self.halves[0].deals,
            games=self.halves[0].games,
            wp=wp,
            wp_landlord=wp_landlord,
            wp_peasants=wp_peasants,
            adp=adp,
            adp_landlord=adp_landlord,
            adp_peasants=adp_peasants,
            paces=(pace_a, pace_b),
            seconds=seconds,
        )
