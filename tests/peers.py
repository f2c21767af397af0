"""The other libraries that the adapters are tested against."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Only one test process is in here; RLCard unpacks data files when first imported."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (Path(tempfile.gettempdir()) / f"ddz_core-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def peer(name: str, package: str | None = None) -> ModuleType:
    """The module, or the test is skipped because its package is not installed."""
    package = package or name.partition(".")[0]
    with one_at_a_time(package), warnings.catch_warnings():
        # What other libraries are warned of is not ours to mend.
        warnings.simplefilter("ignore")
        module: ModuleType = pytest.importorskip(
            name, reason=f"{package} is not installed", exc_type=ImportError
        )
    return module
