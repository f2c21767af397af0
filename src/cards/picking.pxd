# Any one play of a hand made from its index in the list, without listing.
# docs/algorithm.md derives how.

from libc.stdint cimport int64_t, uint64_t

from cards.counting cimport (
    Follows, Leads, count_follows, count_leads, plays_of_bodies, plays_of_body,
    plays_of_chains,
)
from cards.hands cimport Held, runs
from cards.kickers cimport Kickers, pick_kickers
from cards.plays cimport (
    Play, Target, bare_play, bomb_chains_that_beat, kickers_beside, rocket_play,
)
from ddz_core.kernels cimport (
    BOMB, BOMB_CHAIN, JOKERS, PASS, ROCKET, Rules, Shape, TRIO, TRIO_CHAIN,
)
from intrinsics cimport gather_chain_ranks, move_tag, rank_count, select_bit, tag_of_move


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

cdef inline Play pick_trio(const Held *held, int unit, int each, int index) noexcept nogil:
    """A trio with a solo or a pair, `unit` cards; `each` trio has so many."""
    cdef uint64_t trio = select_bit(held.bodies[3], index // each)
    cdef uint64_t kicker = select_bit(held.bodies[unit] & ~trio, index % each)
    cdef Play play = bare_play(TRIO, 3, 1, trio)
    # What is left after the last pair of the set is the pair of jokers.
    play.cards += unit * kicker if kicker else JOKERS
    play.tag += move_tag(unit, 0, 0, unit)
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


cdef inline Play known_chain(const Rules *rules, int64_t place) noexcept nogil:
    cdef Play play
    play.cards = rules.chains.moves[place].cards
    play.tag = tag_of_move(&rules.chains.moves[place])
    return play


cdef inline Play pick_lead(const Rules *rules, const Held *held, const Leads *leads,
                           int64_t index) noexcept nogil:
    cdef int width = 1
    cdef int unit = 1
    cdef int each
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
    # Trios with a solo and with a pair: the next two kinds.
    each = leads.solo_kickers
    if index >= leads.trios * each:
        index -= leads.trios * each
        unit = 2
        each = leads.pair_kickers
    if index < leads.trios * each:
        return pick_trio(held, unit, each, <int>index)
    index -= leads.trios * each
    if index < leads.solo_chains:
        return known_chain(
            rules, rules.chains.solos_at[gather_chain_ranks(held.bodies[1])] + index)
    index -= leads.solo_chains
    if index < leads.pair_chains:
        return known_chain(
            rules, rules.chains.pairs_at[gather_chain_ranks(held.bodies[2])] + index)
    index -= leads.pair_chains
    if not leads.rare:
        return rocket_play()
    return pick_rare_kind(rules, held, leads.rocket, index)


# ----------------------------------------------------------------- following

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


# -------------------------------------------------------------------- either

cdef inline Play pick_natural(const Rules *rules, const Held *held, Target last,
                              int64_t index) noexcept nogil:
    cdef Leads leads
    cdef Follows follows
    if last.kind == PASS:
        count_leads(rules, held, &leads)
        return pick_lead(rules, held, &leads, index)
    count_follows(rules, held, last, &follows)
    return pick_follow(rules, held, last, &follows, index)
