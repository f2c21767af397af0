"""DouZero's environment with DouZero's arrays, and a policy of two lines."""

import numpy as np

from ddz_core.adapters.douzero import Env  # instead of: from douzero.env import Env

np.random.seed(7)
env = Env(objective="adp")
total = 0.0
for _ in range(100):
    obs, done = env.reset(), False
    while not done:
        # A network would take x_batch, one row for each legal action, and z_batch.
        longest = obs["x_batch"][:, -54:].sum(axis=1).argmax()
        obs, reward, done, _ = env.step(obs["legal_actions"][longest])
    total += reward
print(f"who plays most cards first: the landlord gets {total / 100:+.2f} a deal")
