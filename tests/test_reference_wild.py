"""The reference with wild cards: docs/rules.md section 8.2."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from typing import Any

import pytest
from conftest import golden
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_wild import leads_of_assignments, leads_of_parts, parts, readings_forward

from ddz_core import reference
from ddz_core.errors import InvalidArgument, Reason
from ddz_core.kinds import RANKS, Kind
from ddz_core.reference import (
    Play,
    beats,
    follows,
    leads,
    meant,
    parse_play,
    readings,
    stands_for,
    why_not,
)
from ddz_core.reference.listing import plays_from
from ddz_core.rules import WILD_RANKS, Rules

NINES = Rules.preset("standard").changed(wild="9")
FREEST = Rules(
    chain_solos=4,
    jokers_as_solos=True,
    jokers_as_pair=True,
    lengthening_kickers=True,
    quad_chains=True,
)


def texts(plays: list[Play]) -> list[str]:
    return [str(play) for play in plays]


# --- Against the golden files, which come from an independent program


@pytest.mark.parametrize("preset", ["standard", "free_kickers"])
def test_golden_positions(preset: str) -> None:
    for row in golden("wild", rules=preset):
        rules = Rules.preset(preset).changed(wild=row["wild"])
        last = row["last"] and parse_play(row["last"])
        plays = reference.legal(row["hand"], last, rules)
        found = sorted(texts(plays))
        assert len(plays) == row["moves"], row
        assert Counter(str(play.kind) for play in plays) == row["kinds"], row
        assert found == row.get("list", found)
        assert hashlib.sha256("\n".join(found).encode()).hexdigest() == row["sha256"], row


@pytest.mark.parametrize(
    "row",
    [row for row in golden("whole_deck_variants") if "wild" in row],
    ids=lambda row: f"{row['rules']}-{row['wild']}",
)
def test_whole_deck(row: dict[str, Any]) -> None:
    # The trio chains with kickers are a million plays, and are left out here.
    many = (Kind.TRIO_CHAIN_SOLO, Kind.TRIO_CHAIN_PAIR)
    rules = Rules.preset(row["rules"]).changed(wild=row["wild"])
    rows = [(kind, kind.lengths) for kind in reference.table(rules) if kind.kind not in many]
    found = Counter(str(play.kind) for play in plays_from(rules.deck, rows, 20, rules))
    assert found == {k: n for k, n in row["kinds"].items() if k not in map(str, many)}


@pytest.mark.parametrize(
    "row",
    [row for row in golden("playouts_variants") if "wild" in row],
    ids=lambda row: row["rules"],
)
def test_playouts(row: dict[str, Any]) -> None:
    for line in row["first"]:
        number = int(line.partition(":")[0])
        result = reference.playout(number, Rules.preset(row["rules"]), draws_wild=True)
        assert line == f"{number}:{result.winner}:{len(result.decisions)}:{result.bombs}"


def test_a_playout_knows_its_wild_rank() -> None:
    # The deals of these numbers, in the golden file of deals.
    for row in golden("deals_variants", decks=1)[:3]:
        result = reference.playout(row["deal"], Rules(), draws_wild=True)
        assert result.rules.wild == row["wild"]
        # Rules of one wild rank for all deals draw nothing.
        assert reference.playout(row["deal"], NINES).rules is NINES


def test_the_wild_rank_is_drawn_at_a_new_deal_too() -> None:
    for row in golden("deals_variants", decks=1):
        dealer = reference.Dealer(row["deal"], row["players"])
        for expected in (row, row["after_new_deal"]):
            hands, bottom, first = dealer.deal()
            assert list(hands) == expected["hands"]
            assert (bottom, first) == (expected["bottom"], expected["first_bidder"])
            assert dealer.wild() == expected["wild"]


def test_the_largest_list_that_was_found() -> None:
    # From the independent program.
    rules = Rules.preset("free_kickers").changed(wild="2")
    assert len(leads("3456788999TTJQKA2222", rules)) == 13_886


# --- Against a second derivation, from every assignment forward

RULES = [Rules.preset("standard"), Rules.preset("free_kickers"), Rules.preset("shuttle"), FREEST]


def a_hand(rng: random.Random, rules: Rules, wild_cards: int, others: int, ranks: int) -> str:
    """That many wild cards and others, the latter of a few neighbouring ranks."""
    wild = rules.wild or ""
    lowest = rng.randint(0, 15 - ranks)
    deck = rules.deck.replace(wild, "")
    few = [card for card in deck if lowest <= RANKS.index(card) < lowest + ranks]
    chosen = rng.sample(few, min(others, len(few)))
    return reference.tidy("".join(chosen) + wild * wild_cards)


SLOW_SMALL_HANDS = pytest.param(2, 300, marks=pytest.mark.slow)


@pytest.mark.parametrize("plain", RULES, ids=lambda rules: rules.name)
@pytest.mark.parametrize(("seed", "number"), [(1, 80), SLOW_SMALL_HANDS])
def test_small_hands_part_by_part(plain: Rules, seed: int, number: int) -> None:
    rng = random.Random(seed)
    for _ in range(number):
        rules = plain.changed(wild=rng.choice(WILD_RANKS))
        hand = a_hand(rng, rules, rng.choice([1, 1, 1, 2, 2, 3]), rng.randint(1, 6), 15)
        assert sorted(texts(leads(hand, rules))) == sorted(leads_of_parts(hand, rules)), hand
    for _ in range(number // 10):
        # Few ranks, so that these hold trios, quads and chains of them.
        rules = plain.changed(wild=rng.choice(WILD_RANKS))
        hand = a_hand(rng, rules, rng.choice([1, 2, 2, 3]), rng.randint(6, 9), 4)
        assert sorted(texts(leads(hand, rules))) == sorted(leads_of_parts(hand, rules)), hand


@pytest.mark.parametrize("plain", RULES, ids=lambda rules: rules.name)
def test_rich_hands_assignment_by_assignment(plain: Rules) -> None:
    rng = random.Random(2)
    for wild_cards, hands in [(0, 2), (1, 8), (2, 3), (3, 1)]:
        for _ in range(hands):
            rules = plain.changed(wild=rng.choice(WILD_RANKS))
            hand = a_hand(rng, rules, wild_cards, 20 - wild_cards, rng.randint(7, 15))
            plays = texts(leads(hand, rules))
            assert len(plays) == len(set(plays))
            assert set(plays) == leads_of_assignments(hand, rules), hand


@pytest.mark.parametrize("hand", ["3455669999QQQKKA222B", "7778889999TTTTJJJQQR"])
def test_rich_hands_with_all_the_wild_cards(hand: str) -> None:
    assert set(texts(leads(hand, NINES))) == leads_of_assignments(hand, NINES)


@pytest.mark.parametrize("plain", RULES, ids=lambda rules: rules.name)
@settings(max_examples=settings.default.max_examples // 10)
@given(data=st.data())
def test_leads_readings_and_reasons_agree(plain: Rules, data: st.DataObject) -> None:
    rules = plain.changed(wild=data.draw(st.sampled_from("359KA2")))
    few = data.draw(st.sampled_from(["33344455BR", "9QQQKKAAA2", "334455566678"]))
    others = "".join(data.draw(st.permutations(few.replace(rules.wild or "", "")))[:5])
    hand = reference.tidy(others + (rules.wild or "") * data.draw(st.integers(1, 2)))
    found = [play for part in parts(hand) for play in readings(part, rules)]
    plays = leads(hand, rules)
    assert sorted(found, key=reference.canonical) == plays
    for part in parts(hand):
        if part:
            assert set(texts(readings(part, rules))) == readings_forward(part, rules)
    last = data.draw(st.sampled_from(plays))
    following = follows(hand, last, rules)
    assert following == [play for play in plays if beats(play, last, rules)]
    for play in plays:
        assert (why_not(hand, play, last, rules) is None) == (play in following)


def test_follows_are_the_leads_that_beat() -> None:
    for row in golden("wild")[1::8]:
        assert row["last"]
        rules = Rules.preset(row["rules"]).changed(wild=row["wild"])
        last = parse_play(row["last"])
        beating = [play for play in leads(row["hand"], rules) if beats(play, last, rules)]
        assert follows(row["hand"], last, rules) == beating


@pytest.mark.parametrize("preset", ["standard", "free_kickers"])
def test_a_hand_without_wild_cards_is_as_ever(preset: str) -> None:
    plain = Rules.preset(preset)
    for row in golden(preset)[:20]:
        for wild in WILD_RANKS:
            if row["last"] is None and wild not in row["hand"]:
                assert leads(row["hand"], plain.changed(wild=wild)) == leads(row["hand"], plain)


# --- Worked out by hand


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("9", ["9:solo:1:9"]),
        # Cards that are all wild stand for themselves only.
        ("99", ["99:pair:1:9"]),
        ("999", ["999:trio:1:9"]),
        ("9999", ["9999:bomb:1:9"]),
        ("79", ["79:pair:1:7"]),
        ("779", ["779:trio:1:7"]),
        ("799", ["799:trio:1:7"]),
        # 7777; or 777 with the other 9 as any kicker.
        ("7799", ["7799:trio_solo:1:7", "7799:bomb:1:7"]),
        # 777 and 8, or 7 and 888: differing in rank alone, and both a play.
        ("7899", ["7899:trio_solo:1:7", "7899:trio_solo:1:8"]),
        # No wild card stands for a joker, and none makes a pair of one.
        ("9B", []),
        ("9R", []),
        ("99B", []),
        # A trio of any rank with a joker; of the 9s themselves too.
        ("999B", [f"999B:trio_solo:1:{rank}" for rank in WILD_RANKS]),
        # A chain over a gap (from public reports).
        ("34679", ["34679:solo_chain:5:7"]),
        # ... and at its ends: 45678 and 34567.
        ("45679", ["45679:solo_chain:5:7", "45679:solo_chain:5:8"]),
        # A wild card may keep its own rank: 45678 and 56789.
        ("56789", ["56789:solo_chain:5:8", "56789:solo_chain:5:9"]),
        # Three gaps are filled by three wild cards, not by two. The three may also make
        # a quad of any of the ranks, with the other two for kickers.
        ("34899", []),
        ("348999", ["348999:solo_chain:6:8", *(f"348999:quad_solo:1:{r}" for r in "348")]),
        # Chains still end at the ace, and 2s and jokers are in none.
        ("9JQKA", ["9JQKA:solo_chain:5:A"]),
        ("9QKA2", []),
        ("9QKAR", []),
        # From public reports, as 88**TT: two wild cards are the 99 of a chain of three
        # pairs. With these cards they may also make a quad of 8s or tens, which the
        # other pair are the kickers of.
        (
            "8899TT",
            ["8899TT:pair_chain:3:T", "8899TT:quad_solo:1:8", "8899TT:quad_solo:1:T"],
        ),
    ],
)
def test_every_reading(cards: str, expected: list[str]) -> None:
    assert texts(readings(cards, NINES)) == expected


def test_two_wild_cards_left_are_not_another_rank() -> None:
    # From public reports: a player with two wild cards left may not play them as
    # another rank. Cards that are all wild stand for themselves only.
    assert texts(leads("99", NINES)) == ["9:solo:1:9", "99:pair:1:9"]
    assert texts(follows("99", parse_play("88:pair:1:8"), NINES)) == ["99:pair:1:9"]
    for last in ("99:pair:1:9", "TT:pair:1:T", "AA:pair:1:A"):
        assert follows("99", parse_play(last), NINES) == []
    assert why_not("99", "99:pair:1:2", None, NINES) is Reason.NO_COMBINATION
    assert why_not("99", "99", parse_play("TT:pair:1:T"), NINES) is Reason.TOO_LOW


def test_wild_cards_play_no_role_where_there_are_none() -> None:
    # From public reports.
    for rules in (Rules.preset("standard"), Rules.preset("free_kickers")):
        assert readings("79", rules) == readings("34679", rules) == []
        assert why_not("79", "79", None, rules) is Reason.NO_COMBINATION
        assert stands_for(parse_play("99:pair:1:9"), rules) == ""
    # Nor do the 9s where the 8s are wild.
    assert readings("79", Rules(wild="8")) == []


def test_the_limits_are_asked_of_what_results() -> None:
    # Four cards of a rank lie down, but one of the wild 4s is a kicker of another rank.
    fours = Rules.preset("standard").changed(wild="4")
    play = parse_play("33344445:trio_chain_solo:2:4")
    assert play in readings("33344445", fours)
    # Without wild cards 4 would be a kicker of a rank of the body.
    assert readings("33344445", Rules.preset("standard")) == []
    # 555 beside 333444 would lengthen the chain, so the standard rules have no such
    # kickers, whether they are 5s or wild cards: as other ranks they are fine.
    nines = "333444555999"
    kinds = {(play.kind, play.length, play.rank) for play in readings(nines, NINES)}
    assert (Kind.TRIO_CHAIN, 4, 3) in kinds  # 999 as 666
    assert (Kind.TRIO_CHAIN_SOLO, 3, 2) in kinds  # 999 as 7, 8, 9
    ranks = "333444555666"
    assert (Kind.TRIO_CHAIN_SOLO, 3, 2) not in {p[1:] for p in readings(ranks, NINES)}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        # Soft bombs by rank, whichever cards are wild in them.
        ("8999:bomb:1:8", "7779:bomb:1:7"),
        ("8889:bomb:1:8", "7999:bomb:1:7"),
        # Hard beats soft, and the pure one beats hard.
        ("3333:bomb:1:3", "2229:bomb:1:2"),
        ("4444:bomb:1:4", "3333:bomb:1:3"),
        ("9999:bomb:1:9", "2222:bomb:1:2"),
        ("9999:bomb:1:9", "2229:bomb:1:2"),
        ("BR:rocket:1:R", "9999:bomb:1:9"),
        # Every bomb beats what is none.
        ("3999:bomb:1:3", "2222BR:quad_solo:1:2"),
        # Otherwise a wild card makes no difference.
        ("899:trio:1:8", "777:trio:1:7"),
        ("888:trio:1:8", "799:trio:1:7"),
        ("45679:solo_chain:5:8", "34567:solo_chain:5:7"),
    ],
)
def test_what_beats_what(higher: str, lower: str) -> None:
    assert beats(parse_play(higher), parse_play(lower), NINES)
    assert not beats(parse_play(lower), parse_play(higher), NINES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("7779:bomb:1:7", "7799:bomb:1:7"),
        ("779:trio:1:7", "799:trio:1:7"),
        ("45679:solo_chain:5:7", "34567:solo_chain:5:7"),
        ("BR:rocket:1:R", "BR:rocket:1:R"),
    ],
)
def test_equals_do_not_beat_each_other(one: str, other: str) -> None:
    assert not beats(parse_play(one), parse_play(other), NINES)
    assert not beats(parse_play(other), parse_play(one), NINES)


def test_a_hard_bomb_is_not_counted_as_soft() -> None:
    # From public reports: four natural 3s stay hard, also where the hand has a wild card.
    soft = parse_play("4449:bomb:1:4")
    assert texts(follows("33339", soft, NINES)) == ["3333:bomb:1:3"]
    # With one 9 in their place they are soft, and too low.
    assert follows("3339", soft, NINES) == []
    assert why_not("3339", "3339", soft, NINES) is Reason.TOO_LOW
    # Without wild cards there are no tiers.
    assert not beats(parse_play("3333:bomb:1:3"), soft, Rules())
    for bomb in ("3333:bomb:1:3", "3339:bomb:1:3", "9999:bomb:1:9", "BR:rocket:1:R"):
        assert reference.doubles(parse_play(bomb), NINES)


@pytest.mark.parametrize(
    ("cards", "last", "expected"),
    [
        # Leading, the bomb before others.
        ("7799", None, "7799:bomb:1:7"),
        # Otherwise the largest body: a pair chain of six before a quad of four.
        ("8899TT", None, "8899TT:pair_chain:3:T"),
        # And the highest rank.
        ("45679", None, "45679:solo_chain:5:8"),
        ("7899", None, "7899:trio_solo:1:8"),
        ("779", None, "779:trio:1:7"),
        # Following, what beats: here the quad of tens alone does.
        ("8899TT", "333399:quad_solo:1:9", "8899TT:quad_solo:1:T"),
        ("45679", "34567:solo_chain:5:7", "45679:solo_chain:5:8"),
        ("45679", "45678:solo_chain:5:8", None),
        ("7799", "3:solo:1:3", "7799:bomb:1:7"),
        ("7799", "8888:bomb:1:8", None),
        ("9B", None, None),
    ],
)
def test_what_cards_alone_mean(cards: str, last: str | None, expected: str | None) -> None:
    play = meant(cards, last and parse_play(last), NINES)
    assert (play and str(play)) == expected


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("777:trio:1:7", ""),
        ("779:trio:1:7", "7"),
        ("34679:solo_chain:5:7", "5"),
        ("45679:solo_chain:5:7", "3"),
        ("45679:solo_chain:5:8", "8"),
        ("56789:solo_chain:5:9", "9"),
        ("8899TT:pair_chain:3:T", "99"),
        ("8899TT:quad_solo:1:8", "88"),
        ("7799:bomb:1:7", "77"),
        ("9999:bomb:1:9", "9999"),
        # A kicker stays what it is where it can, ...
        ("7799:trio_solo:1:7", "79"),
        ("9BR:rocket:1:R", None),
        # ... and is the lowest other rank where it cannot: 888999 with T and a fourth 9.
        ("8889999T:trio_chain_solo:2:9", "3999"),
        # Quads have no 9 to spare.
        ("9999KB:quad_solo:1:9", "9999"),
        # The one wild card completes the pair.
        ("37779:trio_pair:1:7", "3"),
    ],
)
def test_what_wild_cards_stand_for(play: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(InvalidArgument, match="9BR"):
            stands_for(parse_play(play), NINES)
    else:
        assert stands_for(parse_play(play), NINES) == expected


@settings(max_examples=settings.default.max_examples // 4)
@given(data=st.data())
def test_what_they_stand_for_makes_the_play(data: st.DataObject) -> None:
    row = data.draw(st.sampled_from(golden("wild")[::2]))
    plain = Rules.preset(row["rules"])
    rules = plain.changed(wild=row["wild"])
    play = data.draw(st.sampled_from(leads(row["hand"], rules)))
    ranks = stands_for(play, rules)
    assert len(ranks) == play.cards.count(row["wild"])
    result = reference.tidy(play.cards.replace(row["wild"], "") + ranks)
    assert play._replace(cards=result) in readings(result, plain)


def test_the_order_of_plays() -> None:
    # Section 8.6: kind, length, number of cards, rank, and then the cards.
    assert texts(leads("8899", NINES)) == [
        *["8:solo:1:8", "9:solo:1:9"],
        *["88:pair:1:8", "89:pair:1:8", "99:pair:1:9"],
        *["889:trio:1:8", "899:trio:1:8"],
        # 888 with the other 9 as itself; 999 would need a third wild card.
        "8899:trio_solo:1:8",
        "8899:bomb:1:8",
    ]
