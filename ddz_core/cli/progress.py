"""A progress bar on a terminal's stderr, for work that takes more than a moment."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

QUIET_SECONDS = 1.0
"""Work that is done sooner shows no bar."""


class _Rate(ProgressColumn):
    """Units done per second, of late."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0.0:,.0f}/s")


@contextmanager
def progress(unit: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give a function to be told how many units are done of the total.

    Shows the share done, the rate and the time left, and takes them away at
    the end; shows nothing where stderr is no terminal.
    """
    console = Console(stderr=True)
    if not (sys.stderr.isatty() and console.is_interactive):
        yield lambda done: None
        return
    bar = Progress(
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.description}"),
        BarColumn(),
        _Rate(),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console,
        transient=True,
    )
    task = bar.add_task(unit, total=total)
    show_at = time.monotonic() + QUIET_SECONDS

    def advance(done: int) -> None:
        bar.update(task, completed=done)
        if time.monotonic() >= show_at:
            bar.start()  # does nothing where it has started

    try:
        yield advance
    finally:
        bar.stop()
