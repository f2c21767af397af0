"""What is bid on a hand: always legal, by the hand alone, and never at a loss."""

import random

import pytest
from walks import arranged

import ddz_core as ddz
from ddz_core import arena
from ddz_core._core.rollouts import Sight
from ddz_core.analysis.bidding import highest_bid, place_of, recommended_bid, thresholds
from ddz_core.analysis.habits import greedy_for

TABLES = [
    "standard",
    "free_kickers",
    "shuttle",
    "bga",
    "bga,auction=doubling",
    "bga,auction=doubling,ceiling=32768",
    "bga,auction=doubling,ceiling=2",
    "bga,players=2",
    "bga,players=2,short_deck=yes",
    "bga,players=2,auction=doubling",
    "bga,players=2,auction=doubling,short_deck=yes,discard=yes",
    "standard,show_card=yes,auction_order=clockwise,first_bidder=2",
    "bga,discard=yes",
    "four",
    "four,auction=doubling,ceiling=64",
    "four,auction=call,show_card=yes,discard=yes",
    "laizi",
    "laizi,players=2,auction=doubling,show_card=yes",
    "laizi,auction=call,discard=yes",
    "standard,rules.wild=9",
    "happy",
    "happy,players=2,short_deck=yes",
]


class Bidder:
    """Bids as advised, and plays greedily."""

    name = "bidder"

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def act(self, observation: ddz.Observation) -> ddz.Action:
        if observation.phase == "auction":
            return self.bid(observation)
        if observation.phase == "discard":
            return observation.legal_actions[0]
        if observation.phase in ("open", "doubling"):
            return self.say(observation)
        return Sight(observation).greedy(greedy_for(observation.rules).compiled)

    def bid(self, observation: ddz.Observation) -> ddz.Action:
        return recommended_bid(observation)

    def say(self, observation: ddz.Observation) -> ddz.Action:
        return recommended_bid(observation)


class Quiet(Bidder):
    """Never lays its hand open, and never doubles."""

    name = "quiet"

    def say(self, observation: ddz.Observation) -> ddz.Action:
        return ddz.PASS if observation.phase == "open" else ddz.Double(1)


class Doubler(Bidder):
    """Always doubles, as often as it may."""

    name = "doubler"

    def say(self, observation: ddz.Observation) -> ddz.Action:
        return observation.legal_actions[-1]


class RandomBidder(Bidder):
    """Bids anything, and plays greedily."""

    name = "random-bidder"

    def bid(self, observation: ddz.Observation) -> ddz.Action:
        return self.random.choice(observation.legal_actions)


class Passer(Bidder):
    """Never bids, and plays greedily."""

    name = "passer"

    def bid(self, observation: ddz.Observation) -> ddz.Action:
        return ddz.PASS


@pytest.mark.parametrize("text", TABLES)
def test_every_bid_is_legal(text: str) -> None:
    table = ddz.Table.parse(text)
    chance = random.Random(text)
    seen = set()
    for deal in range(150):
        game = ddz.Game(table, deal)
        while game.phase == "auction":
            action = recommended_bid(game.observation(game.turn))
            seen.add(str(action))
            assert game.can(action), (deal, action)
            # An appraisal of the same observation says the same.
            stake = action.stake if isinstance(action, ddz.Bid) else 2 * game.stake or 1
            found = ddz.appraise(game.observation(game.turn))
            assert found.bid == (0 if action == ddz.PASS else stake)
            # Half of them do something else, so that all kinds of auctions come up.
            game.push(action if chance.random() < 0.5 else chance.choice(game.legal_actions()))
    assert len(seen) >= 2 or text in ("bga,players=2", "bga,players=2,short_deck=yes")


def test_it_goes_by_its_own_hand_and_what_is_shown() -> None:
    game = ddz.Game("bga", deal=1)
    other = ddz.Game("bga", deal=1)
    assert recommended_bid(game.observation(game.turn)) == recommended_bid(
        other.observation(other.turn)
    )
    seen = game.observation(game.turn)
    expected = ddz.appraise(seen.hand, bottom_shown=seen.shown)
    assert expected.bid is not None
    bid = recommended_bid(seen)
    assert (bid.stake if isinstance(bid, ddz.Bid) else 0) == expected.bid


def test_the_first_to_bid_bids_as_the_appraisal_says() -> None:
    for deal in range(200):
        game = ddz.Game("standard", deal)
        seen = game.observation(game.turn)
        bid = recommended_bid(seen)
        assert (bid.stake if isinstance(bid, ddz.Bid) else 0) == ddz.appraise(seen.hand).bid


def test_it_bids_higher_than_the_others_or_passes() -> None:
    for deal in range(100):
        for before in (1, 2):
            game = ddz.Game("standard", deal)
            game.push(f"bid:{before}")
            action = recommended_bid(game.observation(game.turn))
            assert action == ddz.PASS or action.stake > before


def test_places_are_counted_in_the_order_of_bidding() -> None:
    for order, places in (("play", [2, 0, 1]), ("clockwise", [1, 0, 2])):
        game = ddz.Game(ddz.Table(auction_order=order, first_bidder=1), deal=1)
        seen = game.observation(1)
        assert [place_of(seen, seat) for seat in range(3)] == places
        assert place_of(seen) == 0
        game.push("pass")
        assert place_of(game.observation(game.turn)) == 1


@pytest.mark.parametrize("text", TABLES)
def test_thresholds_rise_and_fit_the_table(text: str) -> None:
    table = ddz.Table.parse(text)
    for place in range(table.players):
        found = thresholds(table, place)
        assert list(found) == sorted(found)
        assert highest_bid(found[-1], table, place) == table.highest_stake
        assert highest_bid(found[0] - 0.01, table, place) == 0


def test_where_cards_are_discarded_a_hand_must_be_better() -> None:
    bids = {
        discard: sum(
            recommended_bid(seen) != ddz.PASS
            for deal in range(100)
            for seen in [ddz.Game(ddz.Table(discard=discard, first_bidder=0), deal).observation(0)]
        )
        for discard in (False, True)
    }
    assert bids[True] < bids[False]


def test_an_auction_without_numbers_is_refused() -> None:
    with pytest.raises(ddz.InvalidArgument, match=r"auction='none'.*for 'points', 'doubling'"):
        thresholds(ddz.Table(auction="none"), 0)


@pytest.mark.parametrize("given", [None, 3, "33", ddz.Game("standard", deal=1)])
def test_what_is_no_observation_is_refused(given: object) -> None:
    with pytest.raises(ddz.InvalidArgument, match=r"give game\.observation\(seat\)"):
        recommended_bid(given)


def test_what_is_refused() -> None:
    game = ddz.Game("standard", deal=1)
    with pytest.raises(ddz.WrongPhase, match=f"seat {(game.turn + 1) % 3}.*'auction'"):
        recommended_bid(game.observation((game.turn + 1) % 3))
    game.push("bid:3")
    with pytest.raises(ddz.WrongPhase, match="'play'"):
        recommended_bid(game.observation(game.turn))


# --- points ------------------------------------------------------------------


@pytest.mark.parametrize("table", ["standard", "bga,auction=doubling"])
@pytest.mark.parametrize("other", [Bidder, RandomBidder, Passer])
def test_it_does_not_bid_itself_into_a_loss(table: str, other: type[Bidder]) -> None:
    class Other(other):
        name = "other"

    score = arena.match(Bidder, Other, 150, table=ddz.Table.parse(table), bidding=True)
    assert score.adp_landlord.mean > -2 * score.adp_landlord.error
    if other is Bidder:
        assert abs(score.adp.mean) < 1e-9
    else:
        assert score.adp.mean > score.adp.error


@pytest.mark.parametrize("table", ["four", "happy"])
def test_nor_at_the_tables_of_the_variants(table: str) -> None:
    """Few deals, played by players; tests/test_scripts.py has many."""
    for other in (RandomBidder, Passer):
        deals = 30 if table.startswith("four") else 50
        score = arena.match(Bidder, other, deals, table=ddz.Table.parse(table), bidding=True)
        assert score.adp_landlord.mean > -2 * score.adp_landlord.error
        assert score.adp.mean > 0


@pytest.mark.parametrize("text", ["happy", "four,doubling=2"])
@pytest.mark.parametrize("other", [Quiet, Doubler])
def test_to_double_by_the_rule_pays(text: str, other: type[Bidder]) -> None:
    deals = 60 if text == "happy" else 20
    score = arena.match(Bidder, other, deals, table=ddz.Table.parse(text), bidding=True)
    assert score.adp.mean > 0


def test_a_hand_that_cannot_lose_is_laid_open_and_doubled() -> None:
    """The rocket, the highest bomb and a chain: nobody can do anything about it."""
    hands = ["3456789TJQKAA22BR", "33445566778899TTJ", "3456789TJJQQQKKKA"]
    game = arranged(ddz.Table.preset("happy"), hands, "22A")
    for said in ("call", "pass", "pass"):
        game.push(said)
    said = []
    while game.phase in ("open", "doubling"):
        action = recommended_bid(game.observation(game.turn))
        said.append(str(action))
        game.push(action)
    assert said == ["open", "double:4", "double:1", "double:1"]


def test_two_players_too() -> None:
    for text in ("bga,players=2", "bga,players=2,auction=doubling"):
        score = arena.match(Bidder, RandomBidder, 150, table=ddz.Table.parse(text), bidding=True)
        assert score.adp_landlord.mean > 0
        assert score.adp.mean > 0
