# The kernels of this room: what deals, plays deals on, and plays them out.
# Compiled once for each processor level; each unit fills its kernels in.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from ddz_core.kernels cimport ABI, Games, Kernels, Move, Rules, State, Tally, Unit
from intrinsics cimport COMPILER, FLAGS, LEVEL
from play.deals cimport deal_cards
from play.games cimport (
    check_games, count_games, deal_games, list_games, observe_games, pick_games, step_games,
)
from play.perft cimport Asking, count_sequences
from play.phase cimport apply_action
from play.playouts cimport play_deals, play_out


cdef uint64_t deal(const Rules *rules, uint64_t number, int players, uint64_t *hands,
                   uint64_t *bottom, int *first_bidder) noexcept nogil:
    return deal_cards(rules, number, players, hands, bottom, first_bidder)


cdef void apply(State *state, const Move *action) noexcept nogil:
    apply_action(state, action)


cdef uint64_t perft(const Rules *rules, const State *state, int depth,
                    Move *scratch) noexcept nogil:
    return perft_asking(rules, state, depth, scratch, NULL, NULL)


cdef uint64_t perft_asking(const Rules *rules, const State *state, int depth, Move *scratch,
                           int32_t (*ask)(void *asked) noexcept nogil,
                           void *asked) noexcept nogil:
    cdef Asking asking
    asking.ask = ask
    asking.asked = asked
    asking.due = 0
    asking.stop = False
    return count_sequences(rules, state, depth, scratch, &asking)


cdef int playout(const Rules *rules, State *state, uint64_t *stream,
                 Move *record) noexcept nogil:
    return play_out(rules, state, stream, record)


cdef char *playouts(const Rules *rules, bint draws_wild, uint64_t first, uint64_t games,
                    Tally *tally, char *lines) noexcept nogil:
    return play_deals(rules, draws_wild, first, games, tally, lines)


cdef void games_deal(const Rules *rules, const Games *games, int64_t start,
                     int64_t stop) noexcept nogil:
    deal_games(rules, games, start, stop)


cdef void games_count(const Rules *rules, const Games *games, int64_t start, int64_t stop,
                      int64_t *counts) noexcept nogil:
    count_games(rules, games, start, stop, counts)


cdef void games_list(const Rules *rules, const Games *games, int64_t start, int64_t stop,
                     Move *out) noexcept nogil:
    list_games(rules, games, start, stop, out)


cdef void games_pick(const Rules *rules, const Games *games, int64_t start, int64_t stop,
                     const int64_t *indices, Move *out) noexcept nogil:
    pick_games(rules, games, start, stop, indices, out)


cdef int64_t games_check(const Rules *rules, const Games *games, int64_t start, int64_t stop,
                         const Move *actions) noexcept nogil:
    return check_games(rules, games, start, stop, actions)


cdef void games_step(const Rules *rules, const Games *games, int64_t start, int64_t stop,
                     const Move *actions, int32_t *rewards, uint8_t *ended) noexcept nogil:
    step_games(rules, games, start, stop, actions, rewards, ended)


cdef void games_observe(const Rules *rules, const Games *games, int64_t start, int64_t stop,
                        uint8_t *out) noexcept nogil:
    observe_games(rules, games, start, stop, out)


cdef void fill(Kernels *kernels) noexcept:
    kernels.deal = deal
    kernels.apply = apply
    kernels.perft = perft
    kernels.perft_asking = perft_asking
    kernels.playout = playout
    kernels.playouts = playouts
    kernels.games_deal = games_deal
    kernels.games_count = games_count
    kernels.games_list = games_list
    kernels.games_pick = games_pick
    kernels.games_check = games_check
    kernels.games_step = games_step
    kernels.games_observe = games_observe


cdef Unit unit

unit.abi = ABI
unit.size = sizeof(Kernels)
unit.level = LEVEL
unit.fill = fill

UNIT = PyCapsule_New(&unit, "ddz_core.UNIT", NULL)

# For `ddz bench` to tell: a figure means little without them.
BUILT_WITH = (COMPILER.decode(), FLAGS.decode())
