"""What the action spaces are made of: every play of the deck, and plays to ids."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t, uint8_t
from libc.string cimport memcmp, memset

import numpy as np

from cards.counting cimport plays_of_bodies
from cards.hands cimport Held, hold, runs
from cards.listing cimport put_bare, put_rocket, put_with_kickers
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.values cimport Move, new_move
from ddz_core.kernels cimport DECK, KINDS, Move as CMove, ROCKET, Rules, SLACK, SOLO, Shape

from ddz_core._core.values import MOVE_DTYPE
from ddz_core.arguments import whole_number
from ddz_core.errors import InvalidArgument

# -------------------------------------------------------- the plays of a deck

cdef int longest(const Shape *shape, int most) noexcept nogil:
    """The greatest length of the kind whose plays have no more than `most` cards."""
    cdef int length = most // (shape.width + shape.unit * shape.kickers)
    return min(length, <int>shape.max_length)


cdef uint64_t starts_of(const Shape *shape, const Held *held, int length) noexcept nogil:
    cdef uint64_t starts = held.bodies[shape.width]
    return runs(starts, length) if length > 1 else starts


def deck_plays(rules, most=20):
    """Every play of the 54 cards with no more than `most` cards, in canonical order.

    An array of :data:`MOVE_DTYPE`. Twenty, the greatest ``most``, is what the largest hand
    holds.

    >>> len(deck_plays("rlcard"))
    27471
    """
    cdef int cards = whole_number("most", most, 1, 20)
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef const Rules *c = &compiled_rules.c
    cdef const Shape *shape
    cdef Held held
    cdef int64_t total = 1
    cdef int kind, length
    cdef CMove *out
    hold(&held, DECK)
    for kind in range(SOLO, KINDS):
        shape = &c.shapes[kind]
        if shape.allowed and kind != ROCKET:
            for length in range(shape.min_length, longest(shape, cards) + 1):
                total += plays_of_bodies(c, kind, length, DECK, starts_of(shape, &held, length))
    plays = np.zeros(total + SLACK, MOVE_DTYPE)
    cdef uint8_t[::1] raw = plays.view(np.uint8)
    out = <CMove *>&raw[0]
    for kind in range(SOLO, KINDS):
        shape = &c.shapes[kind]
        if kind == ROCKET:
            out = put_rocket(out)
        elif shape.allowed:
            for length in range(shape.min_length, longest(shape, cards) + 1):
                starts = starts_of(shape, &held, length)
                if shape.unit == 0:
                    out = put_bare(kind, shape.width, length, starts, out)
                else:
                    out = put_with_kickers(c, kind, length, DECK, starts, out)
    assert out == <CMove *>&raw[0] + total
    return plays[:total].copy()


# --------------------------------------------------------------- plays to ids

cdef object array_of(given, str name, dtype):
    """The argument as an array of that type and one dimension that kernels can walk along."""
    # A subclass may say anything about itself.
    array = np.asarray(given) if isinstance(given, np.ndarray) else None
    if array is None or array.dtype != dtype or array.ndim != 1:
        raise InvalidArgument(
            f"{name} must be an array of type {np.dtype(dtype).name} and one dimension")
    # NumPy takes the fields of MOVE_DTYPE for aligned wherever they are.
    if array.flags.c_contiguous and array.__array_interface__["data"][0] % 8 == 0:
        return array
    return array.copy()


cdef inline uint64_t slot_of(const Group *group, const CMove *move) noexcept nogil:
    # Shifted twice, since a shift by 64 is none.
    return move.cards * <uint64_t>0x9E3779B97F4A7C15 >> 1 >> group.shift


cdef inline int group_of(const CMove *move) noexcept nogil:
    """Kind, length and rank in 13 bits."""
    return (move.kind & 31) << 8 | (move.length & 15) << 4 | (move.rank & 15)


cdef inline bint is_entry_of(const CMove *entry, const CMove *move) noexcept nogil:
    """Whether the entry, whose spare bytes hold its id, is of that move."""
    return (entry.cards == move.cards and move.spare == 0
            and memcmp(&entry.kind, &move.kind, 4) == 0)


@cython.final
cdef class MoveIndex:
    """Finds the id of a move.

    Where there is one move of a kind, length and rank, which is so for all without
    kickers, its entry is found at once; the others of a group are hashed, with open
    addressing. So what a hand's moves ask for lies close together. The spare
    bytes of an entry hold its id plus one: 0 says that the entry is empty.

    ``moves`` is an array of :data:`MOVE_DTYPE` without repeats, ``ids`` the id of
    each as ``int32[n]``.
    """

    def __cinit__(self, moves, ids):
        cdef const uint8_t[::1] raw = array_of(moves, "moves", MOVE_DTYPE).view(np.uint8)
        cdef const int32_t[::1] numbers = array_of(ids, "ids", np.int32)
        cdef int64_t n = raw.shape[0] // <int64_t>sizeof(CMove)
        cdef const CMove *move = <const CMove *>&raw[0]
        cdef int64_t room = 1
        cdef int64_t i
        cdef int g
        cdef Group *group
        cdef uint64_t at
        cdef CMove *entry
        if numbers.shape[0] != n:
            raise InvalidArgument(f"there are {n} moves and {numbers.shape[0]} ids")
        memset(self.groups, 0, sizeof(self.groups))
        for i in range(n):
            self.groups[group_of(&move[i])].last += 1
        for g in range(GROUPS):
            group = &self.groups[g]
            # Half full at most: nearly every look-up hits at once. Where there is no
            # move the first entry of all, which stays empty, says so.
            i = group.last
            group.shift = 63
            while i > 1 and <int64_t>1 << 63 - group.shift < 2 * i:
                group.shift -= 1
            group.last = (1 << 63 - group.shift) - 1
            if i > 1:
                group.start = room
                room += group.last + 1
        self.kept = np.zeros(GROUPS + room, MOVE_DTYPE)
        cdef uint8_t[::1] raw_entries = self.kept.view(np.uint8)
        self.single = <CMove *>&raw_entries[0]
        self.entries = self.single + GROUPS
        for i in range(n):
            g = group_of(&move[i])
            group = &self.groups[g]
            entry = &self.single[g]
            if group.last:
                at = slot_of(group, &move[i])
                while self.entries[group.start + at].spare:
                    at = at + 1 & group.last
                entry = &self.entries[group.start + at]
            entry[0] = move[i]
            entry.spare = numbers[i] + 1

    cdef int32_t find(self, const CMove *move) noexcept nogil:
        """The id of the move, or -1."""
        cdef const CMove *entry = &self.single[group_of(move)]
        if is_entry_of(entry, move):
            return <int32_t>entry.spare - 1
        return self.find_in_group(move)

    cdef int32_t find_in_group(self, const CMove *move) noexcept nogil:
        cdef const Group *group = &self.groups[group_of(move)]
        cdef uint64_t at = slot_of(group, move)
        cdef uint64_t tried
        cdef const CMove *entry
        for tried in range(<uint64_t>group.last + 1):
            entry = &self.entries[group.start + at]
            if is_entry_of(entry, move):
                return <int32_t>entry.spare - 1
            if entry.spare == 0:
                return -1
            at = at + 1 & group.last
        return -1

    def id_of(self, Move move not None):
        """The id of one move, or -1."""
        return self.find(&move.c)

    def ids_of(self, moves):
        """The ids of an array of :data:`MOVE_DTYPE`: ``int32[n]``, -1 where there is none."""
        cdef const uint8_t[::1] raw = array_of(moves, "moves", MOVE_DTYPE).view(np.uint8)
        cdef int64_t n = raw.shape[0] // <int64_t>sizeof(CMove)
        found = np.empty(n, np.int32)
        if n == 0:
            return found
        cdef int32_t[::1] to = found
        with nogil:
            self.put_ids(<const CMove *>&raw[0], n, &to[0])
        return found

    cdef void put_ids(self, const CMove *moves, int64_t n, int32_t *to) noexcept nogil:
        """Writes the id of each move, or -1."""
        cdef const CMove *single = self.single
        cdef const CMove *entry
        cdef int64_t i
        for i in range(n):
            entry = &single[group_of(&moves[i])]
            if is_entry_of(entry, &moves[i]):
                to[i] = <int32_t>entry.spare - 1
            else:
                to[i] = self.find_in_group(&moves[i])


def move_at(moves, i):
    """The move of row i of an array of :data:`MOVE_DTYPE`, whose rows are trusted."""
    cdef const uint8_t[::1] raw = array_of(moves, "moves", MOVE_DTYPE).view(np.uint8)
    cdef int64_t n = raw.shape[0] // <int64_t>sizeof(CMove)
    cdef int64_t row = whole_number("a row", i, 0, n - 1)
    return new_move(<const CMove *>&raw[row * <int64_t>sizeof(CMove)])
