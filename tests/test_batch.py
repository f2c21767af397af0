"""Many hands at once: the same as one by one, and bad arrays refused whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ddz_core as ddz

PRESETS = [name for name in ddz.Rules.presets() if ddz.Rules.preset(name).decks == 1]


def hands_of(deals: int, seat: int = 0) -> NDArray[np.uint64]:
    """The first hands of deals 1, 2, …; the landlord's with the bottom."""
    hands = []
    for number in range(1, deals + 1):
        deal = ddz.deal(number)
        hand = deal.hands[seat] + deal.bottom if seat == 0 else deal.hands[seat]
        hands.append(hand.packed)
    return np.array(hands, np.uint64)


def drawn_lasts(deals: int, rules: str) -> NDArray[np.void]:
    """One lead of each landlord, drawn with a seed of its own; every fifth row leads."""
    indptr, moves = ddz.legal_moves_batch(hands_of(deals), rules=rules)
    draws = np.random.default_rng(20261129).random(deals)
    lasts = moves[indptr[:-1] + (draws * np.diff(indptr)).astype(np.int64)]
    lasts[::5] = np.zeros((), ddz.MOVE_DTYPE)
    return lasts


def move_of(row: np.void) -> ddz.Move | None:
    """The move of an array's row."""
    if row["kind"] == 0:
        return None
    return next(
        move
        for move in ddz.readings(int(row["cards"]), rules="free_kickers")
        if move.kind == row["kind"]
    )


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_leads_are_those_of_single_hands(rules: str, threads: int) -> None:
    hands = hands_of(1300)  # more than two slices
    indptr, moves = ddz.legal_moves_batch(hands, rules=rules, threads=threads)
    assert (np.diff(indptr) == ddz.count_moves_batch(hands, rules=rules)).all()
    for i, hand in enumerate(hands):
        expected = ddz.legal_moves(int(hand), rules=rules).array
        assert (moves[indptr[i] : indptr[i + 1]] == expected).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_follows_are_those_of_single_hands(threads: int) -> None:
    hands = hands_of(1600, seat=1)
    lasts = drawn_lasts(1600, "standard")
    indptr, moves = ddz.legal_moves_batch(hands, lasts, threads=threads)
    for i, hand in enumerate(hands):
        expected = ddz.legal_moves(int(hand), move_of(lasts[i])).array
        assert (moves[indptr[i] : indptr[i + 1]] == expected).all()


def test_one_last_play_for_all() -> None:
    hands = hands_of(20)
    indptr, moves = ddz.legal_moves_batch(hands, "99")
    assert [len(ddz.legal_moves(int(hand), "99")) for hand in hands] == np.diff(indptr).tolist()
    assert set(moves["kind"].tolist()) <= {ddz.Kind.PAIR, ddz.Kind.BOMB, ddz.Kind.ROCKET}


def test_counts_are_hands_too() -> None:
    hands = hands_of(50)
    counts = np.array([ddz.Hand(int(hand)).counts for hand in hands], np.uint8)
    for ours, theirs in zip(
        ddz.legal_moves_batch(counts), ddz.legal_moves_batch(hands), strict=True
    ):
        assert (ours == theirs).all()


def test_nothing_is_written_past_the_moves() -> None:
    hands = hands_of(700)
    total = int(ddz.count_moves_batch(hands).sum())
    out = np.full((total + 40) * 16, 0xA5, np.uint8).view(ddz.MOVE_DTYPE)
    _, moves = ddz.legal_moves_batch(hands, out=out, threads=2)
    assert np.shares_memory(moves, out)
    assert len(moves) == total
    assert (out[total:].view(np.uint8) == 0xA5).all()


def test_no_hands_and_empty_hands() -> None:
    indptr, moves = ddz.legal_moves_batch(np.empty(0, np.uint64))
    assert indptr.tolist() == [0]
    assert len(moves) == 0
    indptr, moves = ddz.legal_moves_batch(np.zeros(3, np.uint64), threads=2)
    assert indptr.tolist() == [0, 0, 0, 0]
    assert len(moves) == 0


@pytest.mark.parametrize(
    ("hands", "named"),
    [
        (3, "NumPy array.*or a list"),
        ("3344", "not one hand"),
        (ddz.Hand("3344"), "not one hand"),
        (["3", "x"], "row 1: 'x'"),
        ([0x1, 1 << 64], "row 1: 18446744073709551616"),
        (np.zeros(3, ">u8"), "astype"),
        (np.zeros(3, np.int64), "int64"),
        (np.zeros((3, 2), np.uint64), r"\[3, 2\]"),
        (np.zeros((3, 14), np.uint8), r"\[3, 14\]"),
        (np.array([1, 2, 0x5], np.uint64), "row 2: 5 holds 5 times 3"),
        (np.array([1, 1 << 60], np.uint64), "row 1"),
        (np.array([1 << 53], np.uint64), "row 0.*2 times B"),
        (np.array([[0] * 15, [16] + [0] * 14], np.uint8), "row 1: .*16"),
        (np.array([[0] * 15, [0] * 14 + [2]], np.uint8), "row 1.*2 times R"),
    ],
)
def test_arrays_that_are_no_hands(hands: NDArray[np.uint64], named: str | None) -> None:
    with pytest.raises(ddz.DdzError, match=named):
        ddz.legal_moves_batch(hands)
    with pytest.raises(ddz.DdzError, match=named):
        ddz.count_moves_batch(hands)


def misaligned(array: NDArray[Any]) -> NDArray[Any]:
    """A copy that begins at an odd address."""
    raw = np.zeros(array.nbytes + 1, np.uint8)
    copy = raw[1:].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


class Liar(np.ndarray[Any, Any]):
    """An array that says that it is larger than it is."""

    shape = property(lambda self: (1000, 15), lambda self, shape: None)  # type: ignore[assignment]
    ndim = 2  # type: ignore[assignment]
    size = 15000  # type: ignore[assignment]

    def __len__(self) -> int:
        return 1000


def same(ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> bool:
    return all((a == b).all() for a, b in zip(ours, theirs, strict=True))


def test_arrays_that_kernels_cannot_walk_along_are_copied() -> None:
    hands = hands_of(20)
    lasts = drawn_lasts(20, "standard")
    wide = np.repeat(hands, 3).reshape(20, 3)
    spread = np.repeat(lasts, 2)
    counts = np.array([ddz.Hand(hand).counts for hand in hands], np.uint8)
    expected = ddz.legal_moves_batch(hands, lasts)
    for given in (wide[:, 0], wide[::-1, 1][::-1], misaligned(hands), hands[::-1][::-1]):
        for last in (lasts, spread[::2], misaligned(lasts)):
            assert same(ddz.legal_moves_batch(given, last), expected)
            assert (ddz.count_moves_batch(given, last) == np.diff(expected[0])).all()
    for given in (np.asfortranarray(counts), counts.repeat(2, axis=1)[:, ::2], misaligned(counts)):
        assert same(ddz.legal_moves_batch(given, lasts), expected)


def test_lists_are_copied() -> None:
    hands = hands_of(20)
    lasts = drawn_lasts(20, "standard")
    expected = ddz.legal_moves_batch(hands, lasts)
    told = [None if row["kind"] == 0 else str(move_of(row)) for row in lasts]
    for given in (
        hands.tolist(),
        [ddz.Hand(hand) for hand in hands],
        tuple(str(ddz.Hand(hand)) for hand in hands),
        [ddz.Hand(hand).counts for hand in hands],
        iter(hands),
    ):
        given = list(given)
        assert same(ddz.legal_moves_batch(given, told), expected)
    assert same(ddz.legal_moves_batch(hands, [move_of(row) for row in lasts]), expected)
    moves = ddz.legal_moves("33445")
    assert (
        ddz.count_moves_batch(["66"] * len(moves), moves)
        == [ddz.count_moves("66", move) for move in moves]
    ).all()
    with pytest.raises(ddz.IllegalPlay, match="row 1"):
        ddz.count_moves_batch(["3", "4"], [None, "345"])
    with pytest.raises(ddz.InvalidArgument, match=r"shape \(2,\)"):
        ddz.count_moves_batch(["3", "4"], ["3"])


def test_what_an_array_says_of_itself_is_not_believed() -> None:
    hands, lasts = hands_of(3), np.zeros(3, ddz.MOVE_DTYPE)
    expected = ddz.legal_moves_batch(hands)
    counts = np.array([ddz.Hand(hand).counts for hand in hands], np.uint8)
    for given in (hands.view(Liar), counts.view(Liar), np.ma.masked_array(hands)):
        assert same(ddz.legal_moves_batch(given, lasts.view(Liar)), expected)
    with pytest.raises(ddz.InvalidArgument, match="room for 1 moves"):
        ddz.legal_moves_batch(hands, out=np.zeros(1, ddz.MOVE_DTYPE).view(Liar))


def test_lasts_that_are_none() -> None:
    hands = hands_of(3)
    wrong = np.zeros(3, ddz.MOVE_DTYPE)
    wrong[2] = (0x5, ddz.Kind.PAIR, 1, 0, 2, 0)
    with pytest.raises(ddz.IllegalPlay, match="row 2"):
        ddz.legal_moves_batch(hands, wrong)
    with pytest.raises(ddz.InvalidArgument, match=r"shape \(3,\)"):
        ddz.legal_moves_batch(hands, np.zeros(2, ddz.MOVE_DTYPE))
    with pytest.raises(ddz.InvalidArgument, match="MOVE_DTYPE"):
        ddz.legal_moves_batch(hands, np.zeros(3, np.uint64))


def test_outputs_that_will_not_do() -> None:
    hands = hands_of(3)
    total = int(ddz.count_moves_batch(hands).sum())
    short = np.full((total - 1) * 16, 0xA5, np.uint8).view(ddz.MOVE_DTYPE)
    with pytest.raises(ddz.InvalidArgument, match=f"room for {total - 1} moves: {total}"):
        ddz.legal_moves_batch(hands, out=short)
    assert (short.view(np.uint8) == 0xA5).all()
    with pytest.raises(ddz.InvalidArgument, match="MOVE_DTYPE"):
        ddz.legal_moves_batch(hands, out=np.zeros(total, np.uint64))
    frozen = np.zeros(total, ddz.MOVE_DTYPE)
    frozen.flags.writeable = False
    with pytest.raises(ddz.InvalidArgument, match="writeable"):
        ddz.legal_moves_batch(hands, out=frozen)
    with pytest.raises(ddz.InvalidArgument, match="C order"):
        ddz.legal_moves_batch(hands, out=np.zeros(2 * total, ddz.MOVE_DTYPE)[::2])
    with pytest.raises(ddz.InvalidArgument, match="aligned"):
        ddz.legal_moves_batch(hands, out=misaligned(np.zeros(total, ddz.MOVE_DTYPE)))


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", None, True])
def test_threads_that_are_none(threads: int) -> None:
    with pytest.raises(ddz.InvalidArgument, match="threads"):
        ddz.legal_moves_batch(hands_of(3), threads=threads)
