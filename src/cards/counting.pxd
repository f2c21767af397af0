# The plays of a hand counted in closed form, without listing them. docs/algorithm.md
# derives the formulas.

from libc.stdint cimport int64_t, uint64_t

from cards.hands cimport Held, runs
from cards.kickers cimport Kickers, kicker_sets
from cards.plays cimport (
    Target, bomb_chains_that_beat, bombs_that_beat, kickers_beside, rocket_beats,
    starts_that_beat,
)
from ddz_core.kernels cimport (
    BOMB_CHAIN, JOKERS, KINDS, PASS, ROCKET, Rules, Shape, TRIO, TRIO_CHAIN,
    TRIO_SOLO,
)
from intrinsics cimport gather_chain_ranks, rank_count


cdef inline int64_t plays_of_body(const Rules *rules, const Shape *shape, uint64_t hand,
                                  uint64_t start, int length) noexcept nogil:
    cdef Kickers k = kickers_beside(rules, shape, hand, start, length)
    return kicker_sets(rules, &k, shape.kickers * length)


cdef inline int64_t plays_of_bodies(const Rules *rules, int kind, int length, uint64_t hand,
                                    uint64_t starts) noexcept nogil:
    cdef const Shape *shape = &rules.shapes[kind]
    cdef int64_t total
    if shape.unit == 0:
        return rank_count(starts)
    if starts == 0:
        return 0
    if length == 1:
        # Every body takes its own rank out of the same choice: all are alike.
        return rank_count(starts) * plays_of_body(rules, shape, hand, starts & (0 - starts), 1)
    total = 0
    while starts:
        total += plays_of_body(rules, shape, hand, starts & (0 - starts), length)
        starts &= starts - 1
    return total


cdef inline int64_t plays_of_chains(const Rules *rules, int kind,
                                    const Held *held) noexcept nogil:
    """Plays of the kind, of every length, when leading; also of quads."""
    cdef const Shape *shape = &rules.shapes[kind]
    cdef uint64_t starts = held.bodies[shape.width]
    cdef int64_t total = 0
    cdef int length = shape.min_length
    if not shape.allowed:
        return 0
    if shape.max_length == 1:
        return plays_of_bodies(rules, kind, 1, held.hand, starts)
    starts = runs(starts, length)
    while starts:
        total += plays_of_bodies(rules, kind, length, held.hand, starts)
        starts &= starts >> 4
        length += 1
    return total


# ------------------------------------------------------------------- leading

cdef struct Leads:
    # How many plays there are of the kinds that nearly every hand has.
    int solos
    int pairs
    int trios
    int solo_kickers        # ... of one trio
    int pair_kickers
    int solo_chains
    int pair_chains
    bint rocket
    bint rare               # there are two trios in a row, or a quad


cdef inline int64_t plays_of_rare_kinds(const Rules *rules, const Held *held) noexcept nogil:
    cdef int64_t total = 0
    cdef int kind
    for kind in range(TRIO_CHAIN, KINDS):
        if kind != ROCKET:
            total += plays_of_chains(rules, kind, held)
    return total


cdef inline int64_t count_leads(const Rules *rules, const Held *held,
                                Leads *leads) noexcept nogil:
    cdef int64_t total
    cdef bint jokers = held.bodies[1] & JOKERS == JOKERS
    leads.solos = rank_count(held.bodies[1])
    leads.pairs = rank_count(held.bodies[2])
    leads.trios = rank_count(held.bodies[3])
    leads.solo_kickers = (leads.solos - 1) * rules.shapes[TRIO_SOLO].allowed
    leads.pair_kickers = leads.pairs - 1 + (rules.jokers_as_pair & jokers)
    leads.solo_chains = rules.chains.solos[gather_chain_ranks(held.bodies[1])]
    leads.pair_chains = rules.chains.pairs[gather_chain_ranks(held.bodies[2])]
    leads.rocket = jokers
    leads.rare = held.bodies[4] != 0 or runs(held.bodies[3], 2) != 0
    total = (leads.solos + leads.pairs + leads.solo_chains + leads.pair_chains + jokers
             + leads.trios * (1 + leads.solo_kickers + leads.pair_kickers))
    if leads.rare:
        total += plays_of_rare_kinds(rules, held)
    return total


# ----------------------------------------------------------------- following

cdef struct Follows:
    uint64_t starts         # of bodies of the own kind
    uint64_t bombs
    int64_t own             # plays of the own kind
    bint rocket


cdef inline int64_t plays_of_bomb_chains(const Held *held, Target last) noexcept nogil:
    cdef int64_t total = 0
    cdef int length = 2
    while runs(held.bodies[4], length):
        total += rank_count(bomb_chains_that_beat(held, last, length))
        length += 1
    return total


cdef inline int64_t count_follows(const Rules *rules, const Held *held, Target last,
                                  Follows *follows) noexcept nogil:
    cdef int64_t total
    follows.starts = starts_that_beat(rules, held, last)
    follows.own = rank_count(follows.starts)
    if last.kind > TRIO and follows.starts:
        follows.own = plays_of_bodies(rules, last.kind, last.length, held.hand, follows.starts)
    follows.bombs = bombs_that_beat(held, last)
    follows.rocket = rocket_beats(held, last)
    total = follows.own + rank_count(follows.bombs) + follows.rocket
    if rules.shapes[BOMB_CHAIN].allowed and held.bodies[4]:
        total += plays_of_bomb_chains(held, last)
    return total


# -------------------------------------------------------------------- either

cdef inline int64_t count_natural(const Rules *rules, const Held *held,
                                  Target last) noexcept nogil:
    cdef Leads leads
    cdef Follows follows
    if last.kind == PASS:
        return count_leads(rules, held, &leads)
    return count_follows(rules, held, last, &follows)
