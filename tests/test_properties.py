"""The compiled core against the reference, on hands and rules drawn at random.

Every property is checked under each preset and under rules made up of any
values of their fields.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from conftest import PRESETS, RULE_OPTIONS
from hypothesis import given
from hypothesis import strategies as st

import ddz_core as ddz
from ddz_core import reference
from ddz_core.kinds import RANKS, Kind
from ddz_core.reference import DECK, Play
from ddz_core.rules import Rules

ANY_RULES = st.builds(Rules, **RULE_OPTIONS, bomb_chains=st.booleans())

RULES = {name: st.just(Rules.preset(name)) for name in PRESETS} | {"any": ANY_RULES}

every_rules = pytest.mark.parametrize("drawn_rules", RULES.values(), ids=RULES.keys())


@st.composite
def random_hands(draw: st.DrawFn) -> str:
    """Up to 20 cards as they come from the shuffled deck."""
    return "".join(draw(st.permutations(DECK))[: draw(st.integers(1, 20))])


@st.composite
def rich_hands(draw: st.DrawFn) -> str:
    """Up to 20 cards with trios and quads side by side: chains with many kickers."""
    lowest = draw(st.integers(0, 11))
    sizes = draw(st.sampled_from([[3], [4], [3, 4], [3, 4, 2, 1]]))
    counts = draw(st.lists(st.sampled_from(sizes), min_size=3, max_size=7))
    neighbours = "".join(rank * n for rank, n in zip(RANKS[lowest:13], counts, strict=False))
    others = draw(st.permutations(reference.without(DECK[:-2], neighbours)))
    jokers = draw(st.sampled_from(["", "", "R", "BR"]))
    return reference.tidy((jokers + neighbours + "".join(others))[: draw(st.integers(8, 20))])


HANDS = random_hands() | rich_hands()


@st.composite
def plays_of(draw: st.DrawFn, hand: str, rules: Rules) -> list[Play]:
    """Of each kind that the hand has one play."""
    plays = reference.leads(hand, rules)
    kinds = itertools.groupby(plays, key=lambda play: play.kind)
    return [draw(st.sampled_from(list(of_kind))) for _, of_kind in kinds]


@st.composite
def lasts(draw: st.DrawFn, hand: str, rules: Rules) -> list[Play | None]:
    """``None``, and plays to beat: of the hand's own cards, where an answer is
    likely, or of others, where anything may happen."""
    other = draw(st.just(hand) | HANDS)
    return [None, *draw(plays_of(other, rules))]


def texts(plays: Iterable[object]) -> list[str]:
    return [str(play) for play in plays]


def core_last(last: Play | None) -> ddz.Move | None:
    return last and ddz.Move.parse(str(last))


@every_rules
@given(data=st.data())
def test_leads(drawn_rules: st.SearchStrategy[Rules], data: st.DataObject) -> None:
    rules, hand = data.draw(drawn_rules), data.draw(HANDS)
    moves = ddz.legal_moves(hand, rules=rules)
    assert texts(moves) == texts(reference.leads(hand, rules))
    assert ddz.count_moves(hand, rules=rules) == len(moves)


@every_rules
@given(data=st.data())
def test_follows(drawn_rules: st.SearchStrategy[Rules], data: st.DataObject) -> None:
    rules, hand = data.draw(drawn_rules), data.draw(HANDS)
    for last in data.draw(lasts(hand, rules)):
        moves = ddz.legal_moves(hand, core_last(last), rules=rules)
        assert texts(moves) == texts(reference.legal(hand, last, rules))
        assert ddz.count_moves(hand, core_last(last), rules=rules) == len(moves)


@every_rules
@given(data=st.data())
def test_pick_is_the_list_at_an_index(
    drawn_rules: st.SearchStrategy[Rules], data: st.DataObject
) -> None:
    rules, hand = data.draw(drawn_rules), ddz.Hand(data.draw(HANDS))
    for last in map(core_last, data.draw(lasts(str(hand), rules))):
        moves = ddz.legal_moves(hand, last, rules=rules)
        assert [ddz.pick(hand, index, last, rules) for index in range(len(moves))] == list(moves)


@every_rules
@given(data=st.data())
def test_parse_is_the_inverse_of_str(
    drawn_rules: st.SearchStrategy[Rules], data: st.DataObject
) -> None:
    for move in ddz.legal_moves(data.draw(HANDS), rules=data.draw(drawn_rules)):
        assert ddz.Move.parse(str(move)) == move


@every_rules
@given(data=st.data())
def test_the_moves_are_the_readings_of_every_part_of_the_hand(
    drawn_rules: st.SearchStrategy[Rules], data: st.DataObject
) -> None:
    rules, hand = data.draw(drawn_rules), data.draw(HANDS)[:10]
    groups = [rank * hand.count(rank) for rank in RANKS]
    parts = itertools.product(*([group[:n] for n in range(len(group) + 1)] for group in groups))
    found = [str(move) for part in parts for move in ddz.readings("".join(part), rules=rules)]
    moves = texts(ddz.legal_moves(hand, rules=rules))
    assert sorted(found) == sorted(moves)


@every_rules
@given(data=st.data())
def test_readings(drawn_rules: st.SearchStrategy[Rules], data: st.DataObject) -> None:
    rules = data.draw(drawn_rules)
    hand = data.draw(HANDS)
    # Cards that are plays under some rules, and cards that hardly ever are one.
    for cards in [hand, *(play.cards for play in data.draw(plays_of(hand, data.draw(ANY_RULES))))]:
        assert texts(ddz.readings(cards, rules=rules)) == texts(reference.readings(cards, rules))


@st.composite
def attempts(draw: st.DrawFn, hand: str, rules: Rules) -> list[Play]:
    """Plays that may be legal, each as it is or with something wrong with it."""
    plays = draw(plays_of(draw(st.just(hand) | HANDS), rules))
    return [draw(perhaps_spoiled(play)) for play in plays]


def perhaps_spoiled(play: Play) -> st.SearchStrategy[Play]:
    return st.one_of(
        st.just(play),
        st.sampled_from(list(Kind)[1:]).map(lambda kind: play._replace(kind=kind)),
        st.integers(1, 12).map(lambda length: play._replace(length=length)),
        st.integers(0, 14).map(lambda rank: play._replace(rank=rank)),
        st.sampled_from(RANKS).map(
            lambda card: play._replace(cards=reference.tidy(card + play.cards[1:]))
        ),
    )


@every_rules
@given(data=st.data())
def test_explain_agrees_with_the_list(
    drawn_rules: st.SearchStrategy[Rules], data: st.DataObject
) -> None:
    rules, hand = data.draw(drawn_rules), data.draw(HANDS)
    last = data.draw(lasts(hand, rules).flatmap(st.sampled_from))
    moves = ddz.legal_moves(hand, core_last(last), rules=rules)
    for play in data.draw(attempts(hand, rules)):
        try:
            move = ddz.Move.parse(str(play))
        except ddz.DdzError:
            # No set of rules has such a play, so it may not be in a list.
            assert play not in reference.legal(hand, last, rules)
            continue
        error = ddz.explain(hand, move, core_last(last), rules=rules)
        assert (move in moves) == (error is None)
        assert (error and error.reason) == reference.why_not(hand, play, last, rules)


@every_rules
@given(data=st.data())
def test_explain_of_bare_cards(drawn_rules: st.SearchStrategy[Rules], data: st.DataObject) -> None:
    rules, hand = data.draw(drawn_rules), data.draw(HANDS)
    last = data.draw(lasts(hand, rules).flatmap(st.sampled_from))
    moves = ddz.legal_moves(hand, core_last(last), rules=rules)
    for cards in sorted({play.cards for play in data.draw(attempts(hand, rules))}):
        if any(cards.count(card) > DECK.count(card) for card in cards):
            with pytest.raises(ddz.InvalidCards):
                ddz.explain(hand, cards, core_last(last), rules=rules)
            continue
        error = ddz.explain(hand, cards, core_last(last), rules=rules)
        assert (error and error.reason) == reference.why_not(hand, cards, last, rules)
        readings = ddz.readings(cards, rules=rules)
        assert any(reading in moves for reading in readings) == (error is None)


@every_rules
@given(data=st.data())
def test_explain_of_the_pass(drawn_rules: st.SearchStrategy[Rules], data: st.DataObject) -> None:
    rules, hand = data.draw(drawn_rules), data.draw(HANDS)
    for last in data.draw(lasts(hand, rules)):
        error = ddz.explain(hand, "pass", core_last(last), rules=rules)
        assert (error and error.reason) == reference.why_not(hand, "pass", last, rules)
