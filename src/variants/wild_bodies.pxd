# Hands with wild cards, and the ways in which wild cards can be in a body
# (docs/algorithm.md, "Wild cards").

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from cards.hands cimport hand_size, held1, held2, held3, held4
from ddz_core.kernels cimport CHAIN_SLOTS, EVERY_RANK, Rules, SLOTS, SMALL_JOKER, Shape
from intrinsics cimport copy_all, copy_with, gather_bits, spread_counts


cdef enum:
    MOST_WILD = 4
    # The most ways to replace up to four cards of a body of at most twenty cards; eight
    # more may be written. Ten pairs have them: C(10 + 4, 4).
    MOST_BODIES = 1001


cdef extern from *:
    """
    /* The ranks that wild cards can stand for. */
    #define DDZ_SUITED (DDZ_EVERY_RANK & ~DDZ_JOKERS)
    """
    const uint64_t SUITED "DDZ_SUITED"


cdef struct Naturals:
    # A hand parted into natural cards and wild ones.
    uint64_t hand           # the natural cards
    uint64_t capped[5]      # ... of them at most so many of each rank
    uint32_t held[5]        # the slots below the jokers with so many, one bit each
    int wild                # how many wild cards
    int slot                # their rank
    uint64_t card           # one of them
    uint8_t counts[15]      # natural cards
    # Cards that the first n ranks lack for one of each, two, three, four: a byte for each.
    uint32_t lacking[14]
    # For each rank with a natural card, downwards: what a wild card in its place adds.
    uint64_t swaps[24]
    int swaps_above[16]     # how many of these are of the ranks from this slot on


cdef inline void part(const Rules *rules, uint64_t hand, Naturals *n) noexcept nogil:
    cdef uint32_t lacking = 0
    cdef int slot, count
    cdef int swaps = 0
    n.slot = rules.wild_slot
    n.card = <uint64_t>1 << 4 * n.slot
    n.wild = <int>(hand >> 4 * n.slot & 15)
    n.hand = hand & ~(15 * n.card)
    n.capped[0] = 0
    n.capped[1] = held1(n.hand)
    n.capped[2] = n.capped[1] + held2(n.hand)
    n.capped[3] = n.capped[2] + held3(n.hand)
    n.capped[4] = n.capped[3] + held4(n.hand)
    n.held[0] = (1 << SMALL_JOKER) - 1
    n.held[1] = gather_bits(held1(n.hand), SUITED)
    n.held[2] = gather_bits(held2(n.hand), SUITED)
    n.held[3] = gather_bits(held3(n.hand), SUITED)
    n.held[4] = gather_bits(held4(n.hand), SUITED)
    spread_counts(n.counts, n.hand)
    n.lacking[0] = 0
    for slot in range(SMALL_JOKER):
        count = n.counts[slot]
        # In each byte 1, 2, 3, 4 less the count, and not below 0.
        lacking += <uint32_t>0x04030201 - <uint32_t>0x01010101 * min(count, 1) - (
            <uint32_t>0x01010100 * (count >= 2) + <uint32_t>0x01010000 * (count >= 3)
            + <uint32_t>0x01000000 * (count >= 4))
        n.lacking[slot + 1] = lacking
    for slot in range(SMALL_JOKER - 1, -1, -1):
        n.swaps[swaps] = n.card - (<uint64_t>1 << 4 * slot)
        n.swaps_above[slot + 1] = swaps
        swaps += n.counts[slot] > 0
    n.swaps_above[0] = swaps


cdef inline int lacked(const Naturals *n, int width, int lowest, int length) noexcept nogil:
    """How many wild cards the body needs."""
    return (n.lacking[lowest + length] - n.lacking[lowest]) >> 8 * (width - 1) & 255


cdef inline int most_wild_in(const Naturals *n, const Shape *shape, int length,
                             int lowest) noexcept nogil:
    """How many wild cards a play of that body may have. Wild cards alone stand for
    themselves only: then it has a natural one, too."""
    if shape.unit == 0 and length == 1 and lowest == n.slot:
        return n.wild
    return min(n.wild, length * (shape.width + shape.kickers * shape.unit) - 1)


cdef inline int top_of(const Shape *shape) noexcept nogil:
    """Bodies of the kind end below this slot. Wild cards are no jokers."""
    return CHAIN_SLOTS if shape.max_length > 1 else SMALL_JOKER


cdef inline int longest_of(const Rules *rules, const Shape *shape) noexcept nogil:
    """How long a play of the kind can be that a player can hold."""
    cdef int group = shape.width + shape.kickers * shape.unit
    return min(<int>shape.max_length, (rules.hand_size + rules.bottom_size) // group)


cdef inline uint64_t ranks_of(int lowest, int length) noexcept nogil:
    return (EVERY_RANK & ((<uint64_t>1 << 4 * length) - 1)) << 4 * lowest


cdef inline int wild_cards_of(const Naturals *n, uint64_t cards) noexcept nogil:
    return cards >> 4 * n.slot & 15


cdef inline int spread_bodies(const Naturals *n, int width, int start, int stop, int most,
                              uint64_t first, uint64_t *bodies) noexcept nogil:
    """All ways to replace natural cards of the slots from `start` to before `stop` by wild
    ones, of which there may be up to `most`, in canonical order of what is left of them.
    Returns how many.

    `first` is where none is replaced. Going down slot by slot, the ways found so far are
    those that replace nothing of the next slot, and come first; then the same again with
    one card of it replaced, with two, and so on.
    """
    cdef int most_replaced = most - wild_cards_of(n, first)
    cdef int found = 1
    cdef int slot = stop
    cdef int before, replaced
    cdef uint64_t each
    bodies[0] = first
    if most_replaced <= 0:
        return found
    while slot > start:
        slot -= 1
        before = found
        each = n.card - (<uint64_t>1 << 4 * slot)
        for replaced in range(1, min(min(<int>n.counts[slot], width), most_replaced) + 1):
            found += copy_with(bodies + found, bodies, before, replaced * each, 4 * n.slot,
                               0, most - replaced)
    return found


cdef inline int swap_one(const Naturals *n, int lowest, int stop, int spare, uint64_t first,
                         uint64_t *bodies) noexcept nogil:
    """The same for a whole body with one spare wild card, or none, and with regard to where
    the wild cards have their place. Returns how many ways there are.

    Above the wild rank: the more wild cards the earlier. Below it: the more natural cards
    of a low rank the earlier, so that the body in which nothing is replaced comes first.
    Writes up to 24 bodies, without asking how many there are.
    """
    cdef int middle = min(max(n.slot, lowest), stop)
    cdef int above = n.swaps_above[stop]
    cdef int below = n.swaps_above[middle]
    cdef int highs = (below - above) * spare
    copy_all(bodies, n.swaps + above, first)
    bodies[highs] = first
    copy_all(bodies + highs + 1, n.swaps + below, first)
    return highs + 1 + (n.swaps_above[lowest] - below) * spare


# ------------------------------------------------------------------- starts

cdef struct Starts:
    # The slots where bodies of one length begin that lack at most 0, 1, ... 4 cards.
    uint32_t lacking[5]


cdef inline void start(Starts *starts) noexcept nogil:
    cdef int i
    for i in range(MOST_WILD + 1):
        starts.lacking[i] = (1 << SMALL_JOKER) - 1


cdef inline void lengthen(const Naturals *n, int width, int length, Starts *starts) noexcept nogil:
    """Makes bodies of that length of those that are one rank shorter."""
    cdef int most, lack
    cdef uint32_t found
    for most in range(n.wild, -1, -1):
        found = 0
        for lack in range(min(width, most) + 1):
            found |= starts.lacking[most - lack] & n.held[width - lack] >> (length - 1)
        starts.lacking[most] = found


# ------------------------------------------------------------------- counting

cdef extern from *:
    """
    /* Five numbers of twelve bits: how many ways there are with 0, 1, ... 4 wild cards. */
    #define DDZ_WAYS ((UINT64_C(1) << 60) - 1)
    """
    const uint64_t WAYS "DDZ_WAYS"


cdef inline uint64_t body_ways(const Naturals *n, int width, int lowest,
                               int length) noexcept nogil:
    """How many bodies there are that have 0, 1, ... 4 wild cards.

    The product of x^lack (1 + x + ... + x^held) over the ranks of the body.
    """
    cdef uint64_t ways = <uint64_t>1 << 12 * lacked(n, width, lowest, length)
    cdef uint64_t more
    cdef int slot, held
    for slot in range(lowest, lowest + length):
        more = ways
        for held in range(min(<int>n.counts[slot], width)):
            more = more << 12 & WAYS
            ways += more
    return ways


cdef inline int ways_with(uint64_t ways, int wild) noexcept nogil:
    return ways >> 12 * wild & 0xFFF
