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
from ddz_core._core.douzero import DealState
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
    with pytest.raises(AttributeError, match="no attribute 'winners'"):
        adapter.GameEnv({}).winners  # noqa: B018
    info = env.infoset
    info.player_position = "farmer"
    with pytest.raises(ddz.InvalidArgument, match="no position 'farmer'"):
        adapter.get_obs(info)


NO_CARDS: list[tuple[Any, type[Exception], str]] = [
    ([3] * 5, ddz.InvalidCards, "3 comes 5 times"),
    ([20, 20], ddz.InvalidCards, "20 comes 2 times"),
    ([3.9], ddz.InvalidCards, r"3\.9 is no card"),
    ([15], ddz.InvalidCards, "15 is no card"),
    ([-1], ddz.InvalidCards, "-1 is no card"),
    ([2**70], ddz.InvalidCards, "is no card"),
    ([True], ddz.InvalidCards, "True is no card"),
    ([None], ddz.InvalidCards, "None is no card"),
    ([[3]], ddz.InvalidCards, r"\[3\] is no card"),
    ("345", ddz.InvalidCards, "'3' is no card"),
    (np.array([3.0]), ddz.InvalidCards, "is no card"),
    (None, ddz.InvalidArgument, "a list of numbers, not None"),
    (7, ddz.InvalidArgument, "a list of numbers, not 7"),
]


@pytest.mark.parametrize(("cards", "error", "words"), NO_CARDS)
@pytest.mark.parametrize(
    "asked",
    [
        adapter.cards2array,
        hand_of,
        adapter.MovesGener,
        lambda cards: adapter.MovesGener(cards, strict_compat=True),
    ],
)
def test_no_cards(asked: Any, cards: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        asked(cards)


@pytest.mark.parametrize("strict", [False, True])
def test_judging_no_cards(strict: bool) -> None:
    for cards, error, words in NO_CARDS[2:]:
        with pytest.raises(error, match=words):
            adapter.get_move_type(cards, strict_compat=strict)
    # So many there may be in a list; they are no move.
    assert adapter.get_move_type([3] * 5, strict_compat=strict) == {"type": adapter.TYPE_15_WRONG}


def infoset() -> adapter.InfoSet:
    np.random.seed(1)
    env = adapter.Env("wp")
    env.reset()
    env.step(env.legal_actions[0])
    return env.infoset


FIELDS = (
    "player_hand_cards",
    "other_hand_cards",
    "last_move",
    "played_cards",
    "last_move_dict",
    "card_play_action_seq",
    "legal_actions",
)


@pytest.mark.parametrize(("cards", "error", "words"), NO_CARDS)
@pytest.mark.parametrize("field", FIELDS)
def test_observations_of_no_cards(
    field: str, cards: Any, error: type[Exception], words: str
) -> None:
    info = infoset()
    before = getattr(info, field)
    if isinstance(before, dict):
        setattr(info, field, {**before, "landlord_up": cards})
        words = f"{field} of landlord_up: .*{words}" if cards is not None else field
    elif field in ("card_play_action_seq", "legal_actions"):
        setattr(info, field, [*before, cards])
    else:
        setattr(info, field, cards)
        words = f"{field}.*: .*{words}" if cards is not None else f"has no {field}"
    with pytest.raises(error, match=words):
        adapter.get_obs(info)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("bomb_num", 15, "bomb_num must be a whole number from 0 to 14, not 15"),
        ("bomb_num", -1, "bomb_num must be"),
        ("bomb_num", 1.5, r"bomb_num must be .* not 1\.5"),
        ("bomb_num", 2**70, "bomb_num must be"),
        ("bomb_num", None, "has no bomb_num"),
        ("player_position", 1, "no position 1"),
        ("player_position", ["landlord"], "no position"),
        ("legal_actions", 5, "legal_actions must be a list"),
        ("card_play_action_seq", 5, "card_play_action_seq must be a list"),
        ("played_cards", {}, "played_cards of the information set has nothing for landlord"),
        ("played_cards", [], "has nothing for landlord"),
        ("num_cards_left_dict", {"landlord": 20}, "has nothing for landlord_down"),
    ],
)
def test_observations_of_nothing(field: str, value: Any, words: str) -> None:
    info = infoset()
    setattr(info, field, value)
    with pytest.raises(ddz.InvalidArgument, match=words):
        adapter.get_obs(info)


@pytest.mark.parametrize("number", [0, -1, -3, -(2**31), 2**31, 2**70, 21, 17.5, None, "17", True])
@pytest.mark.parametrize("position", POSITIONS)
def test_numbers_of_cards_left(number: Any, position: str) -> None:
    info = infoset()
    assert info.num_cards_left_dict is not None
    info.num_cards_left_dict[position] = number
    with pytest.raises(ddz.InvalidArgument, match=f"num_cards_left_dict of {position} must be"):
        adapter.get_obs(info)
    # A peasant has no more than 17 cards.
    if position != "landlord":
        info.num_cards_left_dict[position] = 18
        with pytest.raises(ddz.InvalidArgument, match="from 1 to 17, not 18"):
            adapter.get_obs(info)


def test_no_information_set() -> None:
    for given in (None, 3, object()):
        with pytest.raises(ddz.InvalidArgument, match="has no legal_actions"):
            adapter.get_obs(given)


def whole_deal() -> dict[str, list[int]]:
    deck = cards_of(DECK)
    return {
        "landlord": deck[:20],
        "landlord_up": deck[20:37],
        "landlord_down": deck[37:],
        "three_landlord_cards": deck[:3],
    }


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"three_landlord_cards": []}, "are three cards, not 0"),
        ({"three_landlord_cards": [3]}, "are three cards, not 1"),
        ({"three_landlord_cards": [3, 3, 3, 3]}, "are three cards, not 4"),
        ({"three_landlord_cards": [3] * 5}, "three_landlord_cards: 3 comes 5 times"),
        ({"three_landlord_cards": [3, 3, 30]}, r"\[3, 3, 30\] are not all in the landlord's hand"),
        ({"three_landlord_cards": None}, "three_landlord_cards: .* not None"),
        ({"landlord": []}, "landlord must hold 1 to 20 cards, not 0"),
        ({"landlord_up": cards_of(ddz.Hand("9999TTTTJJJJQQQQKK"))}, "1 to 17 cards, not 18"),
        ({"landlord_up": [3] * 5}, "landlord_up: 3 comes 5 times"),
        ({"landlord_down": [3.9]}, r"landlord_down: 3\.9 is no card"),
        ({"landlord_down": None}, "landlord_down: .* not None"),
        ({"landlord_down": [3]}, "the three hands hold 5 times 3"),
    ],
)
def test_deals_that_cannot_be(change: dict[str, Any], words: str) -> None:
    env = adapter.GameEnv({})
    env.card_play_init(whole_deal())
    before = vars(env.game_infoset)
    with pytest.raises(ValueError, match=words) as refused:
        env.card_play_init({**whole_deal(), **change})
    assert isinstance(refused.value, ddz.DdzError)
    assert vars(env.game_infoset) == before


def test_cards_for_nobody() -> None:
    env = adapter.GameEnv({})
    for name in whole_deal():
        cards = whole_deal()
        del cards[name]
        with pytest.raises(ddz.InvalidArgument, match=f"no cards for '{name}'"):
            env.card_play_init(cards)
    for given in (None, 3, []):
        with pytest.raises(ddz.InvalidArgument, match="no cards for 'landlord'"):
            env.card_play_init(given)  # type: ignore[arg-type]
    with pytest.raises(ddz.WrongPhase, match="card_play_init first"):
        env.step()


@pytest.mark.parametrize("seat", [-1, 3, 10**6, 2**31 - 1, 2**70])
def test_hands_of_no_seat(seat: int) -> None:
    env = adapter.Env("wp")
    env.reset()
    with pytest.raises(ddz.InvalidArgument, match=f"a seat must be .* from 0 to 2, not {seat}"):
        env.hand(seat)


@pytest.mark.parametrize("action", [None, 7, [3.9], ["3"], [None], [3] * 1000])
def test_actions_of_no_cards(action: Any) -> None:
    env = adapter.Env("wp")
    env.reset()
    before = vars(env.infoset)
    with pytest.raises(ddz.DdzError):
        env.step(action)
    assert vars(env.infoset) == before


def test_a_list_of_actions_that_allows_passing_for_ever() -> None:
    endless = DealState(lambda hand, last: [[]])
    endless.start([3], [4], [5], [])
    # So many steps a deal may have: 54 plays, and two passes after each.
    for _ in range(160):
        endless.play([])
    with pytest.raises(ddz.WrongPhase):
        endless.play([])


def test_what_a_game_tells_of_itself() -> None:
    class First:
        def act(self, infoset: adapter.InfoSet) -> list[int]:
            assert infoset.legal_actions is not None
            return infoset.legal_actions[0]

    env = adapter.GameEnv(dict.fromkeys(POSITIONS, First()))
    env.card_play_init(whole_deal())
    assert env.winner is None
    steps = 0
    while not env.game_over:
        mover = POSITIONS[steps % 3]
        # It tells and does not go on, however often it is asked.
        assert env.get_acting_player_position() == env.acting_player_position == mover
        infos = env.info_sets
        assert list(infos) == ["landlord", "landlord_up", "landlord_down"]
        for name, info in infos.items():
            assert info.player_position == name
            assert info.player_hand_cards == env.game_infoset.all_handcards[name]
            assert bool(info.legal_actions) == (name == mover)
        assert vars(infos[mover]) == vars(env.game_infoset)
        env.step()
        steps += 1
    assert env.winner == env.get_winner() in ("landlord", "farmer")
    with pytest.raises(ddz.WrongPhase):
        env.step()
    env.reset()
    assert env.winner is None


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
