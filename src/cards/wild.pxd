# Wild cards (docs/rules.md section 8.2): plays counted, picked, listed and read.
#
# A play is cards and a reading. So of one kind, length and rank a play is told by how
# many natural cards it takes of each rank: what the body lacks and what kickers lack is
# wild. Nothing else has to be known of what a wild card stands for: there is always a
# rank left for a wild kicker, since a body has at most five ranks with kickers and leaves
# eight, but for the case that `Kickers.whole` tells of. docs/algorithm.md has the proof.

from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t

from cards.hands cimport Held, hand_size
from cards.kickers cimport (
    KickerList, Kickers, joined, kicker_sets, kickers_of, list_kickers, most_of, put_kickers,
)
from cards.plays cimport Play, Target
from ddz_core.kernels cimport (
    BIG_JOKER, BOMB, CHAIN_SLOTS, EVERY_RANK, JOKERS, KINDS, Move, PASS, QUAD_CHAIN_PAIR,
    ROCKET, Rules, SLOTS, SMALL_JOKER, SOLO, Shape,
)
from intrinsics cimport lowest_bit, move_tag, put_move


cdef enum:
    UNKNOWN = -1            # how many wild cards are in a play, before their slot
    EVERY_PLAY = -1         # index of the play to pick where all are listed
    MOST_WILD = 4


cdef enum Role:
    BODY
    KICKER
    WILD


cdef struct Naturals:
    # A hand parted into natural cards and wild ones.
    uint64_t hand           # the natural cards
    int wild                # how many wild cards
    int slot                # their rank
    uint8_t counts[15]
    # lacking[width][n]: cards that the first n ranks lack for `width` cards of each.
    uint8_t lacking[5][14]


cdef struct Group:
    # The plays of one kind, length and rank, chosen slot by slot from low to high, the more
    # cards of a slot the earlier: so they come in canonical order.
    int width
    int unit                # cards of a kicker, 0 where there are none
    int kickers             # how many
    int most                # wild cards in the hand
    uint64_t wild           # one wild card
    uint64_t tag
    int steps               # slots up to the last of the body and the wild cards
    uint8_t role[15]
    uint8_t most_at[15]     # natural cards that the slot can give
    uint64_t rank[15]
    int8_t lacking[16]      # wild cards that bodies need from this step on, at least
    int8_t bodies[16]       # ranks of the body from this step on
    int8_t given[16]        # natural kickers, whole pairs of them, that slots from here on give
    int8_t first[16]        # the first rank of the kicker list from this step on
    KickerList list
    int whole               # place of Kickers.whole in the list, or -1
    bint own                # the body is of the wild rank alone: wild cards may be all there is
    bint strict             # a whole group of it cannot be lengthened by a wild card
    bint whole_taken        # exactly a whole group of it is chosen
    int8_t halves[16]       # for pairs: ranks from this step on that can give just one card
    # What is done with the plays: listed from `out` on, or counted down to the one to pick.
    Move *out
    int64_t index


cdef inline void part(const Rules *rules, uint64_t hand, Naturals *n) noexcept nogil:
    cdef int slot, width, lack
    n.slot = rules.wild_slot
    n.wild = <int>(hand >> 4 * n.slot & 15)
    n.hand = hand & ~(<uint64_t>15 << 4 * n.slot)
    for slot in range(SLOTS):
        n.counts[slot] = n.hand >> 4 * slot & 15
    for width in range(1, 5):
        n.lacking[width][0] = 0
        for slot in range(13):
            lack = width - n.counts[slot]
            n.lacking[width][slot + 1] = n.lacking[width][slot] + (lack if lack > 0 else 0)


# ------------------------------------------------------------------ one group

cdef inline bint set_group(const Rules *rules, const Naturals *n, int kind, int length,
                           int lowest, Group *g) noexcept nogil:
    """The group of the body whose lowest slot that is; False where it lacks too much."""
    cdef const Shape *shape = &rules.shapes[kind]
    cdef uint64_t body = EVERY_RANK & ((<uint64_t>1 << 4 * length) - 1)
    cdef uint64_t rank
    cdef Kickers k
    cdef int slot, step, most, i
    cdef int last = lowest + length - 1
    cdef int listed = 0
    if n.lacking[shape.width][last + 1] - n.lacking[shape.width][lowest] > n.wild:
        return False
    body <<= 4 * lowest
    g.width = shape.width
    g.unit = shape.unit
    g.kickers = shape.kickers * length
    g.most = n.wild
    g.wild = <uint64_t>1 << 4 * n.slot
    g.tag = move_tag(kind, length, last, length * (shape.width + shape.kickers * shape.unit))
    g.own = length == 1 and lowest == n.slot and shape.unit == 0
    g.whole = -1
    g.whole_taken = False
    g.list.ranks = 0
    if g.unit:
        k = kickers_of(rules, shape, n.hand & ~(15 * body), body, length)
        if g.unit == 1:
            list_kickers(&k, &g.list)
            g.whole = g.list.whole
            g.strict = shape.limit <= shape.width
    # Later slots are left to the list of kickers; pairs are chosen slot by slot to the end.
    if n.slot > last:
        last = n.slot
    if g.unit == 2:
        last = SLOTS - 1
    step = 0
    for slot in range(last + 1):
        rank = <uint64_t>1 << 4 * slot
        if slot == n.slot:
            g.role[step] = BODY if rank & body else WILD
            most = 0
            if rank & body:
                # A body over the wild rank takes none of it as natural: first the
                # lack of the body is chosen, then how many wild cards there are.
                g.most_at[step] = 0
                g.rank[step] = rank
                g.first[step] = listed
                step += 1
                g.role[step] = WILD
        elif rank & body:
            g.role[step] = BODY
            most = min(n.counts[slot], g.width)
        elif g.unit == 1:
            most = most_of(&k, rank)
            if most == 0:
                continue
            g.role[step] = KICKER
        elif g.unit == 2:
            most = min(n.counts[slot], 2)
            if k.mixed and slot == SMALL_JOKER:
                most = 2
            elif slot >= SMALL_JOKER:
                most = 0
            if most == 0:
                continue
            g.role[step] = KICKER
        else:
            continue
        g.most_at[step] = most
        g.rank[step] = rank
        g.first[step] = listed
        if g.role[step] == KICKER:
            listed += 1
        step += 1
    g.steps = step
    g.first[step] = listed
    g.lacking[step] = 0
    g.bodies[step] = 0
    g.given[step] = 0
    g.halves[step] = 0
    if g.unit == 1:
        for i in range(listed, g.list.ranks):
            g.given[step] += 1 + (g.list.twice >> i & 1) + (g.list.thrice >> i & 1) + (
                g.list.fourfold >> i & 1)
    while step > 0:
        step -= 1
        g.lacking[step] = g.lacking[step + 1]
        g.bodies[step] = g.bodies[step + 1]
        g.given[step] = g.given[step + 1]
        g.halves[step] = g.halves[step + 1]
        if g.role[step] == BODY:
            g.lacking[step] += g.width - g.most_at[step]
            g.bodies[step] += 1
        elif g.role[step] == KICKER and g.unit == 1:
            g.given[step] += g.most_at[step]
        elif g.role[step] == KICKER:
            g.given[step] += g.most_at[step] == 2
            g.halves[step] += g.most_at[step] == 1
    return True


cdef inline int lacked_by_pairs(const Group *g, int step, int pairs) noexcept nogil:
    """Wild cards that so many pairs need at least, with what slots from this step on give."""
    cdef int lack = pairs - g.given[step]
    if lack <= 0:
        return 0
    return lack if lack <= g.halves[step] else 2 * lack - g.halves[step]


cdef inline bint put_one(Group *g, uint64_t cards) noexcept nogil:
    """Takes a play; False as soon as the one to pick is found."""
    if g.index == EVERY_PLAY:
        put_move(g.out, cards, g.tag)
        g.out += 1
        return True
    put_move(g.out, cards, g.tag)
    g.index -= 1
    return g.index != EVERY_PLAY


cdef inline bint put_rest(Group *g, int step, int kickers, bint natural,
                          uint64_t cards) noexcept nogil:
    """All ways to choose so many natural kickers from what comes after the last step."""
    cdef Move found[64]
    cdef Move *stop
    cdef Move *play
    cdef bint narrow = natural or g.strict
    if g.whole_taken and narrow:
        return True
    if kickers == 0:
        if g.own or cards & ~(15 * g.wild):
            return put_one(g, cards)
        return True
    g.list.whole = g.whole if narrow else -1
    if g.index == EVERY_PLAY:
        g.out = put_kickers(&g.list, g.first[step], kickers, cards, g.tag, g.out)
        return True
    return pick_rest(g, g.first[step], kickers, cards)


cdef inline bint pick_rest(Group *g, int first, int kickers, uint64_t cards) noexcept nogil:
    """The same, counted down to the play to pick."""
    cdef int i, most
    for i in range(first, g.list.ranks):
        most = min(1 + <int>(g.list.twice >> i & 1) + <int>(g.list.thrice >> i & 1)
                   + <int>(g.list.fourfold >> i & 1), kickers)
        while most > 0:
            if i == g.list.whole and most == g.list.width:
                pass
            elif most == kickers:
                if not put_one(g, cards + most * g.list.cards[i]):
                    return False
            elif i != g.list.joker:
                if not pick_rest(g, i + 1, kickers - most, cards + most * g.list.cards[i]):
                    return False
            most -= 1
    return True


cdef inline bint choose(Group *g, int step, int lacking, int kickers, int wild,
                        uint64_t cards) noexcept nogil:
    """Chooses from this step on, for singles and for plays without kickers.

    So far the body lacks `lacking` cards, `kickers` are chosen, and `wild` cards are in the
    play, or UNKNOWN. False as soon as the play to pick is found.
    """
    cdef int n, least, most, lack
    cdef bint going = True
    if step == g.steps:
        return put_rest(g, step, g.kickers - kickers - (wild - lacking), wild == lacking, cards)
    if g.role[step] == BODY:
        n = g.most_at[step]
        while n >= 0:
            lack = lacking + g.width - n
            least = lack + g.lacking[step + 1]
            if g.kickers - kickers > g.given[step + 1]:
                least += g.kickers - kickers - g.given[step + 1]
            if least > (g.most if wild == UNKNOWN else wild):
                break
            most = lack + g.width * g.bodies[step + 1] + g.kickers - kickers
            if wild <= most:
                going = choose(g, step + 1, lack, kickers, wild, cards + n * g.rank[step])
            if not going:
                return False
            n -= 1
        return True
    if g.role[step] == WILD:
        least = lacking + g.lacking[step + 1]
        if g.kickers - kickers > g.given[step + 1]:
            least += g.kickers - kickers - g.given[step + 1]
        n = min(g.most, lacking + g.width * g.bodies[step + 1] + g.kickers - kickers)
        while n >= least:
            if not choose(g, step + 1, lacking, kickers, n, cards + n * g.wild):
                return False
            n -= 1
        return True
    n = min(<int>g.most_at[step], g.kickers - kickers)
    while n >= 0:
        least = lacking + g.lacking[step + 1]
        if g.kickers - kickers - n > g.given[step + 1]:
            least += g.kickers - kickers - n - g.given[step + 1]
        if least > (g.most if wild == UNKNOWN else wild):
            break
        most = lacking + g.width * g.bodies[step + 1] + g.kickers - kickers - n
        if wild <= most:
            if g.first[step] == g.whole and n == g.list.width:
                g.whole_taken = True
            going = choose(g, step + 1, lacking, kickers + n, wild, cards + n * g.rank[step])
            g.whole_taken = False if g.first[step] == g.whole else g.whole_taken
            if not going:
                return False
        n -= 1
    return True


cdef inline bint choose_pairs(Group *g, int step, int lacking, int pairs, int wild,
                              uint64_t cards) noexcept nogil:
    """The same for pairs. `lacking` are the wild cards that the body and the pairs chosen so
    far need; `pairs` is how many are still to be chosen."""
    cdef int n, lack, left
    cdef bint going = True
    if step == g.steps:
        # What is left are pairs of wild cards alone.
        if lacking + 2 * pairs == wild and cards & ~(15 * g.wild):
            return put_one(g, cards)
        return True
    if g.role[step] == WILD:
        n = min(g.most, lacking + g.width * g.bodies[step + 1] + 2 * pairs)
        lack = lacking + g.lacking[step + 1] + lacked_by_pairs(g, step + 1, pairs)
        while n >= lack:
            if not choose_pairs(g, step + 1, lacking, pairs, n, cards + n * g.wild):
                return False
            n -= 1
        return True
    n = g.most_at[step]
    if g.role[step] == KICKER and pairs == 0:
        n = 0
    while n >= 0:
        if g.role[step] == BODY:
            lack = lacking + g.width - n
            left = pairs
        else:
            if n == 1 and g.rank[step] & JOKERS:
                n -= 1
                continue
            lack = lacking + (n == 1)
            left = pairs - (n > 0)
        if (lack + g.lacking[step + 1] + lacked_by_pairs(g, step + 1, left)
                <= (g.most if wild == UNKNOWN else wild)
                and wild <= lack + g.width * g.bodies[step + 1] + 2 * left):
            # The pair of jokers is one of each.
            if g.rank[step] & JOKERS:
                going = choose_pairs(g, step + 1, lack, left, wild, cards + (n >> 1) * JOKERS)
            else:
                going = choose_pairs(g, step + 1, lack, left, wild, cards + n * g.rank[step])
            if not going:
                return False
        n -= 1
    return True


cdef inline void run_group(Group *g, Move *out, int64_t index) noexcept nogil:
    """Lists the plays of a group from `out` on, or puts the one of that index there."""
    g.out = out
    g.index = index
    if g.unit == 2:
        choose_pairs(g, 0, 0, g.kickers, UNKNOWN, 0)
    else:
        choose(g, 0, 0, 0, UNKNOWN, 0)


# ------------------------------------------------------------------- counting

cdef inline void body_ways(const Naturals *n, int width, int lowest, int length,
                           int64_t *ways) noexcept nogil:
    """How many bodies there are that lack 0, 1, ... MOST_WILD cards."""
    cdef int64_t after[5]
    cdef int slot, lack, most, taken
    for lack in range(MOST_WILD + 1):
        ways[lack] = lack == 0
    for slot in range(lowest, lowest + length):
        most = min(<int>n.counts[slot], width)
        for lack in range(MOST_WILD + 1):
            after[lack] = 0
            for taken in range(most + 1):
                if lack >= width - taken:
                    after[lack] += ways[lack - (width - taken)]
        for lack in range(MOST_WILD + 1):
            ways[lack] = after[lack]


cdef inline int64_t solo_ways(const Rules *rules, const Shape *shape, const Kickers *k,
                              int kickers, int wild) noexcept nogil:
    """Sets of single kickers of which `wild` are wild."""
    if kickers < wild:
        return 0
    if wild == 0 or shape.limit <= shape.width:
        return kicker_sets(rules, k, kickers - wild)
    return joined(rules, k, kickers - wild)


cdef inline int64_t pair_ways(const Rules *rules, int twos, int ones, bint mixed, int pairs,
                              int wild) noexcept nogil:
    """Sets of pairs that need `wild` wild cards, of ranks that give two and ranks that give one:
    some natural, some half so, the rest of wild cards alone."""
    cdef int64_t total = 0
    cdef int both, half, of_twos, natural
    for both in range(mixed + 1):
        for half in range(wild & 1, wild + 1, 2):
            natural = pairs - both - half - (wild - half) // 2
            if natural < 0:
                continue
            for of_twos in range(half + 1):
                if of_twos > twos or half - of_twos > ones or natural > twos - of_twos:
                    continue
                total += (<int64_t>rules.tables.ways[of_twos][twos][0]
                          * rules.tables.ways[half - of_twos][ones][0]
                          * rules.tables.ways[natural][twos - of_twos][0])
    return total


cdef inline int64_t count_group(const Rules *rules, const Naturals *n, int kind, int length,
                                int lowest) noexcept nogil:
    cdef const Shape *shape = &rules.shapes[kind]
    cdef int64_t ways[5]
    cdef int64_t total = 0
    cdef uint64_t body
    cdef Kickers k
    cdef int kickers = shape.kickers * length
    cdef int lack, wild, slot
    cdef int twos = 0
    cdef int ones = 0
    if n.lacking[shape.width][lowest + length] - n.lacking[shape.width][lowest] > n.wild:
        return 0
    body_ways(n, shape.width, lowest, length, ways)
    if shape.unit == 0:
        for lack in range(n.wild + 1):
            total += ways[lack]
        # Wild cards alone stand for themselves only.
        return total - (shape.width * length <= n.wild and lowest != n.slot)
    body = (EVERY_RANK & ((<uint64_t>1 << 4 * length) - 1)) << 4 * lowest
    k = kickers_of(rules, shape, n.hand & ~(15 * body), body, length)
    if shape.unit == 2:
        for slot in range(SMALL_JOKER):
            if not lowest <= slot < lowest + length:
                twos += n.counts[slot] >= 2
                ones += n.counts[slot] == 1
    for wild in range(n.wild + 1):
        for lack in range(n.wild - wild + 1):
            if ways[lack]:
                if shape.unit == 1:
                    total += ways[lack] * solo_ways(rules, shape, &k, kickers, wild)
                else:
                    total += ways[lack] * pair_ways(rules, twos, ones, k.mixed, kickers, wild)
    return total - (shape.unit == 1 and shape.width * length + kickers <= n.wild)


# ------------------------------------------------------------ all groups of a hand

cdef enum Mode:
    COUNT
    LIST
    PICK


cdef inline int64_t take_group(const Rules *rules, const Naturals *n, int kind, int length,
                               int lowest, Mode mode, Move **out, int64_t *index) noexcept nogil:
    """Counts or lists a group, or picks from it; `index` is below 0 as soon as that is done.
    Returns how many plays it has, if they were counted."""
    cdef Group g
    cdef int64_t plays
    if mode == LIST:
        if set_group(rules, n, kind, length, lowest, &g):
            run_group(&g, out[0], EVERY_PLAY)
            out[0] = g.out
        return 0
    plays = count_group(rules, n, kind, length, lowest)
    if mode == PICK:
        if index[0] >= plays:
            index[0] -= plays
        else:
            set_group(rules, n, kind, length, lowest, &g)
            run_group(&g, out[0], index[0])
            index[0] = EVERY_PLAY
    return plays


cdef inline bint bomb_beats(const Naturals *n, int slot, int natural, Target last) noexcept nogil:
    """Whether a bomb of that rank, so many of its cards being natural, beats the last play.

    Of bombs pure ones, the wild cards themselves, beat hard ones, which are natural, and
    these beat soft ones; within each of the three the rank decides.
    """
    cdef int tier = 2 if slot == n.slot else natural == 4
    cdef int tier_of_last
    if last.kind != BOMB:
        return last.kind != ROCKET
    tier_of_last = 2 if last.rank == n.slot else last.size == 4
    return slot > last.rank if tier == tier_of_last else tier > tier_of_last


cdef inline int64_t take_bombs(const Naturals *n, Target last, Mode mode, Move **out,
                               int64_t *index) noexcept nogil:
    """The bombs that beat the last play, as `take_group` does it."""
    cdef uint64_t wild = <uint64_t>1 << 4 * n.slot
    cdef uint64_t rank
    cdef int64_t plays = 0
    cdef int slot, i, natural, least, most
    for slot in range(SMALL_JOKER):
        rank = <uint64_t>1 << 4 * slot
        most = min(<int>n.counts[slot], 4)
        least = max(4 - n.wild, 1)
        if slot == n.slot:
            least = 0 if n.wild == 4 else 1
        for i in range(least, most + 1):
            # The more cards of the lower slot come first.
            natural = least + most - i if slot < n.slot else i
            if not bomb_beats(n, slot, natural, last):
                continue
            plays += 1
            if mode == COUNT:
                continue
            if mode == PICK:
                index[0] -= 1
                if index[0] != EVERY_PLAY:
                    continue
            put_move(out[0], natural * rank + (4 - natural) * wild, move_tag(BOMB, 1, slot, 4))
            if mode == PICK:
                return plays
            out[0] += 1
    return plays


cdef inline int64_t take_solos(const Naturals *n, Target last, Mode mode, Move **out,
                               int64_t *index) noexcept nogil:
    """A wild card alone is itself."""
    cdef int64_t plays = 0
    cdef int slot
    for slot in range(last.rank + 1 if last.kind == SOLO else 0, SLOTS):
        if n.counts[slot] == 0 and (slot != n.slot or n.wild == 0):
            continue
        plays += 1
        if mode == COUNT:
            continue
        if mode == PICK:
            index[0] -= 1
            if index[0] != EVERY_PLAY:
                continue
        put_move(out[0], <uint64_t>1 << 4 * slot, move_tag(SOLO, 1, slot, 1))
        if mode == PICK:
            return plays
        out[0] += 1
    return plays


cdef inline int64_t take_rocket(const Naturals *n, Target last, Mode mode, Move **out,
                                int64_t *index) noexcept nogil:
    if n.hand & JOKERS != JOKERS or last.kind == ROCKET:
        return 0
    if mode == PICK:
        index[0] -= 1
    if mode == LIST or (mode == PICK and index[0] == EVERY_PLAY):
        put_move(out[0], JOKERS, move_tag(ROCKET, 1, BIG_JOKER, 2))
        out[0] += mode == LIST
    return 1


cdef inline int64_t take_chosen(const Rules *rules, const Held *held, Target last, Mode mode,
                                Move **out, int64_t index) noexcept nogil:
    """Counts the plays that beat the last one, lists them, or picks the one of an index."""
    cdef Naturals n
    cdef const Shape *shape
    cdef int64_t plays = 0
    cdef int kind, length, shortest, longest, lowest, top
    part(rules, held.hand, &n)
    for kind in range(SOLO, KINDS):
        if not rules.shapes[kind].allowed:
            continue
        if last.kind != PASS and kind != last.kind and kind != BOMB and kind != ROCKET:
            continue
        if kind == SOLO:
            plays += take_solos(&n, last, mode, out, &index)
        elif kind == BOMB:
            plays += take_bombs(&n, last, mode, out, &index)
        elif kind == ROCKET:
            plays += take_rocket(&n, last, mode, out, &index)
        else:
            shape = &rules.shapes[kind]
            top = CHAIN_SLOTS if shape.max_length > 1 else SMALL_JOKER
            shortest, longest = shape.min_length, shape.max_length
            if last.kind == kind:
                shortest = longest = last.length
            for length in range(shortest, longest + 1):
                lowest = last.rank - length + 2 if last.kind == kind else 0
                while lowest + length <= top:
                    plays += take_group(rules, &n, kind, length, lowest, mode, out, &index)
                    if mode == PICK and index < 0:
                        return plays
                    lowest += 1
        if mode == PICK and index < 0:
            return plays
    return plays


cdef inline Target without_wild(const Rules *rules, Target last) noexcept nogil:
    """The last play as a hand without wild cards has to beat it: its bombs are hard."""
    if last.kind == BOMB:
        if last.size != 4:
            last.rank = -1
        elif last.rank == rules.wild_slot:
            last.rank = BIG_JOKER
    return last


cdef inline bint has_wild(const Rules *rules, const Held *held) noexcept nogil:
    return held.hand >> 4 * rules.wild_slot & 15 != 0


cdef inline bint uses_up(const Rules *rules, const Naturals *n, int kind, int length,
                         int lowest) noexcept nogil:
    """Whether the whole hand is a play of that kind, length and body; its size is right."""
    cdef const Shape *shape = &rules.shapes[kind]
    cdef int kickers = shape.kickers * length
    cdef int lack = n.lacking[shape.width][lowest + length] - n.lacking[shape.width][lowest]
    cdef int wild = n.wild - lack       # those among the kickers
    cdef uint64_t body = (EVERY_RANK & ((<uint64_t>1 << 4 * length) - 1)) << 4 * lowest
    cdef uint64_t rest = n.hand & ~(15 * body)
    cdef Kickers k
    cdef int slot, given
    if wild < 0:
        return False
    if n.hand == 0:
        return length == 1 and lowest == n.slot and shape.unit == 0
    for slot in range(lowest, lowest + length):
        if n.counts[slot] > shape.width:
            return False
    if shape.unit == 0:
        return rest == 0 and wild == 0
    k = kickers_of(rules, shape, rest, body, length)
    if shape.unit == 1:
        if hand_size(rest) + wild != kickers or k.apart:
            return False
        if k.whole and rest & 15 * k.whole == k.width * k.whole:
            if wild == 0 or shape.limit <= shape.width:
                return False
        return k.once + k.twice + k.thrice + k.fourfold == rest
    # Every rank is a pair, or half of one with a wild card.
    for slot in range(SLOTS):
        given = rest >> 4 * slot & 15
        if given > 2 or (given and slot >= SMALL_JOKER and not k.mixed):
            return False
        wild -= given == 1 and slot < SMALL_JOKER
    return wild >= 0 and wild % 2 == 0
