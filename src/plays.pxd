# The plays of a hand counted in closed form, and any one of them made from its
# index, without listing. docs/algorithm.md derives the formulas.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from ddz_core.kernels cimport (
    BIG_JOKER, BOMB, BOMB_CHAIN, JOKERS, KINDS, Move, PASS, ROCKET, Rules, Shape,
    TRIO, TRIO_CHAIN, TRIO_PAIR, TRIO_SOLO,
)
from hands cimport (
    Held, hand_size, lowest_bit, rank_count, run_of_ones, runs, select_bit, starts_above,
)
from kickers cimport Kickers, kicker_sets, kickers_of, pick_kickers
from phase cimport is_bomb


cdef extern from "intrinsics.h" nogil:
    uint32_t gather_chain_ranks(uint64_t ranks)
    uint64_t move_tag(int kind, int length, int rank, int size)
    uint64_t tag_of_move(const Move *move)


cdef struct Play:
    # A move in two registers.
    uint64_t cards
    uint64_t tag


cdef struct Target:
    # What of the last play is to be beaten; `kind` PASS when leading.
    int kind
    int length
    int rank


cdef inline Target target_of(const Move *last) noexcept nogil:
    cdef Target target
    if last == NULL:
        target.kind = PASS
        target.length = 0
        target.rank = 0
    else:
        target.kind = last.kind
        target.length = last.length
        target.rank = last.rank
    return target


cdef inline Play bare_play(int kind, int width, int length, uint64_t start) noexcept nogil:
    """The play without kickers whose body begins at the rank `start`."""
    cdef Play play
    play.cards = width * run_of_ones(length) * start
    play.tag = move_tag(kind, length, (lowest_bit(start) >> 2) + length - 1, width * length)
    return play


cdef inline Play rocket_play() noexcept nogil:
    cdef Play play
    play.cards = JOKERS
    play.tag = move_tag(ROCKET, 1, BIG_JOKER, 2)
    return play


# ------------------------------------------------------------------ one body

cdef inline Kickers kickers_beside(const Rules *rules, const Shape *shape, uint64_t hand,
                                   uint64_t start, int length) noexcept nogil:
    """What the hand offers as kickers for the body that begins at `start`."""
    cdef uint64_t body = run_of_ones(length) * start
    return kickers_of(rules, shape, hand & ~(15 * body), body, length)


cdef inline int64_t plays_of_body(const Rules *rules, const Shape *shape, uint64_t hand,
                                  uint64_t start, int length) noexcept nogil:
    cdef Kickers k = kickers_beside(rules, shape, hand, start, length)
    return kicker_sets(rules, &k, shape.kickers * length)


# ------------------------------------- all bodies of one kind and one length

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


cdef inline Play pick_of_bodies(const Rules *rules, int kind, int length, uint64_t hand,
                                uint64_t starts, int64_t index) noexcept nogil:
    cdef const Shape *shape = &rules.shapes[kind]
    cdef int64_t plays
    cdef uint64_t start
    cdef Kickers k
    cdef Play play
    if shape.unit == 0:
        return bare_play(kind, shape.width, length, select_bit(starts, <int>index))
    while True:
        start = starts & (0 - starts)
        plays = plays_of_body(rules, shape, hand, start, length)
        if index < plays:
            break
        index -= plays
        starts ^= start
    k = kickers_beside(rules, shape, hand, start, length)
    play = bare_play(kind, shape.width, length, start)
    play.cards += pick_kickers(rules, &k, shape.kickers * length, index)
    play.tag += move_tag(0, 0, 0, shape.kickers * length * shape.unit)
    return play


# -------------------------------------------------- all plays of a chain kind

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


cdef inline Play pick_of_chains(const Rules *rules, int kind, const Held *held,
                                int64_t index) noexcept nogil:
    cdef const Shape *shape = &rules.shapes[kind]
    cdef uint64_t starts = held.bodies[shape.width]
    cdef int length = shape.min_length
    cdef int64_t plays
    if shape.max_length > 1:
        starts = runs(starts, length)
        while True:
            plays = plays_of_bodies(rules, kind, length, held.hand, starts)
            if index < plays:
                break
            index -= plays
            starts &= starts >> 4
            length += 1
    return pick_of_bodies(rules, kind, length, held.hand, starts, index)


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
    leads.solo_kickers = leads.solos - 1
    leads.pair_kickers = leads.pairs - 1 + (rules.jokers_as_pair & jokers)
    leads.solo_chains = rules.tables.solo_chains[gather_chain_ranks(held.bodies[1])]
    leads.pair_chains = rules.tables.pair_chains[gather_chain_ranks(held.bodies[2])]
    leads.rocket = jokers
    leads.rare = held.bodies[4] != 0 or runs(held.bodies[3], 2) != 0
    total = (leads.solos + leads.pairs + leads.solo_chains + leads.pair_chains + jokers
             + leads.trios * (1 + leads.solo_kickers + leads.pair_kickers))
    if leads.rare:
        total += plays_of_rare_kinds(rules, held)
    return total


cdef inline Play pick_trio(const Held *held, int kind, uint64_t kickers, uint64_t unit,
                           int each, int index) noexcept nogil:
    """A trio with one kicker; `each` trio has so many."""
    cdef uint64_t trio = select_bit(held.bodies[3], index // each)
    cdef uint64_t kicker = select_bit(kickers & ~trio, index % each)
    cdef Play play = bare_play(kind, 3, 1, trio)
    # What is left after the last pair of the set is the pair of jokers.
    play.cards += unit * kicker if kicker else JOKERS
    play.tag += move_tag(0, 0, 0, <int>unit)
    return play


cdef inline Play pick_rare_kind(const Rules *rules, const Held *held, bint rocket,
                                int64_t index) noexcept nogil:
    """From the trio chains on; the rocket has its place among them."""
    cdef int64_t plays
    cdef int kind = TRIO_CHAIN
    while True:
        plays = rocket if kind == ROCKET else plays_of_chains(rules, kind, held)
        if index < plays:
            break
        index -= plays
        kind += 1
    if kind == ROCKET:
        return rocket_play()
    return pick_of_chains(rules, kind, held, index)


cdef inline Play tabled_chain(const Rules *rules, int64_t place) noexcept nogil:
    cdef Play play
    play.cards = rules.tables.chains[place].cards
    play.tag = tag_of_move(&rules.tables.chains[place])
    return play


cdef inline Play pick_lead(const Rules *rules, const Held *held, const Leads *leads,
                           int64_t index) noexcept nogil:
    cdef int width = 1
    # Solos, pairs and trios: the kind's number is the width.
    if index < leads.solos + leads.pairs + leads.trios:
        if index >= leads.solos:
            index -= leads.solos
            width = 2
            if index >= leads.pairs:
                index -= leads.pairs
                width = 3
        return bare_play(width, width, 1, select_bit(held.bodies[width], <int>index))
    index -= leads.solos + leads.pairs + leads.trios
    if index < leads.trios * leads.solo_kickers:
        return pick_trio(held, TRIO_SOLO, held.bodies[1], 1, leads.solo_kickers, <int>index)
    index -= leads.trios * leads.solo_kickers
    if index < leads.trios * leads.pair_kickers:
        return pick_trio(held, TRIO_PAIR, held.bodies[2], 2, leads.pair_kickers, <int>index)
    index -= leads.trios * leads.pair_kickers
    if index < leads.solo_chains:
        return tabled_chain(
            rules, rules.tables.solo_chains_at[gather_chain_ranks(held.bodies[1])] + index)
    index -= leads.solo_chains
    if index < leads.pair_chains:
        return tabled_chain(
            rules, rules.tables.pair_chains_at[gather_chain_ranks(held.bodies[2])] + index)
    index -= leads.pair_chains
    if not leads.rare:
        return rocket_play()
    return pick_rare_kind(rules, held, leads.rocket, index)


# ----------------------------------------------------------------- following
# What beats a play: its own kind and the kinds that beat everything. Bombs and
# the rocket come after all other kinds but the quad chains.

cdef inline bint has_own_kind(int kind) noexcept nogil:
    """Whether the same kind may answer without being a bomb."""
    return not is_bomb(kind)


cdef inline uint64_t starts_that_beat(const Rules *rules, const Held *held,
                                      Target last) noexcept nogil:
    """Where bodies of the last play's own kind begin that beat it."""
    cdef uint64_t starts
    if last.kind <= TRIO:
        starts = held.bodies[last.kind]
    elif not has_own_kind(last.kind):
        return 0
    else:
        starts = held.bodies[rules.shapes[last.kind].width]
        if last.length > 1:
            starts = runs(starts, last.length)
    return starts & starts_above(last.rank, last.length)


cdef inline uint64_t bombs_that_beat(const Held *held, Target last) noexcept nogil:
    if has_own_kind(last.kind):
        return held.bodies[4]
    if last.kind == BOMB:
        return held.bodies[4] & starts_above(last.rank, 1)
    return 0


cdef inline bint rocket_beats(const Held *held, Target last) noexcept nogil:
    return held.hand & JOKERS == JOKERS and last.kind != BOMB_CHAIN


cdef inline uint64_t bomb_chains_that_beat(const Held *held, Target last,
                                           int length) noexcept nogil:
    cdef uint64_t starts = runs(held.bodies[4], length)
    if last.kind == BOMB_CHAIN:
        if length < last.length:
            return 0
        if length == last.length:
            return starts & starts_above(last.rank, length)
    return starts


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


cdef inline Play pick_bomb_chain(const Held *held, Target last, int64_t index) noexcept nogil:
    cdef int length = 2
    cdef uint64_t starts
    cdef int64_t plays
    while True:
        starts = bomb_chains_that_beat(held, last, length)
        plays = rank_count(starts)
        if index < plays:
            return bare_play(BOMB_CHAIN, 4, length, select_bit(starts, <int>index))
        index -= plays
        length += 1


cdef inline Play pick_follow(const Rules *rules, const Held *held, Target last,
                             const Follows *follows, int64_t index) noexcept nogil:
    cdef int bombs = rank_count(follows.bombs)
    if last.kind > ROCKET:
        # A quad chain: its own kind has its place after the bombs and the rocket.
        if index < bombs + follows.rocket:
            index += follows.own
        elif index < bombs + follows.rocket + follows.own:
            index -= bombs + follows.rocket
    if index < follows.own:
        if last.kind <= TRIO:
            return bare_play(last.kind, last.kind, 1, select_bit(follows.starts, <int>index))
        return pick_of_bodies(rules, last.kind, last.length, held.hand, follows.starts, index)
    index -= follows.own
    if index < bombs:
        return bare_play(BOMB, 4, 1, select_bit(follows.bombs, <int>index))
    index -= bombs
    if follows.rocket:
        if index == 0:
            return rocket_play()
        index -= 1
    return pick_bomb_chain(held, last, index)


# ------------------------------------------------------------------- either

cdef inline int64_t count_plays(const Rules *rules, const Held *held,
                                Target last) noexcept nogil:
    cdef Leads leads
    cdef Follows follows
    if last.kind == PASS:
        return count_leads(rules, held, &leads)
    return count_follows(rules, held, last, &follows)


cdef inline Play pick_play(const Rules *rules, const Held *held, Target last,
                           int64_t index) noexcept nogil:
    cdef Leads leads
    cdef Follows follows
    if last.kind == PASS:
        count_leads(rules, held, &leads)
        return pick_lead(rules, held, &leads, index)
    count_follows(rules, held, last, &follows)
    return pick_follow(rules, held, last, &follows, index)
