"""Writes tests/data/douzero_arrays.npz: what DouZero itself lists and encodes.

Run it where DouZero is installed (its environment needs NumPy alone)::

    pip install --no-deps douzero==1.1.0
    python tests/make_douzero_arrays.py

The file holds some deals played at random. For each position: the legal actions
once each, ``x_no_action`` and ``z`` as bits, and a digest of the rows of ``x_batch``
and of ``z_batch``.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
from douzero_digests import rows_digest
from numpy.typing import NDArray

from ddz_core._core.douzero_cards import hand_of

POSITIONS = 1_000
SEED = 20261129
OUT = Path(__file__).parent / "data" / "douzero_arrays.npz"


def packed(cards: list[int]) -> int:
    return hand_of(cards).packed


def played_deal(env: Any, seed: int, rng: random.Random) -> list[dict[str, Any]]:
    """The positions of one deal that its players, DouZero's own rules, go through."""
    np.random.seed(seed)
    obs, rows = env.reset(), []
    while obs is not None:
        legal = sorted({packed(move) for move in obs["legal_actions"]})
        action = rng.choice(obs["legal_actions"])
        rows.append(
            {
                "action": packed(action),
                "legal": legal,
                "x": np.packbits(np.pad(obs["x_no_action"], (0, 430 - len(obs["x_no_action"])))),
                "z": np.packbits(obs["z"].ravel()),
                "digest": rows_digest(obs, packed),
            }
        )
        obs, _, _, _ = env.step(action)
    return rows


def main() -> None:
    from douzero.env import Env

    rng = random.Random(SEED)
    rows: list[dict[str, Any]] = []
    first_rows, seeds = [], []
    while len(rows) < POSITIONS:
        seed = rng.randrange(2**32)
        seeds.append(seed)
        first_rows.append(len(rows))
        rows += played_deal(Env("wp"), seed, rng)

    def column(name: str) -> NDArray[Any]:
        return np.stack([row[name] for row in rows])

    np.savez_compressed(
        OUT,
        seeds=np.array(seeds, np.uint32),
        first_rows=np.array(first_rows, np.int64),
        actions=np.array([row["action"] for row in rows], np.uint64),
        indptr=np.cumsum([0] + [len(row["legal"]) for row in rows]),
        legal=np.array([cards for row in rows for cards in row["legal"]], np.uint64),
        x=column("x"),
        z=column("z"),
        digests=column("digest"),
    )


if __name__ == "__main__":
    main()
