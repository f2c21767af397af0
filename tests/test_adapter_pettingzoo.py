"""The PettingZoo environment: accepted by PettingZoo's own checks, and the games of the core."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core.adapters.action_space import ActionSpace

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra pettingzoo)")
adapter = pytest.importorskip("ddz_core.adapters.pettingzoo")
checks = pytest.importorskip("pettingzoo.test")


# Observations with a mask are dictionaries; api_test lets the library's own
# environments have them by name, and warns of everybody else's.
DICTIONARIES = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)


@DICTIONARIES
@pytest.mark.parametrize("rules", ["standard", "shuttle"])
def test_api(rules: str) -> None:
    checks.api_test(adapter.env(rules=rules), num_cycles=300)


@DICTIONARIES
def test_raw_api() -> None:
    checks.api_test(adapter.raw_env(), num_cycles=100)


def test_seeds() -> None:
    checks.seed_test(adapter.env, num_cycles=60)


def test_render() -> None:
    checks.render_test(adapter.env)


def test_names() -> None:
    game = adapter.env()
    assert game.possible_agents == ["landlord_0", "peasant_0", "peasant_1"]
    assert game.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    assert game.action_space("peasant_1") is game.action_space("peasant_1")
    assert game.action_space("landlord_0").n == 24_640
    assert set(inspect.signature(adapter.raw_env.reset).parameters) == {"self", "seed", "options"}


@pytest.mark.parametrize("rules", ["standard", "free_kickers"])
def test_games_are_those_of_the_vector(rules: str) -> None:
    space = ActionSpace.compact(rules)
    rng = np.random.default_rng(1)
    game = adapter.raw_env(rules)
    for seed in range(12):
        games = ddz.VectorGame(1, seed, rules)
        game.reset(seed=seed)
        while True:
            _, legal = games.legal()
            seat = int(games.turn[0])
            assert game.agent_selection == adapter.AGENTS[seat]
            seen = game.observe(game.agent_selection)
            assert (seen["observation"] == games.observe()[0]).all()
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(space.ids(legal))
            for other in {0, 1, 2} - {seat}:
                assert not game.observe(adapter.AGENTS[other])["action_mask"].any()
            choice = int(rng.integers(len(legal)))
            game.step(int(space.ids(legal[[choice]])[0]))
            points, ended = games.step(np.array([choice]))
            if ended[0]:
                assert [game.rewards[agent] for agent in adapter.AGENTS] == points[0].tolist()
                assert all(game.terminations.values())
                break


def test_seeds_are_deal_numbers() -> None:
    game = adapter.env()
    for number in (7, 8):
        # Without a seed the next deal follows.
        game.reset(seed=7 if number == 7 else None)
        landlord = ddz.deal(number).hands[0] + ddz.deal(number).bottom
        seen = game.observe("landlord_0")["observation"]
        assert seen[:15].tolist() == landlord.counts.tolist()
    game.reset(seed=2**64 - 1)
    game.reset()
    assert game.unwrapped.render_mode is None
    for wrong in (-1, 2**64, 1.5, True):
        with pytest.raises(ValueError, match=str(wrong)):
            game.reset(seed=wrong)


def test_agents_see_the_same_table() -> None:
    game = adapter.raw_env()
    game.reset(seed=3)
    bottom = game.observe("landlord_0")["observation"][45:60].copy()
    landlords = np.zeros(15, np.uint8)
    for _ in range(20):
        before = game.observe("landlord_0")["observation"][:15]
        game.step(int(np.flatnonzero(game.last()[0]["action_mask"])[0]))
        landlords += before - game.observe("landlord_0")["observation"][:15]
    led = int(np.minimum(landlords, bottom).sum())
    rows = game.state().reshape(3, 114)
    for seat, row in enumerate(rows):
        assert (row == game.observe(adapter.AGENTS[seat])["observation"]).all()
        # Peasants have seen the bottom, and know what of it the landlord still holds.
        others = rows[(seat + 1) % 3, :15] + rows[(seat + 2) % 3, :15]
        kept = others - row[15:30]
        assert (kept <= row[45:60] * (seat > 0)).all()
        assert seat == 0 or kept.sum() == 3 - led
    assert (rows[0, 60:75] == rows[1, 60:75]).all()


def test_rendering() -> None:
    game = adapter.env(render_mode="ansi")
    game.reset(seed=1)
    assert game.render().splitlines()[1].startswith("> landlord_0 3356699TTJQQQKKA22BR")
    game = adapter.env(render_mode="rgb_array")
    game.reset(seed=1)
    first = game.render()
    assert first.shape == (124, 484, 3)
    game.step(0)
    assert (game.render() != first).any()


def test_human_rendering_prints(capsys: pytest.CaptureFixture[str]) -> None:
    game = adapter.env(render_mode="human")
    game.reset(seed=1)
    game.step(int(np.flatnonzero(game.observe("landlord_0")["action_mask"])[0]))
    assert "> peasant_0" in capsys.readouterr().out
    while game.agents:
        observation, _, over, _, _ = game.last()
        game.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    assert "has won" in capsys.readouterr().out


def test_no_render_mode_warns() -> None:
    game = adapter.env()
    game.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert game.render() is None
    with pytest.raises(ValueError, match="film"):
        adapter.env(render_mode="film")


def test_illegal_actions() -> None:
    raw: Any = adapter.raw_env()
    raw.reset(seed=1)
    before = raw.render_mode, raw.state().tobytes()
    passing = raw.action_space("landlord_0").n - 1
    for wrong in (passing, passing + 1, -1, 0.5, None, True):
        with pytest.raises(ValueError, match=str(wrong)):
            raw.step(wrong)
    assert (raw.render_mode, raw.state().tobytes()) == before
    game = adapter.env()
    game.reset(seed=1)
    with pytest.raises(AssertionError):
        game.step(passing + 1)
    game.step(passing)  # the wrapper warns, and ends the deal
    assert all(game.terminations.values())
    assert game.rewards["landlord_0"] == -1


def test_order_and_end() -> None:
    game = adapter.env()
    with pytest.raises(AttributeError, match="reset"):
        _ = game.rewards
    game.reset(seed=1)
    for _ in game.agent_iter():
        observation, _, over, _, _ = game.last()
        game.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    assert not game.agents
    raw = adapter.raw_env()
    raw.reset(seed=1)
    while not raw.terminations[raw.agent_selection]:
        raw.step(int(np.flatnonzero(raw.last()[0]["action_mask"])[0]))
    with pytest.raises(ValueError, match="None"):
        raw.step(0)


def test_a_missing_package_names_the_extra() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import ddz_core.adapters.pettingzoo"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'pip install "ddz-core[pettingzoo]"' in run.stderr
