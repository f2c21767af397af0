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
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from appraisal_auctions import BOLD, GRID, Auctions, Check, Thresholds
from appraisal_checks import Group, Shift, discard_shift, group, groups, played_by
from appraisal_deals import GAMES, VARIANTS, Deals, play
from appraisal_leads import Leads, led_evenly
from appraisal_model import expected, explained, fitted_alone, fitted_gain
from appraisal_report import (
    calibration_table,
    calls_table,
    doubling_table,
    open_table,
    strong_table,
    thresholds_table,
    write_report,
)
from fit_appraisal import DOUBLINGS, HANDICAP, SPACING, Quick, quick_fit, rows_of, told
from numpy.typing import NDArray
from variant_rounds import Gain, after_auction, fitted_doubling, fitted_lines, gain, played_open

from ddz_core.analysis.appraisal_numbers import NUMBERS
from ddz_core.analysis.features import control_of, shape_of
from ddz_core.analysis.settings import Doubling, Line, Numbers, Rounds
from ddz_core.packed import slot_counts

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
            r2 = explained(cards.reshape(-1), deals.points.reshape(-1).astype(float), played,
                           deals.rules)
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
            hoped.own, hoped.points, bids, np.round(GRID * step, 2),
            0.0 if kind == "points" else BOLD, kind == "call",
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
        told(f"{game}: {options.leads:,} hands led, better by {(leads.best - leads.greedy).mean():.2f}")
        deals = play(game, FIT_FROM, options.deals)
        model = model_of(game, deals, leads)
        told(f"{game}: fitted to {deals.n:,} deals, R² {model.explained:.3f}")
        quick = [
            quick_fit(deals, expected(deals.cards(known), model.weights[known], deals.rules), known)
            for known in (0, 1)
        ]
        shift = discard_shift(play(game, SHIFT_FROM, options.shift))
        told(f"{game}: discarding shifts by {shift.mean:+.2f} ± {shift.error:.2f}")
        handicap = round(max(0.0, -strong(game, model, options.hard)[1].played), 1)
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
        outcomes = None if kind == "none" else ways[kind].outcomes(ways[kind].levels(auctions[kind]))
        after = after_auction(
            outcomes, hoped.own_after, hoped.with_bottom, hoped.bottoms, hoped.points
        )
        doubling[kind] = fitted_doubling(after)
        told(f"{game}: after {kind} {doubling[kind]}")
    return Found(model, quick, shift, auctions, doubling, (Line(0, 1), Line(0, 1)), handicap)


def strong(game: str, model: Model, n: int) -> tuple[list[Group], Group]:
    """Hands of seat 0 by thirds, and what all get more than expected, played by `hard`."""
    numbers = CHECK_FROM + np.arange(n)
    points = played_by("hard", game, np.stack([numbers, np.zeros_like(numbers)], axis=1))
    leads_deals = play_same(game, n)
    hoped = expected(leads_deals, model.weights[0], "four" if game == "4" else "standard")
    apart = group(hoped, points)
    error = float((points - hoped).std() / np.sqrt(n))
    mean = apart.played - apart.expected
    return groups(hoped, points, 3), apart._replace(expected=0.0, played=mean, error=error)


def play_same(game: str, n: int) -> NDArray[np.uint64]:
    """The hands of seat 0 of those deals."""
    import ddz_core as ddz

    rules = "four" if game == "4" else "standard"
    return np.array(
        [ddz.deal(CHECK_FROM + i, int(game[0]), rules).hands[0].packed for i in range(n)], np.uint64
    )
