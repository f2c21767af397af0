"""The RLCard adapter beside RLCard itself: equal bit by bit."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from peers import assert_same_array, assert_same_state, peer

import ddz_core as ddz
from ddz_core.adapters import rlcard as adapter

DEALS = 2_000
RULE_AGENT_GAMES = 500
PARTS = 4
"""The deals are shared out to so many tests, which may run side by side."""


def pair_of(config: dict[str, Any]) -> tuple[Any, adapter.DoudizhuEnv]:
    theirs = peer("rlcard").make("doudizhu", config)
    return theirs, adapter.make("doudizhu", config)


def leads(state: Any) -> bool:
    return "pass" not in state["raw_legal_actions"]


def assert_same_knowledge(theirs: Any, ours: Any) -> None:
    for knowledge in (theirs, ours):
        knowledge["legal_actions"] = sorted(knowledge["legal_actions"])
    assert theirs == ours


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, PARTS))]
)
def test_deals_are_rlcards_own(part: int) -> None:
    theirs, ours = pair_of({"seed": part})
    rng = random.Random(part)
    for number in range(DEALS // PARTS):
        (their_state, their_player), (our_state, our_player) = theirs.reset(), ours.reset()
        while True:
            assert their_player == our_player == ours.get_player_id()
            assert_same_state(their_state, our_state, leads(our_state))
            assert theirs.is_over() == ours.is_over()
            if ours.is_over():
                break
            id = rng.choice(list(our_state["legal_actions"]))
            their_state, their_player = theirs.step(id)
            our_state, our_player = ours.step(id)
        assert_same_array(theirs.get_payoffs(), ours.get_payoffs())
        if number % 10 == 0:
            for seat in range(3):
                assert_same_state(theirs.get_state(seat), ours.get_state(seat), True)
    assert theirs.timestep == ours.timestep


def test_steps_back_are_rlcards_own() -> None:
    theirs, ours = pair_of({"seed": 3, "allow_step_back": True})
    rng = random.Random(3)
    for _ in range(40):
        (their_state, _), (our_state, _) = theirs.reset(), ours.reset()
        assert theirs.step_back() is ours.step_back() is False
        while not ours.is_over() or rng.random() < 0.5:
            assert_same_state(their_state, our_state, leads(our_state))
            assert_same_knowledge(theirs.get_perfect_information(), ours.get_perfect_information())
            if ours.is_over() or (our_state["raw_obs"]["trace"] and rng.random() < 0.3):
                their_result, our_result = theirs.step_back(), ours.step_back()
            else:
                text = rng.choice(our_state["raw_legal_actions"])
                their_result, our_result = theirs.step(text, True), ours.step(text, True)
            (their_state, their_player), (our_state, our_player) = their_result, our_result
            assert their_player == our_player


def test_the_rule_agent_plays_alike() -> None:
    models = peer("rlcard.models.doudizhu_rule_models", "rlcard")
    theirs, ours = pair_of({"seed": 11})
    agents = models.DouDizhuRuleModelV1().agents
    for env in (theirs, ours):
        env.set_agents(agents)
    for number in range(RULE_AGENT_GAMES):
        results = []
        for env in (theirs, ours):
            np.random.seed(number)
            results.append(env.run(is_training=False))
        (their_way, their_payoffs), (our_way, our_payoffs) = results
        assert_same_array(their_payoffs, our_payoffs)
        for their_seat, our_seat in zip(their_way, our_way, strict=True):
            assert their_seat[1::2] == our_seat[1::2]
            assert len(their_seat) == len(our_seat)
            for their_state, our_state in zip(their_seat[::2], our_seat[::2], strict=True):
                assert_same_array(their_state["obs"], our_state["obs"])


def test_random_agents_run_unchanged() -> None:
    agents = peer("rlcard.agents.random_agent", "rlcard")
    env = adapter.make("doudizhu", {"seed": 1})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions)] * 3)
    for is_training in (True, False):
        trajectories, payoffs = env.run(is_training)
        assert payoffs.tolist() in ([1, 0, 0], [0, 1, 1])
        assert all(len(seat) % 2 == 1 for seat in trajectories)


def test_dmc_agents_run_unchanged() -> None:
    peer("torch")
    model = peer("rlcard.agents.dmc_agent.model", "rlcard")
    env = adapter.make("doudizhu", {"seed": 1})
    dmc = model.DMCModel(env.state_shape, env.action_shape, device="cpu")
    env.set_agents(dmc.get_agents())
    trajectories, _ = env.run(is_training=True)
    assert env.get_action_feature(trajectories[0][1]).dtype == np.int8


def test_what_the_environment_says_of_itself() -> None:
    theirs, ours = pair_of({"seed": 42})
    for name in ("name", "num_players", "num_actions", "state_shape", "action_shape", "timestep"):
        assert getattr(theirs, name) == getattr(ours, name), name
    for id in range(0, 27_472, 97):
        assert_same_array(theirs.get_action_feature(id), ours.get_action_feature(id))
    assert theirs.seed(2**70 + 5) == ours.seed(2**70 + 5) == 5
    assert_same_state(theirs.reset()[0], ours.reset()[0], True)


ABSENT = {"game", "_extract_state", "_cards2str", "_cards2str_with_suit"}
"""What RLCard's environment has and the adapter's has not: docs/adapters/rlcard.md lists it."""


def test_every_member_is_there_or_said_to_be_absent() -> None:
    theirs, ours = pair_of({"seed": 1})
    theirs.reset()
    theirs.set_agents([])
    members = {name for name in dir(theirs) if not name.startswith("__")}
    assert members - set(dir(ours)) == ABSENT
    page = Path(__file__).parents[1] / "docs" / "adapters" / "rlcard.md"
    if page.exists():  # the tests of an installed wheel have no pages beside them
        for name in members:
            assert f"`{name}`" in page.read_text(), name


def test_actions_are_decoded_as_rlcard_does() -> None:
    theirs, ours = pair_of({"seed": 2})
    assert ours._ID_2_ACTION == theirs._ID_2_ACTION
    assert ours._ACTION_2_ID == theirs._ACTION_2_ID
    for id in range(27_472):
        assert ours._decode_action(id) == theirs._decode_action(id)
    theirs.reset()
    state, _ = ours.reset()
    for _ in range(20):
        expected, found = theirs._get_legal_actions(), ours._get_legal_actions()
        assert expected.keys() == found.keys() == state["legal_actions"].keys()
        for id, feature in found.items():
            assert_same_array(expected[id], feature)
        if ours.is_over():
            break
        id = next(iter(found))
        theirs.step(id)
        state, _ = ours.step(id)


# ------------------------------------------------------- without RLCard itself


def test_a_known_deal() -> None:
    # From RLCard 1.2.0: make('doudizhu', {'seed': 1}), first reset.
    state, player = adapter.make("doudizhu", {"seed": 1}).reset()
    raw = state["raw_obs"]
    assert player == raw["self"] == raw["landlord"] == 0
    assert raw["num_cards_left"] == [20, 17, 17]
    assert state["obs"].shape == (790,)
    assert raw["current_hand"] == "3344457899TJJQQKK2BR"


def play_some(env: adapter.DoudizhuEnv, steps: int) -> Any:
    state, _ = env.reset()
    for _ in range(steps):
        state, _ = env.step(list(state["legal_actions"])[-1])
    return state


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("steps", [0, 7, 30])
def test_copies_and_pickles_go_on_alike(duplicate: Any, steps: int) -> None:
    env = adapter.make("doudizhu", {"seed": 5, "allow_step_back": True})
    play_some(env, steps)
    twin = duplicate(env)
    assert type(twin) is adapter.DoudizhuEnv
    assert_same_state(env.get_state(0), twin.get_state(0), False)
    assert env.get_perfect_information() == twin.get_perfect_information()
    if steps:
        assert_same_state(env.step_back()[0], twin.step_back()[0], False)
    assert_same_state(env.reset()[0], twin.reset()[0], False)


def test_states_are_not_shared() -> None:
    env = adapter.make("doudizhu", {"seed": 5})
    state, _ = env.reset()
    state["obs"][:] = 7
    state["raw_obs"]["trace"].append("?")
    state["raw_obs"]["actions"].clear()
    for feature in state["legal_actions"].values():
        feature[:] = 9
    fresh = env.get_state(0)
    assert fresh["obs"].max() == 1
    assert fresh["raw_obs"]["trace"] == []
    assert len(fresh["raw_obs"]["actions"]) == len(fresh["legal_actions"]) > 10
    assert max(feature.max() for feature in fresh["legal_actions"].values()) == 1


class Overwrites:
    """A generator that leaves other cards than it was given."""

    def __init__(self, left: int) -> None:
        self.left = left

    def shuffle(self, deck: Any) -> None:
        deck[5] = self.left


def test_what_is_refused() -> None:
    env = adapter.make("doudizhu", {"seed": 5})
    with pytest.raises(ddz.WrongPhase, match="call reset first"):
        env.step(0)
    state, _ = env.reset()
    record = env.get_perfect_information()
    with pytest.raises(IndexError, match="ids are 0 to 27471"):
        env.step(27_472)
    with pytest.raises(IndexError, match="no action -1"):
        env.step(-1)
    with pytest.raises(TypeError):
        env.step("3")
    with pytest.raises(ddz.IllegalPlay, match="pass"):
        env.step("pass", raw_action=True)
    with pytest.raises(ddz.InvalidArgument, match="'4333' is no action of RLCard"):
        env.step("4333", raw_action=True)
    absent = next(id for id in range(27_472) if id not in state["legal_actions"])
    with pytest.raises(ddz.IllegalPlay):
        env.step(absent)
    with pytest.raises(ddz.WrongPhase, match="allow_step_back=True"):
        env.step_back()
    with pytest.raises(IndexError, match="no player 3"):
        env.get_state(3)
    with pytest.raises(IndexError):
        env.get_action_feature(27_472)
    assert env.get_perfect_information() == record
    for action in (None, 3, ["3"], b"3", 3.5):
        with pytest.raises(ddz.InvalidArgument, match="is no action of RLCard"):
            env.step(action, raw_action=True)
    for asked in (env._decode_action, env.get_action_feature, env.step, env.get_state):
        for id in (-1, 27_472, 2**31, 2**63, -(2**63) - 1, 10**30):
            with pytest.raises(IndexError, match=str(id)):
                asked(id)
        for id in (None, "3", 3.0, [3]):
            with pytest.raises(TypeError):
                asked(id)
    with pytest.raises(ddz.InvalidArgument, match="3 agents are needed, not 0"):
        env.run()
    while not env.is_over():
        state, _ = env.step(next(iter(state["legal_actions"])))
    with pytest.raises(ddz.WrongPhase):
        env.step(27_471)
    for left in (1000, -1, 53):
        env.np_random = Overwrites(left)  # type: ignore[assignment]
        with pytest.raises(ddz.InvalidArgument, match="np_random does not shuffle"):
            env.reset()
    for config in (5, "seed", [1]):
        with pytest.raises(ddz.InvalidArgument, match="config is a mapping"):
            adapter.make("doudizhu", config)  # type: ignore[arg-type]
    with pytest.raises(ddz.InvalidArgument, match="not 'leduc-holdem'"):
        adapter.make("leduc-holdem")
    with pytest.raises(ddz.InvalidArgument, match="a seed is a whole number"):
        adapter.make("doudizhu", {"seed": -1})
    with pytest.raises(ddz.InvalidArgument, match="a seed is a whole number"):
        env.seed("1")  # type: ignore[arg-type]
