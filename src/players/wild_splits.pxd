# Hands with wild cards split into plays: each wild card is planned as a card of the rank
# that makes the hand most worth, one after the other. What is then split is a hand
# without wild cards, and each of its plays is one of the hand.

from libc.stdint cimport uint64_t

from cards.hands cimport contains, hand_size, held1, held4
from cards.plays cimport Play
from ddz_core.kernels cimport CHAIN_RANKS, Habits, PAIR_RANKS, Rules
from play.public_cards cimport in_both
from players.splits cimport Split, in_runs, split_natural


cdef inline uint64_t wild_card(const Rules *rules) noexcept nogil:
    return <uint64_t>1 << 4 * rules.wild_slot


cdef inline int wild_cards(const Rules *rules, uint64_t hand) noexcept nogil:
    """How many the hand holds."""
    return <int>(hand >> 4 * rules.wild_slot & 15)


cdef inline uint64_t without_wild_cards(const Rules *rules, uint64_t hand) noexcept nogil:
    return hand & ~(15 * wild_card(rules))


cdef inline uint64_t useful_ranks(uint64_t planned) noexcept nogil:
    """Ranks of which one more card may help: those there are fewer than four of, and
    those that would be part of a solo chain."""
    cdef uint64_t ones = held1(planned)
    cdef uint64_t useful = ones & PAIR_RANKS & ~held4(planned)
    cdef uint64_t left = CHAIN_RANKS & ~ones
    cdef uint64_t rank
    while left:
        rank = left & (0 - left)
        left ^= rank
        useful |= in_runs(ones | rank, 5) & rank
    return useful


cdef inline void split_with_wild(const Rules *rules, const Habits *habits, uint64_t hand,
                                 Split *s, bint pairs_only) noexcept nogil:
    cdef Split tried
    cdef uint64_t own = wild_card(rules)
    cdef uint64_t natural = without_wild_cards(rules, hand)
    cdef uint64_t planned = natural
    cdef uint64_t left, rank, best, apart
    cdef int wild = wild_cards(rules, hand)
    cdef int i
    for i in range(wild):
        best = 0
        left = useful_ranks(planned) | own
        while left:
            rank = left & (0 - left)
            left ^= rank
            split_natural(habits, planned + rank, &tried, pairs_only, False)
            # Wild cards alone are no play of another rank.
            apart = held1(planned + rank) & ~held1(natural) & ~own
            if apart & (tried.solos | tried.pairs | tried.trios | tried.bombs):
                continue
            if best == 0 or tried.value > s.value:
                best = rank
                s[0] = tried
        planned += best
    s.planned = planned
    s.value += habits.wild * wild


cdef inline void lay_down(const Rules *rules, uint64_t hand, Play *play) noexcept nogil:
    """Puts wild cards where a planned play has cards that the hand has not."""
    cdef uint64_t natural = without_wild_cards(rules, hand)
    cdef uint64_t held
    if not contains(natural, play.cards):
        held = in_both(natural, play.cards)
        play.cards = held + (hand_size(play.cards) - hand_size(held)) * wild_card(rules)
