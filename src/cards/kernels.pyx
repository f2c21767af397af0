# The kernels of this room: what lists, counts and picks plays, and reads cards.
# Compiled once for each processor level; each unit fills its kernels in.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int64_t, uint64_t

from cards.dispatch cimport count_plays, natural_last, pick_play
from cards.hands cimport Held, hold
from cards.listing cimport put_natural
from cards.plays cimport Play, is_variant, target_of
from cards.readings cimport play_beats, put_readings
from ddz_core.kernels cimport ABI, Kernels, Move, Rules, Unit
from intrinsics cimport COMPILER, FLAGS, LEVEL, put_move, rarely


cdef int64_t generate(const Rules *rules, uint64_t hand, const Move *last,
                      Move *out) noexcept nogil:
    # As `put_plays`, written out: GCC would call that from here.
    cdef Held held
    cdef Move own
    if rarely(rules.variant != NULL):
        if is_variant(rules, hand):
            return rules.variant.generate(rules, hand, last, out)
        last = natural_last(rules, last, &own)
    hold(&held, hand)
    return put_natural(rules, &held, target_of(last), out) - out


cdef int64_t count(const Rules *rules, uint64_t hand, const Move *last) noexcept nogil:
    return count_plays(rules, hand, last)


cdef void pick(const Rules *rules, uint64_t hand, const Move *last, int64_t index,
               Move *out) noexcept nogil:
    cdef Play play = pick_play(rules, hand, last, index)
    put_move(out, play.cards, play.tag)


cdef int readings(const Rules *rules, uint64_t cards, Move *out) noexcept nogil:
    return put_readings(rules, cards, out)


cdef int beats(const Rules *rules, const Move *play, const Move *last) noexcept nogil:
    return play_beats(rules, play, last)


# The batches call the kernels for one hand. What lists and counts has then one caller in
# this unit, so that compilers put it in line there, however large it is.

cdef void count_batch(const Rules *rules, const uint64_t *hands, const Move *last,
                      int64_t step, int64_t n, int64_t *counts) noexcept nogil:
    cdef int64_t i
    for i in range(n):
        counts[i] = count(rules, hands[i], last)
        last += step


cdef int64_t generate_batch(const Rules *rules, const uint64_t *hands, const Move *last,
                            int64_t step, int64_t n, Move *out) noexcept nogil:
    cdef Move *start = out
    cdef int64_t i
    for i in range(n):
        out += generate(rules, hands[i], last, out)
        last += step
    return out - start


cdef void fill(Kernels *kernels) noexcept:
    kernels.generate = generate
    kernels.count = count
    kernels.pick = pick
    kernels.readings = readings
    kernels.beats = beats
    kernels.count_batch = count_batch
    kernels.generate_batch = generate_batch


cdef Unit unit

unit.abi = ABI
unit.size = sizeof(Kernels)
unit.level = LEVEL
unit.fill = fill

UNIT = PyCapsule_New(&unit, "ddz_core.UNIT", NULL)

# For `ddz bench` to tell: a figure means little without them.
BUILT_WITH = (COMPILER.decode(), FLAGS.decode())
