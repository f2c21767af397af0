"""The compiled play-outs, replayed decision by decision by the reference."""

from __future__ import annotations

import pytest
from conftest import PRESETS

from ddz_core import reference
from ddz_core._core import whole_games
from ddz_core.rules import Rules

# Deals that no golden digest covers, and the two ends of the deal numbers.
BATCHES = [range(1), range(10_001, 10_100), range(20_001, 20_100), range(2**64 - 1, 2**64)]
NUMBERS = [number for batch in BATCHES for number in batch]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_decision_of_200_deals(preset: str) -> None:
    rules = Rules.preset(preset)
    assert len(NUMBERS) == 200
    for number in NUMBERS:
        expected = reference.playout(number, rules)
        winner, bombs, actions = whole_games.playout_record(number, rules)
        assert [str(a) for a in actions] == [str(d.action) for d in expected.decisions], number
        assert (winner, bombs) == (expected.winner, expected.bombs), number


def test_rules_made_of_any_fields() -> None:
    # The quad and bomb chains, and three of a rank beside a chain, at the same time.
    rules = Rules(
        chain_solos=3,
        jokers_as_solos=True,
        lengthening_kickers=True,
        quad_chains=True,
        bomb_chains=True,
    )
    for number in NUMBERS[:50]:
        expected = reference.playout(number, rules)
        winner, bombs, actions = whole_games.playout_record(number, rules)
        assert [str(a) for a in actions] == [str(d.action) for d in expected.decisions], number
        assert (winner, bombs) == (expected.winner, expected.bombs), number
