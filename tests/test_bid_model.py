"""What the bidding says about hidden hands: the chances, and worlds drawn by them."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core._core.rollouts import Sight
from ddz_core.analysis.bid_model import BidModel, Level, levels_shown
from ddz_core.analysis.bidding import recommended_bid
from ddz_core.analysis.habits import GREEDY
from ddz_core.analysis.rollouts import Rolling, rollout


def bid_out(table: ddz.Table | str, deal: int, bids: str) -> ddz.Game:
    game = ddz.Game(table, deal)
    for bid in bids.split():
        game.push(f"bid:{bid}" if bid.isdigit() else bid)
    return game


def played_on(game: ddz.Game, cards: int) -> ddz.Game:
    """Until at most so many cards are hidden from the seat to move, greedily."""
    while len(game.observation(game.turn).unseen) > cards:
        game.push(Sight(game.observation(game.turn)).greedy(GREEDY.compiled))
    return game


def chance(observation: ddz.Observation, *hands: ddz.Hand) -> float:
    worlds = np.array([[hand.packed for hand in hands]], np.uint64)
    return float(BidModel(observation).chances(worlds)[0])


# --- what bids say -----------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "bids", "shown"),
    [
        ("standard", "pass 1 2", [Level(0, 0), Level(1, 1), Level(2, 2)]),
        ("standard", "pass pass 3", [Level(0, 0), Level(0, 0), Level(3, 3)]),
        ("standard", "1 pass 3", [Level(1, 1), Level(0, 1), Level(3, 3)]),
        ("standard,auction=doubling", "1 2 pass 4 pass", [Level(3, 4), Level(2, 3), Level(0, 2)]),
        ("bga,players=2,auction=doubling", "1 2 4 8 16", [Level(5, 5), Level(4, 5)]),
        ("standard,auction=none", "", []),
        # A call and each rob are numbered like bids that double; four at most of three seats.
        ("standard,auction=call", "call rob pass rob", [Level(3, 4), Level(2, 4), Level(0, 2)]),
        ("standard,auction=call", "pass call rob pass", [Level(0, 0), Level(1, 2), Level(2, 4)]),
        ("four", "pass 1 pass 3", [Level(0, 0), Level(1, 1), Level(0, 1), Level(3, 3)]),
    ],
)
def test_what_bids_show(table: str, bids: str, shown: list[Level]) -> None:
    game = bid_out(ddz.Table.parse(table), 3, bids)
    assert game.phase == "play"
    assert list(levels_shown(game.observation(0)).values()) == shown


def test_a_strong_hand_is_likelier_to_have_bid_and_a_weak_one_to_have_passed() -> None:
    strong, weak = ddz.Hand("33445566778AA22BR"), ddz.Hand("33445566789TJQQKK")
    game = bid_out("standard", 1, "pass 3")
    landlord, passed = game.landlord, 2
    assert (landlord, passed) == (0, 2)
    seen = game.observation(1)
    bottom = game.bottom
    assert chance(seen, strong + bottom, seen.hand, weak) == pytest.approx(1.0, abs=0.02)
    assert chance(seen, weak + bottom, seen.hand, weak) < 0.2
    assert chance(seen, strong + bottom, seen.hand, strong) < 0.2


def test_no_bid_makes_a_world_impossible() -> None:
    game = bid_out("standard", 1, "pass pass 1")
    seen = game.observation(0)
    best = ddz.Hand("222AAAKKKQQQJJJBR")
    assert chance(seen, seen.hand, best, best) > 0.0004


def test_cards_played_and_discarded_belong_to_the_hand_that_bid() -> None:
    """The chance of the true world stays what it was, whatever has been played."""
    for text in ("standard", "bga,discard=yes"):
        game = bid_out(ddz.Table.parse(text), 5, "pass 1 2")
        chances = []
        while not game.is_over:
            if game.phase == "play":
                chances.append(chance(game.observation(0), *game.hands))
            legal = game.legal_actions()
            game.push(legal[-1] if game.phase == "discard" else legal[0])
        assert len(chances) > 10
        assert max(chances) - min(chances) < 1e-12


# --- worlds ------------------------------------------------------------------


def exact(observation: ddz.Observation) -> dict[tuple[int, int], float]:
    """Every way to give out the hidden cards, told apart by suit, by its chance."""
    me, landlord = observation.seat, observation.landlord
    one, two = (seat for seat in range(3) if seat != me)
    cards = str(observation.unseen)
    kept = {seat: observation.kept if seat == landlord != me else ddz.Hand() for seat in (one, two)}
    n = observation.sizes[one] - len(kept[one])
    ways: Counter[tuple[int, int]] = Counter()
    for chosen in combinations(range(len(cards)), n):
        given = "".join(cards[i] for i in chosen)
        rest = "".join(cards[i] for i in range(len(cards)) if i not in chosen)
        hands = (ddz.Hand(given) + kept[one]).packed, (ddz.Hand(rest) + kept[two]).packed
        ways[hands] += 1
    worlds = np.zeros((len(ways), 3), np.uint64)
    worlds[:, me] = observation.hand.packed
    worlds[:, [one, two]] = list(ways)
    weights = BidModel(observation).chances(worlds) * np.array(list(ways.values()))
    return dict(zip(ways, (weights / weights.sum()).tolist(), strict=True))


@pytest.mark.parametrize(("deal", "bids"), [(4, "pass pass 1"), (11, "1 2 3"), (23, "2 pass pass")])
def test_worlds_are_drawn_by_their_chances(deal: int, bids: str) -> None:
    game = played_on(bid_out("standard", deal, bids), 11)
    seen = game.observation(game.turn)
    expected = exact(seen)
    n = 40_000
    worlds = Rolling(seen, seed=7, bidding=True).worlds(0, n)
    others = [seat for seat in range(3) if seat != seen.seat]
    found = Counter(map(tuple, worlds[:, others].tolist()))
    assert set(found) <= set(expected)
    common = [hands for hands, p in expected.items() if p * n >= 5]
    rare = 1 - sum(expected[hands] for hands in common)
    chi2 = sum((found[h] - n * expected[h]) ** 2 / (n * expected[h]) for h in common)
    freedom = len(common) - (rare * n < 5)
    # The upper 0.01 % of χ², by Wilson and Hilferty's approximation.
    assert chi2 < freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3
    # And the bids do say something here: uniform worlds would not pass.
    uniform = Counter(map(tuple, Sight(seen).worlds(7, 0, n)[:, others].tolist()))
    assert sum((uniform[h] - n * expected[h]) ** 2 / (n * expected[h]) for h in common) > 2 * chi2


def test_a_world_depends_on_seed_and_number_alone() -> None:
    game = bid_out("standard", 4, "pass 1 2")
    game.push(game.legal_actions()[0])
    rolling = Rolling(game.observation(game.turn), seed=3, bidding=True)
    whole = rolling.worlds(0, 300)
    assert np.array_equal(whole, np.concatenate([rolling.worlds(i, i + 1) for i in range(300)]))
    assert np.array_equal(whole[120:], rolling.worlds(120, 300))
    assert rolling.worlds(5, 5).shape == (0, 3)
    other = Rolling(game.observation(game.turn), seed=(1 << 64) - 1, bidding=True)
    assert not np.array_equal(whole, other.worlds(0, 300))


def test_rollouts_with_bids_do_not_depend_on_threads_or_calls() -> None:
    seen = bid_out("standard", 8, "1 2 3")
    seen = seen.observation(seen.turn)
    one = rollout(seen, 500, seed=5, bidding=True)
    three = rollout(seen, 500, seed=5, threads=3, bidding=True)
    assert one.plays == three.plays
    rolling = Rolling(seen, seed=5, bidding=True)
    for n in (1, 199, 300):
        rolling.go_on(n)
    assert rolling.plays() == one.plays
    assert one.plays != rollout(seen, 500, seed=5).plays


def test_worlds_with_bids_fit_what_is_public() -> None:
    for text in ("bga,discard=yes", "bga,players=2,auction=doubling,short_deck=yes"):
        table = ddz.Table.parse(text)
        game = bid_out(table, 2, "pass pass 1" if table.players == 3 else "1 2 pass")
        while game.phase == "discard":
            game.push(game.legal_actions()[3])
        game.push(game.legal_actions()[0])
        seen = game.observation(game.turn)
        for world in Rolling(seen, seed=2, bidding=True).worlds(0, 200):
            hands = [ddz.Hand(int(hand)) for hand in world]
            assert tuple(map(len, hands)) == seen.sizes
            assert hands[seen.seat] == seen.hand
            others = sum((h for i, h in enumerate(hands) if i != seen.seat), ddz.Hand())
            kept = ddz.Hand() if seen.seat == seen.landlord else seen.kept
            assert kept <= hands[seen.landlord]
            assert others - kept <= seen.unseen


def test_without_an_auction_it_changes_nothing() -> None:
    game = ddz.Game(ddz.Table(auction="none"), deal=9)
    seen = game.observation(game.turn)
    assert BidModel(seen).is_silent
    with_bids, without = (Rolling(seen, seed=1, bidding=b).worlds(0, 100) for b in (True, False))
    assert np.array_equal(with_bids, without)
    assert rollout(seen, 50, bidding=True).plays == rollout(seen, 50).plays


@pytest.mark.parametrize(
    "table", ["standard", "standard,auction=call", "four", "laizi", "standard,rules.wild=9"]
)
def test_true_hands_are_likelier_than_others_where_bids_are_as_advised(table: str) -> None:
    shares = []
    for deal in range(300):
        game = ddz.Game(ddz.Table.parse(table), deal)
        while game.phase == "auction":
            game.push(recommended_bid(game.observation(game.turn)))
        seen = game.observation(game.turn)
        model = BidModel(seen)
        if not model.is_silent:
            average = model.chances(Sight(seen).worlds(1, 0, 200)).mean()
            shares.append(chance(seen, *game.hands) / average)
    assert np.log(shares).mean() > 0.4
    assert np.mean(np.array(shares) > 1) > 0.75
