cimport cython


@cython.final
cdef class Memory:
    cdef char *at
    cdef Py_ssize_t size
    cdef view(self, dtype, shape, Py_ssize_t offset)


cdef Memory new_memory(Py_ssize_t size)
