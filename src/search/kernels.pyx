# The kernels of this room: what searches with open cards.
# Compiled once for each processor level; each unit fills its kernels in.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int64_t, uint64_t

from cards.plays cimport target_of
from ddz_core.kernels cimport ABI, Kernels, Search, State, Unit
from intrinsics cimport COMPILER, FLAGS, LEVEL, monotonic_ns
from search.fewest cimport fewest_plays
from search.keys cimport Spot
from search.solve cimport landlord_wins


cdef int solve(Search *search, const State *state) noexcept nogil:
    cdef Spot spot
    cdef int seat
    for seat in range(3):
        spot.hands[seat] = state.hands[seat]
    spot.last = target_of(&state.last)
    spot.turn = state.turn
    spot.owner = state.last_seat
    spot.players = state.players
    search.root = True
    return landlord_wins(search, &spot, search.scratch)


cdef int64_t now() noexcept nogil:
    return monotonic_ns()


cdef int fewest(Search *search, uint64_t hand) noexcept nogil:
    return fewest_plays(search, hand, search.scratch)


cdef void fill(Kernels *kernels) noexcept:
    kernels.solve = solve
    kernels.now = now
    kernels.fewest = fewest


cdef Unit unit

unit.abi = ABI
unit.size = sizeof(Kernels)
unit.level = LEVEL
unit.fill = fill

UNIT = PyCapsule_New(&unit, "ddz_core.UNIT", NULL)

# For `ddz bench` to tell: a figure means little without them.
BUILT_WITH = (COMPILER.decode(), FLAGS.decode())
