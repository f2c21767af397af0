"""The open-card solver: against a solver that tries everything, and against itself."""

from __future__ import annotations

import pickle
import time
from random import Random

import numpy as np
import pytest
from conftest import PRESETS, golden
from reference_solver import Case, landlord_wins, random_case

import ddz_core as ddz
from ddz_core import reference
from ddz_core._core.solver import MOST_MEMORY, Position, Solver
from ddz_core.reference import PASS, parse_play
from ddz_core.rules import Rules

SMALL = 1 << 21
"""Memory for positions of few cards, so that every test makes a table quickly."""

UNSOLVED = {"hands": ["3346678TJQQKAA2R", "44577889TJKKK", "3345569TJJQ2B"]}
"""Cards that take much longer than any time limit of these tests."""


def cases(preset: str, number: int, most: int = 5) -> list[Case]:
    random = Random(f"open cards {preset}")
    return [random_case(random, Rules.preset(preset), most) for _ in range(number)]


def follow_line(case: Case, line: tuple[ddz.Move, ...], rules: Rules) -> reference.Position:
    """Where the line leads, each action checked by the reference."""
    position = case.position
    for move in line:
        action = PASS if not move else parse_play(str(move))
        assert action in position.actions(rules)
        position = position.after(action)
    return position


@pytest.mark.parametrize("preset", PRESETS)
def test_brute_force(preset: str) -> None:
    rules = Rules.preset(preset)
    solver = Solver(SMALL, preset)
    for case in cases(preset, 250):
        expected = landlord_wins(case.position, rules, {})
        found = solver.value(Position(**case.arguments, rules=preset))
        assert found == expected, case.arguments


@pytest.mark.parametrize("preset", PRESETS)
def test_moves_and_line(preset: str) -> None:
    rules = Rules.preset(preset)
    for case in cases(preset, 60):
        solution = ddz.solve(**case.arguments, rules=preset, memory=SMALL, all_moves=True)
        known: dict[reference.Position, bool] = {}
        assert solution.landlord_wins == landlord_wins(case.position, rules, known)
        actions = case.position.actions(rules)
        assert [str(move.move) for move in solution.moves] == [str(action) for action in actions]
        for move, action in zip(solution.moves, actions, strict=True):
            assert move.landlord_wins == landlord_wins(case.position.after(action), rules, known)
        values = [move.landlord_wins for move in solution.moves]
        best = any(values) if case.position.turn == 0 else all(values)
        assert best == solution.landlord_wins
        end = follow_line(case, solution.line, rules)
        assert end.is_over
        assert (end.hands[0] == "") == solution.landlord_wins


def test_golden() -> None:
    rows = golden("solve")
    assert len(rows) == 123
    for rules in {row["rules"] for row in rows}:
        chosen = [row for row in rows if row["rules"] == rules and len(row["hands"][0]) < 12]
        solutions = ddz.solve_batch(
            [{"hands": row["hands"], "turn": row["turn"]} for row in chosen], rules, memory="64MiB"
        )
        for row, solution in zip(chosen, solutions, strict=True):
            assert solution.landlord_wins == row["landlord_wins"], row
            end = follow_line(
                Case(reference.Position(tuple(map(reference.tidy, row["hands"])), row["turn"]), {}),
                solution.line,
                Rules.preset(rules),
            )
            assert end.is_over
            assert (end.hands[0] == "") == row["landlord_wins"]


def test_golden_of_twelve_cards() -> None:
    rows = [row for row in golden("solve") if len(row["hands"][0]) >= 12]
    solutions = ddz.solve_batch([row["hands"] for row in rows], memory="128MiB", threads=2)
    assert [s.landlord_wins for s in solutions] == [row["landlord_wins"] for row in rows]


def test_same_answer_for_any_table_threads_and_order() -> None:
    rows = [row for row in golden("solve") if len(row["hands"][0]) in (8, 10)][:40]
    expected = [row["landlord_wins"] for row in rows]
    for memory in ("200KiB", "1MiB", "32MiB"):
        solutions = ddz.solve_batch([row["hands"] for row in rows[30:]], memory=memory)
        assert [s.landlord_wins for s in solutions] == expected[30:]
    solutions = ddz.solve_batch([row["hands"] for row in rows], memory="64MiB", threads=3)
    assert [s.landlord_wins for s in solutions] == expected
    small = [row for row in golden("solve") if len(row["hands"][0]) == 8]
    for row in small:
        assert (
            ddz.solve(row["hands"], memory="8MiB", threads=3).landlord_wins
            == (row["landlord_wins"])
        )
    for order in (1, 2, 77):
        solver = Solver(1 << 24, order=order)
        for row in small:
            assert solver.value(Position(row["hands"])) == row["landlord_wins"]


@pytest.mark.parametrize("limit", [0.0, 0.05, 0.2])
@pytest.mark.parametrize("threads", [1, 2])
def test_time_limit(limit: float, threads: int) -> None:
    late = []
    for _ in range(3):
        started = time.perf_counter()
        solution = ddz.solve(**UNSOLVED, time_limit=limit, threads=threads, all_moves=True)
        late.append(time.perf_counter() - started - limit)
        assert solution.landlord_wins is None
        assert solution.line == ()
        assert any(move.landlord_wins is None for move in solution.moves)
    # The best of three: another program may hold the processor for a while.
    assert min(late) < 0.05


def test_time_limit_of_a_hand_with_thousands_of_plays() -> None:
    hands = ["33334444555566667777888899TJQKA2", "99TTTJJJQQQKKK", "AAA2BR"]
    started = time.perf_counter()
    ddz.solve(hands, time_limit=0.1, memory="2GiB", rules="douzero")
    assert time.perf_counter() - started < 0.15 + 0.5


def test_known_value_within_the_limit_is_given() -> None:
    assert ddz.solve(["QQTT", "A3"], time_limit=10).landlord_wins is True


def test_solution_is_a_value() -> None:
    solution = ddz.solve(["QQTT", "A3"], all_moves=True)
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert solution.nodes > 0
    assert solution.seconds > 0


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"hands": ["", "3"]}, ddz.InvalidCards, "hand 0 is empty"),
        ({"hands": ["3", "4", ""]}, ddz.InvalidCards, "hand 2 is empty"),
        ({"hands": ["333", "33"]}, ddz.InvalidCards, "5 times 3"),
        ({"hands": ["33X", "4"]}, ddz.InvalidCards, "'X'"),
        ({"hands": ["3"]}, ddz.InvalidArgument, "two or three hands"),
        ({"hands": ["3", "4", "5", "6"]}, ddz.InvalidArgument, "two or three hands"),
        ({"hands": "34"}, ddz.InvalidCards, "two or three hands"),
        ({"hands": ["3", "4"], "turn": 2}, ddz.InvalidArgument, "the turn"),
        ({"hands": ["3", "4"], "turn": True}, ddz.InvalidArgument, "the turn"),
        ({"hands": ["3", "4"], "last": "56"}, ddz.IllegalPlay, "no play"),
        ({"hands": ["3", "4"], "last": "pass"}, ddz.IllegalPlay, "pass"),
        ({"hands": ["2222", "4"], "last": "2"}, ddz.InvalidCards, "nobody can have played"),
        ({"hands": ["3", "4"], "last_seat": 1}, ddz.InvalidArgument, "need a last play"),
        ({"hands": ["3", "4", "5"], "passes": 1}, ddz.InvalidArgument, "need a last play"),
        ({"hands": ["3", "4"], "last": "5", "passes": 1}, ddz.InvalidArgument, "passes"),
        ({"hands": ["3", "4"], "last": "5", "last_seat": 0}, ddz.InvalidArgument, "of seat 1"),
        ({"hands": ["3", "4"], "rules": "none"}, ddz.InvalidRules, "none"),
        ({"hands": ["3", "4"], "memory": 1000}, ddz.InvalidArgument, "too small"),
        ({"hands": ["3", "4"], "memory": "1GB"}, ddz.InvalidArgument, "1GB"),
        ({"hands": ["3", "4"], "memory": -1}, ddz.InvalidArgument, "-1"),
        ({"hands": ["3", "4"], "memory": True}, ddz.InvalidArgument, "True"),
        ({"hands": ["3", "4"], "memory": 1 << 70}, ddz.InvalidArgument, "memory in bytes"),
        ({"hands": ["3", "4"], "memory": "5000000000GiB"}, ddz.InvalidArgument, "at most 65536GiB"),
        ({"hands": ["3", "4"], "memory": "9" * 400}, ddz.InvalidArgument, "at most 65536GiB"),
        ({"hands": ["3", "4"], "turn": 1 << 70}, ddz.InvalidArgument, "the turn"),
        ({"hands": ["3", "4"], "last": "5", "passes": 1 << 70}, ddz.InvalidArgument, "passes"),
        ({"hands": ["3", "4"], "threads": 1 << 70}, ddz.InvalidArgument, "threads"),
        ({"hands": ["3", "4"], "time_limit": 10**400}, ddz.InvalidArgument, "time_limit"),
        ({"hands": None}, ddz.InvalidCards, "two or three hands, not None"),
        ({"hands": ["3", "4"], "threads": 0}, ddz.InvalidArgument, "threads"),
        ({"hands": ["3", "4"], "time_limit": -1}, ddz.InvalidArgument, "time_limit"),
        ({"hands": ["3", "4"], "time_limit": float("nan")}, ddz.InvalidArgument, "time_limit"),
        ({"hands": ["3", "4"], "time_limit": "soon"}, ddz.InvalidArgument, "time_limit"),
    ],
)
def test_bad_input(arguments: dict[str, object], error: type[ddz.DdzError], words: str) -> None:
    with pytest.raises(error, match=words):
        ddz.solve(**arguments)  # type: ignore[arg-type]


def test_memory_that_the_machine_has_not() -> None:
    with pytest.raises(MemoryError, match=r"this machine has no [0-9,]* bytes"):
        Solver(MOST_MEMORY)
    for memory in (-1, MOST_MEMORY + 1, 1 << 70, "1GiB"):
        with pytest.raises(ddz.InvalidArgument, match="memory"):
            Solver(memory)  # type: ignore[arg-type]
    # As few bytes as one likes: there is a table in any case.
    assert Solver(0).value(Position(["QQTT", "A3"])) is True


def test_a_solver_keeps_to_its_rules() -> None:
    solver = Solver(SMALL, "standard")
    with pytest.raises(ddz.InvalidArgument, match=r"a Solver for the rules .* cannot solve"):
        solver.value(Position(["QQTT", "A3"], rules="shuttle"))
    same = Rules(name="by another name")
    assert solver.value(Position(["QQTT", "A3"], rules=same)) is True


def test_memory_may_be_any_whole_number() -> None:
    assert ddz.solve(["QQTT", "A3"], memory=np.int64(1 << 24)).landlord_wins is True


def test_batch_refuses_bad_input() -> None:
    with pytest.raises(ddz.InvalidCards, match="hand 1 is empty"):
        ddz.solve_batch([["3", "4"], ["3", ""]])
    assert ddz.solve_batch([]) == []
