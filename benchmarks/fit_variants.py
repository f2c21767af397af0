"""Fits the numbers of the variants, and writes section 6 of docs/appraisal.md.

    python benchmarks/fit_variants.py

That are hands of two decks and such with wild cards, calling and robbing, open hands and the
doubling round, at tables of every kind. It writes ddz_core/analysis/variant_numbers.py. It goes
by the numbers of benchmarks/fit_appraisal.py where there are some, and is to be run after it,
and when the greedy player's habits change. It takes about as long; with ``--quick`` it prints
what it finds, and writes nothing.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from appraisal_auctions import BOLD, GRID, Auctions, Thresholds
from appraisal_checks import Group, Shift, discard_shift, group, groups, meetings, played_by
from appraisal_deals import GAMES, VARIANTS, Deals, play
from appraisal_leads import Leads, led_evenly
from appraisal_model import expected, explained, fitted_alone, fitted_gain
from appraisal_report import (
    TITLES,
    calibration_table,
    doubling_table,
    meetings_table,
    open_table,
    strong_table,
    thresholds_table,
    write_report,
)
from fit_appraisal import DOUBLINGS, HANDICAP, SPACING, Quick, quick_fit, rows_of, told
from numpy.typing import NDArray
from variant_rounds import after_auction, fitted_doubling, fitted_lines, gain, played_open

import ddz_core as ddz
from ddz_core.analysis.appraisal_numbers import NUMBERS
from ddz_core.analysis.features import control_of, shape_of
from ddz_core.analysis.settings import Doubling, Line, Numbers, Weights
from ddz_core.packed import slot_counts
from ddz_core.rules import WILD_RANKS

Floats = NDArray[np.float64]

TOP = Path(__file__).parents[1]
WRITTEN = TOP / "ddz_core" / "analysis" / "variant_numbers.py"

FIT_FROM, SEARCH_FROM, SHIFT_FROM, CHECK_FROM = 1, 10_000_001, 20_000_001, 30_000_001
LEADS_FROM, CHECK_LEADS_FROM, OPEN_FROM = 40_000_001, 50_000_001, 60_000_001
"""The first deals to fit to, to find thresholds with, to discard cards in, to check everything
on, and for leads and open hands."""

BIDS = {**DOUBLINGS, "4": 4, "3 wild": 4, "2 wild": 5}
"""How many bids a doubling auction has with its own ceiling."""

LEAST_TO_OPEN = 1.0
"""Landlords' expected points from which on open hands are tried: others never open."""

AUCTIONS = ("points", "doubling", "call", "none")


@dataclass(frozen=True)
class Model:
    """The expected points of one setting."""

    weights: list[Floats]
    """By how many bottom cards are known."""
    gain: Floats
    """What more the better lead brings, all bottom cards known."""
    wild: list[Floats]
    """What to add by the number of wild cards, by how many bottom cards are known."""
    explained: float


def model_of(game: str, deals: Deals, leads: Leads) -> Model:
    """Fitted to greedy play, and to what the lead brings that rollouts choose."""
    bottom = int(slot_counts(deals.bottoms[:1]).sum())
    weights, wild = [], []
    for known in range(bottom + 1):
        cards = deals.cards(known)
        played = fitted_alone(deals, known)
        gained = fitted_gain(leads, known, deals.rules)
        weights.append(played + gained)
        if known == 0:
            r2 = explained(
                cards.reshape(-1), deals.points.reshape(-1).astype(float), played, deals.rules
            )
        if "wild" in game:
            apart = deals.points - expected(cards, played, deals.rules)
            wild.append(by_wild_cards(deals, cards, apart))
    return Model(weights, gained, wild, r2)


def by_wild_cards(deals: Deals, cards: NDArray[np.uint64], apart: Floats) -> Floats:
    """The mean of what is apart, by the number of wild cards."""
    held = wild_cards(cards, deals.wild)
    return np.array([apart[held == n].mean() for n in range(5)])


def wild_cards(cards: NDArray[np.uint64], slots: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many wild cards each hand of a deal has."""
    shifts = (4 * slots).astype(np.uint64)
    return (cards >> shifts.reshape(-1, *[1] * (cards.ndim - 1)) & np.uint64(15)).astype(np.int64)


def known_model(game: str, deals: Deals) -> Model:
    """That of a setting which the other script has fitted."""
    weights = [np.concatenate([np.ravel(w.ranks), w.shape]) for w in NUMBERS[game].weights]
    return Model(weights, weights[3] - fitted_alone(deals, 3), [], 0.0)


@dataclass(frozen=True)
class Hoped:
    """Deals, and what their hands are good for."""

    own: Floats
    """The expected points of each hand, ``float64[n, players]``."""
    own_after: Floats
    """The same when the wild rank is known."""
    with_bottom: Floats
    bottoms: Floats
    """The control of each bottom, wild cards among it."""
    points: Floats
    """What each seat gets as the landlord among strong players, about."""


def hoped_of(game: str, deals: Deals, model: Model, handicap: float) -> Hoped:
    last = len(model.weights) - 1
    own = expected(deals.cards(0), model.weights[0], deals.rules)
    whole = deals.cards(last)
    with_bottom = expected(whole, model.weights[last], deals.rules)
    points = deals.points + expected(whole, model.gain, deals.rules) - handicap
    bottoms, after = control_of(deals.bottoms), own
    if model.wild:
        after = own + model.wild[0][wild_cards(deals.cards(0), deals.wild)]
        with_bottom = with_bottom + model.wild[last][wild_cards(whole, deals.wild)]
        bottoms = bottoms + wild_cards(deals.bottoms, deals.wild)
    return Hoped(own, after, with_bottom, bottoms, points)


def worth_of(model: Model, seen: ddz.Observation) -> float:
    """The expected points of a landlord's hand, all his cards known."""
    cards = np.array([seen.hand.packed], np.uint64)
    worth = float(expected(cards, model.weights[-1], seen.table.rules.name)[0])
    if seen.wild is not None:
        worth += model.wild[-1][int(seen.hand.counts[WILD_RANKS.index(seen.wild)])]
    return worth


@dataclass(frozen=True)
class Found:
    """Everything found for one setting."""

    model: Model
    quick: list[Quick]
    shift: Shift | None
    auctions: dict[str, list[Thresholds]]
    doubling: dict[str, Doubling]
    lines: tuple[Line, Line]
    handicap: float


def auctions_of(game: str, hoped: Hoped) -> dict[str, Auctions]:
    """Those that there are."""
    step = 2.0 if game == "4" else 1.0
    found = {}
    for kind in AUCTIONS[:3]:
        bids = BIDS[game] if kind == "doubling" else 0
        found[kind] = Auctions(
            hoped.own,
            hoped.points,
            bids,
            np.round(GRID * step, 2),
            0.0 if kind == "points" else BOLD,
            kind == "call",
        )
    return found


def found_for(game: str, options: argparse.Namespace) -> Found:
    """Fits, and searches thresholds."""
    searched = play(game, SEARCH_FROM, options.deals // 2)
    told(f"{game}: {searched.n:,} deals played")
    quick, shift, handicap = [], None, HANDICAP.get(game, 0.0)
    if game in GAMES:
        model = known_model(game, searched)
    else:
        leads = led_evenly(game, LEADS_FROM, options.leads)
        better = (leads.best - leads.greedy).mean()
        told(f"{game}: {options.leads:,} hands led, better by {better:.2f}")
        # Nine sets of numbers, and plays of up to 33 cards are counted slowly.
        deals = play(game, FIT_FROM, options.deals // (4 if game == "4" else 1))
        model = model_of(game, deals, leads)
        told(f"{game}: fitted to {deals.n:,} deals, R² {model.explained:.3f}")
        quick = [
            quick_fit(deals, expected(deals.cards(known), model.weights[known], deals.rules), known)
            for known in (0, 1)
        ]
        shift = discard_shift(play(game, SHIFT_FROM, options.shift))
        told(f"{game}: discarding shifts by {shift.mean:+.2f} ± {shift.error:.2f}")
        apart = strong(game, model, options.hard)[1]
        handicap = round(max(0.0, apart.expected - apart.played), 1)
        told(f"{game}: strong players take {handicap} points")
    hoped = hoped_of(game, searched, model, handicap)
    ways = auctions_of(game, hoped)
    wanted = ways if game in VARIANTS else ("call",)
    auctions = {
        kind: ways[kind].equilibrium(SPACING if kind == "points" else None) for kind in wanted
    }
    for kind, marks in auctions.items():
        told(f"{game}: {kind} {marks}")
    for kind in ways:
        if kind not in auctions:
            auctions[kind] = [tuple(marks) for marks in NUMBERS[game].auctions[kind]]
    doubling = {}
    for kind in AUCTIONS:
        outcomes = (
            None if kind == "none" else ways[kind].outcomes(ways[kind].levels(auctions[kind]))
        )
        after = after_auction(
            outcomes, hoped.own_after, hoped.with_bottom, hoped.bottoms, hoped.points
        )
        doubling[kind] = fitted_doubling(after)
        told(f"{game}: after {kind} {doubling[kind]}")
    openings = played_open(
        "hard", game, OPEN_FROM, options.opened, partial(worth_of, model), LEAST_TO_OPEN
    )
    lines = fitted_lines(openings)
    told(f"{game}: hidden and open {lines}")
    return Found(model, quick, shift, auctions, doubling, lines, handicap)


def strong(game: str, model: Model, n: int) -> tuple[list[Group], Group]:
    """Hands of seat 0 by fifths, and what all get more than expected, played by `hard`."""
    numbers = CHECK_FROM + np.arange(n)
    rules = "four" if game == "4" else "standard"
    points = played_by("hard", game, np.stack([numbers, np.zeros_like(numbers)], axis=1))
    hands = [ddz.deal(int(i), int(game[0]), rules).hands[0].packed for i in numbers]
    hoped = expected(np.array(hands, np.uint64), model.weights[0], rules)
    apart = group(hoped, points)
    error = float((points - hoped).std() / np.sqrt(n))
    return groups(hoped, points, 5), apart._replace(error=error)


def numbers_of(game: str, found: Found) -> Numbers:
    """As the package has them."""
    shapes = len(shape_of("four" if game == "4" else "standard"))
    return Numbers(
        players=int(game[0]),
        weights=tuple(
            Weights(tuple(map(tuple, w[:-shapes].reshape(15, -1))), tuple(w[-shapes:]))
            for w in found.model.weights
        ),
        auctions={kind: tuple(found.auctions[kind]) for kind in ("points", "doubling")},
        discard_shift=found.shift.mean if found.shift else 0.0,
        quick_worths=tuple(each.worths for each in found.quick),
        quick_spreads=tuple(each.spread for each in found.quick),
        wild_worths=tuple(map(tuple, found.model.wild)),
    )


def _setting(game: str, numbers: Numbers) -> str:
    weights = "".join(
        f"            Weights(\n                ranks={rows_of(w.ranks, 16)},\n"
        f"                shape={rows_of(w.shape, 16)},\n            ),\n"
        for w in numbers.weights
    )
    auctions = "".join(
        f'            "{kind}": {rows_of(marks, 12)},\n' for kind, marks in numbers.auctions.items()
    )
    quick = "".join(f"            {rows_of(worths, 12)},\n" for worths in numbers.quick_worths)
    wild = (
        f"        wild_worths={rows_of(numbers.wild_worths, 8)},\n" if numbers.wild_worths else ""
    )
    return f'''    "{game}": Numbers(
        players={numbers.players},
        weights=(
{weights}        ),
        auctions={{
{auctions}        }},
        discard_shift={round(numbers.discard_shift, 3)},
        quick_worths=(
{quick}        ),
        quick_spreads={rows_of(numbers.quick_spreads, 8)},
{wild}    ),
'''


def _rounds(game: str, found: Found) -> str:
    doubling = "".join(
        f'            "{kind}": Doubling(\n                {rule.landlord},\n'
        f"                ({', '.join(f'Hope{tuple(hope)}' for hope in rule.peasants)}),\n"
        "            ),\n"
        for kind, rule in found.doubling.items()
    )
    closed, opened = found.lines
    return f'''    "{game}": Rounds(
        doubling={{
{doubling}        }},
        closed=Line{tuple(closed)},
        opened=Line{tuple(opened)},
    ),
'''


def file_of(found: dict[str, Found]) -> str:
    """The text of ddz_core/analysis/variant_numbers.py."""
    settings = "".join(
        _setting(game, numbers_of(game, each)) for game, each in found.items() if game in VARIANTS
    )
    calls = "".join(
        f'    "{game}": {rows_of(each.auctions["call"], 4)},\n' for game, each in found.items()
    )
    rounds = "".join(_rounds(game, each) for game, each in found.items())
    return f'''"""The numbers of the variants: written by benchmarks/fit_variants.py."""

from __future__ import annotations

from .settings import Doubling, Hope, Line, Numbers, Rounds, Setting, Thresholds, Weights

# fmt: off
VARIANTS: dict[Setting, Numbers] = {{
{settings}}}
"""By setting: of two decks, and where a wild rank is drawn."""

CALLS: dict[Setting, tuple[Thresholds, ...]] = {{
{calls}}}
"""Where one calls and others rob, by setting and place: for the call and for each rob."""

ROUNDS: dict[Setting, Rounds] = {{
{rounds}}}
"""What to say after the auction, by setting."""
'''


def report(found: dict[str, Found], options: argparse.Namespace) -> None:
    """Writes the figures of section 6, on deals that nothing was fitted to."""
    curves, hard, auctions, brought, met = {}, {}, {}, {}, {}
    for game, each in found.items():
        deals = play(game, CHECK_FROM, options.deals // 2)
        hoped = hoped_of(game, deals, each.model, each.handicap)
        if game in VARIANTS:
            again = led_evenly(game, CHECK_LEADS_FROM, options.leads)
            own = expected(again.cards(0), each.model.weights[0], deals.rules)
            curves[f"rollouts, {TITLES[game]}"] = groups(own, again.best, 10)
            hard["hard", game] = strong(game, each.model, options.hard)
        ways = auctions_of(game, hoped)
        as_played = auctions_of(game, replace(hoped, points=deals.points.astype(float)))
        for kind, way in ways.items():
            if game in VARIANTS or kind == "call":
                marks = each.auctions[kind]
                met[game, kind] = meetings(as_played[kind], marks)
                auctions[game, kind] = marks, way.check(marks), met[game, kind]
        for kind, rule in each.doubling.items():
            outcomes = None
            if kind != "none":
                outcomes = ways[kind].outcomes(ways[kind].levels(each.auctions[kind]))
            after = after_auction(
                outcomes, hoped.own_after, hoped.with_bottom, hoped.bottoms, hoped.points
            )
            brought[game, kind] = rule, gain(after, rule)
        told(f"{game}: checked")
    shifts = {TITLES[game]: f.shift for game, f in found.items() if f.shift is not None}
    write_report(
        TOP / "docs" / "appraisal.md",
        {
            "variants": calibration_table(curves),
            "variants-strong": strong_table(hard),
            "variants-thresholds": thresholds_table(auctions, shifts),
            "variants-meetings": meetings_table(auctions),
            "doubling": doubling_table(brought),
            "open": open_table({g: (*f.lines, options.opened) for g, f in found.items()}),
        },
    )
    told("docs/appraisal.md is written")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=60_000, help="how many to fit to")
    parser.add_argument("--leads", type=int, default=3000, help="hands to find leads for")
    parser.add_argument("--hard", type=int, default=1000, help="deals that hard players play")
    parser.add_argument("--opened", type=int, default=500, help="hands that hard players open")
    parser.add_argument("--shift", type=int, default=400, help="deals to discard cards in")
    parser.add_argument("--quick", action="store_true", help="print only, write nothing")
    options = parser.parse_args()
    found = {game: found_for(game, options) for game in (*GAMES, *VARIANTS)}
    if options.quick:
        print(file_of(found))
        return
    WRITTEN.write_text(file_of(found), encoding="utf-8")
    told(f"{WRITTEN.name} is written")
    report(found, options)


if __name__ == "__main__":
    main()
