"""The DouZero adapter: against arrays that DouZero wrote, and beside DouZero itself.

DouZero is no test dependency, since it would bring PyTorch along; what needs it is
skipped without it (``pip install --no-deps douzero==1.1.0``). The arrays of
make_douzero_arrays.py are always there.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from conftest import DATA
from douzero_digests import rows_digest
from peers import peer

import ddz_core as ddz
from ddz_core._core.douzero_arrays import POSITIONS
from ddz_core._core.douzero_cards import cards_of, hand_of
from ddz_core._core.move_ids import deck_plays
from ddz_core.adapters import douzero as adapter
from ddz_core.adapters.douzero_strict import strict_legal_actions

DEALS = 120
"""A deal is some 60 positions."""

DECK = ddz.Hand(0x0114444444444444)


def packed(cards: list[int]) -> int:
    return hand_of(cards).packed


def assert_same_array(theirs: Any, ours: Any) -> None:
    assert theirs.dtype == ours.dtype
    assert theirs.shape == ours.shape
    assert theirs.tobytes() == ours.tobytes()


def assert_same_obs(theirs: Any, ours: Any) -> None:
    assert list(theirs) == list(ours)
    assert theirs["position"] == ours["position"]
    assert theirs["legal_actions"] == ours["legal_actions"]
    for name in ("x_batch", "z_batch", "x_no_action", "z"):
        assert_same_array(theirs[name], ours[name])


# ------------------------------------------------------------- golden arrays


def test_a_thousand_positions_are_as_douzero_wrote_them() -> None:
    with np.load(DATA / "douzero_arrays.npz") as file:
        golden = dict(file)
    assert len(golden["actions"]) >= 1_000
    bounds = [*golden["first_rows"], len(golden["actions"])]
    for seed, start, stop in zip(golden["seeds"], bounds, bounds[1:], strict=False):
        np.random.seed(int(seed))
        env = adapter.Env("wp")
        obs: dict[str, Any] | None = env.reset()
        for row in range(start, stop):
            assert obs is not None
            legal = [packed(move) for move in obs["legal_actions"]]
            expected = golden["legal"][golden["indptr"][row] : golden["indptr"][row + 1]]
            assert len(legal) == len(set(legal))
            assert sorted(legal) == expected.tolist()
            size = 319 if obs["position"] == "landlord" else 430
            x = np.unpackbits(golden["x"][row])[:size].astype(np.int8)
            assert_same_array(x, obs["x_no_action"])
            z = np.unpackbits(golden["z"][row])[:810].astype(np.int8).reshape(5, 162)
            assert_same_array(z, obs["z"])
            assert (rows_digest(obs, packed) == golden["digests"][row]).all()
            assert_same_obs(obs, adapter.get_obs(env.infoset))
            obs, reward, done, info = env.step(cards_of(ddz.Hand(int(golden["actions"][row]))))
            assert info == {}
        assert obs is None
        assert done
        assert abs(reward) == 1.0


# ------------------------------------------------------------- beside DouZero


@pytest.mark.parametrize("objective", ["wp", "adp", "logadp"])
def test_strict_deals_are_douzeros_own(objective: str) -> None:
    theirs = peer("douzero.env").Env(objective)
    ours = adapter.Env(objective, strict_compat=True)
    rng = random.Random(objective)
    for seed in range(DEALS // 3):
        np.random.seed(seed)
        their_obs = theirs.reset()
        np.random.seed(seed)
        our_obs = ours.reset()
        done = False
        while not done:
            assert_same_obs(their_obs, our_obs)
            assert vars(theirs.infoset) == vars(ours.infoset)
            action = rng.choice(our_obs["legal_actions"])
            their_obs, their_reward, their_done, _ = theirs.step(action)
            our_obs, our_reward, done, _ = ours.step(action)
            assert (their_reward, their_done) == (our_reward, done)
        assert our_obs is None


def test_game_envs_play_alike() -> None:
    game = peer("douzero.env.game")

    class Chooser:
        def __init__(self) -> None:
            self.rng = random.Random(9)

        def act(self, infoset: Any) -> list[int]:
            choice: list[int] = self.rng.choice(infoset.legal_actions)
            return choice

    theirs = game.GameEnv(dict.fromkeys(POSITIONS, Chooser()))
    ours = adapter.GameEnv(dict.fromkeys(POSITIONS, Chooser()), strict_compat=True)
    rng = random.Random(4)
    for _ in range(DEALS // 3):
        deck = cards_of(DECK)
        rng.shuffle(deck)
        data = {
            "landlord": sorted(deck[:20]),
            "landlord_up": sorted(deck[20:37]),
            "landlord_down": sorted(deck[37:]),
            "three_landlord_cards": sorted(deck[17:20]),
        }
        kept = copy.deepcopy(data)
        ours.card_play_init(data)
        theirs.card_play_init(copy.deepcopy(data))
        while not ours.game_over:
            assert vars(theirs.game_infoset) == vars(ours.game_infoset)
            for name in ("acting_player_position", "last_pid", "bomb_num", "played_cards"):
                assert getattr(theirs, name) == getattr(ours, name), name
            for name in ("card_play_action_seq", "three_landlord_cards", "last_move_dict"):
                assert getattr(theirs, name) == getattr(ours, name), name
            assert theirs.get_last_move() == ours.get_last_move()
            assert theirs.get_last_two_moves() == ours.get_last_two_moves()
            theirs.step()
            ours.step()
        assert theirs.game_over
        assert data == kept
        for name in ("num_wins", "num_scores", "player_utility_dict"):
            assert getattr(theirs, name) == getattr(ours, name), name
        assert theirs.get_winner() == ours.get_winner()
        assert theirs.get_bomb_num() == ours.get_bomb_num()
        theirs.reset()
        ours.reset()


def test_generators_list_the_same_moves() -> None:
    generator = peer("douzero.env.move_generator")
    rng = random.Random(5)
    deck = cards_of(DECK)
    for _ in range(60):
        hand = sorted(rng.sample(deck, rng.choice([9, 17, 20])))
        theirs = generator.MovesGener(hand)
        ours, strict = adapter.MovesGener(hand), adapter.MovesGener(hand, strict_compat=True)
        for name in [name for name in dir(theirs) if name.startswith("gen_")]:
            is_chain = "serial" in name
            lengths = [(), (2,), (3,), (5,)] if is_chain else [()]
            for length in lengths:
                expected = getattr(theirs, name)(*length)
                assert getattr(strict, name)(*length) == expected
                moves = getattr(ours, name)(*length)
                assert moves == [sorted(move) for move in moves]
                assert sorted(map(tuple, moves)) == sorted({tuple(sorted(m)) for m in expected})


def test_detectors_differ_in_the_faults_alone() -> None:
    detector = peer("douzero.env.move_detector")
    differ: Counter[tuple[int, int]] = Counter()
    plays = np.unique(deck_plays("douzero")["cards"]).tolist()
    assert len(plays) == 29_984
    for cards in plays:
        move = cards_of(ddz.Hand(cards))
        theirs, ours = detector.get_move_type(move), adapter.get_move_type(move)
        assert adapter.get_move_type(move, strict_compat=True) == theirs
        if theirs != ours:
            differ[theirs["type"], ours["type"]] += 1
            assert ours["len"] in (4, 5)
            assert max(Counter(kickers_of(move, ours)).values()) >= 3
    # Chains of four and five with a trio or a quad among the kickers.
    assert differ == {(adapter.TYPE_15_WRONG, adapter.TYPE_11_SERIAL_3_1): 811 + 3_027}


def kickers_of(move: list[int], kind: dict[str, int]) -> list[int]:
    body = range(kind["rank"], kind["rank"] + kind["len"])
    return [card for card in move if card not in body]


def test_detectors_agree_on_what_is_no_move() -> None:
    detector = peer("douzero.env.move_detector")
    rng = random.Random(6)
    deck = cards_of(ddz.Hand("33334444555566AA22BR"))
    for _ in range(5_000):
        move = sorted(rng.sample(deck, rng.randint(0, 9)))
        theirs = detector.get_move_type(move)
        assert adapter.get_move_type(move, strict_compat=True) == theirs
        if adapter.get_move_type(move) != theirs:
            # DouZero takes 33334 for a trio with a pair, 33334444 for a quad with pairs.
            quads = Counter(Counter(move).values())[4]
            assert (len(move), quads) in ((5, 1), (8, 2))
            assert adapter.get_move_type(move) == {"type": adapter.TYPE_15_WRONG}


# --------------------------------------------------------------- the faults


def start(*hands: str, strict: bool = False) -> adapter.Env:
    """A deal from three hands in the order of play."""
    env = adapter.Env("wp", strict_compat=strict)
    env.start(*(cards_of(ddz.Hand(hand)) for hand in hands), [])
    return env


def test_no_action_comes_twice() -> None:
    hand = cards_of(ddz.Hand("33334445556678"))
    strict = strict_legal_actions(hand, [])
    ours = start("33334445556678", "9", "9").legal_actions
    assert len(strict) > len(set(map(tuple, strict)))
    assert sorted(ours) == sorted(map(list, set(map(tuple, strict))))


@pytest.mark.parametrize("strict", [False, True])
def test_a_trio_among_the_kickers_sets_no_rank(strict: bool) -> None:
    env = start("333444555KKK9", "66677788849T", "T", strict=strict)
    env.play(cards_of(ddz.Hand("333444555KKK")))
    assert (cards_of(ddz.Hand("66677788849T")) in env.legal_actions) == (not strict)


@pytest.mark.parametrize("strict", [False, True])
def test_a_chain_of_four_with_a_trio_is_known(strict: bool) -> None:
    env = start("33344455566688897", "999TTTJJJQQQAAAK", "2", strict=strict)
    lead = cards_of(ddz.Hand("3334445556668889"))
    assert lead in env.legal_actions
    env.play(lead)
    assert (cards_of(ddz.Hand("999TTTJJJQQQAAAK")) in env.legal_actions) == (not strict)
    found = adapter.get_move_type(lead, strict_compat=strict)
    wrong = {"type": adapter.TYPE_15_WRONG}
    assert found == (wrong if strict else {"type": 11, "rank": 3, "len": 4})


def test_four_trios_are_what_they_have_to_be() -> None:
    trios = cards_of(ddz.Hand("333444555666"))
    env = start("3334445556667", "777888999TTT", "JJQQKKAA2")
    assert env.legal_actions.count(trios) == 1
    env.play(trios)
    # Led they are a chain of four, and following a chain of three with kickers.
    assert env.legal_actions == [cards_of(ddz.Hand("777888999TTT")), []]
    env = start("333444555678K", "999TTTJJJQQQ2", "7")
    env.play(cards_of(ddz.Hand("333444555678")))
    assert cards_of(ddz.Hand("999TTTJJJQQQ")) in env.legal_actions


# ------------------------------------------------------------ what is refused


def test_what_is_refused() -> None:
    env = adapter.Env("adp")
    with pytest.raises(ddz.WrongPhase, match="start one first"):
        env.step([3])
    np.random.seed(1)
    obs = env.reset()
    before = vars(env.infoset)
    for action in ([], [3, 4], [3] * 5, [20, 20]):
        with pytest.raises(AssertionError, match="not among the"):
            env.step(action)
        with pytest.raises(ddz.IllegalPlay):
            env.step(action)
    with pytest.raises(ddz.InvalidCards, match="15 is no card of DouZero"):
        env.step([15])
    assert vars(env.infoset) == before
    done = False
    while not done:
        obs, _, done, _ = env.step((obs or {})["legal_actions"][0])
    with pytest.raises(ddz.WrongPhase):
        env.step([3])
    with pytest.raises(ddz.InvalidArgument, match="no objective 'win'"):
        adapter.Env("win")
    with pytest.raises(ddz.InvalidCards, match="landlord_down must hold"):
        env.start([3], [], [4], [])
    with pytest.raises(ddz.InvalidCards, match="5 times 3"):
        env.start([3, 3, 3], [3, 3], [4], [])
    with pytest.raises(ValueError, match="no winner yet"):
        adapter.GameEnv({}).get_winner()
    with pytest.raises(AttributeError, match="no attribute 'winner'"):
        adapter.GameEnv({}).winner  # noqa: B018
    info = adapter.InfoSet("farmer")
    info.legal_actions = []
    with pytest.raises(ddz.InvalidArgument, match="no position 'farmer'"):
        adapter.get_obs(info)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("steps", [0, 1, 9])
def test_copies_and_pickles_go_on_alike(strict: bool, duplicate: Any, steps: int) -> None:
    np.random.seed(2)
    env = adapter.Env("logadp", strict_compat=strict)
    obs: Any = env.reset() if steps else None
    for _ in range(steps):
        obs, _, _, _ = env.step(obs["legal_actions"][-1])
    twin = duplicate(env)
    assert type(twin) is adapter.Env
    assert twin.objective == "logadp"
    done = steps == 0
    while not done:
        assert_same_obs(env.observe(), twin.observe())
        assert vars(env.infoset) == vars(twin.infoset)
        action = env.legal_actions[0]
        _, reward, done, _ = env.step(action)
        assert twin.step(action)[1:3] == (reward, done)
    env.reset()
    twin.reset()


def test_rewards_count_bombs() -> None:
    for objective, reward in (("wp", 1.0), ("adp", 4.0), ("logadp", 3.0)):
        env = adapter.Env(objective)
        env.start(*([3, 3, 3, 3, 20, 30, 5], [4, 4], [6, 6]), [])
        for action in ([3, 3, 3, 3], [], [], [20, 30], [], []):
            assert env.step(action)[1:] == (0.0, False, {})
        assert env.step([5])[1:3] == (reward, True)
        env.start([5, 5, 5, 6], [4, 7], [8], [])
        env.step([6])
        env.step([7])
        assert env.step([8])[1] == -1.0
