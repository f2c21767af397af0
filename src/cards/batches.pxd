# The plays of many hands at once.

from libc.stdint cimport int64_t, uint64_t

from cards.counting cimport count_plays
from cards.hands cimport Held, hold
from cards.listing cimport put_plays
from cards.plays cimport target_of
from ddz_core.kernels cimport Move, Rules


cdef inline void count_many(const Rules *rules, const uint64_t *hands, const Move *last,
                            int64_t step, int64_t n, int64_t *counts) noexcept nogil:
    cdef int64_t i
    cdef Held held
    for i in range(n):
        hold(&held, hands[i])
        counts[i] = count_plays(rules, &held, target_of(last))
        last += step


cdef inline Move *put_many(const Rules *rules, const uint64_t *hands, const Move *last,
                           int64_t step, int64_t n, Move *out) noexcept nogil:
    cdef int64_t i
    cdef Held held
    for i in range(n):
        hold(&held, hands[i])
        out = put_plays(rules, &held, target_of(last), out)
        last += step
    return out
