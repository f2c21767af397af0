"""Faults that users reported of public engines: none of them here.

Each is asked of the reference and of the compiled core, with the section of
docs/rules.md that decides it.
"""

from __future__ import annotations

import pytest
from conftest import PRESETS, Engine

from ddz_core.errors import Reason

MANY_OF_A_RANK = [
    preset for preset in PRESETS if preset in ("free_kickers", "rlcard", "douzero", "openspiel")
]
"""Presets with three single kickers of one rank (section 4)."""


@pytest.mark.parametrize("preset", PRESETS)
def test_kings_and_aces_chain(engine: Engine, preset: str) -> None:
    # Section 1: chains reach up to the ace.
    assert engine.readings("KKKAAA69", preset) == ["69KKKAAA:trio_chain_solo:2:A"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kicker", ["3", "A", "2", "B", "R"])
def test_tens_with_a_kicker(engine: Engine, preset: str, kicker: str) -> None:
    (reading,) = engine.readings("TTT" + kicker, preset)
    assert reading.endswith(":trio_solo:1:T")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_pair_among_the_singles_of_three_trios(engine: Engine, preset: str) -> None:
    # Section 4: two of a rank are single kickers where the limit is not 1.
    expected = ["333444555667:trio_chain_solo:3:5"]
    if preset.startswith("shuttle"):
        expected = []
    assert engine.readings("333444555667", preset) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_one_trio_has_one_kicker(engine: Engine, preset: str) -> None:
    # Section 2: two different singles are neither one single nor a pair.
    assert engine.readings("99923", preset) == []
    assert engine.why_not("99923", "99923", None, preset) is Reason.NO_COMBINATION


@pytest.mark.parametrize("preset", PRESETS)
def test_chains_do_not_go_round(engine: Engine, preset: str) -> None:
    # Section 1: a chain uses 3 to A, and 2 is above the ace, not below the 3.
    assert engine.readings("A2345", preset) == []
    assert engine.readings("222333", preset) == []
    assert engine.readings("AAA", preset) == ["AAA:trio:1:A"]
    assert engine.readings("222", preset) == ["222:trio:1:2"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_chain_may_start_in_a_quad(engine: Engine, preset: str) -> None:
    # Section 4: in the hand nothing is tied.
    assert "34567:solo_chain:5:7" in engine.moves("33334567", None, preset)
    assert "334455:pair_chain:3:5" in engine.moves("33334455", None, preset)
    assert "333444:trio_chain:2:4" in engine.moves("3333444", None, preset)


@pytest.mark.parametrize("preset", MANY_OF_A_RANK)
def test_a_trio_of_kickers_does_not_set_the_rank(engine: Engine, preset: str) -> None:
    # Section 3: kickers never count; the bodies are 444555666 and 333444555.
    higher, lower = "444555666389", "333444555777"
    assert engine.why_not(higher, higher, lower, preset) is None
    assert engine.why_not(lower, lower, higher, preset) is Reason.TOO_LOW


@pytest.mark.parametrize("preset", MANY_OF_A_RANK)
def test_eights_as_kickers_stay_kickers(engine: Engine, preset: str) -> None:
    cards = "333444555888"
    assert engine.readings(cards, preset) == [f"{cards}:trio_chain_solo:3:5"]
    assert engine.why_not(cards, cards, "44455566679J", preset) is Reason.TOO_LOW


@pytest.mark.parametrize("preset", PRESETS)
def test_one_cannot_play_more_cards_than_one_holds(engine: Engine, preset: str) -> None:
    assert engine.why_not("JJQQKA", "JJQQKKAA", None, preset) is Reason.NOT_HELD
    assert not [text for text in engine.moves("JJQQKA", None, preset) if "chain" in text]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_order_of_the_cards_does_not_matter(engine: Engine, preset: str) -> None:
    assert engine.readings("5A4A3A", preset) == engine.readings("AAA345", preset) == []
    assert engine.readings("7A6A3A5A4", preset) == engine.readings("34567AAAA", preset) == []
    assert engine.readings("75463", preset) == ["34567:solo_chain:5:7"]
    assert engine.moves("R4B334", "3", preset) == engine.moves("3344BR", "3", preset)
    assert engine.why_not("4333", "3433", "6555", preset) is Reason.TOO_LOW


@pytest.mark.parametrize("preset", PRESETS)
def test_an_empty_play_is_no_play(engine: Engine, preset: str) -> None:
    assert engine.readings("", preset) == []
    assert engine.why_not("345", "", None, preset) is Reason.NO_COMBINATION
    assert engine.why_not("345", "", "3", preset) is Reason.NO_COMBINATION
