# The plays of a hand counted in closed form, and any one of them made from its
# index, without listing. docs/algorithm.md derives the formulas.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from ddz_core.kernels cimport (
    BIG_JOKER, BOMB, BOMB_CHAIN, CHAIN_RANKS, JOKERS, KINDS, Move, PAIR, PAIR_CHAIN, PASS,
    QUAD_CHAIN, QUAD_CHAIN_PAIR, QUAD_CHAIN_SOLO, QUAD_PAIR, QUAD_SOLO, ROCKET, Rules, Shape,
    SOLO, SOLO_CHAIN, TRIO, TRIO_CHAIN, TRIO_CHAIN_PAIR, TRIO_CHAIN_SOLO, TRIO_PAIR, TRIO_SOLO,
)
from hands cimport (
    bodies, held1, held2, lowest_bit, rank_count, run_of_ones, runs, select_bit, starts_above,
)
from kickers cimport Kickers, kicker_sets, kickers_of, pick_kickers


cdef extern from "intrinsics.h" nogil:
    uint32_t gather_chain_ranks(uint64_t ranks)
    uint64_t move_tag(int kind, int length, int rank, int size)
    void put_move(Move *out, uint64_t cards, uint64_t tag)


cdef inline uint64_t tag_of(const Shape *shape, int kind, int length, int start) noexcept nogil:
    return move_tag(kind, length, start + length - 1,
                    length * (shape.width + shape.unit * shape.kickers))


# ------------------------------------------------------------------ one body

cdef inline Kickers kickers_beside(const Rules *rules, const Shape *shape, uint64_t hand,
                                   int start, int length) noexcept nogil:
    """What the hand offers as kickers for that body."""
    cdef uint64_t body = run_of_ones(length) << 4 * start
    return kickers_of(rules, shape, hand & ~(15 * body), body, length)


cdef inline int64_t plays_of_body(const Rules *rules, const Shape *shape, uint64_t hand,
                                  int start, int length) noexcept nogil:
    cdef Kickers k
    if shape.unit == 0:
        return 1
    k = kickers_beside(rules, shape, hand, start, length)
    return kicker_sets(rules, &k, shape.kickers * length)


# ------------------------------------- all bodies of one kind and one length

cdef inline int64_t plays_of_bodies(const Rules *rules, int kind, int length, uint64_t hand,
                                    uint64_t starts) noexcept nogil:
    cdef const Shape *shape = &rules.shapes[kind]
    cdef int64_t total
    if starts == 0:
        return 0
    if shape.unit == 0:
        return rank_count(starts)
    if length == 1:
        # Every body takes its own rank out of the same choice: all are alike.
        return rank_count(starts) * plays_of_body(rules, shape, hand, lowest_bit(starts) >> 2, 1)
    total = 0
    while starts:
        total += plays_of_body(rules, shape, hand, lowest_bit(starts) >> 2, length)
        starts &= starts - 1
    return total


cdef inline void pick_of_bodies(const Rules *rules, int kind, int length, uint64_t hand,
                                uint64_t starts, int64_t index, Move *out) noexcept nogil:
    cdef const Shape *shape = &rules.shapes[kind]
    cdef int64_t plays
    cdef int start
    cdef uint64_t cards = 0
    cdef Kickers k
    if shape.unit == 0:
        start = lowest_bit(select_bit(starts, <int>index)) >> 2
    else:
        while True:
            start = lowest_bit(starts) >> 2
            plays = plays_of_body(rules, shape, hand, start, length)
            if index < plays:
                break
            index -= plays
            starts &= starts - 1
        k = kickers_beside(rules, shape, hand, start, length)
        cards = pick_kickers(rules, &k, shape.kickers * length, index)
    cards += shape.width * run_of_ones(length) << 4 * start
    put_move(out, cards, tag_of(shape, kind, length, start))


# ------------------------------------------------------- all plays of a kind

cdef inline int64_t plays_of_kind(const Rules *rules, int kind, uint64_t hand) noexcept nogil:
    """Plays of the kind when leading."""
    cdef const Shape *shape = &rules.shapes[kind]
    cdef uint64_t starts
    cdef int length
    cdef int64_t total
    if not shape.allowed:
        return 0
    if kind == ROCKET:
        return held1(hand) & JOKERS == JOKERS
    starts = bodies(hand, shape.width)
    if shape.max_length == 1:
        return plays_of_bodies(rules, kind, 1, hand, starts)
    if shape.unit == 0 and shape.width <= 3:
        return rules.chains[gather_chain_ranks(starts)] >> 8 * (shape.width - 1) & 255
    total = 0
    length = shape.min_length
    starts = runs(starts, length)
    while starts:
        total += plays_of_bodies(rules, kind, length, hand, starts)
        starts &= starts >> 4
        length += 1
    return total


cdef inline void pick_of_kind(const Rules *rules, int kind, uint64_t hand, int64_t index,
                              Move *out) noexcept nogil:
    cdef const Shape *shape = &rules.shapes[kind]
    cdef uint64_t ranks, starts
    cdef int length
    cdef int64_t plays
    if kind == ROCKET:
        put_move(out, JOKERS, move_tag(ROCKET, 1, BIG_JOKER, 2))
        return
    ranks = bodies(hand, shape.width)
    length = shape.min_length
    starts = ranks
    if shape.max_length > 1:
        starts = runs(ranks, length)
        while True:
            plays = plays_of_bodies(rules, kind, length, hand, starts)
            if index < plays:
                break
            index -= plays
            length += 1
            starts = runs(ranks, length)
    pick_of_bodies(rules, kind, length, hand, starts, index, out)


# ------------------------------------------------------------------- leading

cdef inline int64_t count_leads(const Rules *rules, uint64_t hand) noexcept nogil:
    cdef int64_t total = 0
    cdef int kind
    for kind in range(SOLO, KINDS):
        total += plays_of_kind(rules, kind, hand)
    return total


cdef inline void pick_lead(const Rules *rules, uint64_t hand, int64_t index,
                           Move *out) noexcept nogil:
    cdef int64_t plays
    cdef int kind
    for kind in range(SOLO, KINDS):
        plays = plays_of_kind(rules, kind, hand)
        if index < plays:
            pick_of_kind(rules, kind, hand, index, out)
            return
        index -= plays


# ----------------------------------------------------------------- following
# What beats a play: first its own kind, then the kinds that beat everything,
# all of them later in canonical order.

cdef inline uint64_t starts_that_beat(const Shape *shape, uint64_t hand,
                                      const Move *last) noexcept nogil:
    cdef uint64_t ranks = bodies(hand, shape.width)
    if last.length > 1:
        ranks = runs(ranks, last.length)
    return ranks & starts_above(last.rank, last.length)


cdef inline uint64_t bombs_that_beat(uint64_t hand, const Move *last) noexcept nogil:
    cdef uint64_t ranks
    if last.kind == ROCKET or last.kind == BOMB_CHAIN:
        return 0
    ranks = bodies(hand, 4)
    if last.kind == BOMB:
        ranks &= starts_above(last.rank, 1)
    return ranks


cdef inline bint rocket_beats(uint64_t hand, const Move *last) noexcept nogil:
    return held1(hand) & JOKERS == JOKERS and last.kind != ROCKET and last.kind != BOMB_CHAIN


cdef inline uint64_t bomb_chains_that_beat(uint64_t hand, const Move *last,
                                           int length) noexcept nogil:
    cdef uint64_t starts = runs(bodies(hand, 4), length)
    if last.kind == BOMB_CHAIN:
        if length < last.length:
            return 0
        if length == last.length:
            return starts & starts_above(last.rank, length)
    return starts


cdef inline bint has_own_kind(const Move *last) noexcept nogil:
    """Whether the same kind may answer without being a bomb."""
    return last.kind != BOMB and last.kind != ROCKET and last.kind != BOMB_CHAIN


cdef inline int64_t count_follows(const Rules *rules, uint64_t hand,
                                  const Move *last) noexcept nogil:
    cdef int64_t total = 0
    cdef int length
    cdef uint64_t starts
    if has_own_kind(last):
        total = plays_of_bodies(rules, last.kind, last.length, hand,
                                starts_that_beat(&rules.shapes[last.kind], hand, last))
    total += rank_count(bombs_that_beat(hand, last)) + rocket_beats(hand, last)
    if rules.shapes[BOMB_CHAIN].allowed:
        length = 2
        while runs(bodies(hand, 4), length):
            total += rank_count(bomb_chains_that_beat(hand, last, length))
            length += 1
    return total


cdef inline void pick_follow(const Rules *rules, uint64_t hand, const Move *last,
                             int64_t index, Move *out) noexcept nogil:
    cdef uint64_t starts
    cdef int64_t plays
    cdef int length
    if has_own_kind(last):
        starts = starts_that_beat(&rules.shapes[last.kind], hand, last)
        plays = plays_of_bodies(rules, last.kind, last.length, hand, starts)
        if index < plays:
            pick_of_bodies(rules, last.kind, last.length, hand, starts, index, out)
            return
        index -= plays
    starts = bombs_that_beat(hand, last)
    plays = rank_count(starts)
    if index < plays:
        pick_of_bodies(rules, BOMB, 1, hand, starts, index, out)
        return
    index -= plays
    if rocket_beats(hand, last):
        if index == 0:
            pick_of_kind(rules, ROCKET, hand, 0, out)
            return
        index -= 1
    length = 2
    while True:
        starts = bomb_chains_that_beat(hand, last, length)
        plays = rank_count(starts)
        if index < plays:
            pick_of_bodies(rules, BOMB_CHAIN, length, hand, starts, index, out)
            return
        index -= plays
        length += 1


# ------------------------------------------------------------------- either

cdef inline bint is_lead(const Move *last) noexcept nogil:
    return last == NULL or last.kind == PASS


cdef inline int64_t count_plays(const Rules *rules, uint64_t hand,
                                const Move *last) noexcept nogil:
    if is_lead(last):
        return count_leads(rules, hand)
    return count_follows(rules, hand, last)


cdef inline void pick_play(const Rules *rules, uint64_t hand, const Move *last,
                           int64_t index, Move *out) noexcept nogil:
    if is_lead(last):
        pick_lead(rules, hand, index, out)
    else:
        pick_follow(rules, hand, last, index, out)
