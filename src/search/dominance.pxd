# Actions that another one makes needless. docs/solver.md proves it.
#
# A card in no chain, the only one of its rank in the hand, is never better than a
# higher one of that sort, where no rank of the partner's lies between. So is a pair.

from libc.stdint cimport uint8_t, uint64_t

from cards.hands cimport Held, runs
from cards.plays cimport is_bomb
from ddz_core.kernels cimport (
    JOKERS, Move, PAIR, QUAD_CHAIN_PAIR, QUAD_CHAIN_SOLO, QUAD_PAIR, QUAD_SOLO, SOLO,
    TRIO_CHAIN_PAIR, TRIO_CHAIN_SOLO, TRIO_PAIR, TRIO_SOLO,
)
from intrinsics cimport highest_bit


cdef enum:
    MOST_REFUTED = 12       # a hand has no more pairs or single cards that count here


cdef struct Alike:
    # Ranks of a hand that may stand for one another, and what lies between them.
    uint64_t solos          # held once, in no chain
    uint64_t pairs          # held twice, in no chain
    uint64_t partner        # ranks that the partner holds


cdef inline void set_alike(Alike *alike, const Held *held, uint64_t partner) noexcept nogil:
    cdef uint64_t five = runs(held.bodies[1], 5)
    cdef uint64_t three = runs(held.bodies[2], 3)
    cdef uint64_t chained = (five | five << 4 | five << 8 | five << 12 | five << 16
                             | three | three << 4 | three << 8)
    alike.solos = held.bodies[1] & ~held.bodies[2] & ~chained
    alike.pairs = held.bodies[2] & ~held.bodies[3] & ~chained
    alike.partner = partner
    if held.hand & JOKERS == JOKERS:
        alike.solos &= ~JOKERS


cdef inline uint64_t near_below(const Alike *alike, uint64_t rank) noexcept nogil:
    """The ranks below that no rank of the partner's parts from this one."""
    cdef uint64_t below = rank - 1
    cdef uint64_t parting = alike.partner & (below | rank)
    if parting:
        below &= ~((<uint64_t>1 << highest_bit(parting)) - 1)
    return below


cdef inline bint lower_kicker(const Alike *alike, uint64_t like, uint64_t cards) noexcept nogil:
    """Whether a lower rank, still in the hand, would do for one that goes."""
    cdef uint64_t going = cards & like
    cdef uint64_t staying = like & ~cards
    cdef uint64_t rank
    while going:
        rank = going & (0 - going)
        going ^= rank
        if staying & near_below(alike, rank):
            return True
    return False


cdef inline bint is_needless(const Alike *alike, const Move *play) noexcept nogil:
    """Whether the play with a lower kicker is as good at least."""
    cdef int kind = play.kind
    if (kind == TRIO_SOLO or kind == TRIO_CHAIN_SOLO or kind == QUAD_SOLO
            or kind == QUAD_CHAIN_SOLO):
        return lower_kicker(alike, alike.solos, play.cards)
    if (kind == TRIO_PAIR or kind == TRIO_CHAIN_PAIR or kind == QUAD_PAIR
            or kind == QUAD_CHAIN_PAIR):
        return lower_kicker(alike, alike.pairs, play.cards >> 1)
    return False


# ------------------------------------------------- solos and pairs refuted before

cdef struct Refuted:
    # Solos or pairs of the mover that lose, and what they lose to.
    int number
    uint64_t ranks[MOST_REFUTED]
    uint64_t replies[MOST_REFUTED]
    uint8_t kinds[MOST_REFUTED]


cdef inline uint64_t like_rank(const Alike *alike, const Move *play) noexcept nogil:
    """The rank of a solo or pair that others may stand for, or 0."""
    if play.kind == SOLO:
        return play.cards & alike.solos
    if play.kind == PAIR:
        return play.cards >> 1 & alike.pairs
    return 0


cdef inline void add_refuted(Refuted *refuted, const Alike *alike, const Move *play,
                             const Move *reply) noexcept nogil:
    """`reply` has no cards where it is not known what the play lost to."""
    cdef uint64_t rank = like_rank(alike, play)
    cdef uint64_t reach = 0
    if rank == 0 or reply.cards == 0 or refuted.number == MOST_REFUTED:
        return
    if reply.kind == play.kind:
        reach = <uint64_t>1 << 4 * reply.rank
    elif is_bomb(reply.kind):
        reach = <uint64_t>1 << 63
    refuted.ranks[refuted.number] = rank
    refuted.replies[refuted.number] = reach
    refuted.kinds[refuted.number] = play.kind
    refuted.number += 1


cdef inline bint is_refuted(const Refuted *refuted, const Alike *alike,
                            const Move *play) noexcept nogil:
    """Whether a lower play of the kind lost to a reply that beats this one too."""
    cdef uint64_t rank
    cdef int i
    if refuted.number == 0:
        return False
    rank = like_rank(alike, play)
    if rank == 0:
        return False
    for i in range(refuted.number):
        if (refuted.kinds[i] == play.kind and refuted.replies[i] > rank
                and refuted.ranks[i] & near_below(alike, rank)):
            return True
    return False
