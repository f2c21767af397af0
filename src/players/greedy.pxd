# The greedy player, written for speed: lays down many cards cheaply, keeps bombs, does
# not beat its partner. It knows its own hand, what is played, and how many cards
# everybody holds; docs/agents.md tells what it does and why.

from libc.stdint cimport uint8_t, uint64_t

from cards.hands cimport Held, hand_size, hold, run_of_ones
from cards.kickers cimport Kickers, kicker_sets, kickers_of, pick_kickers
from cards.plays cimport (
    Play, Target, bare_play, bombs_that_beat, rocket_beats, rocket_play, starts_that_beat,
    target_of,
)
from ddz_core.kernels cimport (
    BOMB, Habits, MAX_PLAYERS, NOBODY, PAIR, PASS, Rules, SOLO, SOLO_CHAIN, Shape, State,
    TRIO, TRIO_CHAIN, TRIO_CHAIN_PAIR, TRIO_CHAIN_SOLO, TRIO_PAIR, TRIO_SOLO,
)
from intrinsics cimport move_tag, rank_count, tag_kind, tag_length, tag_rank, tag_size
from play.phase cimport is_bomb, is_doubling
from players.splits cimport Split, WEAK, split_hand


cdef enum:
    MOST_GROUPS = 24
    NEVER = -32000
    FIRST_OF_ALL = 32000


cdef struct View:
    # What a player goes by.
    const Held *held
    const Split *split
    uint64_t unseen         # cards of the others, and those out of play
    Target last
    int role                # 0 the landlord, 1 who plays after him, 2 who plays before him
    int enemy               # cards of the enemy who has fewest
    int partner             # cards of the partner; 0 where there is none
    bint partners_trick


cdef inline Target target_of_play(Play play) noexcept nogil:
    cdef Target target
    target.kind = tag_kind(play.tag)
    target.length = tag_length(play.tag)
    target.rank = tag_rank(play.tag)
    target.size = tag_size(play.tag)
    return target


cdef inline bint is_safe(const Rules *rules, const Held *unseen, Play play) noexcept nogil:
    """Whether nobody can beat it, wherever the unseen cards are; but for chains of bombs,
    which are too rare to be afraid of."""
    cdef Target last = target_of_play(play)
    return not (rocket_beats(unseen, last) or bombs_that_beat(unseen, last)
                or starts_that_beat(rules, unseen, last))


# --------------------------------------------------------------------- groups

cdef inline uint64_t lowest_ranks(uint64_t ranks, int n) noexcept nogil:
    """The n lowest of a set of ranks."""
    cdef uint64_t rest = ranks
    while n > 0:
        rest &= rest - 1
        n -= 1
    return ranks ^ rest


cdef inline int put_groups(const Rules *rules, const Split *s, Play *out) noexcept nogil:
    """The plays of a split, each trio with the lowest kickers left; returns how many."""
    cdef Play *start = out
    cdef uint64_t solos = s.solos
    cdef uint64_t pairs = s.pairs
    cdef uint64_t left = s.trios
    cdef uint64_t body, taken, more
    cdef int length, i
    while left:
        body = left & (0 - left)
        length = 1
        while body << 4 * length & left & WEAK and body & WEAK:
            length += 1
        left &= ~(run_of_ones(length) * body)
        out[0] = bare_play(TRIO if length == 1 else TRIO_CHAIN, 3, length, body)
        if rank_count(solos & WEAK) >= length:
            taken = lowest_ranks(solos & WEAK, length)
            solos ^= taken
            out.cards += taken
            out.tag += move_tag(1 if length == 1 else TRIO_CHAIN_SOLO - TRIO_CHAIN, 0, 0, length)
        elif rank_count(pairs & WEAK) >= length:
            taken = lowest_ranks(pairs & WEAK, length)
            pairs ^= taken
            out.cards += 2 * taken
            out.tag += move_tag(2 if length == 1 else TRIO_CHAIN_PAIR - TRIO_CHAIN, 0, 0,
                                2 * length)
        out += 1
    left = solos
    while left:
        out[0] = bare_play(SOLO, 1, 1, left & (0 - left))
        out += 1
        left &= left - 1
    left = pairs
    while left:
        out[0] = bare_play(PAIR, 2, 1, left & (0 - left))
        out += 1
        left &= left - 1
    for i in range(s.number):
        out[0] = bare_play(s.chains[i].kind, 1 if s.chains[i].kind == SOLO_CHAIN else 2,
                           s.chains[i].length, s.chains[i].start)
        out += 1
    left = s.bombs
    while left:
        out[0] = bare_play(BOMB, 4, 1, left & (0 - left))
        out += 1
        left &= left - 1
    if s.rocket:
        out[0] = rocket_play()
        out += 1
    return <int>(out - start)


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


# -------------------------------------------------------------------- leading

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


cdef inline Play greedy_lead(const Rules *rules, const Habits *habits,
                             const View *view) noexcept nogil:
    cdef Play groups[MOST_GROUPS]
    cdef Held unseen
    cdef int n = put_groups(rules, view.split, groups)
    cdef int best = 0
    cdef int most = -(1 << 30)
    cdef int i, score
    if n == 1:
        return groups[0]
    if n <= 5 and habits.counting:
        hold(&unseen, view.unseen)
        i = safe_first(rules, &unseen, groups, n)
        if i >= 0:
            return groups[i]
    # The partner goes out on a low solo, unless the landlord is next and does so first.
    if view.partner == 1 and habits.teamwork and not (view.enemy == 1 and view.role == 2):
        return bare_play(SOLO, 1, 1, view.held.bodies[1] & (0 - view.held.bodies[1]))
    for i in range(n):
        score = lead_score(habits, view, groups[i])
        if score > most:
            most = score
            best = i
    return groups[best]


# ------------------------------------------------------------------ following

cdef inline uint64_t loose_kickers(const Rules *rules, const Shape *shape, const View *view,
                                   uint64_t body, int length) noexcept nogil:
    """The cheapest kickers for a body: solos of the split if there are enough, else
    its pairs too, else whatever is there. 0 where there are none."""
    cdef uint64_t outside = ~(15 * body)
    cdef uint64_t offer[3]
    cdef Kickers k
    cdef int n = shape.kickers * length
    cdef int i
    offer[0] = view.split.solos & WEAK if shape.unit == 1 else 2 * (view.split.pairs & WEAK)
    offer[1] = view.split.solos + 2 * view.split.pairs
    offer[2] = view.held.hand
    for i in range(3):
        k = kickers_of(rules, shape, offer[i] & outside, body, length)
        if kicker_sets(rules, &k, n):
            return pick_kickers(rules, &k, n, 0)
    return 0


cdef struct Answers:
    # What beats the last play and has not been looked at yet.
    uint64_t starts         # of bodies of the own kind
    uint64_t bombs
    bint rocket


cdef inline bint find_answers(const Rules *rules, const View *view,
                              Answers *left) noexcept nogil:
    left.starts = starts_that_beat(rules, view.held, view.last)
    left.bombs = bombs_that_beat(view.held, view.last)
    left.rocket = rocket_beats(view.held, view.last)
    return left.starts != 0 or left.bombs != 0 or left.rocket


cdef inline Play next_answer(const Rules *rules, const View *view,
                             Answers *left) noexcept nogil:
    """The next play that beats the last one, each body with its cheapest kickers; all
    zero where there is no more."""
    cdef const Shape *shape = &rules.shapes[view.last.kind]
    cdef int length = view.last.length
    cdef uint64_t start, kickers
    cdef Play play
    while left.starts:
        start = left.starts & (0 - left.starts)
        left.starts ^= start
        play = bare_play(view.last.kind, shape.width, length, start)
        if shape.unit:
            kickers = loose_kickers(rules, shape, view, run_of_ones(length) * start, length)
            if kickers == 0:
                continue
            play.cards += kickers
            play.tag += move_tag(0, 0, 0, shape.kickers * length * shape.unit)
        return play
    if left.bombs:
        play = bare_play(BOMB, 4, 1, left.bombs & (0 - left.bombs))
        left.bombs &= left.bombs - 1
    elif left.rocket:
        play = rocket_play()
        left.rocket = False
    else:
        play.cards = 0
        play.tag = 0
    return play


cdef inline bint goes_out_safely(const Rules *rules, const Held *unseen, Play play,
                                 const Split *rest) noexcept nogil:
    """Whether nobody can beat the play, nor what it leaves but for one group."""
    cdef Play groups[MOST_GROUPS]
    cdef int n
    if rest.plays > 4 or not is_safe(rules, unseen, play):
        return False
    n = put_groups(rules, rest, groups)
    return n == 1 or safe_first(rules, unseen, groups, n) >= 0


cdef inline int urgency_of(int enemy) noexcept nogil:
    """How near the enemy with fewest cards is to going out: the column of `follow`."""
    if enemy < 3:
        return enemy - 1
    return 2 if enemy < 5 else 3 if enemy < 9 else 4


cdef inline Play greedy_follow(const Rules *rules, const Habits *habits,
                               const View *view) noexcept nogil:
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
        split_hand(habits, view.held.hand - play.cards, &rest)
        if habits.counting and goes_out_safely(rules, &unseen, play, &rest):
            return play
        value = rest.value
        if is_bomb(tag_kind(play.tag)):
            value += habits.bombing[view.role][urgency]
        if value > most:
            most = value
            best = play


cdef inline Play decide(const Rules *rules, const Habits *habits,
                        const View *view) noexcept nogil:
    """A play, or all zero: the pass."""
    if view.last.kind == PASS:
        return greedy_lead(rules, habits, view)
    return greedy_follow(rules, habits, view)


# ------------------------------------------------------------------ play-outs

cdef inline int role_of(int seat, int landlord, int players) noexcept nogil:
    cdef int after = seat - landlord
    return after + players if after < 0 else after


cdef inline void look(View *view, const Held *held, const Split *split, const uint8_t *sizes,
                      uint64_t unseen, Target last, int turn, int last_seat, int landlord,
                      int players) noexcept nogil:
    """What the player to move goes by."""
    cdef int seat
    view.held = held
    view.split = split
    view.unseen = unseen
    view.last = last
    view.role = role_of(turn, landlord, players)
    view.partner = 0
    view.enemy = 255
    for seat in range(players):
        if seat == turn:
            continue
        if turn == landlord or seat == landlord:
            view.enemy = min(view.enemy, sizes[seat])
        else:
            view.partner = sizes[seat]
    view.partners_trick = last.kind != PASS and turn != landlord and last_seat != landlord


cdef inline Play greedy_action(const Rules *rules, const Habits *habits, const State *state,
                               const uint8_t *sizes, uint64_t unseen) noexcept nogil:
    """What the greedy player does; all zero is the pass."""
    cdef Held held
    cdef Split split
    cdef View view
    hold(&held, state.hands[state.turn])
    split_hand(habits, held.hand, &split)
    look(&view, &held, &split, sizes, unseen, target_of(&state.last), state.turn, state.last_seat,
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
    cdef Target last = target_of(&state.last)
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
        split_hand(habits, state.hands[seat], &split[seat])
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
            last = target_of_play(play)
            last_seat = turn
            state.bombs += is_bomb(last.kind)
            state.doubled += is_doubling(last.kind, last.size, state.doubling_bomb)
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
            split_hand(habits, held[turn].hand, &split[turn])
        turn = turn + 1 if turn + 1 < players else 0
    return decisions
