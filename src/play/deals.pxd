# Deal numbers (docs/rules.md section 6): the random stream, the shuffle, the deal.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from ddz_core.kernels cimport MOST_CARDS, Rules, SLOTS, SMALL_JOKER
from intrinsics cimport multiply_high


cdef extern from *:
    """
    #define DDZ_STEP UINT64_C(0x9E3779B97F4A7C15)
    /* The slots of the 3s and 4s, which a short deck has not. */
    #define DDZ_LEFT_OUT UINT64_C(0xFF)
    """
    const uint64_t STEP "DDZ_STEP"
    const uint64_t LEFT_OUT "DDZ_LEFT_OUT"


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


cdef inline int fill_deck(uint8_t *deck, uint64_t cards) noexcept nogil:
    """The cards by slot, weakest first; returns how many."""
    cdef int size = 0
    cdef int slot, held
    for slot in range(SLOTS):
        for held in range(<int>(cards >> 4 * slot & 15)):
            deck[size] = slot
            size += 1
    return size


cdef inline void give_out(const Rules *rules, const uint8_t *deck, int players,
                          uint64_t *hands, uint64_t *bottom) noexcept nogil:
    """Round after round from the top of the deck, then the bottom cards."""
    cdef int dealt = players * rules.hand_size
    cdef int seat, card
    for seat in range(players):
        hands[seat] = 0
        card = seat
        while card < dealt:
            hands[seat] += <uint64_t>1 << 4 * deck[card]
            card += players
    bottom[0] = 0
    for card in range(dealt, dealt + rules.bottom_size):
        bottom[0] += <uint64_t>1 << 4 * deck[card]


cdef inline uint64_t deal_cards(const Rules *rules, uint64_t number, int players,
                                uint64_t *hands, uint64_t *bottom,
                                int *first_bidder) noexcept nogil:
    """Returns the random stream as it stands after the draw of the first bidder."""
    cdef uint8_t deck[MOST_CARDS]
    cdef uint64_t stream = number
    # All of the array, whose size the compiler knows: faster than as many as are in play.
    memcpy(deck, rules.by_slot, MOST_CARDS)
    shuffle(deck, rules.deck_size, &stream)
    give_out(rules, deck, players, hands, bottom)
    first_bidder[0] = <int>below(&stream, players)
    return stream


cdef inline uint8_t draw_wild(uint64_t *stream) noexcept nogil:
    """The slot of the wild rank (docs/rules.md section 8.2): that of no joker."""
    return <uint8_t>below(stream, SMALL_JOKER)
