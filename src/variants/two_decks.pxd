# Two decks (docs/rules.md section 8.1): plays counted, picked and listed. Bombs have four
# to eight cards, and the rocket is all four jokers; what is as with one deck is shared.

from libc.stdint cimport int64_t, uint64_t

from cards.counting cimport plays_of_bodies, plays_of_chains
from cards.hands cimport Held, hand_size, held4, run_of_ones, runs, starts_above
from cards.listing cimport (
    put_bare, put_bare_chains, put_chains_with_kickers, put_known_chains, put_own_kind,
)
from cards.picking cimport pick_of_bodies, pick_of_chains, pick_trio, known_chain
from cards.plays cimport Play, Target, bare_play, starts_that_beat
from cards.readings cimport put_natural_readings
from ddz_core.kernels cimport (
    BIG_JOKER, BOMB, EVERY_RANK, JOKERS, Move, PAIR, PASS, ROCKET, Rules, SOLO, TRIO, TRIO_CHAIN,
    TRIO_CHAIN_PAIR, TRIO_PAIR,
)
from intrinsics cimport (
    NEXT_RANK, WIDE, gather_chain_ranks, lay_out_last, lowest_bit, move_tag, put_each,
    put_move, put_sets, rank_count, select_bit,
)


cdef enum:
    SMALLEST_BOMB = 4
    LARGEST_BOMB = 8


cdef inline uint64_t held_for_bomb(uint64_t hand, int size) noexcept nogil:
    """The ranks of which the hand holds `size` cards or more, 4 to 8."""
    cdef uint64_t eight = hand >> 3
    cdef uint64_t four = hand >> 2
    if size == 5:
        four &= hand >> 1 | hand
    elif size == 6:
        four &= hand >> 1
    elif size == 7:
        four &= hand >> 1 & hand
    elif size == 8:
        four = 0
    return (eight | four) & EVERY_RANK


cdef inline uint64_t bombs_of_size_that_beat(const Held *held, Target last,
                                             int size) noexcept nogil:
    """The ranks of bombs of `size` cards that beat the last play."""
    cdef uint64_t ranks = held_for_bomb(held.hand, size)
    if last.kind == ROCKET:
        return 0
    if last.kind == BOMB:
        if size < last.size:
            return 0
        if size == last.size:
            return ranks & starts_above(last.rank, 1)
    return ranks


cdef inline int64_t count_bombs(const Held *held, Target last) noexcept nogil:
    cdef int64_t total = 0
    cdef int size = SMALLEST_BOMB
    if held.bodies[4] == 0:
        return 0
    # Through all sizes, which is faster than to ask at each whether there are any.
    while size <= LARGEST_BOMB:
        total += rank_count(bombs_of_size_that_beat(held, last, size))
        size += 1
    return total


cdef inline bint has_rocket(uint64_t hand) noexcept nogil:
    return hand & 15 * JOKERS == 2 * JOKERS


cdef inline Play rocket_of_two() noexcept nogil:
    cdef Play play
    play.cards = 2 * JOKERS
    play.tag = move_tag(ROCKET, 1, BIG_JOKER, 4)
    return play


cdef inline Play bomb_play(uint64_t rank, int size) noexcept nogil:
    cdef Play play
    play.cards = size * rank
    play.tag = move_tag(BOMB, 1, lowest_bit(rank) >> 2, size)
    return play


cdef inline Play pick_bomb(const Held *held, Target last, int64_t index) noexcept nogil:
    """The bomb of that index; the rocket comes after the last."""
    cdef int size = SMALLEST_BOMB
    cdef uint64_t ranks
    cdef int64_t plays
    while size <= LARGEST_BOMB:
        ranks = bombs_of_size_that_beat(held, last, size)
        plays = rank_count(ranks)
        if index < plays:
            return bomb_play(select_bit(ranks, <int>index), size)
        index -= plays
        size += 1
    return rocket_of_two()


# ------------------------------------------------------------------- leading

cdef struct LeadsOfTwo:
    # How many plays there are of each kind.
    int solos
    int pairs
    int trios
    int pair_kickers        # ... of one trio
    int solo_chains
    int pair_chains
    int64_t trio_chains
    int64_t trio_chain_pairs


cdef inline int64_t count_leads_of_two(const Rules *rules, const Held *held,
                                       LeadsOfTwo *leads) noexcept nogil:
    cdef Target none
    none.kind = PASS
    leads.solos = rank_count(held.bodies[1])
    leads.pairs = rank_count(held.bodies[2])
    leads.trios = rank_count(held.bodies[3])
    leads.pair_kickers = leads.pairs - 1
    leads.solo_chains = rules.chains.solos[gather_chain_ranks(held.bodies[1])]
    leads.pair_chains = rules.chains.pairs[gather_chain_ranks(held.bodies[2])]
    leads.trio_chains = 0
    leads.trio_chain_pairs = 0
    if runs(held.bodies[3], 2):
        leads.trio_chains = plays_of_chains(rules, TRIO_CHAIN, held)
        leads.trio_chain_pairs = plays_of_chains(rules, TRIO_CHAIN_PAIR, held)
    return (leads.solos + leads.pairs + leads.trios * (1 + leads.pair_kickers)
            + leads.solo_chains + leads.pair_chains + leads.trio_chains
            + leads.trio_chain_pairs + count_bombs(held, none) + has_rocket(held.hand))


cdef inline Play pick_lead_of_two(const Rules *rules, const Held *held,
                                  const LeadsOfTwo *leads, int64_t index) noexcept nogil:
    cdef Target none
    none.kind = PASS
    if index < leads.solos:
        return bare_play(SOLO, 1, 1, select_bit(held.bodies[1], <int>index))
    index -= leads.solos
    if index < leads.pairs:
        return bare_play(PAIR, 2, 1, select_bit(held.bodies[2], <int>index))
    index -= leads.pairs
    if index < leads.trios:
        return bare_play(TRIO, 3, 1, select_bit(held.bodies[3], <int>index))
    index -= leads.trios
    if index < leads.trios * leads.pair_kickers:
        return pick_trio(held, 2, leads.pair_kickers, <int>index)
    index -= leads.trios * leads.pair_kickers
    if index < leads.solo_chains:
        return known_chain(
            rules, rules.chains.solos_at[gather_chain_ranks(held.bodies[1])] + index)
    index -= leads.solo_chains
    if index < leads.pair_chains:
        return known_chain(
            rules, rules.chains.pairs_at[gather_chain_ranks(held.bodies[2])] + index)
    index -= leads.pair_chains
    if index < leads.trio_chains:
        return pick_of_chains(rules, TRIO_CHAIN, held, index)
    index -= leads.trio_chains
    if index < leads.trio_chain_pairs:
        return pick_of_chains(rules, TRIO_CHAIN_PAIR, held, index)
    return pick_bomb(held, none, index - leads.trio_chain_pairs)


cdef inline Move *put_bombs(const Held *held, Target last, Move *out) noexcept nogil:
    """The bombs and the rocket that beat the last play."""
    cdef int size = SMALLEST_BOMB
    cdef Play rocket
    # There are the fewer the larger they are.
    while size <= LARGEST_BOMB and held_for_bomb(held.hand, size):
        out = put_each(out, bombs_of_size_that_beat(held, last, size), size, 0,
                       move_tag(BOMB, 1, 0, size), NEXT_RANK)
        size += 1
    if has_rocket(held.hand) and last.kind != ROCKET:
        rocket = rocket_of_two()
        put_move(out, rocket.cards, rocket.tag)
        out += 1
    return out


cdef inline Move *put_trio_pairs(const Held *held, uint64_t trios, Move *out) noexcept nogil:
    """Each of these trios with every pair."""
    cdef uint64_t rank
    while trios:
        rank = trios & (0 - trios)
        trios ^= rank
        out = put_each(out, held.bodies[2] ^ rank, 2, 3 * rank,
                       move_tag(TRIO_PAIR, 1, lowest_bit(rank) >> 2, 5), 0)
    return out


cdef inline Move *put_pair_kickers(const uint64_t *pairs, int last, int n, uint64_t base,
                                   uint64_t tag, Move *out) noexcept nogil:
    """Every set of n, two or more, of the last so many pairs."""
    if n <= 3:
        return put_sets(out, base, tag, pairs, last, n)
    while last >= n:
        out = put_pair_kickers(pairs, last - 1, n - 1, base + pairs[15 - last], tag, out)
        last -= 1
    return out


cdef inline Move *put_trio_chain_pairs(const Held *held, uint64_t starts,
                                       Move *out) noexcept nogil:
    """Trio chains with pairs: of length 2, starting there, and all longer ones."""
    cdef uint64_t pairs[16]
    cdef uint64_t left, start, body, tag
    cdef int length = 2
    cdef int number = rank_count(held.bodies[2])
    # The kickers are of different ranks, none of them of the body.
    while starts and number >= 2 * length:
        left = starts
        while left:
            start = left & (0 - left)
            left ^= start
            body = run_of_ones(length) * start
            tag = move_tag(TRIO_CHAIN_PAIR, length, (lowest_bit(start) >> 2) + length - 1,
                           5 * length)
            lay_out_last(pairs, held.bodies[2] ^ body, 2)
            out = put_pair_kickers(pairs, number - length, length, 3 * body, tag, out)
        starts &= starts >> 4
        length += 1
    return out


cdef inline Move *put_leads_of_two(const Rules *rules, const Held *held,
                                   Move *out) noexcept nogil:
    cdef uint64_t twos = held.bodies[2]
    cdef uint64_t threes = held.bodies[3]
    cdef uint64_t trio_starts = runs(threes, 2)
    cdef Target none
    none.kind = PASS
    out = put_bare(SOLO, 1, 1, held.bodies[1], out)
    out = put_bare(PAIR, 2, 1, twos, out)
    out = put_bare(TRIO, 3, 1, threes, out)
    out = put_trio_pairs(held, threes, out)
    out = put_known_chains(rules.chains, held.bodies[1], twos, out)
    if trio_starts:
        out = put_bare_chains(TRIO_CHAIN, 3, 2, trio_starts, out)
        # Elsewhere this makes leads faster too, but follows slower by a sixth and more.
        if WIDE:
            out = put_trio_chain_pairs(held, trio_starts, out)
        else:
            out = put_chains_with_kickers(
                rules, TRIO_CHAIN_PAIR, held.hand, trio_starts, out)
    return put_bombs(held, none, out)


# ----------------------------------------------------------------- following

cdef struct FollowsOfTwo:
    uint64_t starts         # of bodies of the own kind
    int64_t own             # plays of the own kind
    int64_t bombs


cdef inline int64_t count_follows_of_two(const Rules *rules, const Held *held, Target last,
                                         FollowsOfTwo *follows) noexcept nogil:
    follows.starts = starts_that_beat(rules, held, last)
    follows.own = rank_count(follows.starts)
    if last.kind > TRIO and follows.starts:
        follows.own = plays_of_bodies(rules, last.kind, last.length, held.hand, follows.starts)
    follows.bombs = count_bombs(held, last)
    return follows.own + follows.bombs + (has_rocket(held.hand) and last.kind != ROCKET)


cdef inline Play pick_follow_of_two(const Rules *rules, const Held *held, Target last,
                                    const FollowsOfTwo *follows, int64_t index) noexcept nogil:
    if index < follows.own:
        if last.kind <= TRIO:
            return bare_play(last.kind, last.kind, 1, select_bit(follows.starts, <int>index))
        return pick_of_bodies(rules, last.kind, last.length, held.hand, follows.starts, index)
    return pick_bomb(held, last, index - follows.own)


cdef inline Move *put_follows_of_two(const Rules *rules, const Held *held, Target last,
                                     Move *out) noexcept nogil:
    if last.kind == TRIO_PAIR:
        out = put_trio_pairs(held, starts_that_beat(rules, held, last), out)
    elif last.kind != BOMB and last.kind != ROCKET:
        out = put_own_kind(rules, held, last, out)
    return put_bombs(held, last, out)


# -------------------------------------------------------------------- either

cdef inline int64_t count_plays_of_two(const Rules *rules, const Held *held,
                                       Target last) noexcept nogil:
    cdef LeadsOfTwo leads
    cdef FollowsOfTwo follows
    if last.kind == PASS:
        return count_leads_of_two(rules, held, &leads)
    return count_follows_of_two(rules, held, last, &follows)


cdef inline Play pick_play_of_two(const Rules *rules, const Held *held, Target last,
                                  int64_t index) noexcept nogil:
    cdef LeadsOfTwo leads
    cdef FollowsOfTwo follows
    if last.kind == PASS:
        count_leads_of_two(rules, held, &leads)
        return pick_lead_of_two(rules, held, &leads, index)
    count_follows_of_two(rules, held, last, &follows)
    return pick_follow_of_two(rules, held, last, &follows, index)


cdef inline Move *put_plays_of_two(const Rules *rules, const Held *held, Target last,
                                   Move *out) noexcept nogil:
    if last.kind == PASS:
        return put_leads_of_two(rules, held, out)
    return put_follows_of_two(rules, held, last, out)


cdef inline int put_readings_of_two(const Rules *rules, uint64_t cards, Move *out) noexcept nogil:
    """Every reading, in canonical order."""
    cdef int size = hand_size(cards)
    cdef uint64_t fours = held4(cards)
    cdef Play play
    if has_rocket(cards) and size == 4:
        play = rocket_of_two()
    elif fours and cards == size * fours:
        play = bomb_play(fours, size)
    elif cards == JOKERS:
        return 0
    else:
        return put_natural_readings(rules, cards, out)
    put_move(out, play.cards, play.tag)
    return 1
