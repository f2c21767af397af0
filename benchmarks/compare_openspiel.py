"""Measures the OpenSpiel adapter beside OpenSpiel's own dou_dizhu, in one run.

    pip install '.[openspiel]'
    python benchmarks/compare_openspiel.py
    python benchmarks/compare_openspiel.py --write     # into docs/adapters/openspiel.md too

All play from Python, as a program of OpenSpiel's does: at every step, those of chance
too, they ask whether the game is over and for the legal actions, and make one. The games
were drawn beforehand so that they are legal in both, and the points of each are compared.
Two more show what is left: a game of Python that does nothing but count steps, which is
what OpenSpiel itself takes for any game of Python; and the compiled deal without OpenSpiel.
They take turns in every round; times are of the thread's processor, figures are medians.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pyspiel
from compare_adapters import DOCS, MARKS, machine

from ddz_core._core.openspiel import DealState
from ddz_core.adapters.openspiel import GAME_TYPE, DdzGame

Games = list[list[int]]
"""The actions of each game, those of chance first."""

EXACT = "ddz_core(rules=openspiel)"
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class IdleGame(pyspiel.Game):  # type: ignore[misc]
    """A game of as many steps as a deal has, in which nothing happens."""

    steps = 0

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=8,
            max_chance_outcomes=1,
            num_players=3,
            min_utility=0.0,
            max_utility=0.0,
            utility_sum=0.0,
            max_game_length=1000,
        )
        super().__init__(IDLE_TYPE, info, params or {})

    def new_initial_state(self) -> IdleState:
        return IdleState(self)


class IdleState(pyspiel.State):  # type: ignore[misc]
    """Counts the steps, with the methods that :class:`DdzState` has for Python's callers."""

    def __init__(self, game: IdleGame) -> None:
        super().__init__(game)
        self.made = 0
        self.steps = game.steps

    def current_player(self) -> int:
        return 0 if self.made < self.steps else TERMINAL

    def is_terminal(self) -> bool:
        return self.made >= self.steps

    def legal_actions(self) -> list[int]:
        return [0]

    def _apply_action(self, action: int) -> None:
        self.made += 1

    def returns(self) -> list[float]:
        return [0.0, 0.0, 0.0]


IDLE_TYPE = pyspiel.GameType(
    short_name="idle",
    long_name="Nothing, in Python",
    dynamics=GAME_TYPE.dynamics,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=GAME_TYPE.information,
    utility=GAME_TYPE.utility,
    reward_model=GAME_TYPE.reward_model,
    max_num_players=3,
    min_num_players=3,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    provides_factored_observation_string=False,
    parameter_specification={},
)


def drawn(number: int) -> Games:
    """Random games of actions that OpenSpiel's game and ours both allow."""
    rng = random.Random(1)
    games = []
    for _ in range(number):
        theirs = pyspiel.load_game("dou_dizhu").new_initial_state()
        ours = pyspiel.load_game(EXACT).new_initial_state()
        while not theirs.is_terminal():
            both = set(theirs.legal_actions()) & set(ours.legal_actions())
            action = rng.choice(sorted(both))
            theirs.apply_action(action)
            ours.apply_action(action)
        games.append(theirs.history())
    return games


def play(game: Any, games: Games) -> list[list[float]]:
    """Plays the games; what each came to."""
    points = []
    for actions in games:
        state = game.new_initial_state()
        for action in actions:
            if state.is_terminal():
                raise SystemExit(f"{game} is over before its last action")
            state.legal_actions()
            state.apply_action(action)
        points.append(state.returns())
    return points


def play_deals(game: DdzGame, games: Games) -> list[list[float]]:
    """The same without OpenSpiel."""
    points = []
    for actions in games:
        deal = DealState(game.code.deals)
        for action in actions:
            deal.is_over()
            deal.legal_actions()
            deal.apply(action)
        points.append(deal.points())
    return points


def play_nothing(game: IdleGame, games: Games) -> None:
    """As many steps in which nothing happens."""
    for actions in games:
        game.steps = len(actions)
        play(game, [[0] * len(actions)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--write", action="store_true", help="write the figures into the docs")
    args = parser.parse_args()
    pyspiel.register_game(IDLE_TYPE, IdleGame)
    games = drawn(args.games)
    theirs, ours = pyspiel.load_game("dou_dizhu"), pyspiel.load_game(EXACT)
    idle = pyspiel.load_game("idle")
    players: dict[str, Callable[[], Any]] = {
        "`dou_dizhu`, C++": lambda: play(theirs, games),
        "`ddz_core(rules=openspiel)`": lambda: play(ours, games),
        "a game of Python that does nothing": lambda: play_nothing(idle, games),
        "the compiled deal without OpenSpiel": lambda: play_deals(ours, games),
    }
    expected = play(theirs, games)
    times: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(args.rounds + 1):
        for name, played in players.items():
            started = time.thread_time()
            points = played()
            times[name].append(time.thread_time() - started)
            if points is not None and points != expected:
                raise SystemExit(f"{name} pays other points than OpenSpiel")
    steps = sum(map(len, games)) / len(games)
    # The first round is for warming up.
    seconds = {name: median(found[1:]) / len(games) for name, found in times.items()}
    base = next(iter(seconds.values()))
    rows = "\n".join(
        f"| {name} | {1 / each:,.0f} | {1e6 * each / steps:.2f} | {base / each:.2f} |"
        for name, each in seconds.items()
    )
    table = (
        f"| from Python | games/s | µs a step | to `dou_dizhu` |\n|---|---|---|---|\n{rows}\n\n"
        f"Medians of {args.rounds} rounds of {args.games} games of {steps:.0f} steps, 52 of chance,"
        f" played alike by all in turn; {machine()}.\n"
    )
    print(table)
    if args.write:
        page = DOCS / "openspiel.md"
        before, rest = page.read_text().split(MARKS[0])
        _, after = rest.split(MARKS[1])
        page.write_text(f"{before}{MARKS[0]}\n\n{table}\n{MARKS[1]}{after}")


if __name__ == "__main__":
    main()
