cimport cython
from libc.stdint cimport int64_t

from ddz_core._core.compiled cimport CompiledRules
from ddz_core.kernels cimport Move as CMove, Rules


@cython.final
cdef class Lasts:
    cdef CMove one
    cdef const CMove *first
    cdef int64_t step
    cdef object kept
    cdef int check(self, const Rules *rules, int64_t n) except -1


cdef int64_t last_direct(const int64_t *at, int64_t start, int64_t stop) noexcept nogil
