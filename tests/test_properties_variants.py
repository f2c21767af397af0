"""The compiled core against the reference with two decks and with wild cards (docs/rules.md
section 8), at the largest sizes: hands of 33 cards with up to eight of a rank, hands of 20
cards with up to four wild ones."""

from __future__ import annotations

import itertools
import random

import pytest
from conftest import RULE_OPTIONS
from hypothesis import given, settings
from hypothesis import strategies as st

import ddz_core as ddz
from ddz_core import reference
from ddz_core._core import whole_games
from ddz_core.kinds import RANKS, Kind
from ddz_core.reference import Play
from ddz_core.rules import WILD_RANKS, Rules

FOUR = Rules.preset("four")
LARGEST = FOUR.most_cards

EXAMPLES = settings.default.max_examples  # type: ignore[union-attr]
"""100, or as many as the profile says: where a list takes long, a part of them."""


@st.composite
def random_hands(draw: st.DrawFn) -> str:
    """Up to 33 cards as they come from the shuffled decks."""
    rng = draw(st.randoms(use_true_random=False))
    return reference.tidy("".join(rng.sample(FOUR.deck, draw(st.integers(1, LARGEST)))))


@st.composite
def rich_hands(draw: st.DrawFn) -> str:
    """33 cards with groups of three to eight side by side, and what else comes."""
    lowest = draw(st.integers(0, 10))
    counts = draw(st.lists(st.sampled_from([3, 3, 4, 5, 6, 7, 8]), min_size=2, max_size=7))
    jokers = draw(st.sampled_from(["", "B", "BB", "BBR", "BBRR", "RR"]))
    neighbours = "".join(rank * n for rank, n in zip(RANKS[lowest:13], counts, strict=False))
    cards = (jokers + neighbours)[:LARGEST]
    rng = draw(st.randoms(use_true_random=False))
    others = list(reference.without(FOUR.deck, reference.tidy(cards)))
    rng.shuffle(others)
    return reference.tidy(cards + "".join(others[: LARGEST - len(cards)]))


HANDS = random_hands() | rich_hands()


def one_of_each_kind(draw: st.DrawFn, plays: list[Play]) -> list[Play]:
    """Of bombs one of each size."""
    found: dict[object, list[Play]] = {}
    for play in plays:
        size = len(play.cards) if play.kind is Kind.BOMB else 0
        found.setdefault((play.kind, size), []).append(play)
    return [draw(st.sampled_from(alike)) for alike in found.values()]


def texts(plays: object) -> list[str]:
    return [str(play) for play in plays]  # type: ignore[attr-defined]


def check(hand: str, last: Play | None, rules: Rules, rng: random.Random) -> None:
    """The list is that of the reference, in its order; counted alike; each play is picked."""
    to_beat = last and ddz.Move.parse(str(last))
    moves = ddz.legal_moves(hand, to_beat, rules=rules)
    assert texts(moves) == texts(reference.legal(hand, last, rules))
    assert ddz.count_moves(hand, to_beat, rules=rules) == len(moves) == len(set(moves))
    some = range(len(moves)) if len(moves) < 100 else rng.sample(range(len(moves)), 100)
    for index in some:
        assert ddz.pick(hand, index, to_beat, rules) == moves[index]


@settings(max_examples=max(1, EXAMPLES // 2))
@given(data=st.data())
def test_two_decks(data: st.DataObject) -> None:
    hand, rng = data.draw(HANDS), random.Random(1)
    check(hand, None, FOUR, rng)
    other = hand if data.draw(st.booleans()) else data.draw(HANDS)
    for last in one_of_each_kind(data.draw, reference.leads(other, FOUR)):
        check(hand, last, FOUR, rng)
        assert texts(ddz.readings(last.cards, FOUR)) == texts(reference.readings(last.cards, FOUR))


@settings(max_examples=max(1, EXAMPLES // 5))
@given(data=st.data())
def test_two_decks_beat_and_explain(data: st.DataObject) -> None:
    """Whether a play beats another one, and why it does not, each kind against each."""
    plays = one_of_each_kind(data.draw, reference.leads(data.draw(HANDS), FOUR))
    lasts = one_of_each_kind(data.draw, reference.leads(data.draw(HANDS), FOUR))
    for play, last in itertools.product(plays, lasts):
        move, to_beat = ddz.Move.parse(str(play)), ddz.Move.parse(str(last))
        assert move.beats(to_beat, FOUR) == reference.beats(play, last, FOUR)
        why = ddz.explain(play.cards, move, to_beat, rules=FOUR)
        assert (why and why.reason) == reference.why_not(play.cards, play, last, FOUR)


def test_play_outs_of_four_players() -> None:
    """Replayed by the reference, decision by decision; these deals are in no digest."""
    for number in (0, *range(20_001, 20_012), 2**64 - 1):
        expected = reference.playout(number, FOUR)
        winner, bombs, actions = whole_games.playout_record(number, FOUR)
        assert texts(actions) == [str(each.action) for each in expected.decisions], number
        assert (winner, bombs) == (expected.winner, expected.bombs), number


# ---------------------------------------------------------------- wild cards

WILD_RULES = st.builds(Rules, **RULE_OPTIONS, wild=st.sampled_from(WILD_RANKS))


@st.composite
def hands_with_wild(draw: st.DrawFn, rules: Rules, largest: int, most_wild: int) -> str:
    """So many cards, one to `most_wild` of them wild, of few or of many ranks."""
    assert rules.wild is not None
    wild = draw(st.integers(1, most_wild))
    rng = draw(st.randoms(use_true_random=False))
    ranks = [rank for rank in RANKS if rank != rules.wild]
    lowest = rng.randint(0, 8)
    if draw(st.booleans()):
        ranks = [*ranks[lowest : lowest + 6], "B", "R"]
    cards = [rank for rank in dict.fromkeys(ranks) for _ in range(4 if rank in WILD_RANKS else 1)]
    size = min(largest - wild, len(cards))
    return reference.tidy("".join(rng.sample(cards, size)) + wild * rules.wild)


def check_wild(data: st.DataObject, largest: int, most_wild: int, lasts: int) -> None:
    rules, rng = data.draw(WILD_RULES), random.Random(1)
    hand = data.draw(hands_with_wild(rules, largest, most_wild))
    check(hand, None, rules, rng)
    other = data.draw(hands_with_wild(rules, min(largest, 12), 2))
    targets = one_of_each_kind(data.draw, reference.leads(other, rules))
    for last in rng.sample(targets, min(lasts, len(targets))):
        check(hand, last, rules, rng)
        assert texts(ddz.readings(last.cards, rules)) == texts(
            reference.readings(last.cards, rules)
        )


@settings(max_examples=max(1, EXAMPLES // 4))
@given(data=st.data())
def test_wild_cards_in_small_hands(data: st.DataObject) -> None:
    check_wild(data, 11, 4, 4)


@settings(max_examples=max(1, EXAMPLES // 12))
@given(data=st.data())
def test_wild_cards_in_the_largest_hands(data: st.DataObject) -> None:
    check_wild(data, 20, 4, 2)


@pytest.mark.parametrize("wild", ["3", "9", "2"])
def test_no_play_of_more_than_20_cards_with_wild_ones(wild: str) -> None:
    """Nobody can hold one. Whoever asks for more cards than that is told what there is, with
    a wild card in the hand and without one."""
    rules = Rules(wild=wild, chain_solos=1)
    chain = "".join(2 * rank for rank in "456789TJQKA" if rank != wild)
    for hand in (chain + "44", chain + "44" + wild, chain + "44BR" + wild):
        assert len(hand) > 20
        check(hand, None, rules, random.Random(1))
        assert not ddz.readings(chain + wild, rules)
        assert all(move.size <= 20 for move in ddz.legal_moves(hand, rules=rules))
