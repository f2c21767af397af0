"""`VectorGame`: the play phase of many deals side by side."""

cimport cython
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from types import MappingProxyType

from inspect import signature

cimport numpy as cnp
import numpy as np

from cards.hands cimport contains, hand_size
from ddz_core._core.batch cimport last_direct
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.memory cimport Memory, new_memory
from ddz_core._core.queries cimport is_play, set_last
from ddz_core._core.threads cimport Alone
from ddz_core._core.values cimport new_hand, packed_cards
from ddz_core.kernels cimport (
    AT_BOMBS, AT_BOTTOM, AT_HAND, AT_LAST, AT_OPEN, AT_PASSES, AT_PLAYED, AT_READING,
    AT_RECENT, AT_ROLE, AT_SIZES, AT_THIRD, AT_THIRD_SIZE, AT_UNSEEN, AT_WILD, Games,
    LONG_OBSERVATION, MAX_PLAYERS, MOST_PLAYS, Move as CMove, OBSERVATION as OBSERVATION_BYTES,
    PASS, Rules, SLACK, SMALL_JOKER,
)
from play.deals cimport LEFT_OUT, fill_deck
from play.games cimport rules_of
from play.public_cards cimport in_both

from ddz_core import kinds
from ddz_core._core.threads import checked_threads, in_slices
from ddz_core._core.values import MOVE_DTYPE
from ddz_core.arguments import deal_number, shown, whole_number
from ddz_core.errors import DdzError, IllegalPlay, InvalidArgument, InvalidCards, Reason
from ddz_core.rules import is_wild_rank
from ddz_core.table import as_table

cnp.import_array()

OBSERVATION_SIZE = OBSERVATION_BYTES
OBSERVATION_VERSION = 2
# With four players, wild cards or an open hand more is seen.
LONG_OBSERVATION_SIZE = LONG_OBSERVATION
cdef list _starts = [
    ("hand", AT_HAND), ("unseen", AT_UNSEEN), ("last", AT_LAST), ("bottom", AT_BOTTOM),
    ("played", AT_PLAYED), ("recent", AT_RECENT), ("sizes", AT_SIZES), ("role", AT_ROLE),
    ("bombs", AT_BOMBS), ("reading", AT_READING), ("passes", AT_PASSES),
    ("third", AT_THIRD), ("open_hand", AT_OPEN), ("third_size", AT_THIRD_SIZE),
    ("wild", AT_WILD),
]
# Where each part of an observation lies: docs/vector.md tells what they are. The last
# four are in long ones only.
OBSERVATION_LAYOUT = MappingProxyType({
    name: slice(start, stop)
    for (name, start), stop in zip(
        _starts, [start for _, start in _starts[1:]] + [LONG_OBSERVATION_SIZE], strict=True)
})

# With one deck and no wild cards: the plays that a hand of at most twenty cards can have
# under any rules, and the pass.
MOST_ACTIONS = MOST_PLAYS + 1
# The deals of one game are this far from those of the next one.
GAME_STRIDE = 1 << 32
cdef uint64_t STRIDE = GAME_STRIDE
# Fewer games than this are not worth another thread.
LEAST_SLICE = 256
# What a saved vector is made of; raised when that changes.
cdef enum:
    SAVED_VERSION = 2

cdef object U8 = np.dtype(np.uint8)
cdef object U64 = np.dtype(np.uint64)
cdef object I64 = np.dtype(np.int64)
cdef object I32 = np.dtype(np.int32)
cdef object TRUTH = np.dtype(np.bool_)


# ----------------------------------------------------------------- the state

cdef int64_t state_size(int64_t games, int players) noexcept:
    """Bytes of all the arrays of a vector."""
    return games * (8 * (4 + 2 * players) + sizeof(CMove) + 4 * players + 9)


cdef void lay_out(Task *task, Games *c, char *at, int64_t games, int players) noexcept:
    """Says where each array begins, one after the other, the widest items first."""
    memset(c, 0, sizeof(Games))
    c.games = games
    c.players = players
    c.last = <CMove *>at
    c.deals = <uint64_t *>(c.last + games)
    c.hands = c.deals + games
    c.recent = c.hands + players * games
    c.bottom = c.recent + players * games
    c.played = c.bottom + games
    c.kept = c.played + games
    task.rewards = <int32_t *>(c.kept + games)
    c.turn = <uint8_t *>(task.rewards + players * games)
    c.last_seat = c.turn + games
    c.passes = c.last_seat + games
    c.bombs = c.passes + games
    c.doubled = c.bombs + games
    c.landlord_plays = c.doubled + games
    c.peasant_plays = c.landlord_plays + games
    c.wild = c.peasant_plays + games
    task.ended = c.wild + games
    task.games = c


cdef uint8_t wild_of(const Rules *rules) noexcept:
    """The slot of the rank that is wild in every deal, 255 for none."""
    return rules.wild_slot if rules.has_wild else 255


cdef int most_bombs(const Rules *rules) noexcept:
    """As many as there are fours, and the rocket."""
    return SMALL_JOKER * rules.decks + 1


cdef bint is_sound(const Rules *rules, const Games *c, int64_t i) noexcept:
    """Whether kernels may be let loose on a game that was read from somewhere."""
    cdef uint64_t deck = rules.deck
    cdef uint64_t left = deck
    cdef int seat
    cdef const CMove *last = &c.last[i]
    cdef Rules own
    if c.wild[i] >= SMALL_JOKER if c.draws_wild else c.wild[i] != wild_of(rules):
        return False
    if not contains(left, c.played[i]):
        return False
    left -= c.played[i]
    for seat in range(c.players):
        if c.hands[seat * c.games + i] == 0 or not contains(left, c.hands[seat * c.games + i]):
            return False
        left -= c.hands[seat * c.games + i]
        if not contains(deck, c.recent[seat * c.games + i]):
            return False
    if not contains(deck, c.bottom[i]):
        return False
    if not contains(c.hands[i] if c.open_hand else c.bottom[i], c.kept[i]):
        return False
    if c.open_hand and c.kept[i] != c.hands[i]:
        return False
    if not contains(c.hands[i], c.kept[i]) or c.bombs[i] > most_bombs(rules):
        return False
    if c.doubled[i] > c.bombs[i]:
        return False
    if c.turn[i] >= c.players or c.last_seat[i] >= c.players or c.passes[i] >= c.players - 1:
        return False
    if last.kind == PASS:
        return last.cards == 0 and last.length == 0 and last.rank == 0 and last.size == 0
    return contains(c.played[i], last.cards) and is_play(rules_of(rules, c, i, &own), last)


# ------------------------------------------------------- what is done in slices

cdef void deal_slice(const Task *task, int64_t start, int64_t stop) noexcept nogil:
    cdef const Games *c = task.games
    cdef int64_t i
    for i in range(start, stop):
        # Deal numbers wrap around at 2**64, as the arithmetic here does.
        c.deals[i] = task.first + (task.first_game + <uint64_t>i) * STRIDE
        task.ended[i] = 0
    memset(task.rewards + start * c.players, 0, (stop - start) * c.players * sizeof(int32_t))
    kernels.games_deal(task.rules, c, start, stop)


cdef void count_slice(const Task *task, int64_t start, int64_t stop) noexcept nogil:
    kernels.games_count(task.rules, task.games, start, stop, task.counts)


cdef void pick_slice(const Task *task, int64_t start, int64_t stop) noexcept nogil:
    cdef int64_t first
    while find_moving(task, &start, stop, &first):
        kernels.games_pick(task.rules, task.games, first, start, task.indices, task.chosen)


cdef void step_slice(const Task *task, int64_t start, int64_t stop) noexcept nogil:
    cdef int64_t first
    if task.where != NULL:
        memset(task.ended + start, 0, stop - start)
        memset(task.rewards + start * task.games.players, 0,
               (stop - start) * task.games.players * sizeof(int32_t))
    while find_moving(task, &start, stop, &first):
        kernels.games_step(
            task.rules, task.games, first, start, task.chosen, task.rewards, task.ended)


cdef void observe_slice(const Task *task, int64_t start, int64_t stop) noexcept nogil:
    cdef int64_t first
    while find_moving(task, &start, stop, &first):
        kernels.games_observe(task.rules, task.games, first, start, task.rows)


cdef bint find_moving(const Task *task, int64_t *at, int64_t stop, int64_t *first) noexcept nogil:
    """The next games of the mask, as many as lie side by side: from `first` up to `at`."""
    cdef int64_t i = at[0]
    if task.where == NULL:
        first[0] = i
        at[0] = stop
        return i < stop
    while i < stop and not task.where[i]:
        i += 1
    first[0] = i
    while i < stop and task.where[i]:
        i += 1
    at[0] = i
    return first[0] < i


cdef int run(Slice slice, const Task *task, int64_t games, int threads,
             bint whole=False) except -1:
    """Works in slices. Reading can be interrupted; what changes games is done whole."""
    if games <= LEAST_SLICE or (whole and threads == 1):
        with nogil:
            slice(task, 0, games)
        return 0
    return run_in_slices(slice, task, games, threads, whole)


cdef int run_in_slices(Slice slice, const Task *task, int64_t games, int threads,
                       bint whole) except -1:
    cdef Task own = task[0]

    def work(int64_t start, int64_t stop):
        with nogil:
            slice(&own, start, stop)

    in_slices(work, games, threads, LEAST_SLICE, whole=whole)
    return 0


@cython.final
cdef class VectorGame:
    """n deals in their play phase, stepped together over NumPy arrays.

    Game number g of the vector (``first_game + i`` for row i) plays the deals
    ``seed + g * 2**32``, the next number, and so on: the same games whatever the
    size of the vector and the number of threads. Seat 0 is the landlord and holds
    the bottom; a deal that ends is followed by the next one at once.

    ``table``, a :class:`Table` or the name of a preset, takes the place of ``rules``
    and ``players``. Only its play phase is played, without automatic skips, at stake 1
    and with the factor 1 of every seat; rewards are in units of its base. With
    ``open_hand`` the landlord has laid his hand open in every game, and rewards have the
    factor of the table in them. A table with discards is refused.

    The state is a structure of arrays; its properties are read-only views, which
    every step changes. ``steps`` counts the steps since the vector was made.

    A vector belongs to one thread at a time: a call while another one runs raises
    :class:`RuntimeError` and changes nothing. Any number of vectors may run at once.
    An interrupt comes before a step or after it, never between games. Copies and pickles
    play on as the vector does.

    >>> games = VectorGame(4, seed=1)
    >>> indptr, actions = games.legal()
    >>> rewards, ended = games.step(np.zeros(4, np.int64))
    >>> games.turn.tolist(), ended.any()
    ([1, 1, 1, 1], np.False_)
    """

    # For whoever asks how to call it: Python reads no signature off a compiled class.
    __signature__ = signature(
        lambda games, seed=0, rules="standard", players=3, threads=1, first_game=0, table=None,
        open_hand=False: None)

    def __cinit__(self, *args, **kwargs):
        self.busy = Alone("this VectorGame")

    def __init__(self, games, seed=0, rules="standard", players=3, threads=1, first_game=0,
                 table=None, open_hand=False):
        cdef VectorGame made = VectorGame.__new__(VectorGame)
        made.table = playable_table(table, rules, players)
        made.open_hand = factor_of_open_hand(made.table, open_hand)
        made.games = whole_number("games", games, 1, 1 << 31)
        made.threads = checked_threads(threads)
        made.first_game = whole_number("first_game", first_game, 0, (1 << 32) - made.games)
        make_room(made)
        made.task.first = deal_number(seed)
        run(deal_slice, &made.task, made.games, made.threads)
        # Only now, when nothing can be refused any more.
        self.busy.enter()
        take_over(self, made)
        self.busy.leave()

    @classmethod
    def from_hands(cls, hands, bottom="", turn=0, last=None, passes=0, doubled=0, gone=None,
                   kept=None, rules="standard", seed=0, threads=1, first_game=0, table=None,
                   open_hand=False, wild=None):
        """A vector whose games go on from given cards, a row of ``hands`` for each: what
        every seat holds now, seat 0 being the landlord.

        All else is one value for all games, or a list or an array with one for each:
        the ``bottom``, whose ``turn`` it is, the play to beat (``last``, ``None`` to lead), the
        ``passes`` since then, how often bombs and rockets have ``doubled`` the points so far,
        the cards that are ``gone`` in plays before ``last``, the bottom cards that the
        landlord has ``kept``, and the rank that is ``wild`` at a ``table`` that draws it. If
        they are not given, all that nobody holds has been put down at a table that deals the
        whole deck, at others the bottom cards that the landlord has not, and he has kept
        those that he has. Nobody springs, unless nothing has been put down yet.

        After these deals the games go on as those of ``VectorGame(n, seed, ...)`` do after
        their first deal. Raises :class:`InvalidArgument`, naming
        the row, for what does not fit together.

        >>> games = VectorGame.from_hands([["34", "5", "6"], ["3", "44", "55"]], turn=[0, 1])
        >>> games.turn.tolist(), games.legal()[0].tolist()
        ([0, 1], [0, 2, 4])
        """
        rows = [list(row) for row in hands]
        n = whole_number("the number of games", len(rows), 1, 1 << 31)
        made = VectorGame(
            n, seed, rules, len(rows[0]), threads, first_game, table, open_hand)
        options = {
            "bottom": bottom, "turn": turn, "last": last, "passes": passes, "doubled": doubled,
            "gone": gone, "kept": kept, "wild": wild,
        }
        each = {name: for_each(name, value, n) for name, value in options.items()}
        for row in range(n):
            try:
                (<VectorGame>made).set_row(
                    row, rows[row], {name: values[row] for name, values in each.items()})
            except DdzError as refusal:
                raise InvalidArgument(f"row {row}: {refusal}") from refusal
        return made

    cdef int set_row(self, int64_t i, list hands, dict given) except -1:
        """Puts given cards in the place of those of one game."""
        cdef Games *c = &self.c
        cdef const Rules *rules = &self.rules
        cdef int64_t n = self.games
        cdef int players = self.players
        cdef int decks = rules.decks
        cdef int seat
        cdef uint64_t packed, least, laid
        self.set_wild(i, given["wild"])
        if len(hands) != players:
            raise InvalidArgument(f"{len(hands)} hands, not {players}")
        held = new_hand(0, decks)
        for seat in range(players):
            packed = packed_cards(hands[seat], decks)
            if packed == 0:
                raise InvalidCards(f"the hand of seat {seat} is empty: the deal is over")
            if hand_size(packed) > rules.hand_size + rules.bottom_size * (seat == 0):
                raise InvalidCards(f"seat {seat} holds {hand_size(packed)} cards: too many")
            held = held + new_hand(packed, decks)
            c.hands[seat * n + i] = packed
            c.recent[seat * n + i] = 0
        bottom = new_hand(packed_cards(given["bottom"], decks), decks)
        c.bottom[i] = bottom.packed
        c.turn[i] = whole_number("turn", given["turn"], 0, players - 1)
        c.passes[i] = whole_number("passes", given["passes"], 0, players - 2)
        c.bombs[i] = c.doubled[i] = whole_number(
            "doubled", given["doubled"], 0, most_bombs(rules))
        set_last(given["last"], self.rules_of_row(i), &c.last[i])
        c.last_seat[i] = (c.turn[i] + 2 * players - 1 - c.passes[i]) % players
        if c.last[i].kind == PASS:
            if c.passes[i]:
                raise InvalidArgument("passes need a last play: None means leading")
            c.last_seat[i] = c.turn[i]
        c.recent[c.last_seat[i] * n + i] = c.last[i].cards
        held = held + new_hand(c.last[i].cards, decks)  # refuses more cards than there are
        least = bottom.packed - in_both(bottom.packed, c.hands[i])
        if given["gone"] is not None:
            c.played[i] = packed_cards(given["gone"], decks)
        elif players * rules.hand_size + rules.bottom_size == rules.deck_size:
            c.played[i] = rules.deck - held.packed
        else:
            c.played[i] = least - in_both(least, c.last[i].cards)
        held = held + new_hand(c.played[i], decks)
        c.played[i] += c.last[i].cards
        if not contains(c.played[i], least):
            raise InvalidCards(
                f"the bottom is {bottom}, and {new_hand(least)} of it is neither in the landlord's "
                "hand nor gone")
        if given["kept"] is not None:
            c.kept[i] = packed_cards(given["kept"], decks)
        elif c.open_hand:
            c.kept[i] = c.hands[i]
        else:
            # What he has put down of them counts for the bottom card.
            laid = c.last[i].cards if c.last_seat[i] == 0 else 0
            c.kept[i] = in_both(bottom.packed, c.hands[i] + laid)
            c.kept[i] -= in_both(c.kept[i], laid)
        c.landlord_plays[i] = 2 * (c.played[i] != 0)
        c.peasant_plays[i] = c.played[i] != 0
        if not is_sound(self.task.rules, c, i):
            raise InvalidArgument("hands, bottom and what the landlord has kept contradict each other")
        return 0

    cdef int set_wild(self, int64_t i, wild) except -1:
        if not self.draws_wild:
            if wild is not None:
                raise InvalidArgument("wild is for a table that draws it: the rules name it else")
            return 0
        if not is_wild_rank(wild):
            raise InvalidArgument(
                "wild must be the rank that is wild in this game, one of "
                f"{kinds.RANKS[:SMALL_JOKER]}, not {shown(wild)}")
        self.c.wild[i] = kinds.RANKS.index(wild)
        return 0

    cdef CompiledRules rules_of_row(self, int64_t i):
        """The rules of one game, whose wild rank may have been drawn."""
        if not self.draws_wild:
            return compiled(self.table.rules)
        return compiled(self.table.rules.changed(wild=kinds.RANKS[self.c.wild[i]]))

    cdef int begin(self) except -1:
        """As every call begins; `end` is how it ends. Other threads are kept out: two
        calls at once would write over the bounds that each has counted."""
        self.busy.enter()
        if self.state is None:
            self.busy.leave()
            raise RuntimeError("this VectorGame was never made: call VectorGame(games, ...)")
        return 0

    cdef void end(self) noexcept:
        self.busy.leave()

    def reset(self, seed=0):
        """Deals every game anew from the deal numbers of the seed."""
        seed = deal_number(seed)
        self.begin()
        try:
            self.task.first = seed
            self.is_listed = False
            run(deal_slice, &self.task, self.games, self.threads, whole=True)
        finally:
            self.end()

    cdef seen(self, dtype, shape, const void *at):
        """A read-only view of one of the arrays."""
        if self.state is None:
            raise RuntimeError("this VectorGame was never made: call VectorGame(games, ...)")
        return self.state.view(dtype, shape, <const char *>at - self.state.at)

    @property
    def deals(self):
        """The number of the deal that each game plays: uint64[n]."""
        return self.seen(U64, self.games, self.c.deals)

    @property
    def hands(self):
        """The hands, packed: uint64[players, n]."""
        return self.seen(U64, (self.players, self.games), self.c.hands)

    @property
    def bottom(self):
        """The bottom cards, packed: uint64[n]."""
        return self.seen(U64, self.games, self.c.bottom)

    @property
    def kept(self):
        """The bottom cards that must still be with the landlord, packed: uint64[n]."""
        return self.seen(U64, self.games, self.c.kept)

    @property
    def played(self):
        """All the cards that lie on the table, packed: uint64[n]."""
        return self.seen(U64, self.games, self.c.played)

    @property
    def wild(self):
        """The rank of the wild cards, as its slot (0 the 3s to 12 the 2s), 255 where no cards
        are wild: uint8[n]."""
        return self.seen(U8, self.games, self.c.wild)

    @property
    def turn(self):
        """Whose turn it is: uint8[n]."""
        return self.seen(U8, self.games, self.c.turn)

    @property
    def passes(self):
        """Passes in a row: uint8[n]."""
        return self.seen(U8, self.games, self.c.passes)

    @property
    def bombs(self):
        """Bombs, rockets and bomb chains played in this deal: uint8[n]."""
        return self.seen(U8, self.games, self.c.bombs)

    @property
    def last(self):
        """The play to beat, all zero where the player leads: MOVE_DTYPE[n]."""
        return self.seen(MOVE_DTYPE, self.games, self.c.last)

    @property
    def rewards(self):
        """What the last step brought every seat: int32[n, players]."""
        return self.seen(I32, (self.games, self.players), self.task.rewards)

    @property
    def ended(self):
        """Where the last step ended a deal: bool[n]."""
        return self.seen(TRUTH, self.games, self.task.ended)

    @property
    def indptr(self):
        """Where the legal actions of each game begin, as :meth:`legal` told: int64[n + 1]."""
        if self.state is None:
            raise RuntimeError("this VectorGame was never made: call VectorGame(games, ...)")
        return self.starts.view(I64, self.games + 1, 0)

    # ------------------------------------------------------------- legal actions

    def legal(self):
        """The actions of every game: ``(indptr, actions)``.

        ``actions[indptr[i]:indptr[i + 1]]``, an array of :data:`MOVE_DTYPE`, are the
        plays of game i in canonical order and then, where something lies on the
        table, the pass, which is all zero. Both arrays are read-only, and are
        overwritten by the next call.
        """
        self.begin()
        try:
            self.list_once()
            return self.indptr, self.room.view(MOVE_DTYPE, self.listed_from()[self.games], 0)
        finally:
            self.end()

    cdef int64_t *listed_from(self) noexcept:
        """Where the listed actions of each game begin."""
        return <int64_t *>self.starts.at

    cdef CMove *listed(self) noexcept:
        return <CMove *>self.room.at

    cdef int list_once(self) except -1:
        """Lists the actions unless they are already."""
        cdef int64_t *at = self.listed_from()
        cdef CMove *out
        if self.is_listed:
            return 0
        self.count()
        if self.room is None or self.room.size < (at[self.games] + SLACK) * <int64_t>sizeof(CMove):
            self.room = new_memory((at[self.games] * 5 // 4 + SLACK) * sizeof(CMove))
        if self.games > LEAST_SLICE:
            self.list_in_slices()
        else:
            out = self.listed()
            with nogil:
                kernels.games_list(self.task.rules, &self.c, 0, self.games, out)
        self.is_listed = True
        self.listings += 1
        return 0

    cdef int count(self) except -1:
        """Counts the actions, and says where those of each game begin."""
        cdef int64_t *at = self.listed_from()
        cdef int64_t i
        run(count_slice, &self.task, self.games, self.threads)
        for i in range(self.games):
            at[i + 1] += at[i]
        return 0

    cdef int list_in_slices(self) except -1:
        cdef const Task *task = &self.task
        cdef const int64_t *at = self.listed_from()
        cdef CMove *out = self.listed()

        def work(int64_t start, int64_t stop):
            cdef int64_t direct = last_direct(at, start, stop)
            cdef int64_t i
            with nogil:
                kernels.games_list(task.rules, task.games, start, direct, out + at[start])
            for i in range(direct, stop):
                list_one(task, i, at[i + 1] - at[i], out + at[i])

        in_slices(work, self.games, self.threads, LEAST_SLICE)
        return 0

    # --------------------------------------------------------------------- steps

    def redeal(self, where, seed=None):
        """Deals the games of ``where`` (bool[n]) anew, whether they are over or not.

        Each gets its next deal, or, with a seed, the deal that :meth:`reset` with
        this seed would give it. The other games stay as they are.
        """
        cdef cnp.ndarray mask
        cdef const uint8_t *chosen
        cdef Games *c = &self.c
        cdef int64_t i
        cdef bint seeded = seed is not None
        cdef uint64_t first = deal_number(seed if seeded else 0)
        self.begin()
        try:
            mask = mask_of(where, self.games)
            chosen = <const uint8_t *>cnp.PyArray_DATA(mask)
            first += self.task.first_game * STRIDE
            self.is_listed = False
            with nogil:
                for i in range(c.games):
                    if chosen[i]:
                        c.deals[i] = first + <uint64_t>i * STRIDE if seeded else c.deals[i] + 1
                        kernels.games_deal(&self.rules, c, i, i + 1)
        finally:
            self.end()

    def step(self, actions, where=None):
        """Makes one action in every game; returns ``(rewards, ended)``.

        ``actions`` is an array of indices into each game's legal actions (any
        integer type, shape (n,)) or of moves (:data:`MOVE_DTYPE`, shape (n,), all
        zero the pass). ``rewards`` is int32[n, players], the points of every seat
        where the deal ended (base and stake 1), else 0; ``ended`` is bool[n]. Both
        are read-only, and overwritten by the next step. With ``where`` (bool[n]) only
        its games move: in the others the action is not looked at, and the reward is 0.
        Raises :class:`IllegalPlay` or :class:`InvalidArgument` naming the first
        offending row; nothing changes then.
        """
        cdef cnp.ndarray mask
        cdef const uint8_t *moving = NULL
        self.begin()
        try:
            if where is not None:
                mask = mask_of(where, self.games)
                moving = <const uint8_t *>cnp.PyArray_DATA(mask)
            self.take(actions, moving)
            self.apply(moving)
            return self.rewards, self.ended
        finally:
            self.end()

    cdef int take(self, actions, const uint8_t *moving) except -1:
        """Checks the actions and writes them to `chosen`."""
        cdef cnp.ndarray array
        cdef bint fits = cnp.PyArray_Check(actions)
        if fits:
            array = actions
            fits = cnp.PyArray_NDIM(array) == 1 and cnp.PyArray_DIM(array, 0) == self.games
        if not fits:
            raise InvalidArgument(
                f"actions must be an array of shape ({self.games},), not {shape_of(actions)}")
        # What is checked is our own copy, so that nobody can change it any more.
        if cnp.PyTypeNum_ISINTEGER(cnp.PyArray_TYPE(array)):
            return self.take_indices(own_copy(array, I64), moving)
        if dtype_of(array) == MOVE_DTYPE:
            return self.take_moves(own_copy(array, MOVE_DTYPE), moving)
        raise InvalidArgument(
            f"actions must be whole numbers or MOVE_DTYPE, not {dtype_of(array)}")

    cdef int take_moves(self, cnp.ndarray moves, const uint8_t *moving) except -1:
        cdef CMove *chosen = <CMove *>self.chosen.at
        cdef int64_t wrong
        memcpy(chosen, cnp.PyArray_DATA(moves), self.games * sizeof(CMove))
        wrong = kernels.games_check(self.task.rules, &self.c, 0, self.games, chosen)
        # What stands where no action is made may be anything.
        while wrong >= 0 and moving != NULL and not moving[wrong]:
            wrong = kernels.games_check(
                self.task.rules, &self.c, wrong + 1, self.games, chosen)
        if wrong >= 0:
            raise IllegalPlay(
                Reason.NO_COMBINATION, f"row {wrong}: {moves[wrong]} is no legal action")
        return 0

    cdef int take_indices(self, cnp.ndarray indices, const uint8_t *moving) except -1:
        cdef const int64_t *index = <const int64_t *>cnp.PyArray_DATA(indices)
        cdef const int64_t *at = self.listed_from()
        cdef const CMove *listed
        cdef CMove *chosen = <CMove *>self.chosen.at
        cdef int64_t i, wrong = -1
        if not self.is_listed:
            self.count()
        with nogil:
            for i in range(self.games):
                if ((moving == NULL or moving[i])
                        and (index[i] < 0 or index[i] >= at[i + 1] - at[i])):
                    wrong = i
                    break
        if wrong >= 0:
            raise InvalidArgument(
                f"row {wrong}: no action {index[wrong]}: there are {at[wrong + 1] - at[wrong]}")
        if not self.is_listed:
            # One of each is found faster than all are listed.
            self.task.indices = index
            self.task.where = moving
            try:
                run(pick_slice, &self.task, self.games, self.threads)
            finally:
                self.task.where = NULL
            return 0
        listed = self.listed()
        with nogil:
            for i in range(self.games):
                if moving == NULL or moving[i]:
                    chosen[i] = listed[at[i] + index[i]]
        return 0

    cdef int apply(self, const uint8_t *where) except -1:
        """Makes the chosen actions, in every game or in none."""
        self.is_listed = False
        self.task.where = where
        try:
            run(step_slice, &self.task, self.games, self.threads, whole=True)
            self.steps += 1
        finally:
            self.task.where = NULL
        return 0

    # -------------------------------------------------------------- observations

    def observe(self, out=None):
        """What the player to move sees in every game: ``uint8[n, observation_size]``.

        docs/vector.md tells what each number means. Written into ``out`` where it
        is given.
        """
        cdef cnp.ndarray rows
        cdef cnp.npy_intp[2] shape
        self.begin()
        try:
            if out is None:
                shape[0] = self.games
                shape[1] = self.observation_size
                rows = cnp.PyArray_SimpleNew(2, shape, cnp.NPY_UINT8)
            else:
                rows = rows_for(out, self.games, self.observation_size)
            self.observe_into(<uint8_t *>cnp.PyArray_DATA(rows), NULL)
            return rows
        finally:
            self.end()

    cdef int observe_into(self, uint8_t *rows, const uint8_t *where) except -1:
        """Those of the games of ``where`` are written, all where it is NULL."""
        self.task.rows = rows
        self.task.where = where
        try:
            return run(observe_slice, &self.task, self.games, self.threads)
        finally:
            self.task.where = NULL

    # -------------------------------------------------------------------- copies

    def __copy__(self):
        cdef VectorGame twin = VectorGame.__new__(VectorGame)
        self.begin()
        try:
            twin.games, twin.threads, twin.table = self.games, self.threads, self.table
            twin.open_hand = self.open_hand
            twin.first_game, twin.steps = self.first_game, self.steps
            make_room(twin)
            memcpy(twin.state.at, self.state.at, self.state.size)
        finally:
            self.end()
        return twin

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        self.begin()
        try:
            return _restored_vector, (
                SAVED_VERSION, self.games, self.table, self.open_hand > 0, self.threads,
                self.first_game, self.steps, self.state.at[:self.state.size])
        finally:
            self.end()


def _restored_vector(version, games, table, open_hand, threads, first_game, steps, saved):
    """A vector as it was when it was saved."""
    cdef VectorGame made = VectorGame.__new__(VectorGame)
    cdef const char *bytes_saved
    cdef int64_t i
    if version != SAVED_VERSION:
        raise InvalidArgument(f"a vector saved in form {version!r}: this ddz_core reads form "
                              f"{SAVED_VERSION}")
    made.table = playable_table(table, None, None)
    made.open_hand = factor_of_open_hand(made.table, open_hand)
    made.games = whole_number("games", games, 1, 1 << 31)
    made.threads = checked_threads(threads)
    made.first_game = whole_number("first_game", first_game, 0, (1 << 32) - made.games)
    made.steps = whole_number("steps", steps, 0, (1 << 63) - 1)
    players = made.table.players
    if type(saved) is not bytes or len(saved) != state_size(made.games, players):
        raise InvalidArgument(f"no saved state of {games} games of {players} players")
    make_room(made)
    bytes_saved = saved
    memcpy(made.state.at, bytes_saved, made.state.size)
    for i in range(made.games):
        if not is_sound(made.task.rules, &made.c, i):
            raise InvalidArgument(f"row {i}: the saved game cannot be")
    return made


cdef int make_room(VectorGame made) except -1:
    """All the memory of a vector whose measures are known, and its rules."""
    cdef int64_t n = made.games
    cdef CompiledRules rules = compiled(made.table.rules.changed(wild="3")
                                        if made.table.wild else made.table.rules)
    made.rules = rules.c
    if made.table.short_deck:
        made.rules.deck &= ~LEFT_OUT
        made.rules.deck_size = fill_deck(made.rules.by_slot, made.rules.deck)
    made.players = made.table.players
    made.draws_wild = made.table.wild
    made.observation_size = observation_size(made.table)
    made.state = new_memory(state_size(n, made.players))
    made.starts = new_memory((n + 1) * sizeof(int64_t))
    made.chosen = new_memory(n * sizeof(CMove))
    point(made)
    memset(made.c.wild, wild_of(&made.rules), made.games)
    return 0


cdef void point(VectorGame made) noexcept:
    lay_out(&made.task, &made.c, made.state.at, made.games, made.players)
    made.c.draws_wild = made.draws_wild
    made.c.open_hand = made.open_hand
    made.c.is_long = made.observation_size == LONG_OBSERVATION
    made.task.rules = &made.rules
    made.task.chosen = <CMove *>made.chosen.at
    made.task.counts = <int64_t *>made.starts.at + 1
    made.task.first_game = made.first_game


cdef void take_over(VectorGame games, VectorGame made) noexcept:
    """Makes one vector what the other is."""
    games.games, games.players, games.threads = made.games, made.players, made.threads
    games.table, games.draws_wild, games.open_hand = made.table, made.draws_wild, made.open_hand
    games.observation_size = made.observation_size
    games.first_game, games.rules, games.steps = made.first_game, made.rules, made.steps
    games.state, games.starts, games.chosen = made.state, made.starts, made.chosen
    games.room, games.is_listed = None, False
    point(games)


cdef int list_one(const Task *task, int64_t i, int64_t actions, CMove *out) except -1:
    """Lists the actions of one game, and writes nothing after them."""
    cdef CMove *scratch = <CMove *>PyMem_RawMalloc((actions + SLACK) * sizeof(CMove))
    if scratch == NULL:
        raise MemoryError(f"no memory for {actions} actions")
    kernels.games_list(task.rules, task.games, i, i + 1, scratch)
    memcpy(out, scratch, actions * sizeof(CMove))
    PyMem_RawFree(scratch)
    return 0


# ----------------------------------------------------------------- arguments
# Arrays are asked in C what they are: a subclass may say otherwise in Python.

cdef list for_each(str name, value, int64_t n):
    """One value for each game, where one for all may be given."""
    if not isinstance(value, (list, tuple, np.ndarray)):
        return [value] * n
    if len(value) != n:
        raise InvalidArgument(f"{name} has {len(value)} values, and there are {n} games")
    return list(value)


cdef playable_table(table, rules, players):
    """The table, or that of the rules and players; refused where its play phase does not
    begin with all cards dealt."""
    cdef CompiledRules given
    if table is None:
        given = compiled(rules)
        players = whole_number("players", players, 2, MAX_PLAYERS)
        if players not in given.value.seats:
            seats = " or ".join([str(number) for number in given.value.seats])
            raise InvalidArgument(
                f"players={players} cannot play by the rules {given.value.name!r}, which are "
                f"for {seats}: set players to {seats}, or choose other rules")
        return as_table("standard").changed(rules=given.value, players=players)
    table = as_table(table)
    if table.discard:
        raise InvalidArgument(
            "discard=True is not for a VectorGame, in which nobody decides anything before "
            "the first lead: set discard to False, or play the table with Game")
    return table


cdef int factor_of_open_hand(table, open_hand) except -1:
    """What the landlord's open hand multiplies points by; 0 where it is closed."""
    if type(open_hand) is not bool:
        raise InvalidArgument(f"open_hand must be True or False, not {shown(open_hand)}")
    if open_hand and not table.open_hand:
        raise InvalidArgument(
            "open_hand=True needs a table on which a hand may be laid open, and this one has "
            "open_hand=0: set that to the factor, or choose the table 'happy'")
    return table.open_hand if open_hand else 0


def observation_size(table):
    """How long observations at the table are: longer where a third seat plays after one's
    own, where there are wild cards or where a hand may be laid open."""
    if table.players > 3 or table.wild or table.rules.wild or table.open_hand:
        return LONG_OBSERVATION
    return OBSERVATION_BYTES


cdef dtype_of(array):
    return np.ndarray.dtype.__get__(array)


cdef shape_of(given):
    """What a message says of something that has the wrong shape."""
    if not cnp.PyArray_Check(given):
        return type(given).__name__
    return str(tuple([cnp.PyArray_DIM(given, k) for k in range(cnp.PyArray_NDIM(given))]))


cdef str told(given):
    """Type and shape, for a message."""
    if not cnp.PyArray_Check(given):
        return type(given).__name__
    return f"{dtype_of(given)}{shape_of(given)}"


cdef cnp.ndarray own_copy(cnp.ndarray array, dtype):
    """A copy in C order, aligned, that is nothing but an array."""
    return np.array(array, dtype, order="C")


cdef cnp.ndarray mask_of(where, int64_t games):
    """A copy of a mask over the games: bool[n]."""
    if (not cnp.PyArray_Check(where) or cnp.PyArray_TYPE(where) != cnp.NPY_BOOL
            or cnp.PyArray_NDIM(where) != 1 or cnp.PyArray_DIM(where, 0) != games):
        raise InvalidArgument(f"where must be bool[{games}], not {told(where)}")
    return own_copy(where, TRUTH)


cdef cnp.ndarray rows_for(out, int64_t games, int size):
    """Where observations may be written to: uint8[n, size] in C order."""
    if (not cnp.PyArray_Check(out) or cnp.PyArray_TYPE(out) != cnp.NPY_UINT8
            or cnp.PyArray_NDIM(out) != 2 or cnp.PyArray_DIM(out, 0) != games
            or cnp.PyArray_DIM(out, 1) != size):
        raise InvalidArgument(f"out must be uint8[{games}, {size}], not {told(out)}")
    if not cnp.PyArray_FLAGS(out) & cnp.NPY_ARRAY_WRITEABLE:
        raise InvalidArgument("out must be writeable")
    if not cnp.PyArray_FLAGS(out) & cnp.NPY_ARRAY_C_CONTIGUOUS:
        raise InvalidArgument("out must be in C order, so that rows lie one after the other")
    return out
