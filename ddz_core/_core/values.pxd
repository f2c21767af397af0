cimport cython
from libc.stdint cimport int64_t, uint64_t

from ddz_core.kernels cimport Move as CMove


@cython.final
cdef class Hand:
    cdef readonly uint64_t packed
    cdef readonly int decks


@cython.final
cdef class Move:
    cdef CMove c
    cdef bint is_read(self, uint64_t cards, object rules) except -1


@cython.final
cdef class MoveList:
    cdef CMove *c
    cdef Py_ssize_t moves
    cdef Py_ssize_t find(self, object move, Py_ssize_t start, Py_ssize_t stop,
                         Py_ssize_t *number) except -2


cdef Hand new_hand(uint64_t packed, int decks=*)
cdef object new_move(const CMove *c)
cdef MoveList new_move_list(int64_t moves, int64_t spare)
cdef MoveList moves_from(const CMove *c, int64_t moves)
cdef uint64_t packed_cards(object cards, int decks=*) except? 1
cdef uint64_t parsed_cards(str text, int decks=*) except? 1
cdef uint64_t checked_cards(uint64_t packed, object given, int decks=*) except? 1
cdef str text_of(uint64_t packed)
cdef str exact_text(object text)
cdef bint is_pass(str text) except -1
cpdef Move parsed_move(object text)
