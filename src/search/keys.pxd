# What of a position matters, as a key that equal positions share.
#
# Only the order of the ranks matters, and which of them a chain can join. So a
# rank that nobody holds falls out of the key, and a bit for each other rank says
# whether some hand has a chain over it and the next one. docs/solver.md proves it.

from libc.stdint cimport uint64_t

from cards.hands cimport Held, held1, runs
from cards.plays cimport Target, bombs_that_beat, starts_that_beat
from ddz_core.kernels cimport BOMB, BOMB_CHAIN, Entry, JOKERS, KINDS, PASS, ROCKET, Rules
from intrinsics cimport gather_bits, rank_count


cdef struct Spot:
    # A position in the search; last.kind is PASS where `turn` leads.
    uint64_t hands[3]
    Target last
    int turn
    int owner               # who made the last play
    int players


cdef inline uint64_t links(const Held *held) noexcept nogil:
    """The ranks that some chain of the hand joins to the next one."""
    cdef uint64_t five = runs(held.bodies[1], 5)
    cdef uint64_t three = runs(held.bodies[2], 3)
    return (five | five << 4 | five << 8 | five << 12 | three | three << 4
            | runs(held.bodies[3], 2))


cdef inline uint64_t trick_code(const Rules *rules, const Spot *spot, const Held *held,
                                uint64_t ranks) noexcept nogil:
    """What the last play asks for, as far as those who may still follow can tell."""
    cdef Target last = spot.last
    cdef uint64_t starts
    cdef int next
    cdef int place = 15
    cdef int kind = last.kind
    cdef int length = last.length
    if kind == ROCKET or kind == BOMB_CHAIN:
        # What a bomb chain beats is told by its length and rank.
        return kind << 8 | length << 4 | rank_count(ranks & (<uint64_t>1 << 4 * last.rank + 1) - 1)
    next = spot.turn + 1
    if next == spot.players:
        next = 0
    if kind == BOMB:
        starts = bombs_that_beat(&held[spot.turn], last)
        if next != spot.owner:
            starts |= bombs_that_beat(&held[next], last)
    else:
        starts = starts_that_beat(rules, &held[spot.turn], last)
        if next != spot.owner:
            starts |= starts_that_beat(rules, &held[next], last)
        if starts == 0:
            kind = KINDS
            length = 0
    if starts:
        place = rank_count(ranks & (starts & (0 - starts)) - 1)
    return kind << 8 | length << 4 | place


cdef inline void set_key(const Rules *rules, const Spot *spot, const Held *held,
                         Entry *key) noexcept nogil:
    cdef uint64_t ranks = held1(spot.hands[0] | spot.hands[1] | spot.hands[2])
    cdef uint64_t joined = links(&held[0]) | links(&held[1])
    cdef uint64_t mask = 15 * ranks
    cdef uint64_t info
    cdef bint rocket = (spot.hands[0] & JOKERS == JOKERS or spot.hands[1] & JOKERS == JOKERS
                        or spot.hands[2] & JOKERS == JOKERS)
    if spot.players == 3:
        joined |= links(&held[2])
    info = gather_bits(joined, ranks) << 17 | rocket << 16 | spot.turn << 2
    if spot.last.kind != PASS:
        info |= trick_code(rules, spot, held, ranks) << 30 | spot.owner | <uint64_t>1 << 4
    key.hands[0] = gather_bits(spot.hands[0], mask)
    key.hands[1] = gather_bits(spot.hands[1], mask)
    key.hands[2] = gather_bits(spot.hands[2], mask)
    key.info = info
