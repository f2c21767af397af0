"""Fits the numbers behind ``ddz.appraise`` and ``recommended_bid``, and writes docs/appraisal.md.

    python benchmarks/fit_appraisal.py

Deals are played by the greedy player, so this is to be run again when its habits change
(``ddz_core/habits.py``). It writes ddz_core/appraisal_numbers.py, and what it found and how
well that holds on other deals to docs/appraisal.md and docs/appraisal.svg. It takes about
a quarter of an hour on one core; with ``--quick`` it prints what it finds, and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from appraisal_auctions import Auctions, Thresholds
from appraisal_checks import Shift, discard_shift, groups, meetings, played_by
from appraisal_deals import GAMES, KNOWN, Deals, Fit, fit, play
from appraisal_report import (
    TITLES,
    calibration_table,
    fitted_table,
    meetings_table,
    model_table,
    plot,
    rules_table,
    strong_table,
    thresholds_table,
    write_report,
)
from numpy.typing import NDArray

from ddz_core import agents

Floats = NDArray[np.float64]

TOP = Path(__file__).parents[1]
NUMBERS = TOP / "ddz_core" / "appraisal_numbers.py"

FIT_FROM, SEARCH_FROM, SHIFT_FROM, CHECK_FROM = 1, 10_000_001, 20_000_001, 30_000_001
"""The first deals to fit to, to find thresholds with, to discard cards in, and to check
everything on."""

HANDICAP = {"3": 0.5, "2": 0.0, "2 short": 0.0}
"""How many points fewer than with greedy play a landlord gets among strong players; see
docs/appraisal.md for the measurement. The thresholds are found with it."""

SPACING = 0.3
"""Between the thresholds of the points auction, which would else fall together."""

RULES = ("standard", "free_kickers", "shuttle", "bga_bomb_mode", "rlcard", "douzero", "openspiel")
"""Presets to be held against ``standard``, which is fitted to."""

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
    quick: list[Quick]
    """Without and with one bottom card known."""
    shift: Shift
    """Where cards are discarded before the play."""


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


def expected_in(deals: Deals, found: Fit) -> Floats:
    """By deal and seat, with no bottom card known."""
    return deals.closed @ found.weights


def found_for(game: str, n: int) -> Found:
    """Fits, and searches thresholds."""
    deals = play(game, FIT_FROM, n)
    fits = [fit(deals, known) for known in KNOWN]
    told(f"{game}: fitted to {n:,} deals, R² {fits[0].explained:.3f}")
    quick = [
        quick_fit(deals, deals.features(known) @ fits[known].weights, known) for known in (0, 1)
    ]
    shift = discard_shift(play(game, SHIFT_FROM, n // 100))
    told(f"{game}: discarding shifts by {shift.mean:+.2f} ± {shift.error:.2f}")
    searched = play(game, SEARCH_FROM, n // 2)
    thresholds = []
    for bids, spacing in ((0, SPACING), (DOUBLINGS[game], None)):
        expected = expected_in(searched, fits[0])
        auctions = Auctions(expected, searched.points - HANDICAP[game], bids)
        thresholds.append(auctions.equilibrium(spacing))
        told(f"{game}: thresholds {thresholds[-1]}")
    return Found(fits, *thresholds, quick, shift)


def _rows(numbers: Floats, indent: int = 4) -> str:
    """Nested tuples as they stand in a source file: each of the innermost on one line."""
    array = np.asarray(numbers)
    if array.ndim == 0:
        return str(round(float(array), 3) + 0.0)
    if array.ndim == 1:
        return f"({', '.join(map(_rows, array))})"
    inner = " " * (indent + 4)
    rows = "".join(f"{inner}{_rows(part, indent + 4)},\n" for part in array)
    return f"(\n{rows}{' ' * indent})"


def numbers_file(found: dict[str, Found]) -> str:
    """The text of ddz_core/appraisal_numbers.py."""
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
        "DISCARD_SHIFT": (
            "dict[str, float]",
            {game: f.shift.mean for game, f in found.items()},
            "To add to the expected points where cards are discarded before the play.",
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
    parser.add_argument("--hard", type=int, default=3000, help="deals that hard players play")
    parser.add_argument("--expert", type=int, default=300, help="deals that experts play")
    parser.add_argument("--quick", action="store_true", help="print only, write nothing")
    options = parser.parse_args()
    found = {game: found_for(game, options.deals) for game in GAMES}
    if options.quick:
        print(numbers_file(found))
        return
    NUMBERS.write_text(numbers_file(found), encoding="utf-8")
    told(f"{NUMBERS.name} is written")
    report(found, options)


def report(found: dict[str, Found], options: argparse.Namespace) -> None:
    """Writes the figures of docs/appraisal.md, and the plot."""
    checked = {game: play(game, CHECK_FROM, options.deals // 2) for game in GAMES}
    expected = {game: expected_in(checked[game], found[game].fits[0]) for game in GAMES}
    curves = {
        f"greedy, {TITLES[game]}": groups(
            expected[game].reshape(-1), checked[game].points.reshape(-1).astype(float), 10
        )
        for game in GAMES
    }
    strong = {}
    for name, n in (("hard", options.hard), ("expert", options.expert)):
        for game in ("3", "2"):
            if n and name in agents.names():
                points = played_by(name, int(game), CHECK_FROM, n)
                strong[name, game] = groups(expected[game][:n, 0], points, 5), points
                told(f"{name}, {game} players: {points.mean():+.3f}")
    auctions = {}
    for game in GAMES:
        for title, bids in (("points", 0), ("doubling", DOUBLINGS[game])):
            thresholds = found[game].doubling if bids else found[game].points
            with_handicap = checked[game].points - HANDICAP[game]
            check = Auctions(expected[game], with_handicap, bids).check(thresholds)
            as_played = Auctions(expected[game], checked[game].points.astype(float), bids)
            auctions[game, title] = thresholds, check, meetings(as_played, thresholds)
    rules = {name: rules_difference(name, found["3"].fits[0], options.deals // 4) for name in RULES}
    write_report(
        TOP / "docs" / "appraisal.md",
        {
            "fitted": fitted_table({game: f.fits for game, f in found.items()}),
            "rules": rules_table(rules),
            "calibration": calibration_table(curves),
            "strong": strong_table(strong, expected),
            "thresholds": thresholds_table(auctions, found),
            "meetings": meetings_table(auctions),
            "model": model_table(model_groups(found["3"], checked["3"], expected["3"])),
        },
    )
    (TOP / "docs" / "appraisal.svg").write_text(
        plot(
            {
                **curves,
                **{f"{name}, {TITLES[game]}": g for (name, game), (g, _) in strong.items()},
            }
        ),
        encoding="utf-8",
    )
    told("docs/appraisal.md and docs/appraisal.svg are written")


def model_groups(found: Found, deals: Deals, expected: Floats) -> list[tuple[float, float, float]]:
    """By tenths of the quick estimate: its mean, how likely the bid model takes a first bid
    of 3 to be, and how often it is made."""
    quick = found.quick[0]
    points = quick.worths[np.arange(15), deals.counts(0)].sum(axis=-1).reshape(-1)
    threshold = found.points[0][2]
    likely = 1 / (1 + np.exp((threshold - points) * np.pi / (quick.spread * np.sqrt(3))))
    made = expected.reshape(-1) >= threshold
    parts = np.array_split(np.argsort(points, kind="stable"), 10)
    return [(points[p].mean(), likely[p].mean(), made[p].mean()) for p in parts]


def rules_difference(rules: str, standard: Fit, n: int) -> tuple[float, float]:
    """How far apart, as a root of a mean square, the numbers fitted under other rules are
    from these in what they expect of the same hands, and how well both explain."""
    deals = play("3", CHECK_FROM, n, rules)
    own = fit(deals, 0)
    apart = deals.closed @ (own.weights - standard.weights)
    return float(np.sqrt((apart**2).mean())), own.explained


if __name__ == "__main__":
    main()
