# What is known of the positions of a search, in buckets of two: the transpositions, for
# a position is met again after the same plays in another order.

from libc.stdint cimport uint64_t

from ddz_core.kernels cimport Entry, Search
from intrinsics cimport highest_bit


cdef enum:
    WAYS = 2

cdef extern from *:
    """
    #define DDZ_USED (UINT64_C(1) << 63)
    #define DDZ_WON (UINT64_C(1) << 62)
    #define DDZ_WORK (UINT64_C(63) << 56)
    """
    const uint64_t USED "DDZ_USED"
    const uint64_t WON "DDZ_WON"
    const uint64_t WORK "DDZ_WORK"


cdef inline uint64_t hash_of(const Entry *key) noexcept nogil:
    cdef uint64_t h = (key.hands[0] * <uint64_t>0x9E3779B97F4A7C15
                       ^ key.hands[1] * <uint64_t>0xC2B2AE3D27D4EB4F
                       ^ key.hands[2] * <uint64_t>0x165667B19E3779F9)
    h ^= h >> 29
    h = (h + (key.info & ~(USED | WON | WORK))) * <uint64_t>0xBF58476D1CE4E5B9
    return h ^ h >> 32


cdef inline Entry *bucket_of(const Search *s, uint64_t hash) noexcept nogil:
    return s.transpositions + WAYS * (hash & s.mask)


cdef inline bint is_same(const Entry *a, const Entry *key) noexcept nogil:
    return (a.hands[0] == key.hands[0] and a.hands[1] == key.hands[1]
            and a.hands[2] == key.hands[2]
            and (a.info ^ key.info ^ USED) & ~(WON | WORK) == 0)


cdef inline int known_value(const Entry *bucket, const Entry *key) noexcept nogil:
    """1 where the landlord wins, 0 where he loses, -1 where it is not known."""
    cdef int i
    for i in range(WAYS):
        if is_same(&bucket[i], key):
            return (bucket[i].info & WON) != 0
    return -1


cdef inline void grow(Search *s) noexcept nogil:
    """Doubles the part of the memory in use: one more bit of the hash counts.

    So a small search touches little memory, and a large one all that it may.
    """
    cdef uint64_t size = s.mask + 1
    cdef uint64_t at
    cdef int i, stay, go
    cdef Entry *low
    cdef Entry *high
    for at in range(size):
        low = s.transpositions + WAYS * at
        high = low + WAYS * size
        stay = 0
        go = 0
        for i in range(WAYS):
            if not low[i].info & USED:
                continue
            if hash_of(&low[i]) & size:
                high[go] = low[i]
                go += 1
            else:
                low[stay] = low[i]
                stay += 1
        for i in range(stay, WAYS):
            low[i].info = 0
    s.mask = 2 * size - 1


cdef inline void remember(Search *s, uint64_t hash, const Entry *key, int value,
                          uint64_t work) noexcept nogil:
    """The first place keeps what took most work, the second what came last."""
    cdef Entry *bucket = bucket_of(s, hash)
    cdef uint64_t level = highest_bit(work | 1)
    cdef Entry *place = &bucket[1]
    if not bucket[0].info & USED or level >= (bucket[0].info & WORK) >> 56:
        if bucket[0].info & USED:
            s.used += not bucket[1].info & USED
            bucket[1] = bucket[0]
        else:
            s.used += 1
        place = &bucket[0]
    else:
        s.used += not bucket[1].info & USED
    place[0] = key[0]
    place.info |= USED | level << 56
    if value:
        place.info |= WON
    if s.used > s.mask and s.mask < s.last_mask:
        grow(s)
