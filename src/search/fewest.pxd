# The smallest number of plays that lays a hand down, remembered for its parts.
#
# Some play holds the lowest card. So the number is one more than the smallest
# number for what is left after one of the plays that hold it.

from libc.stdint cimport int64_t, uint64_t

from cards.hands cimport Held, hold
from cards.listing cimport put_leads
from ddz_core.kernels cimport Move, Search
from intrinsics cimport monotonic_ns


cdef enum:
    MANY = 15               # as many plays, or more
    LOOK_AFTER = 4096       # plays, which take less than a millisecond


cdef inline uint64_t lowest_rank(uint64_t hand) noexcept nogil:
    """All bits of the nibble of the lowest rank held."""
    cdef uint64_t low = hand & (0 - hand)
    low |= low >> 1
    low |= low >> 2
    low &= <uint64_t>0x1111111111111111
    return 15 * low


cdef inline uint64_t place_of(uint64_t hand, uint64_t mask) noexcept nogil:
    return (hand * <uint64_t>0x9E3779B97F4A7C15 >> 40) & mask


cdef inline bint is_stopped(Search *s) noexcept nogil:
    """Whether to give up: looked at anew after so many plays have been listed."""
    if s.due < 0:
        s.due = LOOK_AFTER
        if ((s.deadline != 0 and monotonic_ns() >= s.deadline)
                or (s.ask != NULL and s.ask(s.asked))):
            s.stop = 1
    return s.stop != 0


cdef inline int fewest_plays(Search *s, uint64_t hand, Move *scratch) noexcept nogil:
    """What is known of a hand has its number in the top nibble. MANY where stopped."""
    cdef uint64_t low, seen
    cdef int best, plays
    cdef Held held
    cdef Move *stop
    cdef Move *play
    if hand == 0:
        return 0
    seen = s.known[place_of(hand, s.known_mask)]
    if seen << 4 == hand << 4:
        return seen >> 60
    if is_stopped(s):
        return MANY
    low = lowest_rank(hand)
    hold(&held, hand)
    if s.rules.decks == 2:
        stop = scratch + s.rules.variant.generate(s.rules, hand, NULL, scratch)
    else:
        # With wild cards, too: each of them is meant as a card of some rank here.
        stop = put_leads(s.rules, &held, scratch)
    s.due -= 1 + (stop - scratch)
    best = MANY
    play = scratch
    while play != stop:
        if play.cards & low:
            plays = 1 + fewest_plays(s, hand - play.cards, stop)
            if plays < best:
                best = plays
                if best == 1:
                    break
        play += 1
    if s.stop:
        return MANY
    s.known[place_of(hand, s.known_mask)] = hand | <uint64_t>best << 60
    return best
