# The plays of a hand under any rules: counted, picked and listed by what the rules need.

from libc.stdint cimport int64_t

from cards.counting cimport Follows, Leads, count_follows, count_leads
from cards.hands cimport Held
from cards.listing cimport put_follows, put_leads
from cards.picking cimport pick_follow, pick_lead
from cards.plays cimport Play, Target
from cards.two_decks cimport count_plays_of_two, pick_play_of_two, put_plays_of_two
from cards.wild cimport COUNT, LIST, PICK, has_wild, take_plays, without_wild
from ddz_core.kernels cimport Move, PASS, Rules, TWO_DECKS, WILD_CARDS
from intrinsics cimport tag_of_move


cdef inline int64_t count_plays(const Rules *rules, const Held *held,
                                Target last) noexcept nogil:
    cdef Leads leads
    cdef Follows follows
    if rules.variant == TWO_DECKS:
        return count_plays_of_two(rules, held, last)
    if rules.variant == WILD_CARDS:
        if has_wild(rules, held):
            return take_plays(rules, held, last, COUNT, NULL, 0)
        last = without_wild(rules, last)
    if last.kind == PASS:
        return count_leads(rules, held, &leads)
    return count_follows(rules, held, last, &follows)


cdef inline Play pick_play(const Rules *rules, const Held *held, Target last,
                           int64_t index) noexcept nogil:
    cdef Leads leads
    cdef Follows follows
    cdef Move picked
    cdef Move *to
    cdef Play play
    if rules.variant == TWO_DECKS:
        return pick_play_of_two(rules, held, last, index)
    if rules.variant == WILD_CARDS:
        if has_wild(rules, held):
            to = &picked
            take_plays(rules, held, last, PICK, &to, index)
            play.cards = picked.cards
            play.tag = tag_of_move(&picked)
            return play
        last = without_wild(rules, last)
    if last.kind == PASS:
        count_leads(rules, held, &leads)
        return pick_lead(rules, held, &leads, index)
    count_follows(rules, held, last, &follows)
    return pick_follow(rules, held, last, &follows, index)


cdef inline Move *put_plays(const Rules *rules, const Held *held, Target last,
                            Move *out) noexcept nogil:
    if rules.variant == TWO_DECKS:
        return put_plays_of_two(rules, held, last, out)
    if rules.variant == WILD_CARDS:
        if has_wild(rules, held):
            take_plays(rules, held, last, LIST, &out, 0)
            return out
        last = without_wild(rules, last)
    if last.kind == PASS:
        return put_leads(rules, held, out)
    return put_follows(rules, held, last, out)
