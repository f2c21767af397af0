# Open cards: which side wins. A depth-first search with a table of what is known.

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from ddz_core.kernels cimport (
    BOMB, BOMB_CHAIN, Entry, JOKERS, Move, PASS, ROCKET, Rules, Search,
)
from fewest cimport fewest_plays, out_of_time
from hands cimport Held, contains, hold, starts_above
from keys cimport Spot, set_key
from listing cimport put_follows, put_leads
from plays cimport (
    Target, bomb_chains_that_beat, bombs_that_beat, rocket_beats, starts_that_beat, target_of,
)


cdef extern from "intrinsics.h" nogil:
    void prefetch(const void *address)
    int highest_bit(uint64_t bits)

cdef enum:
    STOPPED = -1
    WAYS = 2

cdef extern from *:
    """
    #define DDZ_USED (UINT64_C(1) << 63)
    #define DDZ_WON (UINT64_C(1) << 62)
    #define DDZ_WORK (UINT64_C(63) << 56)
    """
    const uint64_t USED "DDZ_USED"
    const uint64_t WON "DDZ_WON"
    const uint64_t WORK "DDZ_WORK"


# ---------------------------------------------------------------- the table

cdef inline uint64_t hash_of(const Entry *key) noexcept nogil:
    cdef uint64_t h = (key.hands[0] * <uint64_t>0x9E3779B97F4A7C15
                       ^ key.hands[1] * <uint64_t>0xC2B2AE3D27D4EB4F
                       ^ key.hands[2] * <uint64_t>0x165667B19E3779F9)
    h ^= h >> 29
    h = (h + (key.info & ~(USED | WON | WORK))) * <uint64_t>0xBF58476D1CE4E5B9
    return h ^ h >> 32


cdef inline bint is_same(const Entry *a, const Entry *key) noexcept nogil:
    return (a.hands[0] == key.hands[0] and a.hands[1] == key.hands[1]
            and a.hands[2] == key.hands[2]
            and (a.info ^ key.info ^ USED) & ~(WON | WORK) == 0)


cdef inline int known_value(Entry *bucket, const Entry *key) noexcept nogil:
    """1 where the landlord wins, 0 where he loses, -1 where it is not known."""
    cdef int i
    for i in range(WAYS):
        if is_same(&bucket[i], key):
            return (bucket[i].info & WON) != 0
    return -1


cdef inline void grow(Search *s) noexcept nogil:
    """Doubles the part of the table in use: one more bit of the hash counts.

    So a small search touches little memory, and a large one all that it may.
    """
    cdef uint64_t size = s.mask + 1
    cdef uint64_t at
    cdef int i, stay, go
    cdef Entry *low
    cdef Entry *high
    for at in range(size):
        low = s.table + WAYS * at
        high = low + WAYS * size
        stay = 0
        go = 0
        for i in range(WAYS):
            if not low[i].info & USED:
                continue
            if hash_of(&low[i]) & size:
                high[go] = low[i]
                go += 1
            else:
                low[stay] = low[i]
                stay += 1
        for i in range(stay, WAYS):
            low[i].info = 0
    s.mask = 2 * size - 1


cdef inline void remember(Search *s, uint64_t hash, const Entry *key, int value,
                          uint64_t work) noexcept nogil:
    """The first place keeps what took most work, the second what came last."""
    cdef Entry *bucket = s.table + WAYS * (hash & s.mask)
    cdef uint64_t level = highest_bit(work | 1)
    cdef Entry *place = &bucket[1]
    if not bucket[0].info & USED or level >= (bucket[0].info & WORK) >> 56:
        if bucket[0].info & USED:
            s.used += not bucket[1].info & USED
            bucket[1] = bucket[0]
        else:
            s.used += 1
        place = &bucket[0]
    else:
        s.used += not bucket[1].info & USED
    place[0] = key[0]
    place.info |= USED | level << 56
    if value:
        place.info |= WON
    if s.used > s.mask and s.mask < s.last_mask:
        grow(s)


# ------------------------------------------------------------- static tests

cdef inline bint can_beat(const Rules *rules, const Held *held, Target last) noexcept nogil:
    cdef int length = 2
    if bombs_that_beat(held, last) or rocket_beats(held, last):
        return True
    if starts_that_beat(rules, held, last):
        return True
    if rules.shapes[BOMB_CHAIN].allowed and held.bodies[4]:
        while length < 13:
            if bomb_chains_that_beat(held, last, length):
                return True
            length += 1
    return False


cdef struct Against:
    # What the opponents of a seat hold between them.
    const Held *one
    const Held *other       # NULL where there is but one
    uint64_t bodies[4]      # as in Held, of either
    bint bombs              # some bomb or the rocket


cdef inline void set_against(Against *against, const Held *held, int turn,
                             int players) noexcept nogil:
    cdef int width
    against.one = &held[0] if turn != 0 else &held[1]
    against.other = &held[2] if turn == 0 and players == 3 else NULL
    for width in range(1, 4):
        against.bodies[width] = against.one.bodies[width]
    against.bombs = against.one.bodies[4] != 0 or against.one.hand & JOKERS == JOKERS
    if against.other != NULL:
        for width in range(1, 4):
            against.bodies[width] |= against.other.bodies[width]
        if against.other.bodies[4] != 0 or against.other.hand & JOKERS == JOKERS:
            against.bombs = True


cdef inline bint stands(const Rules *rules, const Against *against,
                        const Move *play) noexcept nogil:
    """Whether no opponent can beat the play."""
    cdef Target last = target_of(play)
    if play.kind != BOMB and play.kind != ROCKET and play.kind != BOMB_CHAIN:
        if against.bombs:
            return False
        if play.length == 1 and rules.shapes[play.kind].width < 4:
            return against.bodies[rules.shapes[play.kind].width] & starts_above(play.rank, 1) == 0
    if can_beat(rules, against.one, last):
        return False
    return against.other == NULL or not can_beat(rules, against.other, last)


cdef inline bint lays_down(Search *s, uint64_t hand, const Move *first, const Move *stop,
                           Move *scratch, int *steps) noexcept nogil:
    """Whether plays of the list leave one play, or nothing, of the hand."""
    cdef uint64_t rest
    while first != stop:
        if contains(hand, first.cards):
            rest = hand - first.cards
            if rest == 0 or fewest_plays(s, rest, scratch) == 1:
                s.best = first[0]
                return True
            steps[0] -= 1
            if steps[0] < 0:
                return False
            if lays_down(s, rest, first, stop, scratch, steps):
                s.best = first[0]
                return True
        first += 1
    return False


cdef inline bint goes_out(Search *s, const Against *against, uint64_t hand, const Move *first,
                          const Move *stop, Move *scratch) noexcept nogil:
    """Whether the leader goes out though all the others do what they can: by plays
    that stand, and one more. `first` to `stop` are the leads of the hand."""
    cdef Move *end = scratch
    cdef int steps = 100
    while first != stop:
        if first.cards == hand:
            s.best = first[0]
            return True
        if stands(s.rules, against, first):
            end[0] = first[0]
            end += 1
        first += 1
    return lays_down(s, hand, scratch, end, end, &steps)


# ------------------------------------------------------------------ ordering

cdef inline uint32_t points(Search *s, uint64_t hand, const Move *play,
                            Move *scratch) noexcept nogil:
    """The fewer, the earlier a play is tried: what leaves few plays, large plays,
    low ranks; bombs only then. docs/solver.md has the figures behind the weights."""
    cdef int rest = fewest_plays(s, hand - play.cards, scratch)
    cdef int value = 64 * rest - 8 * play.size + play.rank + 512
    if play.kind == BOMB or play.kind == ROCKET or play.kind == BOMB_CHAIN:
        value += 96
    return shuffled(s, value)


cdef inline uint32_t points_of_pass(Search *s, const Spot *spot, Move *scratch) noexcept nogil:
    """A pass leaves the partner his trick; over an opponent's trick it is the last."""
    if spot.owner != 0 and spot.turn != 0:
        return shuffled(s, 0)
    return shuffled(s, 64 * fewest_plays(s, spot.hands[spot.turn], scratch) + 200 + 512)


cdef inline uint32_t shuffled(const Search *s, uint32_t value) noexcept nogil:
    """Another order for another `order`, for tests: the answer must be the same."""
    if s.order == 0:
        return value
    return (value + 1) * (2 * s.order + 1) * <uint32_t>2654435761 >> 8


cdef inline void sort(Move *first, Move *stop) noexcept nogil:
    """Sorts by `spare`, ascending: by insertion, where there are many plays first
    over wide gaps that get smaller."""
    cdef int64_t n = stop - first
    cdef int64_t gap = 1
    cdef int64_t i, j
    cdef Move moved
    while n > 64 and 3 * gap < n:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, n):
            moved = first[i]
            j = i
            while j >= gap and first[j - gap].spare > moved.spare:
                first[j] = first[j - gap]
                j -= gap
            first[j] = moved
        gap //= 3


# -------------------------------------------------------------------- search

cdef inline void pass_on(Spot *spot) noexcept nogil:
    spot.turn += 1
    if spot.turn == spot.players:
        spot.turn = 0
    if spot.turn == spot.owner:
        spot.last.kind = PASS


cdef inline void play_on(Spot *spot, const Move *play) noexcept nogil:
    spot.hands[spot.turn] -= play.cards
    spot.last = target_of(play)
    spot.owner = spot.turn
    spot.turn += 1
    if spot.turn == spot.players:
        spot.turn = 0


cdef inline int landlord_wins(Search *s, const Spot *given, Move *scratch) noexcept nogil:
    """1 or 0, or STOPPED. Where the side to move wins, `best` is how: so the first
    position of all is searched though its value be known."""
    cdef Spot spot = given[0]
    cdef Spot after
    cdef Held held[3]
    cdef Against against
    cdef Entry key
    cdef Entry *bucket
    cdef Move *stop = scratch
    cdef Move *play
    cdef int i, value, won
    cdef uint64_t started = s.nodes
    cdef uint64_t hash
    cdef bint root = s.root
    s.root = False
    s.nodes += 1
    if s.stop or (s.nodes & 255 == 0 and out_of_time(s)):
        return STOPPED
    for i in range(3):
        hold(&held[i], spot.hands[i])
    while spot.last.kind != PASS:
        stop = put_follows(s.rules, &held[spot.turn], spot.last, scratch)
        if stop != scratch:
            break
        pass_on(&spot)
    won = spot.turn == 0
    set_key(s.rules, &spot, held, &key)
    hash = hash_of(&key)
    bucket = s.table + WAYS * (hash & s.mask)
    prefetch(bucket)
    set_against(&against, held, spot.turn, spot.players)
    if spot.last.kind == PASS:
        stop = put_leads(s.rules, &held[spot.turn], scratch)
        if goes_out(s, &against, spot.hands[spot.turn], scratch, stop, stop):
            return won
        value = known_value(bucket, &key)
        if value >= 0 and not root:
            return value
    else:
        play = scratch
        while play != stop:
            if play.cards == spot.hands[spot.turn]:
                s.best = play[0]
                return won
            play += 1
        value = known_value(bucket, &key)
        if value >= 0 and not root:
            return value
        play = scratch
        while play != stop:
            if stands(s.rules, &against, play):
                if goes_out_after(s, &against, spot.hands[spot.turn] - play.cards, stop):
                    s.best = play[0]
                    remember(s, hash, &key, won, 1)
                    return won
            play += 1
    play = scratch
    while play != stop:
        play.spare = points(s, spot.hands[spot.turn], play, stop)
        play += 1
    if spot.last.kind != PASS:
        memset(stop, 0, sizeof(Move))
        stop.spare = points_of_pass(s, &spot, stop + 1)
        stop += 1
    sort(scratch, stop)
    play = scratch
    while play != stop:
        after = spot
        if play.kind == PASS:
            pass_on(&after)
        else:
            play_on(&after, play)
        value = landlord_wins(s, &after, stop)
        if value == STOPPED:
            return STOPPED
        if value == won:
            s.best = play[0]
            remember(s, hash, &key, won, s.nodes - started)
            return won
        play += 1
    remember(s, hash, &key, not won, s.nodes - started)
    return not won


cdef inline bint goes_out_after(Search *s, const Against *against, uint64_t hand,
                                Move *scratch) noexcept nogil:
    """Whether a player goes out by force who is left with this hand and leads."""
    cdef Held rest
    cdef Move *stop
    hold(&rest, hand)
    stop = put_leads(s.rules, &rest, scratch)
    return goes_out(s, against, hand, scratch, stop, stop)
