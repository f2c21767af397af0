"""The strength of a hand before bidding."""

import dataclasses
import json

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core._core.rollouts import greedy_deals
from ddz_core.analysis import appraisal_numbers as numbers
from ddz_core.analysis.appraisal import FEATURES, expected_points, features
from ddz_core.analysis.habits import GREEDY
from ddz_core.errors import InvalidCards

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

    assert told(3, 0, 7, 0.1, 1) == "3 strong cards, 0 bombs, about 7 plays → bid 1"
    assert told(1, 1, 1, -1.0, 0) == "1 strong card, 1 bomb, about 1 play → pass"
    assert told(0, 2, 2, None, None) == "0 strong cards, 2 bombs, about 2 plays"


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
    for same in (hand, hand.packed, hand.counts, list(map(int, hand.counts))):
        assert ddz.appraise(same) == ddz.appraise(FAIR)


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
        (ddz.InvalidArgument, "players", {"hand": WEAK, "players": 4}),
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
    rows = features(np.array([ddz.Hand(STRONG).packed], np.uint64), "standard")
    assert dict(zip(FEATURES, rows[0].tolist(), strict=True)) == {
        "1": 1, "B": 1, "R": 1, "BR": 1, "2": 1, "A": 1, "K": 2, "Q": 2, "bombs": 0, "plays": 9,
    }  # fmt: skip
    for weights in numbers.WEIGHTS.values():
        assert [len(row) for row in weights] == [len(FEATURES)] * 4


@pytest.mark.parametrize("players", [3, 2])
def test_expected_points_are_what_greedy_players_get(players: int) -> None:
    """On deals that nothing was fitted to: over all, and in the outer quarters."""
    habits = GREEDY.compiled
    hands, _, points = greedy_deals(habits, habits, 1 << 40, 20_000, players)
    expected = np.array(
        [expected_points(ddz.Hand(int(hand)), str(players), "standard") for hand in hands[:, 0]]
    )
    order = np.argsort(expected)
    for part in (order, order[:5000], order[-5000:]):
        error = points[part].std() / len(part) ** 0.5
        assert abs(points[part].mean() - expected[part].mean()) < 4 * error + 0.05


@pytest.mark.parametrize("cards", ["", "3456789TJQKA22BR", "33445566778899TTJJQQK"])
def test_no_expected_points_for_hands_that_no_landlord_has(cards: str) -> None:
    with pytest.raises(InvalidCards, match="a landlord has 17 to 20 known cards"):
        expected_points(ddz.Hand(cards), "3", "standard")
