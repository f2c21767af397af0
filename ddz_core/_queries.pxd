from ddz_core._combos cimport CompiledRules
from ddz_core.kernels cimport Move as CMove

cdef int set_last(object last, CompiledRules rules, CMove *to) except -1
