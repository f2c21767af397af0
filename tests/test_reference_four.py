"""The reference with two decks and four players: docs/rules.md section 8.1."""

from __future__ import annotations

import pytest
from conftest import golden

from ddz_core import reference
from ddz_core.errors import InvalidArgument, InvalidCards, Reason
from ddz_core.kinds import Kind
from ddz_core.reference import PASS, Position, beats, leads, parse_play, readings, why_not
from ddz_core.rules import Rules

FOUR = Rules.preset("four")


def texts(cards: str) -> list[str]:
    return [str(play) for play in readings(cards, FOUR)]


def test_the_deck() -> None:
    assert len(FOUR.deck) == 108
    assert reference.count(FOUR.deck, FOUR) == [8] * 13 + [2, 2]
    with pytest.raises(InvalidCards, match="holds 9 of 3: two decks"):
        leads("333333333", FOUR)
    with pytest.raises(InvalidCards, match="holds 3 of B: two decks"):
        leads("BBB", FOUR)
    with pytest.raises(InvalidCards, match="holds 5 of 3: one deck"):
        leads("33333", Rules())


def test_every_kind_that_there_is() -> None:
    kinds = {play.kind for play in leads(FOUR.deck, FOUR, most_cards=10)}
    assert kinds == {
        *[Kind.SOLO, Kind.PAIR, Kind.TRIO, Kind.TRIO_PAIR],
        *[Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.TRIO_CHAIN, Kind.TRIO_CHAIN_PAIR],
        *[Kind.BOMB, Kind.ROCKET],
    }
    assert kinds == {kind for kind in Kind if kind and FOUR.allows(kind)} | {Kind.ROCKET}


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        # Two equal jokers are a pair, and a kicker; B with R is neither.
        ("BB", ["BB:pair:1:B"]),
        ("RR", ["RR:pair:1:R"]),
        ("BR", []),
        ("333BB", ["333BB:trio_pair:1:3"]),
        ("333BR", []),
        ("333444BBRR", ["333444BBRR:trio_chain_pair:2:4"]),
        # All four jokers are the rocket; fewer are no bomb.
        ("BBRR", ["BBRR:rocket:1:R"]),
        ("BBR", []),
        ("BRR", []),
        # A bomb is four to eight of a rank, and then nothing else: kickers are never of
        # a rank of the body.
        *[(size * "7", [f"{size * '7'}:bomb:1:7"]) for size in range(4, 9)],
        # From public reports: four 2s and a pair of jokers are no play.
        ("2222", ["2222:bomb:1:2"]),
        ("2222BB", []),
        ("2222BR", []),
        ("222BB", ["222BB:trio_pair:1:2"]),
        # No kicker is a single card, and quads have none.
        ("3334", []),
        ("33344456", []),
        ("333345", []),
        ("33334455", []),
        # Nor are there chains of bombs or quads.
        ("33334444", []),
        # Pair kickers are of different ranks.
        ("3334446666", []),
        ("3334445566", ["3334445566:trio_chain_pair:2:4"]),
        # The longest of each chain.
        ("3456789TJQKA", ["3456789TJQKA:solo_chain:12:A"]),
        ("33445566778899TTJJQQKKAA", ["33445566778899TTJJQQKKAA:pair_chain:12:A"]),
        (
            "333444555666777888999TTTJJJQQQ",
            ["333444555666777888999TTTJJJQQQ:trio_chain:10:Q"],
        ),
        (
            "33344455566677788899TTJJQQBBRR",
            ["33344455566677788899TTJJQQBBRR:trio_chain_pair:6:8"],
        ),
        ("QQKKAA2", []),
        ("KKKAAA222", []),
    ],
)
def test_every_reading(cards: str, expected: list[str]) -> None:
    assert texts(cards) == expected


def test_in_the_hand_nothing_is_tied() -> None:
    plays = {str(play) for play in leads("777777778899", FOUR)}
    assert {"7:solo:1:7", "77:pair:1:7", "777:trio:1:7", "77788:trio_pair:1:7"} <= plays
    assert {f"{size * '7'}:bomb:1:7" for size in range(4, 9)} <= plays
    assert "778899:pair_chain:3:9" in plays


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        # More cards beat fewer, whatever the rank.
        ("33333:bomb:1:3", "2222:bomb:1:2"),
        ("33333333:bomb:1:3", "2222222:bomb:1:2"),
        # At equal size the higher rank.
        ("4444:bomb:1:4", "3333:bomb:1:3"),
        ("444444:bomb:1:4", "333333:bomb:1:3"),
        # The four jokers beat the largest bomb.
        ("BBRR:rocket:1:R", "22222222:bomb:1:2"),
        ("3333:bomb:1:3", "33344422BB:trio_chain_pair:2:4"),
        # Pairs of jokers are the highest pairs.
        ("BB:pair:1:B", "22:pair:1:2"),
        ("RR:pair:1:R", "BB:pair:1:B"),
        # Kickers never count.
        ("44433:trio_pair:1:4", "333RR:trio_pair:1:3"),
    ],
)
def test_what_beats_what(higher: str, lower: str) -> None:
    assert beats(parse_play(higher), parse_play(lower), FOUR)
    assert not beats(parse_play(lower), parse_play(higher), FOUR)


def test_nothing_beats_its_equal() -> None:
    for text in ("BBRR:rocket:1:R", "33333:bomb:1:3", "33:pair:1:3"):
        assert not beats(parse_play(text), parse_play(text), FOUR)


@pytest.mark.parametrize(
    ("cards", "last", "reason"),
    [
        ("3333", "44444:bomb:1:4", Reason.TOO_LOW),
        ("33333", "4444:bomb:1:4", None),
        ("BBRR", "22222222:bomb:1:2", None),
        ("BB", "RR:pair:1:R", Reason.TOO_LOW),
        ("BB", "3333:bomb:1:3", Reason.WRONG_KIND),
        ("BR", "33:pair:1:3", Reason.NO_COMBINATION),
        ("3334", "44433:trio_pair:1:4", Reason.NO_COMBINATION),
    ],
)
def test_why_not(cards: str, last: str, reason: Reason | None) -> None:
    assert why_not(FOUR.deck, cards, parse_play(last), FOUR) is reason


def test_which_bombs_double() -> None:
    def doubles(text: str, rules: Rules) -> bool:
        return reference.doubles(parse_play(text), rules)

    bombs = [f"{size * '3'}:bomb:1:3" for size in range(4, 9)]
    assert [doubles(bomb, FOUR) for bomb in bombs] == [False, False, True, True, True]
    assert doubles("BBRR:rocket:1:R", FOUR)
    assert not doubles("BB:pair:1:B", FOUR)
    assert all(doubles(bomb, FOUR.changed(doubling_bomb=4)) for bomb in bombs)


def test_a_trick_ends_after_three_passes() -> None:
    position = Position(("34", "5", "6", "7")).after(parse_play("3:solo:1:3"))
    for seat in (1, 2, 3):
        assert (position.turn, position.last is None) == (seat, False)
        position = position.after(PASS)
    assert (position.turn, position.last) == (0, None)


def test_the_largest_list() -> None:
    # The most leads of any hand of 33 cards, by exhaustive enumeration of the counts.
    assert len(leads("3344556677888999TTTJJJQQQKKKAAARR", FOUR)) == 1_845


def test_deals() -> None:
    for row in golden("deals_variants", decks=2):
        dealer = reference.Dealer(row["deal"], row["players"], rules=FOUR)
        for expected in (row, row["after_new_deal"]):
            hands, bottom, first = dealer.deal()
            assert list(hands) == expected["hands"]
            assert (bottom, first) == (expected["bottom"], expected["first_bidder"])
    assert reference.deal(1, 4, FOUR).bottom == "89TQQA2B"


def test_four_players_need_two_decks() -> None:
    with pytest.raises(InvalidArgument, match="54 cards do not go round 4 players"):
        reference.deal(1, 4)


def test_playouts() -> None:
    # The file has the digest of 500 as well, which takes the reference long.
    (row,) = golden("playouts_variants", rules="four")
    for line in row["first"]:
        number = int(line.partition(":")[0])
        result = reference.playout(number, FOUR)
        assert line == f"{number}:{result.winner}:{len(result.decisions)}:{result.bombs}"
