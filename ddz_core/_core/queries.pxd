from libc.stdint cimport uint64_t

from ddz_core._core.compiled cimport CompiledRules
from ddz_core.kernels cimport Move as CMove, Rules

cdef bint find_meant(const Rules *rules, uint64_t cards, const CMove *last, CMove *to) noexcept
cdef bint is_play(const Rules *rules, const CMove *move) noexcept
cdef int set_last(object last, CompiledRules rules, CMove *to) except -1
