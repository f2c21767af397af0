# The order in which RLCard lists what follows a play.

from libc.stdint cimport uint64_t

from ddz_core.kernels cimport BOMB, JOKERS, MOST_PLAYS, Move as CMove, ROCKET, TRIO_CHAIN_SOLO


cdef inline int joker_group(const CMove *move) noexcept nogil:
    """Kickers with the small joker come first, then those with the big one."""
    if move.cards & JOKERS == 0:
        return 2
    return 0 if move.cards & <uint64_t>1 << 52 else 1


cdef inline void as_rlcard_lists(CMove *plays, int n, const CMove *last) noexcept nogil:
    """Brings what follows a play from canonical order into RLCard's.

    That is the play's own kind, rocket, bombs; after a bomb the bombs, then the
    rocket. Single kickers of a trio chain are ordered by their jokers first.
    """
    cdef CMove rocket
    cdef int own = 0
    cdef int i, start
    if plays[n - 1].kind == ROCKET and last.kind != BOMB:
        rocket = plays[n - 1]
        i = n - 1
        while i > 0 and plays[i - 1].kind == BOMB:
            plays[i] = plays[i - 1]
            i -= 1
        plays[i] = rocket
    if last.kind != TRIO_CHAIN_SOLO:
        return
    while own < n and plays[own].kind == TRIO_CHAIN_SOLO:
        start = own
        while own < n and plays[own].kind == TRIO_CHAIN_SOLO and plays[own].rank == plays[start].rank:
            own += 1
        sort_by_jokers(plays + start, own - start)


cdef inline void sort_by_jokers(CMove *plays, int n) noexcept nogil:
    """A stable sort of plays of one body into the three groups."""
    cdef CMove kept[MOST_PLAYS]
    cdef int group, i
    cdef int to = 0
    for group in range(3):
        for i in range(n):
            if joker_group(&plays[i]) == group:
                kept[to] = plays[i]
                to += 1
    for i in range(n):
        plays[i] = kept[i]
