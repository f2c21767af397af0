# Uniform random play, and whole ranges of deals played so.

from libc.stdint cimport int64_t, uint64_t

from ddz_core.kernels cimport Move, NOBODY, PASS, Rules, State, Tally
from deals cimport below, deal_cards
from phase cimport apply_pass, apply_play, start_play
from plays cimport count_plays, pick_play


cdef inline int play_out(const Rules *rules, State *state, uint64_t *stream,
                         Move *record) noexcept nogil:
    """Plays on to the end and returns the number of decisions.

    Every action is drawn from the legal plays in canonical order and, where
    something lies on the table, the pass after them.
    """
    cdef int decisions = 0
    cdef int64_t plays, index
    cdef Move play
    while state.winner == NOBODY:
        plays = count_plays(rules, state.hands[state.turn], &state.last)
        index = <int64_t>below(stream, plays + (state.last.kind != PASS))
        if index == plays:
            if record != NULL:
                record[decisions].cards = 0
                record[decisions].kind = PASS
            apply_pass(state)
        else:
            pick_play(rules, state.hands[state.turn], &state.last, index, &play)
            if record != NULL:
                record[decisions] = play
            apply_play(state, &play)
        decisions += 1
    return decisions


cdef inline char *put_number(char *out, uint64_t number) noexcept nogil:
    cdef char digits[20]
    cdef int n = 0
    while True:
        digits[n] = <char>(48 + number % 10)
        n += 1
        number //= 10
        if number == 0:
            break
    while n > 0:
        n -= 1
        out[0] = digits[n]
        out += 1
    return out


cdef inline char *put_line(char *out, uint64_t number, int winner, int decisions,
                           int bombs) noexcept nogil:
    out = put_number(out, number)
    out[0] = 58  # a colon
    out[1] = <char>(48 + winner)
    out[2] = 58
    out = put_number(out + 3, decisions)
    out[0] = 58
    out = put_number(out + 1, bombs)
    out[0] = 10  # the end of the line
    return out + 1


cdef inline char *play_deals(const Rules *rules, uint64_t first, uint64_t games,
                             Tally *tally, char *lines) noexcept nogil:
    """Three-player deals without an auction: seat 0 is the landlord."""
    cdef State state
    cdef uint64_t played, number, stream, bottom
    cdef int decisions, first_bidder
    for played in range(games):
        number = first + played
        start_play(&state, 3, 0)
        stream = deal_cards(number, 3, state.hands, &bottom, &first_bidder)
        state.hands[0] += bottom
        decisions = play_out(rules, &state, &stream, NULL)
        tally.games += 1
        tally.decisions += decisions
        tally.landlord_wins += state.winner == 0
        tally.bombs += state.bombs
        if lines != NULL:
            lines = put_line(lines, number, state.winner, decisions, state.bombs)
    return lines
