"""Rules as values: what the variants add to them (docs/rules.md section 8)."""

from __future__ import annotations

import enum
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ddz_core.errors import InvalidRules
from ddz_core.kinds import Kind
from ddz_core.rules import WILD_RANKS, Rules


class Rank(str, enum.Enum):
    NINE = "9"


def test_four() -> None:
    four = Rules.preset("four")
    assert "four" in Rules.presets()
    assert (four.decks, four.doubling_bomb, four.wild) == (2, 6, None)
    assert [kind for kind in Kind if not four.allows(kind)] == [
        *[Kind.TRIO_SOLO, Kind.TRIO_CHAIN_SOLO, Kind.QUAD_SOLO, Kind.QUAD_PAIR],
        *[Kind.QUAD_CHAIN, Kind.QUAD_CHAIN_SOLO, Kind.QUAD_CHAIN_PAIR, Kind.BOMB_CHAIN],
    ]


@pytest.mark.parametrize("name", Rules.presets())
def test_the_deck_goes_round(name: str) -> None:
    # Section 5: 17 cards each and 3, of 54; section 8.1: 25 each and 8, of 108.
    rules = Rules.preset(name)
    if rules.decks == 1:
        assert (len(rules.deck), rules.hand_size, rules.bottom_size) == (54, 17, 3)
        assert rules.seats == (2, 3)
    else:
        assert (len(rules.deck), rules.hand_size, rules.bottom_size) == (108, 25, 8)
        assert rules.seats == (4,)
    assert max(rules.seats) * rules.hand_size + rules.bottom_size == len(rules.deck)
    assert rules.most_cards == rules.hand_size + rules.bottom_size


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        *[({"wild": wild}, repr(wild)) for wild in ("", "10", "t", "33", "X", 9, True)],
        ({"wild": "B"}, "'B': the jokers are never wild"),
        ({"wild": "R"}, "'R': the jokers are never wild"),
        ({"wild": "9", "bomb_chains": True}, "wild='9' is not offered with bomb_chains"),
        *[({"decks": decks}, repr(decks)) for decks in (0, 3, True, "2", 2.0, None)],
        ({"decks": 2}, "trio_solos, quad_kickers.*Rules.preset\\('four'\\)"),
        ({"doubling_bomb": 6}, "doubling_bomb must be 4 where decks is 1, not 6"),
        ({"trio_solos": 1}, "trio_solos.*1"),
        ({"deck": 2}, "no 'deck'; they have .*decks"),
        ({"Wild": "9"}, "no 'Wild'"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidRules, match=named):
        Rules().changed(**changes)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"wild": "9"}, "wild='9' is not offered with decks=2"),
        ({"doubling_bomb": 3}, "doubling_bomb.*4 to 8, not 3"),
        ({"doubling_bomb": 9}, "doubling_bomb.*4 to 8, not 9"),
        *[
            ({name: True}, f"decks=2 is not offered with {name}")
            for name in (
                *["trio_solos", "quad_kickers", "quad_chains", "bomb_chains"],
                "jokers_as_pair",
            )
        ],
        ({"decks": 1}, "doubling_bomb must be 4 where decks is 1, not 6"),
    ],
)
def test_what_two_decks_refuse(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidRules, match=named):
        Rules.preset("four").changed(**changes)


@pytest.mark.parametrize(
    ("field", "value", "plain"),
    [
        ("chain_solos", np.int64(3), 3),
        ("chain_solos", np.uint8(1), 1),
        ("quad_solos", np.int8(1), 1),
        ("decks", np.int32(1), 1),
        ("wild", np.str_("9"), "9"),
        ("wild", Rank.NINE, "9"),
        ("name", np.str_("mine"), "mine"),
        ("name", Rank.NINE, "9"),
    ],
)
def test_other_types_become_plain(field: str, value: Any, plain: object) -> None:
    rules = Rules(**{field: value})
    assert getattr(rules, field) == plain
    assert type(getattr(rules, field)) is type(plain)
    assert rules == Rules(**{field: plain})
    assert hash(rules) == hash(Rules(**{field: plain}))


def test_changed_is_named_after_the_preset_that_it_is() -> None:
    standard = Rules.preset("standard")
    assert standard.changed(chain_solos=3) == Rules.preset("rlcard")
    assert standard.changed(chain_solos=3).name == "rlcard"
    assert standard.changed(wild="9").name == "custom"
    assert standard.changed(wild="9").changed(wild=None).name == "standard"
    # bga is equal to standard, and stays bga where nothing changes.
    assert Rules.preset("bga").changed(chain_solos=2).name == "bga"
    assert standard.changed(chain_solos=1, name="mine").name == "mine"
    assert standard.wild is None


def test_each_wild_rank_is_a_rule_set_of_its_own() -> None:
    every = [Rules(wild=wild) for wild in WILD_RANKS]
    assert len({*every, Rules()}) == 14
    assert len({hash(rules) for rules in (*every, Rules())}) == 14


def test_the_hash_is_that_of_other_processes() -> None:
    # Rules go to worker processes, where texts have other hashes.
    script = (
        "import pickle, sys; from ddz_core.rules import Rules; "
        "rules = Rules.preset('free_kickers').changed(wild='9'); "
        "sys.stdout.buffer.write(pickle.dumps((rules, hash(rules))))"
    )
    for seed in ("1", "2"):
        found = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        rules, number = pickle.loads(found.stdout)
        own = Rules.preset("free_kickers").changed(wild="9")
        assert rules == own
        assert number == hash(rules) == hash(own)
