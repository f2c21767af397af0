# The plays of hands with wild cards counted in closed form.

from libc.stdint cimport int64_t, uint64_t

from cards.kickers cimport Kickers, joined, kicker_sets, kickers_of
from variants.wild_bodies cimport (
    MOST_WILD, Naturals, body_ways, lacked, most_wild_in, ranks_of, ways_with,
)
from ddz_core.kernels cimport Rules, SMALL_JOKER, Shape
from intrinsics cimport rank_count


cdef inline int64_t solo_ways(const Rules *rules, const Shape *shape, const Kickers *k,
                              int kickers, int wild) noexcept nogil:
    """Sets of single kickers of which `wild` are wild."""
    if kickers < wild:
        return 0
    # A wild card more of the rank of a whole group, and the play cannot be read higher.
    if wild == 0 or shape.limit <= shape.width:
        return kicker_sets(rules, k, kickers - wild)
    return joined(rules, k, kickers - wild)


cdef inline int64_t pair_ways(const Rules *rules, int twos, int ones, bint mixed, int pairs,
                              int wild) noexcept nogil:
    """Sets of pairs that need `wild` wild cards, of ranks that give two and ranks that give one:
    some natural, some half so, the rest of wild cards alone."""
    cdef int64_t total = 0
    cdef int both, half, of_twos, natural
    for both in range(mixed + 1):
        for half in range(wild & 1, wild + 1, 2):
            natural = pairs - both - half - (wild - half) // 2
            if natural < 0:
                continue
            for of_twos in range(half + 1):
                if of_twos > twos or half - of_twos > ones or natural > twos - of_twos:
                    continue
                total += (<int64_t>rules.ways.number[of_twos][twos][0]
                          * rules.ways.number[half - of_twos][ones][0]
                          * rules.ways.number[natural][twos - of_twos][0])
    return total


cdef inline int64_t count_group(const Rules *rules, const Naturals *n, int kind, int length,
                                int lowest) noexcept nogil:
    """The plays of one kind, length and body."""
    cdef const Shape *shape = &rules.shapes[kind]
    cdef uint64_t body, ways
    cdef int64_t total = 0
    cdef int64_t sets = 0
    cdef Kickers k
    cdef int kickers = shape.kickers * length
    cdef int most = most_wild_in(n, shape, length, lowest)
    cdef int least = lacked(n, shape.width, lowest, length)
    cdef int twos = 0
    cdef int ones = 0
    cdef int wild
    if least > most:
        return 0
    ways = body_ways(n, shape.width, lowest, length)
    if shape.unit == 0:
        for wild in range(least, most + 1):
            total += ways_with(ways, wild)
        return total
    body = ranks_of(lowest, length)
    k = kickers_of(rules, shape, n.hand & ~(15 * body), body, length)
    if shape.unit == 2:
        twos = rank_count(k.once) - k.mixed
        ones = rank_count(n.capped[1] & ~body & (<uint64_t>1 << 4 * SMALL_JOKER) - 1) - twos
    # So many of the wild cards are kickers, or in pairs that are; the others in the body.
    for wild in range(most - least + 1):
        if shape.unit == 1:
            sets += solo_ways(rules, shape, &k, kickers, wild)
        else:
            sets += pair_ways(rules, twos, ones, k.mixed, kickers, wild)
        total += sets * ways_with(ways, most - wild)
    return total
