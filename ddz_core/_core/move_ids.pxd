cimport cython
from libc.stdint cimport int32_t, int64_t, uint32_t

from ddz_core.kernels cimport Move as CMove

cdef enum:
    GROUPS = 1 << 13


cdef struct Group:
    # Where its places begin, the last place of it, and how far a hash is shifted.
    uint32_t start
    uint32_t last
    uint32_t shift


@cython.final
cdef class MoveIndex:
    cdef object kept        # the array that `single` and `entries` are in
    cdef CMove *single
    cdef CMove *entries
    cdef Group groups[GROUPS]
    cdef int32_t find_in_group(self, const CMove *move) noexcept nogil
    cdef int32_t find(self, const CMove *move) noexcept nogil
    cdef void put_ids(self, const CMove *moves, int64_t n, int32_t *to) noexcept nogil
