"""Work for several processes, with its results in order, whatever their number.

The processes are started afresh (spawn), so that they share nothing with this one. They
leave Ctrl-C to this process, which ends them when the results are no longer wanted.
"""

from __future__ import annotations

import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from .notes import noted, notes_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

Task = TypeVar("Task")
Answer = TypeVar("Answer")

AHEAD = 2
"""Tasks that each process has at a time, so that it finds the next one when it is done."""

BEGUN = -1
"""The number of the answer with which a process says that it has begun."""


class Unmade(RuntimeError):
    """A worker process cannot begin, or cannot make what it is to work with."""


class Answered(NamedTuple):
    """What a worker process sends back for a task."""

    number: int
    answer: Any
    error: Exception | None
    notes: list[str]


@dataclass
class Worker:
    """A worker process, and the numbers of the tasks that it has."""

    process: SpawnProcess
    pipe: Connection
    tasks: deque[int] = field(default_factory=deque)
    has_begun: bool = False


def in_order(
    work: Callable[[Task], Answer],
    tasks: Iterable[Task],
    processes: int,
    named: Callable[[Task], str] = str,
) -> Generator[Answer, None, None]:
    """``work(task)`` for every task, in the order of the tasks.

    One process is this one. Otherwise ``work``, of which each process gets a copy, tasks
    and answers must be such that they can be pickled. What ``work`` raises is raised here,
    :class:`Unmade` where a process cannot make its copy, and :class:`RuntimeError` where one
    has died, at the task that ``named`` tells. Closing the generator ends them.
    """
    if processes == 1:
        yield from map(work, tasks)
        return
    # Here, so that those who play no match need not wait for it.
    from multiprocessing.connection import wait

    numbered = enumerate(tasks)
    given: dict[int, Task] = {}
    answers: dict[int, Answered] = {}
    wanted = 0
    with _started(pickle.dumps(work), processes) as workers:

        def feed(worker: Worker) -> None:
            for number, task in islice(numbered, 1):
                given[number] = task
                worker.tasks.append(number)
                # Where it has died, that is told when it is asked for its answer.
                with suppress(ConnectionError):
                    worker.pipe.send((number, task))

        for _ in range(AHEAD):
            for worker in workers:
                feed(worker)
        while any(worker.tasks for worker in workers):
            busy = {worker.pipe: worker for worker in workers if worker.tasks}
            for ready in wait(list(busy)):
                worker = busy[cast("Connection", ready)]
                answered = _received(worker, lambda number: named(given[number]))
                if answered.number == BEGUN:
                    continue
                answers[answered.number] = answered
                worker.tasks.remove(answered.number)
                feed(worker)
            while wanted in answers:
                answered = answers.pop(wanted)
                del given[wanted]
                wanted += 1
                if answered.error is not None:
                    for note in answered.notes:
                        noted(answered.error, note)
                    raise answered.error
                yield answered.answer


def _received(worker: Worker, named: Callable[[int], str]) -> Answered:
    try:
        answered: Answered = worker.pipe.recv()
    except (EOFError, ConnectionError) as end:
        worker.process.join()
        status = worker.process.exitcode
        if not worker.has_begun:
            raise Unmade(f"it has died with status {status} before it began") from end
        raise RuntimeError(
            f"a worker process has died with status {status} at {named(worker.tasks[0])}"
        ) from end
    worker.has_begun = True
    return answered


@contextmanager
def _started(work: bytes, processes: int) -> Iterator[list[Worker]]:
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    workers: list[Worker] = []
    try:
        with _no_interrupts():
            for _ in range(processes):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(work, theirs))
                process.start()
                theirs.close()
                workers.append(Worker(process, ours))
        yield workers
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()
            worker.process.close()
            worker.pipe.close()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(pickled: bytes, pipe: Connection) -> None:
    """What a worker process does until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        work: Callable[[Any], Any] = pickle.loads(pickled)
    except Exception as error:
        # Raised for every task, in words: the error's own class may be what is missing.
        work = _raising(f"{type(error).__name__}: {error}")
    try:
        pipe.send(Answered(BEGUN, None, None, []))
        while True:
            number, task = pipe.recv()
            try:
                answered = Answered(number, work(task), None, [])
            except Exception as error:
                answered = Answered(number, None, *_portable(error))
            pipe.send(answered)
    except (EOFError, ConnectionError):
        return


def _raising(message: str) -> Callable[[Any], Any]:
    def work(task: Any) -> Any:
        raise Unmade(message)

    return work


def _portable(error: Exception) -> tuple[Exception, list[str]]:
    """The error, or one that can be pickled and says the same; and the notes on it."""
    told = "".join(traceback.format_exception(error))
    notes = [*notes_of(error), f"in a worker process:\n{told}"]
    error.__dict__.pop("__notes__", None)
    try:
        if type(pickle.loads(pickle.dumps(error))) is type(error):
            return error, notes
    except Exception:
        pass
    return RuntimeError(told), notes[:-1]
