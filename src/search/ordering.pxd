# In which order the actions of a position are tried.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from cards.plays cimport is_bomb
from ddz_core.kernels cimport Move, PASS, Search
from search.fewest cimport fewest_plays
from search.keys cimport Spot


# ------------------------------------------------------------- what won before
# Of each hand, trick and seat the action that won last is remembered, whatever
# the others held then. Most positions differ from their like in that alone.

cdef extern from *:
    """
    #define DDZ_KEPT (UINT64_C(1) << 59)
    """
    const uint64_t KEPT "DDZ_KEPT"


cdef inline uint64_t trick_hash(const Spot *spot) noexcept nogil:
    """Of the mover's hand and the trick; the upper bits are the better ones."""
    cdef uint64_t trick = spot.turn
    cdef uint64_t h
    if spot.last.kind != PASS:
        trick |= (<uint64_t>1 << 3 | spot.owner << 4 | spot.last.kind << 8
                  | spot.last.length << 16 | spot.last.rank << 24)
    h = (spot.hands[spot.turn] * <uint64_t>0x9E3779B97F4A7C15
         ^ (trick + 1) * <uint64_t>0xC2B2AE3D27D4EB4F)
    return (h ^ h >> 31) * <uint64_t>0xBF58476D1CE4E5B9


cdef inline uint64_t *winner_of(const Search *s, uint64_t hash) noexcept nogil:
    return &s.winners[hash >> 32 & s.winners_mask]


cdef inline void remember_winner(Search *s, uint64_t hash, const Move *play) noexcept nogil:
    """Its cards, which leave the upper bits free, and four bits of the hash: so that
    few hands mistake one another's."""
    winner_of(s, hash)[0] = play.cards | KEPT | hash << 60


cdef inline void winner_first(const Search *s, uint64_t hash, Move *first,
                              Move *stop) noexcept nogil:
    cdef uint64_t known = winner_of(s, hash)[0] ^ (KEPT | hash << 60)
    if known >= KEPT:
        return
    while first != stop:
        if first.cards == known:
            first.spare = 0
        first += 1


# -------------------------------------------------------------------- points

cdef inline uint32_t points(Search *s, uint64_t hand, const Move *play,
                            Move *scratch) noexcept nogil:
    """The fewer, the earlier a play is tried: what leaves few plays, large plays,
    low ranks; bombs only then. docs/solver.md has the figures behind the weights."""
    cdef int rest = fewest_plays(s, hand - play.cards, scratch)
    cdef int value = 64 * rest - 8 * play.size + play.rank + 512
    if is_bomb(play.kind):
        value += 96
    return shuffled(s, value)


cdef inline uint32_t points_of_pass(Search *s, const Spot *spot, Move *scratch) noexcept nogil:
    """A pass leaves the partner his trick; over an opponent's trick it is the last."""
    if spot.owner != 0 and spot.turn != 0:
        return shuffled(s, 1)
    return shuffled(s, 64 * fewest_plays(s, spot.hands[spot.turn], scratch) + 200 + 512)


cdef inline uint32_t shuffled(const Search *s, uint32_t value) noexcept nogil:
    """Another order for another `order`, for tests: the answer must be the same."""
    if s.order == 0:
        return value
    return (value + 1) * (2 * s.order + 1) * <uint32_t>2654435761 >> 8


cdef inline void sort(Move *first, Move *stop) noexcept nogil:
    """Sorts by `spare`, ascending: by insertion, where there are many plays first
    over wide gaps that get smaller."""
    cdef int64_t n = stop - first
    cdef int64_t gap = 1
    cdef int64_t i, j
    cdef Move moved
    while n > 64 and 3 * gap < n:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, n):
            moved = first[i]
            j = i
            while j >= gap and first[j - gap].spare > moved.spare:
                first[j] = first[j - gap]
                j -= gap
            first[j] = moved
        gap //= 3
