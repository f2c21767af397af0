# A hand split into plays, fast and well but not best: what a player who thinks for
# a hundred nanoseconds has in mind. Exact is `fewest.pxd`, at fifty times the price.
#
# Bombs and the rocket are put aside. Solo chains are taken out, one at a time, as
# long as that leaves fewer plays; then every rank left is a trio, a pair or a solo,
# neighbouring trios and three pairs or more in a row are chains, and each trio
# carries one weak solo or pair as its kicker. With two decks all cards of a rank of
# which there are four or more are one bomb.

from libc.stdint cimport int16_t, uint8_t, uint64_t

from cards.hands cimport hand_size, held1, held2, held3, held4, run_of_ones, runs
from ddz_core.kernels cimport (
    CHAIN_RANKS, Habits, JOKERS, PAIR_CHAIN, SOLO_CHAIN,
)
from intrinsics cimport lowest_bit, rank_count


cdef extern from *:
    """
    #define DDZ_WEAK UINT64_C(0x111111111111)
    """
    # 3 to A: what a trio may carry. 2s and jokers are worth a play of their own.
    const uint64_t WEAK "DDZ_WEAK"


cdef struct Chain:
    uint64_t start          # its lowest rank
    uint8_t kind
    uint8_t length


cdef struct Split:
    # Sets of ranks: of which a play of one, two, three, four cards is planned.
    uint64_t solos
    uint64_t pairs
    uint64_t trios
    uint64_t bombs          # ... and of four and more
    uint64_t bomb_cards
    Chain chains[6]         # three of solos, and three of pairs among twelve ranks
    int number              # of chains
    bint rocket
    int plays               # planned in all, kickers with their trios
    int value               # the higher, the better to hold
    uint64_t planned        # the hand, wild cards as what they stand for; only where there are any


cdef inline int runs_of(uint64_t ranks) noexcept nogil:
    """Runs of neighbouring chain ranks, each as long as it goes; other ranks alone."""
    cdef uint64_t above = ranks & CHAIN_RANKS & (ranks & CHAIN_RANKS) << 4
    return rank_count(ranks) - rank_count(above)


cdef inline uint64_t in_runs(uint64_t ranks, int length) noexcept nogil:
    """The ranks that are in some run of so many."""
    cdef uint64_t starts = runs(ranks, length)
    cdef uint64_t covered = starts
    while length > 1:
        length -= 1
        covered |= starts << 4 * length
    return covered


cdef inline int plays_without_solo_chains(uint64_t hand, bint pairs_only) noexcept nogil:
    """How many plays the cards are when nothing but what the header says is joined;
    a strong solo or pair counts a third, for it often wins the lead back."""
    cdef uint64_t threes = held3(hand)
    cdef uint64_t twos = held2(hand) & ~threes
    cdef uint64_t ones = held1(hand) & ~held2(hand)
    cdef uint64_t joined = in_runs(twos, 3)
    cdef uint64_t loose = ones | twos & ~joined
    cdef int solos = rank_count(ones & WEAK) if pairs_only else 0
    cdef int weak = rank_count(loose & WEAK) - rank_count(threes)
    if weak < solos:
        weak = solos
    return 3 * (runs_of(threes) + runs_of(joined) + weak) + rank_count(loose & ~WEAK)


cdef inline bint find_solo_chain(uint64_t hand, bint pairs_only,
                                 Chain *best) noexcept nogil:
    """The solo chain that leaves fewest plays; none where no chain saves one."""
    cdef uint64_t ones = held1(hand)
    cdef uint64_t starts = runs(ones, 5)
    cdef uint64_t left
    cdef int least, plays
    cdef int length = 5
    if starts == 0:
        return False
    least = plays_without_solo_chains(hand, pairs_only)
    best.length = 0
    while starts:
        left = starts
        while left:
            plays = 3 + plays_without_solo_chains(
                hand - run_of_ones(length) * (left & (0 - left)), pairs_only)
            if plays < least:
                least = plays
                best.start = left & (0 - left)
                best.length = length
            left &= left - 1
        starts &= starts >> 4
        length += 1
    best.kind = SOLO_CHAIN
    return best.length != 0


cdef inline void split_natural(const Habits *habits, uint64_t hand, Split *s,
                               bint pairs_only, bint two_decks) noexcept nogil:
    """Splits a hand without wild cards. With `pairs_only` trios carry no solos."""
    cdef uint64_t joined, starts
    s.number = 0
    s.rocket = hand & 15 * JOKERS == (2 * JOKERS if two_decks else JOKERS)
    if s.rocket:
        hand &= ~(15 * JOKERS)
    s.bombs = held4(hand)
    s.bomb_cards = hand & 15 * s.bombs if two_decks else 4 * s.bombs
    hand -= s.bomb_cards
    while s.number < 3 and find_solo_chain(hand, pairs_only, &s.chains[s.number]):
        hand -= run_of_ones(s.chains[s.number].length) * s.chains[s.number].start
        s.number += 1
    s.trios = held3(hand)
    s.pairs = held2(hand) & ~s.trios
    s.solos = held1(hand) & ~held2(hand)
    joined = in_runs(s.pairs, 3)
    s.pairs &= ~joined
    while joined:
        starts = joined & (0 - joined)
        s.chains[s.number].start = starts
        s.chains[s.number].kind = PAIR_CHAIN
        s.chains[s.number].length = 0
        while joined & starts:
            joined ^= starts
            starts <<= 4
            s.chains[s.number].length += 1
        s.number += 1
    weigh(habits, s, pairs_only, two_decks)


cdef inline int worth_of(uint64_t ranks, const int16_t *worths) noexcept nogil:
    """The worths of a set of ranks added up."""
    cdef int worth = 0
    while ranks:
        worth += worths[lowest_bit(ranks) >> 2]
        ranks &= ranks - 1
    return worth


cdef inline void weigh(const Habits *habits, Split *s, bint pairs_only,
                       bint two_decks) noexcept nogil:
    """Counts the plays and adds their values up."""
    cdef uint64_t left = s.solos | s.pairs
    cdef uint64_t carriable = (s.pairs if pairs_only else left) & WEAK
    cdef uint64_t rank
    cdef int carried = rank_count(s.trios)
    cdef int value = 0
    cdef int slot, i
    s.plays = runs_of(s.trios) + rank_count(s.bombs) + s.rocket + s.number
    while left:
        rank = left & (0 - left)
        left ^= rank
        if carried and rank & carriable:
            carried -= 1
            continue
        slot = lowest_bit(rank) >> 2
        value += habits.solo[slot] if s.solos & rank else habits.pair[slot]
        s.plays += 1
    value += worth_of(s.trios, habits.trio) + worth_of(s.bombs, habits.bomb)
    value -= habits.play * (runs_of(s.trios) - rank_count(s.trios))
    for i in range(s.number):
        value += habits.chain[(lowest_bit(s.chains[i].start) >> 2) + s.chains[i].length - 1]
    if s.rocket:
        value += habits.rocket
    if two_decks:
        value += habits.bomb_card * (hand_size(s.bomb_cards) - 4 * rank_count(s.bombs))
    s.value = value
