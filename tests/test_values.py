"""Hand, Move and MoveList as values and sequences."""

from __future__ import annotations

import copy
import operator
import pickle

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
        ("3334:trio_solo:1:4", ddz.IllegalPlay),
        ("3334:trio_solo:2:3", ddz.IllegalPlay),
        ("3334:trio_pair:1:3", ddz.IllegalPlay),
        ("3334:full_house:1:3", ddz.IllegalPlay),
        ("3334:trio_solo:one:3", ddz.IllegalPlay),
        ("3334:trio_solo:1:X", ddz.IllegalPlay),
        ("3334:trio_solo:1:", ddz.IllegalPlay),
        ("", ddz.IllegalPlay),
        ("Pass", ddz.IllegalPlay),
        ("33X4:trio_solo:1:3", ddz.InvalidCards),
        ("33333:solo:1:3", ddz.InvalidCards),
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
    assert len(ddz.legal_moves("").array) == 0


def test_kinds_have_the_numbers_of_the_header() -> None:
    from pathlib import Path

    header = (Path(ddz.__file__).parent / "include" / "ddz_core.h").read_text()
    names = header.split("typedef enum {")[1].split("}")[0].replace(",", " ").split()
    assert [name.removeprefix("DDZ_") for name in names] == [k.name for k in Kind] + ["KINDS"]
