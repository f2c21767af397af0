"""The digest of 10,000 games for each preset: no change may move it unawares.

Golden digests of 500 games come from an independent program (test_golden.py); these,
made by the command in ``tests/data/signature.json``, reach rarer plays.
"""

from __future__ import annotations

import json

import pytest
from conftest import DATA, PRESETS

import ddz_core as ddz

SIGNATURE = json.loads((DATA / "signature.json").read_text())


@pytest.mark.parametrize("rules", PRESETS)
def test_ten_thousand_games(rules: str) -> None:
    assert ddz.simulate(10_000, seed=1, rules=rules, threads=2).digest == SIGNATURE[rules]
