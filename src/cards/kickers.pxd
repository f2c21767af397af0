# Kickers: which sets of kickers a body can carry; count, index and list them.
#
# Singles and pairs are the same problem in other units: choose a multiset of n
# ranks, each at most so many times as the hand and the rules allow. The sets are
# ordered as ascending sequences of slots, so of one rank the more come first.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from cards.hands cimport held1, held2, held3, held4
from ddz_core.kernels cimport CHAIN_SLOTS, JOKERS, Move, Rules, SMALL_JOKER, Shape
from intrinsics cimport lay_out, lowest_bit, places_of, put_move, put_row, rank_count


cdef struct Kickers:
    uint64_t once           # ranks that can give one kicker
    uint64_t twice          # ... two, three, four of them
    uint64_t thrice
    uint64_t fourfold
    uint64_t whole          # the rank that may not give exactly `width` kickers, or 0
    int width
    int unit                # cards in a kicker
    bint mixed              # the two jokers are one pair, counted as of the small one
    bint apart              # both jokers are there, and only one may be used


cdef inline Kickers kickers_of(const Rules *rules, const Shape *shape, uint64_t rest,
                               uint64_t body, int length) noexcept nogil:
    """What the cards `rest`, ranks of the body taken out, offer as kickers.

    `body` is the set of ranks of the body. With limits of three and more, the
    kickers could hold a whole further group of the chain. Where the rules
    forbid that, neighbours of the chain give at most width - 1. Where they
    allow it, a group just above makes the same cards a chain one rank higher,
    and the higher reading stands for both: `whole` is that rank.
    """
    cdef Kickers k
    cdef uint64_t beside
    k.thrice = 0
    k.fourfold = 0
    k.whole = 0
    k.width = shape.width
    k.unit = shape.unit
    k.mixed = False
    k.apart = False
    if shape.unit == 2:
        k.once = held2(rest)
        k.twice = 0
        if rules.jokers_as_pair and held1(rest) & JOKERS == JOKERS:
            k.mixed = True
            k.once |= <uint64_t>1 << 4 * SMALL_JOKER
        return k
    k.once = held1(rest)
    k.twice = held2(rest) if shape.limit >= 2 else 0
    k.apart = not rules.jokers_as_solos and k.once & JOKERS == JOKERS
    if shape.limit >= 3 and length >= 2:
        k.thrice = held3(rest)
        k.fourfold = held4(rest) if shape.limit >= 4 else 0
        if not rules.lengthening_kickers:
            beside = (body << 4 | body >> 4) & (<uint64_t>1 << 4 * CHAIN_SLOTS) - 1
            if shape.width == 3:
                k.thrice &= ~beside
            k.fourfold &= ~beside
        else:
            k.whole = (body << 4) & ~body & (<uint64_t>1 << 4 * CHAIN_SLOTS) - 1
            k.whole &= k.thrice if shape.width == 3 else k.fourfold
    return k


cdef inline int most_of(const Kickers *k, uint64_t rank) noexcept nogil:
    """How many kickers the rank can give."""
    return (((k.once & rank) != 0) + ((k.twice & rank) != 0)
            + ((k.thrice & rank) != 0) + ((k.fourfold & rank) != 0))


cdef inline uint64_t kicker_cards(const Kickers *k, uint64_t rank) noexcept nogil:
    """The cards of one kicker of the rank."""
    if k.unit == 1:
        return rank
    if k.mixed and rank == <uint64_t>1 << 4 * SMALL_JOKER:
        return JOKERS
    return 2 * rank


cdef inline void multiply_in(int64_t *ways, int n, int ranks, int most) noexcept nogil:
    """Multiplies the polynomial ways[0..n] by (1 + x + ... + x^most)^ranks."""
    cdef int i, j
    cdef int64_t total
    while ranks > 0:
        ranks -= 1
        for i in range(n, 0, -1):
            total = ways[i]
            for j in range(1, min(most, i) + 1):
                total += ways[i - j]
            ways[i] = total


cdef inline int64_t multisets(const Rules *rules, int n, uint64_t once, uint64_t twice,
                              uint64_t thrice, uint64_t fourfold) noexcept nogil:
    """Multisets of n ranks: the coefficient of x^n in the product of
    1 + x + ... + x^most over the ranks."""
    cdef int64_t ways[25]
    cdef int i, twos, threes, fours
    if n < 0:
        return 0
    twos = rank_count(twice)
    if n <= 2 or thrice == 0:
        return rules.ways.number[n][rank_count(once) - twos][twos]
    threes = rank_count(thrice)
    fours = rank_count(fourfold)
    for i in range(n + 1):
        ways[i] = rules.ways.number[i][rank_count(once) - twos][twos - threes]
    multiply_in(ways, n, threes - fours, 3)
    multiply_in(ways, n, fours, 4)
    return ways[n]


cdef inline int64_t joined(const Rules *rules, const Kickers *k, int n) noexcept nogil:
    """Multisets of n kickers, `whole` not looked at: all but those with both
    jokers, which are n - 2 kickers more after one of each is taken."""
    cdef int64_t ways = multisets(rules, n, k.once, k.twice, k.thrice, k.fourfold)
    if k.apart:
        ways -= multisets(rules, n - 2, k.once & ~JOKERS | k.twice & JOKERS,
                          k.twice & ~JOKERS | k.thrice & JOKERS,
                          k.thrice & ~JOKERS | k.fourfold & JOKERS, k.fourfold & ~JOKERS)
    return ways


cdef inline int64_t kicker_sets(const Rules *rules, const Kickers *k, int n) noexcept nogil:
    """How many sets of n kickers there are."""
    cdef int64_t ways = joined(rules, k, n)
    cdef Kickers others
    if k.whole and n >= k.width:
        others = k[0]
        without(&others, k.whole)
        ways -= joined(rules, &others, n - k.width)
    return ways


cdef inline void without(Kickers *k, uint64_t ranks) noexcept nogil:
    """Takes the ranks out."""
    k.once &= ~ranks
    k.twice &= ~ranks
    k.thrice &= ~ranks
    k.fourfold &= ~ranks
    k.whole &= ~ranks
    if k.once & JOKERS != JOKERS:
        k.apart = False


cdef inline uint64_t pick_kickers(const Rules *rules, Kickers *k, int n,
                                  int64_t index) noexcept nogil:
    """The cards of the set of that index; uses `k` up."""
    cdef uint64_t cards = 0
    cdef uint64_t rank
    cdef bint whole, alone
    cdef int most
    cdef int64_t ways
    while n > 0:
        rank = k.once & (0 - k.once)
        most = min(most_of(k, rank), n)
        whole = k.whole == rank
        alone = k.apart and rank == <uint64_t>1 << 4 * SMALL_JOKER
        without(k, rank)
        while most > 0:
            if whole and most == k.width:
                ways = 0
            elif alone:
                ways = n == most
            else:
                ways = kicker_sets(rules, k, n - most)
            if index < ways:
                break
            index -= ways
            most -= 1
        cards += most * kicker_cards(k, rank)
        n -= most
    return cards


cdef struct KickerList:
    # The ranks in order, and, one bit for each, which can give more than one.
    uint64_t cards[24]
    int ranks
    uint32_t twice
    uint32_t thrice
    uint32_t fourfold
    int whole               # index of Kickers.whole, or -1
    int width
    int joker               # index of the small joker where the jokers are apart, or -1


cdef inline void list_kickers(const Kickers *k, KickerList *kl) noexcept nogil:
    kl.ranks = lay_out(kl.cards, k.once, k.unit)
    if k.mixed and k.once & JOKERS:
        kl.cards[kl.ranks - 1] = JOKERS
    kl.twice = places_of(k.twice, k.once)
    kl.thrice = places_of(k.thrice, k.once)
    kl.fourfold = places_of(k.fourfold, k.once)
    kl.whole = lowest_bit(places_of(k.whole, k.once)) if k.whole else -1
    kl.width = k.width
    kl.joker = kl.ranks - 2 if k.apart else -1


cdef inline int most_at(const KickerList *kl, int i) noexcept nogil:
    return 1 + (kl.twice >> i & 1) + (kl.thrice >> i & 1) + (kl.fourfold >> i & 1)


cdef inline Move *put_two_kickers(const KickerList *kl, int first, uint64_t base,
                                  uint64_t tag, Move *out) noexcept nogil:
    """Every set of two kickers from rank number `first` on."""
    cdef int i, second, stop
    for i in range(first, kl.ranks):
        # Two of this rank come first, where they are there.
        second = i + 1 - <int>(kl.twice >> i & 1)
        stop = i + 1 if i == kl.joker else kl.ranks
        out = put_row(out, base + kl.cards[i], tag, kl.cards + second, stop - second)
    return out


cdef inline Move *put_kickers(const KickerList *kl, int first, int n, uint64_t base,
                              uint64_t tag, Move *out) noexcept nogil:
    """Every set of n kickers from rank number `first` on."""
    if n == 1:
        return put_row(out, base, tag, kl.cards + first, kl.ranks - first)
    if n == 2:
        return put_two_kickers(kl, first, base, tag, out)
    return put_many_kickers(kl, first, n, base, tag, out)


cdef inline Move *put_many_kickers(const KickerList *kl, int first, int n, uint64_t base,
                                   uint64_t tag, Move *out) noexcept nogil:
    """Every set of three and more kickers from rank number `first` on."""
    cdef int i, most
    for i in range(first, kl.ranks):
        most = min(most_at(kl, i), n)
        while most > 0:
            if i == kl.whole and most == kl.width:
                pass
            elif most == n:
                put_move(out, base + most * kl.cards[i], tag)
                out += 1
            elif i != kl.joker:
                out = put_kickers(kl, i + 1, n - most, base + most * kl.cards[i], tag, out)
            most -= 1
    return out
