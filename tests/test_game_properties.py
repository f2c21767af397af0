"""Random walks at every table: all the options crossed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from walks import RULES, snapshot, tables

import ddz_core as ddz
from ddz_core import PASS, Bid, Discard, Table, reference

CHUNKS = 4


def some_actions(game: ddz.Game, rng: random.Random) -> Iterator[ddz.Action]:
    """Actions of all sorts, most of them refused."""
    yield from (Bid(1), Bid(2), Bid(3), Bid(4), Bid(8), Bid(16), PASS, Discard())
    for hand in game.hands:
        held = str(hand)
        for size in (1, 2, 3, 4):
            yield Discard("".join(rng.sample(held, min(size, len(held)))))
        for rules in ("free_kickers", "shuttle"):
            plays = ddz.legal_moves(hand, rules=rules)
            yield from (plays[rng.randrange(len(plays))] for _ in range(4) if plays)
        last = game.public.last
        if last is not None:
            yield from list(ddz.legal_moves(hand, last, game.table.rules))[:4]


@pytest.mark.parametrize("chunk", range(CHUNKS))
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
            for action in legal:
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
    # The points once more, from the plays alone.
    plays = [made for made in game.public.plays if made.action != PASS]
    kinds = [str(made.action).split(":")[1] for made in plays]
    landlord = result.landlord
    doublings = sum(kind in ("bomb", "rocket", "bomb_chain") for kind in kinds)
    seats = [made.seat for made in plays]
    if seats[-1] == landlord:
        doublings += all(seat == landlord for seat in seats)
    else:
        doublings += seats.count(landlord or 0) == 1
    each = game.table.base * result.stake * 2**doublings
    sign = 1 if seats[-1] == landlord else -1
    for seat, points in enumerate(result.points):
        others = game.table.players - 1
        assert points == (sign * each * others if seat == landlord else -sign * each)


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
