# How well hidden worlds agree with what the others did.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from cards.hands cimport hand_size
from cards.plays cimport Play
from ddz_core.kernels cimport MAX_PLAYERS, Move, PASS, State, Trial
from intrinsics cimport tag_kind, tag_length, tag_rank
from play.phase cimport apply_action, start_play
from players.policy cimport greedy_action


cdef inline void count_surprises(const Trial *trial, const Move *actions, int n,
                                 uint16_t *out) noexcept nogil:
    """For each world, how often the others did what a greedy player would not have done.

    The hands of the worlds are those now; `actions` are all n that were made from the
    first lead that is known on. Two numbers for each world: where one of the two passes and the other
    does not; and where they play other bodies. The own actions of the player to move tell
    nothing.
    """
    cdef const State *now = trial.state
    cdef const uint64_t *hands = trial.hands
    cdef State state
    cdef uint64_t played[MAX_PLAYERS]
    cdef uint8_t sizes[MAX_PLAYERS]
    cdef uint64_t all = trial.cards
    cdef uint64_t left
    cdef uint64_t world
    cdef Play play
    cdef int leader, seat, i
    for seat in range(now.players):
        played[seat] = 0
    # Every action, the pass too, moves the turn on by one seat.
    leader = (now.turn + n * (now.players - 1)) % now.players
    seat = leader
    for i in range(n):
        played[seat] += actions[i].cards
        all += actions[i].cards
        seat = seat + 1 if seat + 1 < now.players else 0
    for world in range(trial.first, trial.stop):
        start_play(&state, trial.rules, now.players, now.landlord)
        state.turn = leader
        state.last_seat = leader
        for seat in range(now.players):
            state.hands[seat] = hands[seat] + played[seat]
            sizes[seat] = hand_size(state.hands[seat])
        hands += now.players
        left = all
        out[0] = 0
        out[1] = 0
        for i in range(n):
            if state.turn != now.turn:
                play = greedy_action(trial.rules, trial.habits, &state, sizes,
                                     left - state.hands[state.turn])
                if (play.cards == 0) != (actions[i].kind == PASS):
                    out[0] += 1
                elif play.cards and (tag_kind(play.tag) != actions[i].kind
                                     or tag_length(play.tag) != actions[i].length
                                     or tag_rank(play.tag) != actions[i].rank):
                    out[1] += 1
            left -= actions[i].cards
            sizes[state.turn] -= actions[i].size
            apply_action(&state, &actions[i])
        out += 2
