"""Tables: what the presets are, which combinations are refused, and their texts."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from walks import RULES, tables

import ddz_core as ddz


def test_the_presets_are_those_of_the_rules() -> None:
    # docs/rules.md section 5, the table.
    names = ("standard", "free_kickers", "shuttle", "bga")
    assert ddz.Table.presets() == (*names, "four", "laizi", "happy")
    standard, free, shuttle, bga = map(ddz.Table.preset, names)
    assert [t.players for t in (standard, free, shuttle, bga)] == [3, 3, 3, 3]
    assert [t.base for t in (standard, free, shuttle, bga)] == [1, 10, 1, 1]
    assert [t.rules.name for t in (standard, free, shuttle, bga)] == list(names)
    assert [t.auction_order for t in (standard, free, shuttle, bga)] == [
        "play",
        "play",
        "play",
        "clockwise",
    ]
    assert [t.first_bidder for t in (standard, free, shuttle, bga)] == [None, None, 0, None]
    assert [t.show_card for t in (standard, free, shuttle, bga)] == [False, False, False, True]
    assert [t.deals for t in (standard, free, shuttle, bga)] == [1, None, 1, 5]
    assert [t.start_points for t in (standard, free, shuttle, bga)] == [0, 0, 0, 50]
    assert not any(t.discard or t.skip or t.ruin for t in (standard, free, shuttle, bga))


def test_presets_with_changes() -> None:
    table = ddz.Table.preset("bga", players=2, auction="doubling", discard=True)
    assert (table.players, table.auction, table.discard) == (2, "doubling", True)
    assert (table.rules.name, table.auction_order) == ("bga", "clockwise")


@pytest.mark.parametrize(
    ("changes", "stake"),
    [
        ({}, 3),
        ({"auction": "doubling"}, 8),
        ({"auction": "doubling", "players": 2}, 16),
        ({"auction": "doubling", "ceiling": 4}, 4),
        ({"auction": "none"}, 1),
    ],
)
def test_the_stake_that_ends_the_auction(changes: dict[str, object], stake: int) -> None:
    assert ddz.Table.preset("bga", **changes).highest_stake == stake


def test_bomb_mode_is_a_matter_of_the_rules() -> None:
    bga = ddz.Table.preset("bga")
    assert not bga.bomb_mode
    assert bga.changed(bomb_mode=True).rules == ddz.Rules.preset("bga_bomb_mode")
    assert bga.changed(bomb_mode=True).changed(bomb_mode=False) == bga
    shuttle = ddz.Table.preset("shuttle", bomb_mode=True)
    assert shuttle.rules.bomb_chains
    assert shuttle.rules.quad_chains


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"players": 4}, "players"),
        ({"players": True}, "players"),
        ({"players": 3.0}, "players"),
        ({"base": 0}, "base"),
        ({"base": -10}, "base"),
        ({"auction": "robbing"}, "auction"),
        ({"auction": ["points"]}, "auction"),
        ({"auction_order": "left"}, "auction_order"),
        ({"ceiling": 8}, "ceiling is of the doubling auction"),
        ({"auction": "none", "ceiling": 8}, "ceiling .*here is no auction"),
        ({"auction": "none", "show_card": True}, "show_card .*here is no auction"),
        ({"auction": "none", "auction_order": "clockwise"}, "auction_order .*here is no auction"),
        ({"auction": "none", "new_deals": 0}, "new_deals .*here is no auction"),
        ({"auction": None}, "auction"),
        ({"auction": "doubling", "ceiling": 6}, "power of two"),
        ({"auction": "doubling", "ceiling": 1}, "ceiling"),
        ({"first_bidder": 3}, "first_bidder"),
        ({"players": 2, "first_bidder": 2}, "first_bidder"),
        ({"short_deck": True}, "short_deck needs 2 players"),
        ({"ruin": True}, "ruin needs start_points"),
        ({"discard": 1}, "discard"),
        ({"skip": None}, "skip"),
        ({"show_card": "yes"}, "show_card"),
        ({"deals": 0}, "deals"),
        ({"new_deals": -1}, "new_deals"),
        ({"start_points": -1}, "start_points"),
        ({"rules": "whist"}, "whist"),
        ({"rules": 3}, "rules"),
        ({"name": ""}, "name"),
        ({"bomb_mode": 1}, "bomb_mode"),
        ({"jokers": 3}, "jokers"),
    ],
)
def test_what_makes_no_sense_is_refused_saying_why(changes: dict[str, object], why: str) -> None:
    with pytest.raises(ddz.InvalidRules, match=why):
        ddz.Table.preset("standard", **changes)


def test_without_an_auction_there_is_nothing_of_it() -> None:
    table = ddz.Table.preset("bga", auction="none")
    assert (table.auction_order, table.show_card) == ("play", False)
    assert str(table) == "bga,auction=none"
    assert ddz.Table.parse("bga,auction=none") == table
    doubling = ddz.Table.preset("bga", auction="doubling", ceiling=4, new_deals=2)
    assert doubling.changed(auction="none") == table
    for name, value in (("show_card", True), ("auction_order", "clockwise"), ("new_deals", 1)):
        with pytest.raises(ddz.InvalidRules, match=f"{name} .*here is no auction"):
            ddz.Table.preset("bga", auction="none", **{name: value})
        with pytest.raises(ddz.InvalidRules, match=f"{name} .*here is no auction"):
            table.changed(**{name: value})
    with pytest.raises(ddz.InvalidRules, match=r"show_card .*here is no auction"):
        ddz.Table.parse("standard,auction=none,show_card=yes")


def test_numbers_and_texts_of_other_types_become_plain_ones() -> None:
    table = ddz.Table(
        rules=np.str_("bga"),
        players=np.int32(2),
        auction=np.str_("doubling"),
        auction_order=np.str_("clockwise"),
        ceiling=np.uint64(8),
        first_bidder=np.int8(1),
        new_deals=np.array(3),
        deals=np.int64(7),
        start_points=np.int64(9),
        name=np.str_("mine"),
    )
    for field in dataclasses.fields(table):
        assert type(getattr(table, field.name)) in (int, str, bool, ddz.Rules)
    assert ddz.Table.parse(np.str_(str(table))) == table
    assert ddz.Game(np.str_("bga"), 1).table == ddz.Table.preset(np.str_("bga"))


@pytest.mark.parametrize("text", [None, 3, b"bga", ["bga"]])
def test_what_is_no_text_of_a_table(text: object) -> None:
    with pytest.raises(ddz.InvalidRules, match="a table is read from a text"):
        ddz.Table.parse(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["whist", "", None, ["standard"]])
def test_unknown_presets(name: object) -> None:
    with pytest.raises(ddz.InvalidRules, match="table"):
        ddz.Table.preset(name)  # type: ignore[arg-type]
    if not isinstance(name, str) or name:
        with pytest.raises(ddz.InvalidRules):
            ddz.Game(name, 1)  # type: ignore[arg-type]


def test_a_table_is_a_value() -> None:
    table = ddz.Table.preset("bga", players=2)
    assert table == ddz.Table.preset("bga", players=2, name="ours")
    assert len({table, ddz.Table.preset("bga", players=2)}) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        table.players = 3  # type: ignore[misc]


@pytest.mark.parametrize("rules", RULES)
def test_texts_parse_back(rules: str) -> None:
    for table in tables(rules):
        text = str(table)
        assert " " not in text
        assert ddz.Table.parse(text) == table
        assert str(ddz.Table.parse(text)) == text


def test_texts_of_rules_that_are_no_preset() -> None:
    rules = ddz.Rules(chain_solos=3, jokers_as_pair=True)
    table = ddz.Table.preset("free_kickers", rules=rules, base=7)
    assert ddz.Table.parse(str(table)) == table


def test_equal_tables_keep_their_own_names() -> None:
    bga = ddz.Table.preset("bga")
    same = dataclasses.replace(bga, name="custom")
    assert bga == same
    assert str(bga) == "bga"
    assert str(same).startswith("standard,")
    assert ddz.Table.parse(str(same)) == bga


@pytest.mark.parametrize(
    "text",
    [
        "",
        "whist",
        "bga,",
        "bga,players",
        "bga,players=two",
        "bga,players=2,players=2",
        "bga,name=x",
        "bga,rules.name=x",
        "bga,rules.chain_solos=9",
        "bga,rules.jokers=1",
        "bga,colour=red",
    ],
)
def test_texts_that_are_no_table(text: str) -> None:
    with pytest.raises(ddz.InvalidRules):
        ddz.Table.parse(text)
