# How the greedy player chooses, whatever the deck: `greedy.pxd` and `variant_greedy.pxd`
# include it, each with functions of its own for what a deck makes different: split_hand,
# groups_of, goes_out_at_once, is_safe, target_to_beat, target_after, and Answers with
# find_answers and next_answer. So the code for one deck has nothing of the variants in it.


cdef enum:
    NEVER = -32000
    FIRST_OF_ALL = 32000


# -------------------------------------------------------------------- leading

cdef inline int safe_first(const Rules *rules, const Held *unseen, const Play *groups,
                           int n) noexcept nogil:
    """Where all groups but at most one are safe: one to begin with. Else -1."""
    cdef int i
    cdef int unsafe = 0
    cdef int first = 0
    for i in range(n):
        if not is_safe(rules, unseen, groups[i]):
            unsafe += 1
            if unsafe == 2:
                return -1
        else:
            first = i
    return first


cdef inline int lead_score(const Habits *habits, const View *view, Play play) noexcept nogil:
    """The higher, the sooner a group is led: what is a burden to hold, and large."""
    cdef int kind = tag_kind(play.tag)
    cdef int rank = tag_rank(play.tag)
    cdef int size = tag_size(play.tag)
    cdef int score = habits.lead_card * size
    if is_bomb(kind):
        return NEVER + rank
    if kind == SOLO:
        score -= habits.solo[rank]
    elif kind == PAIR:
        score -= habits.pair[rank]
    elif kind == TRIO or kind == TRIO_SOLO or kind == TRIO_PAIR:
        score -= habits.trio[rank]
    elif kind >= TRIO_CHAIN:
        score -= habits.trio[rank] * tag_length(play.tag) + habits.play * (tag_length(play.tag) - 1)
    else:
        score -= habits.chain[rank]
    if size == view.enemy and view.enemy <= 2:
        # What the enemy could go out on: the highest, when all else is gone.
        score = NEVER // 2 + rank
    elif size == view.partner and view.partner <= 2 and habits.teamwork:
        score = FIRST_OF_ALL - rank
    return score


cdef inline Play greedy_lead(const Rules *rules, const Habits *habits, const View *view) noexcept nogil:
    cdef Play groups[MOST_GROUPS]
    cdef Held unseen
    cdef int n = groups_of(rules, view.held.hand, view.split, groups)
    cdef int best = 0
    cdef int most = -(1 << 30)
    cdef int i, score
    if n == 1:
        return groups[0]
    if goes_out_at_once(rules, view.held.hand, n, &groups[0]):
        return groups[0]
    if n <= 5 and habits.counting:
        hold(&unseen, view.unseen)
        i = safe_first(rules, &unseen, groups, n)
        if i >= 0:
            return groups[i]
    # The partner goes out on a low solo, unless the landlord does so before him.
    if view.partner == 1 and habits.teamwork and (view.enemy > 1 or view.partner_first):
        return bare_play(SOLO, 1, 1, view.held.bodies[1] & (0 - view.held.bodies[1]))
    for i in range(n):
        score = lead_score(habits, view, groups[i])
        if score > most:
            most = score
            best = i
    return groups[best]


# ------------------------------------------------------------------ following

cdef inline bint goes_out_safely(const Rules *rules, const Held *unseen, Play play,
                                 uint64_t hand, const Split *rest) noexcept nogil:
    """Whether nobody can beat the play, nor what it leaves of the hand but for one group."""
    cdef Play groups[MOST_GROUPS]
    cdef int n
    if rest.plays > 4 or not is_safe(rules, unseen, play):
        return False
    n = groups_of(rules, hand - play.cards, rest, groups)
    return n == 1 or safe_first(rules, unseen, groups, n) >= 0


cdef inline int urgency_of(int enemy) noexcept nogil:
    """How near the enemy with fewest cards is to going out: the column of `follow`."""
    if enemy < 3:
        return enemy - 1
    return 2 if enemy < 5 else 3 if enemy < 9 else 4


cdef inline Play greedy_follow(const Rules *rules, const Habits *habits, const View *view) noexcept nogil:
    """A play that beats the last one, or all zero: the pass."""
    cdef Answers left
    cdef Split rest
    cdef Held unseen
    cdef Play play, best
    cdef int most, value, urgency
    best.cards = 0
    best.tag = 0
    if not find_answers(rules, view, &left):
        return best
    hold(&unseen, view.unseen)
    urgency = urgency_of(view.enemy)
    most = view.split.value + habits.follow[view.role][urgency]
    while True:
        play = next_answer(rules, view, &left)
        if play.cards == 0:
            return best
        if play.cards == view.held.hand:
            return play
        if view.partners_trick and habits.teamwork:
            continue
        split_hand(rules, habits, view.held.hand - play.cards, &rest)
        if habits.counting and goes_out_safely(
                rules, &unseen, play, view.held.hand, &rest):
            return play
        value = rest.value
        if is_bomb(tag_kind(play.tag)):
            value += habits.bombing[view.role][urgency]
        if value > most:
            most = value
            best = play


cdef inline Play decide(const Rules *rules, const Habits *habits, const View *view) noexcept nogil:
    """A play, or all zero: the pass."""
    if view.last.kind == PASS:
        return greedy_lead(rules, habits, view)
    return greedy_follow(rules, habits, view)


# ------------------------------------------------------------------ play-outs

cdef inline Play greedy_action(const Rules *rules, const Habits *habits, const State *state,
                               const uint8_t *sizes, uint64_t unseen) noexcept nogil:
    """What the greedy player does; all zero is the pass."""
    cdef Held held
    cdef Split split
    cdef View view
    hold(&held, state.hands[state.turn])
    split_hand(rules, habits, held.hand, &split)
    look(&view, &held, &split, sizes, unseen, target_to_beat(rules, &state.last), state.turn, state.last_seat,
         state.landlord, state.players)
    return decide(rules, habits, &view)


cdef inline int greedy_out(const Rules *rules, const Habits *landlords, const Habits *peasants,
                           State *state, uint64_t aside) noexcept nogil:
    """Plays on to the end and returns the number of decisions. `aside` are cards out
    of play, which nobody has seen."""
    cdef const Habits *habits
    cdef Held held[MAX_PLAYERS]
    cdef Split split[MAX_PLAYERS]
    cdef uint8_t sizes[MAX_PLAYERS]
    cdef View view
    cdef Play play
    cdef Target last = target_to_beat(rules, &state.last)
    cdef uint64_t all = aside
    cdef int players = state.players
    cdef int turn = state.turn
    cdef int last_seat = state.last_seat
    cdef int passes = state.passes
    cdef int decisions = 0
    cdef int seat
    for seat in range(players):
        habits = landlords if seat == state.landlord else peasants
        hold(&held[seat], state.hands[seat])
        split_hand(rules, habits, state.hands[seat], &split[seat])
        sizes[seat] = hand_size(state.hands[seat])
        all += state.hands[seat]
    while state.winner == NOBODY:
        habits = landlords if turn == state.landlord else peasants
        look(&view, &held[turn], &split[turn], sizes, all - held[turn].hand, last, turn, last_seat,
             state.landlord, players)
        play = decide(rules, habits, &view)
        decisions += 1
        if play.cards == 0:
            passes += 1
            if passes == players - 1:
                passes = 0
                last.kind = PASS
        else:
            passes = 0
            last = target_after(rules, play)
            last_seat = turn
            state.bombs += is_bomb(last.kind)
            state.doubled += is_doubling(last.kind, tag_size(play.tag), state.doubling_bomb)
            if turn == state.landlord:
                state.landlord_plays += 1
            else:
                state.peasant_plays += 1
            all -= play.cards
            hold(&held[turn], held[turn].hand - play.cards)
            sizes[turn] -= tag_size(play.tag)
            if held[turn].hand == 0:
                state.winner = turn
                break
            split_hand(rules, habits, held[turn].hand, &split[turn])
        turn = turn + 1 if turn + 1 < players else 0
    return decisions
