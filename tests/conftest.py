"""What several tests share: the presets, the golden files, the two engines."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import ddz_core as ddz
from ddz_core import reference
from ddz_core.errors import Reason
from ddz_core.reference import Play, parse_play
from ddz_core.rules import Rules

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("thorough", settings.get_profile("ci"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

collect_ignore = ["fuzz", "planted"]
"""A program of its own (``make fuzz``), and faults on purpose: no tests."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Tests in a browser need more than others, and an event loop of their own: they run only
    where they are named (``make test-browser``)."""
    if collection_path != Path(__file__).parent / "browser":
        return None
    return not any("browser" in argument for argument in config.args)


DATA = Path(__file__).parent / "data"

PRESETS = tuple(name for name in Rules.presets() if Rules.preset(name).decks == 1)
"""The rule sets of one deck; tests/test_reference_four.py and others have the one of two."""

RULE_OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "chain_solos": st.integers(1, 4),
    "quad_solos": st.integers(1, 2),
    "jokers_as_solos": st.booleans(),
    "jokers_as_pair": st.booleans(),
    "lengthening_kickers": st.booleans(),
    "quad_kickers": st.booleans(),
    "quad_chains": st.booleans(),
}
"""What rules of one deck may be, with wild cards or without."""

GOLDEN_PRESETS = tuple(name for name in PRESETS if (DATA / f"{name}.jsonl").exists())
"""``bga`` has no file of its own: its rules are those of ``standard``."""


def golden(name: str, **wanted: Any) -> list[dict[str, Any]]:
    """The lines of a golden file, or those whose fields have the wanted values."""
    with (DATA / f"{name}.jsonl").open() as lines:
        rows = [json.loads(line) for line in lines]
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


class ReferenceEngine:
    """The reference, with texts going in and out."""

    name = "reference"

    @staticmethod
    def _last(text: str | None, rules: Rules) -> Play | None:
        if text is None:
            return None
        return parse_play(text) if ":" in text else reference.meant(text, None, rules)

    def readings(self, cards: str, preset: str = "standard") -> list[str]:
        return [str(play) for play in reference.readings(cards, Rules.preset(preset))]

    def moves(self, hand: str, last: str | None = None, preset: str = "standard") -> list[str]:
        rules = Rules.preset(preset)
        return [str(play) for play in reference.legal(hand, self._last(last, rules), rules)]

    def why_not(
        self, hand: str, cards: str, last: str | None = None, preset: str = "standard"
    ) -> Reason | None:
        rules = Rules.preset(preset)
        return reference.why_not(hand, cards, self._last(last, rules), rules)

    def perft(self, hands: list[str], depth: int) -> int:
        return reference.perft(hands, depth, Rules.preset("standard"))

    def deal(self, number: int) -> tuple[tuple[str, ...], str, int]:
        return reference.deal(number)


class CoreEngine:
    """The compiled core through its public names, with texts going in and out."""

    name = "core"

    def readings(self, cards: str, preset: str = "standard") -> list[str]:
        return [str(move) for move in ddz.readings(cards, rules=preset)]

    def moves(self, hand: str, last: str | None = None, preset: str = "standard") -> list[str]:
        return [str(move) for move in ddz.legal_moves(hand, last, rules=preset)]

    def why_not(
        self, hand: str, cards: str, last: str | None = None, preset: str = "standard"
    ) -> Reason | None:
        error = ddz.explain(hand, cards, last, rules=preset)
        return error and error.reason

    def perft(self, hands: list[str], depth: int) -> int:
        return ddz.perft(hands, depth)

    def deal(self, number: int) -> tuple[tuple[str, ...], str, int]:
        dealt = ddz.deal(number)
        return tuple(map(str, dealt.hands)), str(dealt.bottom), dealt.first_bidder


Engine = ReferenceEngine | CoreEngine


@pytest.fixture(params=[ReferenceEngine(), CoreEngine()], ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each of the two, so that a hand-written case is asked of both."""
    chosen: Engine = request.param
    return chosen
