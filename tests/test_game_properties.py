"""Random walks at every table: all the options crossed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from walks import RULES, every_table, pairwise, snapshot, tables, wild_tables

import ddz_core as ddz
from ddz_core import PASS, Bid, Call, Discard, Double, Open, Rob, Table, reference

CHUNKS = 4
# Half of the tables are for `make proofs`.
ALL_CHUNKS = [0, 1, *(pytest.param(chunk, marks=pytest.mark.slow) for chunk in (2, 3))]


def some_actions(game: ddz.Game, rng: random.Random) -> Iterator[ddz.Action]:
    """Actions of all sorts, most of them refused."""
    yield from (Bid(1), Bid(2), Bid(3), Bid(4), Bid(8), Bid(16), PASS, Discard())
    yield from (Call(), Rob(), Open(), Double(1), Double(2), Double(4))
    for hand in game.hands:
        held = str(hand)
        for size in (1, 2, 3, 4):
            yield Discard("".join(rng.sample(held, min(size, len(held)))))
        two_decks = game.table.rules.decks == 2
        for rules in ("four",) if two_decks else ("free_kickers", "shuttle", game.rules):
            plays = ddz.legal_moves(hand, rules=rules)
            yield from (plays[rng.randrange(len(plays))] for _ in range(4) if plays)
        last = game.public.last
        if last is not None:
            yield from list(ddz.legal_moves(hand, last, game.rules))[:4]


@pytest.mark.parametrize("chunk", ALL_CHUNKS)
@pytest.mark.parametrize("rules", RULES)
def test_walks_through_every_table(rules: str, chunk: int) -> None:
    for number, table in enumerate(tables(rules)):
        if number % CHUNKS != chunk:
            continue
        rng = random.Random(number)
        game = ddz.Game(table, deal=rng.getrandbits(64))
        check_walk(game, rng)


def check_walk(game: ddz.Game, rng: random.Random) -> None:
    states, steps = [], 0
    while not game.is_over:
        legal = game.legal_actions()
        assert len(set(legal)) == len(legal) > 0
        before = snapshot(game)
        if steps % 4 == 0:
            for action in some_actions(game, rng):
                assert game.can(action) == (action in legal), (str(action), game.record())
            # All of them, or some of those of a hand with wild cards.
            for action in legal if len(legal) < 100 else rng.sample(legal, 100):
                assert game.can(action)
                assert ddz.parse_action(str(action)) == action
        seat = game.turn
        assert seat is not None
        assert list(game.observation(seat).legal_actions) == legal
        # push, pop and push again: the same state each time.
        action = rng.choice(legal)
        game.push(action)
        assert game.pop() == action
        assert snapshot(game) == before
        game.push(action)
        states.append(before)
        steps += 1
        if steps % 8 == 0:
            check_record(game)
    check_end(game)
    check_record(game)
    while states:
        game.pop()
        assert snapshot(game) == states.pop()


def check_record(game: ddz.Game) -> None:
    text = game.record()
    again = ddz.Game.from_record(text)
    assert again == game
    assert again.record() == text
    assert snapshot(again) == snapshot(game)


def check_end(game: ddz.Game) -> None:
    result = game.result
    assert result is not None
    assert sum(result.points) == 0
    assert (game.turn, game.legal_actions()) == (None, [])
    if result.winner is None:
        assert game.table.new_deals is not None
        return
    # The points once more, as the reference reckons them from what was done.
    landlord, public = result.landlord, game.public
    assert landlord is not None
    made = [(each.seat, reference.parse_play(str(each.action))) for each in public.plays]
    texts = [str(action) for action in game.actions]
    open_factor = game.table.open_hand if "open" in texts else 1
    multiplier = reference.multiplier(made, landlord, game.rules, open_factor)
    assert result.multiplier == multiplier
    score = game.table.base * result.stake * multiplier
    won = result.winner == "landlord"
    points = reference.points(landlord, won, score, list(result.factors))
    assert list(result.points) == points
    assert str(result).startswith(public.score)
    between = [abs(each) for seat, each in enumerate(points) if seat != landlord]
    for each in between:
        assert str(each) in str(result)


@pytest.mark.parametrize("chunk", ALL_CHUNKS)
@pytest.mark.parametrize("kind", ["two decks", "wild"])
def test_walks_through_tables_with_variants(kind: str, chunk: int) -> None:
    """Every two options with one another, and some more tables."""
    if kind == "wild":
        every = [table for rules in RULES for table in wild_tables(rules)]
    else:
        every = list(tables("four"))
    for number, table in enumerate(pairwise(every) + every[:: len(every) // 16]):
        if number % CHUNKS == chunk:
            rng = random.Random(number)
            check_walk(ddz.Game(table, deal=rng.getrandbits(64)), rng)


def seats_of(game: ddz.Game) -> list[int]:
    step = 1 if game.table.auction_order == "play" else -1
    return reference.order(game.public.first_bidder, game.table.players, step)


def reference_auction(game: ddz.Game) -> reference.Auction:
    table, seats = game.table, seats_of(game)
    if table.auction == "points":
        return reference.points_auction(seats)
    if table.auction == "doubling":
        return reference.doubling_auction(seats, table.highest_stake)
    return reference.call_auction(seats) if table.auction == "call" else reference.no_auction(seats)


def test_what_is_said_before_the_play_against_the_reference() -> None:
    """Auctions, open hands and doubling rounds in lockstep."""
    rng = random.Random(13)
    opened = doubled = robbed = 0
    for number, table in enumerate(rng.sample(list(every_table()), 600)):
        game = ddz.Game(table, number)
        said: list[str] = []
        phases = ("auction",)
        while game.phase not in ("play", "over"):
            phase, new_deals = game.phase, game.public.new_deals
            if phase == "discard":
                game.push(rng.choice(game.legal_actions))
                continue
            if phase not in phases:
                phases, said = (phase,), []
            if phase == "auction":
                asked = reference.talk(reference_auction(game), said)
            elif phase == "open":
                asked = reference.talk(reference.open_hand(game.landlord, table.open_hand), said)
            else:
                talk = reference.doubling_round(game.landlord, table.players, table.doubling)
                asked = reference.talk(talk, said)
            assert (game.turn, tuple(map(str, game.legal_actions))) == (asked.seat, asked.legal)
            text = rng.choice(asked.legal)
            robbed += text == "rob"
            auction = reference_auction(game) if phase == "auction" else None
            game.push(text)
            said.append(text)
            if auction is not None and (
                game.phase != "auction" or game.public.new_deals > new_deals
            ):
                outcome = reference.talk(auction, said).outcome
                if outcome is None:
                    assert game.public.new_deals > new_deals or game.phase == "over"
                else:
                    assert (game.landlord, game.stake) == outcome
                said = []
            elif phase == "open":
                factor = reference.talk(reference.open_hand(game.landlord, table.open_hand), said)
                assert game.public.multiplier == factor.outcome
                opened += text == "open"
            elif phase == "doubling" and game.phase == "play":
                talk = reference.doubling_round(game.landlord, table.players, table.doubling)
                assert game.public.factors == reference.talk(talk, said).outcome
                doubled += max(game.public.factors) > 1
    assert min(opened, doubled, robbed) > 50


@pytest.mark.parametrize("deal", range(6))
def test_the_play_phase_of_variants_against_the_reference(deal: int) -> None:
    """Two decks, and small decks with wild cards, since the reference lists slowly."""
    rng = random.Random(deal)
    if deal % 2:
        game = ddz.Game(Table.preset("four", first_bidder=0), deal)
    else:
        game = ddz.Game(Table.preset("laizi", first_bidder=0), deal)
    game.push("bid:3")
    position = reference.Position(tuple(map(str, game.hands)))
    while not game.is_over:
        assert (game.turn, tuple(map(str, game.hands))) == (position.turn, position.hands)
        actions = position.actions(game.rules)
        legal = game.legal_actions()
        assert [str(action) for action in legal] == [str(action) for action in actions]
        index = rng.randrange(len(legal))
        assert not legal[index] or legal[index].stands_for(game.rules) == ddz.Hand(
            reference.stands_for(actions[index], game.rules)
        )
        game.push(legal[index])
        position = position.after(actions[index])
    assert position.is_over


@pytest.mark.parametrize("deal", range(8))
@pytest.mark.parametrize("rules", RULES)
def test_the_play_phase_against_the_reference(rules: str, deal: int) -> None:
    players = 2 + deal % 2
    rng = random.Random(deal)
    game = ddz.Game(Table(rules=rules, players=players, first_bidder=0), deal)
    game.push("bid:3")
    position = reference.Position(tuple(map(str, game.hands)))
    while not game.is_over:
        assert not position.is_over
        assert (game.turn, tuple(map(str, game.hands))) == (position.turn, position.hands)
        actions = position.actions(ddz.Rules.preset(rules))
        legal = game.legal_actions()
        assert [str(action) for action in legal] == [str(action) for action in actions]
        index = rng.randrange(len(legal))
        game.push(legal[index])
        position = position.after(actions[index])
    assert position.is_over
