"""The deals of a number one after the other."""

from libc.stdint cimport uint8_t, uint64_t

from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.values cimport new_hand
from ddz_core.kernels cimport DECK, MAX_PLAYERS
from play.deals cimport below, fill_deck, give_out, shuffle


cdef class Dealer:
    """The deals of a number: the first, and after all have passed the next one.

    ``short`` takes the 3s and 4s out of the deck. The number and the players are
    not checked here: :class:`ddz_core.Game` does that.

    >>> hands, bottom, shown, first_bidder = Dealer(1, 3, False).deal()
    >>> str(hands[0]), str(bottom), first_bidder
    ('3356699TJQQKKA2BR', 'TQ2', 2)
    """

    cdef uint8_t cards[54]
    cdef uint8_t *deck
    cdef int size
    cdef int players
    cdef uint64_t stream
    cdef CompiledRules rules

    def __cinit__(self, uint64_t number, int players, bint short):
        fill_deck(self.cards, DECK)
        # The deck lies by slot, so the 3s and 4s are its first eight cards.
        self.deck = self.cards + (8 if short else 0)
        self.size = 46 if short else 54
        self.players = players
        self.rules = compiled("standard")
        self.stream = number

    def deal(self):
        """The next deal: the hands, the bottom, its first card, the first bidder."""
        cdef uint64_t hands[MAX_PLAYERS]
        cdef uint64_t bottom
        cdef int seat, first_bidder
        shuffle(self.deck, self.size, &self.stream)
        give_out(&self.rules.c, self.deck, self.players, hands, &bottom)
        first_bidder = <int>below(&self.stream, self.players)
        return (
            tuple([new_hand(hands[seat]) for seat in range(self.players)]),
            new_hand(bottom),
            new_hand(<uint64_t>1 << 4 * self.deck[17 * self.players]),
            first_bidder,
        )
