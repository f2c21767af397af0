# The plays of a hand listed, in canonical order, into the caller's buffer.

from libc.stdint cimport uint32_t, uint64_t

from cards.hands cimport Held, run_of_ones, runs
from cards.kickers cimport KickerList, Kickers, list_kickers, put_kickers
from cards.plays cimport (
    Play, Target, bare_play, bomb_chains_that_beat, bombs_that_beat, kickers_beside,
    rocket_beats, starts_that_beat,
)
from ddz_core.kernels cimport (
    BIG_JOKER, BOMB, BOMB_CHAIN, Chains, JOKERS, Move, PAIR, PASS, QUAD_CHAIN, QUAD_CHAIN_PAIR,
    QUAD_CHAIN_SOLO, QUAD_PAIR, QUAD_SOLO, ROCKET, Rules, SOLO, Shape, TRIO, TRIO_CHAIN,
    TRIO_CHAIN_PAIR, TRIO_CHAIN_SOLO, TRIO_PAIR, TRIO_SOLO,
)
from intrinsics cimport (
    NEXT_RANK, gather_chain_ranks, lowest_bit, move_tag, put_copies, put_each, put_move,
)


cdef inline Move *put_bare(int kind, int width, int length, uint64_t starts,
                           Move *out) noexcept nogil:
    """The plays without kickers whose bodies start there."""
    return put_each(out, starts, width * run_of_ones(length), 0,
                    move_tag(kind, length, length - 1, width * length), NEXT_RANK)


cdef inline Move *put_with_kickers(const Rules *rules, int kind, int length, uint64_t hand,
                                   uint64_t starts, Move *out) noexcept nogil:
    """The plays with kickers whose bodies start there."""
    cdef const Shape *shape = &rules.shapes[kind]
    cdef int kickers = shape.kickers * length
    cdef uint64_t start
    cdef Play body
    cdef Kickers k
    cdef KickerList kl
    while starts:
        start = starts & (0 - starts)
        starts ^= start
        body = bare_play(kind, shape.width, length, start)
        body.tag += move_tag(0, 0, 0, kickers * shape.unit)
        k = kickers_beside(rules, shape, hand, start, length)
        list_kickers(&k, &kl)
        out = put_kickers(&kl, 0, kickers, body.cards, body.tag, out)
    return out


cdef inline Move *put_bare_chains(int kind, int width, int length, uint64_t starts,
                                  Move *out) noexcept nogil:
    """Chains without kickers: of this length, starting there, and all longer ones."""
    while starts:
        out = put_bare(kind, width, length, starts, out)
        starts &= starts >> 4
        length += 1
    return out


cdef inline Move *put_chains_with_kickers(const Rules *rules, int kind, uint64_t hand,
                                          uint64_t starts, Move *out) noexcept nogil:
    """Chains with kickers: of length 2, starting there, and all longer ones."""
    cdef int length = 2
    while starts:
        out = put_with_kickers(rules, kind, length, hand, starts, out)
        starts &= starts >> 4
        length += 1
    return out


cdef inline Move *put_rocket(Move *out) noexcept nogil:
    put_move(out, JOKERS, move_tag(ROCKET, 1, BIG_JOKER, 2))
    return out + 1


cdef inline Move *put_trios(const Rules *rules, const Held *held, Move *out) noexcept nogil:
    """Trios, bare, then with every solo, then with every pair."""
    cdef uint64_t ones = held.bodies[1]
    cdef uint64_t twos = held.bodies[2]
    cdef uint64_t threes = held.bodies[3]
    cdef uint64_t left, rank
    cdef uint64_t tag
    cdef int shift
    cdef bint jokers = rules.jokers_as_pair and ones & JOKERS == JOKERS
    out = put_bare(TRIO, 3, 1, threes, out)
    left = threes if rules.shapes[TRIO_SOLO].allowed else 0
    while left:
        shift = lowest_bit(left)
        rank = left & (0 - left)
        left ^= rank
        out = put_each(out, ones ^ rank, 1, 3 * rank, move_tag(TRIO_SOLO, 1, shift >> 2, 4), 0)
    left = threes
    while left:
        shift = lowest_bit(left)
        rank = left & (0 - left)
        left ^= rank
        tag = move_tag(TRIO_PAIR, 1, shift >> 2, 5)
        out = put_each(out, twos ^ rank, 2, 3 * rank, tag, 0)
        if jokers:
            put_move(out, 3 * rank + JOKERS, tag)
            out += 1
    return out


cdef inline Move *put_known_chains(const Chains *chains, uint64_t ones, uint64_t twos,
                                   Move *out) noexcept nogil:
    """Solo chains and pair chains."""
    cdef uint32_t ranks = gather_chain_ranks(ones)
    out = put_copies(out, chains.moves + chains.solos_at[ranks], chains.solos[ranks], 12)
    ranks = gather_chain_ranks(twos)
    return put_copies(out, chains.moves + chains.pairs_at[ranks], chains.pairs[ranks], 4)


cdef inline Move *put_leads(const Rules *rules, const Held *held, Move *out) noexcept nogil:
    cdef uint64_t hand = held.hand
    cdef uint64_t ones = held.bodies[1]
    cdef uint64_t twos = held.bodies[2]
    cdef uint64_t threes = held.bodies[3]
    cdef uint64_t fours = held.bodies[4]
    cdef uint64_t trio_starts = runs(threes, 2)
    cdef uint64_t quad_starts
    out = put_bare(SOLO, 1, 1, ones, out)
    out = put_bare(PAIR, 2, 1, twos, out)
    if threes:
        out = put_trios(rules, held, out)
    out = put_known_chains(rules.chains, ones, twos, out)
    if trio_starts:
        out = put_bare_chains(TRIO_CHAIN, 3, 2, trio_starts, out)
        if rules.shapes[TRIO_CHAIN_SOLO].allowed:
            out = put_chains_with_kickers(rules, TRIO_CHAIN_SOLO, hand, trio_starts, out)
        out = put_chains_with_kickers(rules, TRIO_CHAIN_PAIR, hand, trio_starts, out)
    if fours:
        if rules.shapes[QUAD_SOLO].allowed:
            out = put_with_kickers(rules, QUAD_SOLO, 1, hand, fours, out)
            out = put_with_kickers(rules, QUAD_PAIR, 1, hand, fours, out)
        out = put_bare(BOMB, 4, 1, fours, out)
    put_rocket(out)
    out += ones & JOKERS == JOKERS
    quad_starts = runs(fours, 2)
    if quad_starts:
        if rules.shapes[QUAD_CHAIN].allowed:
            out = put_bare_chains(QUAD_CHAIN, 4, 2, quad_starts, out)
            out = put_chains_with_kickers(rules, QUAD_CHAIN_SOLO, hand, quad_starts, out)
            out = put_chains_with_kickers(rules, QUAD_CHAIN_PAIR, hand, quad_starts, out)
        if rules.shapes[BOMB_CHAIN].allowed:
            out = put_bare_chains(BOMB_CHAIN, 4, 2, quad_starts, out)
    return out


cdef inline Move *put_own_kind(const Rules *rules, const Held *held, Target last,
                               Move *out) noexcept nogil:
    """The plays of the last play's own kind that beat it."""
    cdef const Shape *shape = &rules.shapes[last.kind]
    cdef uint64_t starts = starts_that_beat(rules, held, last)
    if starts == 0:
        return out
    if shape.unit == 0:
        return put_bare(last.kind, shape.width, last.length, starts, out)
    return put_with_kickers(rules, last.kind, last.length, held.hand, starts, out)


cdef inline Move *put_follows(const Rules *rules, const Held *held, Target last,
                              Move *out) noexcept nogil:
    cdef int length = 2
    if last.kind <= ROCKET:
        out = put_own_kind(rules, held, last, out)
    if held.bodies[4]:
        out = put_bare(BOMB, 4, 1, bombs_that_beat(held, last), out)
    if rocket_beats(held, last):
        out = put_rocket(out)
    if last.kind > ROCKET:
        out = put_own_kind(rules, held, last, out)
    if rules.shapes[BOMB_CHAIN].allowed:
        while runs(held.bodies[4], length):
            out = put_bare(BOMB_CHAIN, 4, length, bomb_chains_that_beat(held, last, length), out)
            length += 1
    return out


cdef inline Move *put_natural(const Rules *rules, const Held *held, Target last,
                              Move *out) noexcept nogil:
    if last.kind == PASS:
        return put_leads(rules, held, out)
    return put_follows(rules, held, last, out)
