# Each candidate tried in the same hidden worlds, and played out.

from libc.stdint cimport int64_t, uint64_t

from ddz_core.kernels cimport Habits, Move, NOBODY, Outcome, Rules, State
from greedy cimport greedy_out
from phase cimport apply_action, points_of
from playouts cimport play_out
from worlds cimport stream_of


cdef inline void roll_out(const Rules *rules, const Habits *habits, const State *position,
                          uint64_t cards, const uint64_t *hands, uint64_t seed, uint64_t first,
                          uint64_t stop, const Move *actions, int n,
                          Outcome *outcomes) noexcept nogil:
    """Adds what comes of the actions in worlds `first` to `stop` - 1, of these hands, to the
    outcomes of the player to move.

    `cards` are all that are not played. Where `habits` is NULL every action is equally
    likely from then on, else all play greedily.
    """
    cdef State world = position[0]
    cdef State state
    cdef uint64_t aside, draws, number
    cdef int64_t points
    cdef int me = position.turn
    cdef int i, seat
    for number in range(first, stop):
        aside = cards
        for seat in range(position.players):
            world.hands[seat] = hands[0]
            aside -= hands[0]
            hands += 1
        for i in range(n):
            state = world
            apply_action(&state, &actions[i])
            if state.winner == NOBODY:
                if habits == NULL:
                    draws = stream_of(~seed, number)
                    play_out(rules, &state, &draws, NULL)
                else:
                    greedy_out(rules, habits, habits, &state, aside)
            points = points_of(&state, me, 1)
            outcomes[i].wins += points > 0
            outcomes[i].points += points
            outcomes[i].squares += points * points
