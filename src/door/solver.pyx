"""The door to the open-card search and to the smallest number of plays."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from cards.hands cimport contains
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.queries cimport set_last
from ddz_core._core.threads cimport Alone, Look, Watch, ask
from ddz_core._core.values cimport Hand, Move, new_hand, new_move, packed_cards
from ddz_core.kernels cimport (
    DECK, Entry, Move as CMove, NOBODY, PASS, SLACK, SOLVE_LISTS, Search, State,
)
from intrinsics cimport load_counter

import numpy as np

from ddz_core.arguments import shown, whole_number
from ddz_core.errors import InvalidArgument, InvalidCards, InvalidRules

# Bytes: more than any machine has.
MOST_MEMORY = 1 << 46

# For positions that are filled in afterwards; nobody else has it.
cdef object BARE = object()

cdef enum:
    BUCKET = 2 * sizeof(Entry)
    KNOWN = 1 << 18         # hands whose smallest number of plays is remembered, and winners
    FIRST_BUCKETS = 1 << 10
    MOST_NUMBER = 15        # plays that lay a hand down: a hand has fifteen ranks
    LINE = 64               # bytes that come to memory together


cdef uint64_t address(object array) except 0:
    """Where the array's memory begins."""
    return array.ctypes.data


cdef int refuse_variants(object rules) except -1:
    """The search knows one deck and plays without wild cards."""
    if rules.decks == 2:
        raise InvalidRules(
            "open cards are not solved with decks=2: set rules to one with decks=1, or estimate "
            "with ddz_core.rollout")
    if rules.wild is not None:
        raise InvalidRules(
            f"open cards are not solved with wild={rules.wild!r}: set wild to None, or estimate "
            "with ddz_core.rollout")
    return 0


@cython.final
@cython.auto_pickle(False)
cdef class Position:
    """Two or three open hands, hands[0] the landlord's, and whose turn it is.

    Immutable: threads may share it.
    """

    cdef State c
    cdef CompiledRules rules
    cdef int64_t most       # plays of a hand, leading
    cdef int cards

    def __cinit__(self, hands, turn=0, last=None, last_seat=None, passes=0, rules="standard"):
        if hands is BARE:
            return
        self.rules = compiled(rules)
        try:
            if isinstance(hands, (str, bytes, Hand)):
                raise TypeError
            hands = list(hands)
        except TypeError:
            raise InvalidCards(f"hands are two or three hands, not {shown(hands)}") from None
        refuse_variants(self.rules.value)
        self.set_hands([packed_cards(hand) for hand in hands])
        self.c.turn = whole_number("the turn", turn, 0, self.c.players - 1)
        self.c.passes = whole_number("the number of passes", passes, 0, self.c.players - 2)
        if last is None:
            if last_seat is not None or self.c.passes:
                raise InvalidArgument("last_seat and passes need a last play: None means leading")
            self.c.last_seat = self.c.turn
        else:
            self.set_last(last, last_seat)

    cdef int set_hands(self, list hands) except -1:
        cdef int seat
        if len(hands) not in (2, 3):
            raise InvalidArgument(f"open cards are two or three hands, not {len(hands)}")
        self.c.players = len(hands)
        self.c.winner = NOBODY
        together = new_hand(0)
        for seat in range(self.c.players):
            self.c.hands[seat] = hands[seat]
            if self.c.hands[seat] == 0:
                raise InvalidCards(f"hand {seat} is empty: the deal is over")
            together = together + new_hand(hands[seat])  # refuses more cards than a deck has
            self.most = max(
                self.most, kernels.count(&self.rules.c, self.c.hands[seat], NULL))
        self.cards = len(together)
        return 0

    cdef int set_last(self, object last, object last_seat) except -1:
        cdef int players = self.c.players
        cdef int seat = (self.c.turn + 2 * players - 1 - self.c.passes) % players
        set_last(last, self.rules, &self.c.last)
        if last_seat is not None and whole_number("last_seat", last_seat, 0, players - 1) != seat:
            raise InvalidArgument(
                f"with seat {self.c.turn} to move after {self.c.passes} passes the last play "
                f"is of seat {seat}, not of seat {last_seat}")
        self.c.last_seat = seat
        together = new_hand(self.c.last.cards)
        try:
            for seat in range(players):
                together = together + new_hand(self.c.hands[seat])
        except InvalidCards as error:
            raise InvalidCards(
                f"nobody can have played {new_move(&self.c.last)}: with the hands, {error}"
            ) from None
        return 0

    @property
    def turn(self):
        """The seat to move."""
        return self.c.turn

    @property
    def size(self):
        """The number of cards on the table."""
        return self.cards

    @property
    def winner(self):
        """The seat that has gone out, or None."""
        return None if self.c.winner == NOBODY else self.c.winner

    def actions(self):
        """Every legal action in canonical order, the pass last."""
        cdef CMove *plays = <CMove *>PyMem_Malloc((self.most + SLACK) * sizeof(CMove))
        cdef CMove none
        cdef int64_t i
        if plays == NULL:
            raise MemoryError(f"no memory for {self.most} moves")
        try:
            found = [
                new_move(&plays[i])
                for i in range(kernels.generate(
                    &self.rules.c, self.c.hands[self.c.turn], &self.c.last, plays))
            ]
        finally:
            PyMem_Free(plays)
        if self.c.last.kind != PASS:
            memset(&none, 0, sizeof(CMove))
            found.append(new_move(&none))
        return found

    def after(self, Move action not None):
        """The position after a legal action; that it is legal is not checked."""
        cdef Position position = Position.__new__(Position, BARE)
        position.c = self.c
        position.rules = self.rules
        position.most = self.most
        position.cards = self.cards
        kernels.apply(&position.c, &action.c)
        return position


cdef int64_t room_for(Search *search, int64_t room, int64_t moves) except -1:
    """Sees that the lists of plays have memory for so many moves, where they had for
    `room`; it is kept for the next search. Returns what there is."""
    cdef CMove *scratch
    if moves <= room:
        return room
    scratch = <CMove *>PyMem_Malloc(moves * sizeof(CMove))
    if scratch == NULL:
        raise MemoryError(f"no memory for {moves} moves")
    PyMem_Free(search.scratch)
    search.scratch = scratch
    return moves


@cython.final
@cython.auto_pickle(False)
cdef class Solver:
    """A search with its memory, for positions under the same rules.

    What it finds out about one position it still knows for the next. One thread at a
    time may use it: a call while another one runs raises :class:`RuntimeError`. Any
    thread may read ``nodes`` meanwhile.
    """

    cdef Search c
    cdef CompiledRules rules
    cdef Alone alone
    cdef object transpositions  # the arrays whose memory `c` uses
    cdef object hands           # ... and winning plays
    cdef int64_t room           # moves in scratch

    def __cinit__(self, memory, rules="standard", order=0):
        cdef int64_t most = whole_number("memory", memory, 0, MOST_MEMORY)
        cdef int64_t buckets = FIRST_BUCKETS
        cdef int64_t known = KNOWN
        self.rules = compiled(rules)
        self.alone = Alone("this Solver")
        self.c.order = whole_number("order", order, 0, (1 << 32) - 1)
        while known > 1024 and 8 * known > most // 8:
            known //= 2
        while BUCKET * (2 * buckets) <= most - 16 * known - LINE:
            buckets *= 2
        try:
            # Zeroed by the system when first touched; NumPy asks for large pages.
            self.transpositions = np.zeros(BUCKET * buckets + LINE, np.uint8)
            self.hands = np.zeros(2 * known, np.uint64)
        except MemoryError:
            raise MemoryError(
                f"this machine has no {BUCKET * buckets + 16 * known:,} bytes of memory"
            ) from None
        self.c.transpositions = <Entry *>(
            address(self.transpositions) + LINE - 1 & ~<uint64_t>(LINE - 1))
        self.c.known = <uint64_t *>address(self.hands)
        self.c.winners = self.c.known + known
        self.c.rules = &self.rules.c
        self.c.last_mask = buckets - 1
        self.c.mask = FIRST_BUCKETS - 1
        self.c.known_mask = known - 1
        self.c.winners_mask = known - 1

    def __dealloc__(self):
        PyMem_Free(self.c.scratch)

    def value(self, Position position not None, Watch watch=None):
        """True where the landlord wins, False where not, None where stopped: by the
        ``watch``, or since the time is over."""
        if watch is None:
            watch = Watch()
        self.alone.enter()
        try:
            return self.searched(position, watch)
        finally:
            self.alone.leave()

    cdef object searched(self, Position position, Watch watch):
        cdef Look look
        cdef int value
        if position.rules is not self.rules and position.rules.value != self.rules.value:
            raise InvalidArgument(
                f"a Solver for the rules {self.rules.value} cannot solve a position under "
                f"{position.rules.value}")
        if position.c.winner != NOBODY:
            return position.c.winner == 0
        self.room = room_for(
            &self.c, self.room, SOLVE_LISTS(position.cards) * (position.most + SLACK + 1))
        watch.begin(&look)
        self.c.ask = ask
        self.c.asked = &look
        self.c.due = -1
        self.c.stop = 0
        with nogil:
            value = kernels.solve(&self.c, &position.c)
        self.c.ask = NULL
        watch.end()
        return None if value < 0 else bool(value)

    @property
    def best(self):
        """An action that keeps the win, after a position that the side to move wins
        and where it has more than one action."""
        cdef CMove best
        self.alone.enter()
        best = self.c.best
        self.alone.leave()
        best.spare = 0
        return new_move(&best)

    def limit(self, seconds):
        """Stop by itself after so many seconds from now; None means never."""
        cdef int64_t deadline = 0
        if seconds is not None:
            deadline = kernels.now() + <int64_t>(max(0.0, min(float(seconds), 1e9)) * 1e9)
        self.alone.enter()
        self.c.deadline = deadline
        self.alone.leave()

    @property
    def nodes(self):
        """Positions looked at so far."""
        return load_counter(&self.c.nodes)


def memory_needed(Position position not None):
    """The least memory, in bytes, that a search of the position can do with."""
    return (SOLVE_LISTS(position.cards) * (position.most + SLACK + 1) * sizeof(CMove)
            + BUCKET * FIRST_BUCKETS + LINE + 16 * 1024)


# --------------------------------------------- the smallest number of plays

@cython.final
@cython.auto_pickle(False)
cdef class Layer:
    """Lays hands down in as few plays as there can be, under the same rules.

    What it finds out about one hand it still knows for the next. One thread at a time may
    use it: a call while another one runs raises :class:`RuntimeError`.
    """

    cdef Search c
    cdef CompiledRules rules
    cdef Alone alone
    cdef int64_t room

    def __cinit__(self, rules="standard"):
        self.rules = compiled(rules)
        self.alone = Alone("this Layer")
        self.c.rules = &self.rules.c
        self.c.known = <uint64_t *>calloc(KNOWN, 8)
        if self.c.known == NULL:
            raise MemoryError("no memory to remember hands")
        self.c.known_mask = KNOWN - 1

    def __dealloc__(self):
        free(self.c.known)
        PyMem_Free(self.c.scratch)

    cdef int make_room(self, uint64_t hand) except -1:
        cdef int64_t plays = kernels.count(&self.rules.c, hand, NULL)
        cdef int64_t moves = (MOST_NUMBER + 1) * (plays + SLACK)
        self.room = room_for(&self.c, self.room, moves)
        return 0

    cdef void begin(self, Look *look) noexcept:
        self.c.ask = ask
        self.c.asked = look
        self.c.stop = 0

    def plan(self, hand):
        """One shortest way to lay the hand down: a list of moves. Ctrl-C ends it."""
        cdef uint64_t packed = packed_cards(hand, self.rules.c.decks)
        cdef Watch watch = Watch()
        self.alone.enter()
        try:
            return self.planned(packed, watch)
        finally:
            self.alone.leave()

    cdef list planned(self, uint64_t left, Watch watch):
        cdef int64_t most = kernels.count(&self.rules.c, left, NULL)
        cdef list plan = []
        cdef CMove *plays
        cdef CMove play
        cdef Look look
        cdef int number
        self.make_room(left)
        plays = <CMove *>PyMem_Malloc((most + SLACK) * sizeof(CMove))
        if plays == NULL:
            raise MemoryError(f"no memory for {most} moves")
        watch.begin(&look)
        self.begin(&look)
        try:
            with nogil:
                number = kernels.fewest(&self.c, left)
            while left and not self.c.stop:
                with nogil:
                    play = self.next_play(left, number, plays)
                plan.append(new_move(&play))
                left -= play.cards
                number -= 1
            watch.end()
        finally:
            self.c.ask = NULL
            PyMem_Free(plays)
        return plan

    cdef CMove next_play(self, uint64_t hand, int number, CMove *plays) noexcept nogil:
        """A play that leaves a hand of one play less."""
        cdef int64_t i = 0
        # From the last kinds on, so that chains and kickers come first.
        for i in range(kernels.generate(&self.rules.c, hand, NULL, plays) - 1, -1, -1):
            if kernels.fewest(&self.c, hand - plays[i].cards) == number - 1 or self.c.stop:
                break
        return plays[i]

    def numbers(self, hands, out, Watch watch=None):
        """The smallest number of plays of each hand, ``uint64[n]``, into ``uint8[n]``;
        only of some where the ``watch`` stops."""
        cdef const uint64_t[::1] given = np.require(hands, requirements=("C", "A"))
        cdef uint8_t[::1] to = out
        if given.shape[0] != to.shape[0]:
            raise InvalidArgument(f"{given.shape[0]} hands, but room for {to.shape[0]} numbers")
        if watch is None:
            watch = Watch()
        self.alone.enter()
        try:
            self.count(given, to, watch)
        finally:
            self.alone.leave()

    cdef int count(self, const uint64_t[::1] hands, uint8_t[::1] out, Watch watch) except -1:
        cdef Look look
        cdef Py_ssize_t i
        cdef uint64_t hand
        watch.begin(&look)
        self.begin(&look)
        for i in range(hands.shape[0]):
            hand = hands[i]
            if not contains(self.rules.c.deck, hand):
                raise InvalidCards(f"row {i}: {hand:#x} is no hand")
            self.make_room(hand)
            with nogil:
                out[i] = kernels.fewest(&self.c, hand)
            if self.c.stop:
                break
        self.c.ask = NULL
        return watch.end()
