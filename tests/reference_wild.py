"""Wild cards once more, from every assignment forward (docs/rules.md section 8.2).

It shares no code with the reference's own way, which goes back from the plays that may
result. All it takes from the reference is the plays of the whole deck under the rules
without wild cards, which the golden files confirm. A play is a text, as files have it.
"""

from __future__ import annotations

import itertools
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ddz_core.kinds import RANKS
from ddz_core.reference import Play, leads
from ddz_core.rules import Rules

STANDS_FOR = "3456789TJQKA2"


@lru_cache
def deck_plays(rules: Rules) -> list[Play]:
    """Every play of at most 20 cards without wild cards."""
    return leads(rules.deck, rules, most_cards=rules.most_cards)


@lru_cache
def deck_readings(rules: Rules) -> dict[str, list[str]]:
    """For each set of cards its readings, as kind, length and rank."""
    found: dict[str, list[str]] = {}
    for play in deck_plays(rules):
        found.setdefault(play.cards, []).append(str(play).partition(":")[2])
    return found


@lru_cache
def deck_counts(rules: Rules) -> NDArray[np.int8]:
    """The counts of each of those plays, one row each."""
    rows = [[play.cards.count(rank) for rank in RANKS] for play in deck_plays(rules)]
    return np.array(rows, np.int8)


def counts(cards: str) -> NDArray[np.int8]:
    return np.array([cards.count(rank) for rank in RANKS], np.int8)


def write(number: NDArray[np.int8]) -> str:
    return "".join(rank * int(n) for rank, n in zip(RANKS, number, strict=True))


def parts(hand: str) -> list[str]:
    """Every set of cards that can be taken from a hand, sorted."""
    groups = [[rank * n for n in range(hand.count(rank) + 1)] for rank in RANKS if hand.count(rank)]
    return ["".join(chosen) for chosen in itertools.product(*groups)]


def readings_forward(cards: str, rules: Rules) -> set[str]:
    """The readings of exactly these cards: each wild card as each rank, one by one."""
    wild = rules.wild or ""
    known = deck_readings(rules.changed(wild=None))
    others = cards.replace(wild, "")
    number = len(cards) - len(others)
    found = set()
    for ranks in itertools.combinations_with_replacement(STANDS_FOR, number):
        if not others and set(ranks) != {wild}:
            continue
        # Nothing of more than four of a rank is among the plays of the deck.
        result = "".join(sorted(others + "".join(ranks), key=RANKS.index))
        found |= {f"{cards}:{reading}" for reading in known.get(result, [])}
    return found


def leads_of_parts(hand: str, rules: Rules) -> set[str]:
    """The plays of a small hand, each set of its cards read by itself."""
    return set().union(*(readings_forward(part, rules) for part in parts(hand) if part))


def leads_of_assignments(hand: str, rules: Rules) -> set[str]:
    """The plays of a hand of any size: each set of ranks for some of its wild cards, and
    then all the plays in which these take part."""
    wild = rules.wild or ""
    plain = rules.changed(wild=None)
    plays, rows = deck_plays(plain), deck_counts(plain)
    elsewhere = STANDS_FOR.replace(wild, "")
    found = set()
    for number in range(hand.count(wild) + 1):
        kept = hand.replace(wild, "", number)
        for ranks in itertools.combinations_with_replacement(elsewhere, number):
            assigned = counts("".join(ranks))
            held = counts(kept) + assigned
            fits = ((rows <= held) & (rows >= assigned)).all(axis=1)
            for at in np.flatnonzero(fits):
                cards = write(rows[at] - assigned + counts(wild * number))
                # Cards that are all wild stand for themselves only.
                if number == 0 or set(cards) != {wild}:
                    found.add(f"{cards}:{str(plays[at]).partition(':')[2]}")
    return found
