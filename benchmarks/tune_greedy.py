"""Finds better numbers for the greedy player by playing them against each other.

``python benchmarks/tune_greedy.py --seconds 600`` climbs from the present ones: it changes
a few numbers, plays the new player against the old one over the same deals in both
seatings, and keeps it where it wins by three standard errors. What it finds it prints,
for ``ddz_core/analysis/habits.py``: there the worths were evened out by hand. After a change
docs/appraisal.md and docs/strength.md speak of other numbers. ``--deck four`` and ``--deck
laizi`` do it for two decks and for wild cards, of one rank after the other.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import fields, replace
from pprint import pprint
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddz_core._core.rollouts import greedy_deals
from ddz_core.analysis.habits import FOUR, GREEDY, LAIZI, Habits
from ddz_core.rules import WILD_RANKS, Rules

TUNED = [each.name for each in fields(Habits) if each.name not in ("counting", "teamwork")]
FIRST_DEALS, MOST_STAGES = 3000, 6
DECKS = {
    "one": (GREEDY, [Rules()]),
    "four": (FOUR, [Rules.preset("four")]),
    "laizi": (LAIZI, [Rules().changed(wild=rank) for rank in WILD_RANKS]),
}
"""The habits to begin with, and the rules that are played."""


def value(points: NDArray[np.int64]) -> NDArray[np.float64]:
    """Winning counts most; what bombs and springs bring counts a little."""
    return np.sign(points) * 0.7 + points * 0.15


def against(
    new: Habits, old: Habits, first: int, deals: int, rules: list[Rules]
) -> NDArray[np.float64]:
    """What the new player is better by in each deal, over both seatings."""
    a, b = new.compiled, old.compiled
    each = -(-deals // len(rules))
    better = []
    for rule in rules:
        players = rule.seats[-1]
        ours = greedy_deals(a, b, first, each, players, rules=rule)[2]
        theirs = greedy_deals(b, a, first, each, players, rules=rule)[2]
        better.append(value(ours * 2 // (players - 1)) - value(theirs * 2 // (players - 1)))
        first += each
    return np.concatenate(better)


def is_better(new: Habits, old: Habits, first: int, rules: list[Rules]) -> bool:
    """Whether it wins by three standard errors, asked with more and more deals."""
    played: list[NDArray[np.float64]] = []
    deals = FIRST_DEALS
    for stage in range(MOST_STAGES):
        played.append(against(new, old, first, deals, rules))
        first += deals
        deals *= 2
        every = np.concatenate(played)
        error = every.std() / np.sqrt(len(every))
        if error == 0:
            return False
        sure = every.mean() / error
        if sure < (0.3 if stage < 2 else 1.0):
            return False
        if sure > 3 and len(every) > 9000:
            return True
    return False


def changed(habits: Habits, rng: np.random.Generator) -> Habits:
    """The same with one or two numbers, or neighbours in a row, moved."""
    for _ in range(rng.integers(1, 3)):
        name = str(rng.choice(TUNED))
        step = round(rng.normal() * rng.choice((3, 6, 12, 24))) or 1
        now = getattr(habits, name)
        moved = np.array(now)
        row = moved.reshape(-1)
        first = rng.integers(len(row))
        row[first : rng.integers(first + 1, len(row) + 1)] += step
        habits = replace(habits, **{name: as_tuples(moved.tolist())})
    return habits


def as_tuples(value: Any) -> Any:
    """Tuples for lists, within each other too; a number is itself."""
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


def climb(habits: Habits, seconds: float, seed: int, rules: list[Rules]) -> Habits:
    """The best that was found in so many seconds."""
    rng = np.random.default_rng(seed)
    stop = time.monotonic() + seconds
    first, tries, kept = (seed + 1) << 32, 0, 0
    while time.monotonic() < stop:
        new = changed(habits, rng)
        tries += 1
        if is_better(new, habits, first, rules):
            habits, kept = new, kept + 1
            print(f"{tries:,} tries, {kept} kept")
        first += FIRST_DEALS << MOST_STAGES
    return habits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deck", choices=DECKS, default="one")
    options = parser.parse_args()
    habits, rules = DECKS[options.deck]
    found = climb(habits, options.seconds, options.seed, rules)
    pprint(found)
    gain = against(found, habits, 1 << 50, 100_000, rules)
    print(f"better than before by {gain.mean() / 2:.4f} ± {gain.std() / 2 / len(gain) ** 0.5:.4f}")


if __name__ == "__main__":
    main()
