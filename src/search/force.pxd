# Going out by force: a win that is seen without a search.

from libc.stdint cimport uint64_t

from cards.hands cimport Held, contains, hold, starts_above
from cards.listing cimport put_leads
from cards.plays cimport (
    Target, bomb_chains_that_beat, bombs_that_beat, is_bomb, rocket_beats, starts_that_beat, target_of,
)
from ddz_core.kernels cimport BOMB_CHAIN, JOKERS, Move, Rules, Search
from search.fewest cimport fewest_plays


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
    if not is_bomb(play.kind):
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


cdef inline bint goes_out_after(Search *s, const Against *against, uint64_t hand,
                                Move *scratch) noexcept nogil:
    """Whether a player goes out by force who is left with this hand and leads."""
    cdef Held rest
    cdef Move *stop
    hold(&rest, hand)
    stop = put_leads(s.rules, &rest, scratch)
    return goes_out(s, against, hand, scratch, stop, stop)
