"""What the search leaves out, docs/solver.md section 5, against trying everything."""

from __future__ import annotations

from random import Random

import pytest
from conftest import PRESETS
from reference_solver import Case, landlord_wins

from ddz_core import reference
from ddz_core._core.solver import Position, Solver
from ddz_core.kinds import RANKS
from ddz_core.reference import DECK
from ddz_core.rules import Rules


def hands_with_kickers(random: Random) -> list[str]:
    """Hands of which most have a trio or quad, and single cards and pairs for it."""
    players = random.choice((2, 3))
    left = {rank: DECK.count(rank) for rank in RANKS}
    most = random.randrange(players)
    hands = []
    for seat in range(players):
        size = random.randint(2, 7 if seat == most else 4)
        hand = ""
        while len(hand) < size:
            groups = (3, 3, 4) if not hand and random.random() < 0.7 else (1, 1, 2)
            rank = random.choice([rank for rank in RANKS if left[rank] >= min(groups)])
            number = min(left[rank], random.choice(groups))
            left[rank] -= number
            hand += rank * number
        hands.append(reference.tidy(hand))
    return hands


@pytest.mark.parametrize("preset", PRESETS)
def test_brute_force_with_kickers(preset: str) -> None:
    rules = Rules.preset(preset)
    random = Random(f"kickers {preset}")
    solver = Solver(1 << 21, preset)
    for _ in range(150):
        hands = hands_with_kickers(random)
        case = Case(reference.Position(tuple(hands), random.randrange(len(hands))), {})
        expected = landlord_wins(case.position, rules, {})
        assert solver.value(Position(hands, case.position.turn, rules=preset)) == expected, case


def in_a_chain(hand: str, rank: str) -> bool:
    """Whether some solo chain or pair chain of the hand has cards of the rank."""
    for copies, length in ((1, 5), (2, 3)):
        for start in range(12 - length + 1):
            run = RANKS[start : start + length]
            if rank in run and all(hand.count(other) >= copies for other in run):
                return True
    return False


def alike(hands: list[str], seat: int, low: str, high: str) -> bool:
    """Whether the card or pair `low` of the hand may be compared with `high`."""
    both = hands[seat] + high * hands[seat].count(low)
    partner = hands[3 - seat] if seat and len(hands) == 3 else ""
    between = RANKS[RANKS.index(low) + 1 : RANKS.index(high) + 1]
    return (
        high not in hands[seat]
        and hands[seat].count(low) in (1, 2)
        and "".join(hands).count(high) + hands[seat].count(low) <= DECK.count(high)
        and not ("B" in both and "R" in both)
        and not in_a_chain(both, low)
        and not in_a_chain(both, high)
        and not set(between) & set(partner)
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_higher_card_is_as_good(preset: str) -> None:
    rules = Rules.preset(preset)
    random = Random(f"alike {preset}")
    compared = 0
    while compared < 80:
        hands = hands_with_kickers(random)
        seat = random.randrange(len(hands))
        low, high = sorted(random.sample(RANKS, 2), key=RANKS.index)
        if low not in hands[seat] or not alike(hands, seat, low, high):
            continue
        compared += 1
        better = list(hands)
        better[seat] = reference.tidy(hands[seat].replace(low, high))
        turn = random.randrange(len(hands))
        values = [
            landlord_wins(reference.Position(tuple(each), turn), rules, {})
            for each in (hands, better)
        ]
        assert values in ([True, True], [False, False], [seat != 0, seat == 0]), (hands, better)
