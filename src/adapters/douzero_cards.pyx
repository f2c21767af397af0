"""DouZero's lists of numbers, and packed hands."""

from libc.stdint cimport uint64_t

from ddz_core._core.values cimport Hand

from ddz_core.errors import InvalidCards

# A card of each slot, weakest first.
CARDS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30)

cdef tuple CARD_OF_SLOT = CARDS
cdef int SLOT_OF_CARD[31]
cdef int card_
for card_ in range(31):
    SLOT_OF_CARD[card_] = CARDS.index(card_) if card_ in CARDS else -1


cdef uint64_t packed(object cards) except? 1:
    """DouZero's list of numbers as a packed hand."""
    cdef uint64_t found = 0
    cdef object card
    cdef int slot
    for card in cards:
        slot = SLOT_OF_CARD[<int>card] if 0 <= card <= 30 else -1
        if slot < 0:
            raise InvalidCards(f"{card!r} is no card of DouZero: cards are {CARDS}")
        if found >> 4 * slot & 15 == 15:
            raise InvalidCards(f"{card!r} comes more than 15 times")
        found += <uint64_t>1 << 4 * slot
    return found


cdef list card_list(uint64_t cards):
    """The cards as a list of numbers, weakest first."""
    cdef list found = []
    cdef int slot = 0
    cdef int i
    cdef object card
    while cards:
        if cards & 15:
            card = CARD_OF_SLOT[slot]
            for i in range(<int>(cards & 15)):
                found.append(card)
        cards >>= 4
        slot += 1
    return found


def hand_of(cards):
    """The :class:`Hand` of a list of DouZero's numbers.

    >>> hand_of([3, 3, 17, 20])
    Hand('332B')
    """
    return Hand(packed(cards))


def cards_of(Hand hand not None):
    """DouZero's list of a hand.

    >>> cards_of(hand_of([30, 3, 10]))
    [3, 10, 30]
    """
    return card_list(hand.packed)
