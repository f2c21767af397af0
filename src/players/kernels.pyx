# The kernels of this room: what plays greedily, and tries actions in hidden worlds.
# Compiled once for each processor level; each unit fills its kernels in.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from cards.plays cimport Play
from ddz_core.kernels cimport (
    ABI, Habits, Hidden, Kernels, Move, Outcome, Rules, State, Trial, Unit,
)
from intrinsics cimport COMPILER, FLAGS, LEVEL, put_move
from players.beliefs cimport count_surprises
from players.candidates cimport put_candidates
from players.policy cimport greedy_action, greedy_out
from players.rollouts cimport roll_out
from players.worlds cimport draw_worlds


cdef int greedy_playout(const Rules *rules, const Habits *landlord, const Habits *peasants,
                        State *state, uint64_t aside) noexcept nogil:
    return greedy_out(rules, landlord, peasants, state, aside)


cdef void greedy(const Rules *rules, const Habits *habits, const State *state,
                 const uint8_t *sizes, uint64_t unseen, Move *out) noexcept nogil:
    cdef Play play = greedy_action(rules, habits, state, sizes, unseen)
    put_move(out, play.cards, play.tag)


cdef int candidates(const Rules *rules, const Habits *habits, uint64_t hand,
                    const Move *last, Move *out, int32_t *worths) noexcept nogil:
    return put_candidates(rules, habits, hand, last, out, worths)


cdef void worlds(const Hidden *hidden, uint64_t seed, uint64_t first, uint64_t stop,
                 uint64_t *hands) noexcept nogil:
    draw_worlds(hidden, seed, first, stop, hands)


cdef void rollout(const Trial *trial, const Move *actions, int n,
                  Outcome *outcomes) noexcept nogil:
    roll_out(trial, actions, n, outcomes)


cdef void surprises(const Trial *trial, const Move *actions, int n,
                    uint16_t *out) noexcept nogil:
    count_surprises(trial, actions, n, out)


cdef void fill(Kernels *kernels) noexcept:
    kernels.greedy_playout = greedy_playout
    kernels.greedy = greedy
    kernels.candidates = candidates
    kernels.worlds = worlds
    kernels.rollout = rollout
    kernels.surprises = surprises


cdef Unit unit

unit.abi = ABI
unit.size = sizeof(Kernels)
unit.level = LEVEL
unit.fill = fill

UNIT = PyCapsule_New(&unit, "ddz_core.UNIT", NULL)

# For `ddz bench` to tell: a figure means little without them.
BUILT_WITH = (COMPILER.decode(), FLAGS.decode())
