"""The deals of a number one after the other."""

from libc.stdint cimport uint8_t, uint64_t

from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.values cimport new_hand
from ddz_core.kernels cimport MAX_PLAYERS, MOST_CARDS
from play.deals cimport LEFT_OUT, below, draw_wild, fill_deck, give_out, shuffle

from ddz_core.arguments import deal_number, whole_number


cdef class Dealer:
    """The deals of a number: the first, and after all have passed the next one.

    The deck is that of the rules; ``short`` takes the 3s and 4s out of it, which two
    players have and no more.

    >>> hands, bottom, shown, first_bidder = Dealer(1, 3, False).deal()
    >>> str(hands[0]), str(bottom), first_bidder
    ('3356699TJQQKKA2BR', 'TQ2', 2)
    """

    cdef uint8_t deck[MOST_CARDS]
    cdef int size
    cdef int players
    cdef uint64_t stream
    cdef CompiledRules rules

    def __cinit__(self, number, players, bint short, rules="standard"):
        cdef tuple seats
        self.rules = compiled(rules)
        seats = self.rules.value.seats
        self.size = fill_deck(self.deck, self.rules.c.deck & ~(LEFT_OUT if short else 0))
        self.players = whole_number("players", players, seats[0], 2 if short else seats[-1])
        self.stream = deal_number(number)

    def deal(self):
        """The next deal: the hands, the bottom, its first card, the first bidder."""
        cdef uint64_t hands[MAX_PLAYERS]
        cdef uint64_t bottom
        cdef int seat, first_bidder
        shuffle(self.deck, self.size, &self.stream)
        give_out(&self.rules.c, self.deck, self.players, hands, &bottom)
        first_bidder = <int>below(&self.stream, self.players)
        return (
            tuple([new_hand(hands[seat], self.rules.c.decks) for seat in range(self.players)]),
            new_hand(bottom, self.rules.c.decks),
            new_hand(<uint64_t>1 << 4 * self.deck[self.rules.c.hand_size * self.players]),
            first_bidder,
        )

    def wild_slot(self):
        """The slot of the rank that is wild in the deal just made, drawn next."""
        return draw_wild(&self.stream)
