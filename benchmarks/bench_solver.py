"""How fast open cards are solved, and hands laid down.

``python benchmarks/bench_solver.py`` prints a table; ``--seconds`` bounds each
position, ``--groups`` chooses rows. Times are of the thread's processor, so that
other programs do not count; the limit is on the clock. Every known value is checked.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

import ddz_core as ddz
from ddz_core._core.solver import Layer, Position, Solver
from ddz_core.reference import DECK, Stream, tidy

GOLDEN = Path(__file__).parent.parent / "tests" / "data" / "solve.jsonl"


class Group(NamedTuple):
    """Positions of one size: golden ones, or so many deals from a number on."""

    sizes: tuple[int, ...]
    first_deal: int
    deals: int


GROUPS = {
    "10+9+9": Group((10, 9, 9), 700_000, 30),
    "12+11+11": Group((12, 11, 11), 710_000, 15),
    "16+13+13": Group((16, 13, 13), 720_000, 10),
    "20+17+17": Group((20, 17, 17), 730_000, 16),
}


def first_cards(number: int, sizes: tuple[int, ...]) -> list[str]:
    """The first cards of a shuffled deck (docs/rules.md section 6), hand after hand."""
    stream, deck = Stream(number), list(DECK)
    for i in range(len(deck) - 1, 0, -1):
        j = stream.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    ends = [sum(sizes[: seat + 1]) for seat in range(len(sizes))]
    return [tidy("".join(deck[end - size : end])) for size, end in zip(sizes, ends, strict=True)]


def golden_rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in GOLDEN.read_text().splitlines()]


def puzzles() -> list[list[str]]:
    """The published puzzles for two players."""
    return [row["hands"] for row in golden_rows() if len(row["hands"]) == 2]


def known_values() -> dict[tuple[str, ...], bool]:
    return {tuple(row["hands"]): row["landlord_wins"] for row in golden_rows()}


class Solved(NamedTuple):
    value: bool | None
    nodes: int
    seconds: float


def solved(hands: list[str], seconds: float | None, memory: int = 1 << 30) -> Solved:
    """One position, from an empty table."""
    started = time.thread_time()
    solver = Solver(memory)
    solver.limit(seconds)
    value = solver.value(Position(hands))
    return Solved(value, solver.nodes, time.thread_time() - started)


def print_group(name: str, positions: list[list[str]], seconds: float | None) -> None:
    known = known_values()
    results = [solved(hands, seconds) for hands in positions]
    for hands, result in zip(positions, results, strict=True):
        assert result.value in (None, known.get(tuple(hands), result.value)), hands
    times = [result.seconds for result in results]
    nodes = sum(result.nodes for result in results)
    done = sum(result.value is not None for result in results)
    print(
        f"| {name} | {done} of {len(results)} | {sum(times):.3f} s | {median(times):.4f} s "
        f"| {max(times):.2f} s | {nodes:,} | {nodes / sum(times) / 1e6:.1f} M/s |",
        flush=True,
    )


def random_hands(cards: int, hands: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    return np.array(
        [ddz.Hand(first_cards(number, (cards,))[0]).packed for number in range(hands)], np.uint64
    )


def print_min_plays(cards: int) -> None:
    hands = random_hands(cards, 2000)
    out = np.empty(len(hands), np.uint8)
    cold: list[float] = []
    for at in range(200):
        layer = Layer()
        layer.numbers(hands[:0], out[:0])
        started = time.thread_time()
        layer.numbers(hands[at : at + 1], out[at : at + 1])
        cold.append(time.thread_time() - started)
    runs: list[float] = []
    for _ in range(5):
        layer = Layer()
        started = time.thread_time()
        layer.numbers(hands, out)
        runs.append(time.thread_time() - started)
    print(
        f"min_plays, {cards} cards: {median(runs) / len(hands) * 1e6:.1f} µs a hand, "
        f"{sum(cold) / len(cold) * 1e6:.1f} µs with nothing remembered; "
        f"{out.mean():.3f} plays on average"
    )


def test_puzzles(benchmark: Any) -> None:
    known = known_values()
    positions = puzzles()
    values = benchmark(lambda: [solved(hands, None, 1 << 24).value for hands in positions])
    assert values == [known[tuple(hands)] for hands in positions]


def test_min_plays(benchmark: Any) -> None:
    hands = random_hands(17, 200)
    assert benchmark(lambda: int(ddz.min_plays(hands).sum())) == sum(
        ddz.min_plays(int(hand)).number for hand in hands
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--groups", nargs="*", default=["puzzles", *GROUPS, "min_plays"])
    asked = parser.parse_args()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    print(f"{platform.machine()}, kernels {ddz.cpu_features()['level']}, commit {commit}\n")
    print("| positions | solved | in all | median | slowest | nodes | speed |")
    print("|---|---|---|---|---|---|---|")
    for name in asked.groups:
        if name == "puzzles":
            print_group(name, puzzles(), asked.seconds)
        elif name in GROUPS:
            sizes, first, deals = GROUPS[name]
            print_group(name, [first_cards(first + i, sizes) for i in range(deals)], asked.seconds)
    if "min_plays" in asked.groups:
        print()
        print_min_plays(17)
        print_min_plays(20)


if __name__ == "__main__":
    main()
