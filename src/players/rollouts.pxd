# Each candidate tried in the same hidden worlds, and played out.

from libc.stdint cimport int64_t, uint64_t

from ddz_core.kernels cimport Habits, Move, NOBODY, Outcome, State, Trial
from play.phase cimport apply_action, points_of
from play.playouts cimport play_out
from players.policy cimport greedy_out
from players.worlds cimport stream_of


cdef inline void roll_out(const Trial *trial, const Move *actions, int n,
                          Outcome *outcomes) noexcept nogil:
    """Adds what comes of the actions in these worlds to the outcomes of the player to move."""
    cdef const State *position = trial.state
    cdef const Habits *habits = trial.habits
    cdef const uint64_t *hands = trial.hands
    cdef State world = position[0]
    cdef State state
    cdef uint64_t aside, draws, number
    cdef int64_t points
    cdef int me = position.turn
    cdef int i, seat
    for number in range(trial.first, trial.stop):
        aside = trial.cards
        for seat in range(position.players):
            world.hands[seat] = hands[0]
            aside -= hands[0]
            hands += 1
        for i in range(n):
            state = world
            apply_action(&state, &actions[i])
            if state.winner == NOBODY:
                if habits == NULL:
                    draws = stream_of(~trial.seed, number)
                    play_out(trial.rules, &state, &draws, NULL)
                else:
                    greedy_out(trial.rules, habits, habits, &state, aside)
            points = points_of(&state, me, 1)
            outcomes[i].wins += points > 0
            outcomes[i].points += points
            outcomes[i].squares += points * points
