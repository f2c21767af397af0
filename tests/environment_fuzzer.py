"""Calls vectors and the environments of Gymnasium and PettingZoo with hostile arguments.

    python tests/environment_fuzzer.py SEED CALLS

A crash of the process is what it looks for first; besides, every refusal must be an error
that says what was wrong with the argument. It prints how many calls were made and how many
were refused, and tells of every call that ended in another way.
"""

from __future__ import annotations

import copy
import pickle
import random
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from adapter_fuzzer import values

import ddz_core as ddz
from ddz_core._core import features, vector
from ddz_core._core import gymnasium as compiled_gymnasium
from ddz_core.adapters import gymnasium as gymnasium_adapter
from ddz_core.adapters import pettingzoo as pettingzoo_adapter
from ddz_core.game.actions import Discard, Made

Call = tuple[str, Callable[..., Any], list[Any], dict[str, Any]]

ALLOWED = (ddz.DdzError, TypeError, ValueError, RuntimeError, gymnasium.error.Error)
"""RuntimeError is for objects that were never made, or were made anew."""
VIEWS = (
    *("deals", "hands", "bottom", "kept", "played", "turn", "passes", "bombs", "last"),
    *("rewards", "ended", "indptr"),
)
N = 4


class Liar(np.ndarray):
    """Says in Python that it is an array of four whole numbers."""

    @property  # type: ignore[misc]
    def shape(self) -> Any:  # type: ignore[override]
        return (N,)

    @property
    def dtype(self) -> Any:  # type: ignore[override]
        return np.dtype(np.int64)

    def __repr__(self) -> str:
        return "Liar"


def array(rng: random.Random) -> Any:
    """An array of any type, size and content, somehow in memory."""
    kinds = [np.int64, np.int32, np.uint64, np.uint8, np.bool_, np.float64, ">i8", "M8[s]", object]
    made = np.zeros(rng.choice([0, 1, N, N, N, 5, 1000]), rng.choice([*kinds, ddz.MOVE_DTYPE]))
    if rng.random() < 0.5 and made.dtype != object:
        made.view(np.uint8)[:] = np.frombuffer(rng.randbytes(made.nbytes), np.uint8)
    pick = rng.randrange(8)
    if pick == 0:
        return made[:, None]
    if pick == 1:
        return made[::-1]
    if pick == 2:
        return made.view(Liar)
    if pick == 3:
        return np.repeat(made, 2)[::2]
    if pick == 4 and made.dtype != object:
        raw = np.zeros(made.nbytes + 1, np.uint8)
        shifted = raw[1:].view(made.dtype)
        shifted[:] = made
        return shifted
    if pick == 5:
        made.flags.writeable = False
    return made


def anything(rng: random.Random) -> Any:
    """An array, an option that there is, or what somebody else might hand in."""
    pick = rng.randrange(4)
    if pick == 0:
        return array(rng)
    if pick == 1:
        words = "id index mask both wp adp none points doubling landlord shuttle SAME_STEP raise"
        return rng.choice([*words.split(), np.ones(N, np.bool_), np.zeros(N, np.int64), 1, 2])
    if pick == 2:
        return {"reset_mask": array(rng)}
    return values(rng)


def some(rng: random.Random, names: str, share: float = 0.3) -> dict[str, Any]:
    """Some of the options with odd values."""
    chosen = {name: anything(rng) for name in names.split() if rng.random() < share}
    if type(chosen.get("threads")) is int:
        chosen["threads"] = rng.choice([0, 1, 2])
    return chosen


def given(rng: random.Random) -> list[Any]:
    return [anything(rng) for _ in range(rng.choice([0, 1, 1, 2]))]


# ----------------------------------------------------------------- the vector


def spoil(view: Any) -> None:
    """What somebody might do to a view."""
    for change in (
        lambda: setattr(view, "shape", (1,)),
        lambda: setattr(view, "strides", (0,)),
        lambda: setattr(view, "dtype", np.uint8),
        lambda: setattr(view.flags, "writeable", True),
        lambda: view.resize(0, refcheck=False),
        lambda: view.__setstate__((1, (1,), np.dtype("u1"), False, b"x")),
    ):
        try:
            change()
        except (ValueError, TypeError, AttributeError):
            continue


def legal_step(games: ddz.VectorGame, rng: random.Random) -> None:
    indptr, moves = games.legal()
    choices = np.array([rng.randrange(int(size)) for size in np.diff(indptr)])
    games.step(choices if rng.random() < 0.5 else moves[indptr[:-1] + choices])


def spoilt_state(games: ddz.VectorGame, rng: random.Random) -> list[Any]:
    state = list(games.__reduce__()[1])
    place = rng.randrange(2, 8)
    if place < 7:
        state[place] = anything(rng)
    else:
        saved = bytearray(state[7])
        for _ in range(rng.choice([1, 3])):
            saved[rng.randrange(len(saved))] = rng.randrange(256)
        state[7] = bytes(saved)
    return state


def vector_calls(rng: random.Random) -> Iterator[Call]:
    games = ddz.VectorGame(
        N, rng.randrange(99), players=rng.choice([2, 3]), threads=rng.choice([1, 2])
    )
    for _ in range(12):
        options = some(rng, "seed rules players threads first_game table")
        yield "__init__", games.__init__, [rng.choice([N, 0, 7])], options  # type: ignore[misc]
        for name in ("step", "redeal", "observe", "reset"):
            yield name, getattr(games, name), given(rng), {}
        yield "a legal step", legal_step, [games, rng], {}
        yield "spoil", spoil, [getattr(games, rng.choice(VIEWS))], {}
        yield "spoil", spoil, [rng.choice(games.legal())], {}
        yield "restore", vector._restored_vector, spoilt_state(games, rng), {}  # type: ignore[attr-defined]
        unmade = ddz.VectorGame.__new__(ddz.VectorGame)
        yield "unmade", getattr, [unmade, rng.choice(VIEWS)], {}
        yield "unmade", getattr(unmade, rng.choice(["step", "legal", "observe"])), given(rng), {}
        games = rng.choice([copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])(
            games
        )
        yield "row_of", features.row_of, row_arguments(rng), {}


def row_arguments(rng: random.Random) -> list[Any]:
    hand = ddz.Hand("3")
    right = [hand, hand, None, hand, hand, [hand, hand], (17, 17, 17), 0, 0, 0]
    return [anything(rng) if rng.random() < 0.2 else each for each in right]


# ----------------------------------------------------------- the environments


def vector_env_calls(rng: random.Random) -> Iterator[Call]:
    adapter = gymnasium_adapter
    names = "rules seat reward autoreset_mode actions legal copy threads"
    yield "DdzVectorEnv", adapter.DdzVectorEnv, [N], some(rng, names)
    mode = rng.choice(["NEXT_STEP", "SAME_STEP", "DISABLED"])
    envs = adapter.DdzVectorEnv(N, autoreset_mode=mode, threads=rng.choice([1, 2]))
    for _ in range(12):
        yield "reset", envs.reset, [], some(rng, "seed options", 0.6)
        yield "step", envs.step, [anything(rng)], {}
        yield "a legal step", legal_vector_step, [envs], {}
        steps = envs._steps
        yield "resume", steps.resume, [anything(rng)], {}
        yield "restore", steps.restore, [anything(rng), anything(rng)], {}
        right = [envs.games, None, False, 0, np.zeros(N, np.int8)]
        wrong = [anything(rng) if rng.random() < 0.4 else each for each in right]
        yield "Steps", compiled_gymnasium.Steps, wrong, {}
        yield "Steps", compiled_gymnasium.Steps.__new__, [compiled_gymnasium.Steps], {}
        envs = rng.choice([copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])(envs)
    yield "made anew", envs.games.__init__, [rng.choice([2, 1000])], {"players": 2}
    yield "after that", envs.step, [np.zeros(N, np.int64)], {}
    yield "after that", envs.reset, [], {}


def legal_vector_step(envs: Any) -> None:
    _, indptr, _, ids = envs._steps.infos()
    envs.step(ids[indptr[:-1]])


def by_hand(seen: ddz.Observation, rng: random.Random) -> ddz.Observation:
    """An observation in which something else stands."""
    odd = [
        (Made(0, None),),  # type: ignore[arg-type]
        (Made(5, ddz.PASS),) * 200,
        (Made(0, Discard("3")),),
        (300, 1, 2),
        (),
        ddz.Hand("33"),
    ]
    names = "plays sizes last hand hidden kept bottom shown discards landlord seat phase turn"
    chosen = rng.sample(names.split(), rng.choice([1, 2]))
    return replace(seen, **{name: rng.choice([*odd, anything(rng)]) for name in chosen})


def single_calls(rng: random.Random) -> Iterator[Call]:
    adapter = gymnasium_adapter
    names = "seat opponents rules auction reward illegal render_mode"
    yield "DouDizhuEnv", adapter.DouDizhuEnv, [], some(rng, names)
    env: Any = adapter.DouDizhuEnv(
        opponents="random",
        auction=rng.choice(["none", "points", "doubling"]),
        illegal=rng.choice(["lose", "raise"]),
        render_mode=rng.choice(["ansi", "rgb_array"]),
    )
    yield "step", env.step, [0], {}
    for _ in range(12):
        yield "reset", env.reset, [], some(rng, "seed options", 0.6)
        if env.game is None:
            continue
        yield "step", env.step, [anything(rng)], {}
        legal = np.flatnonzero(env.action_masks())
        if len(legal):
            yield "a legal step", env.step, [int(rng.choice(legal.tolist()))], {}
        yield "action_of", env.action_of, [anything(rng)], {}
        yield "render", env.render, [], {}
        seen = by_hand(env.game.observation(rng.randrange(3)), rng)
        yield "features", seen.features, [], {}


def pettingzoo_calls(rng: random.Random) -> Iterator[Call]:
    adapter = pettingzoo_adapter
    yield "raw_env", adapter.raw_env, [], some(rng, "rules auction reward actions render_mode")
    env: Any = adapter.raw_env(
        auction=rng.choice(["none", "points", "doubling"]), actions=rng.choice(["id", "index"])
    )
    env.reset(seed=rng.randrange(99))
    for _ in range(12):
        yield "reset", env.reset, [], some(rng, "seed options")
        yield "step", env.step, [anything(rng)], {}
        if env.agents:
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
            yield "a legal step", env.step, [rng.choice(legal) if legal else None], {}


def calls(rng: random.Random) -> Iterator[Call]:
    while True:
        for kind in (vector_calls, vector_env_calls, single_calls, pettingzoo_calls):
            yield from kind(rng)


def main(seed: int, number: int) -> int:
    warnings.simplefilter("ignore")
    rng = random.Random(seed)
    refused = bad = 0
    for made, (name, target, positional, options) in enumerate(calls(rng)):
        if made == number:
            break
        if "-v" in sys.argv:
            print(name, [type(each).__name__ for each in positional], list(options), flush=True)
        try:
            target(*positional, **options)
        except ALLOWED:
            refused += 1
        except Exception as error:
            bad += 1
            print(f"{name}{positional!r:.300}{options!r:.300}", file=sys.stderr)
            print("".join(traceback.format_exception(error)[-3:]), file=sys.stderr)
    print(f"{number} calls, {refused} refused")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
