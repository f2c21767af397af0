cimport cython
from libc.stdint cimport int32_t, uint64_t

from ddz_core.kernels cimport Move as CMove


@cython.final
cdef class MoveIndex:
    cdef object tables
    cdef CMove *first
    cdef CMove *others
    cdef int shift
    cdef uint64_t last
    cdef uint64_t slot_of(self, const CMove *move) noexcept nogil
    cdef int32_t find(self, const CMove *move) noexcept nogil
