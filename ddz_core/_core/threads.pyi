from collections.abc import Callable
from types import TracebackType
from typing import final

MOST_THREADS: int
MOST_AT_ONCE: int

@final
class Watch:
    def __new__(
        cls, parent: Watch | None = None, tell: Callable[[], object] | None = None
    ) -> Watch: ...
    def stop(self) -> None: ...
    @property
    def stopped(self) -> bool: ...

@final
class Alone:
    def __new__(cls, what: str) -> Alone: ...
    def __enter__(self) -> None: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...

def checked_threads(threads: int) -> int: ...
def together(work: Callable[[], object], threads: int, watch: Watch) -> None: ...
def in_slices(
    work: Callable[[int, int], object],
    n: int,
    threads: int,
    least: int = 1,
    watch: Watch | None = None,
    whole: bool = False,
) -> None: ...
