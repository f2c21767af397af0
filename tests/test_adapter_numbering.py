"""Our own numbers of plays: dense, in canonical order, the same both ways."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import PRESETS

import ddz_core as ddz
from ddz_core.adapters.numbering import numbering

# docs/rules.md section 4, last table.
PLAYS = {
    "standard": 24_639,
    "free_kickers": 28_511,
    "shuttle": 37_634,
    "shuttle_pair_solos": 37_790,
    "bga": 24_639,
    "bga_bomb_mode": 24_677,
    "rlcard": 27_471,
    "douzero": 29_993,
    "openspiel": 25_670,
}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_number_round_trips(preset: str) -> None:
    numbers = numbering(preset)
    assert numbers.actions == PLAYS[preset] + 1
    assert (numbers.ids(numbers.moves) == np.arange(numbers.actions)).all()
    for number in range(0, numbers.actions, 997):
        move = numbers.move(number)
        assert str(ddz.Move.parse(str(move))) == str(move)
        assert int(numbers.moves[number]["cards"]) == move.cards.packed
    assert numbers.move(numbers.pass_id) == ddz.PASS


@pytest.mark.parametrize("preset", PRESETS)
def test_plays_of_hands_have_numbers_in_order(preset: str) -> None:
    numbers = numbering(preset)
    for deal in range(20):
        dealt = ddz.deal(deal)
        plays = ddz.legal_moves(dealt.hands[0] + dealt.bottom, rules=preset)
        ids = numbers.ids(plays.array).tolist()
        assert ids == sorted(set(ids))
        assert [numbers.move(i) for i in ids[:50]] == list(plays[:50])


def test_what_has_no_number() -> None:
    numbers = numbering("standard")
    chain = ddz.readings("33334444", "shuttle").array
    assert len(chain)
    with pytest.raises(ddz.InvalidArgument, match="key"):
        numbers.ids(chain)
    for wrong in (-1, 24_640):
        with pytest.raises(ddz.InvalidArgument, match=str(wrong)):
            numbers.move(wrong)


def test_rules_of_ones_own_have_numbers() -> None:
    assert numbering(ddz.Rules(bomb_chains=True)) is numbering("bga_bomb_mode")
