# Uniform random play, and whole ranges of deals played so.

from libc.stdint cimport int64_t, uint64_t

from cards.counting cimport Follows, Leads, count_follows, count_leads
from cards.hands cimport Held, hold
from cards.picking cimport pick_follow, pick_lead
from cards.plays cimport Play, Target, is_bomb, target_of
from ddz_core.kernels cimport MAX_PLAYERS, Move, NOBODY, PASS, Rules, State, Tally
from intrinsics cimport multiply_high, put_move, tag_kind, tag_length, tag_rank
from play.deals cimport STEP, deal_cards, draw_wild, mixed
from play.phase cimport start_play


cdef inline int play_out(const Rules *rules, State *state, uint64_t *stream,
                         Move *record) noexcept nogil:
    """Plays on to the end and returns the number of decisions.

    Every action is drawn from the legal plays in canonical order and, where
    something lies on the table, the pass after them.
    """
    if rules.variant != NULL:
        return rules.variant.playout(rules, state, stream, record)
    return play_out_of_one(rules, state, state.players, stream, record)


cdef inline int play_out_of_one(const Rules *rules, State *state, int players,
                                uint64_t *stream, Move *record) noexcept nogil:
    """The same with one deck and no wild cards. The state is kept in local variables; only
    the end of the deal is written back."""
    cdef Held held[MAX_PLAYERS]
    cdef Leads leads
    cdef Follows follows
    cdef Play play
    cdef Target last = target_of(&state.last)
    cdef int turn = state.turn
    cdef int passes = state.passes
    cdef int landlord = state.landlord
    cdef int bombs = 0
    cdef int landlord_plays = 0
    cdef int plays_of_all = 0
    cdef int decisions = 0
    cdef int seat
    cdef int64_t plays, index
    cdef uint64_t draws = stream[0] + STEP
    # The next word is made while the present one is used.
    cdef uint64_t word = mixed(draws)
    for seat in range(players):
        hold(&held[seat], state.hands[seat])
    if state.winner != NOBODY:
        return 0
    while True:
        if last.kind == PASS:
            plays = count_leads(rules, &held[turn], &leads)
            index = <int64_t>multiply_high(word, plays)
            draws += STEP
            word = mixed(draws)
            play = pick_lead(rules, &held[turn], &leads, index)
        else:
            plays = count_follows(rules, &held[turn], last, &follows)
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
            play = pick_follow(rules, &held[turn], last, &follows, index)
        if record != NULL:
            put_move(record + decisions, play.cards, play.tag)
        decisions += 1
        passes = 0
        last.kind = tag_kind(play.tag)
        last.length = tag_length(play.tag)
        last.rank = tag_rank(play.tag)
        bombs += is_bomb(last.kind)
        plays_of_all += 1
        landlord_plays += turn == landlord
        hold(&held[turn], held[turn].hand - play.cards)
        if held[turn].hand == 0:
            break
        turn = turn + 1 if turn + 1 < players else 0
    state.winner = turn
    state.landlord_plays += landlord_plays
    state.peasant_plays += plays_of_all - landlord_plays
    state.bombs += bombs
    state.doubled = state.bombs  # with one deck each of them
    for seat in range(players):
        state.hands[seat] = held[seat].hand
    stream[0] = draws - STEP
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


cdef inline uint64_t begin(State *state, const Rules *rules, uint64_t number,
                           int players) noexcept nogil:
    """Deals; seat 0 is the landlord and leads. Returns the random stream."""
    cdef uint64_t stream, bottom
    cdef int first_bidder
    start_play(state, rules, players, 0)
    stream = deal_cards(rules, number, players, state.hands, &bottom, &first_bidder)
    state.hands[0] += bottom
    return stream


cdef inline char *tell(Tally *tally, uint64_t number, const State *state, int decisions,
                       char *lines) noexcept nogil:
    """Adds a deal that is over to what they came to."""
    tally.games += 1
    tally.decisions += decisions
    tally.landlord_wins += state.winner == 0
    tally.bombs += state.bombs
    if lines != NULL:
        lines = put_line(lines, number, state.winner, decisions, state.bombs)
    return lines


cdef inline char *play_deals(const Rules *rules, bint draws_wild, uint64_t first,
                             uint64_t games, Tally *tally, char *lines) noexcept nogil:
    """Deals without an auction. With `draws_wild` each deal draws the rank whose cards are
    wild, in place of that of the rules."""
    cdef State state
    cdef uint64_t played, stream
    cdef int decisions
    if rules.variant != NULL:
        return play_variant_deals(rules, draws_wild, first, games, tally, lines)
    for played in range(games):
        stream = begin(&state, rules, first + played, 3)
        decisions = play_out_of_one(rules, &state, 3, &stream, NULL)
        lines = tell(tally, first + played, &state, decisions, lines)
    return lines


cdef inline char *play_variant_deals(const Rules *rules, bint draws_wild, uint64_t first,
                                     uint64_t games, Tally *tally, char *lines) noexcept nogil:
    cdef State state
    cdef Rules own = rules[0]
    cdef int players = 4 if rules.decks == 2 else 3
    cdef uint64_t played, stream
    cdef int decisions
    for played in range(games):
        stream = begin(&state, rules, first + played, players)
        if draws_wild:
            own.wild_slot = draw_wild(&stream)
        decisions = own.variant.playout(&own, &state, &stream, NULL)
        lines = tell(tally, first + played, &state, decisions, lines)
    return lines
