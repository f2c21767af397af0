# The greedy player under any rules.

from libc.stdint cimport uint8_t, uint64_t

from cards.plays cimport Play
from ddz_core.kernels cimport Habits, Rules, State
from players.greedy cimport greedy_action as usual_action, greedy_out as usual_out
from players.variant_greedy cimport (
    greedy_action as variant_action, greedy_out as variant_out, is_variant,
)


cdef inline Play greedy_action(const Rules *rules, const Habits *habits, const State *state,
                               const uint8_t *sizes, uint64_t unseen) noexcept nogil:
    if is_variant(rules):
        return variant_action(rules, habits, state, sizes, unseen)
    return usual_action(rules, habits, state, sizes, unseen)


cdef inline int greedy_out(const Rules *rules, const Habits *landlords, const Habits *peasants,
                           State *state, uint64_t aside) noexcept nogil:
    if is_variant(rules):
        return variant_out(rules, landlords, peasants, state, aside)
    return usual_out(rules, landlords, peasants, state, aside)
