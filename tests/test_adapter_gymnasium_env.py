"""One deal for one learner: accepted by Gymnasium's own check, and the game of the core."""

from __future__ import annotations

import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed (extra gymnasium)")
adapter = pytest.importorskip("ddz_core.adapters.gymnasium")
checker = pytest.importorskip("gymnasium.utils.env_checker")

ID = "ddz_core/DouDizhu-v0"
SEATS = ("landlord", "peasant_0", "peasant_1")
AUCTIONS = ("points", "doubling")


def made(**options: Any) -> Any:
    return gymnasium.make(ID, **{"opponents": "random", **options}).unwrapped


def first_legal(env: Any) -> int:
    return int(np.flatnonzero(env.action_masks())[0])


def played(env: Any, rng: np.random.Generator, **options: Any) -> tuple[list[Any], float]:
    """A deal of random legal actions: what was seen, and the reward."""
    seen, info = env.reset(**options)
    rows, reward, over = [seen.tobytes()], 0.0, False
    while not over:
        assert reward == 0
        mask = env.action_masks()
        assert (info["action_mask"] == mask).all()
        action = int(rng.choice(np.flatnonzero(mask)))
        seen, reward, over, cut, info = env.step(action)
        assert not cut
        rows.append(seen.tobytes())
    return rows, reward


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"opponents": "normal", "seat": "peasant_0"},
        {"seat": "peasant_1", "rules": "shuttle", "reward": "wp"},
        {"auction": "points", "seat": 1, "reward": "adp"},
        {"auction": "doubling", "reward": "logadp", "opponents": ("easy", "random")},
    ],
)
def test_gymnasium_accepts_it(options: dict[str, Any]) -> None:
    checker.check_env(made(**options))


def test_it_passes_with_its_wrappers() -> None:
    # The checker of every step, and the one for the order of calls.
    env = gymnasium.make(ID, opponents="random")
    env.reset(seed=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        gymnasium.make(ID, opponents="random").step(0)
    for _ in range(30):
        mask = env.unwrapped.action_masks()
        _, _, over, _, info = env.step(env.action_space.sample(mask.view(np.int8)))
        if over:
            _, info = env.reset()
        assert (info["action_mask"] == env.unwrapped.action_masks()).all()


@pytest.mark.parametrize("reward", ["points", "wp", "adp", "logadp"])
@pytest.mark.parametrize("auction", ["none", *AUCTIONS])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_rewards_are_those_of_the_seat(seat: int, auction: str, reward: str) -> None:
    env = made(seat=seat, auction=auction, reward=reward)
    rng = np.random.default_rng(seat)
    signs = set()
    for number in range(25):
        _, paid = played(env, rng, seed=number)
        result = env.game.result
        assert result is not None
        points = result.points[seat]
        sign = np.sign(points)
        bombs = sum(each in ("bomb", "rocket", "bomb chain") for each in result.doublings)
        expected = {"points": points, "wp": sign, "adp": sign * 2**bombs}
        assert paid == expected.get(reward, sign * (bombs + 1))
        signs.add(sign)
    assert {-1, 1} <= signs  # losses are seen too


@pytest.mark.parametrize("auction", ["none", *AUCTIONS])
def test_what_is_seen_is_the_observation_of_the_seat(auction: str) -> None:
    env = made(seat=1, auction=auction)
    rng = np.random.default_rng(3)
    for number in range(10):
        row, _ = env.reset(seed=number)
        while True:
            seen = env.game.observation(1)
            assert row[:114].tolist() == seen.features().tolist()
            assert len(row) == (114 if auction == "none" else 118)
            if auction != "none":
                stakes = (1, 2, 3) if auction == "points" else (1, 2, 4, 8)
                called = {each.seat: each.action for each in seen.bids}
                said = [
                    0
                    if (call := called.get(k)) is None
                    else 1
                    if call == ddz.PASS
                    else 2 + stakes.index(call.stake)
                    for k in (1, 2, 0)
                ]
                highest = 1 + stakes.index(seen.stake) if seen.stake else 0
                assert row[114:].tolist() == [highest, *said]
            if env.game.is_over:
                break
            legal = {str(env.action_of(int(k))) for k in np.flatnonzero(env.action_masks())}
            assert legal == set(map(str, seen.legal_actions))
            row = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))[0]
        assert not env.action_masks().any()


def test_seats_by_name_and_by_number() -> None:
    for number, name in enumerate(SEATS):
        env = made(seat=name)
        env.reset(seed=7)
        assert env.seat == number
        assert env.game.turn == number
        assert env.game.landlord == 0
        assert env.game.deal == 7
    assert made().seat == made(auction="points").seat == 0
    assert made(seat=np.int64(2)).seat == 2


def test_opponents_by_name() -> None:
    env = made(seat="peasant_0", opponents=("hard", "easy"))
    env.reset(seed=1)
    assert {seat: agent.name for seat, agent in env._players.items()} == {2: "hard", 0: "easy"}
    assert made(opponents="normal").opponents == ("normal", "normal")


def test_the_same_seed_is_the_same_deal_and_the_same_opponents() -> None:
    runs = []
    for _ in range(2):
        env = made(seat="peasant_1", opponents="easy")
        rng = np.random.default_rng(1)
        runs.append([played(env, rng, seed=5), played(env, rng), played(env, rng)])
    assert runs[0] == runs[1]
    assert runs[0][1] != runs[0][2]


def test_illegal_actions_lose_or_raise() -> None:
    env = made()
    env.reset(seed=1)
    passing = env.action_space.n - 1
    _, reward, over, cut, info = env.step(passing)
    assert (reward, over, cut) == (-1, True, False)
    assert "pass, is not legal" in info["illegal"]
    assert not env.action_masks().any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env = made(illegal="raise")
    before, _ = env.reset(seed=1)
    for wrong in (passing, passing + 1, -1, None, 0.5, True, "0", 2**70):
        with pytest.raises(ValueError, match="action"):
            env.step(wrong)
    assert env.game.observation(0).features().tolist() == before.tolist()
    for right in (np.int64(first_legal(env)), np.array(first_legal(env))):
        env.reset(seed=1)
        env.step(right)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"seat": 3}, "3"),
        ({"seat": "farmer"}, "farmer"),
        ({"seat": True}, "True"),
        ({"seat": 1.0}, "1.0"),
        ({"seat": "landlord", "auction": "points"}, "landlord"),
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ("normal",)}, "normal"),
        ({"opponents": 5}, "5"),
        ({"opponents": None}, "None"),
        ({"rules": "nope"}, "nope"),
        ({"auction": "english"}, "english"),
        ({"auction": None}, "None"),
        ({"reward": "money"}, "money"),
        ({"reward": ["wp"]}, "wp"),
        ({"illegal": "ignore"}, "ignore"),
        ({"render_mode": "film"}, "film"),
    ],
)
def test_options_that_cannot_be(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        adapter.DouDizhuEnv(**{"opponents": "random", **wrong})


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True, "1"])
def test_seeds_are_deal_numbers(seed: Any) -> None:
    env = made()
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    env.reset(seed=2**64 - 1)
    assert env.game.deal == 2**64 - 1


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = made(render_mode="ansi")
    env.reset(seed=1)
    assert env.render().splitlines()[:2] == [
        "deal 1, bottom TQ2",
        "> landlord   356699TJTQQQKKA22BR".replace("356699TJTQQQ", "3356699TTJQQQ"),
    ]
    env = made(render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (376, 494, 3)
    env = made(render_mode="human", auction="points")
    played(env, np.random.default_rng(1), seed=1)
    assert "seat 0" in capsys.readouterr().out
    env = made()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_pickles_play_on() -> None:
    env = made(opponents="normal")
    env.reset(seed=3)
    again = pickle.loads(pickle.dumps(env))
    rng = [np.random.default_rng(1) for _ in range(2)]
    over = False
    while not over:
        steps = []
        for each, drawn in zip((env, again), rng, strict=True):
            steps.append(each.step(int(drawn.choice(np.flatnonzero(each.action_masks())))))
        assert steps[0][0].tobytes() == steps[1][0].tobytes()
        assert steps[0][1:4] == steps[1][1:4]
        over = steps[0][2]


# ---------------------------------------------------------------- registration


def test_many_at_once() -> None:
    envs = gymnasium.make_vec(ID, num_envs=3, opponents="random", seat="peasant_0")
    observations, infos = envs.reset(seed=5)
    assert observations.shape == (3, 114)
    assert [env.unwrapped.game.deal for env in envs.envs] == [5, 6, 7]
    rewards: list[float] = []
    for _ in range(120):
        legal = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in infos["action_mask"]]
        _, paid, _, _, infos = envs.step(np.array(legal))
        rewards += paid[paid != 0].tolist()
    assert min(rewards) < 0 < max(rewards)


def test_the_vector_by_its_name() -> None:
    envs = gymnasium.make_vec("ddz_core/DouDizhuVector-v0", num_envs=4, seat="landlord")
    assert isinstance(envs.unwrapped, adapter.DdzVectorEnv)
    assert envs.spec.id == "ddz_core/DouDizhuVector-v0"
    assert envs.reset(seed=1)[0].shape == (4, 114)


def test_gymnasium_finds_them_when_this_package_is_installed() -> None:
    pyproject = (Path(__file__).parents[1] / "pyproject.toml").read_text()
    line = 'ddz_core = "ddz_core.adapters._gymnasium_registry:register"'
    assert f'[project.entry-points."gymnasium.envs"]\n{line}\n' in pyproject
    registry = import_module("ddz_core.adapters._gymnasium_registry")
    assert callable(registry.register)


@pytest.mark.parametrize(
    "statement",
    [
        "import ddz_core.adapters.gymnasium",
        # As Gymnasium itself calls a plugin.
        "from ddz_core.adapters._gymnasium_registry import register\n"
        "from gymnasium.envs.registration import namespace\n"
        "with namespace('ddz_core'): register()\nregister()",
    ],
)
def test_one_line_registers(statement: str) -> None:
    code = (
        f"import gymnasium\n{statement}\n"
        "env = gymnasium.make('ddz_core/DouDizhu-v0', seat='landlord', opponents='normal')\n"
        "print(env.reset(seed=1)[0].sum())\n"
        "print(gymnasium.make_vec('ddz_core/DouDizhuVector-v0', num_envs=2).num_envs)\n"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split()[-1] == "2"


def test_the_module_may_stand_before_the_name() -> None:
    code = (
        "import gymnasium\n"
        "gymnasium.make('ddz_core.adapters.gymnasium:ddz_core/DouDizhu-v0').reset(seed=1)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_rlcard_takes_it_in_by_one_line() -> None:
    rlcard = pytest.importorskip("rlcard", reason="rlcard is not installed (extra test)")
    registration = import_module("rlcard.envs.registration")
    if "ddz_core-doudizhu" not in registration.registry.env_specs:
        registration.register("ddz_core-doudizhu", "ddz_core.adapters.rlcard:DoudizhuEnv")
    ours = rlcard.make("ddz_core-doudizhu", config={"seed": 42})
    theirs = rlcard.make("doudizhu", config={"seed": 42})
    assert type(ours).__module__ == "ddz_core.adapters.rlcard"
    assert (ours.reset()[0]["obs"] == theirs.reset()[0]["obs"]).all()
