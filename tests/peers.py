"""The other libraries that the adapters are tested against."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

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


def assert_same_array(theirs: Any, ours: Any) -> None:
    assert theirs.dtype == ours.dtype
    assert theirs.shape == ours.shape
    assert theirs.tobytes() == ours.tobytes()


def assert_same_state(theirs: Any, ours: Any, any_order: bool) -> None:
    """Equal in every field. RLCard lists leads from a set of texts, so that their
    order is another in every process: there it does not count."""
    assert type(theirs) is type(ours)
    assert list(theirs) == list(ours)
    assert_same_array(theirs["obs"], ours["obs"])
    assert theirs["legal_actions"].keys() == ours["legal_actions"].keys()
    for id, feature in theirs["legal_actions"].items():
        assert_same_array(feature, ours["legal_actions"][id])
    their_raw, our_raw = dict(theirs["raw_obs"]), dict(ours["raw_obs"])
    assert list(their_raw) == list(our_raw)
    their_texts, our_texts = theirs["raw_legal_actions"], ours["raw_legal_actions"]
    assert our_raw["actions"] == our_texts
    if any_order:
        their_raw["actions"] = sorted(their_raw["actions"])
        our_raw["actions"] = sorted(our_raw["actions"])
        assert sorted(their_texts) == sorted(our_texts)
    else:
        assert list(theirs["legal_actions"]) == list(ours["legal_actions"])
        assert their_texts == our_texts
    assert their_raw == our_raw
    assert theirs["action_record"] == ours["action_record"]
