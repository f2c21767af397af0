# The plays of one kind, length and body of a hand with wild cards, listed in canonical
# order, or one of them picked.
#
# A play is told by its natural cards. They are chosen from low ranks to high, zone by
# zone, and the number of wild cards where their own rank comes:
#
#   low kickers, low body, middle kickers, high body, high kickers
#
# The wild rank is at the end of the low kickers, in the body or at the end of the middle
# kickers. In the first two cases the low body, or the middle kickers, are empty; in the
# third the high body is. docs/algorithm.md ("Wild cards") tells why these are all the
# plays, and each of them once.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from cards.hands cimport hand_size
from cards.kickers cimport (
    KickerList, Kickers, kickers_of, list_kickers, most_at, put_kickers,
)
from variants.wild_bodies cimport (
    MOST_BODIES, Naturals, lacked, most_wild_in, ranks_of, spread_bodies, swap_one,
)
from ddz_core.kernels cimport JOKERS, Move, Rules, SMALL_JOKER, Shape
from intrinsics cimport (
    bit_count, copy_with, move_tag, put_move, put_row, rank_count,
)


cdef extern from *:
    """
    /* What a count down to the play to pick starts and ends at. */
    #define DDZ_EVERY_PLAY INT64_C(-1)
    #define DDZ_PICKED INT64_MAX
    """
    const int64_t EVERY_PLAY "DDZ_EVERY_PLAY"
    const int64_t PICKED "DDZ_PICKED"


cdef struct Group:
    uint64_t tag
    int unit                # cards of a kicker, 0 where there are none
    int kickers             # how many
    uint64_t wild           # one wild card
    int shift               # of its slot
    int lack                # wild cards that the body needs
    int spare               # those that may be in the play besides
    bint is_above           # the wild rank is above the body
    uint64_t bare           # the body with as few wild cards as can be
    # The ways to have the body, in canonical order; and the same in two parts: what is
    # below the wild rank, with the wild cards that the body needs, and what is above.
    uint64_t *bodies
    uint64_t low[MOST_BODIES + 8]
    uint64_t high[MOST_BODIES + 8]
    uint64_t both[MOST_BODIES + 8]
    int number              # of the bodies
    int lows
    int highs
    int most_of_high        # natural cards in the high part
    int place[6]            # with the wild rank below: where bodies with so many begin
    # The ranks that give kickers, without that of the wild cards. For pairs: all that
    # hold a card, and of these those that hold two, as a list of its own.
    KickerList list
    KickerList twos
    KickerList with_wild    # for singles where the wild rank is above the body
    int wild_place          # ... its place there
    int whole               # place of Kickers.whole there and in `list`, or -1
    bint strict             # a whole group of it cannot be lengthened by a wild card
    int lower               # where in the list the low kickers end
    int upper               # where the middle ones do
    # What is done with the plays: listed from `out` on, or counted down to the one to
    # pick, which is put there.
    Move *out
    int64_t index


# ------------------------------------------------------------------ what is given

cdef inline bint is_here(Group *g, int64_t plays) noexcept nogil:
    """Counts these plays down; whether the one to pick is among them."""
    if g.index < plays:
        return True
    if g.index != PICKED:
        g.index -= plays
    return False


cdef inline void give(Group *g, uint64_t cards) noexcept nogil:
    if g.index == EVERY_PLAY:
        put_move(g.out, cards, g.tag)
        g.out += 1
    elif is_here(g, 1):
        put_move(g.out, cards, g.tag)
        g.index = PICKED


cdef inline void give_row(Group *g, uint64_t base, const uint64_t *cards, int n) noexcept nogil:
    if n <= 0:
        return
    if g.index == EVERY_PLAY:
        g.out = put_row(g.out, base, g.tag, cards, n)
    elif is_here(g, n):
        put_move(g.out, base + cards[g.index], g.tag)
        g.index = PICKED


cdef inline void give_product(Group *g, uint64_t base, int first, int stop,
                              const uint64_t *bodies, int n) noexcept nogil:
    """One kicker of those places of the list, each with all the bodies."""
    cdef int i
    if n == 1:
        give_row(g, base + bodies[0], g.list.cards + first, stop - first)
        return
    for i in range(first, stop):
        give_row(g, base + g.list.cards[i], bodies, n)


cdef inline void give_kickers(Group *g, const KickerList *kl, int first, int n,
                              uint64_t base) noexcept nogil:
    """Every set of n kickers from that place of the list on."""
    if n == 0:
        give(g, base)
    elif n == 1:
        give_row(g, base, kl.cards + first, kl.ranks - first)
    elif g.index == EVERY_PLAY:
        g.out = put_kickers(kl, first, n, base, g.tag, g.out)
    else:
        pick_kickers(g, kl, first, n, base)


cdef inline void pick_kickers(Group *g, const KickerList *kl, int first, int n,
                              uint64_t base) noexcept nogil:
    """The same for two and more, counted down to the play to pick."""
    cdef int i, most
    for i in range(first, kl.ranks):
        if g.index == PICKED:
            return
        most = min(most_at(kl, i), n)
        while most > 0:
            if i == kl.whole and most == kl.width:
                pass
            elif i != kl.joker or most == n:
                give_kickers(g, kl, i + 1, n - most, base + most * kl.cards[i])
            most -= 1


# ---------------------------------------------------------------- single kickers

cdef inline void give_singles(Group *g, int n, int wild, uint64_t base) noexcept nogil:
    """The high kickers: n natural cards. So many wild cards are kickers, too."""
    g.list.whole = g.whole if wild == 0 or g.strict else -1
    give_kickers(g, &g.list, g.upper, n, base)


cdef inline void give_mixed_singles(Group *g, int n, int spare, uint64_t base) noexcept nogil:
    """The kickers above the body where the wild rank is there, too: n cards, up to
    `spare` of them wild."""
    cdef KickerList *kl = &g.with_wild
    cdef int most
    cdef uint64_t others = ~(<uint64_t>1 << g.wild_place)
    if spare == 0:
        g.list.whole = g.whole
        give_kickers(g, &g.list, g.lower, n, base)
        return
    # The wild cards are a rank of the list that can give so many.
    kl.twice = kl.twice & others | <uint64_t>(spare >= 2) << g.wild_place
    kl.thrice = kl.thrice & others | <uint64_t>(spare >= 3) << g.wild_place
    kl.fourfold = kl.fourfold & others | <uint64_t>(spare >= 4) << g.wild_place
    if g.whole < 0 or g.strict:
        give_kickers(g, kl, g.lower, n, base)
        return
    # The whole group is that of the rank next to the body, the first of the list.
    kl.whole = -1
    most = min(most_at(kl, g.lower), n)
    while most >= 0:
        if most == kl.width:
            give_some_wild(g, g.lower + 1, n - most, spare, base + most * kl.cards[g.lower])
        else:
            give_kickers(g, kl, g.lower + 1, n - most, base + most * kl.cards[g.lower])
        most -= 1
    kl.whole = g.whole


cdef inline void give_some_wild(Group *g, int first, int n, int spare,
                                uint64_t base) noexcept nogil:
    """The same from a place on, with at least one wild card."""
    cdef KickerList *kl = &g.with_wild
    cdef int i, most
    for i in range(first, g.wild_place):
        most = min(most_at(kl, i), n - 1)
        while most > 0:
            give_some_wild(g, i + 1, n - most, spare, base + most * kl.cards[i])
            most -= 1
    for most in range(min(spare, n), 0, -1):
        give_kickers(g, kl, g.wild_place + 1, n - most, base + most * g.wild)


# ------------------------------------------------------------------ pair kickers

cdef inline void give_pairs(Group *g, int first, int n, int wild,
                            uint64_t base) noexcept nogil:
    """The high kickers: n pairs in which so many cards are wild, `base` having these.
    A pair is of two natural cards, of one, or of wild cards alone."""
    cdef int i
    if wild > 2 * n:
        return
    if wild == 0:
        give_natural(g, first, n, base)
    elif wild == 2 * n:
        give(g, base)
    elif n == 1:
        # One of each.
        give_row(g, base, g.list.cards + first, g.list.ranks - first)
    else:
        for i in range(first, g.list.ranks):
            if g.list.twice >> i & 1:
                give_pairs(g, i + 1, n - 1, wild, base + 2 * g.list.cards[i])
            give_pairs(g, i + 1, n - 1, wild - 1, base + g.list.cards[i])
        if g.twos.ranks and g.twos.cards[g.twos.ranks - 1] == JOKERS and wild == 2 * n - 2:
            give(g, base + JOKERS)


# --------------------------------------------------------------------- the zones
# `left` is how many kickers are still to be chosen, `base` the cards so far.

cdef inline int wild_in(const Group *g, uint64_t cards) noexcept nogil:
    return cards >> g.shift & 15


cdef inline void give_natural(Group *g, int first, int left, uint64_t base) noexcept nogil:
    """All kickers from that place of the list on, none of them wild: the zones make no
    difference then."""
    if left == 0:
        give(g, base)
    elif g.unit == 1:
        g.list.whole = g.whole
        give_kickers(g, &g.list, first, left, base)
    else:
        first = bit_count(g.list.twice & ((<uint32_t>1 << first) - 1))
        give_kickers(g, &g.twos, first, left, base)


cdef inline void choose_low(Group *g, int first, int left, int spare,
                            uint64_t base) noexcept nogil:
    """From a low kicker on. So many wild cards are free for what is to come."""
    cdef int i, most
    cdef uint64_t rank
    if spare == 0:
        give_natural(g, first, left, base + g.bare)
        return
    if g.unit == 1 and left == 1:
        give_product(g, base, first, g.lower, g.bodies, g.number)
    elif left > 0:
        for i in range(first, g.lower):
            if g.index == PICKED:
                return
            rank = g.list.cards[i]
            if g.unit == 1:
                most = min(most_at(&g.list, i), left)
                while most > 0:
                    choose_low(g, i + 1, left - most, spare, base + most * rank)
                    most -= 1
            else:
                if g.list.twice >> i & 1:
                    choose_low(g, i + 1, left - 1, spare, base + 2 * rank)
                if spare > 0:
                    choose_low(g, i + 1, left - 1, spare - 1, base + rank + g.wild)
    if left == 0:
        give_bodies(g, spare, base)
    else:
        choose_low_body(g, left, spare, base)


cdef inline void give_bodies(Group *g, int spare, uint64_t base) noexcept nogil:
    cdef int i
    if spare == g.spare:
        give_row(g, base, g.bodies, g.number)
        return
    for i in range(g.number):
        if wild_in(g, g.bodies[i]) <= g.lack + spare:
            give(g, base + g.bodies[i])


cdef inline void give_exact(Group *g, int wild, uint64_t base) noexcept nogil:
    """With the wild rank below the body: what `base` lacks is a body with just so many
    wild cards more than it needs."""
    cdef int place
    if wild <= g.most_of_high:
        place = g.place[wild + 1]
        give_row(g, base - g.low[0], g.bodies + place, g.place[wild] - place)


cdef inline void give_exact_product(Group *g, int first, int wild, uint64_t base) noexcept nogil:
    """The same, and one of the middle kickers from that place on."""
    cdef int place
    if wild <= g.most_of_high:
        place = g.place[wild + 1]
        give_product(g, base - g.low[0], first, g.upper, g.bodies + place,
                     g.place[wild] - place)


cdef inline void choose_low_body(Group *g, int left, int spare, uint64_t base) noexcept nogil:
    cdef int i, others, wild
    for i in range(g.lows):
        others = spare + g.lack - wild_in(g, g.low[i])
        if others < 0:
            continue
        if not g.is_above:
            # Here the wild cards have their place, the more the earlier.
            for wild in range(min(others, g.most_of_high + left * g.unit), -1, -1):
                choose_middle(g, g.lower, left, wild, base + g.low[i])
        elif g.unit == 1:
            give_mixed_singles(g, left, others, base + g.low[i])
        else:
            choose_middle(g, g.lower, left, others, base + g.low[i])


cdef inline void choose_middle(Group *g, int first, int left, int wild,
                               uint64_t base) noexcept nogil:
    """From a middle kicker on. With the wild rank below, so many wild cards are still to
    be used; with the wild rank above, so many may be."""
    cdef int i, most
    cdef uint64_t rank
    if wild == 0:
        give_natural(g, first, left, base if g.is_above else base + g.high[0])
        return
    if left == 0 and not g.is_above:
        give_exact(g, wild, base)
        return
    if g.unit == 1 and left == 1:
        give_exact_product(g, first, wild, base)
    else:
        for i in range(first, g.upper):
            rank = g.list.cards[i]
            if g.unit == 1:
                most = min(most_at(&g.list, i), left)
                while most > 0:
                    choose_middle(g, i + 1, left - most, wild, base + most * rank)
                    most -= 1
            elif left > 0:
                if g.list.twice >> i & 1:
                    choose_middle(g, i + 1, left - 1, wild, base + 2 * rank)
                if wild > 0:
                    choose_middle(g, i + 1, left - 1, wild - 1, base + rank + g.wild)
    if g.is_above:
        for most in range(min(wild, 2 * left), -1, -1):
            give_pairs(g, g.upper, left, most, base + most * g.wild)
    else:
        choose_high(g, left, wild, base)


cdef inline void choose_high(Group *g, int left, int wild, uint64_t base) noexcept nogil:
    """The high body and the high kickers, which use up so many wild cards."""
    cdef int i, others
    cdef uint64_t cards
    for i in range(g.highs):
        others = wild - wild_in(g, g.high[i])
        if others < 0 or others > left * g.unit:
            continue
        cards = base + g.high[i] + others * g.wild
        if g.unit == 1:
            give_singles(g, left - others, others, cards)
        else:
            give_pairs(g, g.upper, left, others, cards)


# --------------------------------------------------------------------- the group

cdef inline void set_bodies(const Naturals *n, int width, int lowest, int length,
                            Group *g) noexcept nogil:
    cdef uint64_t below_wild = n.card - 1
    cdef uint64_t body = n.capped[width] & 15 * ranks_of(lowest, length)
    cdef int stop = lowest + length
    cdef int most = g.lack + g.spare
    cdef int i, wild
    g.bare = body + g.lack * n.card
    if g.unit == 0 and g.spare <= 1:
        g.bodies = g.both
        g.number = swap_one(n, lowest, stop, g.spare, g.bare, g.both)
        return
    if g.spare == 0:
        return
    if g.is_above:
        g.lows = spread_bodies(n, width, lowest, stop, most, g.bare, g.low)
        g.bodies = g.low
        g.number = g.lows
        return
    g.lows = spread_bodies(n, width, lowest, n.slot, most,
                           (body & below_wild) + g.lack * n.card, g.low)
    g.highs = spread_bodies(n, width, max(lowest, n.slot + 1), stop, g.spare,
                            body & ~below_wild, g.high)
    g.most_of_high = min(g.spare, hand_size(body & ~below_wild))
    g.bodies = g.both
    g.number = 0
    for i in range(g.lows):
        for wild in range(min(most - wild_in(g, g.low[i]), g.most_of_high), -1, -1):
            g.place[wild + 1] = g.number
            g.number += copy_with(g.both + g.number, g.high, g.highs, g.low[i], g.shift,
                                  wild, wild)
    g.place[0] = g.number


cdef inline void set_kickers(const Rules *rules, const Naturals *n, const Shape *shape,
                             int length, int lowest, Group *g) noexcept nogil:
    cdef uint64_t body = ranks_of(lowest, length)
    cdef uint64_t below_body = (<uint64_t>1 << 4 * lowest) - 1
    cdef Kickers k = kickers_of(rules, shape, n.hand & ~(15 * body), body, length)
    g.whole = -1
    if g.unit == 1:
        list_kickers(&k, &g.list)
        g.whole = g.list.whole
        g.strict = shape.limit <= shape.width
    else:
        list_kickers(&k, &g.twos)
        k.twice = k.once
        k.once = n.capped[1] & ~body & ((<uint64_t>1 << 4 * SMALL_JOKER) - 1)
        k.twice &= k.once
        k.unit = 1
        k.mixed = False
        list_kickers(&k, &g.list)
    if g.is_above:
        g.lower = rank_count(k.once & below_body)
        g.upper = rank_count(k.once & (n.card - 1))
        if g.unit == 1:
            g.wild_place = g.upper
            k.once |= n.card
            list_kickers(&k, &g.with_wild)
    else:
        g.lower = rank_count(k.once & below_body & (n.card - 1))
        g.upper = rank_count(k.once & below_body)


cdef inline void take_group(const Rules *rules, const Naturals *n, int kind, int length,
                            int lowest, Move **out, int64_t index) noexcept nogil:
    """Lists the plays of a group from `out` on, or puts the one of that index there."""
    cdef const Shape *shape = &rules.shapes[kind]
    cdef Group g
    g.lack = lacked(n, shape.width, lowest, length)
    g.spare = most_wild_in(n, shape, length, lowest) - g.lack
    if g.spare < 0:
        return
    g.tag = move_tag(kind, length, lowest + length - 1,
                     length * (shape.width + shape.kickers * shape.unit))
    g.wild = n.card
    g.shift = 4 * n.slot
    g.unit = shape.unit
    g.kickers = shape.kickers * length
    g.is_above = n.slot >= lowest + length
    g.out = out[0]
    g.index = index
    set_bodies(n, shape.width, lowest, length, &g)
    if g.unit == 0:
        give_row(&g, 0, g.bodies, g.number)
    else:
        set_kickers(rules, n, shape, length, lowest, &g)
        choose_low(&g, 0, g.kickers, g.spare, 0)
    out[0] = g.out
