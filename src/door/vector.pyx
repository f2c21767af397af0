"""`VectorGame`: the play phase of many deals side by side."""

cimport cython
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from threading import Lock
from types import MappingProxyType

from inspect import signature

import numpy as np

from ddz_core._core.batch cimport last_direct
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core.kernels cimport (
    AT_BOMBS, AT_BOTTOM, AT_HAND, AT_LAST, AT_PASSES, AT_PLAYED, AT_READING, AT_RECENT,
    AT_ROLE, AT_SIZES, AT_UNSEEN, Games, Move as CMove, OBSERVATION as OBSERVATION_BYTES,
    Rules, SLACK,
)

from ddz_core._core.batch import contiguous
from ddz_core._core.values import MOVE_DTYPE
from ddz_core.arguments import deal_number, whole_number
from ddz_core.errors import IllegalPlay, InvalidArgument, Reason
from ddz_core.slices import checked_threads, in_slices
from ddz_core.table import as_table

OBSERVATION_SIZE = OBSERVATION_BYTES
OBSERVATION_VERSION = 1
cdef list _starts = [
    ("hand", AT_HAND), ("unseen", AT_UNSEEN), ("last", AT_LAST), ("bottom", AT_BOTTOM),
    ("played", AT_PLAYED), ("recent", AT_RECENT), ("sizes", AT_SIZES), ("role", AT_ROLE),
    ("bombs", AT_BOMBS), ("reading", AT_READING), ("passes", AT_PASSES),
]
# Where each part of an observation lies: docs/vector.md tells what they are.
OBSERVATION_LAYOUT = MappingProxyType({
    name: slice(start, stop)
    for (name, start), stop in zip(
        _starts, [start for _, start in _starts[1:]] + [OBSERVATION_SIZE], strict=True)
})

# The deals of one game are this far from those of the next one.
GAME_STRIDE = 1 << 32
cdef uint64_t STRIDE = GAME_STRIDE
# Fewer games than this are not worth another thread.
LEAST_SLICE = 256


cdef uint8_t *bytes_of(object array) except? NULL:
    """Where the data of an array of any type begin."""
    cdef const uint8_t[::1] raw
    if array.size == 0:
        return NULL
    raw = array.reshape(-1).view(np.uint8)
    return <uint8_t *>&raw[0]


@cython.final
cdef class VectorGame:
    """n deals in their play phase, stepped together over NumPy arrays.

    Game number g of the vector (``first_game + i`` for row i) plays the deals
    ``seed + g * 2**32``, the next number, and so on: the same games whatever the
    size of the vector and the number of threads. Seat 0 is the landlord and holds
    the bottom; a deal that ends is followed by the next one at once.

    ``table``, a :class:`Table` or the name of a preset, takes the place of ``rules``
    and ``players``. Only its play phase is played, without automatic skips, and
    rewards are in units of its base; a table with discards or a short deck is refused.

    The state is a structure of arrays; its properties are read-only views, which
    every step changes.

    A vector belongs to one thread at a time: a call while another one runs raises
    :class:`RuntimeError` and changes nothing. Any number of vectors may run at once.

    >>> games = VectorGame(4, seed=1)
    >>> indptr, actions = games.legal()
    >>> rewards, ended = games.step(np.zeros(4, np.int64))
    >>> games.turn.tolist(), ended.any()
    ([1, 1, 1, 1], np.False_)
    """

    # For whoever asks how to call it: Python reads no signature off a compiled class.
    __signature__ = signature(
        lambda games, seed=0, rules="standard", players=3, threads=1, first_game=0, table=None:
        None)

    cdef Games c
    cdef CompiledRules rules
    cdef object busy
    cdef object arrays
    cdef object starts
    cdef object counts
    cdef object room
    cdef object chosen
    cdef object listed
    cdef bint is_listed
    cdef readonly object indptr
    cdef readonly object rewards
    cdef readonly object ended
    cdef readonly int64_t games
    cdef readonly int players
    cdef readonly int threads
    cdef readonly object first_game

    def __cinit__(self, *args, **kwargs):
        self.busy = Lock()

    def __init__(self, games, seed=0, rules="standard", players=3, threads=1, first_game=0,
                 table=None):
        if table is not None:
            table = playable_table(table)
            rules, players = table.rules, table.players
        self.games = whole_number("games", games, 1, 1 << 31)
        self.players = whole_number("players", players, 2, 3)
        self.threads = checked_threads(threads)
        self.first_game = whole_number("first_game", first_game, 0, (1 << 32) - self.games)
        self.rules = compiled(rules)
        self.make_arrays()
        self.reset(seed)

    cdef make_arrays(self):
        cdef Games *c = &self.c
        cdef int64_t n = self.games
        memset(c, 0, sizeof(Games))
        bytes_each = ("turn", "last_seat", "passes", "bombs", "doubled", "landlord_plays", "peasant_plays")
        a = {name: np.zeros(n, np.uint8) for name in bytes_each}
        a.update({name: np.zeros(n, np.uint64) for name in ("deals", "bottom", "played")})
        a.update({name: np.zeros((self.players, n), np.uint64) for name in ("hands", "recent")})
        a["last"] = np.zeros(n, MOVE_DTYPE)
        self.arrays = a
        self.starts = np.zeros(n + 1, np.int64)
        self.counts = np.zeros(n, np.int64)
        self.indptr = read_only(self.starts)
        self.rewards = np.zeros((n, self.players), np.int32)
        self.ended = np.zeros(n, np.bool_)
        self.chosen = np.zeros(n, MOVE_DTYPE)
        self.room = np.empty(0, MOVE_DTYPE)
        c.games = n
        c.players = self.players
        c.deals = <uint64_t *>bytes_of(a["deals"])
        c.hands = <uint64_t *>bytes_of(a["hands"])
        c.recent = <uint64_t *>bytes_of(a["recent"])
        c.bottom = <uint64_t *>bytes_of(a["bottom"])
        c.played = <uint64_t *>bytes_of(a["played"])
        c.last = <CMove *>bytes_of(a["last"])
        c.turn = bytes_of(a["turn"])
        c.last_seat = bytes_of(a["last_seat"])
        c.passes = bytes_of(a["passes"])
        c.bombs = bytes_of(a["bombs"])
        c.doubled = bytes_of(a["doubled"])
        c.landlord_plays = bytes_of(a["landlord_plays"])
        c.peasant_plays = bytes_of(a["peasant_plays"])

    cdef int begin(self) except -1:
        """Keeps other threads out: two calls at once would write over the bounds
        that each has counted."""
        if not self.busy.acquire(False):
            raise RuntimeError("another thread is using this VectorGame")
        return 0

    def reset(self, seed=0):
        """Deals every game anew from the deal numbers of the seed."""
        self.begin()
        try:
            self.deal(seed)
        finally:
            self.busy.release()

    cdef deal(self, seed):
        cdef Games *c = &self.c
        cdef CompiledRules rules = self.rules
        seed = deal_number(seed)
        numbers = np.arange(self.games, dtype=np.uint64) + np.uint64(self.first_game)
        # Deal numbers wrap around at 2**64, as the arithmetic here does.
        self.arrays["deals"][:] = numbers * np.uint64(GAME_STRIDE) + np.uint64(seed)
        self.rewards[:] = 0
        self.ended[:] = False
        self.is_listed = False

        def work(int64_t start, int64_t stop):
            with nogil:
                kernels.games_deal(&rules.c, c, start, stop)

        in_slices(work, self.games, self.threads, LEAST_SLICE)

    @property
    def deals(self):
        """The number of the deal that each game plays: uint64[n]."""
        return read_only(self.arrays["deals"])

    @property
    def hands(self):
        """The hands, packed: uint64[players, n]."""
        return read_only(self.arrays["hands"])

    @property
    def bottom(self):
        """The bottom cards, packed: uint64[n]."""
        return read_only(self.arrays["bottom"])

    @property
    def played(self):
        """All the cards that lie on the table, packed: uint64[n]."""
        return read_only(self.arrays["played"])

    @property
    def turn(self):
        """Whose turn it is: uint8[n]."""
        return read_only(self.arrays["turn"])

    @property
    def passes(self):
        """Passes in a row: uint8[n]."""
        return read_only(self.arrays["passes"])

    @property
    def bombs(self):
        """Bombs, rockets and bomb chains played in this deal: uint8[n]."""
        return read_only(self.arrays["bombs"])

    @property
    def last(self):
        """The play to beat, all zero where the player leads: MOVE_DTYPE[n]."""
        return read_only(self.arrays["last"])

    def legal(self):
        """The actions of every game: ``(indptr, actions)``.

        ``actions[indptr[i]:indptr[i + 1]]``, an array of :data:`MOVE_DTYPE`, are the
        plays of game i in canonical order and then, where something lies on the
        table, the pass, which is all zero. Both arrays are read-only, and are
        overwritten by the next call.
        """
        self.begin()
        try:
            if not self.is_listed:
                self.list_all()
            return self.indptr, self.listed
        finally:
            self.busy.release()

    cdef list_all(self):
        self.count(self.starts[1:])
        np.cumsum(self.starts, out=self.starts)
        total = self.starts[self.games]
        if len(self.room) < total:
            self.room = np.empty(total * 5 // 4, MOVE_DTYPE)
        self.listed = read_only(self.room[:total])
        self.list()
        self.is_listed = True

    cdef count(self, counts):
        cdef const Games *c = &self.c
        cdef CompiledRules rules = self.rules
        cdef int64_t *to = <int64_t *>bytes_of(counts)

        def work(int64_t start, int64_t stop):
            with nogil:
                kernels.games_count(&rules.c, c, start, stop, to)

        in_slices(work, self.games, self.threads, LEAST_SLICE)

    cdef list(self):
        cdef const Games *c = &self.c
        cdef CompiledRules rules = self.rules
        cdef const int64_t[::1] at = self.indptr
        cdef CMove *out = <CMove *>bytes_of(self.room)

        def work(int64_t start, int64_t stop):
            cdef int64_t direct = last_direct(&at[0], start, stop)
            cdef int64_t i
            with nogil:
                kernels.games_list(&rules.c, c, start, direct, out + at[start])
            for i in range(direct, stop):
                list_one(&rules.c, c, i, at[i + 1] - at[i], out + at[i])

        in_slices(work, self.games, self.threads, LEAST_SLICE)

    def redeal(self, where, seed=None):
        """Deals the games of ``where`` (bool[n]) anew, whether they are over or not.

        Each gets its next deal, or, with a seed, the deal that :meth:`reset` with
        this seed would give it. The other games stay as they are.
        """
        self.begin()
        try:
            self.deal_some(where, seed)
        finally:
            self.busy.release()

    cdef deal_some(self, where, seed):
        cdef const uint8_t[::1] chosen = mask_of(where, self.games)
        cdef Games *c = &self.c
        cdef CompiledRules rules = self.rules
        cdef int64_t i
        cdef uint64_t first
        cdef bint seeded = seed is not None
        first = deal_number(seed if seeded else 0)
        first += <uint64_t>self.first_game * <uint64_t>GAME_STRIDE
        self.is_listed = False
        with nogil:
            for i in range(c.games):
                if chosen[i]:
                    c.deals[i] = first + <uint64_t>i * STRIDE if seeded else c.deals[i] + 1
                    kernels.games_deal(&rules.c, c, i, i + 1)

    def step(self, actions, where=None):
        """Makes one action in every game; returns ``(rewards, ended)``.

        ``actions`` is an array of indices into each game's legal actions (any
        integer type, shape (n,)) or of moves (:data:`MOVE_DTYPE`, shape (n,), all
        zero the pass). ``rewards`` is int32[n, players], the points of every seat
        where the deal ended (base and stake 1), else 0; ``ended`` is bool[n]. Both
        are overwritten by the next step. With ``where`` (bool[n]) only its games
        move: in the others the action is not looked at, and the reward is 0. Raises
        :class:`IllegalPlay` or :class:`InvalidArgument` naming the first offending
        row; nothing changes then.
        """
        self.begin()
        try:
            if where is not None:
                where = mask_of(where, self.games)
            self.take(actions, where)
            if where is None:
                self.apply()
            else:
                self.apply_where(where)
            return self.rewards, self.ended
        finally:
            self.busy.release()

    cdef take(self, actions, where):
        """Checks the actions and writes them to `chosen`."""
        if not isinstance(actions, np.ndarray) or actions.shape != (self.games,):
            raise InvalidArgument(
                f"actions must be an array of shape ({self.games},), not "
                f"{getattr(actions, 'shape', type(actions).__name__)}")
        if actions.dtype == MOVE_DTYPE:
            self.take_moves(contiguous(actions, "actions"), where)
        elif actions.dtype.kind in "iu":
            self.take_indices(actions, where)
        else:
            raise InvalidArgument(
                f"actions must be whole numbers or MOVE_DTYPE, not {actions.dtype}")

    cdef take_moves(self, moves, where):
        cdef const uint8_t[::1] moving
        cdef const CMove *chosen = <const CMove *>bytes_of(self.chosen)
        cdef int64_t wrong
        # What is checked is our own copy, so that nobody can change it any more.
        self.chosen[:] = moves
        wrong = kernels.games_check(&self.rules.c, &self.c, 0, self.games, chosen)
        if where is not None:
            # What stands where no action is made may be anything.
            moving = where
            while wrong >= 0 and not moving[wrong]:
                wrong = kernels.games_check(
                    &self.rules.c, &self.c, wrong + 1, self.games, chosen)
        if wrong >= 0:
            raise IllegalPlay(
                Reason.NO_COMBINATION, f"row {wrong}: {moves[wrong]} is no legal action")

    cdef take_indices(self, indices, where):
        # Our own copy, so that nobody can change what is checked.
        cdef object own = indices.astype(np.int64, order="C", casting="unsafe")
        cdef const int64_t[::1] index
        if where is not None:
            # Where no action is made, any index may stand; every game has the first action.
            own[where == 0] = 0
        index = own
        if self.is_listed:
            self.copy_listed(index)
        else:
            self.count(self.counts)
            self.check_counts(index)
            self.pick(index)

    cdef copy_listed(self, const int64_t[::1] index):
        cdef const int64_t[::1] at = self.starts
        cdef const CMove *listed = <const CMove *>bytes_of(self.room)
        cdef CMove *chosen = <CMove *>bytes_of(self.chosen)
        cdef int64_t i
        cdef int64_t wrong = -1
        with nogil:
            for i in range(index.shape[0]):
                if index[i] < 0 or index[i] >= at[i + 1] - at[i]:
                    wrong = i
                    break
                chosen[i] = listed[at[i] + index[i]]
        if wrong >= 0:
            refuse_index(wrong, index[wrong], at[wrong + 1] - at[wrong])

    cdef check_counts(self, const int64_t[::1] index):
        cdef const int64_t[::1] counts = self.counts
        cdef int64_t i
        cdef int64_t wrong = -1
        with nogil:
            for i in range(index.shape[0]):
                if index[i] < 0 or index[i] >= counts[i]:
                    wrong = i
                    break
        if wrong >= 0:
            refuse_index(wrong, index[wrong], counts[wrong])

    cdef pick(self, const int64_t[::1] index):
        """Makes each action from its index: less work than to list them all."""
        cdef const Games *c = &self.c
        cdef CompiledRules rules = self.rules
        cdef const int64_t *indices = &index[0]
        cdef CMove *chosen = <CMove *>bytes_of(self.chosen)

        def work(int64_t start, int64_t stop):
            with nogil:
                kernels.games_pick(&rules.c, c, start, stop, indices, chosen)

        in_slices(work, self.games, self.threads, LEAST_SLICE)

    cdef apply(self):
        cdef const Games *c = &self.c
        cdef CompiledRules rules = self.rules
        cdef const CMove *chosen = <const CMove *>bytes_of(self.chosen)
        cdef int32_t *rewards = <int32_t *>bytes_of(self.rewards)
        cdef uint8_t *ended = bytes_of(self.ended)
        self.is_listed = False

        def work(int64_t start, int64_t stop):
            with nogil:
                kernels.games_step(&rules.c, c, start, stop, chosen, rewards, ended)

        in_slices(work, self.games, self.threads, LEAST_SLICE)

    cdef apply_where(self, where):
        cdef const Games *c = &self.c
        cdef CompiledRules rules = self.rules
        cdef const uint8_t[::1] moving = where
        cdef const CMove *chosen = <const CMove *>bytes_of(self.chosen)
        cdef int32_t *rewards = <int32_t *>bytes_of(self.rewards)
        cdef uint8_t *ended = bytes_of(self.ended)
        self.is_listed = False
        self.rewards[:] = 0
        self.ended[:] = False

        def work(int64_t start, int64_t stop):
            cdef int64_t i = start
            cdef int64_t first
            with nogil:
                while i < stop:
                    # As many at once as lie side by side.
                    first = i
                    while i < stop and moving[i]:
                        i += 1
                    if i > first:
                        kernels.games_step(&rules.c, c, first, i, chosen, rewards, ended)
                    i += 1

        in_slices(work, self.games, self.threads, LEAST_SLICE)

    def observe(self, out=None):
        """What the player to move sees in every game: ``uint8[n, OBSERVATION_SIZE]``.

        docs/vector.md tells what each number means. Written into ``out`` where it
        is given.
        """
        self.begin()
        try:
            return self.observed(out)
        finally:
            self.busy.release()

    cdef observed(self, out):
        cdef const Games *c = &self.c
        cdef uint8_t *to
        if out is None:
            out = np.empty((self.games, OBSERVATION_SIZE), np.uint8)
        if (not isinstance(out, np.ndarray) or out.dtype != np.uint8
                or out.shape != (self.games, OBSERVATION_SIZE)):
            raise InvalidArgument(
                f"out must be uint8[{self.games}, {OBSERVATION_SIZE}], not "
                f"{getattr(out, 'dtype', type(out).__name__)}{getattr(out, 'shape', '')}")
        if not out.flags.writeable:
            raise InvalidArgument("out must be writeable")
        to = bytes_of(contiguous(out, "out"))

        def work(int64_t start, int64_t stop):
            with nogil:
                kernels.games_observe(c, start, stop, to)

        in_slices(work, self.games, self.threads, LEAST_SLICE)
        return out


cdef read_only(array):
    """A view that its reader cannot write to."""
    view = array.view()
    view.flags.writeable = False
    return view


cdef int list_one(const Rules *rules, const Games *games, int64_t i, int64_t actions,
                  CMove *out) except -1:
    """Lists the actions of one game, and writes nothing after them."""
    cdef CMove *scratch = <CMove *>PyMem_RawMalloc((actions + SLACK) * sizeof(CMove))
    if scratch == NULL:
        raise MemoryError(f"no memory for {actions} actions")
    kernels.games_list(rules, games, i, i + 1, scratch)
    memcpy(out, scratch, actions * sizeof(CMove))
    PyMem_RawFree(scratch)
    return 0


cdef refuse_index(int64_t row, int64_t index, int64_t actions):
    raise InvalidArgument(f"row {row}: no action {index}: there are {actions}")


cdef playable_table(table):
    """The table, where its play phase begins with all cards dealt."""
    table = as_table(table)
    for option in ("discard", "short_deck"):
        if getattr(table, option):
            raise InvalidArgument(f"a VectorGame plays whole deals: {option} is not for it")
    return table


cdef mask_of(where, games):
    """A mask over the games as bytes: bool[n]."""
    if (not isinstance(where, np.ndarray) or where.dtype != np.bool_
            or where.shape != (games,)):
        raise InvalidArgument(
            f"where must be bool[{games}], not "
            f"{getattr(where, 'dtype', type(where).__name__)}{getattr(where, 'shape', '')}")
    return np.array(where, order="C").view(np.uint8)  # our own, which nobody else changes

