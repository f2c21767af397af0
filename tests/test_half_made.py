"""Compiled objects that were not made as they should be: refused or harmless, never fatal."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from operator import attrgetter
from pkgutil import iter_modules
from types import FunctionType
from typing import Any

import pytest

import ddz_core as ddz
from ddz_core import _core
from ddz_core.adapters.douzero_players import infoset_of
from ddz_core.adapters.rlcard_players import state_of


def extension_types() -> Iterator[tuple[str, str]]:
    """Module and name of every class that is compiled."""
    for module in iter_modules(_core.__path__):
        if module.name.endswith(("_plain", "_avx2", "_avx512")):
            continue  # kernels alone
        found = import_module(f"ddz_core._core.{module.name}")
        for name, value in sorted(vars(found).items()):
            if isinstance(value, type) and value.__module__ == found.__name__:
                yield module.name, name


TYPES = sorted(extension_types())

# Everything that may be done with an object is done, each in turn; what it raises does not
# matter. In a process of its own, which must not be killed by a signal.
USED = """
import copy, pickle, sys
from importlib import import_module
import numpy as np
import ddz_core as ddz

ODD = [None, 0, -1, 10**30, "", "x", b"", (), [], {}, 1.5, ddz.Hand(), ddz.PASS,
       np.zeros(3), np.zeros((2, 2), ">u8"), object()]

def tried(call, *given, **named):
    try:
        return call(*given, **named)
    except Exception:
        return None

def used(thing):
    for name in dir(thing):
        if name in ("__class__", "__init_subclass__", "__subclasshook__"):
            continue
        value = tried(getattr, thing, name)
        if callable(value):
            tried(value)
            for odd in ODD:
                tried(value, odd)
            tried(value, 0, 0)
            tried(value, [], -5)
        tried(setattr, thing, name, None)
    for call in (len, str, repr, hash, list, bytes, bool, memoryview, np.asarray, copy.copy,
                 copy.deepcopy, pickle.dumps, dir):
        tried(call, thing)
    tried(lambda: thing == thing), tried(lambda: thing[0]), tried(lambda: thing[::-1])
    for call in (ddz.legal_moves, ddz.count_moves, ddz.readings, ddz.appraise, ddz.min_plays,
                 ddz.Hand, ddz.count_moves_batch, ddz.Game.from_record, ddz.Table.parse):
        tried(call, thing)
    tried(ddz.legal_moves, "3344", thing), tried(ddz.explain, "3344", thing)
    tried(ddz.count_moves_batch, np.ones(1, np.uint64), thing)
    tried(ddz.Game("standard", 1).push, thing)

module, name, how = sys.argv[1:]
kind = getattr(import_module(f"ddz_core._core.{module}"), name)
if how == "not made":
    things = [tried(kind.__new__, kind)]
    things += [tried(kind.__new__, kind, odd) for odd in ODD]
    things += [tried(object.__new__, kind)]
else:
    things = [tried(kind, *given) for given in ([], ["3344"], [3], ["standard"], [1, 3, False],
              ["standard", ["34", "5"], 0, ddz.Hand(), ddz.Hand(), False])]
    things += [ddz.Hand("334"), ddz.PASS, ddz.legal_moves("3344"), ddz.readings("3334")[0]]
    things = [thing for thing in things if type(thing) is kind]
    for thing in things:
        tried(thing.__init__)
        for odd in ODD:
            tried(thing.__init__, odd), tried(thing.__init__, 10**6, rules=odd)
            tried(getattr(thing, "__setstate__", None), odd)
            tried(getattr(thing, "__setstate_cython__", None), odd)
for thing in things:
    if thing is not None:
        used(thing)
print("alive")
"""


@pytest.mark.parametrize(("module", "name"), TYPES)
@pytest.mark.parametrize("how", ["not made", "made again"])
def test_nothing_is_fatal(module: str, name: str, how: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", USED, module, name, how], capture_output=True, text=True, timeout=300
    )
    assert told.returncode == 0, f"{module}.{name} ends by {told.returncode}: {told.stderr[-600:]}"
    assert told.stdout.endswith("alive\n")


def test_values_stay_what_they_are() -> None:
    hand, move, moves = ddz.Hand("334"), ddz.readings("3334")[0], ddz.legal_moves("3344")
    before = pickle.dumps((hand, move, moves))
    for given in ((), ("55",), ("nonsense",), (10**30,), (None, None)):
        for thing in (hand, move, moves):
            with suppress(TypeError, ValueError):
                thing.__init__(*given)  # type: ignore[misc]
    assert pickle.dumps((hand, move, moves)) == before


def test_values_that_were_not_made_are_empty() -> None:
    assert ddz.Hand.__new__(ddz.Hand) == ddz.Hand("")
    assert ddz.Move.__new__(ddz.Move) == ddz.PASS
    moves = ddz.MoveList.__new__(ddz.MoveList)
    assert moves == ddz.readings("345")
    assert list(moves) == []
    assert len(moves.array) == 0
    assert bytes(moves) == b""


OBSERVERS: dict[str, Callable[[Any], object]] = {
    **{
        name: attrgetter(name)
        for kind in (ddz.Public, ddz.Observation)
        for name, value in vars(kind).items()
        if isinstance(value, (property, cached_property)) and not name.startswith("_")
    },
    "features": lambda seen: seen.features(),
    "must_skip": ddz.must_skip,
    "recommended_bid": ddz.recommended_bid,
    "hints": lambda seen: list(ddz.hints(seen)),
    "appraise": ddz.appraise,
    "act": ddz.agents.make("easy", 1).act,
    "DouZero": infoset_of,
    "RLCard": state_of,
}


@pytest.mark.parametrize("name", OBSERVERS)
def test_an_observation_that_was_never_made_is_refused(name: str) -> None:
    with pytest.raises(ddz.InvalidArgument, match="this Observation was never made"):
        OBSERVERS[name](ddz.Observation.__new__(ddz.Observation))
    with pytest.raises((TypeError, ddz.InvalidArgument)):
        ddz.rollout(ddz.Observation.__new__(ddz.Observation))


@pytest.mark.parametrize("kind", [ddz.Game, ddz.Match, ddz.Hinter])
def test_what_was_never_made_says_so(kind: type) -> None:
    made = kind.__new__(kind)
    asked = [name for name in dir(kind) if not name.startswith("_")]
    methods = (FunctionType, classmethod, staticmethod)
    asked = [name for name in asked if not isinstance(inspect.getattr_static(kind, name), methods)]
    assert asked
    for name in asked:
        with pytest.raises(RuntimeError, match=rf"this {kind.__name__} was never made: call"):
            getattr(made, name)


def test_rules_that_were_never_made_are_refused() -> None:
    rules = ddz.Rules.__new__(ddz.Rules)
    for call in (
        lambda: hash(rules),
        lambda: ddz.legal_moves("3", rules=rules),
        lambda: ddz.readings("3", rules=rules),
        lambda: ddz.VectorGame(1, rules=rules),
        lambda: ddz.simulate(1, rules=rules),
    ):
        with pytest.raises(ddz.InvalidRules, match="these Rules were never made"):
            call()
