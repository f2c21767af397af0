# Hidden hands drawn at random among those that may be.
#
# The unseen cards are told apart here, as cards of different suits are: every way to
# give them out is equally likely.

from libc.stdint cimport uint8_t, uint64_t

from ddz_core.kernels cimport Hidden, MAX_PLAYERS, MOST_CARDS
from play.deals cimport STEP, below, fill_deck, mixed


cdef inline uint64_t stream_of(uint64_t seed, uint64_t number) noexcept nogil:
    """The random stream of world `number`: the same for every thread."""
    return mixed(mixed(seed + STEP) + number * <uint64_t>0xD1B54A32D192ED03)


cdef inline void give_hidden(const Hidden *hidden, const uint8_t *cards, int n, uint64_t *stream,
                             uint64_t *hands, uint64_t *aside) noexcept nogil:
    """Fills the hands of one world: what each is known to hold, and random cards.

    `cards` are the unseen ones, laid out; `aside` gets what nobody holds. Who is given
    his cards last takes what is left, where nothing stays aside.
    """
    cdef uint8_t deck[MOST_CARDS]
    cdef uint64_t left = hidden.cards
    cdef uint64_t hand
    cdef int seat, taken, i, j
    for i in range(n):
        deck[i] = cards[i]
    for seat in range(hidden.players):
        hand = 0
        if hidden.sizes[seat] == n:
            hand = left
            n = 0
        else:
            for taken in range(hidden.sizes[seat]):
                j = <int>below(stream, n)
                n -= 1
                hand += <uint64_t>1 << 4 * deck[j]
                deck[j] = deck[n]
        left -= hand
        hands[seat] = hidden.known[seat] + hand
    aside[0] = left


cdef inline void draw_worlds(const Hidden *hidden, uint64_t seed, uint64_t first, uint64_t stop,
                             uint64_t *hands) noexcept nogil:
    """The hands of worlds `first` to `stop` - 1, one world after the other."""
    cdef uint8_t deck[MOST_CARDS]
    cdef int cards = fill_deck(deck, hidden.cards)
    cdef uint64_t number, stream, aside
    cdef uint64_t given[MAX_PLAYERS]
    cdef int seat
    for number in range(first, stop):
        stream = stream_of(seed, number)
        give_hidden(hidden, deck, cards, &stream, given, &aside)
        for seat in range(hidden.players):
            hands[0] = given[seat]
            hands += 1
