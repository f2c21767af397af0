# Whether nobody can beat a play, wherever the cards are that a player has not seen.

from libc.stdint cimport uint64_t

from cards.hands cimport Held, starts_above
from cards.plays cimport (
    Play, Target, bombs_that_beat, has_own_kind, rocket_beats, starts_that_beat,
)
from variants.two_decks cimport LARGEST_BOMB, has_rocket, held_for_bomb
from variants.wild cimport HARD, SOFT, bomb_beats, tier_of
from variants.wild_bodies cimport Naturals, lacked, most_wild_in, part, top_of
from ddz_core.kernels cimport (
    BIG_JOKER, BOMB, ROCKET, Rules, SMALL_JOKER, SOLO, Shape,
)
from intrinsics cimport tag_kind, tag_length, tag_rank, tag_size


cdef inline Target target_of_play(Play play) noexcept nogil:
    cdef Target target
    target.kind = tag_kind(play.tag)
    target.length = tag_length(play.tag)
    target.rank = tag_rank(play.tag)
    target.size = tag_size(play.tag)
    return target


cdef inline Target with_tier(const Rules *rules, Target last, uint64_t cards) noexcept nogil:
    """The last play where there are wild cards: of a bomb the tier stands for the size."""
    if last.kind == BOMB:
        last.size = tier_of(rules, cards)
    return last


cdef inline Target for_natural_hand(Target last) noexcept nogil:
    """The same as a hand without wild cards has to beat it: its own bombs are hard."""
    if last.kind == BOMB and last.size != HARD:
        last.rank = -1 if last.size == SOFT else BIG_JOKER
    return last


cdef inline bint is_safe_from_natural(const Rules *rules, const Held *unseen,
                                      Target last) noexcept nogil:
    """Whether none of the unseen cards beat it; but for chains of bombs, which are too
    rare to be afraid of, and without a look at kickers."""
    return not (rocket_beats(unseen, last) or bombs_that_beat(unseen, last)
                or starts_that_beat(rules, unseen, last))


cdef inline bint is_safe_with_two_decks(const Rules *rules, const Held *unseen,
                                        Target last) noexcept nogil:
    if last.kind == ROCKET:
        return True
    if has_rocket(unseen.hand) or starts_that_beat(rules, unseen, last):
        return False
    if last.kind != BOMB:
        return unseen.bodies[4] == 0
    if last.size < LARGEST_BOMB and held_for_bomb(unseen.hand, last.size + 1):
        return False
    return held_for_bomb(unseen.hand, last.size) & starts_above(last.rank, 1) == 0


cdef inline bint some_bomb_beats(const Naturals *n, Target last) noexcept nogil:
    cdef int slot, natural
    if n.wild == 4 and bomb_beats(n, n.slot, 0, last):
        return True
    for slot in range(SMALL_JOKER):
        natural = n.counts[slot]
        if natural and natural + n.wild >= 4 and bomb_beats(n, slot, natural, last):
            return True
    return False


cdef inline bint is_safe_from_wild(const Rules *rules, const Held *unseen,
                                   Target last) noexcept nogil:
    """The same where there are wild cards among the unseen ones."""
    cdef const Shape *shape = &rules.shapes[last.kind]
    cdef Naturals n
    cdef int lowest
    part(rules, unseen.hand, &n)
    if rocket_beats(unseen, last) or some_bomb_beats(&n, last):
        return False
    if not has_own_kind(last.kind):
        return True
    if last.kind == SOLO:
        return unseen.bodies[1] & starts_above(last.rank, 1) == 0
    for lowest in range(last.rank - last.length + 2, top_of(shape) - last.length + 1):
        if (lacked(&n, shape.width, lowest, last.length)
                <= most_wild_in(&n, shape, last.length, lowest)):
            return False
    return True
