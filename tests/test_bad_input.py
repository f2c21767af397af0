"""What is refused: each by an error of its own that names the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core import arena
from ddz_core._core.douzero_arrays import POSITIONS
from ddz_core._core.douzero_cards import numbers_of
from ddz_core._core.whole_games import play_range
from ddz_core.adapters import douzero, rlcard


@pytest.mark.parametrize(
    ("cards", "named"),
    [
        ("33X", "'X'"),
        ("1", "'1'"),
        ("33333", "5 times 3"),
        ("RR", "2 times R"),
        ("3" * 17, "3333"),
        ([1] * 14, "14"),
        ([1] * 16, "16"),
        ([-1] + [0] * 14, "-1"),
        ([0.5] + [0] * 14, "0.5"),
        ([True] + [0] * 14, "True"),
        ([10**30] + [0] * 14, "1000000"),
        ([5] + [0] * 14, "5 times 3"),
        (np.zeros((3, 5), np.uint8), r"\(3, 5\)"),
        (np.zeros(15), "float64"),
        (np.zeros(15, np.complex128), "complex128"),
        (-1, "-1"),
        (1 << 64, str(1 << 64)),
        (1 << 60, str(1 << 60)),
        (0x5, "5 times 3"),
        (None, "None"),
        (3.5, "3.5"),
        (True, "True"),
        (object, "object"),
    ],
)
def test_cards(cards: Any, named: str) -> None:
    if cards is not None:
        with pytest.raises(ddz.InvalidCards, match=named):
            ddz.Hand(cards)
    for ask in (ddz.legal_moves, ddz.count_moves, ddz.readings):
        with pytest.raises(ddz.InvalidCards, match=named):
            ask(cards)


def test_an_empty_hand_is_not_to_play() -> None:
    for ask in (ddz.legal_moves, ddz.count_moves):
        for hand in ("", ddz.Hand(), 0, [0] * 15):
            with pytest.raises(ddz.InvalidCards, match="empty"):
                ask(hand)
    with pytest.raises(ddz.InvalidCards, match="empty"):
        ddz.pick("", 0)
    assert len(ddz.readings("")) == 0
    refused = ddz.explain("", "")
    assert refused is not None
    assert refused.reason is ddz.Reason.NO_COMBINATION


@pytest.mark.parametrize("rules", ["Standard", "", "xyz"])
def test_presets_that_do_not_exist(rules: str) -> None:
    with pytest.raises(ddz.InvalidRules, match=f"{rules!r}.*standard"):
        ddz.legal_moves("3", rules=rules)


@pytest.mark.parametrize("rules", [None, 3, ["standard"], {"a": 1}])
def test_things_that_are_no_rules(rules: Any) -> None:
    with pytest.raises(ddz.InvalidRules):
        ddz.count_moves("3", rules=rules)
    with pytest.raises(ddz.InvalidRules):
        ddz.Rules.preset(rules)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"chain_solos": 0}, "chain_solos.*0"),
        ({"chain_solos": 5}, "chain_solos.*5"),
        ({"chain_solos": "2"}, "'2'"),
        ({"chain_solos": True}, "True"),
        ({"quad_solos": 3}, "quad_solos.*3"),
        ({"quad_solos": 1.0}, "1.0"),
        ({"bomb_chains": 1}, "bomb_chains.*1"),
        ({"jokers_as_pair": None}, "jokers_as_pair.*None"),
        ({"name": ""}, "name"),
        ({"name": 7}, "7"),
    ],
)
def test_impossible_rules(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(ddz.InvalidRules, match=named):
        ddz.Rules(**fields)


FLAGS: dict[str, Callable[[Any], object]] = {
    "all_moves": lambda flag: ddz.solve(["3", "4"], all_moves=flag),
    "wild": lambda flag: ddz.simulate(1, wild=flag),
    "bidding": lambda flag: arena.match("random", "random", deals=2, bidding=flag),
    "rotate": lambda flag: arena.table_match(["random"] * 3, deals=3, rotate=flag),
    "short_deck": lambda flag: ddz.appraise("5", players=2, short_deck=flag),
    "strict_compat": lambda flag: douzero.Env("wp", flag),
    "strict_compat of GameEnv": lambda flag: douzero.GameEnv(
        dict.fromkeys(POSITIONS, lambda: None), flag
    ),
    "strict_compat of MovesGener": lambda flag: douzero.MovesGener([3], flag),
    "strict_compat of get_move_type": lambda flag: douzero.get_move_type([3], flag),
    "allow_step_back": lambda flag: rlcard.make("doudizhu", {"allow_step_back": flag}),
}


@pytest.mark.parametrize("name", FLAGS)
def test_flags(name: str) -> None:
    for flag in (True, False, 1, 0, np.bool_(True)):
        FLAGS[name](flag)
    for no_flag in (np.ones(2), np.zeros((0, 3), object)[:, :2]):
        with pytest.raises(ddz.InvalidArgument, match=f"{name.split()[0]} must be True or False"):
            FLAGS[name](no_flag)


def test_an_array_is_compared_with_nothing() -> None:
    for array in (np.ones(2), np.array(["doudizhu"] * 2)):
        with pytest.raises(ddz.InvalidArgument, match="plays 'doudizhu' alone"):
            rlcard.make(array)
        with pytest.raises(ddz.InvalidArgument, match="tells players"):
            ddz.appraise(ddz.Game("standard", 1).observation(2), players=array)


def test_values_that_cannot_be_compared() -> None:
    for no_kind in (np.ones(2), np.zeros((0, 2)), "trio", None):
        with pytest.raises(ddz.InvalidArgument, match="no kind of play"):
            ddz.Rules().allows(no_kind)
    for no_rank in (10**5000, np.ones(2, np.uint8).tobytes(), 3, "B"):
        with pytest.raises(ddz.InvalidRules, match="wild must be one of the ranks"):
            ddz.Table.preset("laizi").rules_with(no_rank)


def test_a_length_is_not_believed() -> None:
    class Liar(list[int]):
        def __len__(self) -> int:
            return 1 << 60

    assert numbers_of(Liar([3, 3, 17])) == [3, 3, 17]
    assert douzero.get_move_type(Liar([3, 3]))["type"] == 2


def test_rules_do_not_change() -> None:
    with pytest.raises(AttributeError):
        ddz.Rules().chain_solos = 3  # type: ignore[misc]


@pytest.mark.parametrize("last", ["345", "3334445", "", "3333444"])
def test_lasts_that_are_no_plays(last: str) -> None:
    for ask in (ddz.legal_moves, ddz.count_moves):
        with pytest.raises(ddz.IllegalPlay, match=f"{last!r}|''"):
            ask("33", last=last)


def test_lasts_that_are_no_plays_under_these_rules() -> None:
    shuttle = ddz.readings("33334444", rules="shuttle")[0]
    with pytest.raises(ddz.IllegalPlay, match=r"33334444.*'standard'"):
        ddz.legal_moves("5555", last=shuttle)
    assert ddz.count_moves("5555", last=shuttle, rules="shuttle") == 1
    with pytest.raises(ddz.IllegalPlay, match="pass"):
        ddz.legal_moves("3", last="pass")
    with pytest.raises(ddz.IllegalPlay, match="pass"):
        ddz.legal_moves("3", last=ddz.PASS)
    with pytest.raises(TypeError):
        ddz.legal_moves("3", last=3)
    with pytest.raises(ddz.InvalidCards, match="'X'"):
        ddz.legal_moves("3", last="3X")


@pytest.mark.parametrize("number", [-1, 1 << 64, 1.0, "1", None, True])
def test_deal_numbers_outside_64_bits(number: Any) -> None:
    with pytest.raises(ddz.InvalidArgument, match=str(number)):
        ddz.deal(number)


@pytest.mark.parametrize("players", [0, 1, 4, -3, "3", True, 2.5])
def test_numbers_of_players(players: Any) -> None:
    with pytest.raises(ddz.InvalidArgument, match=str(players)):
        ddz.deal(1, players=players)


@pytest.mark.parametrize(
    ("hands", "depth", "error"),
    [
        (["3", "4"], -1, ddz.InvalidArgument),
        (["3", "4"], 1.5, ddz.InvalidArgument),
        (["3", "4"], 10**30, ddz.InvalidArgument),
        (["3", "4"], 1000, ddz.InvalidArgument),
        (["3"], 1, ddz.InvalidArgument),
        (["3"] * 4 + ["4"], 1, ddz.InvalidArgument),
        (["3", ""], 1, ddz.InvalidCards),
        (["333", "33"], 1, ddz.InvalidCards),
        (["3", "x"], 1, ddz.InvalidCards),
    ],
)
def test_perft(hands: list[str], depth: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        ddz.perft(hands, depth)


def test_ranges_of_deals() -> None:
    for first, games in [(-1, 1), (2**64, 1), (2**64 - 1, 2), (0, -1), ("1", 1)]:
        with pytest.raises(ddz.InvalidArgument):
            play_range("standard", first, games)
    lines, decisions, wins, bombs = play_range("standard", 2**64 - 1, 1)
    assert lines.startswith(b"18446744073709551615:")
    assert decisions > 0
    assert wins + bombs >= 0
    assert play_range("standard", 2**64 - 1, 0) == (b"", 0, 0, 0)


def test_indices_of_picks() -> None:
    assert ddz.pick("3334", -1) == ddz.legal_moves("3334")[-1]
    for index in (5, -6, 10**30):
        with pytest.raises(IndexError, match=str(index)):
            ddz.pick("3334", index)
    with pytest.raises(TypeError):
        ddz.pick("3334", 1.5)  # type: ignore[arg-type]


def test_errors_are_value_errors_and_travel() -> None:
    import pickle

    for error in (ddz.InvalidCards, ddz.InvalidRules, ddz.InvalidArgument, ddz.IllegalPlay):
        assert issubclass(error, ddz.DdzError)
        assert issubclass(error, ValueError)
    refused = ddz.explain("3", "4")
    assert refused is not None
    again = pickle.loads(pickle.dumps(refused))
    assert (again.reason, str(again)) == (refused.reason, str(refused))


def test_messages_name_the_rules_that_were_given() -> None:
    for rules in ("standard", "bga", ddz.Rules(), ddz.Rules(name="mine")):
        refused = ddz.explain("345", "345", rules=rules)
        name = rules if isinstance(rules, str) else rules.name
        assert refused is not None
        assert str(refused) == f"345 is no combination under the rules {name!r}"
