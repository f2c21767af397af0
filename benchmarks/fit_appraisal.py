"""Fits the numbers behind ``ddz.appraise`` and ``recommended_bid``, and writes docs/appraisal.md.

    python benchmarks/fit_appraisal.py

Deals are played by the greedy player, so this is to be run again when its habits change
(``ddz_core/habits.py``). It writes ddz_core/appraisal_numbers.py, and what it found and how
well that holds on other deals to docs/appraisal.md and docs/appraisal.svg. It takes about
five minutes on one core; with ``--quick`` it prints what it finds, and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from appraisal_auctions import Auctions, Check, Thresholds
from appraisal_deals import GAMES, KNOWN, Deals, Fit, fit, play
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TOP = Path(__file__).parents[1]
NUMBERS = TOP / "ddz_core" / "appraisal_numbers.py"

FIT_FROM, SEARCH_FROM, CHECK_FROM = 1, 10_000_001, 20_000_001
"""The first deals to fit to, to find thresholds with, and to check everything on."""

HANDICAP = {"3": 0.5, "2": 0.0, "2 short": 0.0}
"""How many points fewer than with greedy play a landlord gets among strong players; see
docs/appraisal.md for the measurement. The thresholds are found with it."""

SPACING = 0.3
"""Between the thresholds of the points auction, which would else fall together."""

DOUBLINGS = {"3": 4, "2": 5, "2 short": 5}
"""How many bids a doubling auction has with its own ceiling."""


@dataclass(frozen=True)
class Quick:
    """The expected points by the numbers of cards alone."""

    worths: Floats
    """By slot and number of cards, ``float64[15, 5]``."""
    spread: float
    """The standard deviation of what the expected points are beside that."""


@dataclass(frozen=True)
class Found:
    """Everything found for one game."""

    fits: list[Fit]
    """By how many bottom cards are known."""
    points: list[Thresholds]
    doubling: list[Thresholds]
    points_checks: list[Check]
    doubling_checks: list[Check]
    quick: list[Quick]
    """Without and with one bottom card known."""


def told(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def quick_fit(deals: Deals, expected: Floats, known: int) -> Quick:
    """A number for each slot and number of cards, that together come near the points."""
    counts = deals.counts(known).reshape(-1, 15)
    y = expected.reshape(-1)
    places = counts + 5 * np.arange(15)
    # One card more of a slot is one less of the others: so no slot's 0 is fixed at 0, the
    # least-squares solution of the smallest norm is taken.
    gram = np.zeros((75, 75))
    for one in range(15):
        for other in range(15):
            pairs = np.bincount(places[:, one] * 75 + places[:, other], minlength=75 * 75)
            gram += pairs.reshape(75, 75)
    right = sum(np.bincount(places[:, slot], y, 75) for slot in range(15))
    worths = np.linalg.lstsq(gram, right, rcond=1e-9)[0]
    spread = float((y - worths[places].sum(axis=1)).std())
    return Quick(worths.reshape(15, 5), spread)


def found_for(game: str, n: int) -> Found:
    """Fits, and searches thresholds."""
    deals = play(game, FIT_FROM, n)
    fits = [fit(deals, known) for known in KNOWN]
    told(f"{game}: fitted to {n:,} deals, R² {fits[0].explained:.3f}")
    quick = [
        quick_fit(deals, deals.features(known) @ fits[known].weights, known) for known in (0, 1)
    ]
    thresholds, checks = [], []
    searched = play(game, SEARCH_FROM, n // 2)
    checked = play(game, CHECK_FROM, n // 2)
    weights = fits[0].weights
    for bids, spacing in ((0, SPACING), (DOUBLINGS[game], None)):
        auctions = Auctions(searched.closed @ weights, searched.points - HANDICAP[game], bids)
        best = auctions.equilibrium(spacing)
        thresholds.append(best)
        held_out = Auctions(checked.closed @ weights, checked.points - HANDICAP[game], bids)
        checks.append(held_out.check(best))
        told(f"{game}: thresholds {best}")
        told(f"{game}: {checks[-1]}")
    return Found(fits, *thresholds, *checks, quick)


def _rows(numbers: Floats, digits: int = 3) -> str:
    """Nested tuples as they stand in a source file."""
    array = np.asarray(numbers)
    if array.ndim == 0:
        return str(round(float(array), digits) + 0.0)
    return "(" + "".join(f"{_rows(part, digits)}, " for part in array) + ")"


def numbers_file(found: dict[str, Found]) -> str:
    """The text of ddz_core/appraisal_numbers.py; ``ruff format`` lays it out."""
    tables = {
        "WEIGHTS": (
            "dict[str, tuple[tuple[float, ...], ...]]",
            {game: [each.weights for each in f.fits] for game, f in found.items()},
            "Of each feature, by game and by how many bottom cards are known.",
        ),
        "POINTS_AUCTION": (
            "dict[str, tuple[tuple[float, ...], ...]]",
            {game: f.points for game, f in found.items()},
            "The expected points from which on to bid 1, 2, 3, by game and place in the order\n"
            "of bidding.",
        ),
        "DOUBLING_AUCTION": (
            "dict[str, tuple[tuple[float, ...], ...]]",
            {game: f.doubling for game, f in found.items()},
            "The expected points from which on to bid 1, 2, 4, 8, …, in the same way.",
        ),
        "QUICK_WORTHS": (
            "dict[str, tuple[tuple[tuple[float, ...], ...], ...]]",
            {game: [q.worths for q in f.quick] for game, f in found.items()},
            "Of so many cards of each slot, by game and by whether a bottom card is known: they\n"
            "add up to an estimate of the expected points.",
        ),
        "QUICK_SPREADS": (
            "dict[str, tuple[float, ...]]",
            {game: [q.spread for q in f.quick] for game, f in found.items()},
            "The standard deviation of the expected points from that estimate.",
        ),
    }
    lines = [
        '"""The numbers behind appraisals and bids: written by benchmarks/fit_appraisal.py."""',
        "",
        "from __future__ import annotations",
        "",
    ]
    for name, (kind, values, doc) in tables.items():
        rows = "".join(f'    "{game}": {_rows(value)},\n' for game, value in values.items())
        lines += [f"{name}: {kind} = {{", rows + "}", f'"""{doc}"""', ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=400_000, help="how many to fit to")
    parser.add_argument("--quick", action="store_true", help="print only, write nothing")
    options = parser.parse_args()
    found = {game: found_for(game, options.deals) for game in GAMES}
    if options.quick:
        print(numbers_file(found))
        return
    NUMBERS.write_text(numbers_file(found), encoding="utf-8")
    told(f"{NUMBERS.name} is written")


if __name__ == "__main__":
    main()
