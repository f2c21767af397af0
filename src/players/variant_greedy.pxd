# The greedy player where there are two decks or wild cards, or trios carry no solos.

from libc.stdint cimport uint8_t, uint64_t

from cards.hands cimport Held, hand_size, hold
from cards.plays cimport Play, Target, bare_play, is_bomb, target_of
from cards.readings cimport put_readings
from ddz_core.kernels cimport (
    Habits, MAX_PLAYERS, MAX_READINGS, Move, NOBODY, PAIR, PASS, Rules, SOLO, State, TRIO,
    TRIO_CHAIN, TRIO_PAIR, TRIO_SOLO,
)
from intrinsics cimport tag_kind, tag_length, tag_of_move, tag_rank, tag_size
from play.phase cimport is_doubling
from players.answers cimport NaturalAnswers, find_natural_answers, next_natural_answer
from players.groups cimport MOST_GROUPS, put_groups
from players.safety cimport (
    for_natural_hand, is_safe_from_natural, is_safe_from_wild, is_safe_with_two_decks,
    target_of_play, with_tier,
)
from players.splits cimport Split, split_natural
from players.two_decks_answers cimport AnswersOfTwo, find_answers_of_two, next_answer_of_two
from players.views cimport View, look
from players.wild_answers cimport WildAnswers, find_wild_answers, next_wild_answer
from players.wild_splits cimport lay_down, split_with_wild, wild_cards


cdef inline bint is_variant(const Rules *rules) noexcept nogil:
    """Whether the player of this file is the one for the rules."""
    return rules.variant != NULL or not rules.shapes[TRIO_SOLO].allowed


cdef inline bint holds_wild(const Rules *rules, uint64_t hand) noexcept nogil:
    return rules.has_wild and wild_cards(rules, hand) != 0


cdef inline void split_hand(const Rules *rules, const Habits *habits, uint64_t hand,
                            Split *s) noexcept nogil:
    cdef bint pairs_only = not rules.shapes[TRIO_SOLO].allowed
    if holds_wild(rules, hand):
        split_with_wild(rules, habits, hand, s, pairs_only)
    else:
        split_natural(habits, hand, s, pairs_only, rules.decks == 2)
        s.planned = hand


cdef inline int groups_of(const Rules *rules, uint64_t hand, const Split *s,
                          Play *out) noexcept nogil:
    """The plays of the split as plays of the hand, which may hold wild cards."""
    cdef int n = put_groups(
        s, out, not rules.shapes[TRIO_SOLO].allowed, rules.decks == 2)
    cdef int i
    if s.planned != hand:
        for i in range(n):
            lay_down(rules, hand, &out[i])
    return n


cdef inline bint goes_out_at_once(const Rules *rules, uint64_t hand, int groups,
                                  Play *play) noexcept nogil:
    """Whether all the cards are one play, though the split has a few."""
    cdef Move found[MAX_READINGS]
    cdef int n
    if groups > 4 or not holds_wild(rules, hand):
        return False
    n = put_readings(rules, hand, found)
    if n:
        # A bomb is the last of several readings.
        play.cards = hand
        play.tag = tag_of_move(&found[n - 1])
    return n != 0


cdef inline Target target_to_beat(const Rules *rules, const Move *last) noexcept nogil:
    if rules.has_wild:
        return with_tier(rules, target_of(last), last.cards)
    return target_of(last)


cdef inline Target target_after(const Rules *rules, Play play) noexcept nogil:
    if rules.has_wild:
        return with_tier(rules, target_of_play(play), play.cards)
    return target_of_play(play)


cdef inline bint is_safe(const Rules *rules, const Held *unseen, Play play) noexcept nogil:
    cdef Target last = target_after(rules, play)
    if rules.decks == 2:
        return is_safe_with_two_decks(rules, unseen, last)
    if rules.has_wild:
        if holds_wild(rules, unseen.hand):
            return is_safe_from_wild(rules, unseen, last)
        last = for_natural_hand(last)
    return is_safe_from_natural(rules, unseen, last)


cdef struct Answers:
    # One of them is in use.
    NaturalAnswers natural
    AnswersOfTwo of_two
    WildAnswers wild


cdef inline bint find_answers(const Rules *rules, const View *view,
                              Answers *left) noexcept nogil:
    if rules.decks == 2:
        return find_answers_of_two(rules, view, &left.of_two)
    if holds_wild(rules, view.held.hand):
        find_wild_answers(rules, view, &left.wild)
        return True
    if rules.has_wild:
        return find_natural_answers(rules, view, for_natural_hand(view.last), &left.natural)
    return find_natural_answers(rules, view, view.last, &left.natural)


cdef inline Play next_answer(const Rules *rules, const View *view,
                             Answers *left) noexcept nogil:
    if rules.decks == 2:
        return next_answer_of_two(rules, view, &left.of_two)
    if holds_wild(rules, view.held.hand):
        return next_wild_answer(rules, view, &left.wild)
    return next_natural_answer(rules, view, &left.natural)


include "greedy.pxi"
