# The play phase: who is next, when a trick is over, when the deal is.

from libc.stdint cimport uint64_t
from libc.string cimport memset

from ddz_core.kernels cimport BOMB, BOMB_CHAIN, Move, NOBODY, PASS, ROCKET, State


cdef inline void start_play(State *state, int players, int landlord) noexcept nogil:
    """The landlord is to lead; the hands are the caller's to fill in."""
    memset(state, 0, sizeof(State))
    state.players = players
    state.landlord = landlord
    state.turn = landlord
    state.last_seat = landlord
    state.winner = NOBODY


cdef inline void end_turn(State *state) noexcept nogil:
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0


cdef inline void apply_pass(State *state) noexcept nogil:
    state.passes += 1
    end_turn(state)
    if state.passes == state.players - 1:
        # All the others have passed: the player of the last play leads anew.
        state.passes = 0
        memset(&state.last, 0, sizeof(Move))


cdef inline void apply_play(State *state, const Move *play) noexcept nogil:
    state.hands[state.turn] -= play.cards
    state.last = play[0]
    state.last_seat = state.turn
    state.passes = 0
    if play.kind == BOMB or play.kind == ROCKET or play.kind == BOMB_CHAIN:
        state.bombs += 1
    if state.turn == state.landlord:
        state.landlord_plays += 1
    else:
        state.peasant_plays += 1
    if state.hands[state.turn] == 0:
        state.winner = state.turn
    else:
        end_turn(state)


cdef inline void apply_action(State *state, const Move *action) noexcept nogil:
    if action.kind == PASS:
        apply_pass(state)
    else:
        apply_play(state, action)


# ------------------------------------------------------------------- scoring

cdef inline bint is_spring(const State *state) noexcept nogil:
    """Spring: no peasant has played. Anti-spring: the landlord has played once."""
    if state.winner == state.landlord:
        return state.peasant_plays == 0
    return state.landlord_plays == 1


cdef inline int doublings(const State *state) noexcept nogil:
    """How often the stake doubles in a deal that is over (docs/rules.md section 5)."""
    return state.bombs + is_spring(state)
