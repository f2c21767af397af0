# What a hand without wild cards may answer the last play with: one play for each body.

from libc.stdint cimport uint64_t

from cards.hands cimport run_of_ones
from cards.kickers cimport Kickers, kicker_sets, kickers_of, pick_kickers
from cards.plays cimport (
    Play, Target, bare_play, bombs_that_beat, rocket_beats, rocket_play, starts_that_beat,
)
from ddz_core.kernels cimport BOMB, Rules, Shape
from intrinsics cimport move_tag
from players.splits cimport WEAK
from players.views cimport View


cdef inline uint64_t loose_kickers(const Rules *rules, const Shape *shape, const View *view,
                                   uint64_t body, int length) noexcept nogil:
    """The cheapest kickers for a body: solos of the split if there are enough, else
    its pairs too, else whatever is there. 0 where there are none."""
    cdef uint64_t outside = ~(15 * body)
    cdef uint64_t offer[3]
    cdef Kickers k
    cdef int n = shape.kickers * length
    cdef int i
    offer[0] = view.split.solos & WEAK if shape.unit == 1 else 2 * (view.split.pairs & WEAK)
    offer[1] = view.split.solos + 2 * view.split.pairs
    offer[2] = view.held.hand
    for i in range(3):
        k = kickers_of(rules, shape, offer[i] & outside, body, length)
        if kicker_sets(rules, &k, n):
            return pick_kickers(rules, &k, n, 0)
    return 0


cdef struct NaturalAnswers:
    # What beats the last play and has not been looked at yet.
    uint64_t starts         # of bodies of the own kind
    uint64_t bombs
    bint rocket


cdef inline bint find_natural_answers(const Rules *rules, const View *view, Target last,
                                 NaturalAnswers *left) noexcept nogil:
    left.starts = starts_that_beat(rules, view.held, last)
    left.bombs = bombs_that_beat(view.held, last)
    left.rocket = rocket_beats(view.held, last)
    return left.starts != 0 or left.bombs != 0 or left.rocket


cdef inline Play next_natural_answer(const Rules *rules, const View *view,
                                     NaturalAnswers *left) noexcept nogil:
    """The next play that beats the last one, each body with its cheapest kickers; all
    zero where there is no more."""
    cdef const Shape *shape = &rules.shapes[view.last.kind]
    cdef int length = view.last.length
    cdef uint64_t start, kickers
    cdef Play play
    while left.starts:
        start = left.starts & (0 - left.starts)
        left.starts ^= start
        play = bare_play(view.last.kind, shape.width, length, start)
        if shape.unit:
            kickers = loose_kickers(rules, shape, view, run_of_ones(length) * start, length)
            if kickers == 0:
                continue
            play.cards += kickers
            play.tag += move_tag(0, 0, 0, shape.kickers * length * shape.unit)
        return play
    if left.bombs:
        play = bare_play(BOMB, 4, 1, left.bombs & (0 - left.bombs))
        left.bombs &= left.bombs - 1
    elif left.rocket:
        play = rocket_play()
        left.rocket = False
    else:
        play.cards = 0
        play.tag = 0
    return play
