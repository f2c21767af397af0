"""Measures the environments side by side with other libraries' in one run.

    pip install '.[gymnasium,openspiel,pettingzoo]' rlcard 'pettingzoo[classic]'
    python benchmarks/compare_environments.py

Everything plays uniformly random legal actions. All take turns in every round, on one
core, so a machine that slows down slows all of them; times are of the thread's
processor. What is not installed is left out. Each loop also counts the deals or games
that it has finished, and a loop that has finished none is an error.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np

import ddz_core as ddz

Work = Iterator[tuple[int, int]]
"""Yields (decisions, games that have ended) again and again."""

CARD_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")


def rlcard() -> Work:
    """RLCard's Dou Dizhu with the states that it makes for the agents."""
    import rlcard

    env = rlcard.make("doudizhu", config={"seed": 1})
    while True:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        yield decisions, 1


def vector(games: int, actions: str, legal: str = "ragged") -> Work:
    """The Gymnasium vector with its usual autoreset, observations and legal actions included."""
    from ddz_core.adapters.gymnasium import DdzVectorEnv

    envs = DdzVectorEnv(games, actions=actions, legal=legal, copy=False)
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    over = np.zeros(games, np.bool_)
    while True:
        if legal == "mask":
            rows, ids = infos["action_mask"].nonzero()
            indptr = np.searchsorted(rows, np.arange(games + 1))
        else:
            indptr, ids = infos["indptr"], infos.get("legal_ids")
        choices = (rng.random(games) * np.diff(indptr)).astype(np.int64)
        if actions == "id":
            choices = ids[indptr[:-1] + choices]
        # Where a deal was over the step dealt the next one, and was no decision.
        decisions = games - int(over.sum())
        _, _, over, _, infos = envs.step(choices)
        yield decisions, int(over.sum())


def bare_vector(games: int) -> Work:
    """``VectorGame`` itself, with observations."""
    vectors = ddz.VectorGame(games, 1)
    rng = np.random.default_rng(1)
    while True:
        indptr, _ = vectors.legal()
        _, over = vectors.step((rng.random(games) * np.diff(indptr)).astype(np.int64))
        vectors.observe()
        yield games, int(over.sum())


def one_environment(actions: str) -> Work:
    """The Gymnasium vector with a single game in it, stepped one decision at a time."""
    from ddz_core.adapters.gymnasium import DdzVectorEnv

    envs = DdzVectorEnv(1, actions=actions)
    _, infos = envs.reset(seed=1)
    ended = False
    while True:
        decisions = games = 0
        for _ in range(100):
            if actions == "id":
                legal = infos["legal_ids"]
                place = int(random.random() * len(legal))
                choice = legal[place : place + 1]
            else:
                choice = [int(random.random() * infos["indptr"][1])]
            # Where the deal was over the step dealt the next one, and was no decision.
            decisions += not ended
            _, _, over, _, infos = envs.step(choice)
            ended = bool(over[0])
            games += ended
        yield decisions, games


def pettingzoo(module: str, **options: str) -> Work:
    """The loop of PettingZoo's own ``performance_benchmark``, turn by turn as there; a turn
    of an agent that is done counts too."""
    env = importlib.import_module(module).env(**options)
    env.reset()
    while True:
        turns = games = 0
        for agent in env.agent_iter(env.num_agents):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                action = None
            elif isinstance(seen, dict) and "action_mask" in seen:
                action = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            else:
                action = env.action_space(agent).sample()
            env.step(action)
            turns += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
                games += 1
        yield turns, games


def openspiel(name: str) -> Work:
    """An OpenSpiel game through Python: states, legal actions, no observations."""
    import pyspiel

    if name.startswith("ddz"):
        importlib.import_module("ddz_core.adapters.openspiel")
    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            actions = state.legal_actions()
            # The auction is cut short, so that every deal is played.
            three = not chance and len(state.history()) == 52
            state.apply_action(3 if three else random.choice(actions))
            decisions += not chance
        yield decisions, 1


LOOPS: dict[str, Callable[[], Work]] = {
    "RLCard doudizhu": rlcard,
    "VectorGame(4096)": lambda: bare_vector(4096),
    "DdzVectorEnv(4096), indices": lambda: vector(4096, "index"),
    "DdzVectorEnv(4096), ids": lambda: vector(4096, "id"),
    "DdzVectorEnv(64), masks searched": lambda: vector(64, "id", "mask"),
    "DdzVectorEnv(1), ids": lambda: one_environment("id"),
    "DdzVectorEnv(1), indices": lambda: one_environment("index"),
    "PettingZoo ddz_core, indices": lambda: pettingzoo(
        "ddz_core.adapters.pettingzoo", actions="index"
    ),
    "PettingZoo ddz_core, ids": lambda: pettingzoo("ddz_core.adapters.pettingzoo"),
    **{
        f"PettingZoo {name}": lambda name=name: pettingzoo(f"pettingzoo.classic.{name}")
        for name in CARD_GAMES
    },
    "OpenSpiel dou_dizhu (C++)": lambda: openspiel("dou_dizhu"),
    "OpenSpiel ddz_core": lambda: openspiel("ddz_core"),
    "OpenSpiel ddz_core, exact": lambda: openspiel("ddz_core(rules=openspiel)"),
}


def measured(work: Work, seconds: float) -> tuple[float, float]:
    """Decisions and games a second."""
    decisions = games = 0
    started = time.thread_time()
    while (spent := time.thread_time() - started) < seconds:
        made, ended = next(work)
        decisions += made
        games += ended
    if not games:
        raise AssertionError("no game has ended: the loop does not play")
    return decisions / spent, games / spent


def main() -> None:
    """Takes turns, and prints the medians and the two comparisons that matter."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each loop in each round")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    running = {}
    for name, make in LOOPS.items():
        try:
            work = make()
            next(work)
            running[name] = work
        except (ImportError, ModuleNotFoundError) as error:
            print(f"left out: {name}: {error}", file=sys.stderr)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in running}
    for number in range(options.rounds):
        for name, work in running.items():
            found[name].append(measured(work, options.seconds))
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
    medians = {name: tuple(map(median, zip(*rows, strict=True))) for name, rows in found.items()}
    print(f"{'':<34}{'decisions/s':>14}{'games/s':>12}")
    for name, (decisions, games) in medians.items():
        print(f"{name:<34}{decisions:>14,.0f}{games:>12,.1f}")
    compare(found)


def compare(found: dict[str, list[tuple[float, float]]]) -> None:
    """The ratios of each round, which a slow moment changes least."""

    def ratio(ours: str, theirs: str) -> Any:
        rounds = zip(found[ours], found[theirs], strict=True)
        return median(a[0] / b[0] for a, b in rounds)

    if "RLCard doudizhu" in found:
        for ours in found:
            if "Vector" in ours:
                print(f"{ours}: {ratio(ours, 'RLCard doudizhu'):,.0f} times RLCard")
    turns = [name for name in found if name.startswith("PettingZoo")]
    for ours in turns:
        for theirs in turns:
            if "ddz_core" in ours and "ddz_core" not in theirs:
                print(f"{ours}: {ratio(ours, theirs):.2f} times {theirs}")


if __name__ == "__main__":
    main()
