"""One thread at a time: what keeps two threads from using one object at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

Method = TypeVar("Method", bound=Callable[..., Any])


def in_use(what: object) -> RuntimeError:
    """Refuses a second thread."""
    return RuntimeError(f"another thread is using this {type(what).__name__}")


class _NeverMade:
    """Stands for an attribute until ``__init__`` sets it, and refuses whoever asks before.

    It costs nothing later: the attribute of an object goes before that of its class.
    """

    def __get__(self, made: object | None, kind: type) -> Any:
        if made is None:
            return self
        raise RuntimeError(f"this {kind.__name__} was never made: call {kind.__name__}(...)")


def never_made() -> Any:
    """What a class says of an attribute that its ``__init__`` sets."""
    return _NeverMade()


def alone(method: Method) -> Method:
    """Lets a method refuse a second thread while one is in any such method of the object.

    The second gets a :class:`RuntimeError` at once, and has changed nothing. One thread may
    go from such a method into another. The object has an ``RLock`` as ``_lock``.
    """

    @wraps(method)
    def guarded(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        lock = self._lock
        if not lock.acquire(False):
            raise in_use(self)
        try:
            return method(self, *args, **kwargs)
        finally:
            lock.release()

    @wraps(method)
    def shorter(self: Any) -> Any:
        lock = self._lock
        if not lock.acquire(False):
            raise in_use(self)
        try:
            return method(self)
        finally:
            lock.release()

    takes_nothing = method.__code__.co_argcount == 1
    return cast(Method, shorter if takes_nothing else guarded)
