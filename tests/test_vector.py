"""VectorGame: the games of the play-outs, whatever the size of the vector."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import ddz_core as ddz
from ddz_core._core.vector import (
    GAME_STRIDE,
    LONG_OBSERVATION_SIZE,
    OBSERVATION_LAYOUT,
    OBSERVATION_SIZE,
)
from ddz_core._core.whole_games import playout_record
from ddz_core.reference import Stream

DECK = ddz.Hand(0x0114444444444444)

ONE_DECK = [name for name in ddz.Rules.presets() if ddz.Rules.preset(name).decks == 1]


def moved_on(number: int) -> Stream:
    """The stream of a deal after the 53 draws of the shuffle and the first bidder."""
    stream = Stream(number)
    for _ in range(54):
        stream.next()
    return stream


@pytest.mark.parametrize("rules", ONE_DECK)
def test_games_driven_by_their_streams_are_the_play_outs(rules: str) -> None:
    games = ddz.VectorGame(6, seed=3, rules=rules)
    streams = [moved_on(int(number)) for number in games.deals]
    actions: list[list[str]] = [[] for _ in range(6)]
    done = 0
    while done < 12:
        indptr, legal = games.legal()
        numbers = games.deals.copy()
        choices = np.array(
            [streams[i].below(int(indptr[i + 1] - indptr[i])) for i in range(6)], np.int64
        )
        for i in range(6):
            actions[i].append(legal[indptr[i] + choices[i]].tobytes())
        rewards, ended = games.step(choices)
        for i in np.flatnonzero(ended):
            winner, bombs, moves = playout_record(int(numbers[i]), rules)
            assert [bytes(action) for action in actions[i]] == [
                np.void(row).tobytes() for row in as_array(moves)
            ]
            plays = [(k % 3, move) for k, move in enumerate(moves) if move]
            assert rewards[i].tolist() == points(winner, bombs, plays)
            assert games.deals[i] == numbers[i] + 1
            streams[i] = moved_on(int(games.deals[i]))
            actions[i] = []
            done += 1
        assert (rewards[~ended] == 0).all()


def as_array(moves: list[ddz.Move]) -> NDArray[np.void]:
    """Moves as rows of MOVE_DTYPE."""
    rows = [(m.cards.packed, int(m.kind), m.length, m.rank, m.size, 0) for m in moves]
    return np.array(rows, ddz.MOVE_DTYPE)


def points(winner: int, bombs: int, plays: list[tuple[int, ddz.Move]]) -> list[int]:
    """docs/rules.md section 5, with base and stake 1."""
    landlord_plays = sum(seat == 0 for seat, _ in plays)
    spring = landlord_plays == len(plays) if winner == 0 else landlord_plays == 1
    won = 2 ** (bombs + spring)
    return [2 * won, -won, -won] if winner == 0 else [-2 * won, won, won]


def walk(games: ddz.VectorGame, steps: int, first: int = 0) -> list[bytes]:
    """Everything that can be seen in a walk whose choices depend on the game alone."""
    seen = []
    for step in range(steps):
        indptr, actions = games.legal()
        seen.append(np.diff(indptr).tobytes() + actions.tobytes())
        numbers = np.arange(first, first + games.games, dtype=np.uint64)
        draws = (numbers * np.uint64(2654435761) + np.uint64(step * 40503)) % np.uint64(1009)
        games.step((draws.astype(np.int64) * np.diff(indptr)) // 1009)
        seen.append(games.rewards.tobytes() + games.ended.tobytes() + games.observe().tobytes())
    return seen


def test_the_number_of_threads_changes_nothing() -> None:
    one = walk(ddz.VectorGame(1100, seed=5), 100)
    assert one == walk(ddz.VectorGame(1100, seed=5, threads=2), 100)
    assert one == walk(ddz.VectorGame(1100, seed=5, threads=7), 100)


def test_a_game_is_the_same_in_any_vector() -> None:
    whole = ddz.VectorGame(7, seed=5)
    parts = [ddz.VectorGame(3, seed=5), ddz.VectorGame(4, seed=5, first_game=3)]
    for step in range(150):
        indptr, _ = whole.legal()
        choices = (step * 7 + np.arange(7)) % np.diff(indptr)
        whole.step(choices)
        parts[0].step(choices[:3])
        parts[1].step(choices[3:])
        for name in ("deals", "turn", "last", "passes", "bombs"):
            assert (getattr(whole, name)[:3] == getattr(parts[0], name)).all()
            assert (getattr(whole, name)[3:] == getattr(parts[1], name)).all()
        assert (whole.observe() == np.concatenate([p.observe() for p in parts])).all()


def test_moves_do_what_indices_do() -> None:
    a = ddz.VectorGame(50, seed=9, rules="shuttle")
    b = ddz.VectorGame(50, seed=9, rules="shuttle")
    rng = np.random.default_rng(1)
    for _ in range(200):
        indptr, actions = a.legal()
        choices = (rng.random(50) * np.diff(indptr)).astype(np.int32)
        moves = actions[indptr[:-1] + choices].copy()
        for ours, theirs in zip(a.step(choices), b.step(moves), strict=True):
            assert (ours == theirs).all()
        assert (a.hands == b.hands).all()


@pytest.mark.parametrize("rules", ONE_DECK)
@pytest.mark.parametrize("threads", [1, 2])
def test_indices_mean_the_same_whether_the_actions_are_listed_or_not(
    rules: str, threads: int
) -> None:
    # Two slices of at least 256 games each.
    games = [ddz.VectorGame(600, seed=4, rules=rules, threads=threads) for _ in range(3)]
    listed, unlisted, some = games
    rng = np.random.default_rng(2)
    where = np.arange(600) % 2 == 0
    for _ in range(60):
        numbers = np.diff(listed.legal()[0])
        # The pass, which comes last, is drawn more often than others.
        draws = rng.random(600) * (numbers + 2)
        choices = np.minimum(draws.astype(np.int64), numbers - 1)
        one, two = listed.step(choices), unlisted.step(choices)
        assert (one[0] == two[0]).all()
        assert (one[1] == two[1]).all()
        # In games that do not move the index may be anything.
        some.step(np.where(where, choices, -5), where)
        some.step(np.where(where, 1 << 40, choices), ~where)
        for other in unlisted, some:
            for name in ("hands", "last", "deals", "turn"):
                assert (getattr(listed, name) == getattr(other, name)).all()


@pytest.mark.parametrize("wrong", [-1, 1 << 40, "one too many"])
def test_a_wrong_index_is_refused_whether_the_actions_are_listed_or_not(wrong: int | str) -> None:
    listed, unlisted = (ddz.VectorGame(5, seed=4) for _ in range(2))
    number = int(np.diff(listed.legal()[0])[3])
    index = number if isinstance(wrong, str) else wrong
    choices = np.array([0, 0, 0, index, -7])
    for games in listed, unlisted:
        before = games.hands.copy()
        with pytest.raises(ddz.InvalidArgument) as refused:
            games.step(choices)
        assert str(refused.value) == f"row 3: no action {index}: there are {number}"
        assert (games.hands == before).all()


def test_the_layout_of_an_observation_is_that_of_the_document() -> None:
    # docs/vector.md, row by row.
    sets = ["hand", "unseen", "last", "bottom", "played"]
    starts = dict(zip(sets, range(0, 75, 15), strict=True))
    starts |= {"recent": 75, "sizes": 105, "role": 108, "bombs": 109, "reading": 110}
    starts["passes"] = 113
    starts |= {"third": OBSERVATION_SIZE, "open_hand": 129, "third_size": 144, "wild": 145}
    stops = [*list(starts.values())[1:], LONG_OBSERVATION_SIZE]
    assert (OBSERVATION_SIZE, LONG_OBSERVATION_SIZE) == (114, 146)
    assert dict(OBSERVATION_LAYOUT) == {
        name: slice(start, stop) for (name, start), stop in zip(starts.items(), stops, strict=True)
    }


def test_observations_say_what_the_table_says() -> None:
    games = ddz.VectorGame(40, seed=2)
    rng = np.random.default_rng(3)
    for _ in range(150):
        rows = games.observe()
        for i, row in enumerate(rows):
            me = int(games.turn[i])
            hands = [ddz.Hand(int(games.hands[(me + k) % 3, i])) for k in range(3)]
            played = ddz.Hand(int(games.played[i]))
            assert row[:15].tolist() == hands[0].counts.tolist()
            kept = ddz.Hand(int(games.kept[i])) if me else ddz.Hand()
            assert row[15:30].tolist() == (hands[1] + hands[2] - kept).counts.tolist()
            assert row[15:30].tolist() == (DECK - played - hands[0] - kept).counts.tolist()
            assert row[30:45].tolist() == ddz.Hand(int(games.last["cards"][i])).counts.tolist()
            assert row[45:60].tolist() == ddz.Hand(int(games.bottom[i])).counts.tolist()
            assert row[60:75].tolist() == played.counts.tolist()
            assert row[105:108].tolist() == [len(hand) for hand in hands]
            assert (me + int(row[108])) % 3 == 0
            assert row[109:].tolist() == [
                games.bombs[i],
                games.last["kind"][i],
                games.last["length"][i],
                games.last["rank"][i],
                games.passes[i],
            ]
        indptr, _ = games.legal()
        games.step((rng.random(40) * np.diff(indptr)).astype(np.int64))


def test_observations_show_the_last_actions_of_the_others() -> None:
    games = ddz.VectorGame(1, seed=1)
    led = games.legal()[1][0].copy()
    games.step(np.zeros(1, np.int64))
    seen = games.observe()[0]
    # The landlord is two seats on from seat 1, and has just played.
    assert seen[75:90].tolist() == [0] * 15
    assert seen[90:105].tolist() == ddz.Hand(int(led["cards"])).counts.tolist()
    games.step(np.array([len(games.legal()[1]) - 1]))  # the pass
    seen = games.observe()[0]
    assert seen[75:90].tolist() == ddz.Hand(int(led["cards"])).counts.tolist()
    assert seen[90:105].tolist() == [0] * 15
    games.step(np.array([len(games.legal()[1]) - 1]))
    # A new trick: nothing lies there any more.
    assert games.observe()[0, 30:45].tolist() + games.observe()[0, 75:105].tolist() == [0] * 45


def test_two_players() -> None:
    games = ddz.VectorGame(30, seed=4, players=2)
    rng = np.random.default_rng(4)
    ended = 0
    for _ in range(200):
        indptr, _ = games.legal()
        rewards, over = games.step((rng.random(30) * np.diff(indptr)).astype(np.int64))
        assert rewards.shape == (30, 2)
        assert (rewards.sum(axis=1) == 0).all()
        assert ((rewards != 0).all(axis=1) == over).all()
        ended += int(over.sum())
    assert ended > 30


def test_tables_stand_for_rules_and_players() -> None:
    table = ddz.Table.preset("bga", players=2, bomb_mode=True)
    games = ddz.VectorGame(20, seed=3, table=table)
    same = ddz.VectorGame(20, seed=3, rules="bga_bomb_mode", players=2)
    assert walk(games, 50) == walk(same, 50)
    assert walk(ddz.VectorGame(5, table="shuttle"), 50) == walk(
        ddz.VectorGame(5, rules="shuttle"), 50
    )
    with pytest.raises(ddz.InvalidArgument, match="discard"):
        ddz.VectorGame(2, table=table.changed(discard=True))
    with pytest.raises(ddz.InvalidRules, match="'none'"):
        ddz.VectorGame(2, table="none")


def test_deal_numbers() -> None:
    games = ddz.VectorGame(3, seed=2**64 - 1, first_game=2)
    assert [int(number) for number in games.deals] == [
        (2**64 - 1 + g * GAME_STRIDE) % 2**64 for g in (2, 3, 4)
    ]
    games.reset(7)
    games.reset(seed=1)
    deal = ddz.deal(1 + 2 * GAME_STRIDE)
    assert int(games.hands[0, 0]) == (deal.hands[0] + deal.bottom).packed


@pytest.mark.parametrize(
    ("actions", "named"),
    [
        ([0, 0, 0], "list"),
        (np.zeros(2, np.int64), r"\(2,\)"),
        (np.zeros((3, 1), np.int64), r"\(3, 1\)"),
        (np.zeros(3), "float64"),
        (np.array([0, 0, 1000]), "row 2: no action 1000"),
        (np.array([0, -1, 0]), "row 1: no action -1"),
        (np.array([0, 2**63, 0], np.uint64), "row 1"),
        (np.zeros(3, ddz.MOVE_DTYPE), "row 0"),
    ],
)
def test_steps_refused_change_nothing(actions: NDArray[np.int64], named: str) -> None:
    games = ddz.VectorGame(3, seed=1)
    before = games.hands.copy(), games.observe().tobytes()
    with pytest.raises(ddz.DdzError, match=named):
        games.step(actions)
    assert (games.hands == before[0]).all()
    assert games.observe().tobytes() == before[1]


def test_a_play_not_held_is_refused() -> None:
    games = ddz.VectorGame(2, seed=1)
    moves = games.legal()[1][[0, 0]].copy()
    moves[1] = (0x4444, ddz.Kind.SOLO_CHAIN, 4, 3, 4, 0)
    with pytest.raises(ddz.IllegalPlay, match="row"):
        games.step(moves)


@pytest.mark.parametrize("out", [np.zeros((3, 5), np.uint8), np.zeros((3, 114), np.int8), None])
def test_observations_go_only_where_they_fit(out: NDArray[np.uint8] | None) -> None:
    games = ddz.VectorGame(3, seed=1)
    if out is None:
        assert games.observe().shape == (3, ddz.OBSERVATION_SIZE)
        return
    with pytest.raises(ddz.InvalidArgument, match="114"):
        games.observe(out)


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": "3"},
        {"games": 3, "players": 4},
        {"games": 3, "seed": -1},
        {"games": 3, "threads": 0},
        {"games": 3, "first_game": -1},
        {"games": 3, "rules": "x"},
    ],
)
def test_vectors_that_cannot_be(wrong: dict[str, int]) -> None:
    with pytest.raises(ddz.DdzError):
        ddz.VectorGame(**wrong)


@pytest.mark.parametrize("by_moves", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_only_some_games_move(by_moves: bool, threads: int) -> None:
    n = 600
    some = ddz.VectorGame(n, seed=6, threads=threads)
    rng = np.random.default_rng(2)
    for _ in range(60):
        indptr, legal = some.legal()
        where = rng.random(n) < 0.7
        choices = (rng.random(n) * np.diff(indptr)).astype(np.int64)
        before = {name: getattr(some, name).copy() for name in ("deals", "hands", "turn", "last")}
        moves = legal[indptr[:-1] + choices].copy()
        # What is not made is not looked at.
        moves[~where] = (0xF, 3, 9, 9, 9, 9)
        choices[~where] = -7
        rewards, ended = some.step(moves if by_moves else choices, where)
        assert not ended[~where].any()
        assert not rewards[~where].any()
        for name, old in before.items():
            now = getattr(some, name)
            assert (now[..., ~where] == old[..., ~where]).all()
        played = before["hands"] != some.hands
        assert (played.any(axis=0) | ended | (moves["kind"] == 0))[where].all()


def test_steps_of_some_games_are_those_of_all() -> None:
    one, two = ddz.VectorGame(9, seed=1), ddz.VectorGame(9, seed=1)
    rng = np.random.default_rng(2)
    for _ in range(200):
        choices = (rng.random(9) * np.diff(one.legal()[0])).astype(np.int64)
        rewards, ended = one.step(choices)
        half = np.arange(9) % 2 == 0
        first = [part.copy() for part in two.step(choices, half)]
        second = two.step(choices, ~half)
        assert (rewards == first[0] + second[0]).all()
        assert (ended == first[1] | second[1]).all()
        assert one.observe().tobytes() == two.observe().tobytes()


def test_games_are_dealt_anew_one_by_one() -> None:
    games = ddz.VectorGame(4, seed=5, first_game=2)
    where = np.array([True, False, False, True])
    games.step(np.zeros(4, np.int64))
    games.redeal(where)
    assert games.turn.tolist() == [0, 1, 1, 0]
    fresh = ddz.VectorGame(4, seed=6, first_game=2)
    assert (games.deals[where] == fresh.deals[where]).all()
    assert (games.observe()[where] == fresh.observe()[where]).all()
    games.redeal(where, seed=2**64 - 1)
    fresh.reset(2**64 - 1)
    assert (games.deals[where] == fresh.deals[where]).all()
    assert (games.hands[:, where] == fresh.hands[:, where]).all()
    assert games.turn.tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize("where", [[True, False], np.ones(3, np.bool_), np.ones(2, np.int64)])
def test_masks_that_do_not_fit(where: NDArray[np.bool_]) -> None:
    games = ddz.VectorGame(2, seed=1)
    for call in (lambda: games.redeal(where), lambda: games.step(np.zeros(2, np.int64), where)):
        with pytest.raises(ddz.InvalidArgument, match=r"bool\[2\]"):
            call()
    with pytest.raises(ddz.InvalidArgument, match="-1"):
        games.redeal(np.ones(2, np.bool_), -1)
    assert games.turn.tolist() == [0, 0]


def test_a_wrong_action_among_those_that_move() -> None:
    games = ddz.VectorGame(4, seed=1)
    where = np.array([False, True, False, True])
    with pytest.raises(ddz.InvalidArgument, match="row 3"):
        games.step(np.array([-1, 0, -1, -1]), where)
    moves = np.zeros(4, ddz.MOVE_DTYPE)
    moves[1] = games.legal()[1][games.legal()[0][1]]
    with pytest.raises(ddz.IllegalPlay, match="row 3"):
        games.step(moves, where)
    assert games.turn.tolist() == [0, 0, 0, 0]
