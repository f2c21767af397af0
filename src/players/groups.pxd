# The plays of a split hand.

from libc.stdint cimport uint64_t

from cards.hands cimport run_of_ones
from cards.plays cimport Play, bare_play, rocket_play
from variants.two_decks cimport rocket_of_two
from ddz_core.kernels cimport (
    BOMB, PAIR, SOLO, SOLO_CHAIN, TRIO, TRIO_CHAIN, TRIO_CHAIN_PAIR, TRIO_CHAIN_SOLO,
)
from intrinsics cimport lowest_bit, move_tag, rank_count
from players.splits cimport Split, WEAK


cdef enum:
    MOST_GROUPS = 24


cdef inline uint64_t lowest_ranks(uint64_t ranks, int n) noexcept nogil:
    """The n lowest of a set of ranks."""
    cdef uint64_t rest = ranks
    while n > 0:
        rest &= rest - 1
        n -= 1
    return ranks ^ rest


cdef inline int put_groups(const Split *s, Play *out, bint pairs_only,
                           bint two_decks) noexcept nogil:
    """The plays of a split, each trio with the lowest kickers left; returns how many.
    Each rank is in one of them at the most, but for six chains: MOST_GROUPS is enough."""
    cdef Play *start = out
    cdef uint64_t solos = s.solos
    cdef uint64_t pairs = s.pairs
    cdef uint64_t left = s.trios
    cdef uint64_t body, taken
    cdef int length, i, size
    while left:
        body = left & (0 - left)
        length = 1
        while body << 4 * length & left & WEAK and body & WEAK:
            length += 1
        left &= ~(run_of_ones(length) * body)
        out[0] = bare_play(TRIO if length == 1 else TRIO_CHAIN, 3, length, body)
        if not pairs_only and rank_count(solos & WEAK) >= length:
            taken = lowest_ranks(solos & WEAK, length)
            solos ^= taken
            out.cards += taken
            out.tag += move_tag(1 if length == 1 else TRIO_CHAIN_SOLO - TRIO_CHAIN, 0, 0, length)
        elif rank_count(pairs & WEAK) >= length:
            taken = lowest_ranks(pairs & WEAK, length)
            pairs ^= taken
            out.cards += 2 * taken
            out.tag += move_tag(2 if length == 1 else TRIO_CHAIN_PAIR - TRIO_CHAIN, 0, 0,
                                2 * length)
        out += 1
    left = solos
    while left:
        out[0] = bare_play(SOLO, 1, 1, left & (0 - left))
        out += 1
        left &= left - 1
    left = pairs
    while left:
        out[0] = bare_play(PAIR, 2, 1, left & (0 - left))
        out += 1
        left &= left - 1
    for i in range(s.number):
        out[0] = bare_play(s.chains[i].kind, 1 if s.chains[i].kind == SOLO_CHAIN else 2,
                           s.chains[i].length, s.chains[i].start)
        out += 1
    left = s.bombs
    while left:
        size = <int>(s.bomb_cards >> lowest_bit(left) & 15) if two_decks else 4
        out[0] = bare_play(BOMB, size, 1, left & (0 - left))
        out += 1
        left &= left - 1
    if s.rocket:
        out[0] = rocket_of_two() if two_decks else rocket_play()
        out += 1
    return <int>(out - start)
