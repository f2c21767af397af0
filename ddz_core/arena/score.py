"""What a match came to, with standard errors over its deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..columns import columns, counted
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
    forfeits: dict[str, int] = field(default_factory=dict, compare=False)
    """How many games it lost without an answer that counts, by cause: ``late``, ``crashed``
    and so on (docs/botzone.md)."""
    accounts: dict[str, str] = field(default_factory=dict, compare=False)
    """What happened in the first of them, by cause."""

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

    def __str__(self) -> str:
        """Both players, the better first: wins, and points per game."""
        return _lines([self, self.reversed()], [self.a, self.b], self.deals, self.games)

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


@dataclass(frozen=True)
class PlayerScore:
    """What one of several players has come to so far; the same measures as of a
    :class:`Score`, for the seats of this player."""

    name: str
    wp: Estimate
    wp_landlord: Estimate
    wp_peasants: Estimate
    adp: Estimate
    adp_landlord: Estimate
    adp_peasants: Estimate
    pace: Pace


@dataclass(frozen=True)
class TableScore:
    """What has been played so far by a player for each seat (docs/agents.md)."""

    players: tuple[PlayerScore, ...]
    """In the order in which they were named."""
    table: Table
    bidding: bool
    rotate: bool
    """Whether each player sat at every seat in turn."""
    seed: int
    deals: int
    games: int
    seconds: float = field(default=0.0, compare=False)
    """Wall-clock time."""

    def __str__(self) -> str:
        """The players, the best first: wins, and points per game."""
        return _lines(self.players, [each.name for each in self.players], self.deals, self.games)


def _lines(
    scores: Sequence[Score | PlayerScore], names: Sequence[str], deals: int, games: int
) -> str:
    """The players, those with most points first."""
    measures = ("wp", "wp_landlord", "wp_peasants", "adp")
    # A mean that is not known comes last.
    order = sorted(range(len(names)), key=lambda at: -_known(scores[at].adp.mean))
    rows = [(names[at], *(getattr(scores[at], name) for name in measures)) for at in order]
    head = ("player", "wins", "as landlord", "as peasants", "points per game")
    return "\n".join(
        [*columns([head, *rows], "<>>>>"), f"{counted(deals, 'deal')}, {counted(games, 'game')}"]
    )


def _known(mean: float) -> float:
    return -math.inf if math.isnan(mean) else mean


class Sums:
    """The sums of one player: of all games, those as the landlord, and those against one."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.halves = Tally(), Tally(), Tally()
        self.points = Tally(), Tally(), Tally()

    def add(self, games: list[Played], clock: Clock) -> None:
        """One deal more."""
        sides: list[list[Played]] = [
            games,
            [game for game in games if game.as_landlord is True],
            [game for game in games if game.as_landlord is False],
        ]
        for side, halves, points in zip(sides, self.halves, self.points, strict=True):
            halves.add(len(side), sum(game.halves for game in side))
            points.add(len(side), sum(game.points for game in side))
        self.clock.add_all(clock)

    def score(self, name: str) -> PlayerScore:
        """What it came to so far."""
        wp, wp_landlord, wp_peasants = (tally.estimate(2) for tally in self.halves)
        adp, adp_landlord, adp_peasants = (tally.estimate(1) for tally in self.points)
        clock = self.clock
        pace = Pace(
            name,
            clock.decisions,
            clock.seconds,
            clock.longest,
            clock.unanswered,
            dict(clock.forfeits),
            dict(clock.accounts),
        )
        return PlayerScore(
            name, wp, wp_landlord, wp_peasants, adp, adp_landlord, adp_peasants, pace
        )


class Counting:
    """The sums of a match, deal by deal, and how long it has taken."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.sums = [Sums() for _ in terms.players]
        self.seconds = 0.0

    @property
    def deals(self) -> int:
        """How many have been played."""
        return self.sums[0].halves[0].deals

    def add(self, played: PlayedDeal) -> None:
        """One deal more."""
        for player, sums in enumerate(self.sums):
            sums.add([game[player] for game in played.games], played.clocks[player])

    def score(self) -> Score:
        """What A and B came to so far."""
        terms = self.terms
        a, b = (sums.score(name) for sums, name in zip(self.sums, terms.names, strict=True))
        return Score(
            a=a.name,
            b=b.name,
            table=terms.table,
            bidding=terms.bidding,
            seed=terms.seed,
            deals=self.deals,
            games=self.sums[0].halves[0].games,
            wp=a.wp,
            wp_landlord=a.wp_landlord,
            wp_peasants=a.wp_peasants,
            adp=a.adp,
            adp_landlord=a.adp_landlord,
            adp_peasants=a.adp_peasants,
            paces=(a.pace, b.pace),
            seconds=self.seconds,
        )

    def table_score(self) -> TableScore:
        """What a player for each seat came to so far."""
        terms = self.terms
        players = tuple(sums.score(name) for sums, name in zip(self.sums, terms.names, strict=True))
        return TableScore(
            players=players,
            table=terms.table,
            bidding=terms.bidding,
            rotate=len(terms.seatings) > 1,
            seed=terms.seed,
            deals=self.deals,
            games=self.sums[0].halves[0].games,
            seconds=self.seconds,
        )
