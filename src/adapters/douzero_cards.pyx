"""DouZero's lists of numbers, and packed hands."""

from libc.stdint cimport uint64_t

from ddz_core._core.values cimport Hand, new_hand

from ddz_core.arguments import shown, whole
from ddz_core.errors import InvalidArgument, InvalidCards

# A card of each slot, weakest first.
CARDS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30)

cdef tuple CARD_OF_SLOT = CARDS
cdef int SLOT_OF_CARD[31]
cdef int card_
for card_ in range(31):
    SLOT_OF_CARD[card_] = CARDS.index(card_) if card_ in CARDS else -1


cdef int slot_of(object card, str where) except -1:
    cdef object number = card if type(card) is int else whole(card)
    if number is None or not 0 <= number <= 30 or SLOT_OF_CARD[<int>number] < 0:
        raise InvalidCards(f"{where}: {shown(card)} is no card of DouZero: cards are {CARDS}")
    return SLOT_OF_CARD[<int>number]


cdef uint64_t packed(object cards, str where) except? 1:
    """DouZero's list of numbers as a packed hand; `where` is what it is, for messages."""
    cdef uint64_t found = 0
    cdef object card
    cdef int slot, held
    try:
        each = iter(cards)
    except TypeError:
        raise InvalidArgument(
            f"{where}: cards are a list of numbers, not {shown(cards)}") from None
    for card in each:
        slot = slot_of(card, where)
        held = found >> 4 * slot & 15
        if held == (4 if slot < 13 else 1):
            raise InvalidCards(f"{where}: {shown(card)} comes {held + 1} times or more, a deck has {held}")
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

    Raises :class:`InvalidCards` for a number that is no card, and for more of a card
    than a deck has, :class:`InvalidArgument` for what is no list.

    >>> hand_of([3, 3, 17, 20])
    Hand('332B')
    """
    return new_hand(packed(cards, "cards"))


def numbers_of(cards):
    """The cards as a list of Python's numbers.

    Raises :class:`InvalidCards` for a number that is no card, however many there are of it,
    :class:`InvalidArgument` for what is no list.

    >>> import numpy as np
    >>> numbers_of((3, np.int64(17)))
    [3, 17]
    """
    # One by one: list() would make room for as many as an object says it has.
    try:
        each = iter(cards)
    except TypeError:
        raise InvalidArgument(f"cards are a list of numbers, not {shown(cards)}") from None
    return [CARD_OF_SLOT[slot_of(card, "cards")] for card in each]


def cards_of(Hand hand not None):
    """DouZero's list of a hand.

    >>> cards_of(hand_of([30, 3, 10]))
    [3, 10, 30]
    """
    return card_list(hand.packed)
