"""The most plays that a hand can have, proven over all hands.

Taking cards away never adds a play, so among hands of at most so many cards those of
exactly so many have the most. And every play of any rule set is a play under the most
permissive one. So the most over all hands of 20 cards under those rules is a bound for
every hand of at most 20 cards under every rule set. There are 153,009,740 of them with one
deck. With two decks, where hands have 33 cards, and with wild cards there are too many: each
of those proofs says which hands it takes together.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import ddz_core as ddz
from ddz_core import Rules
from ddz_core._core.compiled import PERMISSIVE
from ddz_core.kinds import RANKS
from ddz_core.rules import WILD_RANKS

HEADER = Path(ddz.__file__).parent / "include" / "ddz_core.h"
CONSTANTS = dict(re.findall(r"#define DDZ_(MOST_PLAYS\w*) (\d+)", HEADER.read_text()))
MOST_PLAYS = int(CONSTANTS["MOST_PLAYS"])
MOST_PLAYS_OF_TWO = int(CONSTANTS["MOST_PLAYS_OF_TWO"])
MOST_PLAYS_WILD = int(CONSTANTS["MOST_PLAYS_WILD"])

FOUR = Rules.preset("four")
WITH_WILD = PERMISSIVE.changed(bomb_chains=False)
"""The most permissive rules that may have wild cards."""

WORST = [
    ("3456789TJQKKKKAAAABR", PERMISSIVE, MOST_PLAYS),
    ("3344556677888999TTTJJJQQQKKKAAARR", FOUR, MOST_PLAYS_OF_TWO),
    ("34567888999TJQKA2222", WITH_WILD.changed(wild="2"), MOST_PLAYS_WILD),
]
"""Hands that have so many plays."""

Counts = tuple[NDArray[np.uint64], NDArray[np.int64]]
THREADS = os.cpu_count() or 1


def all_counts(slots: range, least: Sequence[int], most: Sequence[int]) -> Counts:
    """Every choice of counts for some slots: packed, and how many cards each has."""
    packed = np.zeros(1, np.uint64)
    sizes = np.zeros(1, np.int64)
    for slot, fewest, cards in zip(slots, least, most, strict=True):
        counts = np.arange(fewest, cards + 1)
        packed = np.add.outer(packed, counts.astype(np.uint64) << np.uint64(4 * slot)).ravel()
        sizes = np.add.outer(sizes, counts).ravel()
    return packed, sizes


def together(low: NDArray[np.uint64], high: NDArray[np.uint64]) -> Iterator[NDArray[np.uint64]]:
    """Each of these with each of those, about a million at a time."""
    if len(high):
        step = max(1, 1_000_000 // len(high))
        for start in range(0, len(low), step):
            yield np.add.outer(low[start : start + step], high).ravel()


def most_of(hands: NDArray[np.uint64], rules: Rules) -> int:
    return int(ddz.count_moves_batch(hands, rules=rules, threads=THREADS).max())


@pytest.mark.parametrize(("hand", "rules", "most"), WORST)
def test_the_bounds_are_reached(hand: str, rules: Rules, most: int) -> None:
    """Into a buffer for just so many, and by the kernels that list for games."""
    moves = ddz.legal_moves(hand, rules=rules)
    assert len(moves) == most == len(set(moves))
    room = np.zeros(most, ddz.MOVE_DTYPE)
    hands = np.array([moves.array["cards"][0] * 0 + ddz.Hand(hand, decks=2).packed], np.uint64)
    _, listed = ddz.legal_moves_batch(hands, rules=rules, out=room)
    assert listed.tolist() == moves.array.tolist()
    others = [card for card in rules.deck if card not in hand]
    hands_of_all = [hand, *others[: rules.seats[-1] - 1]]
    assert ddz.perft(hands_of_all, 1, rules=rules) == most
    # Each play, and what the next seat may do about it: it holds a single card.
    following = sum(1 + (m.size == 1 and RANKS.index(others[0]) > m.rank) for m in moves)
    assert ddz.perft(hands_of_all, 2, rules=rules) == following


def test_no_hand_of_20_cards_has_more_plays() -> None:
    low, low_sizes = all_counts(range(7), [0] * 7, [4] * 7)
    high, high_sizes = all_counts(range(7, 15), [0] * 8, [4] * 6 + [1, 1])
    hands = most = 0
    for cards in range(21):
        for some in together(low[low_sizes == cards], high[high_sizes == 20 - cards]):
            hands += len(some)
            most = max(most, most_of(some, PERMISSIVE))
    # The coefficient of x^20 in (1 + x + x^2 + x^3 + x^4)^13 (1 + x)^2.
    assert hands == 153_009_740
    assert most == MOST_PLAYS


@pytest.mark.slow
def test_no_hand_of_33_cards_of_two_decks_has_more_plays() -> None:
    """Up to three cards of a rank are counted one by one. Each further card of a rank that
    has three makes a bomb more, whichever the rank is, and nothing else. So all hands with the
    same counts, cut to three, have equally many plays, and one of them stands for all."""
    low, low_sizes = all_counts(range(7), [0] * 7, [3] * 7)
    suited, suited_sizes = all_counts(range(7, 13), [0] * 6, [3] * 6)
    # The two jokers are alike: there are at least as many of the big one.
    jokers = [(small, big) for big in range(3) for small in range(big + 1)]
    packed = np.array([small << 52 | big << 56 for small, big in jokers], np.uint64)
    high = np.add.outer(suited, packed).ravel()
    high_sizes = np.add.outer(suited_sizes, [sum(pair) for pair in jokers]).ravel()
    low_trios, high_trios = trios_in(low, range(7)), trios_in(high, range(7, 13))
    classes = most = 0
    for low_size in range(22):
        for trios in range(8):
            some = low[(low_sizes == low_size) & (low_trios == trios)]
            for high_size in range(34 - low_size):
                rest = 33 - low_size - high_size
                for others in range(max(0, -(-rest // 5) - trios), 7):
                    each = high[(high_sizes == high_size) & (high_trios == others)]
                    if not len(some) or not len(each):
                        continue
                    to_low = min(rest, 5 * trios)
                    first = filled(some, range(7), to_low)
                    second = filled(each, range(7, 13), rest - to_low)
                    for hands in together(first, second):
                        classes += len(hands)
                        most = max(most, most_of(hands, FOUR))
    assert classes == classes_of_two()
    assert most == MOST_PLAYS_OF_TWO


def classes_of_two() -> int:
    """How many there are: from the products of (1 + x + x^2 + x^3 y), a factor for each rank,
    and of the jokers' polynomial, those with x^s y^t where the cards that lack find room."""
    classes = Counter({(0, 0): 1})
    ranks = [[(0, 0), (1, 0), (2, 0), (3, 1)]] * 13
    for factor in (*ranks, [(n, 0) for n in (0, 1, 2, 2, 3, 4)]):
        classes = sum(
            (
                Counter({(s + more, t + trio): n for (s, t), n in classes.items()})
                for more, trio in factor
            ),
            Counter(),
        )
    return sum(n for (s, t), n in classes.items() if 0 <= 33 - s <= 5 * t)


def trios_in(packed: NDArray[np.uint64], slots: range) -> NDArray[np.int64]:
    """How many of the slots have three cards."""
    trios = np.zeros(len(packed), np.int64)
    for slot in slots:
        trios += (packed >> np.uint64(4 * slot) & np.uint64(15)) == 3
    return trios


def filled(packed: NDArray[np.uint64], slots: range, cards: int) -> NDArray[np.uint64]:
    """With so many cards more, at most five of each rank that has three."""
    packed = packed.copy()
    left = np.full(len(packed), cards)
    for slot in slots:
        is_trio = (packed >> np.uint64(4 * slot) & np.uint64(15)) == 3
        more = np.where(is_trio, np.minimum(left, 5), 0)
        packed += more.astype(np.uint64) << np.uint64(4 * slot)
        left -= more
    assert not left.any()
    return packed


@pytest.mark.slow
@pytest.mark.parametrize("wild", [1, 2, 3, 4])
def test_no_hand_of_20_cards_with_wild_ones_has_more_plays(wild: int) -> None:
    """By boxes of hands, which have from so many to so many natural cards of each rank. No hand
    of a box has more plays than one that has the most of each rank, though that may have more
    than 20 cards: if it is within the bound, the whole box is. If not, the box is halved.

    Of a hand's plays it makes no difference which rank is wild, as long as the hand has no
    natural card of it (the next test): so it is the lowest rank that the hand has not. The
    jokers are alike where there is one."""
    worst = set()
    for jokers, packed in ((0, 0), (1, 1 << 52), (2, 17 << 52)):
        for slot in range(13):
            rules = WITH_WILD.changed(wild=WILD_RANKS[slot])
            besides = np.uint64(packed + (wild << 4 * slot))
            least = np.array([[int(each < slot) for each in range(13)]])
            most = np.array([[4 * (each != slot) for each in range(13)]])
            while len(least):
                least, most = within(20 - wild - jokers, least, most)
                if not len(least):
                    break
                hands = (most.astype(np.uint64) << RANK_SHIFTS).sum(axis=1) + besides
                plays = ddz.count_moves_batch(hands, rules=rules, threads=THREADS)
                is_hand = (least == most).all(axis=1)
                assert plays[is_hand].max(initial=0) <= MOST_PLAYS_WILD
                worst |= {
                    str(ddz.Hand(int(h))) for h in hands[is_hand & (plays == MOST_PLAYS_WILD)]
                }
                is_open = ~is_hand & (plays >= MOST_PLAYS_WILD)
                least, most = halved(least[is_open], most[is_open])
    assert worst == WORST_WITH_WILD.get(wild, set())


RANK_SHIFTS = np.arange(0, 52, 4, dtype=np.uint64)
WORST_WITH_WILD = {4: {"34567778889TJQKA2222", "34567888999TJQKA2222", "345678999TTTJQKA2222"}}
"""All that have so many."""

Boxes = tuple[NDArray[np.int64], NDArray[np.int64]]


def within(cards: int, least: NDArray[np.int64], most: NDArray[np.int64]) -> Boxes:
    """The boxes without the hands that have not just so many cards, as far as a rank alone
    tells; those are left out in which there is none."""
    for _ in range(2):
        most = np.minimum(most, cards - (least.sum(axis=1, keepdims=True) - least))
        least = np.maximum(least, cards - (most.sum(axis=1, keepdims=True) - most))
    is_any = (least <= most).all(axis=1)
    is_any &= (least.sum(axis=1) <= cards) & (cards <= most.sum(axis=1))
    return least[is_any], most[is_any]


def halved(least: NDArray[np.int64], most: NDArray[np.int64]) -> Boxes:
    """Each box as two, parted at the rank where it is widest."""
    row, rank = np.arange(len(least)), (most - least).argmax(axis=1)
    middle = (least[row, rank] + most[row, rank]) // 2
    lower, upper = most.copy(), least.copy()
    lower[row, rank] = middle
    upper[row, rank] = middle + 1
    return np.concatenate((least, upper)), np.concatenate((lower, most))


def test_any_rank_that_a_hand_has_not_may_be_the_wild_one() -> None:
    rng = random.Random(1)
    for _ in range(300):
        ranks = rng.sample(range(13), rng.randint(5, 10))
        cards = [RANKS[slot] for slot in ranks for _ in range(4)] + ["B", "R"]
        wild = rng.randint(1, 4)
        hand = "".join(rng.sample(cards, min(len(cards), 20) - wild))
        lacking = [rank for rank in WILD_RANKS if rank not in hand]
        found = {
            ddz.count_moves(hand + wild * rank, rules=WITH_WILD.changed(wild=rank))
            for rank in lacking
        }
        assert len(found) == 1
        swapped = hand.translate(str.maketrans("BR", "RB")) + wild * lacking[0]
        assert ddz.count_moves(swapped, rules=WITH_WILD.changed(wild=lacking[0])) in found


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


def test_house_rules_with_wild_cards_have_no_more_plays() -> None:
    """Here plays that differ in rank alone are several, so the rank is compared as well."""
    rng = random.Random(2)
    changes = [
        {"chain_solos": limit, "lengthening_kickers": lengthening, "quad_solos": 1}
        for limit in (1, 2, 3, 4)
        for lengthening in (False, True)
    ]
    for change in changes:
        for _ in range(4):
            wild = rng.choice(WILD_RANKS)
            ranks = rng.sample([rank for rank in WILD_RANKS if rank != wild], 7)
            cards = rng.sample([rank for rank in ranks for _ in range(4)], 17)
            hand = "".join(cards) + 3 * wild
            plays = ddz.legal_moves(hand, rules=WITH_WILD.changed(wild=wild, **change))
            assert set(plays) <= set(ddz.legal_moves(hand, rules=WITH_WILD.changed(wild=wild)))
