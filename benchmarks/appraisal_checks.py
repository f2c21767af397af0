"""What was fitted, held against deals that it was not fitted to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from appraisal_auctions import Auctions, Levels, Thresholds
from appraisal_deals import Deals
from appraisal_leads import table_of
from numpy.typing import NDArray

import ddz_core as ddz
from ddz_core import agents
from ddz_core._core.rollouts import greedy_points
from ddz_core.analysis.habits import greedy_for
from ddz_core.analysis.solving import min_plays
from ddz_core.game import discards
from ddz_core.rules import WILD_RANKS, Rules

Floats = NDArray[np.float64]


class Group(NamedTuple):
    """Hands of like expected points: what was expected, and what came of it."""

    expected: float
    played: float
    error: float
    hands: int


def groups(
    expected: Floats, played: Floats, number: int, stands_for: Floats | None = None
) -> list[Group]:
    """From the weakest hands to the strongest, equally many in each, or such as stand for
    equally many."""
    order = np.argsort(expected, kind="stable")
    weights = np.ones(len(order)) if stands_for is None else stands_for
    upto = weights[order].cumsum()
    cuts = np.searchsorted(upto, upto[-1] * np.arange(1, number) / number)
    return [group(expected[p], played[p], weights[p]) for p in np.split(order, cuts)]


def group(expected: Floats, played: Floats, weights: Floats | None = None) -> Group:
    """Those hands as one group."""
    weights = np.ones(len(played)) if weights is None else weights
    mean = float(np.average(played, weights=weights))
    error = np.sqrt((weights**2 * (played - mean) ** 2).sum()) / weights.sum()
    return Group(float(np.average(expected, weights=weights)), mean, float(error), len(played))


def played_by(player: str, game: str, deals: NDArray[np.int64]) -> Floats:
    """The landlord's points in those deals and seats (``int64[n, 2]``), played by players of
    that name."""
    points = np.empty(len(deals))
    for i, (number, landlord) in enumerate(deals.tolist()):
        table = table_of(game, landlord)
        played = ddz.Game(table, number)
        seated = [agents.make(player, 4 * i + seat) for seat in range(table.players)]
        while (seat := played.turn) is not None:
            played.push(seated[seat].act(played.observation(seat)))
        assert played.result is not None
        points[i] = played.result.points[landlord]
    return points


@dataclass(frozen=True)
class Shift:
    """How many points more the landlord gets where cards are discarded before the play."""

    mean: float
    error: float


def discard_shift(deals: Deals) -> Shift:
    """With seat 0 as the landlord; all discard what costs most plays."""
    more = np.empty(deals.n)
    for slot in np.unique(deals.wild).tolist():
        at = deals.wild == slot
        rules = Rules.preset(deals.rules)  # type: ignore[arg-type]
        if slot >= 0:
            rules = rules.changed(wild=WILD_RANKS[slot])
        hands = deals.hands[at]
        hands[:, 0] += deals.bottoms[at]
        laid = np.empty_like(hands)
        for i, seat in np.ndindex(*hands.shape):
            hand = ddz.Hand(int(hands[i, seat]), decks=rules.decks)
            laid[i, seat] = _after_discard(hand, seat == 0, rules)
        habits = greedy_for(rules).compiled
        played = greedy_points(habits, habits, laid, deals.asides[at], 0, rules)
        more[at] = played - deals.points[at, 0]
    return Shift(float(more.mean()), float(more.std() / np.sqrt(deals.n)))


def _after_discard(hand: ddz.Hand, is_landlord: bool, rules: Rules) -> int:
    """What is left: of the fewest plays, then of the fewest cards, then of the highest."""
    left = [hand - each.cards for each in discards.legal(hand, is_landlord)]
    packed = np.array([each.packed for each in left], np.uint64)
    plays = min_plays(packed, rules).tolist()

    def merit(i: int) -> tuple[int, int, int]:
        return -plays[i], -len(left[i]), int(left[i].counts @ np.arange(15))

    return left[max(range(len(left)), key=merit)].packed


@dataclass(frozen=True)
class Meeting:
    """How a seat that bids by its thresholds does against others, over all places."""

    others: str
    value: float
    """Its mean points of a deal."""
    error: float
    led: float
    """The share of deals in which it became the landlord."""
    as_landlord: float
    """Its mean points in those."""


def meetings(auctions: Auctions, thresholds: Sequence[Thresholds]) -> list[Meeting]:
    """Against copies of itself, and against others that bid in some simple way."""
    own = auctions.levels(thresholds)
    most = auctions.bids
    random = np.random.default_rng(7).integers(0, most + 1, own.shape)
    kinds: list[tuple[str, Levels]] = [
        ("themselves", own),
        ("bid at random", random),
        ("always bid", np.full(own.shape, most)),
        ("never bid", np.zeros(own.shape, np.int64)),
    ]
    return [_meeting(auctions, own, name, others) for name, others in kinds]


def _meeting(auctions: Auctions, own: Levels, name: str, others: Levels) -> Meeting:
    points, led = [], []
    for seat in range(own.shape[1]):
        levels = others.copy()
        levels[:, seat] = own[:, seat]
        outcomes = auctions.outcomes(levels)
        points.append(outcomes.points(auctions.points, seat))
        led.append(outcomes.landlords == seat)
    all_points, all_led = np.concatenate(points), np.concatenate(led)
    by_deal = np.mean(points, axis=0)
    return Meeting(
        name,
        float(all_points.mean()),
        float(by_deal.std() / np.sqrt(len(by_deal))),
        float(all_led.mean()),
        float(all_points[all_led].mean()) if all_led.any() else 0.0,
    )
