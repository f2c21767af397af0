"""OpenSpiel: a few iterations of outcome sampling CFR, then a move by information-set MCTS."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import ddz_core.adapters.openspiel  # noqa: F401 (registers the game)

game = pyspiel.load_game("ddz_core(rules=standard)")
solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
for _ in range(3):
    solver.iteration()

rng = np.random.RandomState(1)
state = game.new_initial_state()
while state.is_chance_node():
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choice(actions, p=chances))
print("CFR bids:", solver.average_policy().action_probabilities(state))

state.apply_action(3)
evaluator = mcts.RandomRolloutEvaluator(1, rng)
bot = ismcts.ISMCTSBot(
    game=game, uct_c=100, max_simulations=20, evaluator=evaluator, random_state=rng
)
player = state.current_player()
print(state.observation_string(player))
print("ISMCTS leads", state.action_to_string(player, bot.step(state)))
