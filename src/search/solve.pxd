# Open cards: which side wins. A depth-first search that remembers what it finds.

from libc.stdint cimport uint64_t
from libc.string cimport memset

from cards.hands cimport Held, hold
from cards.listing cimport put_follows, put_leads
from cards.plays cimport target_of
from ddz_core.kernels cimport Entry, Move, PASS, Search
from intrinsics cimport count_up, prefetch
from search.dominance cimport Alike, Refuted, add_refuted, is_needless, is_refuted, set_alike
from search.fewest cimport is_stopped
from search.force cimport Against, goes_out, goes_out_after, set_against, stands
from search.keys cimport Spot, set_key
from search.ordering cimport (
    points, points_of_pass, remember_winner, sort, trick_hash, winner_first,
)
from search.transpositions cimport bucket_of, hash_of, known_value, remember


cdef enum:
    STOPPED = -1
    NODE = 8                # what a node takes beside its plays, in plays


cdef inline void pass_on(Spot *spot) noexcept nogil:
    spot.turn += 1
    if spot.turn == spot.players:
        spot.turn = 0
    if spot.turn == spot.owner:
        spot.last.kind = PASS


cdef inline void play_on(Spot *spot, const Move *play) noexcept nogil:
    spot.hands[spot.turn] -= play.cards
    spot.last = target_of(play)
    spot.owner = spot.turn
    spot.turn += 1
    if spot.turn == spot.players:
        spot.turn = 0


cdef inline uint64_t partner_ranks(const Spot *spot, const Held *held) noexcept nogil:
    if spot.turn == 0 or spot.players == 2:
        return 0
    return held[3 - spot.turn].bodies[1]


cdef inline Move *list_follows(const Search *s, Spot *spot, const Held *held,
                               Move *out) noexcept nogil:
    """Lists what beats the last play. Who can only pass has passed then: the turn is of
    the first who can play, or of the owner of the trick, who leads anew."""
    cdef Move *stop = out
    while spot.last.kind != PASS:
        stop = put_follows(s.rules, &held[spot.turn], spot.last, out)
        if stop != out:
            break
        pass_on(spot)
    return stop


cdef inline bint lays_all_down(Search *s, uint64_t hand, const Move *first,
                               const Move *stop) noexcept nogil:
    """Whether one of the plays is the whole hand."""
    while first != stop:
        if first.cards == hand:
            s.best = first[0]
            return True
        first += 1
    return False


cdef inline bint takes_over(Search *s, const Against *against, uint64_t hand, const Move *first,
                            const Move *stop, Move *scratch) noexcept nogil:
    """Whether a play that nobody beats leaves a hand that goes out by force."""
    while first != stop:
        if (stands(s.rules, against, first)
                and goes_out_after(s, against, hand - first.cards, scratch)):
            s.best = first[0]
            return True
        first += 1
    return False


cdef inline Move *in_order(Search *s, const Spot *spot, const Alike *alike, uint64_t trick,
                           Move *first, Move *stop) noexcept nogil:
    """Brings the plays into the order in which they are tried, the pass among them where
    it is legal, without the needless ones. Returns the end."""
    cdef Move *kept = first
    cdef Move *play = first
    while play != stop:
        if not is_needless(alike, play):
            kept[0] = play[0]
            kept.spare = points(s, spot.hands[spot.turn], kept, stop)
            kept += 1
        play += 1
    if spot.last.kind != PASS:
        memset(kept, 0, sizeof(Move))
        kept.spare = points_of_pass(s, spot, kept + 1)
        kept += 1
    winner_first(s, trick, first, kept)
    sort(first, kept)
    return kept


cdef inline int landlord_wins(Search *s, const Spot *given, Move *scratch) noexcept nogil:
    """1 or 0, or STOPPED. Where the side to move wins, `best` is how: so the first
    position of all is searched though its value be known."""
    cdef Spot spot = given[0]
    cdef Held held[3]
    cdef Against against
    cdef Entry key
    cdef Move *stop
    cdef int i, value, won
    cdef uint64_t hash, hand
    cdef bint root = s.root
    s.root = False
    count_up(&s.nodes)
    s.due -= NODE
    if is_stopped(s):
        return STOPPED
    for i in range(3):
        hold(&held[i], spot.hands[i])
    stop = list_follows(s, &spot, held, scratch)
    hand = spot.hands[spot.turn]
    won = spot.turn == 0
    set_key(s.rules, &spot, held, &key)
    hash = hash_of(&key)
    prefetch(bucket_of(s, hash))
    set_against(&against, held, spot.turn, spot.players)
    if spot.last.kind == PASS:
        stop = put_leads(s.rules, &held[spot.turn], scratch)
        if goes_out(s, &against, hand, scratch, stop, stop):
            return won
    elif lays_all_down(s, hand, scratch, stop):
        return won
    s.due -= stop - scratch
    value = known_value(bucket_of(s, hash), &key)
    if value >= 0 and not root:
        return value
    if spot.last.kind != PASS and takes_over(s, &against, hand, scratch, stop, stop):
        remember(s, hash, &key, won, 1)
        return won
    return value_of_actions(s, &spot, held, hash, &key, scratch, stop)


cdef inline int value_of_actions(Search *s, const Spot *spot, const Held *held, uint64_t hash,
                                 const Entry *key, Move *first, Move *stop) noexcept nogil:
    """The same, by trying one action after the other; `first` to `stop` are the plays."""
    cdef Spot after
    cdef Alike alike
    cdef Refuted refuted
    cdef Move reply
    cdef Move *play
    cdef uint64_t started = s.nodes - 1
    cdef uint64_t trick = trick_hash(spot)
    cdef int won = spot.turn == 0
    cdef int value
    set_alike(&alike, &held[spot.turn], partner_ranks(spot, held))
    stop = in_order(s, spot, &alike, trick, first, stop)
    refuted.number = 0
    play = first
    while play != stop:
        if is_refuted(&refuted, &alike, play):
            play += 1
            continue
        after = spot[0]
        if play.kind == PASS:
            pass_on(&after)
        else:
            play_on(&after, play)
        s.best.cards = 0
        value = landlord_wins(s, &after, stop)
        if value == STOPPED:
            return STOPPED
        if value == won:
            s.best = play[0]
            remember(s, hash, key, won, s.nodes - started)
            remember_winner(s, trick, play)
            return won
        # Of a position that is lost, `best` is what a pass loses to, if that is known:
        # for whoever led up to it, the opponents' reply.
        if play.kind == PASS:
            reply = s.best
        add_refuted(&refuted, &alike, play, &s.best)
        play += 1
    if spot.last.kind != PASS:
        s.best = reply
    remember(s, hash, key, not won, s.nodes - started)
    return not won
