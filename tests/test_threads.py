"""Threads: shared values hammered by several at once, and results that are the same
however the work is cut up."""

from __future__ import annotations

import contextlib
import itertools
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core._core import batch, compiled, vector
from ddz_core._core.rollouts import Sight
from ddz_core._core.solver import Layer, Position, Solver
from ddz_core._core.threads import Alone, Watch, in_slices, together
from ddz_core._core.whole_games import perft_watched
from ddz_core.analysis.habits import GREEDY

THREADS = 8
POISON = 0xA5


@pytest.fixture(autouse=True)
def quick_switches() -> Iterator[None]:
    """Where there is a GIL, threads hand it over as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def hammer(work: Callable[[int], object]) -> list[Any]:
    """What ``work(thread)`` returns in each of the threads, all begun at once."""
    ready = threading.Barrier(THREADS)
    results: list[Any] = [None] * THREADS
    errors: list[BaseException] = []

    def run(thread: int) -> None:
        try:
            ready.wait()
            results[thread] = work(thread)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(thread,)) for thread in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def deal_hands(n: int) -> np.ndarray:
    """Hands of all sizes: those of n deals, each with some of its ranks taken away."""
    hands = []
    for number in range(n):
        deal = ddz.deal(number)
        hand = (deal.hands[0] + deal.bottom).packed
        hands.append(hand & ((1 << 4 * (1 + number * 7 % 15)) - 1) or 1)
    return np.array(hands, np.uint64)


# ------------------------------------------------------------ shared values


def answers(hand: ddz.Hand, moves: ddz.MoveList, rules: ddz.Rules) -> tuple[object, ...]:
    """Everything that one can ask of shared values, from the list and about it."""
    middle = moves[len(moves) // 2]
    return (
        str(hand),
        hash(hand),
        len(hand),
        hand.counts.tolist(),
        (hand - middle.cards) + middle.cards == hand,
        hash(rules),
        len(moves),
        hash(moves),
        bytes(memoryview(moves)),
        moves.array.tobytes(),
        [str(move) for move in moves],
        moves == ddz.legal_moves(hand, rules=rules),
        bytes(moves[3::2]),
        moves.index(middle),
        str(middle) in moves,
        pickle.loads(pickle.dumps(moves)) == moves,
        str(ddz.pick(hand, len(moves) // 2, rules=rules)),
        ddz.count_moves(hand, middle, rules=rules),
        bytes(ddz.legal_moves(hand, middle, rules=rules)),
        bytes(ddz.readings(middle.cards, rules=rules)),
        ddz.explain(hand, middle, rules=rules),
        str(ddz.explain(hand, "3333", middle, rules=rules)),
    )


def test_shared_values() -> None:
    shared = []
    for name, text in itertools.product(
        ("standard", "shuttle", "free_kickers"),
        ("33344456TJQKA2BR", "33334444555566667777", "3456789TJQKA2", "34"),
    ):
        hand, rules = ddz.Hand(text), ddz.Rules.preset(name)
        moves = ddz.legal_moves(hand, rules=rules)
        shared.append((hand, moves, rules))
    expected = [answers(*values) for values in shared]

    def work(thread: int) -> None:
        for turn in range(3 * len(shared)):
            i = (turn + thread) % len(shared)
            assert answers(*shared[i]) == expected[i]

    hammer(work)


def all_rules() -> list[ddz.Rules]:
    limits = itertools.product(range(1, 5), range(1, 3))
    flags = itertools.product((False, True), repeat=6)
    return [ddz.Rules(*limit, *flag) for limit, flag in itertools.product(limits, flags)]


def test_rules_are_compiled_once() -> None:
    """Each thread makes the same values anew; all get the same compiled ones."""

    def work(thread: int) -> list[int]:
        rules = all_rules()
        turned = rules[64 * thread :] + rules[: 64 * thread]
        found = {value: id(compiled.compiled(value)) for value in turned}
        return [found[value] for value in rules]

    first, *others = hammer(work)
    assert len(set(first)) == len(first)
    assert all(other == first for other in others)


# ----------------------------------------------------- results by thread number


@pytest.mark.parametrize("deals", [0, 1, 3 * 4096 + 1])
def test_simulate(deals: int) -> None:
    results = [ddz.simulate(deals, seed=3, threads=threads) for threads in (1, 2, 3, 8)]
    assert {(r.games, r.decisions, r.landlord_wins, r.bombs, r.digest) for r in results} == {
        (r.games, r.decisions, r.landlord_wins, r.bombs, r.digest) for r in results[:1]
    }


def test_simulate_from_several_threads() -> None:
    expected = [ddz.simulate(500, seed=seed).digest for seed in range(THREADS)]
    assert hammer(lambda thread: ddz.simulate(500, thread, threads=2).digest) == expected


@pytest.mark.parametrize("n", [0, 1, 1023, 1024, 1025, 4999])
def test_batches(n: int) -> None:
    hands = deal_hands(n)
    indptr, moves = ddz.legal_moves_batch(hands)
    for threads in (2, 3, 7, 64):
        again, more = ddz.legal_moves_batch(hands, threads=threads)
        assert np.array_equal(again, indptr)
        assert more.tobytes() == moves.tobytes()
        assert np.array_equal(ddz.count_moves_batch(hands, threads=threads), np.diff(indptr))


def test_batches_from_several_threads() -> None:
    hands = deal_hands(2000)
    last = ddz.legal_moves_batch(hands[::-1].copy())
    lasts = last[1][last[0][:-1]]
    expected = [part.tobytes() for part in ddz.legal_moves_batch(hands, lasts, "shuttle")]

    def work(thread: int) -> list[bytes]:
        found = ddz.legal_moves_batch(hands, lasts, "shuttle", threads=1 + thread % 3)
        return [part.tobytes() for part in found]

    assert hammer(work) == THREADS * [expected]


def driven(games: ddz.VectorGame, steps: int) -> list[bytes]:
    """All that a vector shows while each game goes its way, by its number."""
    seen = []
    numbers = np.arange(games.games) + games.first_game
    for step in range(steps):
        indptr, actions = games.legal()
        index = (numbers * 31 + step * 17) % np.diff(indptr)
        seen += [indptr.tobytes(), actions.tobytes(), games.observe().tobytes()]
        chosen = actions[indptr[:-1] + index]
        seen += [part.tobytes() for part in games.step(chosen if step % 2 else index)]
    return seen


@pytest.mark.parametrize("n", [1, 255, 513, 1031])
def test_vectors(n: int) -> None:
    expected = driven(ddz.VectorGame(n, seed=5), 20)
    for threads in (2, 3, 8):
        assert driven(ddz.VectorGame(n, seed=5, threads=threads), 20) == expected


def test_a_vector_for_each_thread() -> None:
    expected = driven(ddz.VectorGame(600, seed=5), 20)
    found = hammer(lambda thread: driven(ddz.VectorGame(600, seed=5, threads=2), 20))
    assert found == THREADS * [expected]


def test_a_vector_is_used_by_one_thread_at_a_time() -> None:
    """Calls that meet are refused, and what they were refused leaves no trace."""
    games = ddz.VectorGame(3000, seed=5, threads=2)
    steps, refused = [0] * THREADS, [0] * THREADS

    def work(thread: int) -> None:
        for _ in range(30):
            try:
                games.step(np.zeros(3000, np.int64))
                steps[thread] += 1
            except RuntimeError:
                refused[thread] += 1

    hammer(work)
    assert sum(steps) + sum(refused) == 30 * THREADS
    alone = ddz.VectorGame(3000, seed=5)
    for _ in range(sum(steps)):
        alone.step(np.zeros(3000, np.int64))
    assert alone.observe().tobytes() == games.observe().tobytes()
    assert alone.hands.tobytes() == games.hands.tobytes()


# ---------------------------------------------------------- edges of slices


def backwards(length: int) -> Callable[..., None]:
    """Slices of this length, the last one first: whatever one of them writes past its
    end spoils what is already right, every time and not only in a race."""

    def in_slices(
        work: Callable[[int, int], object], n: int, *_: object, whole: bool = False
    ) -> None:
        for start in reversed(range(0, n, length)):
            work(start, min(start + length, n))

    return in_slices


LENGTHS = [1, 2, 3, 5, 8, 13, 16, 17, 33, 100]


def batch_cases() -> Iterator[tuple[np.ndarray, np.ndarray | None]]:
    """Hands with many plays, with one, and with none; leading and not."""
    few = np.array([1 << 4 * (i % 15) for i in range(100)], np.uint64)
    many = deal_hands(100)
    mixed = np.where(np.arange(100) % 3, few, many)
    high = np.zeros(100, ddz.MOVE_DTYPE)
    high[:] = ddz.readings("2").array[0]
    some = np.where(np.arange(100) % 2, high, np.zeros(100, ddz.MOVE_DTYPE))
    yield from itertools.product((few, many, mixed), (None, high, some))


@pytest.mark.parametrize("length", LENGTHS)
def test_no_slice_of_a_batch_writes_outside(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "in_slices", backwards(length))
    for rules, (hands, lasts) in itertools.product(("standard", "shuttle"), batch_cases()):
        n = len(hands)
        one = [
            ddz.legal_moves(int(hand), to_beat, rules=rules).array.tobytes()
            for hand, to_beat in zip(hands, moves_of(lasts, n), strict=True)
        ]
        total = len(b"".join(one)) // 16
        memory = np.full(16 * (total + 40), POISON, np.uint8)
        out = memory.view(ddz.MOVE_DTYPE)[20:]
        _, moves = ddz.legal_moves_batch(hands, lasts, rules, out=out[: total + 1])
        assert moves.tobytes() == b"".join(one)
        assert (memory[: 16 * 20] == POISON).all()
        assert (memory[16 * (20 + total) :] == POISON).all()


def moves_of(lasts: np.ndarray | None, n: int) -> list[ddz.Move | None]:
    if lasts is None:
        return [None] * n
    (high,) = ddz.readings("2")
    return [high if last["kind"] else None for last in lasts]


@pytest.mark.parametrize("threads", [2, 3, 8, 40])
def test_tiny_slices_in_real_threads(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "LEAST_SLICE", 1)
    for hands, lasts in batch_cases():
        for n in (0, 1, 2, threads - 1, threads, threads + 1, 100):
            some = None if lasts is None else lasts[:n]
            expected = ddz.legal_moves_batch(hands[:n], some)[1].tobytes()
            found = ddz.legal_moves_batch(hands[:n], some, threads=threads)[1]
            assert found.tobytes() == expected


@pytest.mark.parametrize("length", LENGTHS)
def test_no_slice_of_a_vector_writes_outside(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = driven(ddz.VectorGame(100, seed=9), 80)
    monkeypatch.setattr(vector, "LEAST_SLICE", 1)
    monkeypatch.setattr(vector, "in_slices", backwards(length))
    assert driven(ddz.VectorGame(100, seed=9), 80) == expected


def test_out_must_not_be_what_is_read() -> None:
    hands = deal_hands(10)
    _, moves = ddz.legal_moves_batch(hands)
    room = np.zeros(2 * len(moves), ddz.MOVE_DTYPE)
    for same in ({"hands": room.view(np.uint64)[:10]}, {"hands": hands, "last": room[:10]}):
        before = room.copy()
        with pytest.raises(ddz.InvalidArgument, match="share memory"):
            ddz.legal_moves_batch(**same, out=room)
        assert np.array_equal(room, before)


def test_what_a_vector_returns_cannot_be_written_to() -> None:
    games = ddz.VectorGame(2)
    for array in (*games.legal(), games.indptr):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[-1]


# --------------------------------------------------------- calls and their threads


def test_slices_cover_everything_once() -> None:
    for n, threads, least in itertools.product((0, 1, 7, 1000), (1, 2, 5), (1, 3, 100)):
        found: list[int] = []
        in_slices(lambda start, stop, to=found: to.extend(range(start, stop)), n, threads, least)
        assert sorted(found) == list(range(n))


def test_a_call_returns_after_its_last_thread() -> None:
    """Also where one of them fails, or this one does."""
    running = 0
    lock = threading.Lock()

    def work(failing: int) -> None:
        nonlocal running
        with lock:
            running += 1
            number = next(numbers)
        ready.wait()
        try:
            if number == failing:
                raise ValueError("failed")
            while not watch.stopped:
                time.sleep(0.001)
            time.sleep(0.05)
        finally:
            with lock:
                running -= 1

    for failing in range(3):
        numbers = itertools.count()
        ready = threading.Barrier(3)
        watch = Watch()
        with pytest.raises(ValueError, match="failed"):
            together(lambda failing=failing: work(failing), 3, watch)
        assert running == 0


def test_an_exception_ends_all_slices() -> None:
    done: list[int] = []

    def work(start: int, stop: int) -> None:
        done.append(start)
        if start > 10:
            raise MemoryError

    for threads in (1, 3):
        done.clear()
        with pytest.raises(MemoryError):
            in_slices(work, 10**12, threads)
        assert len(done) < 1000


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep no such limit")
def test_fewer_threads_do_where_the_system_has_no_more() -> None:
    code = """
import resource
import numpy as np
import ddz_core as ddz
hands = np.array([deal.hands[0].packed for deal in map(ddz.deal, range(3000))], np.uint64)
expected = ddz.count_moves_batch(hands).tolist()
# No address for the stack of a thread.
resource.setrlimit(resource.RLIMIT_AS, (1 << 20, resource.RLIM_INFINITY))
try:
    import _thread
    _thread.start_new_thread(print, ())
except RuntimeError:
    print("no thread")
print(ddz.count_moves_batch(hands, threads=4).tolist() == expected)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split("\n")[:2] == ["no thread", "True"]


def test_a_watch_is_heard_by_those_below() -> None:
    above = Watch()
    watch = Watch(Watch(above))
    other = Watch(above)
    other.stop()
    assert (above.stopped, watch.stopped) == (False, False)
    above.stop()
    assert watch.stopped


def test_a_watch_tells_how_it_goes() -> None:
    told: list[float] = []
    watch = Watch(tell=lambda: told.append(time.perf_counter()))
    started = time.perf_counter()
    together(lambda: time.sleep(0.01), 2, watch)
    assert told == []
    perft_watched(["33345678", "3445566", "789TJQK"], 1, "standard", watch)
    while len(told) < 3:
        in_slices(lambda *_: time.sleep(0.001), 1000, 2, 1, watch)
    assert told[2] - started >= 0.3


def test_what_a_watch_tells_may_end_the_call() -> None:
    def tell() -> None:
        raise KeyError("enough")

    hard = Position(["3346678TJQQKAA2R", "44577889TJKKK", "3345569TJJQ2B"])
    for call in (
        lambda watch: Solver(1 << 24).value(hard, watch),
        lambda watch: perft_watched(["3346678TJQQKAA2R", "44577889T", "3345569"], 30, "bga", watch),
        lambda watch: in_slices(lambda *_: time.sleep(0.001), 10**9, 2, 1, watch),
    ):
        with pytest.raises(KeyError, match="enough"):
            call(Watch(tell=tell))


def test_a_stopped_watch_ends_a_search_without_an_answer() -> None:
    watch = Watch()
    threading.Timer(0.1, watch.stop).start()
    hard = Position(["3346678TJQQKAA2R", "44577889TJKKK", "3345569TJJQ2B"])
    solver = Solver(1 << 24)
    assert solver.value(hard, watch) is None
    assert solver.nodes > 0
    # The next search is not stopped by what stopped the last one.
    assert solver.value(Position(["QQTT", "A3"])) is True


def test_another_thread_reads_how_far_a_search_is() -> None:
    watch, solver = Watch(), Solver(1 << 24)
    hard = Position(["3346678TJQQKAA2R", "44577889TJKKK", "3345569TJJQ2B"])
    searching = threading.Thread(target=solver.value, args=(hard, watch))
    searching.start()
    read = [solver.nodes]
    until = time.monotonic() + 60
    while len(set(read)) < 5 and time.monotonic() < until:
        time.sleep(0.001)
        read.append(solver.nodes)
    watch.stop()
    searching.join()
    assert len(set(read)) >= 5
    assert read == sorted(read)
    assert solver.nodes >= read[-1]


# ------------------------------------------------------------- one at a time


def test_a_solver_and_a_layer_are_used_by_one_call_at_a_time() -> None:
    solver, layer = Solver(1 << 24), Layer()
    hard = Position(["3346678TJQQKAA2R", "44577889TJKKK", "3345569TJJQ2B"])
    easy = Position(["QQTT", "A3"])
    many = np.full(2, ddz.Hand([4] * 13 + [1, 1]).packed, np.uint64)
    numbers = np.zeros(2, np.uint8)
    for use, again in (
        (
            lambda watch: solver.value(hard, watch),
            (lambda: solver.value(easy), lambda: solver.limit(1), lambda: solver.best),
        ),
        (
            lambda watch: layer.numbers(many, numbers, watch),
            (lambda: layer.plan("3"), lambda: layer.numbers(many, numbers)),
        ),
    ):
        refused: list[str] = []

        def disturb(again: Any = again, refused: list[str] = refused) -> None:
            if not refused:
                for call in again:
                    with pytest.raises(RuntimeError, match="another call is using this") as told:
                        call()
                    refused.append(str(told.value))
                raise TimeoutError

        with pytest.raises(TimeoutError):
            use(Watch(tell=disturb))
        assert len(refused) == len(again)
    assert solver.value(easy) is True
    assert len(layer.plan("333444")) == 1


def test_alone_lets_the_next_one_in_after_an_error() -> None:
    alone = Alone("it")
    with pytest.raises(KeyError), alone:
        raise KeyError
    with alone:
        pass


def test_shared_sights() -> None:
    """What is immutable may be shared."""
    seen = ddz.Game(ddz.Table(auction="none", first_bidder=0), deal=1).observation(0)
    sight = Sight(seen)
    action = ddz.readings("33")[0]

    def ask(thread: int) -> list[Any]:
        worlds = sight.worlds(1, thread, thread + 20)
        return [
            worlds.tolist(),
            sight.rollout(GREEDY.compiled, [action], worlds, 1, thread).tolist(),
            str(sight.greedy(GREEDY.compiled)),
        ]

    assert hammer(ask) == [ask(thread) for thread in range(THREADS)]


# --------------------------------------------------- half made, and made again


def made() -> dict[str, tuple[Any, Callable[[Any], object]]]:
    """An object of each extension type, and what can be asked of it."""
    seen = ddz.Game(ddz.Table(auction="none", first_bidder=0), deal=1).observation(0)
    easy = Position(["QQTT", "A3"])
    return {
        "Habits": (GREEDY.compiled, lambda habits: str(Sight(seen).greedy(habits))),
        "Sight": (Sight(seen), lambda sight: sight.worlds(1, 0, 3).tolist()),
        "Position": (easy, lambda position: Solver(1 << 21).value(position)),
        "Solver": (Solver(1 << 21), lambda solver: solver.value(easy)),
        "Layer": (Layer(), lambda layer: [str(move) for move in layer.plan("334455")]),
        "Watch": (Watch(), lambda watch: watch.stopped),
        "Alone": (Alone("it"), lambda alone: alone.__enter__() or alone.__exit__()),
    }


@pytest.mark.parametrize("name", made())
def test_nothing_is_half_made(name: str) -> None:
    """What ``__new__`` gives is whole; ``__init__`` called again changes nothing."""
    value, ask = made()[name]
    kind = type(value)
    expected = ask(value)
    # Where no arguments are needed it is whole, and elsewhere not made at all.
    if name in ("Watch", "Layer"):
        assert ask(kind.__new__(kind)) == expected
    else:
        with pytest.raises(TypeError, match="argument"):
            kind.__new__(kind)
    for arguments in ((), (None,), ("nope",), (1 << 70,), ([],), (1 << 10, "shuttle")):
        with contextlib.suppress(TypeError, ddz.DdzError):
            value.__init__(*arguments)
        assert ask(value) == expected
