# Deal numbers (docs/rules.md section 6): the random stream, the shuffle, the deal.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from intrinsics cimport multiply_high


cdef extern from *:
    """
    #define DDZ_STEP UINT64_C(0x9E3779B97F4A7C15)
    """
    const uint64_t STEP "DDZ_STEP"


cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    """The word that the stream yields in the state z, which moves on by STEP."""
    z = (z ^ z >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ z >> 27) * <uint64_t>0x94D049BB133111EB
    return z ^ z >> 31


cdef inline uint64_t below(uint64_t *stream, uint64_t n) noexcept nogil:
    stream[0] += STEP
    return multiply_high(mixed(stream[0]), n)


cdef inline void shuffle(uint8_t *deck, int cards, uint64_t *stream) noexcept nogil:
    cdef int i, j
    cdef uint8_t card
    for i in range(cards - 1, 0, -1):
        j = <int>below(stream, i + 1)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card


cdef inline void fill_deck(uint8_t *deck) noexcept nogil:
    """The 54 cards by slot, weakest first."""
    cdef int i
    for i in range(52):
        deck[i] = i >> 2
    deck[52] = 13
    deck[53] = 14


cdef inline void give_out(const uint8_t *deck, int players, uint64_t *hands,
                          uint64_t *bottom) noexcept nogil:
    """Seventeen rounds from the top of the deck, then the three bottom cards."""
    cdef int seat, card
    for seat in range(players):
        hands[seat] = 0
        for card in range(17):
            hands[seat] += <uint64_t>1 << 4 * deck[card * players + seat]
    bottom[0] = 0
    for card in range(17 * players, 17 * players + 3):
        bottom[0] += <uint64_t>1 << 4 * deck[card]


cdef inline uint64_t deal_cards(uint64_t number, int players, uint64_t *hands,
                                uint64_t *bottom, int *first_bidder) noexcept nogil:
    """Returns the random stream as it stands after the draw of the first bidder."""
    cdef uint8_t deck[54]
    cdef uint64_t stream = number
    fill_deck(deck)
    shuffle(deck, 54, &stream)
    give_out(deck, players, hands, bottom)
    first_bidder[0] = <int>below(&stream, players)
    return stream
