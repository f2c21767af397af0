# Perft: the number of action sequences, for checking and for comparing engines.

from libc.stdint cimport int32_t, int64_t, uint64_t

from cards.dispatch cimport count_plays, put_plays
from ddz_core.kernels cimport Move, NOBODY, PASS, Rules, State
from play.phase cimport apply_pass, apply_play


cdef struct Asking:
    # Whether to go on: asked anew after so many plays have been counted or listed.
    int32_t (*ask)(void *asked) noexcept nogil      # or NULL
    void *asked
    int64_t due
    bint stop


cdef enum:
    ASK_AFTER = 10_000      # plays, which take about a millisecond


cdef inline bint is_stopped(Asking *asking) noexcept nogil:
    if asking.due < 0:
        asking.due = ASK_AFTER
        if asking.ask != NULL and asking.ask(asking.asked):
            asking.stop = True
    return asking.stop


cdef inline uint64_t count_sequences(const Rules *rules, const State *state, int depth,
                                     Move *scratch, Asking *asking) noexcept nogil:
    """Without a meaning where it is stopped."""
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
    asking.due -= 1 + (stop - scratch)
    if is_stopped(asking):
        return 0
    play = scratch
    while play != stop:
        after = state[0]
        apply_play(&after, play)
        total += count_sequences(rules, &after, depth - 1, stop, asking)
        play += 1
    if may_pass:
        after = state[0]
        apply_pass(&after)
        total += count_sequences(rules, &after, depth - 1, stop, asking)
    return total
