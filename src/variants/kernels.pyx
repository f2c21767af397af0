# The kernels of this room: what two decks and wild cards need. They are called through the
# compiled rules, so that the kernels of one deck have nothing of them in line. Compiled
# once for each processor level; each unit fills its kernels in.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int64_t, uint64_t

from cards.hands cimport Held, hold
from cards.plays cimport Play, target_of
from ddz_core.kernels cimport ABI, Kernels, Move, Rules, State, Unit
from intrinsics cimport COMPILER, FLAGS, LEVEL, fill_places, put_move
from variants.playouts cimport play_out_of_two, play_out_wild
from variants.two_decks cimport (
    count_plays_of_two, pick_play_of_two, put_plays_of_two, put_readings_of_two,
)
from variants.wild cimport COUNT, LIST, PICK, put_wild_readings, take_plays


# ----------------------------------------------------------------- two decks

cdef int64_t generate_of_two(const Rules *rules, uint64_t hand, const Move *last,
                             Move *out) noexcept nogil:
    cdef Held held
    hold(&held, hand)
    return put_plays_of_two(rules, &held, target_of(last), out) - out


cdef int64_t count_of_two(const Rules *rules, uint64_t hand, const Move *last) noexcept nogil:
    cdef Held held
    hold(&held, hand)
    return count_plays_of_two(rules, &held, target_of(last))


cdef void pick_of_two(const Rules *rules, uint64_t hand, const Move *last, int64_t index,
                      Move *out) noexcept nogil:
    cdef Held held
    cdef Play play
    hold(&held, hand)
    play = pick_play_of_two(rules, &held, target_of(last), index)
    put_move(out, play.cards, play.tag)


cdef int readings_of_two(const Rules *rules, uint64_t cards, Move *out) noexcept nogil:
    return put_readings_of_two(rules, cards, out)


cdef int playout_of_two(const Rules *rules, State *state, uint64_t *stream,
                        Move *record) noexcept nogil:
    return play_out_of_two(rules, state, stream, record)


# ---------------------------------------------------------------- wild cards

cdef int64_t generate_wild(const Rules *rules, uint64_t hand, const Move *last,
                           Move *out) noexcept nogil:
    cdef Move *start = out
    take_plays(rules, hand, last, LIST, &out, 0)
    return out - start


cdef int64_t count_wild(const Rules *rules, uint64_t hand, const Move *last) noexcept nogil:
    return take_plays(rules, hand, last, COUNT, NULL, 0)


cdef void pick_wild(const Rules *rules, uint64_t hand, const Move *last, int64_t index,
                    Move *out) noexcept nogil:
    take_plays(rules, hand, last, PICK, &out, index)


cdef int readings_wild(const Rules *rules, uint64_t cards, Move *out) noexcept nogil:
    return put_wild_readings(rules, cards, out)


cdef int playout_wild(const Rules *rules, State *state, uint64_t *stream,
                      Move *record) noexcept nogil:
    return play_out_wild(rules, state, stream, record)


cdef void fill(Kernels *kernels) noexcept:
    kernels.two_decks.generate = generate_of_two
    kernels.two_decks.count = count_of_two
    kernels.two_decks.pick = pick_of_two
    kernels.two_decks.readings = readings_of_two
    kernels.two_decks.playout = playout_of_two
    kernels.wild_cards.generate = generate_wild
    kernels.wild_cards.count = count_wild
    kernels.wild_cards.pick = pick_wild
    kernels.wild_cards.readings = readings_wild
    kernels.wild_cards.playout = playout_wild


cdef Unit unit

fill_places()
unit.abi = ABI
unit.size = sizeof(Kernels)
unit.level = LEVEL
unit.fill = fill

UNIT = PyCapsule_New(&unit, "ddz_core.UNIT", NULL)

# For `ddz bench` to tell: a figure means little without them.
BUILT_WITH = (COMPILER.decode(), FLAGS.decode())
