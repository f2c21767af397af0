"""Gymnasium: 256 deals side by side; the landlord plays his lowest action, peasants at random."""

import numpy as np

from ddz_core.adapters.gymnasium import DdzVectorEnv

envs = DdzVectorEnv(256, rules="standard")
rng = np.random.default_rng(1)
observations, infos = envs.reset(seed=1)
wins = deals = 0
for _ in range(300):
    # The legal ids of game i are legal_ids[indptr[i]:indptr[i + 1]], the pass last.
    indptr = infos["indptr"]
    choices = (rng.random(envs.num_envs) * np.diff(indptr)).astype(np.int64)
    choices[infos["turn"] == 0] = 0
    actions = infos["legal_ids"][indptr[:-1] + choices]
    observations, rewards, terminations, truncations, infos = envs.step(actions)
    wins += int((infos["returns"][terminations, 0] > 0).sum())
    deals += int(terminations.sum())
print(f"the landlord has won {wins} of {deals} deals")
envs.close()
