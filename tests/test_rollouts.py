"""Rollouts against the game itself, brute force, and their own promises."""

from __future__ import annotations

import copy
import math
import pickle
import random
import threading
import time
from fractions import Fraction

import numpy as np
import pytest
from walks import RULES, arranged, played, tables, walk

import ddz_core as ddz
from ddz_core import PASS, Hand, Move, Table, rollout
from ddz_core._core.rollouts import Sight, greedy_deals, greedy_points
from ddz_core.analysis.habits import FOUR, GREEDY, PLAIN
from ddz_core.analysis.rollouts import Rolling
from ddz_core.errors import IllegalPlay, InvalidArgument, WrongPhase
from ddz_core.reference import legal, parse_play

OPEN = Table(auction="none", first_bidder=0)

ONE_DECK = [name for name in ddz.Rules.presets() if ddz.Rules.preset(name).decks == 1]


def opening(deal: int = 1, table: Table = OPEN) -> ddz.Observation:
    return ddz.Game(table, deal).observation(0)


# ------------------------------------------------------------ what they come to


def uniform_value(table: Table, game: ddz.Game, seat: int) -> Fraction:
    """The expected points of a seat where every legal action is equally likely, by listing
    everything that can happen."""
    if game.is_over:
        assert game.result is not None
        return Fraction(game.result.points[seat])
    values = []
    for action in game.legal_actions():
        game.push(action)
        values.append(uniform_value(table, game, seat))
        game.pop()
    return sum(values, Fraction(0)) / len(values)


def test_random_rollouts_agree_with_all_that_can_happen() -> None:
    """One world only: the peasants' cards are known where all others have been seen."""
    hands = ["3379", "46", "5K"]
    game = played(arranged(OPEN, hands, "JQA"), "3")
    observation = game.observation(1)
    # What is hidden from seat 1 is dealt out: four worlds' worth of cards, by hand.
    known = {name: getattr(observation, name) for name in ddz.Public.__dataclass_fields__}
    known["hidden"] = Hand("379") + Hand("46") + Hand("5K")
    observation = ddz.Observation(**known, seat=1, hand=Hand("46"))
    expected: dict[Move, Fraction] = {}
    worlds = 0
    unseen = str(observation.unseen)
    for i in range(len(unseen)):
        for j in range(i + 1, len(unseen)):
            mine = unseen[i] + unseen[j]
            rest = observation.unseen - mine
            world = played(arranged(OPEN, [f"3{rest}", "46", mine], "JQA"), "3")
            worlds += 1
            for action in world.legal_actions():
                assert isinstance(action, Move)
                world.push(action)
                value = uniform_value(OPEN, world, 1)
                world.pop()
                expected[action] = expected.get(action, Fraction(0)) + value
    found = rollout(observation, deals=40_000, policy="random", seed=3)
    assert found.worlds == 40_000
    assert {play.action for play in found.plays} == set(expected)
    for play in found.plays:
        mean = float(expected[play.action] / worlds)
        assert abs(play.mean_points - mean) < 4.5 * play.standard_error


def test_going_out_wins_every_world_and_scores_what_it_should() -> None:
    game = played(arranged(Table(), ["3456", "77K", "88T"], "JJJ"), "bid:3 3 K pass")
    game = played(game, "pass 7 8 J pass pass 4")
    seven, passing = rollout(game.observation(1), 300).plays
    assert (str(seven.action), passing.action) == ("7:solo:1:7", PASS)
    assert (seven.wins, seven.win_rate, seven.win_error) == (300, 1.0, 0.0)
    # Base 1, stake 3, no bomb; the landlord has played three times: no anti-spring.
    assert (seven.mean_points, seven.standard_error) == (3.0, 0.0)
    assert passing.wins < 300


def test_greedy_rollouts_are_the_greedy_player_at_the_table() -> None:
    """The kernel's play-outs against the same player asked at every decision of a game."""
    for players in (2, 3):
        table = Table(players=players, auction="none", first_bidder=0)
        for habits in (GREEDY, PLAIN):
            *_, points = greedy_deals(habits.compiled, GREEDY.compiled, 100, 150, players)
            for deal, expected in enumerate(points.tolist(), 100):
                game = ddz.Game(table, deal)
                while not game.is_over:
                    seat = game.turn or 0
                    own = habits if seat == 0 else GREEDY
                    game.push(Sight(game.observation(seat)).greedy(own.compiled))
                assert game.result is not None
                assert game.result.points[0] == expected


@pytest.mark.parametrize("rules", RULES)
def test_the_greedy_player_is_never_illegal_and_ends_every_game(rules: str) -> None:
    rng = random.Random(rules)
    for number, table in enumerate(rng.sample(list(tables(rules)), 40)):
        game = ddz.Game(table, number)
        while not game.is_over:
            if game.phase == "play":
                habits = rng.choice((GREEDY, PLAIN))
                game.push(Sight(game.observation(game.turn or 0)).greedy(habits.compiled))
            else:
                game.push(rng.choice(game.legal_actions()))


@pytest.mark.parametrize("preset", ONE_DECK)
def test_the_greedy_player_is_legal_by_the_reference(preset: str) -> None:
    """At random positions, kickers and all, under every rule set."""
    table = Table(rules=preset, auction="none", first_bidder=0)
    rng = random.Random(preset)
    looked_at = 0
    for deal in range(25):
        game = ddz.Game(table, deal)
        for _ in walk(game, rng):
            seat = game.turn or 0
            move = Sight(game.observation(seat)).greedy(GREEDY.compiled)
            if move == PASS:
                assert game.public.last is not None
                continue
            last = None if game.public.last is None else parse_play(str(game.public.last))
            plays = legal(str(game.hands[seat]), last, ddz.Rules.preset(preset))
            assert str(move) in set(map(str, plays))
            looked_at += 1
    assert looked_at > 300


# -------------------------------------------------------------------- promises


def test_all_legal_actions_are_tried_in_order_in_the_same_number_of_worlds() -> None:
    observation = opening()
    found = rollout(observation, deals=50)
    assert tuple(play.action for play in found.plays) == observation.legal_actions
    assert {play.worlds for play in found.plays} == {50} == {found.worlds}
    assert found.best.mean_points == max(play.mean_points for play in found.plays)
    assert found.seconds > 0


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_threads_and_calls_change_nothing(policy: str) -> None:
    observation = opening(5)
    one = rollout(observation, 333, policy, 1, seed=9)  # type: ignore[arg-type]
    for threads in (2, 5):
        assert rollout(observation, 333, policy, threads, seed=9).plays == one.plays  # type: ignore[arg-type]
    rolling = Rolling(observation, policy, 9)  # type: ignore[arg-type]
    for part in (1, 100, 32, 200):
        rolling.go_on(part, threads=2)
    assert rolling.plays() == one.plays
    assert rollout(observation, 333, policy, seed=10).plays != one.plays  # type: ignore[arg-type]


def test_common_random_numbers() -> None:
    """An action alone comes to what it comes to among the others: the same worlds."""
    observation = opening(8)
    for policy in ("random", "greedy"):
        together = rollout(observation, 200, policy, seed=4)  # type: ignore[arg-type]
        for play in together.plays[::9]:
            [alone] = rollout(observation, 200, policy, seed=4, actions=[play.action]).plays  # type: ignore[arg-type]
            assert alone == play


def test_standard_errors_shrink_as_they_should_and_hold() -> None:
    observation = opening(2)
    action = observation.legal_actions[0]
    few = rollout(observation, 200, actions=[action], seed=1).plays[0]  # type: ignore[list-item]
    many = rollout(observation, 20_000, actions=[action], seed=2).plays[0]  # type: ignore[list-item]
    assert few.standard_error / many.standard_error == pytest.approx(10, rel=0.3)
    means = [
        rollout(observation, 200, actions=[action], seed=seed).plays[0].mean_points  # type: ignore[list-item]
        for seed in range(100, 200)
    ]
    assert np.std(means) == pytest.approx(few.standard_error, rel=0.35)
    assert abs(np.mean(means) - many.mean_points) < 5 * few.standard_error / 10
    single = rollout(observation, 1).plays[0]
    assert math.isnan(single.standard_error)


def test_points_are_those_of_the_table() -> None:
    """Base and stake multiply the points; the worlds are the same."""
    plain = rollout(opening(3), 100, seed=2)
    table = Table(auction="none", first_bidder=0, base=10)
    dear = rollout(opening(3, table), 100, seed=2)
    for one, ten in zip(plain.plays, dear.plays, strict=True):
        assert ten.mean_points == pytest.approx(10 * one.mean_points)
        assert ten.wins == one.wins
    game = played(ddz.Game("standard", deal=1), "bid:1 bid:2 bid:3")
    staked = rollout(game.observation(game.turn or 0), 50)
    assert any(abs(play.mean_points) > 3 for play in staked.plays)
    assert all(round(play.mean_points * 50) % 3 == 0 for play in staked.plays)


def test_time_bound() -> None:
    observation = opening(4)
    for limit in (0.02, 0.2):
        started = time.perf_counter()
        found = rollout(observation, time_limit=limit)
        assert time.perf_counter() - started < limit + 0.5
        assert found.worlds >= 32
    assert rollout(observation, deals=40, time_limit=60).worlds == 40


def test_error_bound() -> None:
    observation = opening(4)
    found = rollout(observation, error=0.2, time_limit=60)
    assert max(play.standard_error for play in found.plays) <= 0.2
    assert rollout(observation, found.worlds).plays == found.plays
    assert rollout(observation, error=1e-9, deals=64).worlds == 64


def test_deals_that_cannot_be_are_not_played() -> None:
    greedy = GREEDY.compiled
    aside = np.zeros(1, np.uint64)
    for hands, message in (
        (["34", "", "5"], "the hand of seat 1 of deal 0 is empty"),
        (["3333", "34", "5"], "the cards of deal 0 are more than there are"),
    ):
        packed = np.array([[Hand(hand).packed for hand in hands]], np.uint64)
        with pytest.raises(ValueError, match=message):
            greedy_points(greedy, greedy, packed, aside)
    with pytest.raises(ValueError, match="more than there are"):
        greedy_points(greedy, greedy, np.full((1, 3), 0xF, np.uint64), aside)


def test_bad_input() -> None:
    observation = opening(1)
    for deals in (0, -1, 1.5, True, "ten"):
        with pytest.raises(InvalidArgument, match="deals"):
            rollout(observation, deals)  # type: ignore[arg-type]
    for name in ("time_limit", "error"):
        for value in (0, -1.0, math.nan, "soon", True):
            with pytest.raises(InvalidArgument, match=name):
                rollout(observation, **{name: value})  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="policy is 'random' or 'greedy', not 'best'"):
        rollout(observation, 10, "best")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="policy"):
        rollout(observation, 10, [])  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="time_limit"):
        rollout(observation, time_limit=10**400)
    with pytest.raises(InvalidArgument, match="threads"):
        rollout(observation, 10, threads=0)
    with pytest.raises(InvalidArgument, match="seed"):
        rollout(observation, 10, seed=-1)
    with pytest.raises(InvalidArgument, match="at least one action"):
        rollout(observation, 10, actions=[])
    with pytest.raises(InvalidArgument, match="is a Move"):
        rollout(observation, 10, actions=["33"])  # type: ignore[list-item]
    with pytest.raises(IllegalPlay, match="must play and may not pass"):
        rollout(observation, 10, actions=[PASS])
    with pytest.raises(IllegalPlay, match="is not all in the hand"):
        rollout(observation, 10, actions=[Move.parse("4444:bomb:1:4")])
    with pytest.raises(WrongPhase):
        rollout(ddz.Game("standard", 1).observation(2))


def test_actions_may_come_from_an_iterator() -> None:
    observation = opening(1)
    some = [action for action in observation.legal_actions if isinstance(action, Move)][:2]
    found = rollout(observation, 20, actions=iter(some))  # type: ignore[arg-type]
    assert [play.action for play in found.plays] == some


def test_rollouts_that_have_not_begun() -> None:
    rolling = Rolling(opening(1))
    assert rolling.plays() == ()
    rolling.go_on(0)
    assert (rolling.plays(), rolling.tried) == ((), 0)
    with pytest.raises(InvalidArgument, match="worlds"):
        rolling.go_on(-5)


def test_a_call_while_another_one_runs_is_refused() -> None:
    """What two threads did at once would be lost, or counted twice."""
    rolling = Rolling(opening(1))
    refused: list[RuntimeError] = []

    def disturb() -> None:
        try:
            while rolling.tried == 0:
                rolling.go_on(1)
        except RuntimeError as error:
            refused.append(error)

    for _ in range(50):
        thread = threading.Thread(target=disturb)
        rolling = Rolling(opening(1))
        thread.start()
        try:
            rolling.go_on(200)
        except RuntimeError as error:
            refused.append(error)
        thread.join()
        assert rolling.tried in (1, 200, 201)
        if refused:
            break
    assert str(refused[0]) == "another call is using these rollouts"


def test_numbers_outside_64_bits_are_refused() -> None:
    rolling = Rolling(opening(1))
    sight = Sight(opening(1))
    greedy = GREEDY.compiled
    huge = 2**70
    for call in (
        lambda: rolling.worlds(huge, huge + 1),
        lambda: rolling.worlds(5, 4),
        lambda: rolling.go_on(huge),
        lambda: Rolling(opening(1), seed=huge),
        lambda: sight.worlds(huge, 0, 1),
        lambda: sight.worlds(1, -1, 1),
        lambda: sight.worlds(1, 0, huge),
        lambda: sight.worlds_of(huge, np.zeros(1, np.uint64)),
        lambda: sight.rollout(greedy, [PASS], sight.worlds(1, 0, 1), huge, 0),
        lambda: sight.rollout(greedy, [PASS], sight.worlds(1, 0, 1), 1, huge),
        lambda: greedy_deals(greedy, greedy, huge, 1),
        lambda: greedy_deals(greedy, greedy, 2**64 - 1, 2),
        lambda: greedy_deals(greedy, greedy, 1, -1),
        lambda: greedy_deals(greedy, greedy, 1, huge),
        lambda: greedy_deals(greedy, greedy, 1, 1, players=huge),
        lambda: greedy_deals(greedy, greedy, 1, 1, seat=3),
        lambda: greedy_deals(greedy, greedy, 1, 1, players=4),
        lambda: greedy_deals(greedy, greedy, 1, 1, players=3, rules="four"),
        lambda: type(greedy)([huge] * 100),
    ):
        with pytest.raises(InvalidArgument):
            call()


def test_arrays_may_lie_anywhere() -> None:
    sight = Sight(opening(1))
    worlds = sight.worlds(1, 0, 4)
    action = ddz.readings("33")[0]
    expected = sight.rollout(None, [action], worlds, 1, 0).tolist()
    memory = np.zeros(worlds.nbytes + 8, np.uint8)
    anywhere = memory[1 : worlds.nbytes + 1].view(np.uint64).reshape(worlds.shape)
    anywhere[:] = worlds
    for same in (anywhere, worlds.repeat(2, axis=0)[::2], np.asfortranarray(worlds)):
        assert sight.rollout(None, [action], same, 1, 0).tolist() == expected
    for wrong in (worlds.astype(float), worlds.tolist(), worlds[0], None):
        with pytest.raises(InvalidArgument, match="worlds must"):
            sight.rollout(None, [action], wrong, 1, 0)  # type: ignore[arg-type]


def test_worlds_and_actions_made_by_hand_are_checked() -> None:
    """What a kernel would read astray by is refused before."""
    sight = Sight(opening(1))
    worlds = sight.worlds(1, 0, 4)
    assert sight.rollout(None, [ddz.readings("33")[0]], worlds, 1, 0).shape == (1, 3)
    for wrong in (
        np.zeros_like(worlds),
        np.full_like(worlds, 2**64 - 1),
        worlds[:, ::-1].copy(),
        worlds[:, :2].copy(),
        np.concatenate([worlds, worlds + np.uint64(1)]),
    ):
        for ask in (
            lambda wrong=wrong: sight.rollout(None, [ddz.readings("33")[0]], wrong, 1, 0),
            lambda wrong=wrong: sight.surprises(GREEDY.compiled, wrong),
        ):
            with pytest.raises(InvalidArgument, match="world"):
                ask()
    for action in (PASS, ddz.readings("44")[0], ddz.Move.parse("33334444:quad_chain:2:4")):
        with pytest.raises(IllegalPlay, match="is no legal action"):
            sight.rollout(None, [action], worlds, 1, 0)
    for action in (None, "33", 3):
        with pytest.raises(TypeError, match="must be a Move"):
            sight.rollout(None, [action], worlds, 1, 0)  # type: ignore[list-item]


def test_habits_can_be_copied() -> None:
    assert GREEDY.compiled is not None
    for copied in (copy.deepcopy(GREEDY), pickle.loads(pickle.dumps(GREEDY))):
        assert copied == GREEDY
        observation = opening(2)
        greedy = Sight(observation).greedy(GREEDY.compiled)
        assert Sight(observation).greedy(copied.compiled) == greedy


def test_a_game_far_on_counts_bombs_played_and_springs() -> None:
    """Seat 1 has thrown a bomb: a peasant's win is worth 2, the landlord's loses no more."""
    game = arranged(OPEN, ["3456", "7777K", "89T"], "QQA")
    game = played(game, "3 7777 pass pass")
    [play] = rollout(game.observation(1), 100, actions=[ddz.readings("K")[0]]).plays
    # The landlord has played once only: anti-spring doubles once more.
    assert (play.mean_points, play.wins) == (4.0, 100)


def test_greedy_deals_of_two_decks_are_those_of_their_numbers() -> None:
    """One against three: the points are of three peasants, and double by large bombs alone."""
    habits = FOUR.compiled
    hands, bottoms, points = greedy_deals(habits, habits, 5, 40, 4, 2, "four")
    for number, row, bottom in zip(range(5, 45), hands.tolist(), bottoms.tolist(), strict=True):
        dealt = ddz.deal(number, rules="four")
        assert [hand.packed for hand in dealt.hands] == row
        assert dealt.bottom.packed == bottom
    led = hands.copy()
    led[:, 2] += bottoms
    asides = np.zeros(40, np.uint64)
    assert (greedy_points(habits, habits, led, asides, 2, "four") == points).all()
    sizes = set(abs(points).tolist())
    assert sizes <= {3 << n for n in range(12)}
    assert {3, 6} <= sizes
    assert min(points) < 0 < max(points)
