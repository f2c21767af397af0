# The kernels as one table of functions. This file is compiled once for each
# processor level; ddz_core._combos takes the best that the machine can run.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t

from ddz_core.kernels cimport (
    ABI, Games, Habits, Hidden, Kernels, Move, Outcome, Rules, Search, State, Tally,
)
from batches cimport count_many, put_many
from beliefs cimport count_surprises
from deals cimport deal_cards
from fewest cimport fewest_plays
from games cimport (
    check_games, count_games, deal_games, list_games, observe_games, pick_games, step_games,
)
from greedy cimport greedy_action, greedy_out
from hands cimport Held, hold
from listing cimport put_plays
from perft cimport count_sequences
from phase cimport apply_action
from playouts cimport play_deals, play_out
from plays cimport Play, count_plays, pick_play, target_of
from keys cimport Spot
from readings cimport play_beats, put_readings
from rollouts cimport roll_out
from search cimport landlord_wins
from worlds cimport draw_worlds


cdef extern from "intrinsics.h":
    const char *LEVEL "DDZ_LEVEL"
    const char *COMPILER "DDZ_COMPILER"
    const char *FLAGS "DDZ_FLAGS"
    void put_move(Move *out, uint64_t cards, uint64_t tag) nogil
    int64_t monotonic_ns() nogil


cdef int64_t generate(const Rules *rules, uint64_t hand, const Move *last,
                      Move *out) noexcept nogil:
    cdef Held held
    hold(&held, hand)
    return put_plays(rules, &held, target_of(last), out) - out


cdef int64_t count(const Rules *rules, uint64_t hand, const Move *last) noexcept nogil:
    cdef Held held
    hold(&held, hand)
    return count_plays(rules, &held, target_of(last))


cdef void pick(const Rules *rules, uint64_t hand, const Move *last, int64_t index,
               Move *out) noexcept nogil:
    cdef Held held
    cdef Play play
    hold(&held, hand)
    play = pick_play(rules, &held, target_of(last), index)
    put_move(out, play.cards, play.tag)


cdef int readings(const Rules *rules, uint64_t cards, Move *out) noexcept nogil:
    return put_readings(rules, cards, out)


cdef int beats(const Move *play, const Move *last) noexcept nogil:
    return play_beats(play, last)


cdef void count_batch(const Rules *rules, const uint64_t *hands, const Move *last,
                      int64_t step, int64_t n, int64_t *counts) noexcept nogil:
    count_many(rules, hands, last, step, n, counts)


cdef int64_t generate_batch(const Rules *rules, const uint64_t *hands, const Move *last,
                            int64_t step, int64_t n, Move *out) noexcept nogil:
    return put_many(rules, hands, last, step, n, out) - out


cdef uint64_t deal(uint64_t number, int players, uint64_t *hands, uint64_t *bottom,
                   int *first_bidder) noexcept nogil:
    return deal_cards(number, players, hands, bottom, first_bidder)


cdef void apply(State *state, const Move *action) noexcept nogil:
    apply_action(state, action)


cdef uint64_t perft(const Rules *rules, const State *state, int depth,
                    Move *scratch) noexcept nogil:
    return count_sequences(rules, state, depth, scratch)


cdef int playout(const Rules *rules, State *state, uint64_t *stream,
                 Move *record) noexcept nogil:
    return play_out(rules, state, stream, record)


cdef char *playouts(const Rules *rules, uint64_t first, uint64_t games, Tally *tally,
                    char *lines) noexcept nogil:
    return play_deals(rules, first, games, tally, lines)


cdef void games_deal(const Games *games, int64_t start, int64_t stop) noexcept nogil:
    deal_games(games, start, stop)


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


cdef void games_step(const Games *games, int64_t start, int64_t stop, const Move *actions,
                     int32_t *rewards, uint8_t *ended) noexcept nogil:
    step_games(games, start, stop, actions, rewards, ended)


cdef void games_observe(const Games *games, int64_t start, int64_t stop,
                        uint8_t *out) noexcept nogil:
    observe_games(games, start, stop, out)


cdef int solve(Search *search, const State *state) noexcept nogil:
    cdef Spot spot
    cdef int seat
    for seat in range(3):
        spot.hands[seat] = state.hands[seat]
    spot.last = target_of(&state.last)
    spot.turn = state.turn
    spot.owner = state.last_seat
    spot.players = state.players
    search.root = True
    return landlord_wins(search, &spot, search.scratch)


cdef int64_t now() noexcept nogil:
    return monotonic_ns()


cdef int fewest(Search *search, uint64_t hand) noexcept nogil:
    return fewest_plays(search, hand, search.scratch)


cdef int greedy_playout(const Rules *rules, const Habits *landlord, const Habits *peasants,
                        State *state, uint64_t aside) noexcept nogil:
    return greedy_out(rules, landlord, peasants, state, aside)


cdef void greedy(const Rules *rules, const Habits *habits, const State *state,
                 const uint8_t *sizes, uint64_t unseen, Move *out) noexcept nogil:
    cdef Play play = greedy_action(rules, habits, state, sizes, unseen)
    put_move(out, play.cards, play.tag)


cdef void worlds(const Hidden *hidden, uint64_t seed, uint64_t first, uint64_t stop,
                 uint64_t *hands) noexcept nogil:
    draw_worlds(hidden, seed, first, stop, hands)


cdef void rollout(const Rules *rules, const Habits *habits, const State *state, uint64_t cards,
                  const uint64_t *hands, uint64_t seed, uint64_t first, uint64_t stop,
                  const Move *actions, int n, Outcome *outcomes) noexcept nogil:
    roll_out(rules, habits, state, cards, hands, seed, first, stop, actions, n, outcomes)


cdef void surprises(const Rules *rules, const Habits *habits, const State *state, uint64_t cards,
                    const Move *actions, int n, const uint64_t *hands, uint64_t worlds,
                    uint16_t *out) noexcept nogil:
    count_surprises(rules, habits, state, cards, actions, n, hands, worlds, out)


cdef Kernels table

table.abi = ABI
table.size = sizeof(Kernels)
table.level = LEVEL
table.generate = generate
table.count = count
table.pick = pick
table.readings = readings
table.beats = beats
table.count_batch = count_batch
table.generate_batch = generate_batch
table.deal = deal
table.apply = apply
table.perft = perft
table.playout = playout
table.playouts = playouts
table.games_deal = games_deal
table.games_count = games_count
table.games_list = games_list
table.games_pick = games_pick
table.games_check = games_check
table.games_step = games_step
table.games_observe = games_observe
table.solve = solve
table.now = now
table.fewest = fewest
table.greedy_playout = greedy_playout
table.greedy = greedy
table.worlds = worlds
table.rollout = rollout
table.surprises = surprises

TABLE = PyCapsule_New(&table, "ddz_core.KERNELS", NULL)

# For `ddz bench` to tell: a figure means little without them.
_BUILT_WITH = (COMPILER.decode(), FLAGS.decode())
