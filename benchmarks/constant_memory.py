"""Ten million games, or as many as are asked for, in constant memory.

``python benchmarks/constant_memory.py [GAMES]`` plays them on every core, and compares
the most memory that the process ever held before with what it held afterwards. The
digest of ten million games is asserted. Needs a system with ``getrusage``.
"""

from __future__ import annotations

import os
import resource
import sys

from ddz_core import simulate

GAMES = 10_000_000
DIGEST = "42f36594ece9b21cccdc2935a6c27402403a080ea117a4c535a31214bb90383b"
"""Of ``simulate(10_000_000, seed=1)``."""

MOST_MORE = 8.0
"""MB that may be added: far less than a byte for each game."""


def most_memory() -> float:
    """The most memory that this process has held so far, in MB."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main(games: int) -> None:
    threads = os.cpu_count() or 1
    simulate(100_000, threads=threads)
    before = most_memory()
    played = simulate(games, threads=threads)
    after = most_memory()
    rate = f"{played.games_per_second:,.0f} games a second on {threads} threads"
    print(f"{played.games:,} games, {played.decisions:,} decisions, {rate}")
    print(f"digest {played.digest}")
    print(f"most memory after 100,000 games {before:.1f} MB, after all {after:.1f} MB")
    assert games != GAMES or played.digest == DIGEST, "another digest than before"
    assert after - before <= MOST_MORE, f"memory grew by {after - before:.1f} MB"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
