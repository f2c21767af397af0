"""Hand, Move and MoveList as values and sequences."""

from __future__ import annotations

import copy
import enum
import operator
import pickle
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core import Hand, Kind, Move

HAND = Hand("33344456TJQKA2BR")


@pytest.mark.parametrize(
    "cards",
    [
        "33344456TJQKA2BR",
        "rb2akqj10654443 33",
        "33344456TJQKA2小王大王",
        [3, 3, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1],
        np.array([3, 3, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1], np.uint8),
        0x111111110001133,
        np.uint64(0x111111110001133),
        HAND,
    ],
)
def test_hands_from_anything_that_names_cards(cards: object) -> None:
    assert Hand(cards) == HAND
    assert ddz.count_moves(cards) == ddz.count_moves(HAND)


def test_hands_are_values() -> None:
    assert len(HAND) == 16
    assert str(HAND) == "33344456TJQKA2BR"
    assert repr(HAND) == "Hand('33344456TJQKA2BR')"
    assert eval(repr(HAND)) == HAND
    assert hash(Hand("34")) == hash(Hand("43"))
    assert Hand("34") != Hand("33")
    assert Hand("3") != "3"
    assert pickle.loads(pickle.dumps(HAND)) == copy.deepcopy(HAND) == HAND
    assert not Hand()
    assert Hand() == Hand("")
    with pytest.raises(AttributeError):
        HAND.packed = 3
    HAND.__init__("44")
    assert str(HAND) == "33344456TJQKA2BR"


def test_counts() -> None:
    assert HAND.counts.dtype == np.uint8
    assert HAND.counts.tolist() == [3, 3, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
    assert Hand(HAND.counts) == HAND
    with pytest.raises(ValueError, match="read-only"):
        HAND.counts[0] = 1


def test_sets_of_cards() -> None:
    assert Hand("33") + Hand("3R") == Hand("33") + "3R" == Hand("333R")
    assert Hand("356TJQKA2BR") == HAND - "33444"
    assert Hand("33") <= HAND
    assert HAND <= HAND
    assert not HAND < HAND
    assert Hand("3") < HAND
    assert Hand("3") < HAND
    assert HAND >= HAND
    assert not Hand("7") <= HAND
    assert not Hand("3333") <= HAND
    with pytest.raises(ddz.InvalidCards, match="7"):
        HAND - "7"
    with pytest.raises(ddz.InvalidCards, match="5 times 3"):
        Hand("3333") + "3"
    with pytest.raises(TypeError):
        operator.le(Hand("3"), "33")


def test_moves_are_values() -> None:
    move = Move.parse("3334:trio_solo:1:3")
    assert (move.cards, move.kind, move.length, move.rank, move.size) == (
        Hand("3334"),
        Kind.TRIO_SOLO,
        1,
        0,
        4,
    )
    assert move == ddz.readings("4333")[0]
    assert hash(move) == hash(ddz.readings("4333")[0])
    assert pickle.loads(pickle.dumps(move)) == copy.copy(move) == move
    assert eval(repr(move)) == move
    assert move != "3334:trio_solo:1:3"
    assert str(ddz.PASS) == "pass"
    assert Move.parse("pass") == ddz.PASS
    assert not ddz.PASS
    assert ddz.PASS.kind is Kind.PASS
    assert pickle.loads(pickle.dumps(ddz.PASS)) == ddz.PASS
    with pytest.raises(TypeError):
        Move()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("3334", ddz.IllegalPlay),
        ("3334:trio_solo:1", ddz.IllegalPlay),
        ("3344:trio_solo:1:T", ddz.IllegalPlay),
        ("3334:trio_solo:2:3", ddz.IllegalPlay),
        ("3334:trio_pair:1:3", ddz.IllegalPlay),
        ("3334:full_house:1:3", ddz.IllegalPlay),
        ("3334:trio_solo:one:3", ddz.IllegalPlay),
        ("3334:trio_solo:１:3", ddz.IllegalPlay),
        ("3334:trio_solo:" + "1" * 5000 + ":3", ddz.IllegalPlay),
        ("3334:trio_solo:1:X", ddz.IllegalPlay),
        ("3334:trio_solo:1:", ddz.IllegalPlay),
        ("", ddz.IllegalPlay),
        ("passed", ddz.IllegalPlay),
        ("3334:trio_solo:1:3:", ddz.IllegalPlay),
        ("33X4:trio_solo:1:3", ddz.InvalidCards),
        ("33333:solo:1:3", ddz.IllegalPlay),
        (3334, TypeError),
        (None, TypeError),
    ],
)
def test_texts_that_are_no_moves(text: str, error: type[Exception]) -> None:
    with pytest.raises(error, match=repr(text)[:5]):
        Move.parse(text)


def test_beating() -> None:
    solo, bomb = Move.parse("3:solo:1:3"), Move.parse("3333:bomb:1:3")
    assert bomb.beats(solo)
    assert not solo.beats(bomb)
    assert not solo.beats(ddz.PASS)
    assert not ddz.PASS.beats(solo)
    with pytest.raises(TypeError):
        solo.beats("3")


def test_move_lists_are_sequences() -> None:
    moves = ddz.legal_moves("33344")
    texts = [str(move) for move in moves]
    assert len(moves) == len(texts) == 7
    assert [str(moves[i]) for i in range(-7, 7)] == texts * 2
    assert [str(move) for move in reversed(moves)] == texts[::-1]
    assert [str(move) for move in moves[1:6:2]] == texts[1:6:2]
    assert [str(move) for move in moves[::-1]] == texts[::-1]
    assert len(moves[7:]) == 0
    assert moves[:] == moves == ddz.legal_moves("44333")
    assert moves != ddz.legal_moves("33345")
    assert hash(moves) == hash(ddz.legal_moves("44333"))
    assert pickle.loads(pickle.dumps(moves)) == moves
    assert all(moves.index(move) == i for i, move in enumerate(moves))
    assert "33344" in moves
    assert "33344:trio_pair:1:3" in moves
    assert "55" not in moves
    assert "nonsense" not in moves
    assert 3 not in moves
    assert moves.count("3:solo:1:3") == 1
    with pytest.raises(ValueError, match="not among"):
        moves.index("55")
    for index in (7, -8, 10**30):
        with pytest.raises(IndexError):
            moves[index]
    with pytest.raises(TypeError):
        moves["3"]
    with pytest.raises(TypeError):
        moves[0] = moves[1]
    with pytest.raises(TypeError):
        type(moves)()


def test_arrays_of_moves_are_views() -> None:
    moves = ddz.legal_moves("33344")
    array = moves.array
    assert array.dtype == ddz.MOVE_DTYPE
    assert ddz.MOVE_DTYPE.itemsize == 16
    assert array["size"].tolist() == [move.size for move in moves]
    assert array["cards"].tolist() == [move.cards.packed for move in moves]
    assert array["kind"].tolist() == [move.kind for move in moves]
    assert np.shares_memory(array, moves.array)
    assert not array.flags.writeable
    del moves
    assert array["size"].sum() > 0  # the memory lives on
    assert len(ddz.readings("345").array) == 0


def test_kinds_have_the_numbers_of_the_header() -> None:
    from pathlib import Path

    header = (Path(ddz.__file__).parent / "include" / "ddz_core.h").read_text()
    names = header.split("typedef enum {")[1].split("}")[0].replace(",", " ").split()
    assert [name.removeprefix("DDZ_") for name in names] == [k.name for k in Kind] + ["KINDS"]


def test_hands_are_gone_through_and_asked() -> None:
    assert list(HAND) == list("33344456TJQKA2BR")
    assert all(card in HAND for card in HAND)
    assert "3" in HAND
    assert "10" in HAND
    assert "t" in HAND
    assert "大王" in HAND
    assert "333" in HAND
    assert Hand("3456") in HAND
    assert Hand() in HAND
    for cards in ("7", "3333", "33334", "X", "3X", Hand("77")):
        assert cards not in HAND
    for odd in (3, None, 0x3, ["3"], b"3"):
        with pytest.raises(TypeError, match="a hand contains cards"):
            _ = odd in HAND  # type: ignore[operator]


@pytest.mark.parametrize("nothing", [None, np.nan, object()])
def test_nothing_is_no_hand(nothing: object) -> None:
    with pytest.raises(ddz.InvalidCards, match="cards are a Hand"):
        Hand(nothing)  # type: ignore[arg-type]


def test_values_take_a_width() -> None:
    move = Move.parse("33:pair:1:3")
    assert f"{HAND:>18}|" == "  33344456TJQKA2BR|"
    assert f"{HAND}" == str(HAND)
    assert f"{move:<13}|" == "33:pair:1:3  |"
    assert f"{ddz.PASS:^6}" == " pass "
    assert f"{Kind.TRIO:>6}" == "  trio"
    assert f"{Kind.TRIO}" == str(Kind.TRIO) == f"{Kind.TRIO!s}" == "trio"
    assert f"{Kind.TRIO_SOLO:.4}" == "trio"


class Said(str, enum.Enum):
    """A text that is an enumeration's too, as ``enum.StrEnum`` makes them."""

    CARDS = "3344"
    MOVE = "33:pair:1:3"
    RULES = "shuttle"
    KIND = "trio"
    PASS = "pass"


@pytest.mark.parametrize("text", [np.str_, lambda text: Said(text)])
def test_texts_of_any_type(text: Callable[[str], str]) -> None:
    cards, move, rules = text("3344"), text("33:pair:1:3"), text("shuttle")
    assert Hand(cards) == Hand("3344")
    assert text("3344") in Hand("33445")
    assert Hand("33445") - cards == Hand("5")
    assert Move.parse(move) == Move.parse("33:pair:1:3")
    assert Move.parse(text("pass")) == ddz.PASS
    assert Kind(text("trio")) is Kind.TRIO
    assert ddz.legal_moves(cards, rules=rules) == ddz.legal_moves("3344", rules="shuttle")
    assert ddz.count_moves("44", last=move) == ddz.count_moves("44", last="33") == 1
    assert ddz.explain("44", text("3344")) is not None
    assert ddz.Rules.preset(rules).name == "shuttle"
    moves = ddz.legal_moves("3344")
    assert move in moves
    assert moves.index(move) == 2
    assert type(str(Hand(cards))) is str


@pytest.mark.parametrize("number", [np.int64, np.uint8, np.array, Kind])
def test_whole_numbers_of_any_type(number: Callable[[int], Any]) -> None:
    assert Hand(number(3)) == Hand("333")
    assert Hand([number(1)] + [0] * 14) == Hand("3")
    assert ddz.pick("3344", number(1)) == ddz.legal_moves("3344")[number(1)]
    assert ddz.deal(number(7)) == ddz.deal(7)
    assert ddz.deal(1, players=number(3)) == ddz.deal(1)
    assert ddz.perft(["3", "4"], number(1)) == 1
    assert ddz.Bid(number(2)) == ddz.Bid(2)
    assert type(ddz.Bid(number(2)).stake) is int
    table = ddz.Table(base=number(2), auction="doubling", ceiling=number(4), first_bidder=number(1))
    assert (table.base, str(table)) == (
        2,
        "standard,base=2,auction=doubling,ceiling=4,first_bidder=1",
    )
    assert {type(table.base), type(table.ceiling), type(table.first_bidder)} == {int}
    assert ddz.Game("standard", number(1)) == ddz.Game("standard", 1)


def test_move_lists_are_sequences_to_others() -> None:
    moves = ddz.legal_moves("3344")
    assert isinstance(moves, Sequence)
    match moves:
        case [first, *rest]:
            assert (str(first), len(rest)) == ("3:solo:1:3", 3)
        case _:
            pytest.fail("no sequence to match")
    assert random.sample(moves, 4) != []
    assert set(random.sample(moves, 4)) == set(moves)
    assert random.Random(1).choice(moves) in moves
    assert moves.index("44", 1) == 3
    assert moves.index("44", -1, 4) == 3
    for bounds in ((0, 3), (4,), (-1, -1), (10**30,), (0, -(10**30))):
        with pytest.raises(ValueError, match="is not among these"):
            moves.index("44", *bounds)
    # As of any other sequence: what index finds from one place on is found by the mixin.
    for start in range(-5, 6):
        for stop in range(-5, 6):
            for move in moves:
                expected = list(moves)[start:stop]
                if move in expected:
                    at = moves.index(move, start, stop)
                    assert at == list(moves).index(move, start, stop)


def test_counts_of_texts_count_readings() -> None:
    both = ddz.readings("333444555666", rules="free_kickers")
    assert both.count("333444555666") == both.count(Hand("333444555666")) == len(both) == 2
    assert both.count(both[0]) == both.count(str(both[1])) == 1
    assert both.count("3") == both.count("nonsense") == 0
    assert both.count(None) == 0  # type: ignore[arg-type]


def test_numpy_sees_rows() -> None:
    moves = ddz.legal_moves("3344")
    rows = np.asarray(moves)
    assert (rows.dtype, rows.shape) == (ddz.MOVE_DTYPE, (4,))
    assert np.shares_memory(rows, moves.array)
    assert not rows.flags.writeable
    assert (rows == moves.array).all()
    assert np.asarray(ddz.readings("345")).dtype == ddz.MOVE_DTYPE
    assert len(np.asarray(ddz.readings("345"))) == 0
    view = memoryview(moves)
    assert (view.shape, view.strides, view.itemsize, view.readonly) == ((4,), (16,), 16, True)
    assert bytes(moves) == bytes(view) == rows.tobytes()
    assert np.frombuffer(moves, np.uint8).shape == (64,)
    drawn = np.random.default_rng(1).choice(moves)
    assert Move.from_row(drawn) in moves
    assert [Move.from_row(row) for row in rows] == list(moves)


def test_moves_of_rows() -> None:
    assert Move.from_row(np.zeros((), ddz.MOVE_DTYPE)[()]) is ddz.PASS
    for preset in ddz.Rules.presets():
        moves = ddz.legal_moves("3333444455566BR", rules=preset)
        assert [Move.from_row(row) for row in moves.array] == list(moves)
    for odd in (None, 3, np.zeros(1, ddz.MOVE_DTYPE), np.zeros(1, "u1,u1")[0], np.int64(3)):
        with pytest.raises(ddz.InvalidArgument, match="a row is of an array of MOVE_DTYPE"):
            Move.from_row(odd)  # type: ignore[arg-type]
    row = ddz.legal_moves("33").array[1].copy()
    for field, value in (("kind", 200), ("rank", 1), ("length", 2), ("cards", 3), ("spare", 1)):
        forged = row.copy()
        forged[field] = value
        with pytest.raises(ddz.IllegalPlay, match="no row of a play"):
            Move.from_row(forged)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (" pass ", "pass"),
        ("PASS", "pass"),
        (" 3334:TRIO_SOLO:1:3\n", "3334:trio_solo:1:3"),
        ("tj987 : Solo_Chain : 5 : j", "789TJ:solo_chain:5:J"),
        ("101010:trio:1:10", "TTT:trio:1:T"),
    ],
)
def test_moves_as_people_type_them(text: str, move: str) -> None:
    assert str(Move.parse(text)) == move
    if move != "pass":
        assert text in ddz.legal_moves("3334789TTTJ")


def test_cards_alone_say_how_they_could_be_read() -> None:
    with pytest.raises(ddz.IllegalPlay, match=r"'3334' does not say .* write 3334:trio_solo:1:3$"):
        Move.parse("3334")
    with pytest.raises(ddz.IllegalPlay, match=r"trio_chain:4:6 or 333444555666:trio_chain_solo"):
        Move.parse("333444555666")


def test_hands_name_plays_too() -> None:
    assert ddz.legal_moves("44", last=Hand("33")) == ddz.legal_moves("44", last="33")
    assert Hand("33") in ddz.legal_moves("334")
    assert ddz.legal_moves("334").index(Hand("33")) == 2
    with pytest.raises(ddz.IllegalPlay, match="'345' is no play"):
        ddz.legal_moves("44", last=Hand("345"))


def test_pickles_that_are_no_moves() -> None:
    restored, (raw,) = ddz.legal_moves("33")[0].__reduce__()
    for bad in (raw + b"x", raw[:-1], raw[:8] + b"\xff" * 8):
        with pytest.raises(ValueError, match="bytes"):
            restored(bad)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("♠3 3♠ S3 3s", "3333"),
        ("♥10♦10 ♣T d10", "TTTT"),
        ("SJHQDKCA", "JQKA"),
        ("3♠4♥5♦6♣7♤8♡9♢J♧", "3456789J"),
        ("♠\ufe0f2 2♥\ufe0f B 大王", "22BR"),
        ("s3h3d3c3s4h4d4c5", "33334445"),
    ],
)
def test_suits_are_dropped(typed: str, meant: str) -> None:
    assert str(ddz.Hand(typed)) == meant
    assert not set("SHDC") & set(ddz.RANKS)
    game = ddz.Game.from_hands("standard", [typed, "5", "6"], landlord=0)
    assert str(game.hands[0]) == meant
    assert typed in ddz.Hand(meant)


def test_suits_are_read_where_cards_are_played_and_named() -> None:
    assert str(ddz.Move.parse("♠3♥3♦3C4:trio_solo:1:3")) == "3334:trio_solo:1:3"
    moves = ddz.legal_moves("S3 H3 D4", last="C3")
    assert [str(move.cards) for move in moves] == ["4"]
    assert "♠3♥3" in ddz.legal_moves("334")
    assert ddz.explain("3♠3♥", "♦3") is None
    game = ddz.Game.from_hands("standard", ["334", "5", "6"], landlord=0)
    game.push("H3 S3")
    assert str(game.public.last) == "33:pair:1:3"
    position = ddz.Position.parse("ddzpos1 standard hands:S3H4/5♦/♣6 landlord:0")
    assert str(position).startswith("ddzpos1 standard hands:34/5/6")


@pytest.mark.parametrize(
    "alone", ["S", "♠", "SS3", "3 ♠", "♠ 3", "♠B", "R♥", "3♠♠", "♠\ufe0f", "3\ufe0f"]
)
def test_a_suit_belongs_to_a_card(alone: str) -> None:
    with pytest.raises(ddz.InvalidCards, match=r"a suit, but beside it|is no card"):
        ddz.Hand(alone)
    assert alone not in ddz.Hand("333BR")
