# Each candidate tried in the same hidden worlds, and played out.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from ddz_core.kernels cimport Habits, Hidden, Move, NOBODY, Outcome, Rules, State
from greedy cimport greedy_out
from phase cimport apply_action, points_of
from playouts cimport play_out
from worlds cimport give_hidden, lay_out_cards, stream_of


cdef inline void roll_out(const Rules *rules, const Habits *habits, const State *position,
                          const Hidden *hidden, const Move *candidates, int n, uint64_t seed,
                          uint64_t first, uint64_t stop, Outcome *outcomes) noexcept nogil:
    """Adds the worlds `first` to `stop` - 1 to the outcomes of the player to move.

    Where `habits` is NULL every action is equally likely, else all play greedily.
    """
    cdef uint8_t deck[64]
    cdef int cards = lay_out_cards(hidden.cards, deck)
    cdef State world, state
    cdef uint64_t number, stream, draws, aside
    cdef int64_t points
    cdef int me = position.turn
    cdef int i
    world = position[0]
    for number in range(first, stop):
        stream = stream_of(seed, number)
        give_hidden(hidden, deck, cards, &stream, world.hands, &aside)
        for i in range(n):
            state = world
            apply_action(&state, &candidates[i])
            if state.winner == NOBODY:
                if habits == NULL:
                    draws = stream
                    play_out(rules, &state, &draws, NULL)
                else:
                    greedy_out(rules, habits, habits, &state, aside)
            points = points_of(&state, me, 1)
            outcomes[i].wins += points > 0
            outcomes[i].points += points
            outcomes[i].squares += points * points
