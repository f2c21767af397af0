"""The compiled core against the golden files, which come from an independent
enumeration (docs/rules.md section 4)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

import pytest
from conftest import GOLDEN_PRESETS, golden

import ddz_core as ddz

# The files of the variants are asked for in test_golden_variants.py.
ONE_DECK = [preset for preset in GOLDEN_PRESETS if ddz.Rules.preset(preset).decks == 1]
DECK = "".join(4 * rank for rank in "3456789TJQKA2") + "BR"


def digest_of(moves: Iterable[ddz.Move]) -> str:
    return hashlib.sha256("\n".join(sorted(map(str, moves))).encode()).hexdigest()


def kinds_of(moves: Iterable[ddz.Move]) -> Counter[str]:
    return Counter(str(move.kind) for move in moves)


@pytest.mark.parametrize("preset", GOLDEN_PRESETS)
def test_positions(preset: str) -> None:
    for row in golden(preset):
        moves = ddz.legal_moves(row["hand"], row["last"], rules=preset)
        texts = sorted(map(str, moves))
        assert len(moves) == row["moves"], row
        assert ddz.count_moves(row["hand"], row["last"], rules=preset) == row["moves"], row
        assert kinds_of(moves) == row["kinds"], row
        # Only the short lists are written out in the file.
        assert texts == row.get("list", texts)
        assert digest_of(moves) == row["sha256"], row


@pytest.mark.parametrize("preset", ONE_DECK)
def test_whole_deck(preset: str) -> None:
    (row,) = golden("whole_deck", rules=preset)
    moves = [move for move in ddz.legal_moves(DECK, rules=preset) if move.size <= 20]
    assert len(moves) == row["plays"]
    assert len({move.cards for move in moves}) == row["distinct_cards"]
    assert kinds_of(moves) == row["kinds"]
    assert digest_of(moves) == row["sha256"]


@pytest.mark.parametrize("preset", GOLDEN_PRESETS)
def test_perft(preset: str) -> None:
    for row in golden("perft", rules=preset):
        assert ddz.perft(row["hands"], row["depth"], rules=preset) == row["nodes"], row


@pytest.mark.parametrize("preset", ONE_DECK)
def test_playouts(preset: str) -> None:
    (row,) = golden("playouts", rules=preset)
    result = ddz.simulate(deals=row["games"], seed=row["seed"], rules=preset)
    assert result.games == row["games"]
    assert result.decisions == row["decisions"]
    assert result.landlord_wins == row["landlord_wins"]
    assert result.bombs == row["bombs"]
    assert result.digest == row["digest"]
