"""Two agents of one's own on the RLCard adapter: the landlord wins how often?"""

import random

from ddz_core.adapters import rlcard  # instead of: import rlcard


class Chooser:
    """Plays the action that `choose` takes of the legal ones; an RLCard agent."""

    use_raw = False

    def __init__(self, choose):
        self.choose = choose

    def step(self, state):
        return self.choose(list(state["legal_actions"]))

    def eval_step(self, state):
        return self.step(state), {}


env = rlcard.make("doudizhu", config={"seed": 7})
env.set_agents([Chooser(random.Random(7).choice), Chooser(min), Chooser(min)])
wins = sum(int(env.run()[1][0]) for _ in range(200))
print(f"a random landlord wins {wins} of 200 deals against peasants who play low")
