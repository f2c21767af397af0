"""How hidden worlds are told apart by what the others did."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from walks import arranged

import ddz_core as ddz
from ddz_core import PASS, Hand, Table
from ddz_core._core.rollouts import Sight
from ddz_core.agents.beliefs import PASSED, PLAYED, believed
from ddz_core.analysis.habits import GREEDY, PLAIN, Habits


def table_of(players: int) -> Table:
    return Table(players=players, auction="none", first_bidder=0)


def some_game(players: int, deal: int, actions: int) -> ddz.Game:
    """A game of greedy players who now and then do something else."""
    rng = random.Random(deal)
    game = ddz.Game(table_of(players), deal)
    for _ in range(actions):
        if game.is_over:
            break
        seen = game.observation(game.turn or 0)
        legal = seen.legal_actions
        game.push(rng.choice(legal) if rng.random() < 0.3 else Sight(seen).greedy(GREEDY.compiled))
    return game


def surprises_at_the_table(game: ddz.Game, world: list[Hand], habits: Habits) -> tuple[int, int]:
    """Counted by a game that goes the same way with the hands of that world."""
    me = game.turn or 0
    hands = list(world)
    for made in game.public.plays:
        hands[made.seat] = hands[made.seat] + made.action.cards
    hands[0] = hands[0] - game.bottom
    other = arranged(game.table, list(map(str, hands)), str(game.bottom))
    passed = played = 0
    for made in game.public.plays:
        if made.seat != me:
            expected = Sight(other.observation(made.seat)).greedy(habits.compiled)
            if (expected == PASS) != (made.action == PASS):
                passed += 1
            elif (expected.kind, expected.length, expected.rank) != (
                made.action.kind,
                made.action.length,
                made.action.rank,
            ):
                played += 1
        other.push(made.action)
    return passed, played


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("habits", [GREEDY, PLAIN], ids=["greedy", "plain"])
def test_surprises_are_those_of_players_at_the_table(players: int, habits: Habits) -> None:
    counted = 0
    for deal in range(12):
        game = some_game(players, deal, 12 + deal)
        if game.is_over:
            continue
        sight = Sight(game.observation(game.turn or 0))
        worlds = sight.worlds(deal, 0, 5)
        found = sight.surprises(habits.compiled, worlds)
        for world, pair in zip(worlds.tolist(), found.tolist(), strict=True):
            expected = surprises_at_the_table(game, [Hand(h) for h in world], habits)
            assert tuple(pair) == expected
            counted += sum(expected)
    assert counted > 50


def test_at_the_first_lead_nothing_is_surprising() -> None:
    sight = Sight(ddz.Game(table_of(3), 1).observation(0))
    assert sight.surprises(GREEDY.compiled, sight.worlds(1, 0, 10)).sum() == 0
    with pytest.raises(ValueError, match="worlds of 2 hands, not 3"):
        sight.surprises(GREEDY.compiled, np.zeros((4, 2), np.uint64))


def test_worlds_are_believed_by_their_weights() -> None:
    """Drawn evenly over the weights, so each world comes its share of times, to within one."""
    game = some_game(3, 4, 15)
    sight = Sight(game.observation(game.turn or 0))
    seed = random.Random(8).getrandbits(64)
    pool = sight.worlds(seed, 0, 50)
    passed, played = sight.surprises(GREEDY.compiled, pool).T.astype(float)
    weights = PASSED**passed * PLAYED**played
    n = 4000
    chosen = believed(sight, n, 50, GREEDY.compiled, random.Random(8))
    counts = Counter(map(tuple, chosen.tolist()))
    for world, weight in zip(map(tuple, pool.tolist()), weights / weights.sum(), strict=True):
        assert abs(counts[world] - n * weight) <= 1 + 1e-9
    again = believed(sight, n, 50, GREEDY.compiled, random.Random(8))
    assert (again == chosen).all()
    assert len(believed(sight, 0, 50, GREEDY.compiled, random.Random(8))) == 0
