# Open cards: which side wins. A depth-first search with a table of what is known.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from ddz_core.kernels cimport (
    BOMB, BOMB_CHAIN, Entry, Move, PASS, ROCKET, Rules, Search,
)
from fewest cimport fewest_plays
from hands cimport Held, contains, hand_size, hold
from keys cimport Spot, set_key
from listing cimport put_follows, put_leads
from plays cimport (
    Follows, Target, bomb_chains_that_beat, bombs_that_beat, count_follows, rocket_beats,
    starts_that_beat, target_of,
)


cdef extern from "intrinsics.h" nogil:
    void prefetch(const void *address)
    uint64_t multiply_high(uint64_t a, uint64_t b)
    int highest_bit(uint64_t bits)
    int64_t monotonic_ns()

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

cdef inline Entry *bucket_of(const Search *s, const Entry *key) noexcept nogil:
    cdef uint64_t h = (key.hands[0] * <uint64_t>0x9E3779B97F4A7C15
                       ^ key.hands[1] * <uint64_t>0xC2B2AE3D27D4EB4F
                       ^ key.hands[2] * <uint64_t>0x165667B19E3779F9)
    h ^= h >> 29
    h = (h + key.info) * <uint64_t>0xBF58476D1CE4E5B9
    h ^= h >> 32
    return s.table + WAYS * (h & s.mask)


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


cdef inline void remember(Entry *bucket, const Entry *key, int value, uint64_t work) noexcept nogil:
    """The first place keeps what took most work, the second what came last."""
    cdef uint64_t level = highest_bit(work | 1)
    cdef Entry *place = &bucket[1]
    if not bucket[0].info & USED or level >= (bucket[0].info & WORK) >> 56:
        if bucket[0].info & USED:
            bucket[1] = bucket[0]
        place = &bucket[0]
    place[0] = key[0]
    place.info |= USED | level << 56
    if value:
        place.info |= WON


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


cdef inline bint stands(const Rules *rules, const Held *held, int turn, int players,
                        const Move *play) noexcept nogil:
    """Whether no opponent of `turn` can beat the play."""
    cdef Target last = target_of(play)
    if turn != 0:
        return not can_beat(rules, &held[0], last)
    if can_beat(rules, &held[1], last):
        return False
    return players == 2 or not can_beat(rules, &held[2], last)


cdef inline bint lays_down(Search *s, uint64_t hand, const Move *first, const Move *stop,
                           Move *scratch, int *steps) noexcept nogil:
    """Whether plays of the list leave one play, or nothing, of the hand."""
    cdef uint64_t rest
    while first != stop:
        if contains(hand, first.cards):
            rest = hand - first.cards
            if rest == 0 or fewest_plays(s.rules, rest, s.known, s.known_mask, scratch) == 1:
                return True
            steps[0] -= 1
            if steps[0] < 0:
                return False
            if lays_down(s, rest, first, stop, scratch, steps):
                return True
        first += 1
    return False


cdef inline bint goes_out(Search *s, const Held *held, int turn, int players, uint64_t hand,
                          const Move *first, const Move *stop, Move *scratch) noexcept nogil:
    """Whether `turn`, leading, goes out though all the others do what they can:
    by plays that no opponent can beat, and one more. `first` to `stop` are the
    leads of the hand."""
    cdef Move *end = scratch
    cdef int steps = 100
    while first != stop:
        if first.cards == hand:
            return True
        if stands(s.rules, held, turn, players, first):
            end[0] = first[0]
            end += 1
        first += 1
    return lays_down(s, hand, scratch, end, end, &steps)


# ------------------------------------------------------------------ ordering

cdef inline int points(Search *s, const Spot *spot, const Move *play,
                       Move *scratch) noexcept nogil:
    """The lower, the earlier a play is tried."""
    cdef int rest = fewest_plays(s.rules, spot.hands[spot.turn] - play.cards, s.known,
                                 s.known_mask, scratch)
    cdef int value = 64 * rest - 2 * play.size + play.rank
    if play.kind == BOMB or play.kind == ROCKET:
        value += 96
    return value + 256


cdef inline void order(Move *first, Move *stop) noexcept nogil:
    """Sorts by `spare`, ascending; plays of the same points keep their order."""
    cdef Move *at = first + 1
    cdef Move *to
    cdef Move moved
    while at < stop:
        moved = at[0]
        to = at
        while to != first and to[-1].spare > moved.spare:
            to[0] = to[-1]
            to -= 1
        to[0] = moved
        at += 1


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
    """1 or 0, or STOPPED."""
    cdef Spot spot = given[0]
    cdef Spot after
    cdef Held held[3]
    cdef Entry key
    cdef Entry *bucket
    cdef Move *stop = scratch
    cdef Move *play
    cdef int i, value, won
    cdef uint64_t started = s.nodes
    s.nodes += 1
    if s.nodes & 1023 == 0 and out_of_time(s):
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
    bucket = bucket_of(s, &key)
    prefetch(bucket)
    if spot.last.kind == PASS:
        stop = put_leads(s.rules, &held[spot.turn], scratch)
        if goes_out(s, held, spot.turn, spot.players, spot.hands[spot.turn], scratch, stop, stop):
            return won
        value = known_value(bucket, &key)
        if value >= 0:
            return value
    else:
        play = scratch
        while play != stop:
            if play.cards == spot.hands[spot.turn]:
                return won
            play += 1
        value = known_value(bucket, &key)
        if value >= 0:
            return value
        play = scratch
        while play != stop:
            if stands(s.rules, held, spot.turn, spot.players, play):
                i = goes_out_after(s, held, &spot, play, stop)
                if i:
                    remember(bucket, &key, won, 1)
                    return won
            play += 1
    play = scratch
    while play != stop:
        play.spare = points(s, &spot, play, stop)
        play += 1
    if spot.last.kind != PASS:
        stop.kind = PASS
        stop.cards = 0
        stop.spare = 0
        if (spot.owner == 0) != (spot.turn == 0):
            # The trick is the opponents': a pass keeps all the plays there are.
            stop.spare = 256 + 64 * fewest_plays(s.rules, spot.hands[spot.turn], s.known,
                                                 s.known_mask, stop + 1)
        stop += 1
    order(scratch, stop)
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
            remember(bucket, &key, won, s.nodes - started)
            return won
        play += 1
    remember(bucket, &key, not won, s.nodes - started)
    return not won


cdef inline bint goes_out_after(Search *s, const Held *held, const Spot *spot, const Move *play,
                                Move *scratch) noexcept nogil:
    """Whether the player goes out by force who leads after this play."""
    cdef Held rest
    cdef Move *stop
    hold(&rest, spot.hands[spot.turn] - play.cards)
    stop = put_leads(s.rules, &rest, scratch)
    return goes_out(s, held, spot.turn, spot.players, rest.hand, scratch, stop, stop)


cdef inline bint out_of_time(Search *s) noexcept nogil:
    return s.stop != 0 or (s.deadline != 0 and monotonic_ns() >= s.deadline)
