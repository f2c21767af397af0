"""The kernels that this machine gets, filled in by the best units that it runs."""

import os
from importlib import import_module
from importlib.util import find_spec

from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from libc.string cimport memset

from ddz_core.kernels cimport ABI, Kernels, Unit
from intrinsics cimport cpu_level

LEVELS = ("plain", "avx2", "avx512")
# Each room of src/ with kernels is a unit of its own, so that what the compiler puts in
# line in one does not depend on the others.
UNITS = ("cards", "variants", "play", "search", "players")

cdef Kernels chosen


def unit_module(unit, level):
    """The compiled module of a unit at a processor level."""
    return import_module(f"ddz_core._core.{unit}_{level}")


cdef int fill_from(str name, str level) except -1:
    """Puts the kernels of a unit into their places."""
    cdef const Unit *unit = <const Unit *>PyCapsule_GetPointer(
        unit_module(name, level).UNIT, "ddz_core.UNIT")
    if unit.abi != ABI or unit.size != sizeof(Kernels):
        raise ImportError(
            f"the kernels {name!r} for {level} are of another version: build them again")
    unit.fill(&chosen)
    chosen.level = unit.level
    return 0


def _available_levels():
    """The levels whose kernels were built and run on this processor, slowest first."""
    cdef str best = cpu_level().decode()
    return tuple([
        level for level in LEVELS[:LEVELS.index(best) + 1]
        if all(find_spec(f"ddz_core._core.{unit}_{level}") is not None for unit in UNITS)
    ])


def _wanted_level():
    """The level to use: DDZ_LEVEL where it is set, else the fastest."""
    levels = _available_levels()
    wanted = os.environ.get("DDZ_LEVEL") or levels[-1]
    if wanted not in levels:
        raise ImportError(f"DDZ_LEVEL is {wanted!r}; this machine has {', '.join(levels)}")
    return wanted


def _fill(level):
    memset(&chosen, 0, sizeof(Kernels))
    chosen.abi = ABI
    chosen.size = sizeof(Kernels)
    for unit in UNITS:
        fill_from(unit, level)


_fill(_wanted_level())
kernels = &chosen
# PyCapsule_Import finds it under its name, since ddz_core has the same object.
KERNELS = PyCapsule_New(<void *>kernels, "ddz_core.KERNELS", NULL)


def cpu_features():
    """Which kernels are in use: ``{"level": ..., "available": ...}``.

    The levels are ``plain``, ``avx2`` (with BMI2) and ``avx512`` (with VBMI2). The
    environment variable ``DDZ_LEVEL``, read at import, chooses one of those
    available; without it the fastest is taken.
    """
    return {"level": kernels.level.decode(), "available": _available_levels()}
