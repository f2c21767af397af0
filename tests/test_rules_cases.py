"""Cases worked out by hand from docs/rules.md, section by section.

Each is asked of the reference and of the compiled core.
"""

from __future__ import annotations

import pytest
from conftest import PRESETS, Engine

from ddz_core.errors import Reason

NO_JOKERS = "".join(4 * rank for rank in "3456789TJQKA2")
DECK = NO_JOKERS + "BR"


# --- Section 2: kinds of play


@pytest.mark.parametrize(
    ("play", "preset"),
    [
        ("3:solo:1:3", "standard"),
        ("R:solo:1:R", "standard"),
        ("22:pair:1:2", "standard"),
        ("222:trio:1:2", "standard"),
        ("3334:trio_solo:1:3", "standard"),
        ("222R:trio_solo:1:2", "standard"),
        ("33AAA:trio_pair:1:A", "standard"),
        ("34567:solo_chain:5:7", "standard"),
        ("3456789TJQKA:solo_chain:12:A", "standard"),
        ("334455:pair_chain:3:5", "standard"),
        ("33445566778899TTJJQQ:pair_chain:10:Q", "standard"),
        ("KKKAAA:trio_chain:2:A", "standard"),
        ("3334446R:trio_chain_solo:2:4", "standard"),
        ("33344466:trio_chain_solo:2:4", "standard"),
        ("333444AA22:trio_chain_pair:2:4", "standard"),
        ("333345:quad_solo:1:3", "standard"),
        ("332222:quad_solo:1:2", "standard"),
        ("33334455:quad_pair:1:3", "standard"),
        ("2222:bomb:1:2", "standard"),
        ("BR:rocket:1:R", "standard"),
        ("33334444:quad_chain:2:4", "shuttle"),
        ("333344445678:quad_chain_solo:2:4", "shuttle"),
        ("3333444455667788:quad_chain_pair:2:4", "shuttle"),
        ("33334444:bomb_chain:2:4", "bga_bomb_mode"),
        ("KKKKAAAA:bomb_chain:2:A", "bga_bomb_mode"),
    ],
)
def test_every_kind_is_a_play(engine: Engine, play: str, preset: str) -> None:
    assert engine.readings(play.partition(":")[0], preset) == [play]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "cards",
    [
        "34",  # two different singles
        "3R",
        "3456",  # a chain of four singles
        "JQKA2",  # a 2 in a chain
        "TJQKA2",
        "QKA2BR",
        "3344",  # a chain of two pairs
        "KKAA22",
        "AAA222",  # trios, the second of 2s
        "334455667",  # pairs and an odd card
        "33356",  # two singles with one trio
        "3334455",  # two pairs with one trio
        "333444556",  # kickers mixed: a pair and a single
        "3334445",  # too few kickers
        "33344456789",  # too many
        "33335",  # a quad with one kicker
        "33334",
        "3333445",  # a quad with a pair and a single
        "333355556",
        "333555",  # trios that are not neighbours
        "333555678",
        "3333456",  # a quad with three kickers
        "AAAA2222",  # bombs, the second of 2s
    ],
)
def test_no_combination_under_any_rules(engine: Engine, cards: str, preset: str) -> None:
    assert engine.readings(cards, preset) == []
    assert engine.why_not(cards, cards, None, preset) is Reason.NO_COMBINATION


@pytest.mark.parametrize("preset", PRESETS)
def test_a_kicker_is_never_of_a_rank_of_the_body(engine: Engine, preset: str) -> None:
    # 333 with the fourth 3 as its kicker would be a trio_solo.
    assert engine.readings("3333", preset) == ["3333:bomb:1:3"]
    # 333444 with the fourth 3 and the fourth 4 would be a trio_chain_solo.
    kinds = {text.split(":")[1] for text in engine.readings("33334444", preset)}
    assert "trio_chain_solo" not in kinds


@pytest.mark.parametrize("preset", PRESETS)
def test_the_jokers_are_no_pair(engine: Engine, preset: str) -> None:
    assert engine.readings("BR", preset) == ["BR:rocket:1:R"]


# --- Section 4: combination rule sets, in the order of its table

EVERYWHERE = set(PRESETS)
SHUTTLES = {"shuttle", "shuttle_pair_solos"}


@pytest.mark.parametrize(
    ("play", "presets"),
    [
        # Single kickers of a trio chain: how many of one rank.
        ("33344456:trio_chain_solo:2:4", EVERYWHERE),
        ("33344466:trio_chain_solo:2:4", EVERYWHERE - SHUTTLES),
        (
            "333444555888:trio_chain_solo:3:5",
            {"free_kickers", "rlcard", "douzero", "openspiel"},
        ),
        ("3334445556668888:trio_chain_solo:4:6", {"free_kickers", "douzero"}),
        # The two singles of a quad.
        ("333345:quad_solo:1:3", EVERYWHERE - {"openspiel"}),
        ("333344:quad_solo:1:3", EVERYWHERE - {"openspiel", "shuttle"}),
        # Both jokers among single kickers, or as one pair kicker; one is always fine.
        ("333B:trio_solo:1:3", EVERYWHERE),
        ("3334445R:trio_chain_solo:2:4", EVERYWHERE),
        ("333444BR:trio_chain_solo:2:4", SHUTTLES | {"douzero"}),
        ("3333BR:quad_solo:1:3", SHUTTLES | {"douzero"}),
        ("333BR:trio_pair:1:3", SHUTTLES),
        ("33344455BR:trio_chain_pair:2:4", SHUTTLES),
        ("333344BR:quad_pair:1:3", SHUTTLES),
        # Pair kickers all of different rank.
        ("33334444:quad_pair:1:3", set()),
        ("3334446666:trio_chain_pair:2:4", set()),
        # Three single kickers of a rank that would lengthen the trio chain.
        ("333444555666:trio_chain:4:6", EVERYWHERE),
        ("333444555666:trio_chain_solo:3:6", {"free_kickers", "douzero", "openspiel"}),
        ("333444555666:trio_chain_solo:3:5", set()),  # the higher rank stands
        ("3334445556667779:trio_chain_solo:4:7", {"free_kickers", "douzero", "openspiel"}),
        # Two of that rank lengthen nothing, and a 2 is no neighbour of the ace.
        ("333444555667:trio_chain_solo:3:5", EVERYWHERE - SHUTTLES),
        (
            "QQQKKKAAA222:trio_chain_solo:3:A",
            {"free_kickers", "rlcard", "douzero", "openspiel"},
        ),
        # Quads with kickers, quad chains, bomb chains.
        ("33334455:quad_pair:1:3", EVERYWHERE - {"openspiel"}),
        ("33334444:quad_chain:2:4", SHUTTLES),
        ("44445555:quad_chain:2:5", SHUTTLES),
        ("33334444:bomb_chain:2:4", {"bga_bomb_mode"}),
        ("44445555:bomb_chain:2:5", {"bga_bomb_mode"}),
        ("33335555:bomb_chain:2:5", set()),
    ],
)
@pytest.mark.parametrize("preset", PRESETS)
def test_which_rules_have_the_play(
    engine: Engine, play: str, presets: set[str], preset: str
) -> None:
    cards = play.partition(":")[0]
    assert (play in engine.readings(cards, preset)) == (preset in presets)
    assert (play in engine.moves(cards, None, preset)) == (preset in presets)


def test_all_readings_of_four_trios(engine: Engine) -> None:
    long = "333444555666:trio_chain:4:6"
    short = "333444555666:trio_chain_solo:3:6"
    for preset in PRESETS:
        free = preset in ("free_kickers", "douzero", "openspiel")
        assert engine.readings("333444555666", preset) == ([long, short] if free else [long])


@pytest.mark.parametrize("preset", PRESETS)
def test_all_readings_of_two_quads(engine: Engine, preset: str) -> None:
    kind = {"shuttle": "quad_chain", "shuttle_pair_solos": "quad_chain"}.get(preset)
    kind = "bomb_chain" if preset == "bga_bomb_mode" else kind
    expected = [f"44445555:{kind}:2:5"] if kind else []
    assert engine.readings("44445555", preset) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_in_the_hand_nothing_is_tied(engine: Engine, preset: str) -> None:
    assert "7778:trio_solo:1:7" in engine.moves("77778", None, preset)


def test_any_reading_may_follow(engine: Engine) -> None:
    last = "333444555678:trio_chain_solo:3:5"
    chain = "777888999TTT"
    # Read as a chain of four it has the wrong kind, with TTT or 777 as kickers it beats.
    assert engine.moves(chain, last, "free_kickers") == [f"{chain}:trio_chain_solo:3:T"]
    assert engine.why_not(chain, chain, last, "free_kickers") is None
    assert engine.why_not(chain, chain, last, "standard") is Reason.WRONG_KIND


def test_bare_cards_that_were_led_are_the_longest_body(engine: Engine) -> None:
    # Read as three trios with 666 they would be beaten by three trios with 777, too.
    answers = engine.moves("444555666777", "333444555666", "free_kickers")
    assert answers == ["444555666777:trio_chain:4:7"]


# --- Section 3: what beats what, and section 7: why not


@pytest.mark.parametrize(
    ("cards", "last", "preset", "reason"),
    [
        ("4", "3", "standard", None),
        ("R", "B", "standard", None),
        ("3", "3", "standard", Reason.TOO_LOW),
        ("33", "44", "standard", Reason.TOO_LOW),
        ("44", "3", "standard", Reason.WRONG_KIND),
        ("4", "33", "standard", Reason.WRONG_KIND),
        ("34567", "345678", "standard", Reason.WRONG_COUNT),
        ("456789", "34567", "standard", Reason.WRONG_COUNT),
        ("45678", "34567", "standard", None),
        ("444555", "333444555", "standard", Reason.WRONG_COUNT),
        ("4445", "333", "standard", Reason.WRONG_KIND),
        ("4445", "33355", "standard", Reason.WRONG_KIND),
        # Kickers never count.
        ("4443", "333R", "standard", None),
        ("333R", "4443", "standard", Reason.TOO_LOW),
        # A bomb beats everything but a higher bomb and a rocket.
        ("3333", "2", "standard", None),
        ("3333", "R", "standard", None),
        ("3333", "TJQKA", "standard", None),
        ("3333", "444456", "standard", None),
        ("3333", "44445566", "standard", None),
        ("3333", "44445555", "shuttle", None),
        ("4444", "3333", "standard", None),
        ("3333", "4444", "standard", Reason.TOO_LOW),
        ("2222", "BR", "standard", Reason.TOO_LOW),
        # A rocket beats everything else.
        ("BR", "2222", "standard", None),
        ("BR", "3456789TJQKA", "standard", None),
        ("BR", "44445555", "shuttle", None),
        # No play beats its equal.
        ("BR", "BR", "standard", Reason.TOO_LOW),
        ("BR", "BR", "bga_bomb_mode", Reason.TOO_LOW),
        # Quads with kickers and quad chains are no bombs.
        ("444456", "3", "standard", Reason.WRONG_KIND),
        ("444456", "3333", "standard", Reason.WRONG_KIND),
        ("44445566", "BR", "standard", Reason.WRONG_KIND),
        ("444456", "333356", "standard", None),
        ("33334455", "333345", "standard", Reason.WRONG_KIND),
        ("44445555", "3", "shuttle", Reason.WRONG_KIND),
        ("44445555", "3333", "shuttle", Reason.WRONG_KIND),
        ("44445555", "33334444", "shuttle", None),
        ("33334444", "444455556666", "shuttle", Reason.WRONG_COUNT),
        # In bomb mode a bomb chain beats everything, the rocket included.
        ("33334444", "R", "bga_bomb_mode", None),
        ("33334444", "2222", "bga_bomb_mode", None),
        ("33334444", "BR", "bga_bomb_mode", None),
        ("2222", "33334444", "bga_bomb_mode", Reason.TOO_LOW),
        ("BR", "33334444", "bga_bomb_mode", Reason.TOO_LOW),
        # Of two bomb chains the longer wins, then the higher.
        ("333344445555", "KKKKAAAA", "bga_bomb_mode", None),
        ("44445555", "33334444", "bga_bomb_mode", None),
        ("33334444", "44445555", "bga_bomb_mode", Reason.TOO_LOW),
        ("44445555", "333344445555", "bga_bomb_mode", Reason.TOO_LOW),
        # Not a combination at all comes before what it would have to beat.
        ("34", "33", "standard", Reason.NO_COMBINATION),
        ("", "33", "standard", Reason.NO_COMBINATION),
        ("pass", "33", "standard", None),
    ],
)
def test_what_beats_what(
    engine: Engine, cards: str, last: str, preset: str, reason: Reason | None
) -> None:
    assert engine.why_not(DECK, cards, last, preset) is reason


@pytest.mark.parametrize("preset", PRESETS)
def test_only_a_bomb_chain_beats_the_rocket(engine: Engine, preset: str) -> None:
    for hand in (NO_JOKERS, NO_JOKERS[8:] + "BR"):
        kinds = {text.split(":")[1] for text in engine.moves(hand, "BR", preset)}
        assert kinds == ({"bomb_chain"} if preset == "bga_bomb_mode" else set())


@pytest.mark.parametrize("preset", PRESETS)
def test_no_play_beats_its_equal(engine: Engine, preset: str) -> None:
    for hand in ("333444556TJQKABR", "3333444455556BR"):
        for play in engine.moves(hand, None, preset):
            assert play not in engine.moves(hand, play, preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_not_held(engine: Engine, preset: str) -> None:
    assert engine.why_not("334", "333", None, preset) is Reason.NOT_HELD
    # What one does not hold is not looked at any further.
    assert engine.why_not("334", "35", "99", preset) is Reason.NOT_HELD


@pytest.mark.parametrize("preset", PRESETS)
def test_the_leader_may_not_pass(engine: Engine, preset: str) -> None:
    assert engine.why_not("334", "pass", None, preset) is Reason.MUST_LEAD


# --- Section 5: the table


def test_perft_counted_by_hand(engine: Engine) -> None:
    hands = ["33", "44", "55"]
    # Seat 0 leads 3 or 33; 33 ends the deal and stays one sequence.
    assert engine.perft(hands, 1) == 2
    # After 3: 4 or pass.
    assert engine.perft(hands, 2) == 2 + 1
    # After 3 4: 5 or pass; after 3 pass: 5 or pass.
    assert engine.perft(hands, 3) == 4 + 1
    # After 3 4 5, 3 4 pass and 3 pass 5 seat 0 can only pass; after 3 pass pass
    # it leads anew, and its last 3 ends the deal.
    assert engine.perft(hands, 4) == 4 + 1
    # 3 4 5 pass: 4s are too low, pass. 3 4 pass pass: seat 1 leads 4 and ends.
    # 3 pass 5 pass: seat 1 passes.
    assert engine.perft(hands, 5) == 4 + 1


def test_with_one_opponent_one_pass_ends_the_trick(engine: Engine) -> None:
    hands = ["33", "44"]
    # 3 4 pass: seat 1 leads 4 and ends. 3 pass 3 ends. 33 ends.
    assert [engine.perft(hands, depth) for depth in (1, 2, 3, 4)] == [2, 3, 3, 3]


# --- Section 6: deal numbers and the canonical order


@pytest.mark.parametrize(
    ("number", "hands", "bottom", "first_bidder"),
    [
        (1, ("3356699TJQQKKA2BR", "34445667789TTQAA2", "3455778889JJJKKA2"), "TQ2", 2),
        (0, ("335556789TJJJQQA2", "446779TTTJQQKKAA2", "34456678899KK22BR"), "38A", 0),
        (
            18446744073709551615,
            ("44556788TTJKKK22B", "56667799TJQQQAAA2", "33334478899TJJQKA"),
            "52R",
            0,
        ),
        (20261129, ("344566677789TTQK2", "33567889TJQQQAA2R", "34455899JJKKKAA2B"), "TJ2", 0),
    ],
)
def test_the_table_of_deals(
    engine: Engine, number: int, hands: tuple[str, ...], bottom: str, first_bidder: int
) -> None:
    assert engine.deal(number) == (hands, bottom, first_bidder)


def test_the_order_of_plays(engine: Engine) -> None:
    # By kind, then length, then rank, then the kickers as slots: 33 before 36
    # before 3R before 66.
    assert engine.moves("33444555678") == [
        *["3:solo:1:3", "4:solo:1:4", "5:solo:1:5", "6:solo:1:6", "7:solo:1:7", "8:solo:1:8"],
        *["33:pair:1:3", "44:pair:1:4", "55:pair:1:5"],
        *["444:trio:1:4", "555:trio:1:5"],
        *["3444:trio_solo:1:4", "4445:trio_solo:1:4", "4446:trio_solo:1:4"],
        *["4447:trio_solo:1:4", "4448:trio_solo:1:4"],
        *["3555:trio_solo:1:5", "4555:trio_solo:1:5", "5556:trio_solo:1:5"],
        *["5557:trio_solo:1:5", "5558:trio_solo:1:5"],
        *["33444:trio_pair:1:4", "44455:trio_pair:1:4"],
        *["33555:trio_pair:1:5", "44555:trio_pair:1:5"],
        *["34567:solo_chain:5:7", "45678:solo_chain:5:8", "345678:solo_chain:6:8"],
        "334455:pair_chain:3:5",
        "444555:trio_chain:2:5",
        *["33444555:trio_chain_solo:2:5", "34445556:trio_chain_solo:2:5"],
        *["34445557:trio_chain_solo:2:5", "34445558:trio_chain_solo:2:5"],
        *["44455567:trio_chain_solo:2:5", "44455568:trio_chain_solo:2:5"],
        "44455578:trio_chain_solo:2:5",
    ]


def test_the_order_of_follows_is_the_same(engine: Engine) -> None:
    # A bomb stands after a pair, but before the quad chain that it also beats.
    assert engine.moves("4455556666BR", "33") == [
        *["44:pair:1:4", "55:pair:1:5", "66:pair:1:6"],
        *["5555:bomb:1:5", "6666:bomb:1:6", "BR:rocket:1:R"],
    ]
    assert engine.moves("55556666BR", "33334444", "shuttle") == [
        *["5555:bomb:1:5", "6666:bomb:1:6", "BR:rocket:1:R"],
        "55556666:quad_chain:2:6",
    ]


def test_each_reading_stands_at_its_own_place(engine: Engine) -> None:
    moves = engine.moves("333444555666", None, "free_kickers")
    chain, with_kickers = engine.readings("333444555666", "free_kickers")
    # Between the two stand the other plays with kickers, of a lower length.
    assert moves.index(chain) + 1 < moves.index(with_kickers)
