"""The numbers of the variants: written by benchmarks/fit_variants.py."""

from __future__ import annotations

from .settings import Numbers, Rounds, Setting, Thresholds

VARIANTS: dict[Setting, Numbers] = {}
CALLS: dict[Setting, tuple[Thresholds, ...]] = {}
ROUNDS: dict[Setting, Rounds] = {}
