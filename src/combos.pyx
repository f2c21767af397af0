"""The door to the kernels: the table of kernels that this machine gets, and rules
compiled for them."""

import os
from importlib import import_module
from importlib.util import find_spec

cimport cython
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ddz_core.kernels cimport (
    ABI, CHAIN_SLOTS, CHAIN_TABLE, EVERY_RANK, Kernels, Move, ROCKET, Rules, Shape, Tables,
)

from ddz_core.errors import InvalidRules
from ddz_core.kinds import SHAPES, Kind
from ddz_core.rules import Rules as RulesValue


cdef extern from "intrinsics.h":
    const char *cpu_level()


# ------------------------------------------------------------------- kernels

LEVELS = ("plain", "avx2", "avx512")


cdef const Kernels *load_kernels(str level) except NULL:
    """The table of the kernels built for a processor level."""
    cdef object module = import_module(f"ddz_core._kernels_{level}")
    cdef const Kernels *table = <const Kernels *>PyCapsule_GetPointer(
        module.TABLE, "ddz_core.KERNELS")
    if table.abi != ABI or table.size != sizeof(Kernels):
        raise ImportError(f"ddz_core._kernels_{level} is of another version: build it anew")
    return table


def _available_levels():
    """The levels whose kernels were built and run on this processor, slowest first."""
    cdef str best = cpu_level().decode()
    return tuple([
        level for level in LEVELS[:LEVELS.index(best) + 1]
        if find_spec(f"ddz_core._kernels_{level}") is not None
    ])


def _wanted_level():
    """The level to use: DDZ_LEVEL where it is set, else the fastest."""
    levels = _available_levels()
    wanted = os.environ.get("DDZ_LEVEL") or levels[-1]
    if wanted not in levels:
        raise ImportError(f"DDZ_LEVEL is {wanted!r}; this machine has {', '.join(levels)}")
    return wanted


kernels = load_kernels(_wanted_level())
KERNELS = PyCapsule_New(<void *>kernels, "ddz_core.KERNELS", NULL)


def cpu_features():
    """Which kernels are in use: ``{"level": ..., "available": ...}``.

    The levels are ``plain``, ``avx2`` (with BMI2) and ``avx512`` (with VBMI2). The
    environment variable ``DDZ_LEVEL``, read at import, chooses one of those
    available; without it the fastest is taken.
    """
    return {"level": kernels.level.decode(), "available": _available_levels()}


# -------------------------------------------------------------------- tables

cdef Tables tables


cdef int fill_chains(object kind, uint8_t *number, uint16_t *places, int at) except -1:
    """Writes the chains of a kind for each set of ranks, from tables.chains[at] on."""
    cdef Shape shape
    cdef uint32_t ranks, chain
    cdef int length, start
    cdef Move *move
    shape.width = SHAPES[kind].width
    shape.min_length = SHAPES[kind].min_length
    for ranks in range(1 << CHAIN_SLOTS):
        number[ranks] = 0
        places[ranks] = at
        for length in range(shape.min_length, CHAIN_SLOTS + 1):
            for start in range(CHAIN_SLOTS - length + 1):
                chain = ((1 << length) - 1) << start
                if ranks & chain == chain:
                    move = &tables.chains[at]
                    move.cards = (EVERY_RANK & (<uint64_t>1 << 4 * length) - 1) << 4 * start
                    move.cards *= shape.width
                    move.kind = kind
                    move.length = length
                    move.rank = start + length - 1
                    move.size = length * shape.width
                    number[ranks] += 1
                    at += 1
    return at


cdef void fill_ways() noexcept:
    """The coefficients of (1 + x)^a (1 + x + x^2)^b, a + b <= 15."""
    cdef int n, a, b
    cdef uint32_t ways
    for b in range(16):
        for a in range(16 - b):
            for n in range(25):
                if a > 0:
                    ways = tables.ways[n][a - 1][b]
                    if n >= 1:
                        ways += tables.ways[n - 1][a - 1][b]
                elif b > 0:
                    ways = tables.ways[n][0][b - 1]
                    if n >= 1:
                        ways += tables.ways[n - 1][0][b - 1]
                    if n >= 2:
                        ways += tables.ways[n - 2][0][b - 1]
                else:
                    ways = n == 0
                tables.ways[n][a][b] = ways


def _fill_tables():
    cdef int solo_chains = fill_chains(
        Kind.SOLO_CHAIN, tables.solo_chains, tables.solo_chains_at, 0)
    cdef int both = fill_chains(
        Kind.PAIR_CHAIN, tables.pair_chains, tables.pair_chains_at, solo_chains)
    assert both == CHAIN_TABLE
    fill_ways()


_fill_tables()


# --------------------------------------------------------------------- rules

@cython.final
cdef class CompiledRules:
    """Rules as the kernels read them. Immutable; threads may share it."""

    def __init__(self, rules):
        cdef Shape *shape
        memset(&self.c, 0, sizeof(Rules))
        self.value = rules
        self.c.tables = &tables
        for kind, made_of in SHAPES.items():
            shape = &self.c.shapes[<int>kind]
            shape.allowed = rules.allows(kind)
            shape.width, shape.unit, shape.kickers, shape.min_length, shape.max_length = made_of
            if shape.unit == 1:
                shape.limit = rules.quad_solos if kind is Kind.QUAD_SOLO else rules.chain_solos
        self.c.shapes[ROCKET].allowed = True
        self.c.jokers_as_solos = rules.jokers_as_solos
        self.c.jokers_as_pair = rules.jokers_as_pair
        self.c.lengthening_kickers = rules.lengthening_kickers

    def __reduce__(self):
        return compiled, (self.value,)

    @property
    def capsule(self):
        """A capsule ``ddz_core.RULES`` with the ``ddz_rules`` pointer, for C code.

        Keep this object alive as long as the pointer is in use.
        """
        return PyCapsule_New(&self.c, "ddz_core.RULES", NULL)


cdef dict cache = {}


cpdef CompiledRules compiled(object rules):
    """The compiled form of a `Rules` or of a preset's name; cached."""
    cdef object found = cache.get(rules) if isinstance(rules, (str, RulesValue)) else None
    if found is not None:
        return <CompiledRules>found
    if isinstance(rules, str):
        found = compiled(RulesValue.preset(rules))
    elif isinstance(rules, RulesValue):
        found = CompiledRules(rules)
    else:
        raise InvalidRules(f"rules must be a Rules or the name of a preset, not {rules!r}")
    return <CompiledRules>cache.setdefault(rules, found)


# Every play of every rule set is a play under these.
PERMISSIVE = RulesValue(
    chain_solos=4, quad_solos=2, jokers_as_solos=True, jokers_as_pair=True,
    lengthening_kickers=True, quad_kickers=True, quad_chains=True, bomb_chains=True,
    name="permissive",
)
