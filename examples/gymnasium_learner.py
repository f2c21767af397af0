"""Gymnasium: the landlord learns how many cards to lead, against players who are easy to beat.

A table with one number for each length of play is all that he has: enough to see rewards of
both signs arrive at the seat that learns.
"""

import gymnasium
import numpy as np

import ddz_core.adapters.gymnasium  # noqa: F401 (it registers the environment)

env = gymnasium.make("ddz_core/DouDizhu-v0", seat="landlord", opponents="easy", reward="wp")
sizes = np.array([len(env.unwrapped.action_of(k).cards) for k in range(env.action_space.n)])
value = np.zeros(21)  # how good it is to play so many cards, 0 for the pass
rng = np.random.default_rng(1)
won = []
for deal in range(300):
    _, info = env.reset(seed=deal)
    chosen, over = [], False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        scores = value[sizes[legal]] + rng.gumbel(size=len(legal))  # a draw by softmax
        action = int(legal[scores.argmax()])
        chosen.append(sizes[action])
        _, reward, over, _, info = env.step(action)
    np.add.at(value, chosen, 0.05 * reward)
    won.append(reward > 0)
print(
    f"the landlord has won {sum(won[:100])} of the first 100 deals, {sum(won[-100:])} of the last"
)
env.close()
