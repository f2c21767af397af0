"""What one can find out about a hand, a deal or a position: simulation, rollouts, open
cards, appraisal and bidding, hints; and about a game that was played: annotation."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .annotation import annotate
    from .annotation.values import Annotation

__all__ = ["Annotation", "annotate"]

# Loaded when they are first touched: whoever lists hints need not wait for annotations.
_MODULES = {"Annotation": "annotation.values", "annotate": "annotation"}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULES[name]}", __name__), name)
