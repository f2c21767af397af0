# The play phase of many deals side by side.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from cards.counting cimport Follows, Leads, count_follows, count_leads
from cards.dispatch cimport count_plays, natural_last, put_plays
from cards.hands cimport Held, contains, hand_size, hold
from cards.picking cimport pick_follow, pick_lead
from cards.plays cimport Play, Target, is_variant, target_of
from cards.readings cimport play_beats, put_readings
from ddz_core.kernels cimport (
    AT_BOMBS, AT_BOTTOM, AT_HAND, AT_LAST, AT_OPEN, AT_PASSES, AT_PLAYED, AT_READING,
    AT_RECENT, AT_ROLE, AT_SIZES, AT_THIRD, AT_THIRD_SIZE, AT_UNSEEN, AT_WILD, Games,
    LONG_OBSERVATION, MAX_PLAYERS, MAX_READINGS, Move, NOBODY, OBSERVATION, PASS, Rules, SLOTS, State,
)
from intrinsics cimport put_move, rarely, spread_counts
from play.deals cimport deal_cards, draw_wild
from play.phase cimport apply_action, points_of


cdef inline const Rules *rules_of(const Rules *rules, const Games *g, int64_t i,
                                  Rules *own) noexcept nogil:
    """The rules of one game: with the wild rank that its deal has drawn, if it draws one."""
    if not g.draws_wild:
        return rules
    own[0] = rules[0]
    own.wild_slot = g.wild[i]
    return own


cdef inline uint64_t hand_to_move(const Games *g, int64_t i) noexcept nogil:
    return g.hands[g.turn[i] * g.games + i]


cdef inline uint64_t without(uint64_t kept, uint64_t cards) noexcept nogil:
    """What is left of `kept` when as much of it goes as `cards` have of each rank.

    A bit above every other nibble is gone after the subtraction where there was
    less than that; nothing is left there then.
    """
    cdef uint64_t nibbles = <uint64_t>0x0F0F0F0F0F0F0F0F
    cdef uint64_t above = <uint64_t>0x1010101010101010
    cdef uint64_t low = (kept & nibbles | above) - (cards & nibbles)
    cdef uint64_t high = (kept >> 4 & nibbles | above) - (cards >> 4 & nibbles)
    low &= ((low & above) >> 4) * 15
    high &= ((high & above) >> 4) * 15
    return low | high << 4


cdef inline void deal_game(const Rules *rules, const Games *g, int64_t i) noexcept nogil:
    """Deals the deal of that number; the landlord is to lead."""
    cdef uint64_t hands[MAX_PLAYERS]
    cdef uint64_t bottom, stream
    cdef int first_bidder
    cdef int seat
    stream = deal_cards(rules, g.deals[i], g.players, hands, &bottom, &first_bidder)
    hands[0] += bottom
    if g.draws_wild:
        g.wild[i] = draw_wild(&stream)
    for seat in range(g.players):
        g.hands[seat * g.games + i] = hands[seat]
        g.recent[seat * g.games + i] = 0
    g.bottom[i] = bottom
    g.kept[i] = hands[0] if g.open_hand else bottom
    g.played[i] = 0
    put_move(&g.last[i], 0, 0)
    g.turn[i] = 0
    g.last_seat[i] = 0
    g.passes[i] = 0
    g.bombs[i] = 0
    g.doubled[i] = 0
    g.landlord_plays[i] = 0
    g.peasant_plays[i] = 0


cdef inline void deal_games(const Rules *rules, const Games *g, int64_t start,
                            int64_t stop) noexcept nogil:
    cdef int64_t i
    for i in range(start, stop):
        deal_game(rules, g, i)


cdef inline void count_games(const Rules *rules, const Games *g, int64_t start, int64_t stop,
                             int64_t *counts) noexcept nogil:
    cdef int64_t i
    cdef Rules own
    for i in range(start, stop):
        counts[i] = (count_plays(rules_of(rules, g, i, &own), hand_to_move(g, i), &g.last[i])
                     + (g.last[i].kind != PASS))


cdef inline void list_games(const Rules *rules, const Games *g, int64_t start, int64_t stop,
                            Move *out) noexcept nogil:
    cdef int64_t i
    cdef Rules own
    for i in range(start, stop):
        out = put_plays(rules_of(rules, g, i, &own), hand_to_move(g, i), &g.last[i], out)
        put_move(out, 0, 0)
        out += g.last[i].kind != PASS


cdef inline void pick_games(const Rules *all_rules, const Games *g, int64_t start, int64_t stop,
                            const int64_t *indices, Move *out) noexcept nogil:
    """An index past the plays is the pass."""
    cdef int64_t i
    cdef Held held
    cdef Target last
    cdef Leads leads
    cdef Follows follows
    cdef Play play
    cdef Move other
    cdef Rules own
    cdef const Rules *rules
    for i in range(start, stop):
        rules = rules_of(all_rules, g, i, &own)
        hold(&held, hand_to_move(g, i))
        last = target_of(&g.last[i])
        if rarely(rules.variant != NULL):
            if is_variant(rules, held.hand):
                if indices[i] < rules.variant.count(rules, held.hand, &g.last[i]):
                    rules.variant.pick(rules, held.hand, &g.last[i], indices[i], &out[i])
                else:
                    put_move(&out[i], 0, 0)
                continue
            last = target_of(natural_last(rules, &g.last[i], &other))
        if last.kind == PASS:
            count_leads(rules, &held, &leads)
            play = pick_lead(rules, &held, &leads, indices[i])
        elif indices[i] < count_follows(rules, &held, last, &follows):
            play = pick_follow(rules, &held, last, &follows, indices[i])
        else:
            play.cards = 0
            play.tag = 0
        put_move(&out[i], play.cards, play.tag)


cdef inline bint is_legal(const Rules *rules, uint64_t hand, const Move *last,
                          const Move *action) noexcept nogil:
    cdef Move found[MAX_READINGS]
    cdef int i
    cdef int n
    if action.kind == PASS:
        return action.cards == 0 and last.kind != PASS
    if not contains(hand, action.cards):
        return False
    n = put_readings(rules, action.cards, found)
    for i in range(n):
        if (found[i].kind == action.kind and found[i].length == action.length
                and found[i].rank == action.rank and found[i].size == action.size):
            return last.kind == PASS or play_beats(rules, action, last)
    return False


cdef inline int64_t check_games(const Rules *rules, const Games *g, int64_t start,
                                int64_t stop, const Move *actions) noexcept nogil:
    cdef int64_t i
    cdef Rules own
    for i in range(start, stop):
        if not is_legal(rules_of(rules, g, i, &own), hand_to_move(g, i), &g.last[i],
                        &actions[i]):
            return i
    return -1


cdef inline void step_game(const Rules *rules, const Games *g, int64_t i, const Move *action,
                           int32_t *rewards, uint8_t *ended) noexcept nogil:
    cdef State state
    cdef int turn = g.turn[i]
    cdef int seat
    for seat in range(g.players):
        state.hands[seat] = g.hands[seat * g.games + i]
    state.last = g.last[i]
    state.players = g.players
    state.landlord = 0
    state.turn = turn
    state.last_seat = g.last_seat[i]
    state.passes = g.passes[i]
    state.bombs = g.bombs[i]
    state.doubled = g.doubled[i]
    state.doubling_bomb = rules.doubling_bomb
    state.winner = NOBODY
    state.landlord_plays = g.landlord_plays[i]
    state.peasant_plays = g.peasant_plays[i]

    apply_action(&state, action)

    ended[i] = state.winner != NOBODY
    if ended[i]:
        for seat in range(g.players):
            rewards[i * g.players + seat] = <int32_t>points_of(
                &state, seat, g.open_hand if g.open_hand else 1)
        g.deals[i] += 1
        deal_game(rules, g, i)
        return
    for seat in range(g.players):
        rewards[i * g.players + seat] = 0
        if state.last.kind == PASS:
            g.recent[seat * g.games + i] = 0
    if action.kind != PASS or state.last.kind != PASS:
        g.recent[turn * g.games + i] = action.cards
    g.hands[turn * g.games + i] = state.hands[turn]
    g.played[i] += action.cards
    if turn == 0:
        g.kept[i] = without(g.kept[i], action.cards)
    g.last[i] = state.last
    g.turn[i] = state.turn
    g.last_seat[i] = state.last_seat
    g.passes[i] = state.passes
    g.bombs[i] = state.bombs
    g.doubled[i] = state.doubled
    g.landlord_plays[i] = state.landlord_plays
    g.peasant_plays[i] = state.peasant_plays


cdef inline void step_games(const Rules *rules, const Games *g, int64_t start, int64_t stop,
                            const Move *actions, int32_t *rewards, uint8_t *ended) noexcept nogil:
    cdef int64_t i
    for i in range(start, stop):
        step_game(rules, g, i, &actions[i], rewards, ended)


cdef inline int row_size(const Games *g) noexcept nogil:
    """The bytes of an observation."""
    return LONG_OBSERVATION if g.is_long else OBSERVATION


cdef inline void observe_more(const Rules *rules, const Games *g, int64_t i,
                              uint8_t *out) noexcept nogil:
    """The end of a long observation."""
    cdef int third = (g.turn[i] + 3) % g.players
    memset(out + OBSERVATION, 0, LONG_OBSERVATION - OBSERVATION)
    if g.players > 3:
        spread_counts(out + AT_THIRD, g.recent[third * g.games + i])
        out[AT_THIRD_SIZE] = hand_size(g.hands[third * g.games + i])
    if g.open_hand:
        spread_counts(out + AT_OPEN, g.hands[i])
    if rules.has_wild:
        out[AT_WILD] = 1 + (g.wild[i] if g.draws_wild else rules.wild_slot)


cdef inline void observe_game(const Rules *rules, const Games *g, int64_t i,
                              uint8_t *out) noexcept nogil:
    """One observation, as docs/vector.md lays it out."""
    cdef int players = g.players
    cdef int me = g.turn[i]
    cdef int seat, other
    cdef uint64_t hand = g.hands[me * g.games + i]
    spread_counts(out + AT_HAND, hand)
    # The others know which cards the landlord still has of the bottom, or all of an open hand.
    spread_counts(out + AT_UNSEEN, rules.deck - g.played[i] - hand - (g.kept[i] if me else 0))
    spread_counts(out + AT_LAST, g.last[i].cards)
    spread_counts(out + AT_BOTTOM, g.bottom[i])
    spread_counts(out + AT_PLAYED, g.played[i])
    out[AT_SIZES] = hand_size(hand)
    for other in range(1, 3):
        seat = (me + other) % players
        spread_counts(out + AT_RECENT + SLOTS * (other - 1),
                      g.recent[seat * g.games + i] if other < players else 0)
        out[AT_SIZES + other] = hand_size(g.hands[seat * g.games + i]) if other < players else 0
    out[AT_ROLE] = (players - me) % players
    out[AT_BOMBS] = g.bombs[i]
    out[AT_READING] = g.last[i].kind
    out[AT_READING + 1] = g.last[i].length
    out[AT_READING + 2] = g.last[i].rank
    out[AT_PASSES] = g.passes[i]
    if g.is_long:
        observe_more(rules, g, i, out)


cdef inline void observe_games(const Rules *rules, const Games *g, int64_t start, int64_t stop,
                               uint8_t *out) noexcept nogil:
    cdef int64_t i
    cdef int size = row_size(g)
    for i in range(start, stop):
        observe_game(rules, g, i, out + i * size)
