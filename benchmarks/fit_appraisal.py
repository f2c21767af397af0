"""Fits the numbers behind ``ddz.appraise`` and ``recommended_bid``, and writes docs/appraisal.md.

    python benchmarks/fit_appraisal.py

Deals are played by the greedy player, so this is to be run again when its habits change
(``ddz_core/analysis/habits.py``). It writes ddz_core/analysis/appraisal_numbers.py, and what it
found and how well that holds on other deals to docs/appraisal.md and docs/appraisal.svg. It
takes about half an hour on one core; with ``--quick`` it prints what it finds, and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from appraisal_auctions import BOLD, Auctions, Thresholds
from appraisal_checks import Group, Shift, discard_shift, group, groups, meetings, played_by
from appraisal_deals import GAMES, KNOWN, Deals, play
from appraisal_leads import FEW, MANY, Leads, led
from appraisal_model import Fit, expected, explained, fit, fitted_alone, well_led
from appraisal_report import (
    TITLES,
    calibration_table,
    few_table,
    meetings_table,
    model_table,
    plot,
    ranks_table,
    rules_table,
    shape_table,
    strong_table,
    thresholds_table,
    write_report,
)
from numpy.typing import NDArray

from ddz_core.analysis.features import SHAPE
from ddz_core.packed import slot_counts

Floats = NDArray[np.float64]

TOP = Path(__file__).parents[1]
NUMBERS = TOP / "ddz_core" / "analysis" / "appraisal_numbers.py"

FIT_FROM, SEARCH_FROM, SHIFT_FROM, CHECK_FROM = 1, 10_000_001, 20_000_001, 30_000_001
LEADS_FROM, CHECK_LEADS_FROM = 40_000_001, 50_000_001
"""The first deals to fit to, to find thresholds with, to discard cards in, and to check
everything on; and the same for leads."""

HANDICAP = {"3": 0.6, "2": 0.1, "2 short": 0.1}
"""How many points fewer than expected a landlord gets among strong players; see
docs/appraisal.md for the measurement. The thresholds are found with it."""

SPACING = 0.3
"""Between the thresholds of the points auction, which would else fall together."""

RULES = ("standard", "free_kickers", "shuttle", "bga_bomb_mode", "rlcard", "douzero", "openspiel")
"""Presets to be held against ``standard``, which is fitted to."""

PER_LINE = 8
"""Numbers on a line of the file."""

DOUBLINGS = {"3": 4, "2": 5, "2 short": 5}
"""How many bids a doubling auction has with its own ceiling."""


@dataclass(frozen=True)
class Quick:
    """The expected points by the numbers of cards alone."""

    worths: Floats
    """By slot and number of cards, ``float64[15, 5]``, of two decks ``float64[15, 9]``."""
    spread: float
    """The standard deviation of what the expected points are beside that."""


@dataclass(frozen=True)
class Found:
    """Everything found for one game."""

    fits: list[Fit]
    """By how many bottom cards are known."""
    auctions: dict[str, list[Thresholds]]
    """By kind, and by place in the order of bidding."""
    quick: list[Quick]
    """Without and with one bottom card known."""
    shift: Shift
    """Where cards are discarded before the play."""


def told(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def quick_fit(deals: Deals, hoped: Floats, known: int) -> Quick:
    """A number for each slot and number of cards, that together come near the points."""
    counts = slot_counts(deals.cards(known).reshape(-1)).astype(np.int64)
    y = hoped.reshape(-1)
    each = 9 if deals.rules == "four" else 5
    places, n = counts + each * np.arange(15), 15 * each
    # One card more of a slot is one less of the others: so no slot's 0 is fixed at 0, the
    # least-squares solution of the smallest norm is taken.
    gram = np.zeros((n, n))
    for one in range(15):
        for other in range(15):
            pairs = np.bincount(places[:, one] * n + places[:, other], minlength=n * n)
            gram += pairs.reshape(n, n)
    right = sum(np.bincount(places[:, slot], y, n) for slot in range(15))
    worths = np.linalg.lstsq(gram, right, rcond=1e-9)[0]
    spread = float((y - worths[places].sum(axis=1)).std())
    return Quick(worths.reshape(15, each), spread)


def found_for(game: str, options: argparse.Namespace) -> Found:
    """Fits, and searches thresholds."""
    leads = led(game, LEADS_FROM, options.searched, options.leads)
    told(f"{game}: {len(leads.hands):,} hands led")
    deals = play(game, FIT_FROM, options.deals)
    fits = [fit(deals, leads, known) for known in KNOWN]
    told(f"{game}: fitted to {deals.n:,} deals, R² {fits[0].explained:.3f}")
    quick = [
        quick_fit(deals, expected(deals.cards(known), fits[known].weights), known)
        for known in (0, 1)
    ]
    shift = discard_shift(play(game, SHIFT_FROM, options.deals // 50))
    told(f"{game}: discarding shifts by {shift.mean:+.2f} ± {shift.error:.2f}")
    searched = play(game, SEARCH_FROM, options.deals // 2)
    points = well_led(searched, fits) - HANDICAP[game]
    hoped = expected(searched.cards(0), fits[0].weights)
    auctions = {}
    for kind, bids, spacing in (("points", 0, SPACING), ("doubling", DOUBLINGS[game], None)):
        bold = BOLD if bids else 0.0
        auctions[kind] = Auctions(hoped, points, bids, bold=bold).equilibrium(spacing)
        told(f"{game}: {kind} {auctions[kind]}")
    return Found(fits, auctions, quick, shift)


def rows_of(numbers: object, indent: int) -> str:
    """Nested tuples as they stand in a source file: the innermost on one line, if it fits."""
    array = np.asarray(numbers)
    inner = " " * (indent + 4)
    if array.ndim == 1:
        told = [str(round(float(each), 4) + 0.0) for each in array]
        if len(told) <= PER_LINE:
            return f"({', '.join(told)}{',' if len(told) == 1 else ''})"
        lines = [", ".join(told[i : i + PER_LINE]) for i in range(0, len(told), PER_LINE)]
        return "(" + "".join(f"\n{inner}{line}," for line in lines) + f"\n{' ' * indent})"
    rows = "".join(f"{inner}{rows_of(part, indent + 4)},\n" for part in array)
    return f"(\n{rows}{' ' * indent})"


def _numbers(game: str, found: Found) -> str:
    """The numbers of one setting, as they stand in the source file."""
    shapes = len(SHAPE)
    weights = "".join(
        f"            Weights(\n                ranks={rows_of(w[:-shapes].reshape(15, 4), 16)},\n"
        f"                shape={rows_of(w[-shapes:], 16)},\n            ),\n"
        for w in (each.weights for each in found.fits)
    )
    auctions = "".join(
        f'            "{kind}": {rows_of(thresholds, 12)},\n'
        for kind, thresholds in found.auctions.items()
    )
    quick = "".join(f"            {rows_of(each.worths, 12)},\n" for each in found.quick)
    return f'''    "{game}": Numbers(
        players={game[0]},
        weights=(
{weights}        ),
        auctions={{
{auctions}        }},
        discard_shift={round(found.shift.mean, 3)},
        quick_worths=(
{quick}        ),
        quick_spreads={rows_of([each.spread for each in found.quick], 8)},
    ),
'''


def numbers_file(found: dict[str, Found]) -> str:
    """The text of ddz_core/analysis/appraisal_numbers.py."""
    entries = "".join(_numbers(game, each) for game, each in found.items())
    return f'''"""The numbers behind appraisals and bids: written by benchmarks/fit_appraisal.py."""

from __future__ import annotations

from .settings import Numbers, Setting, Weights

# fmt: off
NUMBERS: dict[Setting, Numbers] = {{
{entries}}}
"""By setting."""
'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200_000, help="how many to fit to")
    parser.add_argument("--searched", type=int, default=300_000, help="deals to find leads in")
    parser.add_argument("--leads", type=int, default=1500, help="hands of each number of plays")
    parser.add_argument("--hard", type=int, default=3000, help="deals that hard players play")
    parser.add_argument("--expert", type=int, default=300, help="deals that experts play")
    parser.add_argument("--quick", action="store_true", help="print only, write nothing")
    options = parser.parse_args()
    found = {game: found_for(game, options) for game in GAMES}
    if options.quick:
        print(numbers_file(found))
        return
    NUMBERS.write_text(numbers_file(found), encoding="utf-8")
    told(f"{NUMBERS.name} is written")
    report(found, options)


def report(found: dict[str, Found], options: argparse.Namespace) -> None:
    """Writes the figures of docs/appraisal.md, and the plot."""
    led_again = {
        game: led(game, CHECK_LEADS_FROM, options.searched, options.leads) for game in GAMES
    }
    curves = {
        f"rollouts, {TITLES[game]}": groups(
            expected(each.cards(0), found[game].fits[0].weights), each.best, 10, each.stands_for
        )
        for game, each in led_again.items()
    }
    told("leads are checked")
    strong = {}
    for name, n in (("hard", options.hard), ("expert", options.expert)):
        for game in ("3", "2"):
            strong[name, game] = strong_groups(name, game, n, found[game].fits[0])
            told(f"{name}, {game} players: {strong[name, game][1]}")
    few = few_groups(found, led_again, options.hard // (MANY - FEW + 1))
    told("hands of few plays are checked")
    checked = {game: play(game, CHECK_FROM, options.deals // 2) for game in GAMES}
    hoped = {
        game: expected(each.cards(0), found[game].fits[0].weights) for game, each in checked.items()
    }
    auctions = {}
    for game in GAMES:
        points = well_led(checked[game], found[game].fits)
        for kind, bids in (("points", 0), ("doubling", DOUBLINGS[game])):
            thresholds = found[game].auctions[kind]
            check = Auctions(hoped[game], points - HANDICAP[game], bids).check(thresholds)
            as_played = Auctions(hoped[game], checked[game].points.astype(float), bids)
            auctions[game, kind] = thresholds, check, meetings(as_played, thresholds)
    rules = rules_differences(options.deals // 4)
    write_report(
        TOP / "docs" / "appraisal.md",
        {
            "shape": shape_table({game: f.fits for game, f in found.items()}),
            "ranks": ranks_table(found["3"].fits[0]),
            "rules": rules_table(rules),
            "calibration": calibration_table(curves),
            "few": few_table(few),
            "strong": strong_table(strong),
            "thresholds": thresholds_table(
                auctions, {TITLES[game]: f.shift for game, f in found.items()}
            ),
            "meetings": meetings_table(auctions),
            "model": model_table(model_groups(found["3"], checked["3"], hoped["3"])),
        },
    )
    more = {f"{name}, {TITLES[game]}": g for (name, game), (g, _) in strong.items()}
    (TOP / "docs" / "appraisal.svg").write_text(plot({**curves, **more}), encoding="utf-8")
    told("docs/appraisal.md and docs/appraisal.svg are written")


def strong_groups(name: str, game: str, n: int, found: Fit) -> tuple[list[Group], Group]:
    """Hands of seat 0 by fifths, and all together, played by players of that name."""
    numbers = CHECK_FROM + np.arange(n)
    points = played_by(name, game, np.stack([numbers, np.zeros_like(numbers)], axis=1))
    hoped = expected(play(game, CHECK_FROM, n).cards(0)[:, 0], found.weights)
    apart = group(hoped, points)
    error = float((points - hoped).std() / np.sqrt(n))
    return groups(hoped, points, 5), apart._replace(error=error)


def few_groups(
    found: dict[str, Found], leads: dict[str, Leads], each: int
) -> dict[str, dict[int, Group]]:
    """By the number of plays: as rollouts say, and as hard players play so many of each."""
    columns = {}
    for game, led_again in leads.items():
        hoped = expected(led_again.cards(0), found[game].fits[0].weights)
        plays = led_again.plays
        classes = {number: np.flatnonzero(plays == number) for number in range(FEW, MANY + 1)}
        columns[f"rollouts, {TITLES[game]}"] = {
            number: group(hoped[at], led_again.best[at])
            for number, at in classes.items()
            if len(at)
        }
        if game in ("3", "2"):
            columns[f"`hard`, {TITLES[game]}"] = {
                number: group(hoped[at[:each]], played_by("hard", game, led_again.deals[at[:each]]))
                for number, at in classes.items()
                if len(at)
            }
    return columns


def model_groups(found: Found, deals: Deals, hoped: Floats) -> list[tuple[float, float, float]]:
    """By tenths of the quick estimate: its mean, how likely the bid model takes a first bid
    of 3 to be, and how often it is made."""
    quick = found.quick[0]
    counts = slot_counts(deals.cards(0).reshape(-1))
    points = quick.worths[np.arange(15), counts].sum(axis=-1)
    threshold = found.auctions["points"][0][2]
    likely = 1 / (1 + np.exp((threshold - points) * np.pi / (quick.spread * np.sqrt(3))))
    made = hoped.reshape(-1) >= threshold
    parts = np.array_split(np.argsort(points, kind="stable"), 10)
    return [(points[p].mean(), likely[p].mean(), made[p].mean()) for p in parts]


def rules_differences(n: int) -> dict[str, tuple[float, float]]:
    """Numbers fitted to greedy play under other rules: how far apart, as a root of a mean
    square, from those of ``standard`` on other deals, and how well they explain."""
    standard = fitted_alone(play("3", FIT_FROM, n))
    found = {}
    for rules in RULES:
        deals = play("3", CHECK_FROM, n, rules)
        own = fitted_alone(deals)
        cards = deals.cards(0).reshape(-1)
        apart = expected(cards, own - standard, rules)
        r2 = explained(cards, deals.points.reshape(-1).astype(float), own, rules)
        found[rules] = float(np.sqrt((apart**2).mean())), r2
        told(f"{rules}: {found[rules]}")
    return found


if __name__ == "__main__":
    main()
