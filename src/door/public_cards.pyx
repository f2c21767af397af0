"""What follows from public knowledge alone: who could beat a play, what is still hidden."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint64_t

from cards.hands cimport contains, hand_size
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.values cimport Hand, Move, new_hand
from ddz_core.kernels cimport (
    BOMB, BOMB_CHAIN, MOST_CARDS, Move as CMove, PASS as PASS_KIND, Rules, SLACK,
)
from play.public_cards cimport Known, in_both, see

from ddz_core.arguments import whole_number
from ddz_core.errors import InvalidArgument


cdef bint some_fit(const Rules *rules, uint64_t cards, uint64_t held, int size,
                   const CMove *last, int64_t plays) except -1:
    """Whether one of the plays fits into a hand of that size beside the cards held."""
    cdef CMove *found = <CMove *>PyMem_Malloc((plays + SLACK) * sizeof(CMove))
    cdef int64_t i
    cdef bint fits = False
    if found == NULL:
        raise MemoryError(f"no memory for {plays} moves")
    plays = kernels.generate(rules, cards, last, found)
    for i in range(plays):
        if hand_size(held - in_both(held, found[i].cards)) + found[i].size <= size:
            fits = True
            break
    PyMem_Free(found)
    return fits


cdef bint could_hold(const Rules *rules, const Known *known, bint landlord, int size,
                     const CMove *last) except -1:
    """Whether a hand of that size may, for all that is known, beat the last play."""
    cdef uint64_t held = known.kept if landlord else 0
    cdef uint64_t cards = known.hidden + held
    cdef int room = size - hand_size(held)
    cdef int64_t plays = kernels.count(rules, cards, last)
    if plays == 0:
        return False
    # What beats the last play has as many cards, or is a bomb of some sort: one of four
    # cards, unless it is to beat a larger one.
    if (room >= last.size and room >= 4 and not rules.shapes[BOMB_CHAIN].allowed
            and (rules.decks == 1 or last.kind != BOMB)):
        return True
    return some_fit(rules, cards, held, size, last, plays)


def could_beat(last, hidden, kept, size, rules="standard"):
    """Whether a player of whom nothing but this is known may beat the last play.

    ``hidden`` are the cards that nobody has shown, any of which he may hold, ``kept``
    those that he certainly holds, ``size`` the number of his cards.

    >>> from ddz_core import Hand, Move
    >>> last = Move.parse("AA:pair:1:A")
    >>> could_beat(last, Hand("3355552"), Hand(), 3), could_beat(last, Hand("3355552"), Hand(), 4)
    (False, True)
    >>> could_beat(last, Hand("3355552"), Hand("2"), 2)
    True
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef Known known
    cdef int cards = whole_number("the number of his cards", size, 0, MOST_CARDS)
    known.hidden = (<Hand?>hidden).packed
    known.kept = (<Hand?>kept).packed
    if (<Move?>last).c.kind == PASS_KIND:
        raise InvalidArgument("a pass is no play to beat")
    if not contains(compiled_rules.c.deck, known.hidden + known.kept):
        raise InvalidArgument(f"{hidden} and {kept} together are more than the deck")
    return could_hold(&compiled_rules.c, &known, True, cards, &(<Move>last).c)


def put_down(hidden, kept, cards, is_landlord):
    """What is hidden and what is kept after somebody has shown cards.

    >>> from ddz_core import Hand
    >>> put_down(Hand("34567"), Hand("88A"), Hand("38"), True)
    (Hand('4567'), Hand('8A'))
    """
    cdef Known known
    known.hidden = (<Hand?>hidden).packed
    known.kept = (<Hand?>kept).packed
    if not contains(known.hidden + known.kept, (<Hand?>cards).packed):
        raise InvalidArgument(f"{cards} is not all among {hidden} and {kept}")
    see(&known, (<Hand>cards).packed, is_landlord)
    decks = max((<Hand>hidden).decks, (<Hand>kept).decks)
    return new_hand(known.hidden, decks), new_hand(known.kept, decks)
