"""Annotates games of `random` against `hard`, and asserts who loses more by a decision.

    python benchmarks/annotate_random.py [--games 100] [--worlds 1000] [--slowest 10]

The deals count from 1, without an auction; in every second one `random` is the landlord.
docs/analysis.md has the figures.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import ddz_core as ddz
from ddz_core import agents
from ddz_core.analysis import Annotation, annotate

PLAYERS = ("random", "hard")
TABLE = ddz.Table(auction="none", first_bidder=0)
MANY_TIMES = 5
"""So many times as much `random` loses at the least."""


def played(deal: int) -> tuple[ddz.Game, tuple[str, ...]]:
    """A game, and who sat where."""
    landlord, peasant = PLAYERS if deal % 2 else PLAYERS[::-1]
    names = (landlord, peasant, peasant)
    seats = [agents.make(name, seed=3 * deal + seat) for seat, name in enumerate(names)]
    game = ddz.Game(TABLE, deal)
    while game.turn is not None:
        game.push(seats[game.turn].act(game.observation(game.turn)))
    return game, names


def losses(annotation: Annotation, name: str) -> tuple[float, int, int]:
    """Points lost, decisions and mistakes of a player in one game."""
    own = [each for each in annotation.summaries if each.name == name]
    return (
        sum(each.lost for each in own),
        sum(each.decisions for each in own),
        sum(each.mistakes for each in own),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument("--slowest", type=float, default=10.0, help="seconds of the processor")
    options = parser.parse_args()
    found: dict[str, list[tuple[float, int, int]]] = {name: [] for name in PLAYERS}
    seconds = []
    for deal in range(1, options.games + 1):
        game, names = played(deal)
        started = time.process_time()
        annotation = annotate(game, worlds=options.worlds, players=names)
        seconds.append(time.process_time() - started)
        for name in PLAYERS:
            found[name].append(losses(annotation, name))
    means = {}
    for name, games in found.items():
        lost, decisions, mistakes = np.array(games).T
        means[name] = lost.sum() / decisions.sum()
        # Of a ratio of sums, game by game.
        error = np.sqrt(((lost - means[name] * decisions) ** 2).sum()) / decisions.sum()
        print(
            f"{name:8} {means[name]:.4f} ± {error:.4f} points lost by a decision, "
            f"{mistakes.sum():.0f} mistakes in {decisions.sum():.0f} decisions"
        )
    print(f"{np.mean(seconds):.2f} s a game, the slowest {max(seconds):.2f} s")
    assert means["random"] >= MANY_TIMES * means["hard"], "random does not lose many times as much"
    assert max(seconds) <= options.slowest, "a game took too long"


if __name__ == "__main__":
    main()
