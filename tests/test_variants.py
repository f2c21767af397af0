"""Tables with two decks, wild cards, calls, open hands and doubling rounds (docs/rules.md
section 8): what is public, what is refused, and what the smaller parts do."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from functools import cache
from typing import Any

import pytest
from walks import arranged, played, walk

import ddz_core as ddz
from ddz_core import Hand, Move, Reason, Rules, Table, reference


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": "four"}, "players=3 does not go .* set players to 4, or rules to 'standard'"),
        ({"players": 4}, "players=4 does not go .* set players to 2 or 3, or rules to 'four'"),
        ({"rules": "four", "players": 4, "short_deck": True}, "short_deck needs 2 players and one"),
        ({"rules": "four", "players": 4, "wild": True}, "wild is not offered with two decks: set"),
        ({"rules": "bga_bomb_mode", "wild": True}, "wild is not offered with bomb chains: set"),
        ({"players": 2, "short_deck": True, "wild": True}, "wild is not offered with short_deck"),
        ({"rules": Rules(wild="9"), "wild": True}, "set wild to False, or rules.wild to None"),
        ({"open_hand": 1}, "open_hand must be 0 or 2 to 16, not 1"),
        ({"doubling": 3}, "doubling must be 0, 2 or 4, not 3"),
        ({"auction": "call", "ceiling": 8}, "ceiling is of the doubling auction: set it to None"),
        ({"wild": 1}, "wild must be True or False, not 1"),
    ],
)
def test_tables_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ddz.InvalidRules, match=message):
        Table(**changes)


def test_texts_of_tables() -> None:
    for text in (
        "four",
        "laizi",
        "happy",
        "standard,auction=call,open_hand=3,doubling=2",
        "standard,rules.wild=9",
        "standard,rules=four,players=4",
        "four,rules.doubling_bomb=4",
        "laizi,rules=free_kickers,players=2",
    ):
        assert str(Table.parse(text)) == text
    assert Table.parse("standard,rules.wild=9").rules.wild == "9"


def test_hands_of_two_decks() -> None:
    with pytest.raises(ddz.InvalidCards, match="holds 5 times 3: a deck has 4"):
        Hand("33333")
    with pytest.raises(ddz.InvalidCards, match="holds 9 times 3: two decks have 8"):
        Hand("333333333", decks=2)
    hand = Hand("33333BBRR", decks=2)
    assert eval(repr(hand), {"Hand": Hand}) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert str(hand + "3") == "333333BBRR"
    assert Hand("33", decks=2) == Hand("33")
    with pytest.raises(ddz.InvalidCards, match="a deck has 4"):
        ddz.legal_moves(hand)
    assert ddz.legal_moves("33333BBRR", rules="four")[-1].kind is ddz.Kind.ROCKET
    whole = Rules.preset("four").deck
    assert len(str(Hand(whole, decks=2))) == 108


def test_reports() -> None:
    """What people have found wrong elsewhere."""
    nine = Rules(wild="9")
    # Two wild cards left are not another rank.
    assert [str(move) for move in ddz.legal_moves("99", rules=nine)] == [
        "9:solo:1:9",
        "99:pair:1:9",
    ]
    # Wild cards play no role where the table has none.
    assert not ddz.readings("779")
    # A hard bomb is not soft.
    soft, hard, pure = (
        Move.parse(f"{cards}") for cards in ("AA99:bomb:1:A", "3333:bomb:1:3", "9999:bomb:1:9")
    )
    assert hard.beats(soft, nine)
    assert not soft.beats(hard, nine)
    assert pure.beats(hard, nine)
    # Four 2s and a pair of jokers, under two decks no rocket.
    assert [str(move) for move in ddz.readings("2222", "four")] == ["2222:bomb:1:2"]
    assert [str(move) for move in ddz.readings("BB", "four")] == ["BB:pair:1:B"]
    assert not ddz.readings("BR", "four")
    # A chain over a gap, and 88**TT as a pair chain.
    assert "34679:solo_chain:5:7" in ddz.readings("34679", nine)
    assert "8899TT:pair_chain:3:T" in ddz.readings("8899TT", nine)


def test_a_hard_bomb_is_not_shown_or_counted_as_soft() -> None:
    """Nor a soft one as hard: what stands for what, what beats what, and what doubles."""
    table = Table(rules=Rules(wild="9"), auction="none", first_bidder=0)
    game = arranged(table, ["333345", "444996", "9977TTJ"], "788")
    game.push("3333")
    assert game.public.last is not None
    assert game.public.last.stands_for(game.rules) == Hand()
    # Two wild cards make four of three 4s only softly, and a soft bomb does not beat it.
    why = game.why_not("4449")
    assert why is not None
    assert why.reason is Reason.TOO_LOW
    played(game, "pass pass 4")
    game.push("4449")
    soft = game.public.last
    assert soft is not None
    assert (str(soft), soft.stands_for(game.rules)) == ("4449:bomb:1:4", Hand("4"))
    assert game.public.doublings == ("bomb", "bomb")


@pytest.mark.parametrize("factors", list(itertools.product((1, 2, 4), repeat=3)))
@pytest.mark.parametrize("landlord_wins", [True, False])
def test_points_add_up_to_0_where_peasants_double_differently(
    factors: tuple[int, ...], landlord_wins: bool
) -> None:
    """Between the landlord and each peasant both their factors count (docs/rules.md 8.5)."""
    game = arranged(Table.preset("happy", base=3), ["45", "336", "6677"], "4K2")
    played(game, "call rob pass pass")  # seat 1 has the bottom: 3346K2
    assert (game.landlord, game.stake) == (1, 2)
    played(game, "open")
    for seat in (1, 2, 0):
        game.push(f"double:{factors[seat]}")
    assert game.public.factors == factors
    while not game.is_over:
        legal = game.legal_actions
        helps = (game.turn == game.landlord) == landlord_wins
        game.push(legal[0] if helps else (ddz.PASS if ddz.PASS in legal else legal[0]))
    result = game.result
    assert result is not None
    points = result.points
    assert sum(points) == 0
    each = 3 * 2 * result.multiplier
    sign = 1 if result.winner == "landlord" else -1
    assert points[0] == -sign * each * factors[1] * factors[0]
    assert points[2] == -sign * each * factors[1] * factors[2]
    for peasant in (0, 2):
        if max(factors) > 1:
            assert f"= {abs(points[peasant])}" in str(result)


def test_cards_alone_mean_what_the_reference_says() -> None:
    """With wild cards they have many readings: a bomb before others, in a lead and in answer."""
    rng = random.Random(5)
    table = Table(auction="none", first_bidder=0)
    bombs = 0
    for _ in range(60):
        wild = rng.choice("3456789")
        rules = Rules(wild=wild)
        some = [*rng.sample("3456789", 2), wild]
        deck = [card for card in rules.deck if card in some or card in "TJBR"]
        hand = "".join(rng.sample(deck, 12))
        game = arranged(table.changed(rules=rules), [hand, "3", "4"], "")
        for _ in range(8):
            cards = "".join(rng.sample(hand, rng.choice((3, 4, 4, 4, 5))))
            meant = reference.meant(str(Hand(cards)), None, rules)
            assert game.can(cards) == (meant is not None)
            if meant is None:
                continue
            game.push(cards)
            assert str(game.public.last) == str(meant)
            bombs += meant.kind is ddz.Kind.BOMB and len(ddz.readings(cards, rules)) > 1
            game.pop()
    assert bombs > 10


def smallest(cards: str, rules: Rules) -> int:
    @cache
    def plays(packed: int) -> int:
        hand = Hand(packed, decks=2)
        moves = ddz.legal_moves(hand, rules=rules) if hand else ()
        return 1 + min(plays((hand - move.cards).packed) for move in moves) if hand else 0

    return plays(Hand(cards, decks=2).packed)


@pytest.mark.parametrize("wild", [None, "3", "9", "2"])
def test_the_smallest_number_of_plays(wild: str | None) -> None:
    rules = Rules.preset("four") if wild is None else Rules(wild=wild)
    cards = [card for card in rules.deck if card in "34567" + (wild or "BR")]
    rng = random.Random(wild)
    for _ in range(15):
        hand = "".join(rng.sample(cards, 9))
        plan = ddz.min_plays(hand, rules)
        assert plan.number == smallest(hand, rules), hand
        left = Hand(hand, decks=2)
        for play in plan.plays:
            assert play in ddz.legal_moves(left, rules=rules)
            left = left - play.cards
        assert not left


def test_an_open_hand_is_public() -> None:
    game = arranged(Table.preset("happy"), ["3456", "4788", "89TT"], "AA2")
    played(game, "call pass pass")
    assert game.public.open_hand is None
    played(game, "open")
    for seat in range(3):
        seen = game.observation(seat)
        assert str(seen.open_hand) == "3456AA2"
        assert seen.multiplier == 2
        # What a peasant has not seen has none of the open hand.
        assert seen.unseen.counts[12] == 3
    played(game, "double:1 double:1 double:1 3")
    assert str(game.public.open_hand) == "456AA2"
    game.pop()
    assert str(game.public.open_hand) == "3456AA2"
    for _ in range(4):
        game.pop()
    assert (game.phase, game.public.open_hand) == ("open", None)


@pytest.mark.parametrize(
    ("said", "action", "reason"),
    [
        ("", "rob", Reason.NO_SUCH_BID),
        ("", "bid:1", Reason.NO_SUCH_BID),
        ("call", "call", Reason.NO_SUCH_BID),
        ("call pass pass", "double:2", Reason.WRONG_PHASE),
        ("call pass pass", "3", Reason.WRONG_PHASE),
        ("call pass pass pass", "open", Reason.WRONG_PHASE),
        ("call pass pass pass", "pass", Reason.WRONG_PHASE),
    ],
)
def test_what_is_refused_before_the_play(said: str, action: str, reason: Reason) -> None:
    game = played(ddz.Game("happy", deal=1), said)
    why = game.why_not(action)
    assert why is not None
    assert why.reason is reason
    before = game.record()
    with pytest.raises(type(why)):
        game.push(action)
    assert game.record() == before
    assert game.turn is not None
    why = game.why_not(game.legal_actions[0], seat=(game.turn + 1) % 3)
    assert why is not None
    assert why.reason is Reason.NOT_YOUR_TURN


def test_a_factor_that_the_table_does_not_offer() -> None:
    game = played(ddz.Game(Table(doubling=2), deal=1), "bid:3")
    why = game.why_not("double:4")
    assert str(why) == "double:4 is refused: this table offers double:1 or double:2"
    for text in ("double:3", "double:", "double"):
        with pytest.raises(ddz.IllegalBid, match="write double:"):
            ddz.parse_action(text)


def test_copies_and_pickles() -> None:
    for name in ("four", "laizi", "happy"):
        for steps in (0, 2, 4, 6, 30):
            game = ddz.Game(name, deal=steps)
            for _ in walk(game, random.Random(steps), steps):
                pass
            for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
                assert twin == game
                assert twin.public == game.public
                assert twin.record() == game.record()


def test_matches_at_every_preset() -> None:
    for name in ("four", "laizi", "happy"):
        match = ddz.Match(name, deals=2, seed=4)
        while not match.is_over:
            game = match.new_game()
            for _ in walk(game, random.Random(1)):
                pass
            match.add(game)
        assert sum(match.totals) == 0
        assert ddz.Match.from_record(match.record()) == match


def test_recommended_bids_are_legal_in_every_phase() -> None:
    said: set[str] = set()
    for name in ("four", "laizi", "happy"):
        for deal in range(60):
            game = ddz.Game(name, deal)
            while game.phase in ("auction", "open", "doubling"):
                assert game.turn is not None
                action = ddz.recommended_bid(game.observation(game.turn))
                assert game.can(action)
                said.add(str(action))
                game.push(action)
    assert {"call", "rob", "double:1", "double:2", "bid:1", "pass"} <= said


def test_what_plays_no_variant_says_so() -> None:
    for make in (
        lambda: ddz.solve(["3", "4"], rules="four"),
        lambda: ddz.solve(["3", "4"], rules=Rules(wild="9")),
        lambda: ddz.simulate(1, rules="four", wild=True),
        lambda: ddz.simulate(1, rules=Rules(wild="9"), wild=True),
    ):
        with pytest.raises(ddz.InvalidRules, match=r"decks|wild"):
            make()
    for make in (
        lambda: ddz.VectorGame(2, rules="four"),
        lambda: ddz.VectorGame(2, table="four"),
        lambda: ddz.VectorGame(2, table="laizi"),
        lambda: ddz.VectorGame(2, table="happy"),
    ):
        with pytest.raises(ddz.InvalidArgument, match=r"decks?|wild|open_hand|4"):
            make()
