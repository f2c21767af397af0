# What a hand with wild cards may answer the last play with: one play for each body, with as
# few wild cards as it takes. A bomb that lacks none comes before those that do.

from libc.stdint cimport uint64_t

from cards.hands cimport Held, held1, held2
from cards.kickers cimport Kickers, kicker_sets, kickers_of, pick_kickers
from cards.plays cimport Play, has_own_kind, rocket_beats, rocket_play
from variants.wild cimport bomb_beats
from variants.wild_bodies cimport Naturals, lacked, most_wild_in, part, ranks_of, top_of
from ddz_core.kernels cimport BOMB, Rules, SMALL_JOKER, SOLO, Shape
from intrinsics cimport move_tag
from players.splits cimport WEAK
from players.views cimport View


cdef struct WildAnswers:
    # What has not been looked at yet.
    Naturals n
    int lowest              # where the next body of the own kind begins
    int stop                # ... and there are no more
    int bomb                # the rank of the next bomb
    bint rocket


cdef inline void find_wild_answers(const Rules *rules, const View *view,
                                   WildAnswers *left) noexcept nogil:
    cdef int kind = view.last.kind
    part(rules, view.held.hand, &left.n)
    left.lowest = view.last.rank - view.last.length + 2
    left.stop = 0
    if has_own_kind(kind):
        left.stop = top_of(&rules.shapes[kind]) - view.last.length + 1
        if kind == SOLO:
            left.stop = SMALL_JOKER + 2
    left.bomb = 0
    left.rocket = rocket_beats(view.held, view.last)


cdef inline uint64_t kickers_with_wild(const Rules *rules, const Shape *shape, const View *view,
                                       const Naturals *n, int spare, uint64_t body,
                                       int length) noexcept nogil:
    """The cheapest kickers for a body: solos or pairs of the split, or whatever there is,
    `spare` wild cards as they are among it. 0 where there are none."""
    cdef uint64_t outside = ~(15 * body)
    cdef uint64_t solos = view.split.solos & held1(n.hand)
    cdef uint64_t pairs = view.split.pairs & held2(n.hand)
    cdef uint64_t offer[3]
    cdef Kickers k
    cdef int i
    offer[0] = solos & WEAK if shape.unit == 1 else 2 * (pairs & WEAK)
    offer[1] = n.hand
    offer[2] = n.hand + spare * n.card
    for i in range(3):
        k = kickers_of(rules, shape, offer[i] & outside, body, length)
        if kicker_sets(rules, &k, shape.kickers * length):
            return pick_kickers(rules, &k, shape.kickers * length, 0)
    return 0


cdef inline bint put_own_answer(const Rules *rules, const View *view, const Naturals *n,
                                int lowest, Play *play) noexcept nogil:
    """The play of the own kind whose body begins there, where the hand has one."""
    cdef int kind = view.last.kind
    cdef int length = view.last.length
    cdef const Shape *shape = &rules.shapes[kind]
    cdef uint64_t body, kickers
    cdef int lack
    if kind == SOLO:
        play.cards = <uint64_t>1 << 4 * lowest
        play.tag = move_tag(SOLO, 1, lowest, 1)
        return view.held.bodies[1] & play.cards != 0
    lack = lacked(n, shape.width, lowest, length)
    if lack > most_wild_in(n, shape, length, lowest):
        return False
    body = ranks_of(lowest, length)
    play.cards = (n.capped[shape.width] & 15 * body) + lack * n.card
    play.tag = move_tag(kind, length, lowest + length - 1, shape.width * length)
    if shape.unit:
        kickers = kickers_with_wild(rules, shape, view, n, n.wild - lack, body, length)
        play.cards += kickers
        play.tag += move_tag(0, 0, 0, shape.kickers * length * shape.unit)
        return kickers != 0 and n.hand & play.cards != 0
    return True


cdef inline bint put_bomb_answer(const View *view, const Naturals *n, int slot,
                                 Play *play) noexcept nogil:
    cdef int natural = n.counts[slot]
    if slot == n.slot:
        if n.wild < 4:
            return False
    elif natural == 0 or natural + n.wild < 4:
        return False
    play.cards = ((<uint64_t>natural << 4 * slot) + (4 - natural) * n.card)
    play.tag = move_tag(BOMB, 1, slot, 4)
    return bomb_beats(n, slot, natural, view.last)


cdef inline Play next_wild_answer(const Rules *rules, const View *view,
                                  WildAnswers *left) noexcept nogil:
    """The next play that beats the last one; all zero where there is no more."""
    cdef Play play
    while left.lowest < left.stop:
        left.lowest += 1
        if put_own_answer(rules, view, &left.n, left.lowest - 1, &play):
            return play
    while left.bomb < SMALL_JOKER:
        left.bomb += 1
        if put_bomb_answer(view, &left.n, left.bomb - 1, &play):
            return play
    if left.rocket:
        left.rocket = False
        return rocket_play()
    play.cards = 0
    play.tag = 0
    return play
