# The greedy player, written for speed: lays down many cards cheaply, keeps bombs, does
# not beat its partner. It knows its own hand, what is played, and how many cards
# everybody holds; docs/agents.md tells what it does and why. Here for one deck without
# wild cards; `variant_greedy.pxd` is for the others.

from libc.stdint cimport uint8_t, uint64_t

from cards.hands cimport Held, hand_size, hold
from cards.plays cimport Play, Target, bare_play, is_bomb, target_of
from ddz_core.kernels cimport (
    Habits, MAX_PLAYERS, Move, NOBODY, PAIR, PASS, Rules, SOLO, State, TRIO, TRIO_CHAIN, TRIO_PAIR,
    TRIO_SOLO,
)
from intrinsics cimport tag_kind, tag_length, tag_rank, tag_size
from play.phase cimport is_doubling
from players.answers cimport (
    NaturalAnswers as Answers, find_natural_answers, next_natural_answer as next_answer,
)
from players.groups cimport MOST_GROUPS, put_groups
from players.safety cimport is_safe_from_natural, target_of_play
from players.splits cimport Split, split_natural
from players.views cimport View, look


cdef inline void split_hand(const Rules *rules, const Habits *habits, uint64_t hand,
                            Split *s) noexcept nogil:
    split_natural(habits, hand, s, False, False)


cdef inline int groups_of(const Rules *rules, uint64_t hand, const Split *s,
                          Play *out) noexcept nogil:
    return put_groups(s, out, False, False)


cdef inline bint goes_out_at_once(const Rules *rules, uint64_t hand, int groups,
                                  Play *play) noexcept nogil:
    return False


cdef inline Target target_to_beat(const Rules *rules, const Move *last) noexcept nogil:
    return target_of(last)


cdef inline Target target_after(const Rules *rules, Play play) noexcept nogil:
    return target_of_play(play)


cdef inline bint is_safe(const Rules *rules, const Held *unseen, Play play) noexcept nogil:
    return is_safe_from_natural(rules, unseen, target_of_play(play))


cdef inline bint find_answers(const Rules *rules, const View *view,
                              Answers *left) noexcept nogil:
    return find_natural_answers(rules, view, view.last, left)


include "greedy.pxi"
