from ddz_core._core.compiled cimport CompiledRules
from ddz_core.kernels cimport Move as CMove, Rules

cdef int most_cards_of_body(const CMove *found, int n) noexcept
cdef bint is_play(const Rules *rules, const CMove *move) noexcept
cdef int set_last(object last, CompiledRules rules, CMove *to) except -1
