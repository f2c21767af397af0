"""A `VectorGame` and single games, side by side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import ddz_core as ddz
from ddz_core import Move


def legal_alike(vector: ddz.VectorGame, games: Sequence[ddz.Game]) -> list[Sequence[Move]]:
    """What may be done in each game: the same in both."""
    indptr, moves = vector.legal()
    legal = [game.legal_actions() for game in games]
    assert np.diff(indptr).tolist() == list(map(len, legal))
    assert moves["cards"].tolist() == [a.cards.packed for each in legal for a in each]
    assert moves["rank"].tolist() == [int(a.rank) for each in legal for a in each]
    assert vector.turn.tolist() == [game.turn for game in games]
    return legal


def step_alike(
    vector: ddz.VectorGame,
    games: Sequence[ddz.Game],
    legal: Sequence[Sequence[Move]],
    rng: np.random.Generator,
) -> list[int]:
    """Makes the same random actions in both, and returns the rows whose game is over."""
    choices = [int(rng.integers(len(each))) for each in legal]
    rewards, ended = vector.step(np.array(choices))
    over = []
    for row, game in enumerate(games):
        game.push(legal[row][choices[row]])
        assert game.is_over == ended[row]
        if game.result is not None:
            assert rewards[row].tolist() == list(game.result.points)
            over.append(row)
    return over
