"""Work for several processes, with its results in order, whatever their number.

The processes are started afresh (spawn), so that they share nothing with this one. They
leave Ctrl-C to this process, which ends them when the results are no longer wanted.
"""

from __future__ import annotations

import pickle
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Task = TypeVar("Task")
Answer = TypeVar("Answer")

AHEAD = 2
"""Tasks that each process has at a time, so that it finds the next one when it is done."""


def in_order(
    work: Callable[[Task], Answer], tasks: Iterable[Task], processes: int
) -> Generator[Answer, None, None]:
    """``work(task)`` for every task, in the order of the tasks.

    One process is this one. Otherwise ``work``, of which each process gets a copy, tasks
    and answers must be such that they can be pickled. What ``work`` raises is raised here, and
    :class:`RuntimeError` where a process has died. Closing the generator ends them.
    """
    if processes == 1:
        yield from map(work, tasks)
        return
    # Here, so that those who play no match need not wait for it.
    from multiprocessing.connection import wait

    numbered = enumerate(tasks)
    answers: dict[int, tuple[Any, Exception | None]] = {}
    wanted = 0
    with _started(work, processes) as pipes:
        flying = dict.fromkeys(pipes, 0)

        def feed(pipe: Connection, most: int) -> None:
            for task in islice(numbered, most):
                pipe.send(task)
                flying[pipe] += 1

        for _ in range(AHEAD):
            for pipe in pipes:
                feed(pipe, 1)
        while any(flying.values()):
            for ready in wait([pipe for pipe in pipes if flying[pipe]]):
                pipe = cast("Connection", ready)
                number, answer, error = _received(pipe)
                answers[number] = answer, error
                flying[pipe] -= 1
                feed(pipe, 1)
            while wanted in answers:
                answer, error = answers.pop(wanted)
                wanted += 1
                if error is not None:
                    raise error
                yield answer


def _received(pipe: Connection) -> tuple[int, Any, Exception | None]:
    try:
        received: tuple[int, Any, Exception | None] = pipe.recv()
    except (EOFError, ConnectionError) as end:
        raise RuntimeError("a worker process has died") from end
    return received


@contextmanager
def _started(work: Callable[[Task], Answer], processes: int) -> Iterator[list[Connection]]:
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    workers = []
    try:
        with _no_interrupts():
            for _ in range(processes):
                ours, theirs = context.Pipe()
                worker = context.Process(target=_serve, args=(work, theirs))
                worker.start()
                theirs.close()
                pipes.append(ours)
                workers.append(worker)
        yield pipes
    finally:
        for worker in workers:
            worker.terminate()
        for worker, pipe in zip(workers, pipes, strict=True):
            worker.join()
            worker.close()
            pipe.close()


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


def _serve(work: Callable[[Task], Answer], pipe: Connection) -> None:
    """What a worker process does until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            number, task = pipe.recv()
            answer: tuple[int, Any, Exception | None]
            try:
                answer = number, work(task), None
            except Exception as error:
                answer = number, None, _portable(error)
            pipe.send(answer)
    except (EOFError, ConnectionError):
        return


def _portable(error: Exception) -> Exception:
    """The error, or one that can be pickled and says the same."""
    try:
        if type(pickle.loads(pickle.dumps(error))) is type(error):
            return error
    except Exception:
        pass
    return RuntimeError("".join(traceback.format_exception(error)))
