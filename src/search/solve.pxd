# Open cards: which side wins. A depth-first search with a table of what is known.

from libc.stdint cimport uint64_t
from libc.string cimport memset

from cards.hands cimport Held, hold
from cards.listing cimport put_follows, put_leads
from cards.plays cimport target_of
from ddz_core.kernels cimport Entry, Move, PASS, Search
from intrinsics cimport prefetch
from search.dominance cimport Alike, Refuted, add_refuted, is_needless, is_refuted, set_alike
from search.fewest cimport out_of_time
from search.force cimport Against, goes_out, goes_out_after, set_against, stands
from search.keys cimport Spot, set_key
from search.ordering cimport (
    points, points_of_pass, remember_winner, sort, trick_hash, winner_first,
)
from search.transpositions cimport WAYS, hash_of, known_value, remember


cdef enum:
    STOPPED = -1


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


cdef inline int landlord_wins(Search *s, const Spot *given, Move *scratch) noexcept nogil:
    """1 or 0, or STOPPED. Where the side to move wins, `best` is how: so the first
    position of all is searched though its value be known."""
    cdef Spot spot = given[0]
    cdef Spot after
    cdef Held held[3]
    cdef Against against
    cdef Entry key
    cdef Entry *bucket
    cdef Move *stop = scratch
    cdef Move *play
    cdef Move *kept
    cdef Alike alike
    cdef Refuted refuted
    cdef Move reply
    cdef int i, value, won
    cdef uint64_t started = s.nodes
    cdef uint64_t hash, trick
    cdef bint root = s.root
    s.root = False
    s.nodes += 1
    if s.stop or (s.nodes & 255 == 0 and out_of_time(s)):
        return STOPPED
    for i in range(3):
        hold(&held[i], spot.hands[i])
    while spot.last.kind != PASS:
        stop = put_follows(s.rules, &held[spot.turn], spot.last, scratch)
        if stop != scratch:
            break
        pass_on(&spot)
    won = spot.turn == 0
    set_key(s.rules, &spot, held, &key)
    hash = hash_of(&key)
    bucket = s.table + WAYS * (hash & s.mask)
    prefetch(bucket)
    set_against(&against, held, spot.turn, spot.players)
    if spot.last.kind == PASS:
        stop = put_leads(s.rules, &held[spot.turn], scratch)
        if goes_out(s, &against, spot.hands[spot.turn], scratch, stop, stop):
            return won
        value = known_value(bucket, &key)
        if value >= 0 and not root:
            return value
    else:
        play = scratch
        while play != stop:
            if play.cards == spot.hands[spot.turn]:
                s.best = play[0]
                return won
            play += 1
        value = known_value(bucket, &key)
        if value >= 0 and not root:
            return value
        play = scratch
        while play != stop:
            if stands(s.rules, &against, play):
                if goes_out_after(s, &against, spot.hands[spot.turn] - play.cards, stop):
                    s.best = play[0]
                    remember(s, hash, &key, won, 1)
                    return won
            play += 1
    set_alike(&alike, &held[spot.turn], partner_ranks(&spot, held))
    kept = scratch
    play = scratch
    while play != stop:
        if not is_needless(&alike, play):
            kept[0] = play[0]
            kept.spare = points(s, spot.hands[spot.turn], kept, stop)
            kept += 1
        play += 1
    stop = kept
    if spot.last.kind != PASS:
        memset(stop, 0, sizeof(Move))
        stop.spare = points_of_pass(s, &spot, stop + 1)
        stop += 1
    trick = trick_hash(&spot)
    winner_first(s, trick, scratch, stop)
    sort(scratch, stop)
    refuted.number = 0
    play = scratch
    while play != stop:
        if is_refuted(&refuted, &alike, play):
            play += 1
            continue
        after = spot
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
            remember(s, hash, &key, won, s.nodes - started)
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
    remember(s, hash, &key, not won, s.nodes - started)
    return not won
