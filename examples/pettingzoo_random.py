"""PettingZoo: one deal between random players, printed as it goes."""

from ddz_core.adapters import pettingzoo as ddz_pettingzoo

env = ddz_pettingzoo.env(render_mode="ansi")
env.reset(seed=7)  # deal number 7
points = {}
for agent in env.possible_agents:
    env.action_space(agent).seed(1)

for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        points[agent] = reward
        env.step(None)
        continue
    action = env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
    print(env.render(), end="\n\n")

print(points)
env.close()
