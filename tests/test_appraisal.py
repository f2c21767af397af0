"""The strength of a hand before bidding."""

import dataclasses
import json

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core._core.rollouts import Sight
from ddz_core.analysis.appraisal_numbers import NUMBERS
from ddz_core.analysis.bidding import recommended_bid
from ddz_core.analysis.expectation import expected_points
from ddz_core.analysis.features import SHAPE, SHAPE_OF_TWO, features, longest_chains
from ddz_core.analysis.habits import GREEDY, greedy_for
from ddz_core.analysis.ranking import evenly, greedy_first, ranked
from ddz_core.analysis.variant_numbers import CALLS, ROUNDS, VARIANTS
from ddz_core.errors import InvalidCards
from ddz_core.game.deals import DECK

from .walks import arranged

OF_TWO = "33445677788889TTJQQKKA22B"
"""A hand of two decks."""

WEAK, FAIR, STRONG = "344566789JJQKKKA2", "334567899TJJQKA22", "3356699TJQQKKA2BR"


@pytest.mark.parametrize(
    ("hand", "strong", "bombs", "plays"),
    [
        (WEAK, 1, 0, 7),
        (STRONG, 3, 1, 9),
        ("3456789TJQKA22BR5", 4, 1, 4),
        ("2222BRAAAAKKKKQQQ", 6, 4, 3),
        ("33445566778899TJQ", 0, 0, 2),
        ("3", 0, 0, 1),
        ("BR", 2, 1, 1),
        ("2222", 4, 1, 1),
    ],
)
def test_what_is_counted(hand: str, strong: int, bombs: int, plays: int) -> None:
    found = ddz.appraise(hand)
    assert (found.strong, found.bombs, found.plays) == (strong, bombs, plays)
    assert found.plays == ddz.min_plays(hand).number
    assert (found.expected_points is None) == (found.bid is None) == (len(hand) < 17)


def test_the_sentence_counts_in_english() -> None:
    def told(*values: object) -> str:
        return str(ddz.Appraisal(*values))

    assert told(3, 0, 7, 0.1, 1) == (
        "3 strong cards, 0 bombs, 7 plays, +0.10 points expected → bid 1"
    )
    assert told(1, 1, 1, -1.234, 0) == (
        "1 strong card, 1 bomb, 1 play, -1.23 points expected → pass"
    )
    assert told(1, 0, 8, 0.5, None) == "1 strong card, 0 bombs, 8 plays, +0.50 points expected"
    assert told(0, 2, 2, None, None) == "0 strong cards, 2 bombs, 2 plays"


def test_better_hands_are_worth_more() -> None:
    found = [ddz.appraise(hand) for hand in (WEAK, FAIR, STRONG)]
    assert found[0].expected_points < found[1].expected_points < found[2].expected_points
    assert found[0].bid == 0
    assert found[2].bid == 3
    assert found[0].bid <= found[1].bid <= found[2].bid


def test_known_bottom_cards_count_with_the_hand() -> None:
    without, with_a_2, with_r = (
        ddz.appraise(WEAK, bottom_shown=shown) for shown in (None, "2", "R")
    )
    assert without.expected_points < with_a_2.expected_points < with_r.expected_points
    # Of the hand itself: the card is not in it yet.
    assert (with_r.strong, with_r.plays) == (without.strong, without.plays)
    assert ddz.appraise(WEAK + "R").expected_points == with_r.expected_points
    assert ddz.appraise(WEAK + "BR2").bid == 3
    assert ddz.appraise(WEAK + "BR", bottom_shown="2").bid == 3


def test_hands_are_taken_in_every_form() -> None:
    hand = ddz.Hand(FAIR)
    forms = [hand.packed, np.uint64(hand.packed), hand.counts, list(map(int, hand.counts))]
    for same in (hand, *forms):
        assert ddz.appraise(same) == ddz.appraise(FAIR)
    assert ddz.appraise(FAIR, np.int64(2)) == ddz.appraise(FAIR, 2)


def test_players_and_deck_have_numbers_of_their_own() -> None:
    hand = "55667889TJJQQKKA2"
    points = {
        ddz.appraise(hand).expected_points,
        ddz.appraise(hand, 2).expected_points,
        ddz.appraise(hand, 2, short_deck=True).expected_points,
    }
    assert len(points) == 3
    for rules in ddz.Rules.presets():
        found = ddz.appraise(hand, rules=rules)
        assert found.plays == ddz.min_plays(hand, rules).number
        assert ddz.appraise(hand, rules=ddz.Rules.preset(rules)) == found


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (ddz.InvalidCards, "1 to 20 cards, not 0", {"hand": ""}),
        (ddz.InvalidCards, "not 21", {"hand": "33344455566677788899T"}),
        (ddz.InvalidCards, "not 21", {"hand": "33344455566677788899", "bottom_shown": "T"}),
        (ddz.InvalidCards, "'x'", {"hand": "33x"}),
        (ddz.InvalidCards, "5 times 2", {"hand": "22222"}),
        (ddz.InvalidCards, "5 times 2", {"hand": "2222", "bottom_shown": "2"}),
        (ddz.InvalidCards, "33445", {"hand": "33445", "players": 2, "short_deck": True}),
        (ddz.InvalidRules, "players=4 .* rules to 'four'", {"hand": WEAK, "players": 4}),
        (ddz.InvalidRules, "players=3 .* to 4", {"hand": OF_TWO, "players": 3, "rules": "four"}),
        (
            ddz.InvalidCards,
            "1 to 33 cards, not 34",
            {"hand": OF_TWO + "444555666", "rules": "four"},
        ),
        (ddz.InvalidCards, "5 times 8", {"hand": "88888"}),
        (ddz.InvalidRules, "two decks", {"hand": OF_TWO, "rules": "four", "wild": True}),
        (
            ddz.InvalidRules,
            "rules.wild is '9'",
            {"hand": WEAK, "rules": ddz.Rules(wild="9"), "wild": True},
        ),
        (ddz.InvalidArgument, "players", {"hand": WEAK, "players": 5}),
        (ddz.InvalidArgument, "give game.observation.*NoneType", {"hand": None}),
        (
            ddz.InvalidArgument,
            "give game.observation.*Game",
            {"hand": ddz.Game("standard", deal=1)},
        ),
        (ddz.InvalidArgument, "give game.observation.*float", {"hand": 3.5}),
        (ddz.InvalidArgument, "players", {"hand": WEAK, "players": True}),
        (ddz.InvalidArgument, "short_deck", {"hand": WEAK, "short_deck": True}),
        (ddz.InvalidArgument, "'34'", {"hand": WEAK, "bottom_shown": "34"}),
        (ddz.InvalidArgument, "''", {"hand": WEAK, "bottom_shown": ""}),
        (ddz.InvalidRules, "'mahjong'", {"hand": WEAK, "rules": "mahjong"}),
    ],
)
def test_what_is_refused(error: type[Exception], message: str, arguments: dict) -> None:
    with pytest.raises(error, match=message):
        ddz.appraise(**arguments)


def test_an_appraisal_is_a_value() -> None:
    found = ddz.appraise(STRONG)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.bid = 0
    assert json.loads(json.dumps(dataclasses.asdict(found)))["bid"] == 3


def test_features_are_those_that_the_names_tell() -> None:
    row = features(np.array([ddz.Hand(STRONG).packed], np.uint64), "standard")[0]
    ranks = row[:60].reshape(15, 4)
    assert (ranks @ np.arange(1, 5)).tolist() == ddz.Hand(STRONG).counts.tolist()
    assert dict(zip(SHAPE, row[60:].tolist(), strict=True)) == {
        "1": 1, "BR": 1, "plays": 9,
        "plays below 8": 0, "plays below 6": 0, "plays below 4": 0,
        "control": 3 + 2 + 1 + 0.5,
        "control × plays below 8": 0, "control × plays below 6": 0, "control × plays below 4": 0,
        "solos": 3, "pairs": 4, "solos²": 9,
        "solos × plays below 6": 0, "pairs × plays below 6": 0,
        "chain": 6, "chain²": 36, "chain × plays": 54, "chain × control": 6 * 6.5,
        "chained": 6, "chained × plays below 6": 0,
        "chained beyond 12 × plays below 4": 0, "chained beyond 14 × plays below 4": 0,
    }  # fmt: skip
    few = features(np.array([ddz.Hand("33445566778899TTJ").packed], np.uint64), "standard")[0]
    told = dict(zip(SHAPE, few[60:].tolist(), strict=True))
    assert [told[f"plays below {n}"] for n in (8, 6, 4)] == [6, 4, 2]
    assert (told["chain"], told["chained"], told["solos × plays below 6"]) == (16, 16, 4)
    beyond = [told[f"chained beyond {n} × plays below 4"] for n in (12, 14)]
    assert beyond == [4 * 2, 2 * 2]


@pytest.mark.parametrize(
    ("cards", "chains"),
    [
        ("3", [0, 0, 0]),
        ("3456AA22KKBR", [0, 0, 0]),
        ("3456789TJQKA2", [12, 0, 0]),
        ("3344", [0, 0, 0]),
        ("334455", [6, 0, 0]),
        ("333444", [6, 0, 0]),
        ("TJQKA2222", [5, 0, 0]),
        ("334455667789TJQKA", [12, 5, 0]),
        ("33445566778899TTJ", [16, 0, 0]),
        ("3334445566678TJQKA", [8, 5, 0]),
        ("3344455566678889", [9, 0, 0]),
    ],
)
def test_the_longest_chains(cards: str, chains: list[int]) -> None:
    hand = ddz.Hand(cards)
    alone = longest_chains(hand.counts[None])
    assert alone.tolist() == [chains]
    # And among others.
    assert longest_chains(np.stack([ddz.Hand(STRONG).counts, hand.counts]))[1].tolist() == chains


@pytest.mark.parametrize("setting", [*NUMBERS, *VARIANTS])
def test_every_setting_has_all_its_numbers(setting: str) -> None:
    numbers = NUMBERS[setting] if setting in NUMBERS else VARIANTS[setting]
    two_decks = setting == "4"
    assert len(numbers.weights) == (9 if two_decks else 4)
    for weights in numbers.weights:
        assert np.shape(weights.ranks) == (15, 1 if two_decks else 4)
        assert np.shape(weights.shape) == (len(SHAPE_OF_TWO if two_decks else SHAPE),)
    assert set(numbers.auctions) == {"points", "doubling"}
    for by_place in (*numbers.auctions.values(), CALLS[setting]):
        assert len(by_place) == numbers.players
        assert all(list(marks) == sorted(marks) for marks in by_place)
    assert all(len(marks) == numbers.players + 1 for marks in CALLS[setting])
    assert np.shape(numbers.quick_worths) == (2, 15, 9 if two_decks else 5)
    assert np.shape(numbers.wild_worths) == ((4, 5) if "wild" in setting else (0,))
    assert set(ROUNDS[setting].doubling) == {"points", "doubling", "call", "none"}


def test_features_of_two_decks_are_those_that_the_names_tell() -> None:
    row = features(np.array([ddz.Hand(OF_TWO, decks=2).packed], np.uint64), "four")[0]
    assert row[:15].tolist() == ddz.Hand(OF_TWO, decks=2).counts.tolist()
    plays = ddz.min_plays(OF_TWO, "four").number
    assert dict(zip(SHAPE_OF_TWO, row[15:].tolist(), strict=True)) == {
        "1": 1, "rocket": 0, "BB": 0, "RR": 0, "plays": plays,
        "plays below 12": 12 - plays, "plays below 9": max(0, 9 - plays),
        "plays below 6": max(0, 6 - plays),
        "bombs of 4": 1, "bombs of 5": 0, "bombs of 6": 0, "bombs of 7 or 8": 0,
        "ranks of bombs": 5, "bombs × plays below 9": max(0, 9 - plays),
        "solos": 4, "pairs": 4, "trios": 1, "chain": 12, "chained": 12,
    }  # fmt: skip
    jokers = features(np.array([ddz.Hand("3333333BBRR", decks=2).packed], np.uint64), "four")[0]
    told = dict(zip(SHAPE_OF_TWO, jokers[15:].tolist(), strict=True))
    assert [told[name] for name in ("rocket", "BB", "RR", "bombs of 7 or 8")] == [1, 1, 1, 1]


def test_hands_of_two_decks_and_wild_cards() -> None:
    """Better hands are worth more; a wild card more where it is known to be one."""
    plain = ddz.appraise(OF_TWO, rules="four")
    better = ddz.appraise(OF_TWO.replace("33", "BR"), rules="four")
    bombs = ddz.appraise("3344567888888TTJQQKKA22BR", rules="four")
    assert plain.expected_points < better.expected_points
    assert (plain.strong, plain.bombs, bombs.bombs) == (3, 1, 1)
    assert ddz.appraise("BBRR3", rules="four").bombs == 1
    assert ddz.appraise("BBR", rules="four").bombs == 0
    whole = OF_TWO + "2ABR"  # with some of the bottom
    assert ddz.appraise(whole, rules="four").expected_points > plain.expected_points
    drawn = ddz.appraise("344566789JJQKKKA2", wild=True)
    threes, jacks = (ddz.appraise("344566789JJQKKKA2", rules=ddz.Rules(wild=rank)) for rank in "TK")
    assert threes.expected_points < drawn.expected_points < jacks.expected_points
    assert (threes.strong, jacks.strong, drawn.strong) == (1, 4, 1)
    for table in ("four", "laizi", "happy"):
        game = ddz.Game(table, deal=2)
        assert game.turn is not None
        found = ddz.appraise(game.observation(game.turn))
        assert found.bid is not None
        assert str(found).startswith(next(ddz.hints(game.observation(game.turn))).reason)


@pytest.mark.parametrize(("table", "deals"), [("four", 150), ("laizi", 150)])
def test_expected_points_of_variants_are_what_rollouts_say(table: str, deals: int) -> None:
    """On deals that nothing was fitted to: over all, and the weaker and the stronger half."""
    at = ddz.Table.preset(table).changed(auction="none", first_bidder=0)
    found = []
    for number in range(deals):
        seen = ddz.Game(at, (1 << 40) + number).observation(0)
        sight, habits = Sight(seen), greedy_for(seen.rules).compiled
        actions = greedy_first(sight, seen, habits, 400)
        best = ranked(sight, actions, 400, evenly(sight, 1), habits)[0][0]
        points = sight.rollout(habits, [best], sight.worlds(2, 0, 40), 0, 0)[0, 1] / 40
        setting = "4" if table == "four" else "3 wild"
        # Before the bottom and the wild rank are known.
        hoped = expected_points(seen.hand - seen.bottom, setting, at.rules)
        found.append((hoped, float(points)))
    expected, points = np.array(found).T
    order = np.argsort(expected)
    for part in (order, order[: deals // 2], order[deals // 2 :]):
        error = points[part].std() / len(part) ** 0.5
        assert abs(points[part].mean() - expected[part].mean()) < 4 * error


def test_a_setting_without_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(NUMBERS, "2")
    game = ddz.Game(ddz.Table(players=2), deal=1)
    for refused in (
        lambda: ddz.appraise(WEAK, 2),
        lambda: ddz.appraise(game.observation(0)),
        lambda: recommended_bid(game.observation(game.turn)),
    ):
        with pytest.raises(
            ddz.InvalidArgument, match=r"no numbers.*'2' players.*for '3', '2 short'"
        ):
            refused()


# --- hands of few plays ------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "rules", "players", "points"),
    [
        # Everybody pays, and it is a spring.
        ("33445566778899TTJJQQ", "standard", 3, 4),
        ("33445566778899TTJJQQ", "standard", 2, 2),
        ("33344455566677789TJK", "standard", 3, 4),
        # And a bomb.
        ("33334444555566667777", "bga_bomb_mode", 3, 8),
    ],
)
def test_a_hand_that_goes_out_at_once(hand: str, rules: str, players: int, points: int) -> None:
    found = ddz.appraise(hand, players, rules)
    assert (found.plays, found.expected_points, found.bid) == (1, points, 3)
    assert str(found).endswith(f"1 play, +{points}.00 points expected → bid 3")
    # As it is played.
    rest = str(DECK - ddz.Hand(hand))
    table = ddz.Table(rules=rules, players=players, auction="none", first_bidder=0)
    others = [rest[17 * i : 17 * i + 17] for i in range(players - 1)]
    game = arranged(table, [hand[:17], *others], hand[17:])
    game.push(hand)
    assert game.result is not None
    assert game.result.points[0] == points


def test_one_play_of_the_cards_known_is_never_a_pass() -> None:
    """Chains of nine pairs and of six trios, with one or two bottom cards to come."""
    ranks = "3456789TJQKA"
    chains = ["".join(2 * r for r in ranks[i : i + 9]) for i in range(4)]
    chains += ["".join(3 * r for r in ranks[i : i + 6]) for i in range(7)]
    for cards in chains:
        for players in (3, 2):
            found = ddz.appraise(cards, players)
            assert (found.plays, found.bid) == (1, 3)
            assert found.expected_points > 0.5


@pytest.mark.parametrize("hand", ["33445566778899TTJ", "334455667789TJQKA"])
def test_long_chains_are_worth_a_bid(hand: str) -> None:
    """Rollouts, the lead chosen by them, say +0.5 ± 0.1 and +0.8 ± 0.1."""
    found = ddz.appraise(hand)
    assert found.plays == 2
    assert found.expected_points == pytest.approx(0.6, abs=0.5)
    assert found.bid > 0


# --- what rollouts say -------------------------------------------------------


def rolled(players: int, number: int) -> tuple[float, float]:
    """Of seat 0 as the landlord: what is expected of its hand, and what comes of it with
    the lead that rollouts choose, in worlds that they have not seen."""
    table = ddz.Table(players=players, auction="none", first_bidder=0)
    seen = ddz.Game(table, number).observation(0)
    sight, habits = Sight(seen), GREEDY.compiled
    actions = greedy_first(sight, seen, habits, 600)
    best = ranked(sight, actions, 600, evenly(sight, 1), habits)[0][0]
    points = sight.rollout(habits, [best], sight.worlds(2, 0, 60), 0, 0)[0, 1] / 60
    return expected_points(seen.hand - seen.bottom, str(players), "standard"), float(points)


@pytest.mark.parametrize("players", [3, 2])
def test_expected_points_are_what_rollouts_say(players: int) -> None:
    """On deals that nothing was fitted to: over all, and the weaker and the stronger half."""
    expected, points = np.array([rolled(players, (1 << 40) + i) for i in range(400)]).T
    order = np.argsort(expected)
    for part in (order, order[:200], order[200:]):
        error = points[part].std() / len(part) ** 0.5
        assert abs(points[part].mean() - expected[part].mean()) < 4 * error


@pytest.mark.parametrize("most", [2, 3])
def test_so_are_those_of_hands_of_few_plays(most: int) -> None:
    deals = range(1 << 40, (1 << 40) + {2: 40_000, 3: 6000}[most])
    hands = np.array([ddz.deal(number).hands[0].packed for number in deals], np.uint64)
    few = np.flatnonzero(ddz.min_plays(hands) <= most)
    expected, points = np.array([rolled(3, deals[i]) for i in few.tolist()]).T
    assert len(few) > 15
    error = points.std() / len(few) ** 0.5
    assert abs(points.mean() - expected.mean()) < 4 * error
    # They are worth much more than others of as few strong cards.
    assert points.mean() > 1


# --- observations ------------------------------------------------------------


def test_an_observation_tells_the_table_itself() -> None:
    table = ddz.Table.parse("bga,players=2,short_deck=yes")
    game = ddz.Game(table, deal=3)
    seen = game.observation(game.turn or 0)
    found = ddz.appraise(seen)
    same = ddz.appraise(seen.hand, 2, table.rules, seen.shown, short_deck=True)
    assert found.expected_points == same.expected_points
    assert (found.strong, found.plays) == (same.strong, same.plays)
    for more in ({"players": 2}, {"rules": "bga"}, {"bottom_shown": "3"}, {"short_deck": True}):
        with pytest.raises(ddz.InvalidArgument, match="tells players"):
            ddz.appraise(seen, **more)


def test_discards_are_taken_off_the_points_of_their_tables() -> None:
    with_discards, without = (
        ddz.appraise(ddz.Game(ddz.Table(discard=discard), deal=5).observation(1))
        for discard in (True, False)
    )
    apart = with_discards.expected_points - without.expected_points
    assert apart == pytest.approx(NUMBERS["3"].discard_shift, abs=0.0011)


def test_who_is_not_to_bid_is_told_points_and_no_bid() -> None:
    game = ddz.Game("standard", deal=1)
    assert ddz.appraise(game.observation(game.turn or 0)).bid is not None
    for seat in range(3):
        found = ddz.appraise(game.observation(seat))
        assert found.expected_points is not None
        assert (found.bid is None) == (seat != game.turn)
    game.push("bid:3")
    for seat in range(3):
        found = ddz.appraise(game.observation(seat))
        assert (found.expected_points, found.bid) == (None, None)
        assert found.plays == ddz.min_plays(game.observation(seat).hand).number


def test_no_expected_points_for_hands_that_no_landlord_has() -> None:
    for cards in ("", "3456789TJQKA22BR", "33445566778899TTJJQQK"):
        with pytest.raises(InvalidCards, match="a landlord has 17 to 20 known cards"):
            expected_points(ddz.Hand(cards), "3", "standard")
