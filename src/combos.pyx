"""The door to the kernels: the table of kernels that this machine gets, and rules
compiled for them."""

import os
from importlib import import_module

from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from ddz_core.kernels cimport (
    ABI, CHAIN_SLOTS, EVERY_RANK, Kernels, Move, ROCKET, Rules, Shape,
)

from ddz_core.errors import InvalidRules
from ddz_core.kinds import SHAPES, Kind
from ddz_core.rules import Rules as RulesValue


cdef extern from "intrinsics.h":
    const char *cpu_level()


# ------------------------------------------------------------------- kernels

LEVELS = ("plain", "v3", "v4")


cdef const Kernels *load_kernels(str level) except NULL:
    """The table of the kernels built for a processor level."""
    cdef object module = import_module(f"ddz_core._kernels_{level}")
    cdef const Kernels *table = <const Kernels *>PyCapsule_GetPointer(
        module.TABLE, "ddz_core.KERNELS")
    if table.abi != ABI or table.size != sizeof(Kernels):
        raise ImportError(f"ddz_core._kernels_{level} is of another version: build it anew")
    return table


def _wanted_level():
    """The level to use: DDZ_LEVEL where it is set, else the best that runs here."""
    best = cpu_level().decode()
    wanted = os.environ.get("DDZ_LEVEL", best)
    if wanted not in LEVELS:
        raise ImportError(f"DDZ_LEVEL must be one of {', '.join(LEVELS)}, not {wanted!r}")
    if LEVELS.index(wanted) > LEVELS.index(best):
        raise ImportError(f"DDZ_LEVEL is {wanted}, but this processor runs at most {best}")
    return wanted


LEVEL = _wanted_level()
KERNELS = None
kernels = load_kernels(LEVEL)
KERNELS = PyCapsule_New(<void *>kernels, "ddz_core.KERNELS", NULL)


# --------------------------------------------------------------------- rules

cdef void fill_chains(Rules *rules) noexcept:
    """How many chains each set of ranks holds, of every width up to three."""
    cdef uint32_t ranks, chain, number
    cdef int width, length, start
    cdef int shortest[4]
    shortest[1] = rules.shapes[Kind.SOLO_CHAIN].min_length
    shortest[2] = rules.shapes[Kind.PAIR_CHAIN].min_length
    shortest[3] = rules.shapes[Kind.TRIO_CHAIN].min_length
    for ranks in range(1 << CHAIN_SLOTS):
        rules.chains[ranks] = 0
        for width in range(1, 4):
            number = 0
            for length in range(shortest[width], CHAIN_SLOTS + 1):
                for start in range(CHAIN_SLOTS - length + 1):
                    chain = ((1 << length) - 1) << start
                    number += ranks & chain == chain
            rules.chains[ranks] |= number << 8 * (width - 1)


cdef void fill_solo_chains(Rules *rules) noexcept:
    """The solo chains of each set of ranks, in canonical order."""
    cdef Shape *shape = &rules.shapes[<int>Kind.SOLO_CHAIN]
    cdef uint32_t ranks, chain
    cdef int length, start
    cdef int at = 0
    cdef Move *move
    for ranks in range(1 << CHAIN_SLOTS):
        rules.solo_chains_at[ranks] = at
        for length in range(shape.min_length, CHAIN_SLOTS + 1):
            for start in range(CHAIN_SLOTS - length + 1):
                chain = ((1 << length) - 1) << start
                if ranks & chain == chain:
                    move = &rules.solo_chains[at]
                    move.cards = (EVERY_RANK & (<uint64_t>1 << 4 * length) - 1) << 4 * start
                    move.kind = Kind.SOLO_CHAIN
                    move.length = length
                    move.rank = start + length - 1
                    move.size = length
                    at += 1


cdef void fill_ways(Rules *rules) noexcept:
    """The coefficients of (1 + x)^a (1 + x + x^2)^b, a + b <= 15."""
    cdef int n, a, b
    cdef uint32_t ways
    for b in range(16):
        for a in range(16 - b):
            for n in range(25):
                if a > 0:
                    ways = rules.ways[n][a - 1][b]
                    if n >= 1:
                        ways += rules.ways[n - 1][a - 1][b]
                elif b > 0:
                    ways = rules.ways[n][0][b - 1]
                    if n >= 1:
                        ways += rules.ways[n - 1][0][b - 1]
                    if n >= 2:
                        ways += rules.ways[n - 2][0][b - 1]
                else:
                    ways = n == 0
                rules.ways[n][a][b] = ways


cdef class CompiledRules:
    """Rules as the kernels read them. Immutable; threads may share it."""

    def __init__(self, rules):
        cdef Shape *shape
        memset(&self.c, 0, sizeof(Rules))
        self.value = rules
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
        fill_chains(&self.c)
        fill_solo_chains(&self.c)
        fill_ways(&self.c)

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
