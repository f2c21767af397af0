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
    for wrong in (-1, 2**64, 1.5, True, np.array(True), "1"):
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
    assert first.shape == (376, 494, 3)
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


AUCTIONS = ("points", "doubling")
OPTIONS = [
    {"actions": "index"},
    {"auction": "points", "reward": "wp"},
    {"auction": "doubling", "reward": "logadp", "actions": "index"},
]


@DICTIONARIES
@pytest.mark.parametrize("options", OPTIONS)
def test_api_with_options(options: dict[str, Any]) -> None:
    checks.api_test(adapter.env(**options), num_cycles=200)
    checks.seed_test(lambda **given: adapter.env(**options, **given), num_cycles=40)
    checks.render_test(lambda **given: adapter.env(**options, **given))


@pytest.mark.parametrize("zero", [0, np.array(0), np.int8(0), np.array([0])[0]])
def test_actions_are_what_the_space_contains(zero: Any) -> None:
    for game in (adapter.env(), adapter.raw_env()):
        game.reset(seed=1)
        assert zero in game.action_space("landlord_0")
        game.step(zero)
        assert game.agent_selection == "peasant_0"


def random_deals(options: dict[str, Any], deals: int) -> Any:
    """Deals of random legal actions: yields the environment before each and at the end."""
    game = adapter.raw_env(**options)
    rng = np.random.default_rng(1)
    for seed in range(deals):
        game.reset(seed=seed)
        while not any(game.terminations.values()):
            yield game
            mask = game.observe(game.agent_selection)["action_mask"]
            game.step(rng.choice(np.flatnonzero(mask)))
        yield game


@pytest.mark.parametrize("auction", ["none", *AUCTIONS])
def test_infos_have_the_legal_ids_of_whoever_is_to_act(auction: str) -> None:
    for by_index in (False, True):
        options = {"auction": auction, "actions": "index" if by_index else "id"}
        for game in random_deals(options, 8):
            over = any(game.terminations.values())
            mover = game.agent_selection
            for agent in game.agents:
                mask = game.observe(agent)["action_mask"]
                info = game.infos[agent]
                if over or agent != mover:
                    assert (info, mask.any()) == ({}, False)
                    continue
                ids = info["legal_ids"]
                assert ids.dtype == np.int32
                places = np.arange(len(ids)) if by_index else np.sort(ids)
                assert np.flatnonzero(mask).tolist() == places.tolist()


@pytest.mark.parametrize("reward", ["points", "wp", "adp", "logadp"])
@pytest.mark.parametrize("auction", ["none", *AUCTIONS])
def test_deals_with_an_auction_are_those_of_a_game(auction: str, reward: str) -> None:
    first_bidder = 0 if auction == "none" else None
    table = ddz.Table(auction=auction, first_bidder=first_bidder)
    game = adapter.raw_env(auction=auction, reward=reward)
    stakes = {"points": (1, 2, 3), "doubling": (1, 2, 4, 8)}.get(auction, ())
    space = ActionSpace.compact("standard")
    rng = np.random.default_rng(4)
    for seed in range(15):
        same = ddz.Game(table, seed)
        game.reset(seed=seed)
        while not same.is_over:
            assert game.agent_selection[-1] == str(same.turn) or auction == "none"
            for seat, agent in enumerate(game.possible_agents):
                seen = game.observe(agent)["observation"]
                if same.landlord is not None:
                    expected = same.observation(seat).features()
                    assert seen[:114].tolist() == expected.tolist()
                assert len(seen) == (114 if auction == "none" else 118)
            legal = same.legal_actions()
            ids = [
                space.n + stakes.index(each.stake)
                if isinstance(each, ddz.Bid)
                else space.id_of(each)
                for each in legal
            ]
            assert sorted(game.infos[game.agent_selection]["legal_ids"].tolist()) == sorted(ids)
            choice = int(rng.integers(len(legal)))
            same.push(legal[choice])
            game.step(ids[choice])
        result = same.result
        assert result is not None
        bombs = result.bombs + result.rockets
        sizes = {"wp": 1, "adp": 2**bombs, "logadp": bombs + 1}
        for agent, points in zip(game.possible_agents, result.points, strict=True):
            sized = points if reward == "points" else int(np.sign(points)) * sizes[reward]
            assert game.rewards[agent] == sized


def test_bidders_see_what_was_bid() -> None:
    game = adapter.raw_env(auction="points")
    game.reset(seed=1)  # seat 2 bids first, then seat 0
    assert game.agent_selection == "player_2"
    game.step(game.action_space("player_2").n - 4)  # the pass
    game.step(24_641)  # bid 2
    assert game.observe("player_1")["observation"][114:].tolist() == [2, 0, 1, 3]
    assert game.observe("player_0")["observation"][114:].tolist() == [2, 3, 0, 1]
    # Nobody is the landlord yet: the role is 3, and no bottom is shown.
    assert game.observe("player_1")["observation"][108] == 3
    assert not game.observe("player_1")["observation"][45:60].any()
    assert game.observe("player_1")["observation"][105:108].tolist() == [17, 17, 17]


def test_all_pass_and_the_cards_are_dealt_again() -> None:
    game, same = adapter.raw_env(auction="points"), ddz.Game("standard", deal=3)
    game.reset(seed=3)
    for _ in range(3):
        same.push("pass")
        game.step(24_639)
    assert same.public.new_deals == 1
    assert game.agent_selection == f"player_{same.turn}"
    for seat in range(3):
        hand = game.observe(f"player_{seat}")["observation"][:15]
        assert hand.tolist() == same.hands[seat].counts.tolist()


@pytest.mark.parametrize(
    "wrong", [{"auction": "english"}, {"reward": "money"}, {"actions": "word"}, {"rules": "nope"}]
)
def test_options_that_cannot_be(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong.values()))):
        adapter.raw_env(**wrong)


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
