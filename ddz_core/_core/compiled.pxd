cimport cython

from ddz_core.kernels cimport Rules


@cython.final
cdef class CompiledRules:
    cdef Rules c
    cdef readonly object value


cpdef CompiledRules compiled(object rules)
