# What a play is in registers, what of the last play counts, and which bodies beat it.

from libc.stdint cimport uint64_t

from cards.hands cimport Held, hand_size, run_of_ones, runs, starts_above
from cards.kickers cimport Kickers, kickers_of
from ddz_core.kernels cimport (
    BIG_JOKER, BOMB, BOMB_CHAIN, JOKERS, Move, PASS, ROCKET, Rules, Shape, TRIO,
)
from intrinsics cimport lowest_bit, move_tag


cdef enum Tier:
    # Of bombs with wild cards (docs/rules.md section 8.2): pure ones are the wild cards
    # themselves, hard ones natural cards, soft ones both.
    SOFT
    HARD
    PURE


cdef struct Play:
    # A move in two registers.
    uint64_t cards
    uint64_t tag


cdef struct Target:
    # What of the last play is to be beaten; `kind` PASS when leading.
    int kind
    int length
    int rank
    int size                # its cards; of bombs only, and only with two decks or wild cards


cdef inline bint is_variant(const Rules *rules, uint64_t hand) noexcept nogil:
    """Whether the plays of the hand need more than the code for one deck. Without a wild
    card in it they do not, unless some of them would have more cards than a player can
    hold: with wild cards those are no plays."""
    return rules.variant != NULL and (
        not rules.has_wild or hand >> 4 * rules.wild_slot & 15 != 0
        or hand_size(hand) > rules.hand_size + rules.bottom_size)


cdef inline bint is_bomb(int kind) noexcept nogil:
    """Whether it beats other kinds: a bomb, the rocket or a chain of bombs."""
    return kind == BOMB or kind == ROCKET or kind == BOMB_CHAIN


cdef inline Target target_of(const Move *last) noexcept nogil:
    cdef Target target
    if last == NULL:
        target.kind = PASS
        target.length = 0
        target.rank = 0
        target.size = 0
    else:
        target.kind = last.kind
        target.length = last.length
        target.rank = last.rank
        target.size = last.size
    return target


cdef inline int tier_of(const Rules *rules, uint64_t bomb) noexcept nogil:
    """Of two bombs with wild cards the one of the higher tier beats the other."""
    cdef int wild = bomb >> 4 * rules.wild_slot & 15
    return HARD if wild == 0 else PURE if wild == 4 else SOFT


cdef inline Play bare_play(int kind, int width, int length, uint64_t start) noexcept nogil:
    """The play without kickers whose body begins at the rank `start`."""
    cdef Play play
    play.cards = width * run_of_ones(length) * start
    play.tag = move_tag(kind, length, (lowest_bit(start) >> 2) + length - 1, width * length)
    return play


cdef inline Play rocket_play() noexcept nogil:
    cdef Play play
    play.cards = JOKERS
    play.tag = move_tag(ROCKET, 1, BIG_JOKER, 2)
    return play


cdef inline Kickers kickers_beside(const Rules *rules, const Shape *shape, uint64_t hand,
                                   uint64_t start, int length) noexcept nogil:
    """What the hand offers as kickers for the body that begins at `start`."""
    cdef uint64_t body = run_of_ones(length) * start
    return kickers_of(rules, shape, hand & ~(15 * body), body, length)


# ----------------------------------------------------------------- following
# What beats a play: its own kind and the kinds that beat everything. Bombs and
# the rocket come after all other kinds but the quad chains.

cdef inline bint has_own_kind(int kind) noexcept nogil:
    """Whether the same kind may answer without being a bomb."""
    return not is_bomb(kind)


cdef inline uint64_t starts_that_beat(const Rules *rules, const Held *held,
                                      Target last) noexcept nogil:
    """Where bodies of the last play's own kind begin that beat it."""
    cdef uint64_t starts
    if last.kind <= TRIO:
        starts = held.bodies[last.kind]
    elif not has_own_kind(last.kind):
        return 0
    else:
        starts = held.bodies[rules.shapes[last.kind].width]
        if last.length > 1:
            starts = runs(starts, last.length)
    return starts & starts_above(last.rank, last.length)


cdef inline uint64_t bombs_that_beat(const Held *held, Target last) noexcept nogil:
    if has_own_kind(last.kind):
        return held.bodies[4]
    if last.kind == BOMB:
        return held.bodies[4] & starts_above(last.rank, 1)
    return 0


cdef inline bint rocket_beats(const Held *held, Target last) noexcept nogil:
    return (held.hand & JOKERS == JOKERS and last.kind != BOMB_CHAIN
            and last.kind != ROCKET)


cdef inline uint64_t bomb_chains_that_beat(const Held *held, Target last,
                                           int length) noexcept nogil:
    cdef uint64_t starts = runs(held.bodies[4], length)
    if last.kind == BOMB_CHAIN:
        if length < last.length:
            return 0
        if length == last.length:
            return starts & starts_above(last.rank, length)
    return starts
