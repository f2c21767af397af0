"""The most plays that a hand can have, proven over all hands.

Taking cards away never adds a play, so among hands of at most 20 cards those of
exactly 20 have the most. And every play of any rule set is a play under the most
permissive one. So the most over all 153,009,740 hands of 20 cards under those
rules is a bound for every hand of at most 20 cards under every rule set.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import ddz_core as ddz
from ddz_core._core.compiled import PERMISSIVE

HEADER = Path(ddz.__file__).parent / "include" / "ddz_core.h"
MOST_PLAYS = int(re.findall(r"#define DDZ_MOST_PLAYS (\d+)", HEADER.read_text())[0])
WORST = "3456789TJQKKKKAAAABR"


def all_counts(slots: range, most: list[int]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Every choice of counts for some slots: packed, and how many cards each has."""
    packed = np.zeros(1, np.uint64)
    sizes = np.zeros(1, np.int64)
    for slot, cards in zip(slots, most, strict=True):
        counts = np.arange(cards + 1)
        packed = np.add.outer(packed, counts.astype(np.uint64) << np.uint64(4 * slot)).ravel()
        sizes = np.add.outer(sizes, counts).ravel()
    return packed, sizes


def test_no_hand_of_20_cards_has_more_plays() -> None:
    low, low_sizes = all_counts(range(7), [4] * 7)
    high, high_sizes = all_counts(range(7, 15), [4] * 6 + [1, 1])
    hands = most = 0
    for cards in range(21):
        some = low[low_sizes == cards]
        others = high[high_sizes == 20 - cards]
        if not len(others):
            continue
        step = max(1, 1_000_000 // len(others))
        for start in range(0, len(some), step):
            together = np.add.outer(some[start : start + step], others).ravel()
            counts = ddz.count_moves_batch(together, rules=PERMISSIVE, threads=os.cpu_count() or 1)
            hands += len(together)
            most = max(most, int(counts.max()))
    # The coefficient of x^20 in (1 + x + x^2 + x^3 + x^4)^13 (1 + x)^2.
    assert hands == 153_009_740
    assert most == MOST_PLAYS


def test_the_bound_is_reached() -> None:
    assert len(ddz.legal_moves(WORST, rules=PERMISSIVE)) == MOST_PLAYS


@pytest.mark.parametrize("preset", ddz.Rules.presets())
def test_presets_have_no_more_plays_than_the_most_permissive_rules(preset: str) -> None:
    deck = 0x0114444444444444
    plays = {(m.cards.packed, m.kind, m.length) for m in ddz.legal_moves(deck, rules=preset)}
    permitted = ddz.legal_moves(deck, rules=PERMISSIVE).array
    assert plays <= set(
        zip(
            permitted["cards"].tolist(),
            permitted["kind"].tolist(),
            permitted["length"].tolist(),
            strict=True,
        )
    )
