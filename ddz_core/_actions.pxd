cimport cython
from libc.stdint cimport int32_t, uint64_t

from ddz_core.kernels cimport Move as CMove


@cython.final
cdef class MoveIndex:
    cdef object entries
    cdef object numbers
    cdef CMove *moves
    cdef int32_t *ids
    cdef int shift
    cdef uint64_t last
    cdef uint64_t slot_of(self, const CMove *move) noexcept nogil
    cdef int32_t find(self, const CMove *move) noexcept nogil
