"""Memory that kernels write and everybody else can only read."""

cimport cython
from cpython.buffer cimport PyBuffer_FillInfo
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree

import numpy as np


@cython.final
cdef class Memory:
    """Bytes, zero at first, that are exported read-only: a NumPy array over them cannot
    be made writable, owns nothing that could be resized, and keeps them alive."""

    def __init__(self):
        raise TypeError("this memory is made by what it belongs to")

    def __dealloc__(self):
        PyMem_RawFree(self.at)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if self.at == NULL:
            raise BufferError("there is no memory")
        PyBuffer_FillInfo(buffer, self, self.at, self.size, True, flags)

    cdef view(self, dtype, shape, Py_ssize_t offset):
        """A new read-only array over the bytes from the offset on."""
        return np.ndarray(shape, dtype, self, offset)


cdef Memory new_memory(Py_ssize_t size):
    """So many bytes; one at least, so that there is always something to point to."""
    cdef Memory memory = Memory.__new__(Memory)
    memory.at = <char *>PyMem_RawCalloc(max(size, 1), 1)
    if memory.at == NULL:
        raise MemoryError(f"no memory for {size} bytes")
    memory.size = size
    return memory
