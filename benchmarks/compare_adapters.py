"""Measures the RLCard and DouZero adapters beside RLCard and DouZero, in one run.

    pip install rlcard==1.2.0
    pip install --no-deps douzero==1.1.0     # its environment needs NumPy alone
    python benchmarks/compare_adapters.py
    python benchmarks/compare_adapters.py --write     # into docs/adapters/*.md too

Both sides play the same deals with the same actions, drawn beforehand, so that nothing
but the environment is timed, and both make every observation. They take turns in every
round; times are of the thread's processor, and the figures are medians. The payoffs of
every deal are compared: a difference is an error. What is not installed is left out.
"""

from __future__ import annotations

import argparse
import platform
import random
import subprocess
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

import ddz_core as ddz
from ddz_core.adapters import douzero, rlcard

DOCS = Path(__file__).parents[1] / "docs" / "adapters"
MARKS = "<!-- figures -->", "<!-- /figures -->"

Deal = list[Any]
"""The actions of one deal."""


class Pair(NamedTuple):
    """A library and its adapter: the deals, and how each side plays them.

    A player returns the seconds that it took and the payoffs of the deals.
    """

    name: str
    deals: list[Deal]
    theirs: Callable[[list[Deal]], tuple[float, list[Any]]]
    ours: Callable[[list[Deal]], tuple[float, list[Any]]]


def rlcard_player(env: Any) -> Callable[[list[Deal]], tuple[float, list[Any]]]:
    def play(deals: list[Deal]) -> tuple[float, list[Any]]:
        env.seed(1)
        payoffs = []
        started = time.thread_time()
        for deal in deals:
            env.reset()
            for action in deal:
                env.step(action)
            payoffs.append(env.get_payoffs().tolist())
        return time.thread_time() - started, payoffs

    return play


def rlcard_pair(deals: int) -> Pair:
    import rlcard as library

    env = rlcard.make("doudizhu", {"seed": 1})
    rng = random.Random(1)
    drawn: list[Deal] = []
    for _ in range(deals):
        state, _ = env.reset()
        deal: Deal = []
        while not env.is_over():
            deal.append(rng.choice(list(state["legal_actions"])))
            state, _ = env.step(deal[-1])
        drawn.append(deal)
    theirs = library.make("doudizhu", {"seed": 1})
    return Pair("RLCard", drawn, rlcard_player(theirs), rlcard_player(env))


def douzero_player(env: Any) -> Callable[[list[Deal]], tuple[float, list[Any]]]:
    def play(deals: list[Deal]) -> tuple[float, list[Any]]:
        np.random.seed(1)
        rewards = []
        started = time.thread_time()
        for deal in deals:
            env.reset()
            for action in deal:
                _, reward, _, _ = env.step(action)
            rewards.append(reward)
        return time.thread_time() - started, rewards

    return play


def douzero_pair(deals: int) -> Pair:
    from douzero.env import Env

    env = douzero.Env("adp")
    rng = random.Random(1)
    np.random.seed(1)
    drawn: list[Deal] = []
    for _ in range(deals):
        obs: Any = env.reset()
        deal: Deal = []
        while obs is not None:
            deal.append(rng.choice(obs["legal_actions"]))
            obs, _, _, _ = env.step(deal[-1])
        drawn.append(deal)
    return Pair("DouZero", drawn, douzero_player(Env("adp")), douzero_player(env))


def measured(pair: Pair, rounds: int) -> tuple[float, float]:
    """Microseconds a decision: the library's and the adapter's."""
    decisions = sum(map(len, pair.deals))
    times: list[tuple[float, float]] = []
    for _ in range(rounds + 1):
        seconds, expected = pair.theirs(pair.deals)
        own = []
        # The adapter goes over the deals several times, so that its times are no noise.
        for _ in range(20):
            own_seconds, found = pair.ours(pair.deals)
            own.append(own_seconds)
            if found != expected:
                raise SystemExit(f"the {pair.name} adapter pays other payoffs than {pair.name}")
        times.append((seconds, sum(own) / len(own)))
    theirs, ours = zip(*times[1:], strict=True)  # the first round is for warming up
    return median(theirs) / decisions * 1e6, median(ours) / decisions * 1e6


def machine() -> str:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    return (
        f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}, "
        f"kernels {ddz.cpu_features()['level']}, commit {commit or 'unknown'}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--write", action="store_true", help="write the figures into the docs")
    args = parser.parse_args()
    pairs = {"rlcard": rlcard_pair, "douzero": douzero_pair}
    for name, make in pairs.items():
        if find_spec(name) is None:
            print(f"{name} is not installed: left out")
            continue
        pair = make(args.deals)
        theirs, ours = measured(pair, args.rounds)
        table = (
            f"| a decision, observations included | µs |\n|---|---|\n"
            f"| {pair.name} | {theirs:.0f} |\n| adapter | {ours:.2f} |\n"
            f"| times as fast | {theirs / ours:.0f} |\n\n"
            f"Medians of {args.rounds} rounds of {args.deals} deals played alike by both in turn; "
            f"{machine()}.\n"
        )
        print(table)
        if args.write:
            page = DOCS / f"{name}.md"
            before, rest = page.read_text().split(MARKS[0])
            _, after = rest.split(MARKS[1])
            page.write_text(f"{before}{MARKS[0]}\n\n{table}\n{MARKS[1]}{after}")


if __name__ == "__main__":
    main()
