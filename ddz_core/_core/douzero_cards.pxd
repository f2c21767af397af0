from libc.stdint cimport uint64_t

cdef int slot_of(object card, str where) except -1
cdef uint64_t packed(object cards, str where) except? 1
cdef list card_list(uint64_t cards)
