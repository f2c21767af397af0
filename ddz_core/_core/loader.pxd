from ddz_core.kernels cimport Kernels

cdef const Kernels *kernels
