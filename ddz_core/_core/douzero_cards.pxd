from libc.stdint cimport uint64_t

cdef uint64_t packed(object cards) except? 1
cdef list card_list(uint64_t cards)
