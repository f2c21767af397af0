"""The random player: every legal action, equally often, the same for the same seed."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

import ddz_core as ddz
from ddz_core.agents import Agent, RandomAgent, make, names

TABLES = [
    ddz.Table(),
    ddz.Table.preset("free_kickers"),
    ddz.Table.preset("bga", discard=True, skip=True, new_deals=1),
    ddz.Table.preset("bga", players=2, auction="doubling", discard=True, short_deck=True),
]


def played(table: ddz.Table, deal: int, seed: int) -> ddz.Game:
    """A game in which every action is pushed with all checks."""
    game = ddz.Game(table, deal)
    agents = [RandomAgent(seed + seat) for seat in range(table.players)]
    while game.turn is not None:
        game.push(agents[game.turn].act(game.observation(game.turn)), game.turn)
    return game


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_plays_whole_games_and_the_same_for_the_same_seed(table: ddz.Table) -> None:
    phases = set()
    for deal in range(25):
        game = played(table, deal, seed=deal)
        assert game.record() == played(table, deal, seed=deal).record()
        phases |= {type(action) for action in game.actions}
    assert ddz.Bid in phases
    assert (ddz.Discard in phases) is table.discard


def test_other_seeds_play_otherwise() -> None:
    records = {played(ddz.Table(), 1, seed).record() for seed in range(0, 60, 3)}
    assert len(records) == 20


def chi_square(observation: ddz.Observation, draws: int) -> float:
    agent = RandomAgent(1)
    found = Counter(str(agent.act(observation)) for _ in range(draws))
    legal = [str(action) for action in observation.legal_actions]
    assert found.keys() <= set(legal)
    each = draws / len(legal)
    return sum((found[action] - each) ** 2 / each for action in legal) / (len(legal) - 1)


def test_every_legal_action_is_equally_likely_in_every_phase() -> None:
    game = ddz.Game(ddz.Table(discard=True), deal=1)
    phases = []
    for action in ("bid:3", "discard:", "discard:", "discard:", "3"):
        observation = game.observation(game.turn)
        phases.append(game.phase)
        # Of mean 1 where all are equally likely, with at least three degrees of freedom.
        assert chi_square(observation, 100 * len(observation.legal_actions)) < 2
        game.push(action)
    observation = game.observation(game.turn)
    assert observation.legal_actions[-1] == ddz.PASS
    assert chi_square(observation, 100 * len(observation.legal_actions)) < 2
    assert [phase for phase, _ in itertools.groupby(phases)] == ["auction", "discard", "play"]


def test_the_names() -> None:
    assert "random" in names()
    agent = make("random", 3)
    assert isinstance(agent, Agent)
    assert agent.name == "random"
    observation = ddz.Game("standard", deal=1).observation(2)
    same = [RandomAgent(3).act(observation) for _ in range(3)]
    assert len(set(same)) == 1
    assert make("random", 3).act(observation) == same[0]


@pytest.mark.parametrize("name", ["nobody", "", "Random"])
def test_a_name_that_there_is_not(name: str) -> None:
    with pytest.raises(ddz.InvalidArgument, match=f"no player is called {name!r}; there are ran"):
        make(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (None, "a text, not None"),
        (["random"], "a text, not"),
        ("no_such_module:Player", "No module named 'no_such_module'"),
        (":Player", "no player ':Player'"),
        ("..x:Player", "no player '..x:Player'"),
        ("random:Player", "the module has no Player"),
        ("random:", "the module has no "),
        ("math:pi", "takes no seed"),
    ],
)
def test_names_that_are_no_factory(name: object, why: str) -> None:
    with pytest.raises(ddz.InvalidArgument, match=why):
        make(name)  # type: ignore[arg-type]


def test_a_player_of_an_own_module() -> None:
    assert make("ddz_core.agents:RandomAgent", 3).name == "random"


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, "1", None, True])
def test_a_seed_that_is_none(seed: object) -> None:
    with pytest.raises(ddz.InvalidArgument, match="seed must be a whole number"):
        make("random", seed)  # type: ignore[arg-type]
    with pytest.raises(ddz.InvalidArgument, match="seed must be a whole number"):
        RandomAgent(seed)  # type: ignore[arg-type]
