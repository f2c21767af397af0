"""Makes so many calls in this process, the same ones for the same seed.

    python -m fuzz.worker SEED CALLS PATH [MODULE...]

What is being called stands in the file PATH, so that whoever started this process knows
it if the process dies or never comes back. The public functions of a MODULE are called
too. It ends with status 1 and says why on the error stream after a call that did what no
call may: raised an error that is none of ours, said too much, took too long or too much
memory. Else it prints how often each target took what it was given, and how often not.
"""

from __future__ import annotations

import faulthandler
import json
import os
import pickle
import random
import reprlib
import resource
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import islice
from typing import Any

import adapter_fuzzer
import numpy as np

import ddz_core as ddz

from . import hostile
from .likely import World
from .targets import Parameter, Target, extension_types, targets

MOST_SAID = 500
"""Characters of a message."""
MOST_SECONDS = float(os.environ.get("FUZZ_CALL_SECONDS", "10"))
"""Processor time of a call."""
MOST_MEMORY = int(os.environ.get("FUZZ_MEMORY", "300")) << 20
"""Bytes that a process may need beyond what it had at first."""

SIZES = ("games", "deals", "worlds", "stop", "n", "depth", "repeats", "most", "memory", "processes")
"""Work or memory grows with these, so they are small, or so large that nothing can be done."""
TIMES = ("time_limit", "seconds")
ALWAYS = {*SIZES, *TIMES}
"""Given even if there is a default, which may be for an hour's work."""

SELDOM = {
    **dict.fromkeys(("match", "round_robin", "run", "run_round_robin", "run_table"), 0.03),
    **dict.fromkeys(("table_match", "deck_plays", "codes_of", "Codes", "ActionSpace"), 0.05),
    **dict.fromkeys(("compact", "openspiel", "rlcard", "Match.add"), 0.05),
    **dict.fromkeys(("ExpertAgent.act", "HardAgent.act", "solve", "solve_batch", "hints"), 0.2),
}
"""Slow ones, and how often they are called where it is their turn."""

FEW_HANDS = ("solve", "Position")
NO_NUMBERS = ("records", "resume")
"""Open files have numbers, and those of this process are its own."""

ODD_RESULTS = {
    "IndexError": (
        *("getitem", "pick", "index", "step", "_decode_action", "move_of", "form_of"),
        "adapters.rlcard.",  # as RLCard itself
    ),
    "ValueError": ("format", "index", "contains"),
    "BufferError": ("memoryview", "bytes"),
}
"""What Python itself says for these, as it does for its own lists."""


MOST_PLANNED = 25
"""Cards of a hand; :func:`ddz_core.min_plays` may take minutes for a larger one."""


class Unfit(Exception):
    """A call did what no call may do."""


HERE = os.path.dirname(__file__) + os.sep


def in_use() -> int:
    """The most bytes that this process has had."""
    try:
        with open("/proc/self/status") as lines:
            return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        # Where there is no such file; it may be what the process had that started this one.
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def briefly(value: object) -> str:
    try:
        return reprlib.repr(value)
    except BaseException as error:
        return f"<{type(value).__name__} whose looks are a {type(error).__name__}>"


class Caller:
    """Makes one call after another and judges what comes of it."""

    def __init__(self, seed: int, path: str, more: list[str]) -> None:
        self.seed = seed
        self.targets = targets()
        added = list(planted(more))
        # Often enough to be called by every seed.
        self.targets += added * (len(self.targets) // 5)
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        self.outcomes: dict[str, Counter[str]] = {}
        self.world = World(random.Random(seed))
        self.adapters = adapter_fuzzer.calls(random.Random(seed))
        self.at_first = in_use()
        hostile.half_made[:] = list(half_made(BY_HAND))
        signal.signal(signal.SIGALRM, self.interrupt)
        self.armed = False

    # -------------------------------------------------------------------- what

    def call(self, number: int) -> None:
        """The call of that number, which depends on the seed and on the calls before."""
        rng = self.world.rng = random.Random(f"{self.seed} {number}")
        if rng.random() < 0.1:
            function, given = next(self.adapters)
            name = getattr(function, "__qualname__", "?")
            self.judged(f"adapters: {name}", (lambda *_, **__: function(*given)), None, given, {})
            return
        target, receiver = self.chosen()
        if rng.random() < 0.01:
            self.together(target, receiver)
            return
        given, named = self.arguments(target)
        if rng.random() < 0.02:
            self.interrupted(target, receiver, given, named)
        else:
            self.judged(target.name, target.ask, receiver, given, named)

    def chosen(self) -> tuple[Target, Any]:
        """A target, and an object of its class."""
        rng = self.world.rng
        while True:
            target = rng.choice(self.targets)
            often = min(
                [SELDOM[name] for name in SELDOM if target.name.endswith(name)], default=1.0
            )
            if rng.random() >= often:
                continue
            if target.owner is None:
                return target, None
            if rng.random() < 0.1:
                bare = [each for each in half_made(()) if type(each) is target.owner]
                if bare:
                    return target, bare[0]
            receiver = self.world.one(target.owner)
            if receiver is not None:
                return target, receiver

    def arguments(self, target: Target) -> tuple[list[Any], dict[str, Any]]:
        """Some of them likely, some hostile, some left out, now and then one too many."""
        rng = self.world.rng
        share = rng.choice([0.0, 0.0, 0.2, 0.2, 1.0])
        given: list[Any] = []
        named: dict[str, Any] = {}
        for each in target.parameters:
            if not each.needed and each.name not in ALWAYS and rng.random() < 0.5:
                continue
            value = self.argument(target, each, share)
            if named or each.by_name or len(given) < target.parameters.index(each):
                named[each.name] = value
            else:
                given.append(value)
        if rng.random() < 0.02 and "(" not in target.name:
            given = [*given, hostile.value(rng)] if rng.random() < 0.5 else given[:-1]
        return given, named

    def argument(self, target: Target, parameter: Parameter, share: float) -> Any:
        rng, name = self.world.rng, parameter.name
        maker = getattr(self.world, name, None)
        if name == "hands" and target.name.endswith(FEW_HANDS):
            maker = self.world.few_hands
        if name in TIMES and rng.random() < share:
            return rng.choice([-1, float("nan"), "x", object(), np.float64(0.01), None.__class__])
        if maker is None or rng.random() < share:
            value = hostile.value(rng)
            if target.name == "min_plays" and is_large(value):
                value = self.world.cards_text()
            if name in SIZES:
                value = rng.choice([-1, 0, 10**40, 2**64, "x", 1.5, None.__class__, b"3", [3]])
            elif name in NO_NUMBERS and isinstance(value, (int, np.generic, np.ndarray)):
                value = [value]
            return value
        value = maker()
        if isinstance(value, np.ndarray) and rng.random() < 0.3:
            return hostile.odd_layout(value, rng)
        return value

    # -------------------------------------------------------------------- how

    def tell(self, text: str) -> None:
        """Written before the call, so that a crash tells where it was."""
        told = text.encode("utf-8", "backslashreplace")[:4000]
        os.pwrite(self.file, told.ljust(4000), 0)

    def described(self, name: str, receiver: Any, given: Any, named: dict[str, Any]) -> str:
        shown = [briefly(each) for each in given]
        shown += [f"{key}={briefly(value)}" for key, value in named.items()]
        of = f" of {briefly(receiver)}" if receiver is not None else ""
        return f"{name}({', '.join(shown)}){of}"

    def judged(self, name: str, ask: Any, receiver: Any, given: Any, named: dict[str, Any]) -> None:
        """Makes the call, and raises :class:`Unfit` where it did what it must not."""
        told = self.described(name, receiver, given, named)
        self.tell(told)
        before, outcome = time.process_time(), "taken"
        try:
            made = ask(receiver, *given, **named)
            if isinstance(made, Iterator):
                made = list(islice(made, 20))
        except BaseException as error:
            self.check_error(name, error)
            outcome = "refused"
        else:
            self.use(made)
        if name not in self.outcomes:
            self.outcomes[name] = Counter()
        self.outcomes[name][outcome] += 1
        if time.process_time() - before > MOST_SECONDS:
            raise Unfit(f"took {time.process_time() - before:.1f} seconds")
        if in_use() - self.at_first > MOST_MEMORY:
            raise Unfit(f"the process has grown by {in_use() - self.at_first >> 20} MB")

    def check_error(self, name: str, error: BaseException) -> None:
        """Whether a call of that name may end so."""
        if isinstance(error, hostile.Planted) or is_foreign(error):
            return
        if "_core." in name:
            return  # nobody's to call: these only must not crash
        if isinstance(error, (ddz.DdzError, TypeError)):
            if len(str(error)) > MOST_SAID:
                raise Unfit(f"says {len(str(error))} characters: {str(error)[:100]}") from error
            if isinstance(error, ddz.DdzError):
                check_pickle(error)
            return
        if name.startswith("adapters: ") and isinstance(error, adapter_fuzzer.ALLOWED):
            return
        if isinstance(error, RuntimeError) and "never made" in str(error):
            return
        allowed = ODD_RESULTS.get(type(error).__name__, ())
        if not any(each in name for each in allowed):
            raise Unfit(f"raises {type(error).__name__}: {str(error)[:300]}") from error

    def use(self, made: Any) -> None:
        """Keeps what is ours for later calls, and spoils what may be written to."""
        for each in made if type(made) in (tuple, list) else [made]:
            if type(each).__module__.startswith("ddz_core"):
                self.world.keep(each)
            elif isinstance(each, np.ndarray) and each.dtype != object:
                spoil(each)

    def together(self, target: Target, receiver: Any) -> None:
        """Several threads at once call the same object; only a crash is looked for."""
        calls = [(target.ask, *self.arguments(target)) for _ in range(4)]
        self.tell(f"four threads: {self.described(target.name, receiver, calls[0][1], {})}")

        def work(start: int) -> None:
            for i in range(8):
                ask, given, named = calls[(start + i) % 4]
                with suppress(Exception):
                    ask(receiver, *given, **named)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def interrupted(self, target: Target, receiver: Any, given: Any, named: Any) -> None:
        """Interrupts during the call, and again while it ends; only a crash is looked for."""
        self.tell(f"interrupted: {self.described(target.name, receiver, given, named)}")
        signal.setitimer(signal.ITIMER_REAL, self.world.rng.choice([1e-4, 1e-3, 1e-2]), 1e-3)
        with suppress(BaseException):
            try:
                self.armed = True
                target.ask(receiver, *given, **named)
            finally:
                self.armed = False
        self.armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def interrupt(self, *_: object) -> None:
        if self.armed:
            raise KeyboardInterrupt


def is_large(value: Any) -> bool:
    """Whether it is a hand of many cards."""
    try:
        return len(ddz.Hand(value, decks=2)) > MOST_PLANNED
    except Exception:
        return False


def check_pickle(error: Exception) -> None:
    """Errors travel between processes."""
    again = pickle.loads(pickle.dumps(error))
    if (type(again), str(again)) != (type(error), str(error)):
        raise Unfit(f"{error!r} is {again!r} after a pickle") from error


def spoil(array: Any) -> None:
    """Writes nonsense into an array that was handed out, if it can be made to let it."""
    for each in (array, array.base):
        if isinstance(each, np.ndarray) and each.dtype != object:
            with suppress(ValueError):
                each.flags.writeable = True
            if each.flags.writeable:
                each[...] = np.frombuffer(b"\xa5" * each.itemsize, each.dtype)[0]


BY_HAND = (ddz.Game, ddz.Match, ddz.Table, ddz.Rules, ddz.Observation, ddz.Hinter)


def half_made(more: Iterable[type]) -> Iterator[Any]:
    """One object of each compiled class, and of some more, whose ``__init__`` has not run."""
    for kind in (*extension_types(), *more):
        for given in ((), ("standard",), (1 << 20, "standard", 0)):
            with suppress(Exception):
                yield kind.__new__(kind, *given)
                break


def is_foreign(error: BaseException) -> bool:
    """Whether it was raised by what was handed in, or by Python before it came to us."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    # Python writes the code of dataclasses, which has no file, and the looks of tuples.
    by_python = frame.filename == "<string>" or (
        frame.name == "__repr__" and "ddz_core" not in frame.filename
    )
    return (
        frame.filename.startswith(HERE)
        or by_python
        or (isinstance(error, Exception) and adapter_fuzzer.is_foreign(error))
    )


def planted(modules: list[str]) -> Iterator[Target]:
    """The functions of other modules: how the fuzzer itself is tested."""
    for module in map(import_module, modules):
        for name, function in sorted(vars(module).items()):
            if getattr(function, "__module__", None) == module.__name__ and name[0] != "_":
                yield Target(
                    f"{module.__name__}.{name}", None, (), lambda _, function=function: function()
                )


def main(seed: int, calls: int, path: str, modules: list[str]) -> int:
    faulthandler.enable()
    np.random.seed(seed % 2**32)
    caller = Caller(seed, path, modules)
    for number in range(calls):
        try:
            caller.call(number)
        except Unfit as unfit:
            print(unfit, file=sys.stderr)
            cause = unfit.__cause__
            if cause is not None:
                traceback.print_exception(type(cause), cause, cause.__traceback__, limit=-4)
            return 1
    print(json.dumps(caller.outcomes))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
