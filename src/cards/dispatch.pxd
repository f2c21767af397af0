# The plays of a hand under any rules: counted, picked and listed. The code for one deck is
# in line; what two decks and wild cards need is called.

from libc.stdint cimport int64_t, uint64_t

from cards.counting cimport count_natural
from cards.hands cimport Held, hold
from cards.listing cimport put_natural
from cards.picking cimport pick_natural
from cards.plays cimport Play, is_variant, target_of
from ddz_core.kernels cimport BIG_JOKER, BOMB, Move, Rules, SOLO
from intrinsics cimport rarely, tag_of_move


cdef inline const Move *natural_last(const Rules *rules, const Move *last,
                                     Move *own) noexcept nogil:
    """The last play, or one that the same plays of a hand without wild cards beat: its
    bombs are hard."""
    if last == NULL or last.kind != BOMB:
        return last
    own[0] = last[0]
    if last.cards & (last.cards - 1):
        own.kind = SOLO         # any bomb beats a soft one, and the big joker
        own.rank = BIG_JOKER
    elif last.rank == rules.wild_slot:
        own.rank = BIG_JOKER    # no bomb beats the pure one
    return own


# In all three what comes after the question is as if there were one deck only.

cdef inline int64_t count_plays(const Rules *rules, uint64_t hand,
                                const Move *last) noexcept nogil:
    cdef Held held
    cdef Move own
    if rarely(rules.variant != NULL):
        if is_variant(rules, hand):
            return rules.variant.count(rules, hand, last)
        last = natural_last(rules, last, &own)
    hold(&held, hand)
    return count_natural(rules, &held, target_of(last))


cdef inline Play pick_play(const Rules *rules, uint64_t hand, const Move *last,
                           int64_t index) noexcept nogil:
    cdef Held held
    cdef Move own, picked
    cdef Play play
    if rarely(rules.variant != NULL):
        if is_variant(rules, hand):
            rules.variant.pick(rules, hand, last, index, &picked)
            play.cards = picked.cards
            play.tag = tag_of_move(&picked)
            return play
        last = natural_last(rules, last, &own)
    hold(&held, hand)
    return pick_natural(rules, &held, target_of(last), index)


cdef inline Move *put_plays(const Rules *rules, uint64_t hand, const Move *last,
                            Move *out) noexcept nogil:
    cdef Held held
    cdef Move own
    if rarely(rules.variant != NULL):
        if is_variant(rules, hand):
            return out + rules.variant.generate(rules, hand, last, out)
        last = natural_last(rules, last, &own)
    hold(&held, hand)
    return put_natural(rules, &held, target_of(last), out)
