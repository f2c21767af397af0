# Uniform random play with two decks and with wild cards.

from libc.stdint cimport int64_t, uint64_t

from cards.dispatch cimport count_plays, pick_play
from cards.hands cimport Held, hold
from cards.plays cimport Play, Target, is_bomb, target_of
from ddz_core.kernels cimport MAX_PLAYERS, Move, NOBODY, PASS, Rules, State
from intrinsics cimport (
    multiply_high, put_move, tag_kind, tag_length, tag_rank, tag_size,
)
from play.deals cimport STEP, below, mixed
from play.phase cimport apply_action, is_doubling
from variants.two_decks cimport (
    FollowsOfTwo, LeadsOfTwo, count_follows_of_two, count_leads_of_two, pick_follow_of_two,
    pick_lead_of_two,
)


cdef inline int play_out_wild(const Rules *rules, State *state, uint64_t *stream,
                              Move *record) noexcept nogil:
    """With wild cards counting and picking take most of the time, and the rest is plain."""
    cdef Play play
    cdef Move action
    cdef uint64_t hand
    cdef int decisions = 0
    cdef int64_t plays, index
    while state.winner == NOBODY:
        hand = state.hands[state.turn]
        plays = count_plays(rules, hand, &state.last)
        index = <int64_t>below(stream, plays + (state.last.kind != PASS))
        if index < plays:
            play = pick_play(rules, hand, &state.last, index)
            put_move(&action, play.cards, play.tag)
        else:
            put_move(&action, 0, 0)
        apply_action(state, &action)
        if record != NULL:
            record[decisions] = action
        decisions += 1
    return decisions


cdef inline int play_out_of_two(const Rules *rules, State *state, uint64_t *stream,
                                Move *record) noexcept nogil:
    """With two decks: as `play_out` of play/playouts.pxd."""
    cdef Held held[MAX_PLAYERS]
    cdef LeadsOfTwo leads
    cdef FollowsOfTwo follows
    cdef Play play
    cdef Target last = target_of(&state.last)
    cdef int turn = state.turn
    cdef int passes = state.passes
    cdef int players = state.players
    cdef int decisions = 0
    cdef int seat
    cdef int64_t plays, index
    cdef uint64_t draws = stream[0] + STEP
    # The next word is made while the present one is used.
    cdef uint64_t word = mixed(draws)
    for seat in range(players):
        hold(&held[seat], state.hands[seat])
    while state.winner == NOBODY:
        if last.kind == PASS:
            plays = count_leads_of_two(rules, &held[turn], &leads)
            index = <int64_t>multiply_high(word, plays)
            draws += STEP
            word = mixed(draws)
            play = pick_lead_of_two(rules, &held[turn], &leads, index)
        else:
            plays = count_follows_of_two(rules, &held[turn], last, &follows)
            index = <int64_t>multiply_high(word, plays + 1)
            draws += STEP
            word = mixed(draws)
            if index == plays:
                if record != NULL:
                    put_move(record + decisions, 0, 0)
                decisions += 1
                turn = turn + 1 if turn + 1 < players else 0
                passes += 1
                if passes == players - 1:
                    passes = 0
                    last.kind = PASS
                continue
            play = pick_follow_of_two(rules, &held[turn], last, &follows, index)
        if record != NULL:
            put_move(record + decisions, play.cards, play.tag)
        decisions += 1
        passes = 0
        last.kind = tag_kind(play.tag)
        last.length = tag_length(play.tag)
        last.rank = tag_rank(play.tag)
        last.size = tag_size(play.tag)
        state.bombs += is_bomb(last.kind)
        state.doubled += is_doubling(last.kind, last.size, state.doubling_bomb)
        if turn == state.landlord:
            state.landlord_plays += 1
        else:
            state.peasant_plays += 1
        hold(&held[turn], held[turn].hand - play.cards)
        if held[turn].hand == 0:
            state.winner = turn
        turn = turn + 1 if turn + 1 < players else 0
    for seat in range(players):
        state.hands[seat] = held[seat].hand
    stream[0] = draws - STEP
    return decisions
