# The play phase: who is next, when a trick is over, when the deal is, what it scores.

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from cards.plays cimport is_bomb
from ddz_core.kernels cimport BOMB, Move, NOBODY, PASS, Rules, State


cdef inline void start_play(State *state, const Rules *rules, int players,
                            int landlord) noexcept nogil:
    """The landlord is to lead; the hands are the caller's to fill in."""
    memset(state, 0, sizeof(State))
    state.players = players
    state.landlord = landlord
    state.turn = landlord
    state.last_seat = landlord
    state.winner = NOBODY
    state.doubling_bomb = rules.doubling_bomb


cdef inline void forbid_springs(State *state) noexcept nogil:
    """Plays that are not known have been made, by both sides."""
    state.landlord_plays = 2
    state.peasant_plays = 1


cdef inline bint is_doubling(int kind, int size, int smallest) noexcept nogil:
    """Whether it doubles the points: not a bomb of fewer cards than `smallest`."""
    return is_bomb(kind) and (kind != BOMB or size >= smallest)


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
    state.bombs += is_bomb(play.kind)
    state.doubled += is_doubling(play.kind, play.size, state.doubling_bomb)
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
    """The landlord has won before any peasant played a card."""
    return state.winner == state.landlord and state.peasant_plays == 0


cdef inline bint is_anti_spring(const State *state) noexcept nogil:
    """The peasants have won, and the landlord's first play was his only one."""
    return (state.winner != NOBODY and state.winner != state.landlord
            and state.landlord_plays == 1)


cdef inline int doublings(const State *state) noexcept nogil:
    """How often the points are doubled: the multiplier is 2 to this power."""
    return state.doubled + is_spring(state) + is_anti_spring(state)


cdef inline int64_t points_of(const State *state, int seat, int64_t unit) noexcept nogil:
    """What a seat wins or, below 0, loses; `unit` is base times stake. 0 before the end."""
    cdef int64_t points = unit << doublings(state)
    if state.winner == NOBODY:
        return 0
    if (seat == state.landlord) != (state.winner == state.landlord):
        points = -points
    return points * (state.players - 1) if seat == state.landlord else points
