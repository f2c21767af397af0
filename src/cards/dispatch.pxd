# The plays of a hand under any rules: counted, picked and listed. The code for one deck is
# in line; what two decks and wild cards need is called.

from libc.stdint cimport int64_t, uint64_t

from cards.counting cimport Follows, Leads, count_follows, count_leads
from cards.hands cimport Held, hold
from cards.listing cimport put_follows, put_leads
from cards.picking cimport pick_follow, pick_lead
from cards.plays cimport Play, Target, is_variant, target_of
from ddz_core.kernels cimport BIG_JOKER, BOMB, Move, PASS, Rules
from intrinsics cimport tag_of_move


cdef inline Target natural_target(const Rules *rules, const Move *last) noexcept nogil:
    """The last play as a hand without wild cards has to beat it: its bombs are hard."""
    cdef Target target = target_of(last)
    if target.kind == BOMB:
        if last.cards & (last.cards - 1):
            target.rank = -1            # a soft bomb
        elif target.rank == rules.wild_slot:
            target.rank = BIG_JOKER     # the pure one
    return target


cdef inline int64_t count_plays(const Rules *rules, uint64_t hand,
                                const Move *last) noexcept nogil:
    cdef Held held
    cdef Target target
    cdef Leads leads
    cdef Follows follows
    # Asked once only: with one deck it is always so.
    if rules.variant == NULL:
        target = target_of(last)
    elif is_variant(rules, hand):
        return rules.variant.count(rules, hand, last)
    else:
        target = natural_target(rules, last)
    hold(&held, hand)
    if target.kind == PASS:
        return count_leads(rules, &held, &leads)
    return count_follows(rules, &held, target, &follows)


cdef inline Play pick_play(const Rules *rules, uint64_t hand, const Move *last,
                           int64_t index) noexcept nogil:
    cdef Held held
    cdef Target target
    cdef Leads leads
    cdef Follows follows
    cdef Move picked
    cdef Play play
    if rules.variant == NULL:
        target = target_of(last)
    elif is_variant(rules, hand):
        rules.variant.pick(rules, hand, last, index, &picked)
        play.cards = picked.cards
        play.tag = tag_of_move(&picked)
        return play
    else:
        target = natural_target(rules, last)
    hold(&held, hand)
    if target.kind == PASS:
        count_leads(rules, &held, &leads)
        return pick_lead(rules, &held, &leads, index)
    count_follows(rules, &held, target, &follows)
    return pick_follow(rules, &held, target, &follows, index)


cdef inline Move *put_plays(const Rules *rules, uint64_t hand, const Move *last,
                            Move *out) noexcept nogil:
    cdef Held held
    cdef Target target
    if rules.variant == NULL:
        target = target_of(last)
    elif is_variant(rules, hand):
        return out + rules.variant.generate(rules, hand, last, out)
    else:
        target = natural_target(rules, last)
    hold(&held, hand)
    if target.kind == PASS:
        return put_leads(rules, &held, out)
    return put_follows(rules, &held, target, out)
