# Perft: the number of action sequences, for checking and for comparing engines.

from libc.stdint cimport int64_t, uint64_t

from cards.dispatch cimport count_plays, put_plays
from ddz_core.kernels cimport Move, NOBODY, PASS, Rules, State
from play.phase cimport apply_pass, apply_play


cdef inline uint64_t count_sequences(const Rules *rules, const State *state, int depth,
                                     Move *scratch) noexcept nogil:
    cdef State after
    cdef uint64_t hand
    cdef uint64_t total = 0
    cdef Move *stop
    cdef Move *play
    cdef bint may_pass = state.last.kind != PASS
    if depth == 0 or state.winner != NOBODY:
        return 1
    hand = state.hands[state.turn]
    if depth == 1:
        return count_plays(rules, hand, &state.last) + may_pass
    stop = put_plays(rules, hand, &state.last, scratch)
    play = scratch
    while play != stop:
        after = state[0]
        apply_play(&after, play)
        total += count_sequences(rules, &after, depth - 1, stop)
        play += 1
    if may_pass:
        after = state[0]
        apply_pass(&after)
        total += count_sequences(rules, &after, depth - 1, stop)
    return total
