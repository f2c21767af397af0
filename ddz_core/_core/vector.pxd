cimport cython
cimport numpy as cnp
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from ddz_core._core.compiled cimport CompiledRules
from ddz_core._core.memory cimport Memory
from ddz_core._core.threads cimport Alone
from ddz_core.kernels cimport Games, Move as CMove, Rules

cdef struct Task:
    # What the slices of one call work on.
    const Rules *rules
    const Games *games
    const uint8_t *where    # the games that it is about; NULL for all
    const int64_t *indices
    CMove *chosen
    int64_t *counts
    int32_t *rewards
    uint8_t *ended
    uint8_t *rows
    uint64_t first          # the deal of the first game
    uint64_t first_game

ctypedef void (*Slice)(const Task *task, int64_t start, int64_t stop) noexcept nogil


@cython.final
cdef class VectorGame:
    cdef Games c
    cdef Task task
    cdef Rules rules
    cdef Alone busy
    cdef Memory state
    cdef Memory starts
    cdef Memory room
    cdef Memory chosen
    cdef bint is_listed
    cdef readonly int64_t games
    cdef readonly object table
    cdef bint draws_wild
    cdef int open_hand
    cdef readonly int observation_size
    cdef readonly int players
    cdef readonly int threads
    cdef readonly object first_game
    cdef readonly int64_t steps
    cdef int64_t listings

    cdef int set_row(self, int64_t i, list hands, dict given) except -1
    cdef int set_wild(self, int64_t i, wild) except -1
    cdef CompiledRules rules_of_row(self, int64_t i)
    cdef int begin(self) except -1
    cdef void end(self) noexcept
    cdef seen(self, dtype, shape, const void *at)
    cdef int64_t *listed_from(self) noexcept
    cdef int count(self) except -1
    cdef int list_in_slices(self) except -1
    cdef int take(self, actions, const uint8_t *moving) except -1
    cdef int take_moves(self, cnp.ndarray moves, const uint8_t *moving) except -1
    cdef int take_indices(self, cnp.ndarray indices, const uint8_t *moving) except -1
    cdef int list_once(self) except -1
    cdef CMove *listed(self) noexcept
    cdef int apply(self, const uint8_t *where) except -1
    cdef int observe_into(self, uint8_t *rows, const uint8_t *where) except -1
