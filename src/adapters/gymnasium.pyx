"""The steps of the Gymnasium vector: from the actions to what is seen after them."""

cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset

cimport numpy as cnp
import numpy as np

from ddz_core._core.memory cimport Memory, new_memory
from ddz_core._core.move_ids cimport MoveIndex
from ddz_core._core.vector cimport VectorGame
from ddz_core.kernels cimport (
    AT_BOMBS, AT_HAND, AT_LAST, AT_PASSES, AT_PLAYED, AT_READING, AT_SIZES, BOMB, BOMB_CHAIN,
    Move as CMove, OBSERVATION, ROCKET, SLOTS,
)

from ddz_core._core.values import MOVE_DTYPE
from ddz_core.arguments import whole_number
from ddz_core.errors import InvalidArgument

cnp.import_array()

# What is paid for a deal: the names are those of `adapters/_seats.py`, in its order.
cdef enum:
    POINTS
    WP
    ADP
    LOGADP

cdef enum:
    MOVER = -1  # the reward is that of whoever acted last


cdef void make_final(uint8_t *row, const CMove *play) noexcept nogil:
    """Makes of what the winner saw before his last play what he sees after it."""
    cdef int slot
    for slot in range(SLOTS):
        row[AT_PLAYED + slot] += row[AT_HAND + slot]  # all that he held lies on the table now
    memcpy(row + AT_LAST, row + AT_HAND, SLOTS)
    memset(row + AT_HAND, 0, SLOTS)
    row[AT_SIZES] = 0
    row[AT_BOMBS] += play.kind == BOMB or play.kind == ROCKET or play.kind == BOMB_CHAIN
    row[AT_READING] = play.kind
    row[AT_READING + 1] = play.length
    row[AT_READING + 2] = play.rank
    row[AT_PASSES] = 0


cdef double reward_of(int reward, int32_t points, int bombs) noexcept nogil:
    cdef double sign = 1 if points > 0 else -1
    if reward == WP:
        return sign
    if reward == ADP:
        return sign * (<int64_t>1 << (bombs & 15))  # there are 14 at most
    if reward == LOGADP:
        return sign * (bombs + 1)
    return points


@cython.final
cdef class Steps:
    """The games of a vector environment, and which of their deals are over.

    ``index`` finds the ids of moves; without it actions are places in the lists of
    legal ones. With ``same_step`` a deal that ends is followed by the next one in the
    same step. ``reward`` is the place of its name among the rewards of the adapters;
    ``seats``, int8[n], says whose it is,
    -1 for whoever acts.
    """

    cdef VectorGame games
    cdef int64_t number
    cdef MoveIndex index
    cdef bint same_step
    cdef int reward
    cdef Memory seats
    cdef Memory live
    cdef Memory rows
    cdef Memory movers
    cdef Memory ids
    cdef int64_t listing     # the list that `ids` belong to
    cdef bint is_seen        # whether `rows` are up to date
    cdef readonly int64_t waiting
    """How many deals are over and wait for the next one."""

    def __cinit__(self, VectorGame games not None, MoveIndex index, bint same_step, reward, seats):
        cdef int64_t n = games.games
        cdef bytes whose = bytes_of(seats, np.int8, n)
        cdef int64_t i
        if games.players != 3:
            raise InvalidArgument(f"an environment has three players, not {games.players}")
        if games.observation_size != OBSERVATION:
            raise InvalidArgument(
                f"an environment sees rows of {OBSERVATION} bytes, not {games.observation_size}: "
                "choose rules without wild cards")
        for i in range(n):
            if not -1 <= (<const int8_t *><const char *>whose)[i] < 3:
                raise InvalidArgument(f"row {i}: no such seat")
        self.number = n
        self.games = games
        self.index = index
        self.same_step = same_step
        self.reward = whole_number("the reward", reward, 0, LOGADP)
        self.seats = new_memory(n)
        memcpy(self.seats.at, <const char *>whose, n)
        self.live = new_memory(n)
        memset(self.live.at, 1, n)
        self.rows = new_memory(n * OBSERVATION)
        self.movers = new_memory(n)
        self.ids = new_memory(0)
        self.listing = -1

    cdef int begin(self) except -1:
        """Keeps other threads out, and a vector that was made anew with other measures."""
        self.games.begin()
        if (self.games.games == self.number and self.games.players == 3
                and self.games.observation_size == OBSERVATION):
            return 0
        self.games.end()
        raise RuntimeError("the games of this environment were made anew")

    @property
    def over(self):
        """Where the deal is over and waits for the next one: a new bool[n]."""
        return ~self.live.view(np.bool_, self.number, 0)

    def observations(self):
        """What the player to move sees in every game, where the deal is over what the
        winner saw: uint8[n, 114], read-only, changed by every step."""
        return self.rows.view(np.uint8, (self.number, OBSERVATION), 0)

    def restore(self, over, rows):
        """Takes over what another one has told: ``over``, bool[n], and ``observations``."""
        cdef bytes told = bytes_of(over, np.bool_, self.number)
        cdef bytes seen = bytes_of(rows, np.uint8, self.rows.size)
        cdef int64_t i
        self.begin()
        try:
            memcpy(self.rows.at, <const char *>seen, self.rows.size)
            self.waiting = 0
            for i in range(self.number):
                self.live.at[i] = not told[i]
                self.waiting += told[i]
            self.is_seen = True
        finally:
            self.games.end()

    def resume(self, mask):
        """The games of the mask, bool[n], have new deals."""
        cdef bytes dealt = bytes_of(mask, np.bool_, self.number)
        cdef int64_t i
        self.begin()
        try:
            for i in range(self.number):
                if dealt[i] and not self.live.at[i]:
                    self.live.at[i] = 1
                    self.waiting -= 1
            self.is_seen = False
            self.refresh()
        finally:
            self.games.end()

    def infos(self):
        """Whose turn it is and what is legal: ``(turn, indptr, moves, ids)``.

        All are new but for ``moves``; ``ids`` is ``None`` where actions are places.
        """
        cdef VectorGame games = self.games
        cdef int64_t n = games.games
        cdef int64_t total
        cdef cnp.ndarray turn, indptr, ids
        self.begin()
        try:
            self.refresh()
            total = games.listed_from()[n]
            turn = new_array(n, cnp.NPY_UINT8)
            memcpy(cnp.PyArray_DATA(turn), games.c.turn, n)
            indptr = new_array(n + 1, cnp.NPY_INT64)
            memcpy(cnp.PyArray_DATA(indptr), games.listed_from(), (n + 1) * sizeof(int64_t))
            moves = games.room.view(MOVE_DTYPE, total, 0)
            if self.index is None:
                return turn, indptr, moves, None
            ids = new_array(total, cnp.NPY_INT32)
            memcpy(cnp.PyArray_DATA(ids), self.ids.at, total * sizeof(int32_t))
            return turn, indptr, moves, ids
        finally:
            games.end()

    def step(self, actions):
        """One action in every game: ``(rewards, returns, ended, finals)``.

        ``rewards`` is float64[n], ``returns`` float64[n, 3] the points of every seat,
        ``ended`` bool[n]; all are new. ``finals``, with ``same_step`` and where a deal has
        ended, are the last observations of those: uint8[n of them, 114], else ``None``.
        """
        self.begin()
        try:
            self.refresh()
            self.choose(actions)
            return self.make()
        finally:
            self.games.end()

    cdef int refresh(self) except -1:
        """Brings the lists, the ids and the observations up to date."""
        cdef VectorGame games = self.games
        cdef int64_t total
        games.list_once()
        if self.index is not None and self.listing != games.listings:
            total = games.listed_from()[games.games]
            if self.ids.size < total * <int64_t>sizeof(int32_t):
                self.ids = new_memory(total * 5 // 4 * sizeof(int32_t))
            self.put_ids(games.listed(), total)
            self.listing = games.listings
        if not self.is_seen:
            games.observe_into(<uint8_t *>self.rows.at,
                               <const uint8_t *>self.live.at if self.waiting else NULL)
            self.is_seen = True
        return 0

    cdef void put_ids(self, const CMove *moves, int64_t n) noexcept:
        cdef MoveIndex index = self.index
        cdef int32_t *ids = <int32_t *>self.ids.at
        with nogil:
            index.put_ids(moves, n, ids)

    cdef int choose(self, actions) except -1:
        """Looks up the actions and writes the moves to the vector's `chosen`."""
        cdef VectorGame games = self.games
        cdef cnp.ndarray array
        cdef const int64_t *wanted
        cdef const int64_t *at = games.listed_from()
        cdef const int32_t *ids = <const int32_t *>self.ids.at if self.index is not None else NULL
        cdef const CMove *listed = games.listed()
        cdef CMove *chosen = <CMove *>games.chosen.at
        cdef int64_t i, place
        cdef int64_t wrong = -1
        array = actions if cnp.PyArray_Check(actions) else np.asarray(actions)
        if (cnp.PyArray_NDIM(array) != 1 or cnp.PyArray_DIM(array, 0) != games.games
                or not cnp.PyTypeNum_ISINTEGER(cnp.PyArray_TYPE(array))):
            shape = tuple([cnp.PyArray_DIM(array, k) for k in range(cnp.PyArray_NDIM(array))])
            raise InvalidArgument(
                f"actions are whole numbers of shape ({games.games},), "
                f"not {np.ndarray.dtype.__get__(array)} of shape {shape}")
        array = cnp.PyArray_FROMANY(
            array, cnp.NPY_INT64, 1, 1,
            cnp.NPY_ARRAY_CARRAY | cnp.NPY_ARRAY_FORCECAST | cnp.NPY_ARRAY_ENSURECOPY
            | cnp.NPY_ARRAY_ENSUREARRAY)
        wanted = <const int64_t *>cnp.PyArray_DATA(array)
        with nogil:
            for i in range(games.games):
                if not self.live.at[i]:
                    continue
                place = wanted[i]
                if ids != NULL:
                    place = place_of(ids + at[i], at[i + 1] - at[i], place)
                if place < 0 or place >= at[i + 1] - at[i]:
                    wrong = i
                    break
                chosen[i] = listed[at[i] + place]
        if wrong >= 0:
            there = "" if ids != NULL else f": there are {at[wrong + 1] - at[wrong]}"
            raise InvalidArgument(f"row {wrong}: action {wanted[wrong]} is not legal{there}")
        return 0

    cdef make(self):
        """Makes the chosen actions."""
        cdef VectorGame games = self.games
        cdef int64_t n = games.games
        cdef cnp.npy_intp[2] shape
        cdef cnp.ndarray rewards = new_array(n, cnp.NPY_FLOAT64)
        cdef cnp.ndarray ended = new_array(n, cnp.NPY_BOOL)
        cdef cnp.ndarray returns
        shape[0] = n
        shape[1] = 3
        returns = cnp.PyArray_ZEROS(2, shape, cnp.NPY_FLOAT64, 0)
        memset(cnp.PyArray_DATA(rewards), 0, n * sizeof(double))
        memcpy(self.movers.at, games.c.turn, n)
        games.apply(<const uint8_t *>self.live.at if self.waiting else NULL)
        # An interrupt is raised before or after both, so that they belong together.
        number = self.settle(<double *>cnp.PyArray_DATA(rewards),
                             <double *>cnp.PyArray_DATA(returns))
        memcpy(cnp.PyArray_DATA(ended), games.task.ended, n)
        finals = self.finals(number) if number and self.same_step else None
        self.refresh()
        return rewards, returns, ended, finals

    cdef int64_t settle(self, double *rewards, double *returns) noexcept:
        """Tells rewards and final observations where deals have ended; returns how many."""
        cdef VectorGame games = self.games
        cdef const int32_t *points = games.task.rewards
        cdef const CMove *chosen = <const CMove *>games.chosen.at
        cdef const uint8_t *ended = games.task.ended
        cdef const int8_t *seats = <const int8_t *>self.seats.at
        cdef uint8_t *row
        cdef int64_t number = 0
        cdef int64_t i
        cdef int seat
        with nogil:
            for i in range(games.games):
                self.live.at[i] = self.same_step or not ended[i]
                if not ended[i]:
                    continue
                number += 1
                row = <uint8_t *>self.rows.at + i * OBSERVATION
                make_final(row, &chosen[i])
                for seat in range(3):
                    returns[3 * i + seat] = points[3 * i + seat]
                seat = self.movers.at[i] if seats[i] == MOVER else seats[i]
                rewards[i] = reward_of(self.reward, points[3 * i + seat], row[AT_BOMBS])
        self.waiting = 0 if self.same_step else number
        self.is_seen = False
        return number

    cdef finals(self, int64_t number):
        """The last observations of the deals that have just ended."""
        cdef cnp.npy_intp[2] shape
        cdef cnp.ndarray found
        cdef char *to
        cdef int64_t i
        shape[0] = number
        shape[1] = OBSERVATION
        found = cnp.PyArray_SimpleNew(2, shape, cnp.NPY_UINT8)
        to = <char *>cnp.PyArray_DATA(found)
        for i in range(self.games.games):
            if self.games.task.ended[i]:
                memcpy(to, self.rows.at + i * OBSERVATION, OBSERVATION)
                to += OBSERVATION
        return found


cdef inline int64_t place_of(const int32_t *ids, int64_t n, int64_t wanted) noexcept nogil:
    """Where rising ids hold one, or -1."""
    cdef int64_t low = 0
    cdef int64_t step
    cdef int64_t rest = n
    # The last that is not greater.
    while rest > 1:
        step = rest >> 1
        low = low + step if ids[low + step] <= wanted else low
        rest -= step
    return low if n > 0 and ids[low] == wanted else -1


cdef bytes bytes_of(given, dtype, int64_t size):
    """A copy of the items of an array of that type and number, which is checked in C."""
    if (not cnp.PyArray_Check(given) or np.ndarray.dtype.__get__(given) != dtype
            or cnp.PyArray_SIZE(given) != size):
        raise InvalidArgument(f"an array of {size} items of {np.dtype(dtype)} is wanted")
    return np.ndarray.tobytes(given)


cdef cnp.ndarray new_array(int64_t n, int type):
    cdef cnp.npy_intp size = n
    return cnp.PyArray_SimpleNew(1, &size, type)
