# How well hidden worlds agree with what the others did.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from ddz_core.kernels cimport Habits, MAX_PLAYERS, Move, PASS, Rules, State
from greedy cimport greedy_action
from hands cimport hand_size
from phase cimport apply_action, start_play
from plays cimport Play


cdef extern from "intrinsics.h" nogil:
    int tag_kind(uint64_t tag)
    int tag_length(uint64_t tag)
    int tag_rank(uint64_t tag)


cdef inline void count_surprises(const Rules *rules, const Habits *habits, const State *now,
                                 uint64_t cards, const Move *actions, int n,
                                 const uint64_t *hands, uint64_t worlds,
                                 uint16_t *out) noexcept nogil:
    """For each world, how often the others did what a greedy player would not have done.

    `hands` are those of the worlds now, `actions` all n that were made from the first
    lead on, `cards` all that are not played now. Two numbers for each world: where one
    of the two passes and the other does not; and where they play other bodies. The own
    actions of the player to move tell nothing.
    """
    cdef State state
    cdef uint64_t played[MAX_PLAYERS]
    cdef uint8_t sizes[MAX_PLAYERS]
    cdef uint64_t all = cards
    cdef uint64_t left
    cdef uint64_t world
    cdef Play play
    cdef int seat, i
    for seat in range(now.players):
        played[seat] = 0
    seat = now.landlord
    for i in range(n):
        # Whose turn it was: every action, the pass too, moves on by one seat.
        played[seat] += actions[i].cards
        all += actions[i].cards
        seat = seat + 1 if seat + 1 < now.players else 0
    for world in range(worlds):
        start_play(&state, now.players, now.landlord)
        for seat in range(now.players):
            state.hands[seat] = hands[seat] + played[seat]
            sizes[seat] = hand_size(state.hands[seat])
        hands += now.players
        left = all
        out[0] = 0
        out[1] = 0
        for i in range(n):
            if state.turn != now.turn:
                play = greedy_action(rules, habits, &state, sizes,
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
