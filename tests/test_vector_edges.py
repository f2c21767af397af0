"""Vectors at their edges: views, arrays of all sorts, refused calls, interrupts."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core._core import threads, vector

VIEWS = (
    *("deals", "hands", "bottom", "kept", "played", "turn", "passes", "bombs", "last"),
    *("rewards", "ended", "indptr"),
)
N = 5


def view_of(games: ddz.VectorGame, name: str) -> np.ndarray:
    if name.startswith("legal"):
        return games.legal()[int(name[-1])]
    if name.startswith("step"):
        return games.step(np.zeros(games.games, np.int64))[int(name[-1])]
    view: np.ndarray = getattr(games, name)
    return view


@pytest.mark.parametrize("name", [*VIEWS, "legal 0", "legal 1", "step 0", "step 1"])
def test_no_view_can_be_made_writable_or_resized(name: str) -> None:
    games = ddz.VectorGame(N, seed=1)
    view = view_of(games, name)
    for array in (view, view[...], view.view(np.ndarray), np.asarray(memoryview(view))):
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.setflags(write=True)
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
        with pytest.raises(ValueError, match="resize"):
            array.resize(10**6, refcheck=False)
    base = view.base
    while isinstance(base, np.ndarray):
        base = base.base
    with pytest.raises(TypeError, match="read-only"):
        memoryview(base)[0] = 0  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        type(base)()  # type: ignore[misc]


@pytest.mark.parametrize("name", [*VIEWS, "legal 0", "legal 1"])
def test_views_outlive_their_vector(name: str) -> None:
    games = ddz.VectorGame(1000, seed=1)
    view = view_of(games, name)
    kept = view.tobytes()
    games.__init__(1000, seed=2)  # type: ignore[misc]
    games.step(np.zeros(1000, np.int64))
    del games
    gc.collect()
    junk = [ddz.VectorGame(1000, seed=3) for _ in range(3)]
    assert view.tobytes() == kept
    del junk


def test_what_a_view_is_turned_into_changes_no_other() -> None:
    games = ddz.VectorGame(N, seed=1)
    indptr, actions = games.legal()
    expected = actions.tobytes()
    actions.dtype = np.uint8  # type: ignore[misc]
    indptr.shape = (2, 3)  # type: ignore[misc]
    again = games.legal()
    assert (again[0].shape, again[1].dtype) == ((N + 1,), ddz.MOVE_DTYPE)
    assert again[1].tobytes() == expected
    games.step(np.zeros(N, np.int64))


class Liar(np.ndarray):
    """Says of its shape, type and flags what it is asked to say."""

    told: tuple[int, ...] = (N,)

    @property  # type: ignore[misc]
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return self.told

    @property
    def dtype(self) -> Any:  # type: ignore[override]
        return np.dtype(np.int64)

    def astype(self, *_: Any, **__: Any) -> Any:
        return np.zeros(1, np.int64)

    def __len__(self) -> int:
        return N

    def __array__(self, *_: Any, **__: Any) -> Any:
        return np.zeros(1, np.int64)


def test_subclasses_that_lie_are_asked_in_c() -> None:
    games = ddz.VectorGame(N, seed=1)
    before = games.observe().tobytes()
    for made in (np.zeros(1, np.int64), np.zeros((N, 2), np.int64), np.zeros(N), np.array(0)):
        with pytest.raises(ddz.InvalidArgument, match="actions must be"):
            games.step(made.view(Liar))
    with pytest.raises(ddz.InvalidArgument, match="where must be"):
        games.step(np.zeros(N, np.int64), np.ones(1, np.bool_).view(Liar))
    with pytest.raises(ddz.InvalidArgument, match="out must be"):
        games.observe(np.zeros((1, 114), np.uint8).view(Liar))
    assert games.observe().tobytes() == before
    # One that is what it should be is taken as what it is.
    games.step(np.zeros(N, np.int64).view(Liar))
    assert games.turn.tolist() == [1] * N


def misaligned(array: np.ndarray) -> np.ndarray:
    raw = np.zeros(array.nbytes + 1, np.uint8)
    made = raw[1:].view(array.dtype)
    made[...] = array
    assert made.ctypes.data % 2
    return made


@pytest.mark.parametrize(
    "shaped",
    [
        misaligned,
        lambda array: np.repeat(array, 3)[::3],
        lambda array: array[::-1].copy()[::-1],
        lambda array: np.ascontiguousarray(array).view(np.ndarray),
    ],
)
@pytest.mark.parametrize("form", ["moves", "int64", "int32", "uint8", ">i4", "uint64"])
def test_arrays_lie_in_memory_as_they_like(
    shaped: Callable[[np.ndarray], np.ndarray], form: str
) -> None:
    games, same = ddz.VectorGame(N, seed=1), ddz.VectorGame(N, seed=1)
    for step in range(40):
        indptr, moves = games.legal()
        choices = (np.arange(N) + step) % np.diff(indptr)
        same.step(choices)
        given = moves[indptr[:-1] + choices] if form == "moves" else choices.astype(form)
        games.step(shaped(given))
    assert games.observe().tobytes() == same.observe().tobytes()


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((114, N), np.uint8).T,
        np.zeros((N, 228), np.uint8)[:, ::2],
        np.broadcast_to(np.zeros(114, np.uint8), (N, 114)),
        np.zeros((N, 114), np.bool_),
        np.zeros(N * 114, np.uint8),
    ],
)
def test_observations_go_only_into_rows(out: np.ndarray) -> None:
    with pytest.raises(ddz.InvalidArgument, match="out must be"):
        ddz.VectorGame(N, seed=1).observe(out)


def test_a_refused_init_leaves_the_vector_as_it_was() -> None:
    games = ddz.VectorGame(N, seed=1)
    games.step(np.zeros(N, np.int64))
    before = games.observe().tobytes(), games.hands.tobytes(), games.legal()[1].tobytes()
    for arguments, options in (
        ((10**6,), {"rules": "nope"}),
        ((10**6,), {"seed": -1}),
        ((10**6,), {"threads": 0}),
        ((10**6,), {"players": 4}),
        ((10**6,), {"first_game": 2**40}),
        ((10**6,), {"table": ddz.Table(discard=True)}),
        ((0,), {}),
        ((), {}),
    ):
        with pytest.raises((ddz.DdzError, TypeError)):
            games.__init__(*arguments, **options)  # type: ignore[misc]
        assert games.games == N
        assert games.players == 3
        assert games.observe().tobytes() == before[0]
        assert games.hands.tobytes() == before[1]
        assert games.legal()[1].tobytes() == before[2]
    games.__init__(2, seed=9, players=2)  # type: ignore[misc]
    assert games.observe().tobytes() == ddz.VectorGame(2, seed=9, players=2).observe().tobytes()
    assert games.steps == 0


@pytest.mark.parametrize(
    "call",
    [
        *(lambda games, name=name: getattr(games, name) for name in VIEWS),
        lambda games: games.legal(),
        lambda games: games.reset(),
        lambda games: games.reset(seed=3),
        lambda games: games.observe(),
        lambda games: games.step(np.zeros(0, np.int64)),
        lambda games: games.redeal(np.zeros(0, np.bool_)),
        lambda games: games.__copy__(),
        lambda games: games.__reduce__(),
    ],
)
def test_a_vector_that_was_never_made_refuses_every_call(call: Callable[[Any], Any]) -> None:
    games = ddz.VectorGame.__new__(ddz.VectorGame)
    with pytest.raises(RuntimeError, match="never made"):
        call(games)
    games.__init__(2, seed=1)  # type: ignore[misc]
    assert games.turn.tolist() == [0, 0]


# ------------------------------------------------------------------ interrupts


def interrupted(
    work: Callable[[int, int], object], n: int, threads: int, least: int, *, whole: bool
) -> None:
    """Slices of ten games, the last ones first; is interrupted where that is allowed."""
    starts = list(range(0, n, 10))[::-1]
    for start in starts if whole else starts[:3]:
        work(start, min(start + 10, n))
    if not whole:
        raise KeyboardInterrupt


@pytest.mark.parametrize("by_moves", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_what_changes_games_is_not_interrupted_and_what_reads_changes_nothing(
    masked: bool, by_moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    n = 100
    games, same = ddz.VectorGame(n, seed=1, threads=2), ddz.VectorGame(n, seed=1)
    dealt = ddz.VectorGame(n, seed=9).hands.tobytes()
    rng = np.random.default_rng(1)
    monkeypatch.setattr(vector, "LEAST_SLICE", 1)
    monkeypatch.setattr(vector, "in_slices", interrupted)
    real = threads.in_slices
    for _ in range(70):
        for call in (games.legal, games.observe):
            with pytest.raises(KeyboardInterrupt):
                call()
        with monkeypatch.context() as patched:
            patched.setattr(vector, "in_slices", real)
            indptr, moves = games.legal()
            assert moves.tobytes() == same.legal()[1].tobytes()
        choices = (rng.random(n) * np.diff(indptr)).astype(np.int64)
        where = rng.random(n) < 0.6 if masked else None
        games.step(moves[indptr[:-1] + choices] if by_moves else choices, where)
        with monkeypatch.context() as patched:
            patched.setattr(vector, "in_slices", real)
            same.step(choices, where)
        for name in VIEWS[:-1]:
            assert getattr(games, name).tobytes() == getattr(same, name).tobytes(), name
    games.reset(9)
    assert games.hands.tobytes() == dealt


SIGNALS = """
import signal, numpy as np, ddz_core as ddz

n = 50_000
games, same = ddz.VectorGame(n, seed=1, threads=2), ddz.VectorGame(n, seed=1)

def interrupt(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
interrupts = 0
for delay in np.linspace(0.0002, 0.012, 40):
    signal.setitimer(signal.ITIMER_REAL, delay)
    try:
        while True:
            games.step(np.zeros(n, np.int64))
    except KeyboardInterrupt:
        interrupts += 1
    while same.steps < games.steps:
        same.step(np.zeros(n, np.int64))
    assert games.hands.tobytes() == same.hands.tobytes(), delay
    assert games.observe().tobytes() == same.observe().tobytes(), delay
print(interrupts)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timers")
def test_real_interrupts_leave_no_vector_half_stepped() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SIGNALS], capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "40"
