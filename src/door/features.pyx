"""What one seat sees as a row of numbers, laid out as in docs/vector.md."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

cimport numpy as cnp
import numpy as np

from ddz_core._core.values cimport Hand, Move
from ddz_core.kernels cimport (
    AT_BOMBS, AT_BOTTOM, AT_HAND, AT_LAST, AT_OPEN, AT_PASSES, AT_PLAYED, AT_READING,
    AT_RECENT, AT_ROLE, AT_SIZES, AT_THIRD, AT_THIRD_SIZE, AT_UNSEEN, AT_WILD,
    LONG_OBSERVATION, OBSERVATION, SLOTS,
)
from intrinsics cimport spread_counts

from ddz_core.arguments import whole_number
from ddz_core.errors import InvalidArgument

cnp.import_array()


cdef uint8_t small(str name, value) except? 255:
    """A number that an observation has room for."""
    return whole_number(name, value, 0, 255)


def row_of(Hand hand not None, Hand unseen not None, last, Hand bottom not None,
           Hand face_up not None, recent, sizes, role, bombs, passes, open_hand=None, wild=None):
    """The row of a seat: ``uint8[114]``, or a long one, ``uint8[146]``, with ``open_hand``
    and ``wild``.

    ``last`` is the play to beat or ``None``; ``face_up`` all cards that were put down;
    ``recent`` the cards of the last action of the next seats in this trick, in order
    of play; ``sizes`` how many cards they hold, the seat itself first; ``open_hand`` what
    lies open; ``wild`` the slot of the wild rank plus one, 0 for none. Raises
    :class:`InvalidArgument` for numbers that have no room.
    """
    cdef bint is_long = open_hand is not None
    cdef cnp.npy_intp size = LONG_OBSERVATION if is_long else OBSERVATION
    cdef cnp.ndarray row = cnp.PyArray_SimpleNew(1, &size, cnp.NPY_UINT8)
    cdef uint8_t *to = <uint8_t *>cnp.PyArray_DATA(row)
    cdef int k
    cdef Hand cards
    cdef Move play
    recent, sizes = tuple(recent), tuple(sizes)
    if not len(recent) < len(sizes) <= 3 + is_long:
        raise InvalidArgument(f"{len(sizes)} hands, and {len(recent)} actions of the others")
    memset(to, 0, size)
    spread_counts(to + AT_HAND, hand.packed)
    spread_counts(to + AT_UNSEEN, unseen.packed)
    spread_counts(to + AT_BOTTOM, bottom.packed)
    spread_counts(to + AT_PLAYED, face_up.packed)
    for k in range(len(recent)):
        cards = <Hand?>recent[k]
        spread_counts(to + (AT_THIRD if k == 2 else AT_RECENT + SLOTS * k), cards.packed)
    for k in range(len(sizes)):
        to[AT_THIRD_SIZE if k == 3 else AT_SIZES + k] = small("the size of a hand", sizes[k])
    to[AT_ROLE] = small("a role", role)
    to[AT_BOMBS] = small("the number of bombs", bombs)
    if last is not None:
        play = <Move?>last
        spread_counts(to + AT_LAST, play.c.cards)
        to[AT_READING] = play.c.kind
        to[AT_READING + 1] = play.c.length
        to[AT_READING + 2] = play.c.rank
    to[AT_PASSES] = small("the number of passes", passes)
    if is_long:
        cards = <Hand?>open_hand
        spread_counts(to + AT_OPEN, cards.packed)
        to[AT_WILD] = small("a wild rank", wild)
    return row
