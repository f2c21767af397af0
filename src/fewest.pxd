# The smallest number of plays that lays a hand down, remembered for its parts.
#
# Some play holds the lowest card. So the number is one more than the smallest
# number for what is left after one of the plays that hold it.

from libc.stdint cimport uint64_t

from ddz_core.kernels cimport Move, Rules
from hands cimport Held, hold
from listing cimport put_leads

cdef enum:
    MANY = 15               # as many plays, or more


cdef inline uint64_t lowest_rank(uint64_t hand) noexcept nogil:
    """All bits of the nibble of the lowest rank held."""
    cdef uint64_t low = hand & (0 - hand)
    low |= low >> 1
    low |= low >> 2
    low &= <uint64_t>0x1111111111111111
    return 15 * low


cdef inline uint64_t place_of(uint64_t hand, uint64_t mask) noexcept nogil:
    return (hand * <uint64_t>0x9E3779B97F4A7C15 >> 40) & mask


cdef inline int fewest_plays(const Rules *rules, uint64_t hand, uint64_t *known, uint64_t mask,
                             Move *scratch) noexcept nogil:
    """`known` has room for mask + 1 hands, each with its number in the top nibble."""
    cdef uint64_t low, seen
    cdef int best, plays
    cdef Held held
    cdef Move *stop
    cdef Move *play
    if hand == 0:
        return 0
    seen = known[place_of(hand, mask)]
    if seen << 4 == hand << 4:
        return seen >> 60
    low = lowest_rank(hand)
    hold(&held, hand)
    stop = put_leads(rules, &held, scratch)
    best = MANY
    play = scratch
    while play != stop:
        if play.cards & low:
            plays = 1 + fewest_plays(rules, hand - play.cards, known, mask, stop)
            if plays < best:
                best = plays
                if best == 1:
                    break
        play += 1
    known[place_of(hand, mask)] = hand | <uint64_t>best << 60
    return best
