# What a set of cards is, and what beats what.

from libc.stdint cimport uint64_t

from cards.hands cimport Held, hand_size, hold, run_of_ones, runs
from cards.kickers cimport Kickers, kickers_of
from cards.plays cimport Play, bare_play, is_variant, tier_of
from ddz_core.kernels cimport (
    BIG_JOKER, BOMB, BOMB_CHAIN, JOKERS, KINDS, Move, ROCKET, Rules, SOLO, Shape,
)
from intrinsics cimport highest_bit, move_tag, put_move


cdef inline bint is_exactly(uint64_t cards, uint64_t body, int width) noexcept nogil:
    """Whether every rank of the body is held `width` times, no more."""
    return cards & 15 * body == width * body


cdef inline bint are_kickers(const Rules *rules, const Shape *shape, uint64_t rest,
                             uint64_t body, int length) noexcept nogil:
    """Whether the cards `rest` are kickers for the body; their number is right."""
    cdef Kickers k
    cdef uint64_t given
    if shape.unit == 0:
        return rest == 0
    k = kickers_of(rules, shape, rest, body, length)
    if shape.unit == 2:
        given = 2 * k.once
        if k.mixed:
            given = 2 * (k.once & ~JOKERS) | JOKERS
        return given == rest
    if k.apart:
        return False
    if k.whole and rest & 15 * k.whole == k.width * k.whole:
        return False
    return k.once + k.twice + k.thrice + k.fourfold == rest


cdef inline int put_readings(const Rules *rules, uint64_t cards, Move *out) noexcept nogil:
    """Every reading, in canonical order."""
    if is_variant(rules, cards):
        return rules.variant.readings(rules, cards, out)
    return put_natural_readings(rules, cards, out)


cdef inline int put_natural_readings(const Rules *rules, uint64_t cards,
                                     Move *out) noexcept nogil:
    """Without wild cards; of readings that differ in rank alone the highest."""
    cdef const Shape *shape
    cdef int size = hand_size(cards)
    cdef int found = 0
    cdef int kind, length, group
    cdef uint64_t starts, start, body
    cdef Held held
    cdef Play play
    hold(&held, cards)
    for kind in range(SOLO, KINDS):
        shape = &rules.shapes[kind]
        if not shape.allowed or size == 0:
            continue
        if kind == ROCKET:
            if cards == JOKERS:
                put_move(out + found, cards, move_tag(ROCKET, 1, BIG_JOKER, size))
                found += 1
            continue
        group = shape.width + shape.unit * shape.kickers
        length = size // group
        if length * group != size or not shape.min_length <= length <= shape.max_length:
            continue
        starts = held.bodies[shape.width]
        if length > 1:
            starts = runs(starts, length)
        while starts:
            start = <uint64_t>1 << highest_bit(starts)
            starts ^= start
            body = run_of_ones(length) * start
            if is_exactly(cards, body, shape.width) and are_kickers(
                    rules, shape, cards & ~(15 * body), body, length):
                play = bare_play(kind, shape.width, length, start)
                put_move(out + found, cards, play.tag + move_tag(0, 0, 0, size - length * shape.width))
                found += 1
                break
    return found


cdef inline int strength(const Move *play) noexcept nogil:
    """0 for plays that are no bombs, then bomb, rocket, bomb chain."""
    if play.kind == BOMB:
        return 1
    if play.kind == ROCKET:
        return 2
    if play.kind == BOMB_CHAIN:
        return 3
    return 0


cdef inline bint play_beats(const Rules *rules, const Move *play,
                            const Move *last) noexcept nogil:
    cdef int a = strength(play)
    cdef int b = strength(last)
    if a != b:
        return a > b
    if rules.has_wild and play.kind == BOMB:
        a = tier_of(rules, play.cards)
        b = tier_of(rules, last.cards)
        if a != b:
            return a > b
    if play.kind == BOMB and play.size != last.size:
        return play.size > last.size
    if play.kind == BOMB_CHAIN and play.length != last.length:
        return play.length > last.length
    return (play.kind == last.kind and play.length == last.length and play.size == last.size
            and play.rank > last.rank)
