"""Numbers for moves: RLCard's, and masks for a vector of games."""

import numpy as np

import ddz_core as ddz
from ddz_core.adapters.action_space import ActionSpace

rlcard = ActionSpace("rlcard")
print(rlcard.n, rlcard.id_of("3334"), rlcard.move_of(27_470))

# Our own numbering: every play in canonical order, then the pass.
space = ActionSpace("standard")
games = ddz.VectorGame(64, seed=7)
rng = np.random.default_rng(7)
for _ in range(50):
    indptr, actions = games.legal()
    ids = space.ids(actions)  # ragged, as the actions are
    mask = space.masks(indptr, ids)  # one row of 24,640 numbers for each game
    scores = np.where(mask, rng.random(mask.shape), -1)
    games.step(space.moves(scores.argmax(axis=1)))
print(f"{int(games.bombs.sum())} bombs lie on the tables")
