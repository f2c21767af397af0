"""The Gymnasium vector: equal to Gymnasium's own vector of single games, in every mode."""

from __future__ import annotations

import copy as copying
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core.adapters._observation import observation, start_play
from ddz_core.adapters.action_space import ActionSpace

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed (extra gymnasium)")
adapter = pytest.importorskip("ddz_core.adapters.gymnasium")
vector = pytest.importorskip("gymnasium.vector")
checker = pytest.importorskip("gymnasium.utils.env_checker")

MODES = list(vector.AutoresetMode)
SPACE = ActionSpace("standard")


class OneGame(gymnasium.Env):  # type: ignore[misc, name-defined]
    """One game over the single-game code, with Gymnasium's plain interface."""

    metadata = {"render_modes": []}  # noqa: RUF012
    action_space = gymnasium.spaces.Discrete(SPACE.n)
    observation_space = gymnasium.spaces.Box(0, 255, (ddz.OBSERVATION_SIZE,), np.uint8)

    def __init__(self, number: int) -> None:
        self.number = number - 1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        self.number += 1
        dealt = ddz.deal(self.number)
        self.bottom = dealt.bottom
        landlord, *peasants = dealt.hands
        hands = (landlord + dealt.bottom, *peasants)
        self.phase = start_play(hands, dealt.bottom, 0, ddz.Rules.preset("standard"))
        return observation(self.phase, 0, self.bottom), {}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        mover = self.phase.turn
        self.phase.push(SPACE.move_of(int(action)))
        over = self.phase.winner is not None
        points = np.array(self.phase.points(1), np.float64)
        seen = observation(self.phase, self.phase.turn, self.bottom)
        return seen, points[mover], over, False, {"r": points}


def drawn(infos: dict[str, Any], rng: np.random.Generator) -> Any:
    """A legal id for every game."""
    indptr = infos["indptr"]
    choices = (rng.random(len(indptr) - 1) * np.diff(indptr)).astype(np.int64)
    return infos["legal_ids"][indptr[:-1] + choices]


@pytest.mark.parametrize("mode", MODES)
def test_equal_to_a_vector_of_single_games(mode: Any) -> None:
    n = 5
    theirs = vector.SyncVectorEnv(
        [lambda i=i: OneGame(4 + i * 2**32) for i in range(n)], autoreset_mode=mode
    )
    ours = adapter.DdzVectorEnv(n, autoreset_mode=mode)
    rng = np.random.default_rng(1)
    expected, _ = theirs.reset(seed=0)
    observed, infos = ours.reset(seed=4)
    assert (observed == expected).all()
    ends = 0
    for _ in range(400):
        actions = drawn(infos, rng)
        expected, rewards, over, cut, their_infos = theirs.step(actions)
        observed, *rest, infos = ours.step(actions)
        for mine, his in zip([observed, *rest], [expected, rewards, over, cut], strict=True):
            assert mine.dtype == his.dtype
            assert (mine == his).all()
        ends += int(over.sum())
        if mode is vector.AutoresetMode.SAME_STEP:
            same_finals(infos, their_infos)
        elif "r" in their_infos:
            assert (infos["returns"] == their_infos["r"]).all()
        if mode is vector.AutoresetMode.DISABLED and over.any():
            expected, _ = theirs.reset(options={"reset_mask": over})
            observed, infos = ours.reset(options={"reset_mask": over})
            assert (observed == expected).all()
    assert ends > 20


def same_finals(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert ("final_obs" in ours) == ("final_obs" in theirs)
    if "final_obs" not in ours:
        return
    for key in ("_final_obs", "_final_info"):
        assert (ours[key] == theirs[key]).all()
    for row in np.flatnonzero(theirs["_final_obs"]):
        assert (ours["final_obs"][row] == theirs["final_obs"][row]).all()
        assert (ours["final_info"]["returns"][row] == theirs["final_info"]["r"][row]).all()


@pytest.mark.parametrize("mode", MODES)
def test_spaces_and_shapes(mode: Any) -> None:
    envs = adapter.DdzVectorEnv(6, autoreset_mode=mode.value, rules="shuttle", legal="both")
    assert envs.metadata["autoreset_mode"] is mode
    assert envs.single_action_space == gymnasium.spaces.Discrete(37_635)
    assert envs.action_space.shape == (6,)
    assert envs.observation_space.shape == (6, 114)
    rng = np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    for _ in range(60):
        assert observations in envs.observation_space
        actions = drawn(infos, rng)
        assert actions.astype(np.int64) in envs.action_space
        for row in range(6):
            ids = infos["legal_ids"][infos["indptr"][row] : infos["indptr"][row + 1]]
            assert np.flatnonzero(infos["action_mask"][row]).tolist() == sorted(ids)
        observations, rewards, ended, cut, infos = envs.step(actions)
        assert rewards.shape == ended.shape == cut.shape == (6,)
        assert infos["returns"].shape == (6, 3)
        assert (infos["returns"].sum(axis=1) == 0).all()
        assert not cut.any()
        if mode is vector.AutoresetMode.DISABLED and ended.any():
            observations, infos = envs.reset(options={"reset_mask": ended})
    envs.close()
    assert envs.closed


def test_indices_and_ids_are_the_same_games() -> None:
    a = adapter.DdzVectorEnv(7)
    b = adapter.DdzVectorEnv(7, actions="index", threads=2)
    rng = np.random.default_rng(3)
    infos = a.reset(seed=2)[1]
    assert (b.reset(seed=2)[0] == a.reset(seed=2)[0]).all()
    for _ in range(150):
        indptr = infos["indptr"]
        choices = (rng.random(7) * np.diff(indptr)).astype(np.int64)
        *mine, infos = a.step(infos["legal_ids"][indptr[:-1] + choices])
        *others, other_infos = b.step(choices)
        assert all((x == y).all() for x, y in zip(mine, others, strict=True))
        assert (infos["turn"] == other_infos["turn"]).all()
        assert "legal_ids" not in other_infos


def test_the_checks_of_single_environments_hold() -> None:
    # Gymnasium has no checker for vectors: these are what its check_env asks.
    runs = []
    for _ in range(2):
        envs = adapter.DdzVectorEnv(3)
        rng = np.random.default_rng(1)
        first, infos = envs.reset(seed=123)
        kept = first.copy()
        steps = [envs.step(drawn(infos, rng))]
        for _ in range(100):
            steps.append(envs.step(drawn(steps[-1][4], rng)))
        assert (first == kept).all()
        assert steps[0][0] is not steps[1][0]
        runs.append((first, [step[:4] for step in steps]))
        assert envs.np_random_seed == 123
    assert checker.data_equivalence(runs[0], runs[1], exact=True)
    again, _ = envs.reset(seed=456)
    assert (again != runs[0][0]).any()


def test_resets() -> None:
    envs = adapter.DdzVectorEnv(4)
    envs.reset()
    unseeded = envs.games.deals.copy()
    assert (adapter.DdzVectorEnv(4).reset()[0] != envs.reset()[0]).any()
    assert (envs.games.deals == unseeded + 1).all()
    envs.reset(seed=9)
    assert envs.games.deals.tolist() == [9 + i * 2**32 for i in range(4)]
    infos = envs.reset()[1]
    before = envs.step(infos["legal_ids"][infos["indptr"][:-1]])[0]
    mask = np.array([False, True, False, True])
    observed, infos = envs.reset(options={"reset_mask": mask})
    assert (observed[~mask] == before[~mask]).all()
    assert infos["turn"].tolist() == [1, 0, 1, 0]
    assert envs.games.deals.tolist() == [10 + i * 2**32 + int(mask[i]) for i in range(4)]
    envs.reset(seed=5, options={"reset_mask": mask})
    assert envs.games.deals[1] == 5 + 2**32


SEATS = ("landlord", "peasant_0", "peasant_1")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seat", [None, *SEATS, (0, "peasant_1", 1, 2, "landlord")])
def test_rewards_are_those_of_the_seat_whoever_ends_the_deal(seat: Any, mode: Any) -> None:
    n = 5
    envs = adapter.DdzVectorEnv(n, seat=seat, autoreset_mode=mode)
    rng = np.random.default_rng(2)
    infos = envs.reset(seed=3)[1]
    whose = [seat] * n if seat is None or isinstance(seat, str) else list(seat)
    ends, paid = 0, []
    for _ in range(300):
        mover = infos["turn"]
        _, rewards, ended, _, infos = envs.step(drawn(infos, rng))
        assert (infos["returns"].sum(axis=1) == 0).all()
        assert (infos["returns"].any(axis=1) == ended).all()
        for row in range(n):
            who = mover[row] if whose[row] is None else whose[row]
            number = SEATS.index(who) if isinstance(who, str) else int(who)
            assert rewards[row] == infos["returns"][row, number]
        ends += int(ended.sum())
        paid += rewards[ended].tolist()
        if mode is vector.AutoresetMode.DISABLED and ended.any():
            infos = envs.reset(options={"reset_mask": ended})[1]
    assert ends > 20
    # Who acts last has won; a seat of one's own loses too.
    assert min(paid) > 0 if seat is None else min(paid) < 0 < max(paid)


@pytest.mark.parametrize("reward", ["wp", "adp", "logadp"])
def test_objectives_of_douzero(reward: str) -> None:
    envs = adapter.DdzVectorEnv(50, reward=reward, seat="peasant_0", autoreset_mode="SAME_STEP")
    rng = np.random.default_rng(2)
    infos = envs.reset(seed=3)[1]
    seen = set()
    for _ in range(150):
        _, rewards, ended, _, infos = envs.step(drawn(infos, rng))
        for row in np.flatnonzero(ended):
            bombs = int(infos["final_obs"][row][109])
            sign = np.sign(infos["returns"][row, 1])
            expected = {"wp": 1, "adp": 2**bombs, "logadp": bombs + 1}[reward]
            assert rewards[row] == sign * expected
            seen.add(bombs)
        assert not rewards[~ended].any()
    assert len(seen) > 2


@pytest.mark.parametrize("mode", MODES)
def test_autoreset_modes_by_name_and_by_value(mode: Any) -> None:
    for given in (mode, mode.name, mode.value):
        assert adapter.DdzVectorEnv(2, autoreset_mode=given).autoreset_mode is mode


class FakeTorch:
    """Takes what PyTorch takes: writable arrays of plain numbers."""

    __name__ = "torch"

    def from_dlpack(self, array: Any, **_: Any) -> Any:
        array.__dlpack__()  # a BufferError where it is read-only or no array of numbers
        return FakeTensor(np.from_dlpack(array))


class FakeTensor:
    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("options", [{}, {"legal": "mask"}, {"legal": "both"}, {"copy": False}])
def test_observations_and_infos_go_to_torch(
    mode: Any, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("array_api_compat", reason="array-api-compat is not installed (extra test)")
    conversion = pytest.importorskip("gymnasium.wrappers.vector.array_conversion")
    module = pytest.importorskip("gymnasium.wrappers.array_conversion")
    real = module.is_array_api_obj
    monkeypatch.setattr(module, "is_array_api_obj", lambda x: isinstance(x, FakeTensor) or real(x))
    module.array_conversion.register(FakeTensor, module._array_api_array_conversion)
    envs = adapter.DdzVectorEnv(3, autoreset_mode=mode, **options)
    # What NumpyToTorch is, with a library that is always there in the place of torch.
    wrapped = conversion.ArrayConversion(envs, env_xp=np, target_xp=FakeTorch())
    seen, infos = wrapped.reset(seed=1)
    assert isinstance(seen, FakeTensor)
    ends = 0
    for _ in range(120):
        if options.get("legal") == "mask":
            legal = infos["action_mask"].array.argmax(axis=1)
        else:
            legal = infos["legal_ids"].array[infos["indptr"].array[:-1]]
            assert infos["legal_moves"].dtype == ddz.MOVE_DTYPE
        seen, _, over, _, infos = wrapped.step(FakeTensor(legal.astype(np.int64)))
        assert isinstance(infos["returns"], FakeTensor)
        ends += int(over.array.sum())
        if mode is vector.AutoresetMode.DISABLED and over.array.any():
            seen, infos = wrapped.reset(options={"reset_mask": over.array})
    assert ends > 2


def test_torch_itself() -> None:
    torch = pytest.importorskip("torch", reason="torch is large, and not installed")
    envs = gymnasium.wrappers.vector.NumpyToTorch(adapter.DdzVectorEnv(4))
    infos = envs.reset(seed=1)[1]
    for _ in range(60):
        actions = infos["legal_ids"][infos["indptr"][:-1]]
        seen, _, _, _, infos = envs.step(actions)
    assert isinstance(seen, torch.Tensor)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("way", [copying.copy, copying.deepcopy, "pickle"])
def test_copies_play_on_alike(way: Any, mode: Any) -> None:
    envs = adapter.DdzVectorEnv(4, seat="landlord", autoreset_mode=mode)
    rng = np.random.default_rng(1)
    infos = envs.reset(seed=1)[1]
    ended = np.zeros(4, np.bool_)
    while not ended.any():
        _, _, ended, _, infos = envs.step(drawn(infos, rng))
    made = pickle.loads(pickle.dumps(envs)) if way == "pickle" else way(envs)
    assert made.games is not envs.games
    if mode is vector.AutoresetMode.DISABLED:
        infos = envs.reset(options={"reset_mask": ended})[1]
        made.reset(options={"reset_mask": ended})
    for _ in range(200):
        actions = drawn(infos, rng)
        *mine, infos = envs.step(actions)
        *others, other_infos = made.step(actions)
        assert all((x == y).all() for x, y in zip(mine, others, strict=True))
        assert (infos["legal_ids"] == other_infos["legal_ids"]).all()
        if mode is vector.AutoresetMode.DISABLED and mine[2].any():
            infos = envs.reset(options={"reset_mask": mine[2]})[1]
            made.reset(options={"reset_mask": mine[2]})
    # Without a seed both draw the same from now on.
    assert (envs.reset()[0] == made.reset()[0]).all()


def test_what_is_returned_is_the_caller_s_to_keep() -> None:
    envs = adapter.DdzVectorEnv(3, legal="both")
    rng = np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    results: list[Any] = [observations, infos["turn"], infos["indptr"], infos["legal_ids"]]
    kept = [array.copy() for array in results]
    for _ in range(60):
        *arrays, infos = envs.step(drawn(infos, rng))
        results += [*arrays, infos["returns"], infos["turn"], infos["indptr"], infos["legal_ids"]]
        kept = [*kept, *(array.copy() for array in results[len(kept) :])]
    assert all((a == b).all() for a, b in zip(results, kept, strict=True))
    # Nor does it matter what he does with it.
    infos["legal_ids"][:] = 0
    infos["indptr"][:] = 0
    same = copying.deepcopy(envs)
    ids = same._steps.infos()[3]
    envs.step(ids[same.games.legal()[0][:-1]])


def test_observations_that_are_not_copied_cannot_be_written_to() -> None:
    envs = adapter.DdzVectorEnv(3, copy=False)
    observations, infos = envs.reset(seed=1)
    for _ in range(5):
        seen = envs.step(drawn(infos, np.random.default_rng(1)))[0]
        infos = envs._infos({})
        assert np.shares_memory(seen, observations)
    with pytest.raises(ValueError, match="WRITEABLE"):
        observations.flags.writeable = True


def test_games_that_are_changed_from_outside_do_no_harm() -> None:
    envs = adapter.DdzVectorEnv(3)
    infos = envs.reset(seed=1)[1]
    envs.games.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="not legal"):
        envs.step(np.full(3, 24_000))
    infos = envs._infos({})
    assert infos["turn"].tolist() == [1, 1, 1]
    envs.step(infos["legal_ids"][infos["indptr"][:-1]])
    envs.games.__init__(1000, seed=1)
    for call in (
        lambda: envs.step(np.zeros(3, np.int64)),
        lambda: envs._steps.infos(),
        lambda: envs._steps.resume(np.ones(3, np.bool_)),
        lambda: envs._steps.restore(np.zeros(3, np.bool_), np.zeros((3, 114), np.uint8)),
    ):
        with pytest.raises(RuntimeError, match="made anew"):
            call()


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(12, np.int32)[::3],
        np.zeros(33, np.uint8)[1:].view(np.int64),
        np.zeros(4, ">i4"),
        [0, 0, 0, 0],
        np.ma.masked_array(np.zeros(4, np.int16)),
    ],
)
def test_actions_lie_in_memory_as_they_like(actions: Any) -> None:
    envs = adapter.DdzVectorEnv(4, actions="index", threads=2)
    envs.reset(seed=1)
    assert envs.step(actions)[4]["turn"].tolist() == [1, 1, 1, 1]


def test_wrappers() -> None:
    wrappers = gymnasium.wrappers.vector
    envs = wrappers.RecordEpisodeStatistics(adapter.DdzVectorEnv(3, legal="mask"))
    envs = wrappers.DictInfoToList(envs)
    envs.action_space.seed(1)
    infos = envs.reset(seed=1)[1]
    finished = 0
    for _ in range(300):
        actions = [envs.single_action_space.sample(info["action_mask"]) for info in infos]
        infos = envs.step(np.array(actions))[4]
        finished += sum("episode" in info for info in infos)
    assert finished > 3


@pytest.mark.parametrize(
    ("actions", "named"),
    [
        (np.zeros(3, np.int64), r"\(4,\)"),
        (np.zeros((4, 1), np.int64), r"\(4, 1\)"),
        (np.zeros(4), "float64"),
        (np.array([0, 24_640, 0, 0]), "24640"),
        (np.array([0, 0, -1, 0]), "row 2: action -1"),
        (np.array([0, 2**32, 0, 0]), f"row 1: action {2**32}"),
        (np.array([24_639, 0, 0, 0]), "row 0: action 24639"),
        (None, "object"),
    ],
)
def test_wrong_actions_change_nothing(actions: Any, named: str) -> None:
    envs = adapter.DdzVectorEnv(4)
    _, infos = envs.reset(seed=1)
    before = envs.games.observe().tobytes()
    if actions is not None and actions.shape == (4,) and actions.dtype == np.int64:
        legal = infos["legal_ids"][infos["indptr"][:-1]]
        actions = np.where(actions == 0, legal, actions)
    with pytest.raises(ValueError, match=named):
        envs.step(actions)
    assert envs.games.observe().tobytes() == before
    by_index = adapter.DdzVectorEnv(4, actions="index")
    by_index.reset(seed=1)
    with pytest.raises(ValueError, match=r"row 3: no action 5000|row 3"):
        by_index.step(np.array([0, 0, 0, 5000]))


def test_other_refusals() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        adapter.DdzVectorEnv(2).step(np.zeros(2, np.int64))
    for wrong, named in (
        ({"num_envs": 0}, "0"),
        ({"num_envs": 2, "actions": "word"}, "word"),
        ({"num_envs": 2, "legal": "dense"}, "dense"),
        ({"num_envs": 2, "legal": "mask", "actions": "index"}, "ids"),
        ({"num_envs": 2, "autoreset_mode": "Later"}, "Later"),
        ({"num_envs": 2, "autoreset_mode": None}, "None"),
        ({"num_envs": 2, "seat": "farmer"}, "farmer"),
        ({"num_envs": 2, "seat": (0, 1, 2)}, "3 games"),
        ({"num_envs": 2, "seat": 3}, "3"),
        ({"num_envs": 2, "seat": (0, None)}, "None"),
        ({"num_envs": 2, "reward": "money"}, "money"),
        ({"num_envs": 2, "rules": "nonsense"}, "nonsense"),
    ):
        with pytest.raises(ValueError, match=named):
            adapter.DdzVectorEnv(**wrong)
    envs = adapter.DdzVectorEnv(2)
    with pytest.raises(TypeError, match="bool"):
        envs.reset(options={"reset_mask": [True, False]})
    for mask in (np.zeros(2, np.bool_), np.ones(3, np.bool_)):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})


def test_a_deal_that_is_over_must_be_reset() -> None:
    envs = adapter.DdzVectorEnv(3, autoreset_mode="Disabled")
    infos = envs.reset(seed=1)[1]
    ended = np.zeros(3, np.bool_)
    while not ended.any():
        _, _, ended, _, infos = envs.step(infos["legal_ids"][infos["indptr"][:-1]])
    with pytest.raises(ValueError, match=f"row {int(np.flatnonzero(ended)[0])}: the deal is over"):
        envs.step(infos["legal_ids"][infos["indptr"][:-1]])


def test_a_missing_package_names_the_extra() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import ddz_core.adapters.gymnasium"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'pip install "ddz-core[gymnasium]"' in run.stderr


def test_the_core_imports_no_adapter() -> None:
    code = "import ddz_core, sys; print([m for m in sys.modules if 'adapters' in m])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
