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

from libc.stdint cimport int64_t, uint64_t

from cards.hands cimport hand_size
from cards.kickers cimport (
    KickerList, Kickers, kickers_of, list_kickers, most_at, put_kickers,
)
from cards.wild_bodies cimport (
    MOST_BODIES, Naturals, lacked, most_wild_in, ranks_of, spread_bodies,
)
from ddz_core.kernels cimport JOKERS, Move, Rules, SMALL_JOKER, Shape
from intrinsics cimport (
    REPLACED_SHIFT, move_tag, put_bodies, put_move, put_row, rank_count,
)


cdef extern from *:
    """
    #define DDZ_BODY_CARDS ((UINT64_C(1) << DDZ_REPLACED_SHIFT) - 1)
    /* What a count down to the play to pick starts and ends at. */
    #define DDZ_EVERY_PLAY INT64_C(-1)
    #define DDZ_PICKED INT64_MAX
    """
    const uint64_t BODY_CARDS "DDZ_BODY_CARDS"
    const int64_t EVERY_PLAY "DDZ_EVERY_PLAY"
    const int64_t PICKED "DDZ_PICKED"


cdef struct Group:
    uint64_t tag
    uint64_t wild           # one wild card
    int unit                # cards of a kicker, 0 where there are none
    int kickers             # how many
    int spare               # wild cards that may be there besides those that the body lacks
    bint is_above           # the wild rank is above the body
    uint64_t low[MOST_BODIES + 8]
    uint64_t high[MOST_BODIES + 8]
    int lows
    int highs
    int most_of_high        # natural cards of it, all of which may be replaced
    # The ranks that give kickers, without that of the wild cards. For pairs: all that
    # hold a card, and of these those that hold two, as a list of its own.
    KickerList list
    KickerList twos
    KickerList with_wild    # for singles where the wild rank is above the body
    int wild_place          # ... its place there
    int whole               # places of Kickers.whole there and in `list`, or -1
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


cdef inline void give_bodies(Group *g, uint64_t base, const uint64_t *bodies, int n, int least,
                             int most) noexcept nogil:
    """Those of the bodies in which so many cards are replaced."""
    cdef int i
    if g.index == EVERY_PLAY:
        g.out = put_bodies(g.out, base, g.tag, bodies, n, least, most)
        return
    for i in range(n):
        if least <= <int>(bodies[i] >> REPLACED_SHIFT) <= most:
            give(g, base + (bodies[i] & BODY_CARDS))


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
    cdef int place
    if wild > 2 * n:
        return
    if wild == 0:
        place = rank_count(g.list.twice & ((<uint64_t>1 << first) - 1))
        give_kickers(g, &g.twos, place, n, base)
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

cdef inline void choose_low(Group *g, int first, int left, int spare,
                            uint64_t base) noexcept nogil:
    """From a low kicker on. So many wild cards are free for what is to come."""
    cdef int i, most
    cdef uint64_t rank
    if left > 0:
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
    choose_low_body(g, left, spare, base)


cdef inline void choose_low_body(Group *g, int left, int spare, uint64_t base) noexcept nogil:
    cdef int i, others, wild
    cdef uint64_t cards
    if g.is_above and left == 0:
        give_bodies(g, base, g.low, g.lows, 0, spare)
        return
    for i in range(g.lows):
        others = spare - <int>(g.low[i] >> REPLACED_SHIFT)
        if others < 0:
            continue
        cards = base + (g.low[i] & BODY_CARDS)
        if not g.is_above:
            # Here the wild cards have their place, the more the earlier.
            for wild in range(min(others, g.most_of_high + left * g.unit), -1, -1):
                choose_middle(g, g.lower, left, wild, cards + wild * g.wild)
        elif g.unit == 1:
            give_mixed_singles(g, left, others, cards)
        else:
            choose_middle(g, g.lower, left, others, cards)


cdef inline void choose_middle(Group *g, int first, int left, int wild,
                               uint64_t base) noexcept nogil:
    """From a middle kicker on. With the wild rank below, so many wild cards still have to
    be used, and are in `base`; with the wild rank above, so many may be."""
    cdef int i, most
    cdef uint64_t rank
    if left > 0:
        for i in range(first, g.upper):
            rank = g.list.cards[i]
            if g.unit == 1:
                most = min(most_at(&g.list, i), left)
                while most > 0:
                    choose_middle(g, i + 1, left - most, wild, base + most * rank)
                    most -= 1
            else:
                if g.list.twice >> i & 1:
                    choose_middle(g, i + 1, left - 1, wild, base + 2 * rank)
                if wild > 0:
                    choose_middle(g, i + 1, left - 1, wild - 1,
                                  base + rank + g.is_above * g.wild)
    if g.is_above:
        for most in range(min(wild, 2 * left), -1, -1):
            give_pairs(g, g.upper, left, most, base + most * g.wild)
    else:
        choose_high(g, left, wild, base)


cdef inline void choose_high(Group *g, int left, int wild, uint64_t base) noexcept nogil:
    """The high body and the high kickers, which use up so many wild cards."""
    cdef int i, others
    cdef uint64_t cards
    if left == 0:
        give_bodies(g, base, g.high, g.highs, wild, wild)
        return
    for i in range(g.highs):
        others = wild - <int>(g.high[i] >> REPLACED_SHIFT)
        if others < 0 or others > left * g.unit:
            continue
        cards = base + (g.high[i] & BODY_CARDS)
        if g.unit == 1:
            give_singles(g, left - others, others, cards)
        else:
            give_pairs(g, g.upper, left, others, cards)


# --------------------------------------------------------------------- the group

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
    cdef uint64_t body
    cdef uint64_t below_wild = n.card - 1
    cdef int stop = lowest + length
    cdef int lack = lacked(n, shape.width, lowest, length)
    g.spare = most_wild_in(n, shape, length, lowest) - lack
    if g.spare < 0:
        return
    g.tag = move_tag(kind, length, stop - 1, length * (shape.width + shape.kickers * shape.unit))
    g.wild = n.card
    g.unit = shape.unit
    g.kickers = shape.kickers * length
    g.is_above = n.slot >= stop
    g.out = out[0]
    g.index = index
    body = n.capped[shape.width] & 15 * ranks_of(lowest, length)
    if g.is_above:
        g.lows = spread_bodies(n, shape.width, lowest, stop, g.spare, n.card,
                               body + lack * n.card, g.low)
    else:
        g.lows = spread_bodies(n, shape.width, lowest, n.slot, g.spare, n.card,
                               (body & below_wild) + lack * n.card, g.low)
        g.highs = spread_bodies(n, shape.width, max(lowest, n.slot + 1), stop, g.spare, 0,
                                body & ~below_wild, g.high)
        g.most_of_high = hand_size(body & ~below_wild)
    if g.unit == 0:
        choose_low_body(&g, 0, g.spare, 0)
    else:
        set_kickers(rules, n, shape, length, lowest, &g)
        choose_low(&g, 0, g.kickers, g.spare, 0)
    out[0] = g.out
