# Wild cards (docs/rules.md section 8.2): the plays of a hand counted, picked and listed,
# and whether cards are a play.
#
# A play is cards and a reading. So of one kind, length and rank a play is told by how
# many natural cards it takes of each rank: what the body lacks and what kickers lack is
# wild. Nothing else has to be known of what a wild card stands for: there is always a
# rank left for a wild kicker, but for the case that `Kickers.whole` tells of.
# docs/algorithm.md has the proof.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from cards.hands cimport hand_size
from cards.kickers cimport Kickers, kickers_of
from cards.plays cimport HARD, PURE, SOFT, Target, target_of, tier_of
from variants.wild_bodies cimport (
    Naturals, Starts, lacked, lengthen, longest_of, part, ranks_of, start, top_of,
)
from variants.wild_counting cimport count_group
from variants.wild_groups cimport EVERY_PLAY, take_group
from ddz_core.kernels cimport (
    BIG_JOKER, BOMB, JOKERS, KINDS, Move, PAIR, PASS, ROCKET, Rules, SLOTS, SMALL_JOKER, SOLO,
    Shape, TRIO,
)
from intrinsics cimport lowest_bit, move_tag, put_move


cdef enum Mode:
    COUNT
    LIST
    PICK


cdef inline bint bomb_beats(const Naturals *n, int slot, int natural, Target last) noexcept nogil:
    """Whether a bomb of that rank, so many of its cards being natural, beats the last play.

    Within each of the three tiers, one of which stands in place of the size of a last
    play that is a bomb, the rank decides.
    """
    cdef int tier = PURE if slot == n.slot else HARD if natural == 4 else SOFT
    if last.kind != BOMB:
        return last.kind != ROCKET
    return slot > last.rank if tier == last.size else tier > last.size


cdef inline int64_t take_of_a_kind(const Naturals *n, int kind, int width, Target last,
                                   Mode mode, Move **out, int64_t *index) noexcept nogil:
    """Pairs, trios and bombs. `index` is below 0 as soon as the play to pick is found."""
    cdef uint64_t rank
    cdef int64_t plays = 0
    cdef int slot, i, natural, least, most
    for slot in range(last.rank + 1 if last.kind == kind != BOMB else 0, SMALL_JOKER):
        rank = <uint64_t>1 << 4 * slot
        most = min(<int>n.counts[slot], width)
        least = max(width - n.wild, 1)
        if slot == n.slot:
            least = 0 if n.wild >= width else 1
        for i in range(least, most + 1):
            # The more cards of the lower slot come first.
            natural = least + most - i if slot < n.slot else i
            if kind == BOMB and not bomb_beats(n, slot, natural, last):
                continue
            plays += 1
            if mode == COUNT:
                continue
            if mode == PICK:
                index[0] -= 1
                if index[0] >= 0:
                    continue
            put_move(out[0], natural * rank + (width - natural) * n.card,
                     move_tag(kind, 1, slot, width))
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
            if index[0] >= 0:
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
    if mode == LIST or (mode == PICK and index[0] < 0):
        put_move(out[0], JOKERS, move_tag(ROCKET, 1, BIG_JOKER, 2))
        out[0] += mode == LIST
    return 1


cdef inline int64_t take_chain(const Rules *rules, const Naturals *n, int kind, Target last,
                               Mode mode, Move **out, int64_t *index) noexcept nogil:
    """The plays of a kind that has chains or kickers."""
    cdef const Shape *shape = &rules.shapes[kind]
    cdef int64_t total = 0
    cdef int64_t plays
    cdef int length = shape.min_length
    cdef int longest = longest_of(rules, shape)
    cdef int first = 0
    cdef int lowest
    cdef uint32_t within, left
    cdef Starts starts
    if last.kind == kind:
        length, longest = last.length, min(longest, <int>last.length)
        first = last.rank - length + 2
    within = (<uint32_t>1 << top_of(shape)) - (<uint32_t>1 << first)
    start(&starts)
    for lowest in range(1, length):
        lengthen(n, shape.width, lowest, &starts)
    while length <= longest:
        lengthen(n, shape.width, length, &starts)
        within &= (<uint32_t>2 << top_of(shape) - length) - 1
        left = starts.lacking[n.wild] & within
        if left == 0:
            break
        while left:
            lowest = lowest_bit(left)
            left &= left - 1
            if mode == LIST:
                take_group(rules, n, kind, length, lowest, out, EVERY_PLAY)
                continue
            plays = count_group(rules, n, kind, length, lowest)
            if mode == PICK:
                if index[0] < plays:
                    take_group(rules, n, kind, length, lowest, out, index[0])
                    index[0] = -1
                    return total
                index[0] -= plays
            total += plays
        length += 1
    return total


cdef inline int64_t take_plays(const Rules *rules, uint64_t hand, const Move *to_beat,
                               Mode mode, Move **out, int64_t index) noexcept nogil:
    """Counts the plays that beat the last one, lists them, or picks the one of an index.
    The hand has a wild card."""
    cdef Target last = target_of(to_beat)
    cdef Naturals n
    cdef int64_t plays = 0
    cdef int kind
    if last.kind == BOMB:
        last.size = tier_of(rules, to_beat.cards)
    part(rules, hand, &n)
    for kind in range(SOLO, KINDS):
        if not rules.shapes[kind].allowed:
            continue
        if last.kind != PASS and kind != last.kind and kind != BOMB and kind != ROCKET:
            continue
        if kind == SOLO:
            plays += take_solos(&n, last, mode, out, &index)
        elif kind == PAIR or kind == TRIO or kind == BOMB:
            plays += take_of_a_kind(&n, kind, rules.shapes[kind].width, last, mode, out, &index)
        elif kind == ROCKET:
            plays += take_rocket(&n, last, mode, out, &index)
        else:
            plays += take_chain(rules, &n, kind, last, mode, out, &index)
        if mode == PICK and index < 0:
            return plays
    return plays


cdef inline bint uses_up(const Rules *rules, const Naturals *n, int kind, int length,
                         int lowest) noexcept nogil:
    """Whether the whole hand is a play of that kind, length and body; its size is right."""
    cdef const Shape *shape = &rules.shapes[kind]
    cdef int kickers = shape.kickers * length
    cdef int lack = lacked(n, shape.width, lowest, length)
    cdef int wild = n.wild - lack       # those among the kickers
    cdef uint64_t body = ranks_of(lowest, length)
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


cdef inline int put_wild_readings(const Rules *rules, uint64_t cards, Move *out) noexcept nogil:
    """The readings of cards with wild ones among them: those of a hand of these cards that
    uses it up."""
    cdef const Shape *shape
    cdef Naturals n
    cdef int size = hand_size(cards)
    cdef int found = 0
    cdef int kind, length, lowest, group
    part(rules, cards, &n)
    for kind in range(SOLO, KINDS):
        shape = &rules.shapes[kind]
        if not shape.allowed or kind == ROCKET:
            continue
        group = shape.width + shape.unit * shape.kickers
        length = size // group
        if length * group != size or not shape.min_length <= length <= longest_of(rules, shape):
            continue
        for lowest in range(top_of(shape) - length + 1):
            if uses_up(rules, &n, kind, length, lowest):
                put_move(out + found, cards, move_tag(kind, length, lowest + length - 1, size))
                found += 1
    return found
