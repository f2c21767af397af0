"""The values that cross the door: `Hand`, `Move` and `MoveList`."""

cimport cython
from cpython.buffer cimport PyBuffer_FillInfo
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_READ_CHAR
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

import operator

import numpy as np

from cards.hands cimport contains, hand_size
from ddz_core._core.compiled cimport compiled
from ddz_core._core.loader cimport kernels
from ddz_core.kernels cimport DECK, MAX_READINGS, Move as CMove, PASS as PASS_KIND, SLOTS

from ddz_core._core.compiled import PERMISSIVE
from ddz_core.errors import IllegalPlay, InvalidCards, Reason
from ddz_core.kinds import RANKS, Kind

MOVE_DTYPE = np.dtype(
    [
        ("cards", "<u8"),
        ("kind", "u1"),
        ("length", "u1"),
        ("rank", "u1"),
        ("size", "u1"),
        ("spare", "<u4"),
    ]
)

cdef tuple KINDS = tuple(Kind)
cdef dict KIND_NAMES = {str(kind): kind for kind in Kind}
cdef signed char slot_of_char[128]
cdef int slot
memset(slot_of_char, -1, 128)
for slot in range(SLOTS):
    slot_of_char[<int>ord(RANKS[slot])] = slot
    slot_of_char[<int>ord(RANKS[slot].lower())] = slot


# -------------------------------------------------------------------- cards

cdef uint64_t checked_cards(uint64_t packed, object given) except? 1:
    """Refuses more cards of a rank than a deck has."""
    cdef int slot, number
    if contains(DECK, packed):
        return packed
    for slot in range(16):
        number = packed >> 4 * slot & 15
        if slot == SLOTS:
            raise InvalidCards(f"{given!r} has a bit set above the fifteen ranks")
        if number > <int>(DECK >> 4 * slot & 15):
            raise InvalidCards(
                f"{given!r} holds {number} times {RANKS[slot]}: a deck has "
                f"{DECK >> 4 * slot & 15}")
    return packed


cdef uint64_t parsed_cards(str text) except? 1:
    """Cards as people type them: any order, either case, 10 for T, 小王 and 大王
    for the jokers, blanks between."""
    cdef uint64_t packed = 0
    cdef Py_ssize_t i = 0
    cdef Py_ssize_t n = len(text)
    cdef Py_UCS4 char
    cdef int slot
    while i < n:
        char = PyUnicode_READ_CHAR(text, i)
        slot = slot_of_char[<int>char] if char < 128 else -1
        if slot < 0:
            if text.startswith("10", i):
                slot = 7
                i += 1
            elif text.startswith("小王", i):
                slot = 13
                i += 1
            elif text.startswith("大王", i):
                slot = 14
                i += 1
            elif char == u" ":
                i += 1
                continue
            else:
                raise InvalidCards(
                    f"{text!r} has {chr(char)!r}, which is no card: cards are {RANKS}")
        if packed >> 4 * slot & 15 == 15:
            raise InvalidCards(f"{text!r} holds more than 15 times {RANKS[slot]}")
        packed += <uint64_t>1 << 4 * slot
        i += 1
    return checked_cards(packed, text)


cdef uint64_t counted_cards(object counts) except? 1:
    """Cards from fifteen counts."""
    cdef uint64_t packed = 0
    cdef int slot = 0
    cdef int64_t number
    if isinstance(counts, np.ndarray):
        if counts.shape != (SLOTS,) or counts.dtype.kind not in "iu":
            raise InvalidCards(
                f"counts must be {SLOTS} whole numbers, not an array of shape "
                f"{counts.shape} and type {counts.dtype}")
    try:
        values = list(counts)
    except TypeError:
        raise InvalidCards(
            f"cards are a Hand, a text, {SLOTS} counts or a packed number, not {counts!r}"
        ) from None
    if len(values) != SLOTS:
        raise InvalidCards(f"counts must be {SLOTS} numbers, not {len(values)}: {counts!r}")
    for value in values:
        try:
            if isinstance(value, bool):
                raise TypeError
            number = operator.index(value)
        except (TypeError, OverflowError):
            raise InvalidCards(
                f"{value!r} is no whole number of cards of rank {RANKS[slot]}") from None
        if number < 0 or number > 15:
            raise InvalidCards(f"a hand cannot hold {number} times {RANKS[slot]}")
        packed |= <uint64_t>number << 4 * slot
        slot += 1
    return checked_cards(packed, counts)


cdef uint64_t packed_cards(object cards) except? 1:
    """Cards in any form that a caller may give them."""
    if type(cards) is Hand:
        return (<Hand>cards).packed
    if isinstance(cards, str):
        return parsed_cards(cards)
    if isinstance(cards, bool):
        raise InvalidCards(f"cards are a Hand, a text, {SLOTS} counts or a packed number, "
                           f"not {cards!r}")
    if isinstance(cards, (int, np.integer)):
        if not 0 <= cards < 1 << 64:
            raise InvalidCards(f"{cards} is no packed hand: it is outside 64 bits")
        return checked_cards(<uint64_t>int(cards), cards)
    return counted_cards(cards)


cdef str text_of(uint64_t packed):
    cdef char text[64]
    cdef int slot, number
    cdef int n = 0
    cdef const char *ranks = "3456789TJQKA2BR"
    for slot in range(SLOTS):
        number = packed >> 4 * slot & 15
        while number > 0 and n < 64:
            text[n] = ranks[slot]
            n += 1
            number -= 1
    return text[:n].decode("ascii")


cdef Hand new_hand(uint64_t packed):
    cdef Hand hand = Hand.__new__(Hand)
    hand.packed = packed
    return hand


@cython.final
cdef class Hand:
    """A set of cards: how many of each rank. An immutable value.

    ``cards`` is a text (``"33345T"``, in any order), fifteen counts from the 3s to
    the big joker, the packed number of another hand, or a hand. Raises
    :class:`InvalidCards` for what is no card, and for more cards than a deck has.

    >>> hand = Hand("R2BTT33")
    >>> str(hand), len(hand)
    ('33TT2BR', 7)
    >>> Hand("33") <= hand, str(hand - "33")
    (True, 'TT2BR')
    >>> hand.counts.tolist()
    [2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 1, 1]
    """

    def __cinit__(self, cards=None):
        self.packed = 0 if cards is None else packed_cards(cards)

    @property
    def counts(self):
        """How many cards of each rank: ``uint8[15]``, read-only, slot 0 the 3s."""
        cdef bytearray counts = bytearray(SLOTS)
        cdef int slot
        for slot in range(SLOTS):
            counts[slot] = self.packed >> 4 * slot & 15
        return np.frombuffer(bytes(counts), np.uint8)

    def __len__(self):
        return hand_size(self.packed)

    def __str__(self):
        return text_of(self.packed)

    def __repr__(self):
        return f"Hand({text_of(self.packed)!r})"

    def __hash__(self):
        return hash(self.packed)

    def __eq__(self, other):
        if type(other) is not Hand:
            return NotImplemented
        return self.packed == (<Hand>other).packed

    def __le__(self, other):
        """Whether these cards are all among the others."""
        if type(other) is not Hand:
            return NotImplemented
        return contains((<Hand>other).packed, self.packed)

    def __ge__(self, other):
        if type(other) is not Hand:
            return NotImplemented
        return contains(self.packed, (<Hand>other).packed)

    def __lt__(self, other):
        if type(other) is not Hand:
            return NotImplemented
        return self.packed != (<Hand>other).packed and contains((<Hand>other).packed, self.packed)

    def __gt__(self, other):
        if type(other) is not Hand:
            return NotImplemented
        return self.packed != (<Hand>other).packed and contains(self.packed, (<Hand>other).packed)

    def __add__(self, other):
        """Both sets of cards together."""
        return new_hand(checked_cards(
            self.packed + packed_cards(other), f"{self} + {other}"))

    def __sub__(self, other):
        """These cards without the others, which must be among them."""
        cdef uint64_t taken = packed_cards(other)
        if not contains(self.packed, taken):
            raise InvalidCards(f"{text_of(taken)} is not all among {self}")
        return new_hand(self.packed - taken)

    def __reduce__(self):
        return Hand, (self.packed,)


# -------------------------------------------------------------------- moves

cdef object new_move(const CMove *c):
    cdef Move move = Move.__new__(Move)
    move.c = c[0]
    return move


@cython.final
cdef class Move:
    """A play: the cards and how they are read. An immutable value.

    Made by :meth:`parse` or by asking for legal moves. ``length`` is the number of
    chained groups of the body, ``rank`` the slot of its highest rank, ``size`` the
    number of cards. The pass is a move too, with no cards: :data:`PASS`.

    >>> move = Move.parse("3334:trio_solo:1:3")
    >>> move.cards, move.kind, move.length, move.rank, move.size
    (Hand('3334'), <Kind.TRIO_SOLO: 4>, 1, 0, 4)
    >>> str(move)
    '3334:trio_solo:1:3'
    """

    def __init__(self):
        raise TypeError("a Move is made by Move.parse, readings or legal_moves")

    @staticmethod
    def parse(text):
        """The move that the text names: ``cards:kind:length:rank``, or ``pass``.

        Raises :class:`InvalidCards` for cards that are none, and
        :class:`IllegalPlay` where the cards cannot be read so under any rules.
        """
        return parsed_move(text)

    @property
    def cards(self):
        return new_hand(self.c.cards)

    @property
    def kind(self):
        return KINDS[self.c.kind]

    @property
    def length(self):
        return self.c.length

    @property
    def rank(self):
        return self.c.rank

    @property
    def size(self):
        return self.c.size

    def beats(self, other):
        """Whether this play beats the other one (docs/rules.md section 3).

        >>> Move.parse("4444:bomb:1:4").beats(Move.parse("22:pair:1:2"))
        True
        """
        if type(other) is not Move:
            raise TypeError(f"a Move beats a Move, not {other!r}")
        if self.c.kind == PASS_KIND or (<Move>other).c.kind == PASS_KIND:
            return False
        return bool(kernels.beats(&compiled(PERMISSIVE).c, &self.c, &(<Move>other).c))

    def __bool__(self):
        """False for the pass alone."""
        return self.c.kind != PASS_KIND

    def __str__(self):
        if self.c.kind == PASS_KIND:
            return "pass"
        return (f"{text_of(self.c.cards)}:{KINDS[self.c.kind]}:{self.c.length}:"
                f"{RANKS[self.c.rank]}")

    def __repr__(self):
        return f"Move.parse({str(self)!r})"

    def __hash__(self):
        return hash((self.c.cards, self.c.kind))

    def __eq__(self, other):
        if type(other) is not Move:
            return NotImplemented
        return same_move(&self.c, &(<Move>other).c)

    def __reduce__(self):
        # Not as a text: adapters have moves with a body that the core would not choose.
        return _restored_move, ((<const char *>&self.c)[:sizeof(CMove)],)


def _restored_move(bytes move):
    """The move with those bytes; for pickle, which is trusted anyway."""
    cdef const char *raw = move
    if len(move) != sizeof(CMove):
        raise ValueError(f"a move has {sizeof(CMove)} bytes, not {len(move)}")
    return new_move(<const CMove *>raw)


cdef inline bint same_move(const CMove *a, const CMove *b) noexcept:
    return memcmp(a, b, sizeof(CMove)) == 0


cdef CMove NO_MOVE
memset(&NO_MOVE, 0, sizeof(CMove))
PASS = new_move(&NO_MOVE)


cdef object refused_text(object text, str why):
    return IllegalPlay(Reason.NO_COMBINATION, f"{text!r} {why}")


cpdef Move parsed_move(object text):
    """What `Move.parse` does."""
    cdef CMove found[MAX_READINGS]
    cdef int n, i
    if not isinstance(text, str):
        raise TypeError(f"a move is parsed from a text, not from {text!r}")
    if text == "pass":
        return PASS
    parts = text.split(":")
    if len(parts) != 4:
        raise refused_text(text, "is no move: a move is cards:kind:length:rank, or pass")
    cards, kind, length, rank = parts
    if (kind not in KIND_NAMES or not (length.isascii() and length.isdecimal() and len(length) <= 2)
            or len(rank) != 1 or rank not in RANKS):
        raise refused_text(text, "is no move: its kind, length or rank does not exist")
    n = kernels.readings(&compiled(PERMISSIVE).c, parsed_cards(cards), found)
    for i in range(n):
        if (KINDS[found[i].kind] is KIND_NAMES[kind] and found[i].length == int(length)
                and RANKS[found[i].rank] == rank):
            return new_move(&found[i])
    raise refused_text(text, "is no move: the cards cannot be read so")


# --------------------------------------------------------------- move lists

cdef MoveList new_move_list(int64_t moves, int64_t spare):
    """A list with room for so many moves, to be filled in by the caller."""
    cdef MoveList found = MoveList.__new__(MoveList)
    found.c = <CMove *>PyMem_Malloc((moves + spare) * sizeof(CMove))
    if found.c == NULL:
        raise MemoryError(f"no memory for {moves} moves")
    found.moves = moves
    return found


cdef MoveList moves_from(const CMove *c, int64_t moves):
    """A list with a copy of these moves."""
    cdef MoveList found = new_move_list(moves, 1)
    memcpy(found.c, c, moves * sizeof(CMove))
    return found


@cython.final
cdef class MoveList:
    """An immutable sequence of moves over packed memory.

    Moves are made only when they are asked for. ``in`` and ``index`` take a
    :class:`Move` or a text: cards alone mean any reading of them.
    """

    def __init__(self):
        raise TypeError("a MoveList is made by legal_moves or readings")

    def __dealloc__(self):
        PyMem_Free(self.c)

    @property
    def array(self):
        """The same moves as a NumPy array of :data:`MOVE_DTYPE`: a view, read-only.

        >>> import ddz_core as ddz
        >>> ddz.legal_moves("334").array["size"].tolist()
        [1, 1, 2]
        """
        return np.frombuffer(self, MOVE_DTYPE) if self.moves else np.empty(0, MOVE_DTYPE)

    def __getbuffer__(self, Py_buffer *view, int flags):
        # It keeps the shape in the view itself, so that any number of threads may ask.
        PyBuffer_FillInfo(view, self, self.c, self.moves * sizeof(CMove), 1, flags)

    def __len__(self):
        return self.moves

    def __getitem__(self, index):
        cdef int64_t i
        cdef object place
        if isinstance(index, slice):
            chosen = range(*index.indices(self.moves))
            part = new_move_list(len(chosen), 1)
            for place, i in enumerate(chosen):
                (<MoveList>part).c[<int64_t>place] = self.c[i]
            return part
        place = operator.index(index)
        if place < 0:
            place += self.moves
        if not 0 <= place < self.moves:
            raise IndexError(f"no move {index}: there are {self.moves}")
        return new_move(&self.c[<int64_t>place])

    def __iter__(self):
        cdef int64_t i
        for i in range(self.moves):
            yield new_move(&self.c[i])

    def __reversed__(self):
        cdef int64_t i
        for i in range(self.moves - 1, -1, -1):
            yield new_move(&self.c[i])

    cdef int64_t find(self, object move) except -2:
        """Index of the move, or -1."""
        cdef CMove wanted
        cdef uint64_t cards
        cdef int64_t i
        if isinstance(move, str) and ":" not in move and move != "pass":
            cards = parsed_cards(move)
            for i in range(self.moves):
                if self.c[i].cards == cards:
                    return i
            return -1
        if isinstance(move, str):
            move = parsed_move(move)
        if type(move) is not Move:
            return -1
        wanted = (<Move>move).c
        for i in range(self.moves):
            if self.c[i].cards == wanted.cards and same_move(&self.c[i], &wanted):
                return i
        return -1

    def __contains__(self, move):
        try:
            return self.find(move) >= 0
        except ValueError:
            return False

    def index(self, move):
        """Where the move stands; :class:`ValueError` where it does not."""
        found = self.find(move)
        if found < 0:
            raise ValueError(f"{move} is not among these {self.moves} moves")
        return found

    def count(self, move):
        """1 where the move stands here, else 0."""
        return int(move in self)

    def __eq__(self, other):
        if type(other) is not MoveList:
            return NotImplemented
        cdef MoveList moves = <MoveList>other
        return (self.moves == moves.moves
                and memcmp(self.c, moves.c, self.moves * sizeof(CMove)) == 0)

    def __hash__(self):
        return hash(tuple(self))

    def __repr__(self):
        shown = ", ".join(str(move) for move in self[:4])
        return f"<MoveList of {self.moves}: {shown}{', ...' if self.moves > 4 else ''}>"

    def __reduce__(self):
        return _restored, (bytes(self),)


def _restored(bytes moves):
    """The list with those bytes; for pickle, which is trusted anyway."""
    return moves_from(<const CMove *><const char *>moves, len(moves) // sizeof(CMove))
