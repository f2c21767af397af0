"""Rollouts: what each action comes to when hidden hands are drawn and played out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf, isnan, nan, sqrt
from threading import Lock
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._core import rollouts as _rollouts
from .._core.queries import explain
from .._core.threads import Alone, Watch, checked_threads, in_slices
from .._core.values import PASS, Move
from ..arguments import seed_number, shown, whole_number
from ..columns import best_of, counted
from ..errors import InvalidArgument
from ..game.observation import Observation
from ..refusals import must_lead
from .bid_model import BidModel
from .habits import greedy_for

Policy: TypeAlias = Literal["random", "greedy"]

POLICIES = ("random", "greedy")

WORLDS = 10_000
"""Worlds drawn where nothing else is asked for."""

MOST_WORLDS = 1 << 40

BATCH = 1024
"""Worlds drawn at a time, so that memory stays the same however many there are."""

FIRST_ROUND = 32
"""Worlds drawn before the time or the error is looked at."""


@dataclass(frozen=True)
class PlayValue:
    """What one action came to, for the player who would take it."""

    action: Move
    worlds: int
    """In how many worlds it was tried; the same ones for every action."""
    wins: int
    """Worlds that his side won."""
    mean_points: float
    """Points of this seat, with base, stake and multiplier."""
    standard_error: float
    """Of the mean points; nan for a single world."""

    @property
    def win_rate(self) -> float:
        """The share of the worlds that were won."""
        return self.wins / self.worlds

    @property
    def win_error(self) -> float:
        """The standard error of the win rate."""
        return sqrt(self.win_rate * (1 - self.win_rate) / self.worlds)


@dataclass(frozen=True)
class Rollout:
    """What came of trying every action in the same worlds."""

    plays: tuple[PlayValue, ...]
    """One for each action, in the order of the legal actions."""
    worlds: int
    """How many worlds were drawn."""
    seconds: float

    @property
    def best(self) -> PlayValue:
        """The action with the highest mean points; of equal ones the first."""
        return max(self.plays, key=lambda play: play.mean_points)

    @property
    def _best_first(self) -> list[PlayValue]:
        return sorted(self.plays, key=lambda play: -play.mean_points)

    @property
    def _drawn(self) -> str:
        return f"{counted(self.worlds, 'world')} in {self.seconds:.3g} s"

    def __str__(self) -> str:
        """The best actions with their points and wins, standard errors beside them."""
        rows = [
            (play.action, f"{play.mean_points:+.3f}{_error(play)}", f"{play.win_rate:.1%}")
            for play in self._best_first
        ]
        return "\n".join([*best_of(rows, ("action", "points", "wins"), "<>>"), self._drawn])

    def _repr_html_(self) -> str:
        """The same as a table with bars, for notebooks."""
        # Drawing is needed where somebody looks, and takes time to load.
        html = import_module("ddz_core.svg.html")
        best = self._best_first
        bars = html.bars((play.mean_points, play.standard_error) for play in best)
        rows = [
            (play.action, f"{play.mean_points:+.3f}", _error(play), bar, f"{play.win_rate:.1%}")
            for play, bar in zip(best, bars, strict=True)
        ]
        head = ("action", "points", "error", "", "wins")
        drawn: str = html.table(f"Rollout: {self._drawn}", head, rows)
        return drawn


def _error(play: PlayValue) -> str:
    """Nothing for a single world."""
    return "" if isnan(play.standard_error) else f" ± {play.standard_error:.3f}"


class Rolling:
    """Rollouts of one observation that can be gone on with: world by world, from 0 on.

    What comes out depends on the seed, the actions and the number of worlds, never on
    the threads or on how many calls it takes. An interrupted call changes nothing. One
    thread at a time may go on: a call while another one runs raises :class:`RuntimeError`.
    """

    def __init__(
        self,
        observation: Observation,
        policy: Policy = "greedy",
        seed: int = 1,
        actions: Sequence[Move] | None = None,
        bidding: bool = False,
    ) -> None:
        if not isinstance(policy, str) or policy not in POLICIES:
            raise InvalidArgument(f"policy is 'random' or 'greedy', not {shown(policy)}")
        self._seed = seed_number(seed)
        self._sight = _rollouts.Sight(observation)  # refuses what is no observation
        greedy = greedy_for(observation.rules).compiled
        self._habits = greedy if policy == "greedy" else None
        self._bids = BidModel(observation) if bidding else None
        self._unit = _unit(observation)
        self.actions = _moves(observation, actions)
        self._alone = Alone("these rollouts")
        self._done = 0, np.zeros((len(self.actions), 3), np.int64)

    @property
    def tried(self) -> int:
        """In how many worlds the actions have been tried."""
        return self._done[0]

    def worlds(self, first: int, stop: int) -> NDArray[np.uint64]:
        """The hands of worlds ``first`` to ``stop - 1``, ``uint64[n, players]``."""
        first = whole_number("first", first, 0, MOST_WORLDS)
        stop = whole_number("stop", stop, first, MOST_WORLDS)
        if self._bids is None:
            return self._sight.worlds(self._seed, first, stop)
        return self._bids.worlds(self._sight, self._seed, first, stop)

    def go_on(self, worlds: int, threads: int = 1) -> None:
        """Tries the actions in so many worlds more, 2**40 in all at the most."""
        with self._alone:
            tried, sums = self._done
            worlds = whole_number("worlds", worlds, 0, MOST_WORLDS - tried)
            # At once, so that it has all been added or nothing.
            self._done = tried + worlds, sums + self._sums(tried, worlds, threads)

    def _sums(self, first: int, worlds: int, threads: int) -> NDArray[np.int64]:
        """What the actions come to in so many worlds from the first on."""
        sums = np.zeros((len(self.actions), 3), np.int64)
        adding = Lock()
        watch = Watch()

        def work(start: int, stop: int) -> None:
            nonlocal sums
            for at in range(first + start, first + stop, BATCH):
                part = self._tried(at, min(at + BATCH, first + stop), watch)
                with adding:
                    sums += part

        in_slices(work, worlds, threads, 16, watch)
        return sums

    def _tried(self, first: int, stop: int, watch: Watch) -> NDArray[np.int64]:
        """What the actions come to in these worlds."""
        return self._sight.rollout(
            self._habits, self.actions, self.worlds(first, stop), self._seed, first, watch
        )

    def differences(self, first: int, stop: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The points of the first action less those of the second in worlds ``first`` to
        ``stop - 1``, and the same of their wins: ``float64[n]`` each. Changes nothing.

        Raises :class:`InvalidArgument` where there are fewer than two actions."""
        if len(self.actions) < 2:
            raise InvalidArgument("differences need two actions")
        worlds, pair, watch = self.worlds(first, stop), self.actions[:2], Watch()
        points = np.empty((len(worlds), 2))
        wins = np.empty((len(worlds), 2))
        for i in range(len(worlds)):
            sums = self._sight.rollout(
                self._habits, pair, worlds[i : i + 1], self._seed, first + i, watch
            )
            wins[i], points[i] = sums[:, 0], sums[:, 1]
        return (points[:, 0] - points[:, 1]) * self._unit, wins[:, 0] - wins[:, 1]

    def plays(self) -> tuple[PlayValue, ...]:
        """What each action came to so far; nothing before the first world."""
        (n, sums), unit = self._done, self._unit
        if n == 0:
            return ()
        found = []
        for action, (wins, points, squares) in zip(self.actions, sums.tolist(), strict=True):
            mean = points / n
            spread = max(0.0, squares / n - mean * mean)
            error = sqrt(spread / (n - 1)) if n > 1 else float("nan")
            found.append(PlayValue(action, n, wins, mean * unit, error * unit))
        return tuple(found)


def _unit(observation: Observation) -> float:
    """What the points of this seat are multiplied with, bombs and spring apart."""
    factors, landlord = observation.factors, observation.landlord or 0
    peasants = [factor for seat, factor in enumerate(factors) if seat != landlord]
    own: float = factors[observation.seat]
    if observation.seat == landlord:
        own = sum(peasants) / len(peasants)
    opened = 1 if observation.open_hand is None else observation.table.open_hand
    return observation.table.base * observation.stake * opened * factors[landlord] * own


def _moves(observation: Observation, actions: Sequence[Move] | None) -> tuple[Move, ...]:
    """The actions asked for, which must be legal; all of them where none are named."""
    legal = [action for action in observation.legal_actions if isinstance(action, Move)]
    if actions is None:
        return tuple(legal)
    actions = tuple(actions)
    for action in actions:
        if not isinstance(action, Move):
            raise InvalidArgument(f"an action of the play phase is a Move, not {shown(action)}")
        if action == PASS and observation.last is None:
            raise must_lead()
        if action != PASS:
            why = explain(observation.hand, action, observation.last, observation.rules)
            if why is not None:
                raise why
    if not actions:
        raise InvalidArgument("rollouts need at least one action to try")
    return actions


def rollout(
    observation: Observation,
    deals: int | None = None,
    policy: Policy = "greedy",
    threads: int = 1,
    *,
    seed: int = 1,
    actions: Sequence[Move] | None = None,
    time_limit: float | None = None,
    error: float | None = None,
    bidding: bool = False,
) -> Rollout:
    """What each legal action comes to when the hidden cards are dealt at random.

    Every way to give the unseen cards out that fits what is public (sizes of hands,
    bottom cards that must be with the landlord, cards discarded) is equally likely. All
    actions are tried in the same worlds, and played out by ``policy``: ``"random"``,
    every legal action equally likely, or ``"greedy"`` (docs/agents.md).

    With ``bidding`` worlds are likely as the bids and passes of the others are with the
    hands they hold there: who bid high holds a good hand more often (docs/appraisal.md).
    Where the table has no auction that changes nothing.

    ``deals`` worlds are drawn, 10,000 where nothing is said; or as many as fit into
    ``time_limit`` seconds, or as it takes until the standard error of every action's
    mean points is at most ``error``, whichever comes first of those given. For a given
    number of worlds the result depends on ``seed`` alone and not on ``threads``.
    ``actions`` names those to try; without it all legal ones are.

    Raises :class:`WrongPhase` where the seat has no play to choose, :class:`IllegalPlay`
    for an action that may not be made, :class:`InvalidArgument` for numbers out of range.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("standard", deal=1)
    >>> for action in ("pass", "pass", "bid:3"):
    ...     game.push(action)
    >>> found = rollout(game.observation(game.turn), deals=200)
    >>> len(found.plays) == len(game.legal_actions()), found.worlds
    (True, 200)
    """
    rolling = Rolling(observation, policy, seed, actions, bidding)
    threads = checked_threads(threads)
    most = WORLDS if deals is None and time_limit is None and error is None else MOST_WORLDS
    if deals is not None:
        most = whole_number("deals", deals, 1, MOST_WORLDS)
    limit = checked_bound("time_limit", time_limit)
    enough = checked_bound("error", error, most=-inf)
    started = time.perf_counter()
    if time_limit is None and error is None:
        rolling.go_on(most, threads)
    else:
        _until(rolling, most, started + limit, enough, threads)
    return Rollout(rolling.plays(), rolling.tried, time.perf_counter() - started)


def checked_bound(name: str, value: float | None, most: float = inf) -> float:
    """A number above 0; ``most`` where there is none."""
    if value is None:
        return most
    try:
        number = nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = nan
    if not number > 0:
        raise InvalidArgument(f"{name} is a number above 0, not {shown(value)}")
    return number


def _until(rolling: Rolling, most: int, deadline: float, error: float, threads: int) -> None:
    """Goes on by rounds until one of the bounds is reached.

    A round is as large as all before it, but no larger than fits into half of the time
    left: so the last one ends in time, and few rounds look at the clock.
    """
    started = time.perf_counter()
    n = min(FIRST_ROUND, most)
    while n > 0:
        rolling.go_on(n, threads)
        now = time.perf_counter()
        if rolling.tried > 1 and max(p.standard_error for p in rolling.plays()) <= error:
            return
        each = max(now - started, 1e-9) / rolling.tried
        fit = (deadline - now) / each
        if fit < 2 or now >= deadline:
            return
        n = min(rolling.tried, most - rolling.tried, int(min(fit / 2, MOST_WORLDS)))
