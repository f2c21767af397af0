"""The numbers of the variants: written by benchmarks/fit_variants.py."""

from __future__ import annotations

from .settings import Doubling, Hope, Line, Numbers, Rounds, Setting, Thresholds, Weights

# fmt: off
VARIANTS: dict[Setting, Numbers] = {
}
"""By setting: of two decks, and where a wild rank is drawn."""

CALLS: dict[Setting, tuple[Thresholds, ...]] = {
    "3": (
        (0.6, 0.7, 0.7, 1.2),
        (0.15, 1.4, 1.5, 4.0),
        (-1.1, 1.4, 1.6, 4.0),
    ),
    "2": (
        (-0.35, -0.3, -0.3),
        (-0.1, 1.6, 4.0),
    ),
    "2 short": (
        (-0.1, -0.05, -0.05),
        (0.15, 2.1, 4.0),
    ),
}
"""Where one calls and others rob, by setting and place: for the call and for each rob."""

ROUNDS: dict[Setting, Rounds] = {
    "3": Rounds(
        doubling={
            "points": Doubling(
                0.95,
                (Hope(0.6116, 0.137, -0.067), Hope(-0.5599, 0.2734, -0.14)),
            ),
            "doubling": Doubling(
                0.1,
                (Hope(0.332, 0.1515, -0.0196), Hope(-0.6023, 0.1773, -0.2188)),
            ),
            "call": Doubling(
                0.1,
                (Hope(0.3228, 0.1744, -0.0547), Hope(-0.6773, 0.2206, -0.1596)),
            ),
            "none": Doubling(
                0.25,
                (Hope(0.5358, 0.1563, -0.0665), Hope(-0.6555, 0.2344, -0.0511)),
            ),
        },
        closed=Line(-1.166, 1.28),
        opened=Line(-2.457, 1.413),
    ),
    "2": Rounds(
        doubling={
            "points": Doubling(
                0.05,
                (Hope(-0.4984, 0.8213, 0.0148), Hope(-1.3358, 0.8593, -0.055)),
            ),
            "doubling": Doubling(
                0.55,
                (Hope(-0.6025, 0.8222, 0.0644), Hope(-1.5533, 0.9156, -0.0305)),
            ),
            "call": Doubling(
                0.3,
                (Hope(-0.5647, 0.8149, 0.0235), Hope(-1.3951, 0.8585, -0.0406)),
            ),
            "none": Doubling(
                0.05,
                (Hope(-0.4984, 0.8213, 0.0148), Hope(-1.3358, 0.8593, -0.055)),
            ),
        },
        closed=Line(-0.225, 1.091),
        opened=Line(-0.685, 1.132),
    ),
    "2 short": Rounds(
        doubling={
            "points": Doubling(
                0.0,
                (Hope(-0.7511, 0.6992, 0.0303), Hope(-1.8307, 0.8318, -0.0561)),
            ),
            "doubling": Doubling(
                0.35,
                (Hope(-1.1144, 0.8747, 0.0525), Hope(-2.0138, 0.7983, -0.0314)),
            ),
            "call": Doubling(
                0.35,
                (Hope(-0.8994, 0.778, 0.0755), Hope(-1.8573, 0.8505, -0.0506)),
            ),
            "none": Doubling(
                0.0,
                (Hope(-0.7511, 0.6992, 0.0303), Hope(-1.8307, 0.8318, -0.0561)),
            ),
        },
        closed=Line(-0.257, 1.175),
        opened=Line(-1.153, 1.446),
    ),
}
"""What to say after the auction, by setting."""
