# Packed hands: sets of ranks, runs of ranks, cards of a body.

from libc.stdint cimport uint64_t

from ddz_core.kernels cimport CHAIN_RANKS, EVERY_RANK


# The sets of ranks held at least once, twice, three and four times. A nibble
# counts up to 15; the higher bits count too, so that two decks fit.

cdef inline uint64_t held1(uint64_t hand) noexcept nogil:
    return (hand | hand >> 1 | hand >> 2 | hand >> 3) & EVERY_RANK


cdef inline uint64_t held2(uint64_t hand) noexcept nogil:
    return (hand >> 1 | hand >> 2 | hand >> 3) & EVERY_RANK


cdef inline uint64_t held3(uint64_t hand) noexcept nogil:
    return ((hand & hand >> 1) | hand >> 2 | hand >> 3) & EVERY_RANK


cdef inline uint64_t held4(uint64_t hand) noexcept nogil:
    return (hand >> 2 | hand >> 3) & EVERY_RANK


cdef struct Held:
    # A hand, and which of its ranks can be a body of one to four cards. Of a joker there
    # are as many as decks.
    uint64_t hand
    uint64_t bodies[5]


cdef inline void hold(Held *held, uint64_t hand) noexcept nogil:
    held.hand = hand
    held.bodies[1] = held1(hand)
    held.bodies[2] = held2(hand)
    held.bodies[3] = held3(hand)
    held.bodies[4] = held4(hand)


cdef inline uint64_t runs(uint64_t ranks, int length) noexcept nogil:
    """Where `length` neighbouring chain ranks of the set start.

    Doubling: what starts a run of k and of k more, k ranks on, starts one of 2k.
    """
    cdef uint64_t starts = ranks & CHAIN_RANKS
    cdef int done = 1
    while done * 2 <= length:
        starts &= starts >> 4 * done
        done *= 2
    if done < length:
        starts &= starts >> 4 * (length - done)
    return starts


cdef inline uint64_t starts_above(int rank, int length) noexcept nogil:
    """The starts of runs of `length` whose highest rank is above `rank`."""
    return EVERY_RANK << 4 * (rank - length + 2)


cdef inline uint64_t run_of_ones(int length) noexcept nogil:
    """One card of each of the lowest `length` ranks."""
    return EVERY_RANK & ((<uint64_t>1 << 4 * length) - 1)


cdef inline int hand_size(uint64_t hand) noexcept nogil:
    """Number of cards. Nibbles are added in pairs so that 15 and more fit."""
    cdef uint64_t low = hand & <uint64_t>0x0F0F0F0F0F0F0F0F
    cdef uint64_t high = hand >> 4 & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>((low + high) * <uint64_t>0x0101010101010101 >> 56)


cdef inline bint contains(uint64_t hand, uint64_t cards) noexcept nogil:
    """Whether `hand` holds all of `cards`.

    Every other nibble gets a bit above it, which is gone after the subtraction
    where the nibble had to borrow.
    """
    cdef uint64_t nibbles = <uint64_t>0x0F0F0F0F0F0F0F0F
    cdef uint64_t above = <uint64_t>0x1010101010101010
    return ((hand & nibbles | above) - (cards & nibbles)
            & (hand >> 4 & nibbles | above) - (cards >> 4 & nibbles) & above) == above
