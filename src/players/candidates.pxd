# The plays worth a closer look: one for each body, with its cheapest kickers and as few
# wild cards as it takes. Where there are thousands of plays these are some dozens.

from libc.stdint cimport int32_t, uint64_t

from cards.hands cimport Held, hold
from cards.plays cimport Play, is_bomb
from ddz_core.kernels cimport (
    BIG_JOKER, Habits, KINDS, Move, PASS, Rules, SOLO, Shape,
)
from intrinsics cimport put_move, tag_kind
from players.splits cimport Split
from players.variant_greedy cimport (
    Answers, find_answers, next_answer, split_hand, target_to_beat,
)
from players.views cimport View


cdef inline Move *put_answers(const Rules *rules, const View *view, bint bombs,
                              Move *out) noexcept nogil:
    """What beats the last play: of its own kind, and bombs where they are asked for."""
    cdef Answers left
    cdef Play play
    if not find_answers(rules, view, &left):
        return out
    while True:
        play = next_answer(rules, view, &left)
        if play.cards == 0 or (is_bomb(tag_kind(play.tag)) and not bombs):
            return out
        put_move(out, play.cards, play.tag)
        out += 1


cdef inline Move *put_lead_candidates(const Rules *rules, View *view,
                                      Move *out) noexcept nogil:
    """For every kind and length what would beat a play lower than there is any, then bombs."""
    cdef const Shape *shape
    cdef int kind, length
    for kind in range(SOLO, KINDS):
        shape = &rules.shapes[kind]
        if not shape.allowed or is_bomb(kind):
            continue
        view.last.kind = kind
        for length in range(shape.min_length, shape.max_length + 1):
            view.last.length = length
            view.last.rank = length - 2
            out = put_answers(rules, view, False, out)
    view.last.kind = SOLO
    view.last.length = 1
    view.last.rank = BIG_JOKER
    return put_answers(rules, view, True, out)


cdef inline int put_candidates(const Rules *rules, const Habits *habits, uint64_t hand,
                               const Move *last, Move *out, int32_t *worths) noexcept nogil:
    """Returns how many; `worths` is what the hand that each leaves is worth."""
    cdef Held held
    cdef Split split
    cdef View view
    cdef int n, i
    hold(&held, hand)
    split_hand(rules, habits, hand, &split)
    view.held = &held
    view.split = &split
    view.last = target_to_beat(rules, last)
    if view.last.kind == PASS:
        n = <int>(put_lead_candidates(rules, &view, out) - out)
    else:
        n = <int>(put_answers(rules, &view, True, out) - out)
    for i in range(n):
        split_hand(rules, habits, hand - out[i].cards, &split)
        worths[i] = split.value
    return n
