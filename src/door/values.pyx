"""The values that cross the door: `Hand`, `Move` and `MoveList`."""

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBuffer_FillInfo
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_FromObject, PyUnicode_READ_CHAR
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

import operator
from collections.abc import Sequence
from importlib import import_module
from inspect import signature
from itertools import combinations_with_replacement, islice

import numpy as np

from cards.hands cimport contains, hand_size
from ddz_core._core.compiled cimport compiled
from ddz_core._core.loader cimport kernels
from ddz_core.kernels cimport (
    DECK, KINDS as KINDS_IN_ALL, MAX_READINGS, MOST_CARDS, Move as CMove, PASS as PASS_KIND, SLOTS,
)

from ddz_core._core.compiled import PERMISSIVE
from ddz_core.arguments import shown, whole, whole_number
from ddz_core.errors import IllegalPlay, InvalidArgument, InvalidCards, Reason
from ddz_core.kinds import RANKS, Kind
from ddz_core.rules import WILD_RANKS, Rules as RulesValue

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

# Every play of two decks is one under the first, every play with a wild rank under one of
# the others.
cdef object TWO_DECKS = RulesValue.preset("four")
cdef tuple WILD = tuple([
    PERMISSIVE.changed(bomb_chains=False, wild=rank) for rank in WILD_RANKS
])
# What wild cards of a rank may stand for besides.
cdef tuple OTHERS = tuple([
    tuple([other for other in range(13) if other != own]) for own in range(13)
])
cdef enum:
    MOST_ANYWHERE = 15 * MAX_READINGS

cdef tuple KINDS = tuple(Kind)
cdef dict KIND_NAMES = {str(kind): kind for kind in Kind}
cdef dict RANK_NAMES = {rank: slot for slot, rank in enumerate(RANKS)} | {"10": RANKS.index("T")}
# How the buffer protocol describes a move.
cdef bytes MOVE_FORMAT = memoryview(np.empty(0, MOVE_DTYPE)).format.encode()
# No letter of a suit is a rank's.
cdef str SUITS = "♠♥♦♣♤♡♢♧SHDCshdc"
cdef str LOOKS = "\uFE0E\uFE0F"
cdef signed char slot_of_char[128]
cdef int slot
memset(slot_of_char, -1, 128)
for slot in range(SLOTS):
    slot_of_char[<int>ord(RANKS[slot])] = slot
    slot_of_char[<int>ord(RANKS[slot].lower())] = slot


# -------------------------------------------------------------------- cards

cdef uint64_t checked_cards(uint64_t packed, object given, int decks=1) except? 1:
    """Refuses more cards of a rank than so many decks have."""
    cdef int slot, number
    cdef uint64_t deck = decks * DECK
    if contains(deck, packed):
        return packed
    for slot in range(16):
        number = packed >> 4 * slot & 15
        if slot == SLOTS:
            raise InvalidCards(f"{shown(given)} has a bit set above the fifteen ranks")
        if number > <int>(deck >> 4 * slot & 15):
            raise InvalidCards(
                f"{shown(given)} holds {number} times {RANKS[slot]}: "
                f"{'a deck has' if decks == 1 else 'two decks have'} {deck >> 4 * slot & 15}")
    return packed


cdef str exact_text(object text):
    """The same text, if it is of a subclass of str such as numpy.str_."""
    return <str>text if type(text) is str else PyUnicode_FromObject(text)


cdef inline int card_of(Py_UCS4 char) noexcept:
    """The slot of the card that one character is, or -1."""
    return slot_of_char[<int>char] if char < 128 else -1


cdef int card_at(str text, Py_ssize_t i, Py_ssize_t *width) except -2:
    """The slot of the card that is written from a place on, or -1; and how wide it is."""
    cdef int slot = card_of(PyUnicode_READ_CHAR(text, i)) if i < len(text) else -1
    width[0] = 1
    if slot >= 0:
        return slot
    width[0] = 2
    if text.startswith("10", i):
        return 7
    if text.startswith("小王", i):
        return 13
    if text.startswith("大王", i):
        return 14
    return -1


cdef uint64_t parsed_cards(str text, int decks=1) except? 1:
    """Cards as people type them: any order, either case, 10 for T, 小王 and 大王
    for the jokers, blanks between, suits before or behind, which are dropped."""
    cdef uint64_t packed = 0
    cdef Py_ssize_t i = 0
    cdef Py_ssize_t n = len(text)
    cdef Py_ssize_t width
    cdef Py_UCS4 char
    cdef int slot
    cdef int before = -1   # the slot of the card that ends here
    while i < n:
        char = PyUnicode_READ_CHAR(text, i)
        slot = card_of(char)
        width = 1
        if slot < 0:
            slot = card_at(text, i, &width)
        if slot < 0:
            i += 1
            if char == u" ":
                before = -1
                continue
            if char in SUITS:
                # So that they look like pictures, some programs write a mark behind.
                if i < n and PyUnicode_READ_CHAR(text, i) in LOOKS:
                    i += 1
                if 0 <= before < 13 or 0 <= card_at(text, i, &width) < 13:
                    before = -1
                    continue
                raise InvalidCards(
                    f"{shown(text)} has {chr(char)!r}, a suit, but beside it no card that has one")
            raise InvalidCards(
                f"{shown(text)} has {chr(char)!r}, which is no card: cards are {RANKS}")
        if packed >> 4 * slot & 15 == 15:
            raise InvalidCards(f"{shown(text)} holds more than 15 times {RANKS[slot]}")
        packed += <uint64_t>1 << 4 * slot
        before = slot
        i += width
    return checked_cards(packed, text, decks)


cdef uint64_t counted_cards(object counts, int decks) except? 1:
    """Cards from fifteen counts."""
    cdef uint64_t packed = 0
    cdef int slot = 0
    if isinstance(counts, np.ndarray):
        counts = np.asarray(counts)  # a subclass may say anything about its shape
        if counts.shape != (SLOTS,) or counts.dtype.kind not in "iu":
            raise InvalidCards(
                f"counts must be {SLOTS} whole numbers, not an array of shape "
                f"{shown(counts.shape)} and type {shown(counts.dtype)}")
    try:
        # One more than there may be: the values may have no end.
        values = list(islice(counts, SLOTS + 1))
    except TypeError:
        raise not_cards(counts) from None
    if len(values) != SLOTS:
        number = len(values) if len(values) < SLOTS else f"{len(values)} or more"
        raise InvalidCards(f"counts must be {SLOTS} numbers, not {number}: {shown(counts)}")
    for value in values:
        number = whole(value)
        if number is None:
            raise InvalidCards(
                f"{shown(value)} is no whole number of cards of rank {RANKS[slot]}")
        if not 0 <= number <= 15:
            raise InvalidCards(f"a hand cannot hold {shown(number)} times {RANKS[slot]}")
        packed |= <uint64_t>number << 4 * slot
        slot += 1
    return checked_cards(packed, counts, decks)


cdef object not_cards(object given):
    return InvalidCards(
        f"cards are a Hand, a text, {SLOTS} counts or a packed number, not {shown(given)}")


cdef uint64_t packed_cards(object cards, int decks=1) except? 1:
    """Cards in any form that a caller may give them, of so many decks."""
    if type(cards) is Hand:
        if (<Hand>cards).decks > decks:
            return checked_cards((<Hand>cards).packed, cards, decks)
        return (<Hand>cards).packed
    if isinstance(cards, str):
        return parsed_cards(exact_text(cards), decks)
    if isinstance(cards, bool):
        raise not_cards(cards)
    number = cards if type(cards) is int else whole(cards)
    if number is None:
        return counted_cards(cards, decks)
    if not 0 <= number < 1 << 64:
        raise InvalidCards(f"{shown(number)} is no packed hand: it is outside 64 bits")
    return checked_cards(<uint64_t>number, number, decks)


cdef str text_of(uint64_t packed):
    cdef char text[MOST_CARDS]
    cdef int slot, number
    cdef int n = 0
    cdef const char *ranks = "3456789TJQKA2BR"
    for slot in range(SLOTS):
        number = packed >> 4 * slot & 15
        while number > 0 and n < <int>MOST_CARDS:
            text[n] = ranks[slot]
            n += 1
            number -= 1
    return text[:n].decode("ascii")


cdef Hand new_hand(uint64_t packed, int decks=1):
    """A hand of cards that are known to be some; of two decks if one has not so many."""
    cdef Hand hand = Hand.__new__(Hand)
    hand.packed = packed
    hand.decks = decks if decks == 2 or contains(DECK, packed) else 2
    return hand


@cython.final
cdef class Hand:
    """A set of cards: how many of each rank. An immutable value.

    ``cards`` is a text (``"33345T"``, in any order; suits such as those of ``"♠3 4♥ SA"`` are
    dropped), fifteen counts from the 3s to
    the big joker, the packed number of another hand, or a hand. Raises
    :class:`InvalidCards` for what is no card, and for more cards than a deck has, or than
    two have where ``decks`` is 2. How many decks it is of makes no difference between hands
    that are equal.

    >>> hand = Hand("R2BTT33")
    >>> str(hand), len(hand)
    ('33TT2BR', 7)
    >>> Hand("33") <= hand, str(hand - "33")
    (True, 'TT2BR')
    >>> hand.counts.tolist()
    [2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 1, 1]

    Its cards are gone through one by one as characters, from weak to strong; ``in`` asks
    whether some cards are all among them, so that ``"33"`` needs two.

    >>> list(hand)
    ['3', '3', 'T', 'T', '2', 'B', 'R']
    >>> "3" in hand, "10" in hand, "33" in hand, "333" in hand, "4" in hand
    (True, True, True, False, False)
    >>> f"{hand:>10}"
    '   33TT2BR'
    >>> Hand("33333", decks=2)
    Hand('33333', decks=2)
    >>> Hand("33333")
    Traceback (most recent call last):
    ddz_core.errors.InvalidCards: '33333' holds 5 times 3: a deck has 4
    """

    __signature__ = signature(lambda cards="", decks=1: None)

    def __cinit__(self, cards="", decks=1):
        if type(decks) is not int or decks != 1:
            decks = whole_number("decks", decks, 1, 2)
        self.packed = packed_cards(cards, decks)
        self.decks = decks

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

    def __iter__(self):
        return iter(text_of(self.packed))

    def __contains__(self, cards):
        """Whether the cards, a text or a hand, are all in this hand."""
        if type(cards) is not Hand and not isinstance(cards, str):
            raise TypeError(f"a hand contains cards, a text or a Hand, not {shown(cards)}")
        try:
            return contains(self.packed, packed_cards(cards, 2))
        except InvalidCards:
            return False

    def __str__(self):
        return text_of(self.packed)

    def __format__(self, spec):
        return format(text_of(self.packed), spec)

    def __repr__(self):
        more = "" if contains(DECK, self.packed) else ", decks=2"
        return f"Hand({text_of(self.packed)!r}{more})"

    def _repr_svg_(self):
        """A picture for notebooks: that of :func:`ddz_core.svg.hand`."""
        # Drawing is needed where somebody looks, and takes time to load.
        return import_module("ddz_core.svg").hand(self)

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
        cdef int decks = self.decks
        cdef uint64_t added
        cdef int slot
        if type(other) is Hand and (<Hand>other).decks > decks:
            decks = 2
        added = packed_cards(other, decks)
        return new_hand(checked_cards(
            self.packed + added, f"{text_of(self.packed)} + {text_of(added)}", decks), decks)

    def __sub__(self, other):
        """These cards without the others, which must be among them."""
        cdef uint64_t taken = packed_cards(other, 2)
        if not contains(self.packed, taken):
            raise InvalidCards(f"{text_of(taken)} is not all among {self}")
        return new_hand(self.packed - taken, self.decks)

    def __reduce__(self):
        return Hand, (self.packed, self.decks)


# -------------------------------------------------------------------- moves

cdef object new_move(const CMove *c):
    cdef Move move = Move.__new__(Move)
    move.c = c[0]
    return move


@cython.final
cdef class Move:
    """A play: the cards and how they are read. An immutable value.

    Made by :meth:`parse`, :meth:`from_row` or by asking for legal moves. ``length`` is
    the number of chained groups of the body, ``rank`` the slot of its highest rank,
    ``size`` the number of cards. The pass is a move too, with no cards: :data:`PASS`.

    >>> move = Move.parse("3334:trio_solo:1:3")
    >>> move.cards, move.kind, move.length, move.rank, move.size
    (Hand('3334'), <Kind.TRIO_SOLO: 4>, 1, 0, 4)
    >>> str(move)
    '3334:trio_solo:1:3'
    """

    def __init__(self):
        raise TypeError("a Move is made by Move.parse, Move.from_row, readings or legal_moves")

    @staticmethod
    def parse(text):
        """The move that the text names: ``cards:kind:length:rank``, or ``pass``.

        In either case of letters, and with blanks around it. Plays of two decks and plays
        with wild cards are read too. Raises :class:`InvalidCards` for cards that are none,
        and :class:`IllegalPlay` if the cards cannot be read so under any rules.

        >>> Move.parse("33333:bomb:1:3").size, str(Move.parse("779:trio:1:7"))
        (5, '779:trio:1:7')
        """
        return parsed_move(text)

    @staticmethod
    def from_row(row):
        """The move of one row of an array of :data:`MOVE_DTYPE`; all zeros are the pass.

        Raises :class:`InvalidArgument` for what is no such row, and
        :class:`IllegalPlay` if it is no play under any rules.

        >>> import ddz_core as ddz
        >>> row = np.random.default_rng(1).choice(ddz.legal_moves("3344"))
        >>> Move.from_row(row)
        Move.parse('4:solo:1:4')
        """
        cdef CMove found[MOST_ANYWHERE]
        cdef CMove wanted
        cdef int n, i
        if not isinstance(row, np.void) or row.dtype != MOVE_DTYPE:
            raise InvalidArgument(f"a row is of an array of MOVE_DTYPE, not {shown(row)}")
        set_row(np.array(row), &wanted)
        if same_move(&wanted, &NO_MOVE):
            return PASS
        n = readings_anywhere(wanted.cards, found)
        for i in range(n):
            if same_move(&found[i], &wanted):
                return new_move(&wanted)
        raise IllegalPlay(
            Reason.NO_COMBINATION, f"{shown(row)} is no row of a play under any rules")

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

    def beats(self, other, rules=None):
        """Whether this play beats the other one (docs/rules.md section 3).

        ``rules`` are needed only where a rank is wild: they tell which bombs are soft.

        >>> Move.parse("4444:bomb:1:4").beats(Move.parse("22:pair:1:2"))
        True
        >>> from ddz_core import Rules
        >>> soft, hard = Move.parse("AA99:bomb:1:A"), Move.parse("3333:bomb:1:3")
        >>> soft.beats(hard), soft.beats(hard, Rules(wild="9"))
        (True, False)
        """
        if type(other) is not Move:
            raise TypeError(f"a Move beats a Move, not {shown(other)}")
        if self.c.kind == PASS_KIND or (<Move>other).c.kind == PASS_KIND:
            return False
        return bool(kernels.beats(
            &compiled(PERMISSIVE if rules is None else rules).c, &self.c, &(<Move>other).c))

    def stands_for(self, rules):
        """What the wild cards of this play stand for: a :class:`Hand`, one card for each.

        Of several ways the one that changes the fewest wild cards, and then the lowest
        ranks; no cards where nothing is wild. Raises :class:`IllegalPlay` for what is no
        play under the rules.

        >>> from ddz_core import Rules
        >>> Move.parse("779:trio:1:7").stands_for(Rules(wild="9"))
        Hand('7')
        >>> Move.parse("45679:solo_chain:5:8").stands_for(Rules(wild="9"))
        Hand('8')
        """
        cdef object value = compiled(rules).value
        cdef object bare
        cdef uint64_t natural
        cdef CMove found[MAX_READINGS]
        cdef int n, i, slot, wild
        if self.c.kind == PASS_KIND:
            return new_hand(0)
        n = kernels.readings(&compiled(value).c, self.c.cards, found)
        if not any([same_move(&found[i], &self.c) for i in range(n)]):
            raise IllegalPlay(
                Reason.NO_COMBINATION, f"{self} is no play under the rules {shown(value.name)}")
        if value.wild is None:
            return new_hand(0)
        slot = RANKS.index(value.wild)
        wild = self.c.cards >> 4 * slot & 15
        if wild == 0:
            return new_hand(0)
        natural = self.c.cards - (<uint64_t>wild << 4 * slot)
        bare = value.changed(wild=None)
        # Few enough: at most 1,820 ways of four wild cards.
        for own in range(wild, -1, -1):
            for ranks in combinations_with_replacement(OTHERS[slot], wild - own):
                stand = <uint64_t>own << 4 * slot
                for other in ranks:
                    stand = stand + (<uint64_t>1 << 4 * <int>other)
                if contains(DECK, natural + stand) and self.is_read(natural + stand, bare):
                    return new_hand(stand)
        raise AssertionError(f"{self} is a play in which the wild cards stand for nothing")

    cdef bint is_read(self, uint64_t cards, object rules) except -1:
        """Whether these cards have the same kind, length, rank and size under the rules."""
        cdef CMove found[MAX_READINGS]
        cdef int i
        for i in range(kernels.readings(&compiled(rules).c, cards, found)):
            if (found[i].kind == self.c.kind and found[i].length == self.c.length
                    and found[i].rank == self.c.rank and found[i].size == self.c.size):
                return True
        return False

    def __bool__(self):
        """False for the pass alone."""
        return self.c.kind != PASS_KIND

    def __str__(self):
        if self.c.kind == PASS_KIND:
            return "pass"
        return (f"{text_of(self.c.cards)}:{KINDS[self.c.kind]}:{self.c.length}:"
                f"{RANKS[self.c.rank]}")

    def __format__(self, spec):
        return format(str(self), spec)

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


def _restored_move(bytes move not None):
    """The move with those bytes; for pickle, which is trusted anyway."""
    return moves_of(move)[0]


cdef inline bint same_move(const CMove *a, const CMove *b) noexcept:
    return memcmp(a, b, sizeof(CMove)) == 0


cdef int set_row(object row, CMove *to) except -1:
    """The bytes of an array of one move."""
    cdef bytes raw = row.tobytes()
    memcpy(to, <const char *>raw, sizeof(CMove))
    return 0


cdef CMove NO_MOVE
memset(&NO_MOVE, 0, sizeof(CMove))
PASS = new_move(&NO_MOVE)


cdef object refused_text(object text, str why):
    return IllegalPlay(Reason.NO_COMBINATION, f"{shown(text)} {why}")


cdef bint is_pass(str text) except -1:
    """Whether a person who types this passes."""
    cdef Py_UCS4 first
    if text == "pass":
        return True
    if len(text) < 4:
        return False
    first = PyUnicode_READ_CHAR(text, 0)  # seldom are blanks to be taken away
    return (first == u"p" or first == u"P" or first.isspace()) and text.strip().lower() == "pass"


cdef int naturally_read(uint64_t cards, CMove *found) except -1:
    """How these cards can be read without wild cards under any rules."""
    if cards == 0:
        return 0
    if contains(DECK, cards):
        n = kernels.readings(&compiled(PERMISSIVE).c, cards, found)
        if n:
            return n
    return kernels.readings(&compiled(TWO_DECKS).c, cards, found)


cdef int readings_anywhere(uint64_t cards, CMove *found) except -1:
    """Every reading of these cards under any rules, some of them more than once."""
    cdef int n = 0
    cdef int slot
    if cards == 0:
        return 0
    if contains(DECK, cards):
        n = kernels.readings(&compiled(PERMISSIVE).c, cards, found)
    n += kernels.readings(&compiled(TWO_DECKS).c, cards, found + n)
    if contains(DECK, cards):
        for slot in range(13):
            if cards >> 4 * slot & 15:
                n += kernels.readings(&compiled(WILD[slot]).c, cards, found + n)
    return n


cdef object no_move(str text):
    """The refusal of a text that is not written as a move."""
    cdef CMove found[MOST_ANYWHERE]
    cdef uint64_t cards
    cdef int n, i
    if ":" not in text:
        try:
            cards = parsed_cards(text, 2)
        except InvalidCards:
            cards = 0
        n = naturally_read(cards, found)
        if n:
            ways = " or ".join([str(new_move(&found[i])) for i in range(n)])
            return refused_text(text, f"does not say how the cards are read: write {ways}")
    return refused_text(text, "is no move: a move is cards:kind:length:rank, or pass")


cpdef Move parsed_move(object text):
    """What `Move.parse` does."""
    cdef CMove found[MOST_ANYWHERE]
    cdef int n, i
    if not isinstance(text, str):
        raise TypeError(f"a move is parsed from a text, not from {shown(text)}")
    text = exact_text(text)
    if is_pass(text):
        return PASS
    parts = (<str>text).split(":", 4)
    if len(parts) != 4:
        raise no_move(text)
    cards, word, length, rank = parts
    kind = KIND_NAMES.get(word)
    if kind is None:
        kind = KIND_NAMES.get(word.strip().lower())
    length = length.strip()
    if rank not in RANK_NAMES:
        rank = rank.strip().upper()
    if (kind is None or not (length.isascii() and length.isdecimal() and len(length) <= 2)
            or rank not in RANK_NAMES):
        raise refused_text(text, "is no move: its kind, length or rank does not exist")
    n = readings_anywhere(parsed_cards(cards, 2), found)
    for i in range(n):
        if (KINDS[found[i].kind] is kind and found[i].length == int(length)
                and found[i].rank == <int>RANK_NAMES[rank]):
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


# Pattern matching asks for the flag, everybody else for the registration below.
@cython.final
@cython.collection_type("sequence")
cdef class MoveList:
    """An immutable sequence of moves over packed memory.

    Moves are made only when they are asked for. ``in``, ``index`` and ``count`` take a
    :class:`Move`, a text or a :class:`Hand`: cards alone mean any reading of them.

    To NumPy it is an array of :data:`MOVE_DTYPE` with one row for each move, so that
    ``numpy.random.default_rng().choice(moves)`` draws a row; :meth:`Move.from_row` makes
    a move of it. ``random.choice(moves)`` draws a :class:`Move`.

    >>> import ddz_core as ddz
    >>> moves = ddz.legal_moves("334")
    >>> np.asarray(moves)["size"].tolist()
    [1, 1, 2]
    >>> match moves:
    ...     case [first, *rest]:
    ...         print(first, len(rest))
    3:solo:1:3 2
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
        PyBuffer_FillInfo(view, self, self.c, self.moves * sizeof(CMove), 1, flags)
        # Whoever asks for no format gets bytes. Shape and strides are kept in the list
        # and in the view, so that any number of threads may ask.
        if flags & PyBUF_FORMAT:
            view.format = MOVE_FORMAT
            view.itemsize = sizeof(CMove)
            if flags & PyBUF_ND:
                view.shape = &self.moves

    def __len__(self):
        return self.moves

    def __getitem__(self, index):
        cdef Py_ssize_t i
        cdef Py_ssize_t at = 0
        cdef MoveList part
        if isinstance(index, slice):
            chosen = range(*index.indices(self.moves))
            part = new_move_list(len(chosen), 1)
            for i in chosen:
                part.c[at] = self.c[i]
                at += 1
            return part
        place = operator.index(index)
        if place < 0:
            place += self.moves
        if not 0 <= place < self.moves:
            raise IndexError(f"no move {shown(index)}: there are {self.moves}")
        return new_move(&self.c[<Py_ssize_t>place])

    def __iter__(self):
        cdef Py_ssize_t i
        for i in range(self.moves):
            yield new_move(&self.c[i])

    def __reversed__(self):
        cdef Py_ssize_t i
        for i in range(self.moves - 1, -1, -1):
            yield new_move(&self.c[i])

    cdef Py_ssize_t find(self, object move, Py_ssize_t start, Py_ssize_t stop,
                         Py_ssize_t *number) except -2:
        """Index of the first such move from start to stop, or -1; and how many there are,
        if that is asked for."""
        cdef CMove wanted
        cdef uint64_t cards = 0
        cdef bint any_reading = False
        cdef Py_ssize_t first = -1
        cdef Py_ssize_t i
        if number != NULL:
            number[0] = 0
        if isinstance(move, str):
            move = exact_text(move)
            any_reading = ":" not in <str>move and not is_pass(<str>move)
            if any_reading:
                cards = parsed_cards(<str>move, 2)
            else:
                move = parsed_move(move)
        elif type(move) is Hand:
            any_reading = True
            cards = (<Hand>move).packed
        if not any_reading:
            if type(move) is not Move:
                return -1
            wanted = (<Move>move).c
            cards = wanted.cards
        for i in range(start, stop):
            if self.c[i].cards == cards and (any_reading or same_move(&self.c[i], &wanted)):
                if number == NULL:
                    return i
                if first < 0:
                    first = i
                number[0] += 1
        return first

    def __contains__(self, move):
        try:
            return self.find(move, 0, self.moves, NULL) >= 0
        except ValueError:
            return False

    def index(self, move, start=0, stop=None):
        """Where the move first stands, from ``start`` on and before ``stop``.

        Raises :class:`ValueError` if it does not stand there.
        """
        places = range(*slice(start, stop).indices(self.moves))
        found = self.find(move, places.start, places.stop, NULL)
        if found < 0:
            raise ValueError(f"{shown(move)} is not among these {len(places)} moves")
        return found

    def count(self, move):
        """How many of the moves it is: with cards alone, how many readings of them."""
        cdef Py_ssize_t number
        try:
            self.find(move, 0, self.moves, &number)
        except ValueError:
            return 0
        return number

    def __eq__(self, other):
        if type(other) is not MoveList:
            return NotImplemented
        cdef MoveList moves = <MoveList>other
        return (self.moves == moves.moves
                and (self.moves == 0 or memcmp(self.c, moves.c, self.moves * sizeof(CMove)) == 0))

    def __hash__(self):
        return hash(tuple(self))

    def __repr__(self):
        texts = ", ".join([str(move) for move in self[:4]])
        return f"<MoveList of {self.moves}: {texts}{', ...' if self.moves > 4 else ''}>"

    def _repr_html_(self):
        """A table of the plays by kind, for notebooks."""
        return import_module("ddz_core.svg").plays(self)

    def __reduce__(self):
        return _restored, (bytes(self),)


Sequence.register(MoveList)


def _restored(bytes moves not None):
    """The list with those bytes; for pickle, which is trusted anyway."""
    return moves_of(moves)


cdef MoveList moves_of(bytes raw):
    """The list with those bytes, if they can be moves at all."""
    cdef Py_ssize_t size = sizeof(CMove)
    cdef MoveList moves
    cdef Py_ssize_t i
    if len(raw) % size:
        raise ValueError(f"a move has {size} bytes, not {len(raw) % size}")
    moves = moves_from(<const CMove *><const char *>raw, len(raw) // size)
    for i in range(moves.moves):
        # So that each has a name; whether it is a play is asked when it is played.
        if moves.c[i].kind >= KINDS_IN_ALL or moves.c[i].rank >= SLOTS:
            raise ValueError(f"these are not the bytes of a move: {shown(raw)}")
    return moves
