"""What is called: every public function, class, method and attribute, and what they take."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from itertools import islice
from operator import add, and_, attrgetter, contains, eq, getitem, le, lt, sub
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import numpy as np

from ddz_core import _core

MODULES = (
    *("ddz_core", "ddz_core.agents", "ddz_core.analysis", "ddz_core.arena"),
    *(f"ddz_core.adapters.{name}" for name in ("action_space", "douzero", "douzero_players")),
    *("ddz_core.adapters.rlcard", "ddz_core.adapters.rlcard_players"),
)

ONLY_MADE_BY_US = (
    *(
        "Annotation",
        "Appraisal",
        "Chance",
        "Deal",
        "Estimate",
        "Hint",
        "MoveValue",
        "Numbering",
        "Pace",
        "Place",
        "Plan",
    ),
    *("PlayValue", "PlayerScore", "Result", "Rollout", "Score", "Simulation", "Solution"),
    *("TableScore", "InfoSet"),
)
"""Plain results: they hold what they are given, and nobody has a reason to give anything."""

TRUSTING = ("Game.push_unchecked", "Agent.bid", "Agent.play", "Agent.choose")
"""They take for granted what they are given: the first says so in its name, and the others
are what the ``act`` of a player of ours asks once it has looked at the observation."""


@dataclass(frozen=True)
class Parameter:
    name: str
    needed: bool
    by_name: bool


_OTHER = (Parameter("cards", True, False),)
_INDEX = (Parameter("index", True, False),)

OPERATIONS: dict[str, tuple[tuple[Parameter, ...], Callable[..., Any]]] = {
    **{each.__name__: ((), each) for each in (len, str, repr, hash, bool, bytes, memoryview)},
    **{each.__name__: ((), each) for each in (copy.copy, copy.deepcopy, np.asarray)},
    "list": ((), lambda made: list(islice(iter(made), 50))),
    "pickle": ((), lambda made: pickle.loads(pickle.dumps(made))),
    **{each.__name__: (_OTHER, each) for each in (add, sub, and_, eq, lt, le, contains)},
    "format": (_OTHER, lambda made, spec: format(made, spec) if isinstance(spec, str) else None),
    "getitem": (_INDEX, getitem),
    "slice": ((*_INDEX, *_INDEX), lambda made, a, b: made[a:b]),
}
"""What Python does with objects, and what it takes besides."""


@dataclass(frozen=True)
class Target:
    """Something to call: ``owner`` is the class of whose objects it is asked, if it is."""

    name: str
    owner: type | None
    parameters: tuple[Parameter, ...]
    ask: Callable[..., Any]
    """Takes an object of the owner, or ``None``, and the arguments."""


def _function(name: str, function: Any) -> Target:
    return Target(
        name, None, parameters(function), lambda _, *given, **named: function(*given, **named)
    )


def targets() -> list[Target]:
    """All of them, in an order that is always the same."""
    found: dict[str, Target] = {}
    for module in map(import_module, MODULES):
        for name in _public(module):
            for target in _of(getattr(module, name), name, module.__name__):
                found.setdefault(target.name, target)
    public = {target.owner for target in found.values()}
    for kind in extension_types():
        if kind not in public:
            for target in _of(kind, kind.__name__, kind.__module__):
                found.setdefault(target.name, target)
    return [found[name] for name in sorted(found)]


def extension_types() -> list[type]:
    """Every class that is compiled, those of the kernels left out."""
    found = []
    for each in iter_modules(_core.__path__):
        module = import_module(f"{_core.__name__}.{each.name}")
        found += [
            value
            for name, value in sorted(vars(module).items())
            if isinstance(value, type) and value.__module__ == module.__name__
        ]
    return [kind for kind in found if not issubclass(kind, Exception)]


def _public(module: ModuleType) -> list[str]:
    names = getattr(module, "__all__", None)
    if names is not None:
        return list(names)
    return [
        name
        for name, value in sorted(vars(module).items())
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


def _of(value: Any, name: str, module: str) -> Iterator[Target]:
    """The targets in one public name."""
    short = module.removeprefix("ddz_core").removeprefix(".")
    full = f"{short}.{name}" if short else name
    if not isinstance(value, type):
        if callable(value) and hasattr(value, "__name__"):
            yield _function(full, value)
        return
    if issubclass(value, (Exception, Enum)) or getattr(value, "_is_protocol", False):
        return
    if value.__name__ not in ONLY_MADE_BY_US:
        yield _function(full, value)
    for attribute in sorted(dir(value)):
        static = inspect.getattr_static(value, attribute)
        trusts = f"{value.__name__}.{attribute}".endswith(TRUSTING)
        if attribute.startswith("_") or trusts or not _is_ours(value, attribute):
            continue
        if isinstance(static, (classmethod, staticmethod)):
            yield _function(f"{full}.{attribute}", getattr(value, attribute))
        elif callable(static):
            taken = parameters(static, value)[1:]
            yield Target(f"{full}.{attribute}", value, taken, _method(attribute))
        else:
            yield Target(f"{full}.{attribute}", value, (), attrgetter(attribute))
    for name, (taken, ask) in OPERATIONS.items():
        yield Target(f"{name}({full})", value, taken, ask)


def _method(attribute: str) -> Callable[..., Any]:
    return lambda made, *given, **named: getattr(made, attribute)(*given, **named)


def _is_ours(kind: type, attribute: str) -> bool:
    """Whether it was written here, and not inherited from ``tuple`` or ``int``."""
    owner = next(base for base in kind.__mro__ if attribute in vars(base))
    return owner.__module__.startswith("ddz_core")


# ---------------------------------------------------------------- what they take


def parameters(function: Any, owner: type | None = None) -> tuple[Parameter, ...]:
    """The parameters of a function, a class or a method; of compiled ones by their stub."""
    module = getattr(owner or function, "__module__", None) or ""
    name = function.__name__ if owner is None else f"{owner.__name__}.{function.__name__}"
    if module.startswith(f"{_core.__name__}."):
        if isinstance(function, type):
            stubs = _stubs(module)
            return stubs.get(f"{name}.__init__", stubs.get(f"{name}.__new__", ()))[1:]
        if name in _stubs(module):
            return _stubs(module)[name]
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return (Parameter("self", True, False), Parameter("value", True, False))[owner is None :]
    return tuple(
        Parameter(each.name, each.default is each.empty, each.kind is each.KEYWORD_ONLY)
        for each in found
        if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    )


_read: dict[str, dict[str, tuple[Parameter, ...]]] = {}


def _stubs(module: str) -> dict[str, tuple[Parameter, ...]]:
    """The parameters of all that a stub declares."""
    if module not in _read:
        path = Path(_core.__path__[0]) / f"{module.rpartition('.')[2]}.pyi"
        body = ast.parse(path.read_text(encoding="utf-8")).body if path.exists() else []
        _read[module] = dict(_declared(body, ""))
    return _read[module]


def _declared(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, tuple[Parameter, ...]]]:
    for each in body:
        if isinstance(each, ast.ClassDef):
            yield from _declared(each.body, f"{each.name}.")
        elif isinstance(each, ast.FunctionDef):
            given = [*each.args.posonlyargs, *each.args.args]
            needed = len(given) - len(each.args.defaults)
            taken = [Parameter(arg.arg, i < needed, False) for i, arg in enumerate(given)]
            taken += [
                Parameter(arg.arg, default is None, True)
                for arg, default in zip(each.args.kwonlyargs, each.args.kw_defaults, strict=True)
            ]
            yield prefix + each.name, tuple(taken)
