"""The deals of a number one after the other."""

from libc.stdint cimport uint8_t, uint64_t

from ddz_core._core.values cimport new_hand
from ddz_core.kernels cimport MAX_PLAYERS
from play.deals cimport below, fill_deck, give_out, shuffle

from ddz_core.arguments import deal_number, whole_number


cdef class Dealer:
    """The deals of a number: the first, and after all have passed the next one.

    ``short`` takes the 3s and 4s out of the deck, which two players have and no more.

    >>> hands, bottom, shown, first_bidder = Dealer(1, 3, False).deal()
    >>> str(hands[0]), str(bottom), first_bidder
    ('3356699TJQQKKA2BR', 'TQ2', 2)
    """

    cdef uint8_t cards[54]
    cdef uint8_t *deck
    cdef int size
    cdef int players
    cdef uint64_t stream

    def __cinit__(self, number, players, bint short):
        self.stream = deal_number(number)
        self.players = whole_number("players", players, 2, 2 if short else 3)
        fill_deck(self.cards)
        # The deck lies by slot, so the 3s and 4s are its first eight cards.
        self.deck = self.cards + (8 if short else 0)
        self.size = 46 if short else 54

    def deal(self):
        """The next deal: the hands, the bottom, its first card, the first bidder."""
        cdef uint64_t hands[MAX_PLAYERS]
        cdef uint64_t bottom
        cdef int seat, first_bidder
        shuffle(self.deck, self.size, &self.stream)
        give_out(self.deck, self.players, hands, &bottom)
        first_bidder = <int>below(&self.stream, self.players)
        return (
            tuple([new_hand(hands[seat]) for seat in range(self.players)]),
            new_hand(bottom),
            new_hand(<uint64_t>1 << 4 * self.deck[17 * self.players]),
            first_bidder,
        )
