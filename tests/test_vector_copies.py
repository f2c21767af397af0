"""Copies and pickles of vectors play on as what they were made of."""

from __future__ import annotations

import contextlib
import copy
import hashlib
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core._core import vector

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": lambda made, protocol=protocol: pickle.loads(
            pickle.dumps(made, protocol)
        )
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}


def walk(games: ddz.VectorGame, steps: int) -> list[bytes]:
    """All that is seen while every game takes actions that its number and turn choose."""
    seen = []
    for step in range(steps):
        indptr, actions = games.legal()
        seen += [indptr.tobytes(), actions.tobytes(), games.observe().tobytes()]
        draws = np.arange(games.games) * 31 + step * 17
        seen += [part.tobytes() for part in games.step(draws % np.diff(indptr))]
        seen += [games.deals.tobytes(), games.kept.tobytes()]
    return seen


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("options", [{}, {"rules": "shuttle", "players": 2}, {"threads": 2}])
def test_copies_play_on_alike(way: str, options: dict[str, Any]) -> None:
    games = ddz.VectorGame(300, seed=5, first_game=7, **options)
    walk(games, 70)
    before = games.rewards.tobytes(), games.ended.tobytes()
    made = COPIES[way](games)
    assert (made.rewards.tobytes(), made.ended.tobytes()) == before
    for name in ("games", "players", "threads", "first_game", "steps"):
        assert getattr(made, name) == getattr(games, name)
    expected = walk(games, 70)
    # The copy has stood still meanwhile, and the original stands still now.
    now = games.hands.tobytes()
    assert walk(made, 70) == expected
    assert games.hands.tobytes() == now == made.hands.tobytes()


def test_a_saved_vector_plays_on_in_another_process(tmp_path: Path) -> None:
    games = ddz.VectorGame(40, seed=3)
    walk(games, 33)
    (tmp_path / "games").write_bytes(pickle.dumps(games))
    code = (
        "import hashlib, pickle, sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_vector_copies import walk\n"
        f"games = pickle.load(open({str(tmp_path / 'games')!r}, 'rb'))\n"
        "print(hashlib.sha256(b''.join(walk(games, 50))).hexdigest())\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == hashlib.sha256(b"".join(walk(games, 50))).hexdigest()


def saved(games: ddz.VectorGame) -> list[Any]:
    restore, state = games.__reduce__()
    assert restore is vector._restored_vector  # type: ignore[attr-defined]
    return list(state)


@pytest.mark.parametrize("place", range(8))
@pytest.mark.parametrize("value", [None, -1, 2**70, "x", b"", 1.5])
def test_what_was_saved_otherwise_is_refused(place: int, value: object) -> None:
    state = saved(ddz.VectorGame(2, seed=1))
    state[place] = value
    with pytest.raises((ddz.DdzError, TypeError)):
        vector._restored_vector(*state)  # type: ignore[attr-defined]


def test_saved_bytes_are_checked_before_kernels_see_them() -> None:
    games = ddz.VectorGame(3, seed=1)
    walk(games, 5)
    state = saved(games)
    let_through = 0
    for at in range(len(state[-1])):
        for byte in (0, 1, 0x55, 0xFF):
            spoilt = bytearray(state[-1])
            spoilt[at] = byte
            # What is let through can be played on to whatever end.
            with contextlib.suppress(ddz.InvalidArgument):
                walk(vector._restored_vector(*state[:-1], bytes(spoilt)), 12)  # type: ignore[attr-defined]
                let_through += 1
    assert 0 < let_through < 4 * len(state[-1])
