"""Fits the numbers of the variants, and writes section 6 of docs/appraisal.md.

    python benchmarks/fit_variants.py

That are hands of two decks and such with wild cards, calling and robbing, open hands and the
doubling round, at tables of every kind. It writes ddz_core/analysis/variant_numbers.py. It goes
by the numbers of benchmarks/fit_appraisal.py where there are some, and is to be run after it,
and when the greedy player's habits change. It takes about half an hour on one core. With
``--games`` only these settings are fitted, and the others are kept; ``--report`` fits nothing,
and writes the figures of the numbers that there are.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

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
from fit_appraisal import (
    CHECK_FROM,
    CHECK_LEADS_FROM,
    DOUBLINGS,
    FIT_FROM,
    HANDICAP,
    LEADS_FROM,
    SEARCH_FROM,
    SHIFT_FROM,
    SPACING,
    TOP,
    Floats,
    Quick,
    quick_fit,
    rows_of,
    told,
)
from numpy.typing import NDArray
from variant_rounds import Dealt, after_auction, fitted_doubling, fitted_lines, gain, played_open

import ddz_core as ddz
from ddz_core.analysis.appraisal_numbers import NUMBERS
from ddz_core.analysis.features import control_of, shape_of
from ddz_core.analysis.settings import Numbers, Rounds, Weights
from ddz_core.analysis.variant_numbers import CALLS, ROUNDS
from ddz_core.analysis.variant_numbers import VARIANTS as VARIANTS_FOUND
from ddz_core.packed import slot_counts
from ddz_core.rules import WILD_RANKS

WRITTEN = TOP / "ddz_core" / "analysis" / "variant_numbers.py"

OPEN_FROM = 60_000_001
"""The first deal in which hands are laid open."""

BIDS = {**DOUBLINGS, "4": 4, "3 wild": 4, "2 wild": 5}
"""How many bids a doubling auction has with its own ceiling."""

LEAST_TO_OPEN = 1.0
"""Landlords' expected points from which on open hands are tried: others never open."""

HANDICAPS = {**HANDICAP, "4": 0.6, "3 wild": 0.6, "2 wild": 0.1}
"""How many points fewer than expected a landlord gets among strong players."""

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
    """That of a setting which has been fitted; what the lead brings is what its numbers are
    apart from such as are fitted to greedy play."""
    numbers = package_numbers(game)
    weights = [np.concatenate([np.ravel(w.ranks), w.shape]) for w in numbers.weights]
    last = len(weights) - 1
    wild = [np.array(worths) for worths in numbers.wild_worths]
    return Model(weights, weights[last] - fitted_alone(deals, last), wild, 0.0)


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


def hoped_of(deals: Deals, model: Model, handicap: float) -> Hoped:
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

    numbers: Numbers | None
    """Of the expected points, where the other script has none."""
    calls: tuple[Thresholds, ...]
    rounds: Rounds


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
    quick: list[Quick] = []
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
    hoped = hoped_of(searched, model, HANDICAPS[game])
    ways = auctions_of(game, hoped)
    wanted = ways if game in VARIANTS else ("call",)
    auctions = {
        kind: ways[kind].equilibrium(SPACING if kind == "points" else None) for kind in wanted
    }
    for kind, marks in auctions.items():
        told(f"{game}: {kind} {marks}")
    if game in GAMES:
        auctions |= {kind: list(marks) for kind, marks in NUMBERS[game].auctions.items()}
    doubling = {kind: fitted_doubling(landlords(kind, ways, auctions, hoped)) for kind in AUCTIONS}
    told(f"{game}: {doubling}")
    openings = played_open(
        "hard", game, OPEN_FROM, options.opened, partial(worth_of, model), LEAST_TO_OPEN
    )
    rounds = Rounds(doubling, *fitted_lines(openings))
    told(f"{game}: hidden and open {rounds.closed} {rounds.opened}")
    numbers = None
    if game in VARIANTS:
        shift = discard_shift(play(game, SHIFT_FROM, options.shift))
        told(f"{game}: discarding shifts by {shift.mean:+.2f} ± {shift.error:.2f}")
        numbers = numbers_of(game, model, auctions, quick, shift)
    return Found(numbers, tuple(auctions["call"]), rounds)


def landlords(
    kind: str,
    ways: dict[str, Auctions],
    thresholds: Mapping[str, Sequence[Thresholds]],
    hoped: Hoped,
) -> Dealt:
    """The deals after such an auction."""
    outcomes = None
    if kind != "none":
        outcomes = ways[kind].outcomes(ways[kind].levels(thresholds[kind]))
    return after_auction(outcomes, hoped.own_after, hoped.with_bottom, hoped.bottoms, hoped.points)


def kept(game: str) -> Found:
    """What the package has."""
    return Found(VARIANTS_FOUND.get(game), CALLS[game], ROUNDS[game])


def package_numbers(game: str) -> Numbers:
    """Those of the package, from either file."""
    return NUMBERS[game] if game in NUMBERS else VARIANTS_FOUND[game]


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


def numbers_of(
    game: str,
    model: Model,
    auctions: Mapping[str, Sequence[Thresholds]],
    quick: Sequence[Quick],
    shift: Shift,
) -> Numbers:
    """As the package has them."""
    shapes = len(shape_of("four" if game == "4" else "standard"))
    return Numbers(
        players=int(game[0]),
        weights=tuple(
            Weights(tuple(map(tuple, w[:-shapes].reshape(15, -1))), tuple(w[-shapes:]))
            for w in model.weights
        ),
        auctions={kind: tuple(auctions[kind]) for kind in ("points", "doubling")},
        discard_shift=shift.mean,
        quick_worths=tuple(each.worths for each in quick),
        quick_spreads=tuple(each.spread for each in quick),
        wild_worths=tuple(map(tuple, model.wild)),
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
        for kind, rule in found.rounds.doubling.items()
    )
    closed, opened = found.rounds.closed, found.rounds.opened
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
        _setting(game, each.numbers) for game, each in found.items() if each.numbers is not None
    )
    calls = "".join(f'    "{game}": {rows_of(each.calls, 4)},\n' for game, each in found.items())
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


def report(options: argparse.Namespace) -> None:
    """Writes the figures of section 6, on deals that nothing was fitted to."""
    curves, hard, auctions, brought, lines = {}, {}, {}, {}, {}
    for game in (*GAMES, *VARIANTS):
        found, numbers = kept(game), package_numbers(game)
        deals = play(game, CHECK_FROM, options.deals // (4 if game == "4" else 2))
        model = known_model(game, deals)
        hoped = hoped_of(deals, model, HANDICAPS[game])
        if game in VARIANTS:
            again = led_evenly(game, CHECK_LEADS_FROM, options.leads)
            own = expected(again.cards(0), model.weights[0], deals.rules)
            curves[f"rollouts, {TITLES[game]}"] = groups(own, again.best, 10)
            hard["hard", game] = strong(game, model, options.hard)
            told(f"{game}: {hard['hard', game][1]}")
        ways = auctions_of(game, hoped)
        as_played = auctions_of(game, replace(hoped, points=deals.points.astype(float)))
        marks = {**numbers.auctions, "call": found.calls}
        for kind, way in ways.items():
            if game in VARIANTS or kind == "call":
                met = meetings(as_played[kind], marks[kind])
                auctions[game, kind] = marks[kind], way.check(marks[kind]), met
        for kind, rule in found.rounds.doubling.items():
            brought[game, kind] = rule, gain(landlords(kind, ways, marks, hoped), rule)
        lines[game] = found.rounds.closed, found.rounds.opened
        told(f"{game}: checked")
    write_report(
        TOP / "docs" / "appraisal.md",
        {
            "variants": calibration_table(curves),
            "variants-strong": strong_table(hard),
            "variants-thresholds": thresholds_table(auctions, {}),
            "variants-meetings": meetings_table(auctions),
            "doubling": doubling_table(brought),
            "open": open_table(lines),
        },
    )
    told("docs/appraisal.md is written")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", default=(*GAMES, *VARIANTS), help="to be fitted")
    parser.add_argument("--report", action="store_true", help="fit nothing, write the figures")
    parser.add_argument("--deals", type=int, default=60_000, help="how many to fit to")
    parser.add_argument("--leads", type=int, default=2500, help="hands to find leads for")
    parser.add_argument("--hard", type=int, default=800, help="deals that hard players play")
    parser.add_argument("--opened", type=int, default=400, help="hands that hard players open")
    parser.add_argument("--shift", type=int, default=200, help="deals to discard cards in")
    options = parser.parse_args()
    if options.report:
        report(options)
        return
    found = {game: kept(game) for game in (*GAMES, *VARIANTS) if game in ROUNDS}
    for game in options.games:
        found[game] = found_for(game, options)
        WRITTEN.write_text(file_of(found), encoding="utf-8")
        told(f"{WRITTEN.name} has {game}")


if __name__ == "__main__":
    main()
