"""What a player sees, as the arrays that DouZero's networks take."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int8_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

cimport numpy as cnp

from adapters.encodings cimport put_cards
from ddz_core._core.douzero_cards cimport packed

from ddz_core.arguments import shown, whole_number
from ddz_core.errors import InvalidArgument

cnp.import_array()

# In the order of play.
POSITIONS = ("landlord", "landlord_down", "landlord_up")
MOST_HELD = (20, 17, 17)

cdef enum:
    WIDTH = 54              # numbers for a set of cards
    Z_SIZE = 810            # SHOWN * WIDTH
    LANDLORD_SIZE = 319     # x without the action
    PEASANT_SIZE = 430


def cards2array(cards):
    """``int8[54]``: four numbers for each rank, as many ones as cards, then the jokers.

    Raises as :func:`hand_of` does.
    """
    cdef cnp.npy_intp size = WIDTH
    cdef uint64_t held = packed(cards, "cards")
    made = cnp.PyArray_SimpleNew(1, &size, cnp.NPY_INT8)
    put_cards(<int8_t *>cnp.PyArray_DATA(made), held)
    return made


cdef inline int8_t *put(int8_t *out, uint64_t cards) noexcept nogil:
    put_cards(out, cards)
    return out + WIDTH


cdef inline int8_t *put_one_hot(int8_t *out, int place, int size) noexcept nogil:
    memset(out, 0, size)
    out[place if place >= 0 else size - 1] = 1
    return out + size


cdef void put_x(int8_t *to, const View *v) noexcept nogil:
    cdef int mate = SEATS - v.seat
    to = put(to, v.hand)
    to = put(to, v.others)
    if v.seat == 0:
        to = put(to, v.last)
        to = put(to, v.played[2])
        to = put(to, v.played[1])
        to = put_one_hot(to, v.left[2] - 1, 17)
        to = put_one_hot(to, v.left[1] - 1, 17)
    else:
        to = put(to, v.played[0])
        to = put(to, v.played[mate])
        to = put(to, v.last)
        to = put(to, v.latest[0])
        to = put(to, v.latest[mate])
        to = put_one_hot(to, v.left[0] - 1, 20)
        to = put_one_hot(to, v.left[mate] - 1, 17)
    put_one_hot(to, v.bombs, 15)


cdef void widen(float *to, const int8_t *row, int size) noexcept nogil:
    cdef int i
    for i in range(size):
        to[i] = row[i]


cdef object observation(const View *v, const uint64_t *actions, int64_t n, list legal):
    """The dictionary of arrays that DouZero's networks take."""
    cdef cnp.npy_intp x_size = PEASANT_SIZE if v.seat else LANDLORD_SIZE
    cdef cnp.npy_intp x_shape[2]
    cdef cnp.npy_intp z_shape[3]
    cdef int8_t *row
    cdef float *x
    cdef float *z
    cdef int64_t i
    cdef int64_t width = x_size + WIDTH
    x_shape[0] = n
    x_shape[1] = width
    z_shape[0] = n
    z_shape[1] = 5
    z_shape[2] = 162
    x_no_action = cnp.PyArray_SimpleNew(1, &x_size, cnp.NPY_INT8)
    x_batch = cnp.PyArray_SimpleNew(2, x_shape, cnp.NPY_FLOAT32)
    z_alone = cnp.PyArray_SimpleNew(2, z_shape + 1, cnp.NPY_INT8)
    z_batch = cnp.PyArray_SimpleNew(3, z_shape, cnp.NPY_FLOAT32)
    row = <int8_t *>cnp.PyArray_DATA(x_no_action)
    x = <float *>cnp.PyArray_DATA(x_batch)
    put_x(row, v)
    if n:
        widen(x, row, <int>x_size)
        for i in range(n):
            if i:
                memcpy(x + width * i, x, x_size * sizeof(float))
            put_cards(x + width * i + x_size, actions[i])
    row = <int8_t *>cnp.PyArray_DATA(z_alone)
    z = <float *>cnp.PyArray_DATA(z_batch)
    for i in range(SHOWN):
        put_cards(row + WIDTH * i, v.shown[i])
    if n:
        widen(z, row, Z_SIZE)
        for i in range(1, n):
            memcpy(z + Z_SIZE * i, z, Z_SIZE * sizeof(float))
    return {
        "position": POSITIONS[v.seat],
        "x_batch": x_batch,
        "z_batch": z_batch,
        "legal_actions": legal,
        "x_no_action": x_no_action,
        "z": z_alone,
    }


cdef object field(object infoset, str name):
    """A field of an information set, which must be there and set."""
    found = getattr(infoset, name, None)
    if found is None:
        raise InvalidArgument(f"the information set has no {name}")
    return found


cdef object of_seat(object infoset, str name, str position):
    """What a field that is a dictionary has for a position."""
    found = field(infoset, name)
    try:
        return found[position]
    except (KeyError, TypeError, IndexError, ValueError):
        raise InvalidArgument(f"{name} of the information set has nothing for {position}") from None


cdef list listed(object infoset, str name):
    found = field(infoset, name)
    try:
        return list(found)
    except TypeError:
        raise InvalidArgument(f"{name} must be a list of lists, not {shown(found)}") from None


def get_obs(infoset):
    """What the player of the information set sees, as arrays.

    ``x_batch`` is float32[n, 373] for the landlord and float32[n, 484] for the others, a
    row for each legal action; ``z_batch`` float32[n, 5, 162]; ``x_no_action`` int8[319] or
    int8[430]; ``z`` int8[5, 162]; ``position`` and ``legal_actions`` are the infoset's.
    Raises :class:`InvalidArgument` for a field that is not there or outside its range, and
    :class:`InvalidCards` for cards that there are not; both name the field.
    """
    cdef View v
    cdef int seat
    cdef int64_t i
    cdef list actions = listed(infoset, "legal_actions")
    cdef list line = listed(infoset, "card_play_action_seq")
    cdef int64_t n = len(actions)
    cdef uint64_t *cards
    position = field(infoset, "player_position")
    if not isinstance(position, str) or position not in POSITIONS:
        raise InvalidArgument(f"no position {shown(position)}: they are {POSITIONS}")
    memset(&v, 0, sizeof(View))
    v.seat = POSITIONS.index(position)
    v.bombs = whole_number("bomb_num", field(infoset, "bomb_num"), 0, 14)
    v.hand = packed(field(infoset, "player_hand_cards"), f"player_hand_cards of {position}")
    v.others = packed(field(infoset, "other_hand_cards"), f"other_hand_cards of {position}")
    v.last = packed(field(infoset, "last_move"), "last_move")
    for seat, name in enumerate(POSITIONS):
        v.played[seat] = packed(
            of_seat(infoset, "played_cards", name), f"played_cards of {name}")
        v.latest[seat] = packed(
            of_seat(infoset, "last_move_dict", name), f"last_move_dict of {name}")
        v.left[seat] = whole_number(
            f"num_cards_left_dict of {name}", of_seat(infoset, "num_cards_left_dict", name),
            1, MOST_HELD[seat])
    line = line[-SHOWN:]
    for i in range(<int64_t>len(line)):
        v.shown[SHOWN - len(line) + i] = packed(line[i], "card_play_action_seq")
    cards = <uint64_t *>PyMem_Malloc((n + 1) * sizeof(uint64_t))
    if cards == NULL:
        raise MemoryError(f"no memory for {n} actions")
    try:
        for i in range(n):
            cards[i] = packed(actions[i], f"legal action {i}")
        return observation(&v, cards, n, infoset.legal_actions)
    finally:
        PyMem_Free(cards)
