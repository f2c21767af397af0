"""Simulations: what they count, what they refuse, and that threads change nothing."""

import _thread
import hashlib

import numpy as np
import pytest

from ddz_core import reference
from ddz_core.analysis import simulation
from ddz_core.analysis.simulation import ROUND, Simulation, run, simulate
from ddz_core.errors import InvalidArgument, InvalidRules
from ddz_core.rules import Rules

LAST_DEAL = 2**64 - 1


def counted(result: Simulation) -> tuple[int, int, int, int, str]:
    """All of a result but the time it took."""
    return (
        result.games,
        result.decisions,
        result.landlord_wins,
        result.bombs,
        result.digest,
    )


@pytest.mark.parametrize("rules", Rules.presets())
def test_counts_and_digest_are_those_of_the_reference(rules: str) -> None:
    preset = Rules.preset(rules)
    playouts = [reference.playout(number, preset) for number in range(40, 45)]
    result = simulate(deals=5, seed=40, rules=rules)
    assert counted(result) == (
        5,
        sum(len(playout.decisions) for playout in playouts),
        sum(playout.winner == 0 for playout in playouts),
        sum(playout.bombs for playout in playouts),
        reference.digest(40, 5, preset),
    )


@pytest.mark.parametrize("threads", [2, 3, 16, 10**6])
def test_threads_do_not_change_the_result(threads: int) -> None:
    deals = ROUND + 17
    assert counted(simulate(deals, threads=threads)) == counted(simulate(deals))


def test_a_rules_value_is_as_good_as_its_name() -> None:
    own = Rules(chain_solos=4, lengthening_kickers=True)
    assert counted(simulate(100, rules=own)) == counted(simulate(100, rules="free_kickers"))


def test_snapshots_grow_to_the_whole() -> None:
    deals = 2 * ROUND + 1
    snapshots = list(run(deals))
    assert [s.games for s in snapshots] == [0, ROUND, 2 * ROUND, deals]
    assert [s.games for s in run(deals, threads=2)] == [0, 2 * ROUND, deals]
    assert counted(snapshots[0]) == counted(Simulation())
    assert counted(snapshots[1]) == counted(simulate(ROUND))
    assert counted(snapshots[-1]) == counted(simulate(deals))
    assert [s.seconds for s in snapshots] == sorted(s.seconds for s in snapshots)


def test_no_deals_are_an_empty_result() -> None:
    result = simulate(deals=0)
    assert counted(result) == (0, 0, 0, 0, hashlib.sha256(b"").hexdigest())
    assert result.games_per_second == 0


def test_the_rate_is_games_over_seconds() -> None:
    assert Simulation(games=30, seconds=2.0).games_per_second == 15


def test_the_last_deal_number_can_be_played() -> None:
    assert simulate(deals=1, seed=LAST_DEAL).games == 1
    assert simulate(deals=0, seed=LAST_DEAL).games == 0


def test_numpy_integers_are_whole_numbers() -> None:
    counts = np.int64(3), np.uint64(7)
    assert counted(simulate(counts[0], seed=counts[1])) == counted(simulate(3, seed=7))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"deals": -1}, "deals .* -1"),
        ({"deals": 1.5}, "deals .* 1.5"),
        ({"deals": "10"}, "deals .* '10'"),
        ({"deals": True}, "deals .* True"),
        ({"deals": None}, "deals .* None"),
        ({"deals": 2**64 + 1}, f"deals .* {2**64 + 1}"),
        ({"deals": 1, "seed": -3}, "seed .* -3"),
        ({"deals": 1, "seed": 2**64}, f"seed .* {2**64}"),
        ({"deals": 1, "seed": 0.0}, "seed .* 0.0"),
        ({"deals": 2, "seed": LAST_DEAL}, f"seed={LAST_DEAL}, deals=2"),
        ({"deals": 1, "threads": 0}, "threads .* 0"),
        ({"deals": 1, "threads": -2}, "threads .* -2"),
        ({"deals": 1, "threads": 1.0}, "threads .* 1.0"),
    ],
)
def test_numbers_out_of_range_are_refused_by_name(arguments: dict, named: str) -> None:
    with pytest.raises(InvalidArgument, match=named):
        simulate(**arguments)
    # The iterator refuses when it is made, not when it is first asked.
    with pytest.raises(InvalidArgument, match=named):
        run(**arguments)


@pytest.mark.parametrize("rules", ["nonsense", None, 3])
def test_unknown_rules_are_refused_by_name(rules: object) -> None:
    with pytest.raises(InvalidRules, match=repr(rules)):
        simulate(1, rules=rules)


def test_no_thread_runs_between_snapshots() -> None:
    before = _thread._count()
    for _, snapshot in zip(range(3), run(10**9, threads=3), strict=False):
        assert snapshot.games % (3 * ROUND) == 0
        assert _thread._count() == before


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_exception_leaves_no_threads(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_range = simulation.whole_games.play_range
    before = _thread._count()

    def interrupted(
        rules: Rules, first: int, count: int, wild: bool
    ) -> tuple[bytes, int, int, int]:
        if first >= ROUND:
            raise error
        return play_range(rules, first, count, wild)

    monkeypatch.setattr(simulation.whole_games, "play_range", interrupted)
    with pytest.raises(error):
        simulate(10**9, threads=3)
    assert _thread._count() == before


def test_nothing_is_played_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """What keeps memory constant: a slow consumer does not let results pile up."""
    play_range = simulation.whole_games.play_range
    played = 0

    def counted_range(
        rules: Rules, first: int, count: int, wild: bool
    ) -> tuple[bytes, int, int, int]:
        nonlocal played
        played += count
        return play_range(rules, first, count, wild)

    monkeypatch.setattr(simulation.whole_games, "play_range", counted_range)
    for _, snapshot in zip(range(3), run(10**9), strict=False):
        assert played == snapshot.games
