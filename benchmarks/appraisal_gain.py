"""What players gain who bid by today's numbers, against the model that was before.

    python benchmarks/appraisal_gain.py
    python benchmarks/appraisal_gain.py --player hard --deals 3000
    python benchmarks/appraisal_gain.py --match normal --deals 4000

The first plays many deals greedily with every seat as the landlord, so that the points of
every auction are known: one seat bids by the new numbers against two by the old ones, and
the other way round, over all places. The second does the same with other players. The
third is a match of the arena with bidding.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np
from appraisal_auctions import Auctions
from appraisal_checks import played_by
from appraisal_deals import Deals, play
from appraisal_linear import THRESHOLDS, linear_bid, linear_points
from appraisal_model import expected
from numpy.typing import NDArray

import ddz_core as ddz
from ddz_core import agents, arena
from ddz_core.analysis.bidding import thresholds
from ddz_core.analysis.expectation import numbers_of

FIRST = 70_000_001
"""Deals that nothing was fitted to."""

BIDS = {"points": 3, "doubling": 4}


def known_gain(kind: str, deals: Deals) -> None:
    """With the points of every auction known."""
    n = deals.n
    weights = numbers_of("3").weights[0]
    flat = np.concatenate([np.ravel(weights.ranks), weights.shape])
    table = ddz.Table(auction=kind)  # type: ignore[arg-type]
    by = {
        "new": (expected(deals.cards(0), flat), [thresholds(table, place) for place in range(3)]),
        "old": (linear_points(deals.hands.reshape(-1)).reshape(-1, 3), THRESHOLDS[kind]),
    }
    bids = 0 if kind == "points" else BIDS[kind]
    auctions = {
        name: Auctions(hoped, deals.points.astype(float), bids) for name, (hoped, _) in by.items()
    }
    levels = {name: auctions[name].levels(marks) for name, (_, marks) in by.items()}
    for one, others in (("new", "old"), ("old", "new")):
        points = np.mean([_seat(auctions[one], levels, one, others, s) for s in range(3)], axis=0)
        print(
            f"{kind}: one by the {one} numbers, two by the {others}: {points.mean():+.4f} "
            f"± {points.std() / np.sqrt(n):.4f} points a deal ({n:,} deals)"
        )


def played(player: str | None, n: int) -> Deals:
    """Deals with every seat as the landlord once, played greedily or by players of a name."""
    deals = play("3", FIRST, n)
    if player is None:
        return deals
    places = np.indices((n, 3)).reshape(2, -1).T + np.array([FIRST, 0])
    return replace(deals, points=played_by(player, "3", places).reshape(n, 3))


def _seat(
    auctions: Auctions, levels: dict[str, NDArray[np.int64]], one: str, others: str, seat: int
) -> NDArray[np.float64]:
    """The points of one seat that bids by one kind of numbers."""
    bid = levels[others].copy()
    bid[:, seat] = levels[one][:, seat]
    return auctions.outcomes(bid).points(auctions.points, seat)


def linear(name: str) -> arena.playing.Player:
    """A player of that name that bids by the old numbers."""
    kind = type(agents.make(name, 0))

    class Linear(kind):  # type: ignore[valid-type, misc]
        def bid(self, observation: ddz.Observation) -> ddz.Action:
            return linear_bid(observation)

    Linear.name = f"{name}-linear"
    return Linear


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--player", help="who plays them, if not the greedy player")
    parser.add_argument("--match", help="a match of the arena of players of that name instead")
    options = parser.parse_args()
    if options.match is None:
        deals = played(options.player, options.deals)
    for kind in BIDS:
        if options.match is None:
            known_gain(kind, deals)
            continue
        table = ddz.Table(auction=kind)  # type: ignore[arg-type]
        name, old = options.match, linear(options.match)
        score = arena.match(name, old, options.deals, FIRST, table, bidding=True)
        print(f"{kind}: {name} against the same with the old numbers: {score.adp}")


if __name__ == "__main__":
    main()
