"""`Game` and `VectorGame` stand on one play phase: the same turns, plays and points."""

from __future__ import annotations

import numpy as np
import pytest
from lockstep import legal_alike, step_alike
from walks import RULES

import ddz_core as ddz
from ddz_core import Table

GAMES, STEPS = 6, 250


def game_of(table: Table, deal: int) -> ddz.Game:
    """Seat 0 the landlord at stake 1, as in a vector."""
    game = ddz.Game(table, deal)
    for action in ["bid:1", *["pass"] * (table.players - 1)]:
        game.push(action)
    return game


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules", RULES)
def test_they_go_the_same_way(rules: str, players: int) -> None:
    table = Table(rules=rules, players=players, first_bidder=0)
    vector = ddz.VectorGame(GAMES, seed=5, rules=rules, players=players)
    games = [game_of(table, int(deal)) for deal in vector.deals]
    rng = np.random.default_rng(1)
    over = 0
    for _ in range(STEPS):
        legal, hands = legal_alike(vector, games), vector.hands.copy()
        for row, game in enumerate(games):
            packed = [hand.packed for hand in game.hands]
            assert packed == hands[:, row].tolist()
        for row in step_alike(vector, games, legal, rng):
            games[row] = game_of(table, int(vector.deals[row]))
            over += 1
    assert over > GAMES
