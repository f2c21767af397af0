"""The OpenSpiel game: accepted by OpenSpiel's own checks, and equal to its own ``dou_dizhu``."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core.adapters.action_space import ActionSpace
from ddz_core.game.deals import DECK
from ddz_core.kinds import Kind

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (extra openspiel)")
adapter = pytest.importorskip("ddz_core.adapters.openspiel")

SPACE = ActionSpace("openspiel")
PRESETS = ["standard", "shuttle", "free_kickers", "openspiel"]


def dealt(game: Any, rng: random.Random) -> Any:
    """A state whose 52 draws have been made."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def played(game: Any, seed: int, decisions: int) -> Any:
    """A state after some random decisions, the first of them a bid of 3."""
    rng = random.Random(seed)
    state = dealt(game, rng)
    state.apply_action(3)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("rules", PRESETS)
def test_random_simulations(rules: str) -> None:
    game = pyspiel.load_game(f"ddz_core(rules={rules})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_serialized_simulations() -> None:
    game = pyspiel.load_game("ddz_core")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


# ---------------------------------------------------------------- against the real game


def test_every_id_is_the_real_one() -> None:
    state = dealt(pyspiel.load_game("dou_dizhu"), random.Random(1))
    ours = pyspiel.load_game("ddz_core(rules=openspiel)").new_initial_state()
    assert ours.num_distinct_actions() == state.num_distinct_actions() == SPACE.n
    for number in range(SPACE.n):
        assert ours.action_to_string(0, number) == state.action_to_string(0, number)
    for outcome in range(105):
        assert ours.action_to_string(-1, outcome) == state.action_to_string(-1, outcome)


def test_every_play_of_the_deck_has_its_ids() -> None:
    plays = ddz.legal_moves(DECK, rules="openspiel").array
    found = SPACE.ids_of_legal(plays[plays["size"] <= 20], None)
    assert found.tolist() == list(range(4, SPACE.n))


def chain_from_a_quad(number: int, hand: ddz.Hand) -> bool:
    """A chain without kickers whose lowest rank is held four times: refused by the real game."""
    form = SPACE.form_of(number)
    chains = (Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.TRIO_CHAIN)
    return form.kind in chains and hand.counts[form.rank - form.length + 1] == 4


def theirs_from_ours(tensor: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Puts the flags of the red joker where the real game has them: two other flags' places.

    It takes five places for each rank, but its blocks have room for five times
    thirteen and four; so the last ones fall into the block that follows.
    """
    moved = tensor.copy()
    for block in (0, 69):
        moved[block + 67 : block + 69] = 0
        np.maximum(
            moved[block + 70 : block + 72],
            tensor[block + 67 : block + 69],
            out=moved[block + 70 : block + 72],
        )
    return moved


@pytest.mark.parametrize("block", range(5))
def test_games_are_those_of_the_real_one(block: int) -> None:
    real = pyspiel.load_game("dou_dizhu")
    ours = pyspiel.load_game("ddz_core(rules=openspiel)")
    faults = {"bomb on rocket": 0, "chain from a quad": 0}
    decisions = 0
    for seed in range(100 * block, 100 * block + 100):
        rng = random.Random(seed)
        a, b = real.new_initial_state(), ours.new_initial_state()
        while not a.is_terminal():
            assert a.current_player() == b.current_player()
            if a.is_chance_node():
                if len(a.history()) % 10 == 0:
                    assert a.chance_outcomes() == b.chance_outcomes()
                action = rng.choice(a.legal_actions())
            else:
                action = rng.choice(compared(a, b, faults))
                decisions += 1
            a.apply_action(action)
            b.apply_action(action)
            if rng.random() < 0.05:
                same_observations(a, b)
        assert b.is_terminal()
        assert a.returns() == b.returns()
    assert decisions > 3000
    assert faults["chain from a quad"]


def compared(real: Any, ours: Any, faults: dict[str, int]) -> list[int]:
    """The actions that both allow; they differ by the two faults of the real game alone."""
    theirs, mine = real.legal_actions(), ours.legal_actions()
    assert mine == sorted(mine)
    if theirs == mine:
        return mine
    phase = ours.phase if hasattr(ours, "phase") else None
    assert phase is not None
    only_theirs, only_mine = set(theirs) - set(mine), set(mine) - set(theirs)
    if only_theirs:
        assert phase.last.kind is Kind.ROCKET
        assert all(SPACE.form_of(n).kind is Kind.BOMB for n in only_theirs)
        faults["bomb on rocket"] += 1
    if only_mine:
        assert all(chain_from_a_quad(n, phase.hands[phase.turn]) for n in only_mine)
        faults["chain from a quad"] += 1
    return sorted(set(theirs) & set(mine))


def same_observations(real: Any, ours: Any) -> None:
    for player in range(3):
        mine = np.array(ours.observation_tensor(player), np.float32)
        theirs = np.array(real.observation_tensor(player), np.float32)
        assert mine.shape == theirs.shape == (159,)
        if not real.is_chance_node():
            mine = theirs_from_ours(mine)
        assert (mine == theirs).all()


def position(game: Any, landlord: str, history: list[int]) -> Any:
    """A state where seat 0 was dealt these 17 cards, seat 1 the lowest of the others.

    The actions of history have been made.
    """
    packed = ddz.Hand(landlord).packed
    order = sorted(range(54), key=slot_of)
    own, others = [], []
    for card in order:
        slot = slot_of(card)
        held = sum(slot_of(c) == slot for c in own) < (packed >> 4 * slot & 15)
        (own if held else others).append(card)
    state = game.new_initial_state()
    state.apply_action(0)
    for turn in range(51):
        state.apply_action(51 + (own, others[:17], others[17:])[turn % 3][turn // 3])
    for action in history:
        state.apply_action(action)
    return state


def slot_of(card: int) -> int:
    return card % 13 if card < 52 else card - 39


def test_the_two_faults_of_the_real_game() -> None:
    rocket, bomb_of_threes, bomb_of_fours, straight = 26_056, 26_043, 26_044, 19
    for game, chain_is_there in (("dou_dizhu", False), ("ddz_core(rules=openspiel)", True)):
        state = position(pyspiel.load_game(game), "3333456789TJQKABR", [3])
        assert bomb_of_threes in state.legal_actions()
        assert (straight in state.legal_actions()) is chain_is_there
    for game, bomb_is_there in (("dou_dizhu", True), ("ddz_core(rules=openspiel)", False)):
        state = position(pyspiel.load_game(game), "3335567889JQKKABR", [3, rocket])
        assert (bomb_of_fours in state.legal_actions()) is bomb_is_there


def test_forms_of_the_same_cards() -> None:
    cards = ddz.Hand("444555666777").packed
    low, high = sorted(np.flatnonzero(SPACE.forms["cards"] == cards)[1:].tolist())
    assert SPACE.move_of(low) == SPACE.move_of(high) == SPACE.form_of(high)
    assert [ddz.RANKS[SPACE.form_of(n).rank] for n in (low, high)] == ["6", "7"]
    answers = []
    for name in ("dou_dizhu", "ddz_core(rules=openspiel)"):
        for chosen, text in ((low, "444555666-777"), (high, "555666777-444")):
            state = position(pyspiel.load_game(name), "44455566677789QKA", [3, chosen])
            assert state.action_to_string(0, chosen) == text
            answers.append(state.legal_actions())
    # Seat 1 holds 888999TTT with kickers: both forms have the same answers in both games.
    assert answers[1:] == answers[:-1]
    assert sum(516 <= n < 23_104 for n in answers[0]) > 3


def test_a_lower_form_keeps_its_cards() -> None:
    cards = ddz.Hand("444555666777")
    low = int(np.flatnonzero(SPACE.forms["cards"] == cards.packed)[1])
    state = position(pyspiel.load_game("ddz_core(rules=openspiel)"), "44455566677789QKA", [3, low])
    assert state.phase.played == cards
    assert str(state.phase.last) == "444555666777:trio_chain_solo:3:6"
    assert str(state.log[-1][1]) == str(state.phase.last)
    assert "played 444555666777" in state.observation_string(1)


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize("rules", PRESETS)
def test_every_printed_text_is_read(rules: str) -> None:
    game = pyspiel.load_game(f"ddz_core(rules={rules})")
    state = game.new_initial_state()
    texts = [state.action_to_string(0, action) for action in range(game.num_distinct_actions())]
    assert [game.action_of(text) for text in texts] == list(range(len(texts)))


def test_the_texts_of_forms_are_read() -> None:
    """What the log, the observations and the information states print."""
    game = pyspiel.load_game("ddz_core(rules=openspiel)")
    numbers = [0, *range(4, SPACE.n)]
    assert [game.action_of(str(SPACE.form_of(number))) for number in numbers] == numbers


@pytest.mark.parametrize(
    "text", ["", "Bid 4", "3334-5", "nonsense", "33334444", None, "3:solo:1:4"]
)
def test_texts_of_no_action(text: Any) -> None:
    game = pyspiel.load_game("ddz_core(rules=openspiel)")
    with pytest.raises(pyspiel.SpielError):
        game.action_of(text)


def test_a_state_reads_its_own_texts() -> None:
    state = played(pyspiel.load_game("ddz_core(rules=openspiel)"), 4, 10)
    mover = state.current_player()
    for action in state.legal_actions():
        text = state.action_to_string(mover, action)
        assert state.string_to_action(mover, text) == action


# ---------------------------------------------------------------- the state


@pytest.mark.parametrize("rules", ["standard", "openspiel"])
def test_two_ways_to_ask_for_legal_actions(rules: str) -> None:
    """Python's callers are answered at once, OpenSpiel's own code by way of C++."""
    rng = random.Random(3)
    state = pyspiel.load_game(f"ddz_core(rules={rules})").new_initial_state()
    while not state.is_terminal():
        mover = state.current_player()
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) == state.legal_actions(mover) != []
        assert legal == pyspiel.State.legal_actions(state)
        assert state.is_chance_node() is pyspiel.State.is_chance_node(state) is (mover < 0)
        if mover >= 0:
            assert state.legal_actions_mask(mover).count(1) == len(legal)
            assert state.legal_actions((mover + 1) % 3) == []
        else:
            assert [outcome for outcome, _ in state.chance_outcomes()] == legal
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(rng.choice(legal))
    assert state.legal_actions() == pyspiel.State.legal_actions(state) == []


@pytest.mark.parametrize("duplicate", ["clone", "deepcopy", "pickle"])
@pytest.mark.parametrize("rules", ["standard", "openspiel"])
@pytest.mark.parametrize("steps", [0, 1, 30, 53, 70])
def test_copies_go_on_alike_and_alone(duplicate: str, rules: str, steps: int) -> None:
    game = pyspiel.load_game(f"ddz_core(rules={rules})")
    rng = random.Random(steps)
    state = game.new_initial_state()
    for _ in range(steps):
        state.apply_action(rng.choice(state.legal_actions()))
    before = str(state), state.history(), state.legal_actions()
    if duplicate == "pickle":
        twin = pickle.loads(pickle.dumps(state))
    else:
        twin = state.clone() if duplicate == "clone" else copy.deepcopy(state)
    while not twin.is_terminal():
        twin.apply_action(rng.choice(twin.legal_actions()))
        if twin.phase is not None:
            assert twin.phase.turn == twin.deal.phase.turn
    assert (str(state), state.history(), state.legal_actions()) == before
    for action in twin.history()[steps:]:
        state.apply_action(action)
    assert (str(state), state.returns()) == (str(twin), twin.returns())


@pytest.mark.parametrize("seed", range(20))
def test_auctions_are_those_of_the_real_game(seed: int) -> None:
    rng = random.Random(seed)
    real = pyspiel.load_game("dou_dizhu").new_initial_state()
    ours = pyspiel.load_game("ddz_core(rules=openspiel)").new_initial_state()
    while real.is_chance_node():
        outcome = rng.choice(real.legal_actions())
        real.apply_action(outcome)
        ours.apply_action(outcome)
    while not real.is_terminal() and max(real.legal_actions()) <= 3:
        assert ours.legal_actions() == real.legal_actions()
        assert ours.current_player() == real.current_player()
        # Low bids, so that auctions are long.
        action = rng.choice(real.legal_actions()[:2])
        real.apply_action(action)
        ours.apply_action(action)
    assert ours.is_terminal() == real.is_terminal()
    assert ours.current_player() == real.current_player()


@pytest.mark.parametrize("rules", ["standard", "openspiel"])
def test_knowledge_of_a_player_is_all_that_a_resampled_state_keeps(rules: str) -> None:
    game = pyspiel.load_game(f"ddz_core(rules={rules})")
    rng = random.Random(5)
    other = 0
    for decisions in range(0, 60, 6):
        state = played(game, 40 + decisions, decisions)
        for player in range(3):
            twin = state.resample_from_infostate(player, rng.random)
            assert twin.history()[52:] == state.history()[52:]
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.information_state_tensor(player) == state.information_state_tensor(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
            other += str(twin) != str(state)
    assert other > 20


def test_observations_hold_what_the_mover_knows() -> None:
    game = pyspiel.load_game("ddz_core")
    state = played(game, 3, 0)
    while not state.is_terminal():
        phase = state.phase
        mover = phase.turn
        table = np.array(state.observation_tensor(mover), np.float32)[-ddz.OBSERVATION_SIZE :]
        assert table[:15].tolist() == phase.hands[mover].counts.tolist()
        unseen = sum((hand for k, hand in enumerate(phase.hands) if k != mover), ddz.Hand())
        if mover != phase.landlord:
            unseen = unseen - phase.kept
        assert table[15:30].tolist() == unseen.counts.tolist()
        assert table[108] == (phase.landlord - mover) % 3
        state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize(
    ("rules", "size", "recalled"), [("standard", 124, 2974), ("openspiel", 159, 3005)]
)
def test_observers(rules: str, size: int, recalled: int) -> None:
    observation = pytest.importorskip("open_spiel.python.observation")
    game = pyspiel.load_game(f"ddz_core(rules={rules})")
    assert game.observation_tensor_shape() == [size]
    assert game.information_state_tensor_shape() == [recalled]
    state = played(game, 4, 10)
    observer = observation.make_observation(game, observation.INFO_STATE_OBS_TYPE)
    observer.set_from(state, 1)
    assert observer.tensor.tolist() == state.information_state_tensor(1)
    assert observer.string_from(state, 1) == state.information_state_string(1)
    assert observer.dict["dealt"].sum() == 17
    assert ("face_up" in observer.dict) is (rules == "openspiel")
    made = len(state.history()) - 53
    assert (observer.dict["actions"][:made].any(axis=1)).all()
    assert not observer.dict["actions"][made:].any()
    public = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert observation.make_observation(game, public) is None


def test_only_the_mover_has_actions() -> None:
    state = played(pyspiel.load_game("ddz_core"), 4, 10)
    mover = state.current_player()
    assert state.legal_actions() == state.legal_actions(mover) != []
    assert state.legal_actions((mover + 1) % 3) == []


def test_quads_with_kickers_have_ids() -> None:
    game = pyspiel.load_game("ddz_core")
    state = game.new_initial_state()
    texts = [state.action_to_string(0, n) for n in range(4, game.num_distinct_actions())]
    assert "333344:quad_solo:1:3" in texts
    assert len(set(texts)) == 24_639


def test_auctions() -> None:
    game = pyspiel.load_game("ddz_core")
    state = dealt(game, random.Random(1))
    assert state.legal_actions() == [0, 1, 2, 3]
    first = state.current_player()
    for bid in (1, 0, 2):
        state.apply_action(bid)
    # Everybody has had one turn: the last bidder is the landlord and leads.
    assert state.current_player() == (first + 2) % 3
    assert state.phase.landlord == (first + 2) % 3
    assert len(state.phase.hands[(first + 2) % 3]) == 20
    state = dealt(game, random.Random(1))
    for _ in range(3):
        state.apply_action(0)
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0]


@pytest.mark.parametrize("action", [-1, 4, 10**6])
def test_illegal_actions_are_refused(action: int) -> None:
    state = dealt(pyspiel.load_game("ddz_core"), random.Random(1))
    before = str(state)
    with pytest.raises((pyspiel.SpielError, RuntimeError), match=str(action)):
        state.apply_action(action)
    assert str(state) == before


def test_other_refusals() -> None:
    with pytest.raises(pyspiel.SpielError, match="nonsense"):
        pyspiel.load_game("ddz_core(rules=nonsense)")
    game = pyspiel.load_game("ddz_core")
    state = game.new_initial_state()
    with pytest.raises((pyspiel.SpielError, RuntimeError), match="57"):
        state.apply_action(57)
    over = played(game, 1, 400)
    with pytest.raises((pyspiel.SpielError, RuntimeError), match="over"):
        over.apply_action(0)
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"x": 1})
    with pytest.raises(ValueError, match="whole"):
        game.new_initial_state().resample_from_infostate(0, random.random)


# ---------------------------------------------------------------- the algorithms


def test_outcome_sampling_cfr() -> None:
    cfr = pytest.importorskip("open_spiel.python.algorithms.outcome_sampling_mccfr")
    np.random.seed(1)
    solver = cfr.OutcomeSamplingSolver(pyspiel.load_game("ddz_core"))
    for _ in range(2):
        solver.iteration()
    state = played(pyspiel.load_game("ddz_core"), 1, 5)
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)


def test_outcome_sampling_cfr_in_cpp() -> None:
    game = pyspiel.load_game("ddz_core")
    solver = pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, 1)
    solver.run_iteration()
    state = played(game, 2, 30)
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)


def test_monte_carlo_tree_search() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    rng = np.random.RandomState(1)
    game = pyspiel.load_game("ddz_core")
    bot = mcts.MCTSBot(game, 2, 10, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = played(game, 2, 30)
    assert bot.step(state) in state.legal_actions()


def test_information_set_monte_carlo_tree_search() -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    rng = np.random.RandomState(1)
    game = pyspiel.load_game("ddz_core")
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2,
        max_simulations=5,
        random_state=rng,
    )
    state = played(game, 2, 20)
    assert bot.step(state) in state.legal_actions()


def test_a_missing_package_names_the_extra() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import ddz_core.adapters.openspiel"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'pip install "ddz-core[openspiel]"' in run.stderr
