"""Many hands at once, over NumPy arrays."""

cimport cython
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

import numpy as np

from cards.hands cimport contains
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.queries cimport is_play, set_last
from ddz_core._core.values cimport Hand, MoveList, checked_cards, packed_cards
from ddz_core.kernels cimport DECK, Move as CMove, PASS, Rules, SLACK, SLOTS

from ddz_core._core.threads import checked_threads, in_slices
from ddz_core._core.values import MOVE_DTYPE
from ddz_core.arguments import shown
from ddz_core.errors import DdzError, IllegalPlay, InvalidArgument, InvalidCards, Reason

# Fewer hands than this are not worth another thread.
LEAST_SLICE = 512


# ---------------------------------------------------------------- arguments

def packed_hands(hands, rules="standard"):
    """The hands as ``uint64[n]``, checked: the same array if it is one already.

    ``hands`` is ``uint64[n]`` of packed hands, ``uint8[n, 15]`` of counts, or any list
    of what :class:`Hand` takes; what kernels cannot walk along is copied. They are of the
    deck of the rules. Raises
    :class:`InvalidCards` naming the first row that is no hand.
    """
    cdef int decks = compiled(rules).c.decks
    if not isinstance(hands, np.ndarray):
        return packed_list(hands, decks)
    hands = np.asarray(hands)  # a subclass may say anything about its shape
    if hands.dtype == np.uint8 and hands.ndim == 2 and hands.shape[1] == SLOTS:
        packed = packed_counts(walkable(hands))
    elif hands.dtype == np.uint64 and hands.ndim == 1:
        packed = walkable(hands)
    else:
        raise InvalidCards(
            f"hands must be uint64[n] or uint8[n, 15], not {shown_array(hands)}: "
            "use hands.astype(numpy.uint64) or hands.astype(numpy.uint8)")
    check_rows(packed, decks)
    return packed


cdef packed_list(hands, int decks):
    """The hands of a list, one by one."""
    cdef Py_ssize_t row = 0
    if isinstance(hands, (str, bytes, Hand)):
        raise InvalidCards(f"hands are an array or a list, not one hand: {shown(hands)}")
    try:
        hands = list(hands)
    except TypeError:
        raise InvalidCards(
            "hands are a NumPy array, uint64[n] or uint8[n, 15], or a list of hands, "
            f"not {shown(hands)}") from None
    packed = np.empty(len(hands), np.uint64)
    cdef uint64_t[::1] to = packed
    for hand in hands:
        try:
            to[row] = packed_cards(hand, decks)
        except InvalidCards as error:
            raise InvalidCards(f"row {row}: {error}") from None
        row += 1
    return packed


cdef bint can_be_walked(array) except -1:
    """Whether kernels can walk along it: in C order, and aligned as C wants it."""
    flags = array.flags
    if not flags.c_contiguous or not flags.aligned:
        return False
    # NumPy takes the fields of MOVE_DTYPE for aligned wherever they are.
    return array.dtype != MOVE_DTYPE or array.__array_interface__["data"][0] % 8 == 0


cdef walkable(array):
    """The array, or a copy that kernels can walk along."""
    return array if can_be_walked(array) else array.copy()


def contiguous(array, name):
    """The array, which must be one that kernels can walk along."""
    array = np.asarray(array)  # a subclass may say anything about itself
    if not can_be_walked(array):
        raise InvalidArgument(
            f"{name} must be in C order and aligned to 8 bytes, not an array of strides "
            f"{shown(array.strides)}: use numpy.ascontiguousarray")
    return array


cdef str shown_array(array):
    """Type and shape of an array, for a message."""
    return shown(f"{array.dtype}{list(array.shape)}").strip("'")


cdef packed_counts(const uint8_t[:, ::1] counts):
    cdef int64_t n = counts.shape[0]
    cdef int64_t i
    cdef int slot
    cdef uint64_t hand
    packed = np.empty(n, np.uint64)
    cdef uint64_t[::1] to = packed
    for i in range(n):
        hand = 0
        for slot in range(SLOTS):
            if counts[i, slot] > 15:
                raise InvalidCards(f"row {i}: a hand cannot hold {counts[i, slot]} cards of a rank")
            hand |= <uint64_t>counts[i, slot] << 4 * slot
        to[i] = hand
    return packed


cdef int check_rows(const uint64_t[::1] hands, int decks) except -1:
    """Refuses the first row with more cards than so many decks have."""
    cdef int64_t i
    for i in range(hands.shape[0]):
        if not contains(decks * DECK, hands[i]):
            try:
                checked_cards(hands[i], int(hands[i]), decks)
            except InvalidCards as error:
                raise InvalidCards(f"row {i}: {error}") from None
    return 0


cdef lasts_of(plays, CompiledRules rules):
    """An array of the plays of a list, each as :func:`legal_moves` takes it."""
    cdef CMove play
    cdef Py_ssize_t row = 0
    array = np.zeros(len(plays), MOVE_DTYPE)
    cdef uint8_t[::1] raw = array.view(np.uint8) if len(plays) else np.zeros(16, np.uint8)
    for last in plays:
        memset(&play, 0, sizeof(CMove))
        try:
            set_last(last, rules, &play)
        except DdzError as error:
            error.args = (f"row {row}: {error}",)
            raise
        memcpy(&raw[row * sizeof(CMove)], &play, sizeof(CMove))
        row += 1
    return array


@cython.final
cdef class Lasts:
    """The play that each hand has to beat: one for all, or one each."""

    def __cinit__(self, last, CompiledRules rules not None, int64_t n):
        memset(&self.one, 0, sizeof(CMove))
        self.first = &self.one
        self.step = 0
        if isinstance(last, (list, tuple)):
            last = lasts_of(last, rules)
        elif not isinstance(last, (np.ndarray, MoveList)):
            set_last(last, rules, &self.one)
            return
        last = np.asarray(last)  # a subclass may say anything about its shape
        if last.dtype != MOVE_DTYPE or last.shape != (n,):
            raise InvalidArgument(
                f"last must be None, a play, or a list of plays or an array of MOVE_DTYPE, "
                f"both of shape ({n},), not {shown_array(last)}")
        self.kept = walkable(last)
        cdef const uint8_t[::1] raw = self.kept.view(np.uint8) if n else np.zeros(16, np.uint8)
        self.first = <const CMove *>&raw[0]
        self.step = 1
        self.check(&rules.c, n)

    cdef int check(self, const Rules *rules, int64_t n) except -1:
        cdef int64_t i
        for i in range(n):
            if self.first[i].kind != PASS and not is_play(rules, &self.first[i]):
                raise IllegalPlay(
                    Reason.NO_COMBINATION, f"row {i}: the last play is no play under the rules")
        return 0


# -------------------------------------------------------------------- kernels

def count_moves_batch(hands, last=None, rules="standard", threads=1):
    """How many plays each hand has: ``int64[n]``.

    ``hands`` is ``uint64[n]``, ``uint8[n, 15]`` or a list of hands; ``last`` as for
    :func:`legal_moves`, or a list or an array of :data:`MOVE_DTYPE` with one play for
    each hand, ``None`` or all zero if it leads. Lists and arrays that are not in C order
    are copied.

    >>> import numpy as np
    >>> count_moves_batch(np.array([0x1, 0x22], np.uint64)).tolist()
    [1, 4]
    >>> count_moves_batch(["3", "3344"], [None, "33"]).tolist()
    [1, 1]
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    packed = packed_hands(hands, rules)
    checked_threads(threads)
    counts = np.empty(len(packed), np.int64)
    count_into(packed, Lasts(last, compiled_rules, len(packed)), compiled_rules, counts, threads)
    return counts


cdef count_into(packed, Lasts lasts, CompiledRules rules, counts, threads):
    cdef const uint64_t[::1] hands = packed
    cdef int64_t[::1] to = counts

    def work(int64_t start, int64_t stop):
        if start < stop:
            with nogil:
                kernels.count_batch(&rules.c, &hands[start], lasts.first + start * lasts.step,
                                    lasts.step, stop - start, &to[start])

    in_slices(work, len(packed), threads, LEAST_SLICE)


def legal_moves_batch(hands, last=None, rules="standard", threads=1, out=None):
    """The plays of many hands: ``(indptr, moves)``.

    ``moves[indptr[i]:indptr[i + 1]]`` are the plays of hand i in canonical order,
    an array of :data:`MOVE_DTYPE`; ``indptr`` is ``int64[n + 1]``. Arguments are as
    for :func:`count_moves_batch`. ``out``, an array of :data:`MOVE_DTYPE` that is
    large enough, is used for the moves instead of a new one. Nobody may change any
    of the arrays while the call runs.

    Raises :class:`InvalidCards`, :class:`IllegalPlay` or :class:`InvalidArgument`
    naming the first offending row; nothing is written then.

    >>> import numpy as np
    >>> indptr, moves = legal_moves_batch(np.array([0x1, 0x22], np.uint64))
    >>> indptr.tolist(), moves["size"].tolist()
    ([0, 1, 5], [1, 1, 1, 2, 2])
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    packed = packed_hands(hands, rules)
    n = len(packed)
    checked_threads(threads)
    lasts = Lasts(last, compiled_rules, n)
    indptr = np.zeros(n + 1, np.int64)
    count_into(packed, lasts, compiled_rules, indptr[1:], threads)
    np.cumsum(indptr, out=indptr)
    moves = moves_array(indptr[n], out, (hands, last))
    fill(packed, lasts, compiled_rules, indptr, moves, threads)
    return indptr, moves


def moves_array(total, out, sources):
    """An array for so many moves: the beginning of `out` where it is given."""
    if out is None:
        return np.empty(total, MOVE_DTYPE)
    if not isinstance(out, np.ndarray):
        raise InvalidArgument(f"out must be an array of MOVE_DTYPE, not {shown(out)}")
    out = np.asarray(out)  # a subclass may say anything about its shape
    if out.dtype != MOVE_DTYPE or out.ndim != 1:
        raise InvalidArgument(
            f"out must be an array of MOVE_DTYPE with one dimension, not {shown_array(out)}")
    if not out.flags.writeable:
        raise InvalidArgument("out must be writeable")
    # Moves written over what is still to be read would not be as many as were counted.
    if any([isinstance(array, np.ndarray) and np.may_share_memory(out, array)
            for array in sources]):
        raise InvalidArgument("out must not share memory with hands or last")
    if len(out) < total:
        raise InvalidArgument(f"out has room for {len(out)} moves: {total} are needed")
    return contiguous(out, "out")[:total]


cdef fill(packed, Lasts lasts, CompiledRules rules, indptr, moves, threads):
    cdef const uint64_t[::1] hands = packed
    cdef const int64_t[::1] at = indptr
    cdef uint8_t[::1] raw = moves.view(np.uint8) if len(moves) else np.zeros(16, np.uint8)
    cdef CMove *out = <CMove *>&raw[0]

    def work(int64_t start, int64_t stop):
        cdef int64_t direct = last_direct(&at[0], start, stop)
        cdef int64_t i
        if start < direct:
            with nogil:
                kernels.generate_batch(&rules.c, &hands[start], lasts.first + start * lasts.step,
                                       lasts.step, direct - start, out + at[start])
        for i in range(direct, stop):
            fill_one(&rules.c, hands[i], lasts.first + i * lasts.step, at[i + 1] - at[i],
                     out + at[i])

    in_slices(work, len(packed), threads, LEAST_SLICE)


cdef int64_t last_direct(const int64_t *at, int64_t start, int64_t stop) noexcept nogil:
    """Up to which row of a slice the kernels may write straight to the output.

    They write up to SLACK moves too many, over rows yet to come. What comes after
    the slice is somebody else's: its last rows must go a long way round.
    """
    cdef int64_t direct = stop
    while direct > start and at[stop] - at[direct] < SLACK:
        direct -= 1
    return direct


cdef int fill_one(const Rules *rules, uint64_t hand, const CMove *last, int64_t moves,
                  CMove *out) except -1:
    cdef CMove *scratch = <CMove *>PyMem_RawMalloc((moves + SLACK) * sizeof(CMove))
    if scratch == NULL:
        raise MemoryError(f"no memory for {moves} moves")
    kernels.generate(rules, hand, last, scratch)
    memcpy(out, scratch, moves * sizeof(CMove))
    PyMem_RawFree(scratch)
    return 0
