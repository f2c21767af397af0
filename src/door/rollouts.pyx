"""The door to what depends on hidden hands: worlds, rollouts, the greedy player."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t, uint64_t
from libc.string cimport memset

from cards.hands cimport contains, hand_size
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.values cimport Hand, Move, new_move
from ddz_core.kernels cimport (
    Habits as CHabits, Hidden, MAX_PLAYERS, MOST_CANDIDATES, Move as CMove, NOBODY, Outcome,
    PASS, Rules, State, Trial,
)
from play.phase cimport is_bomb, is_doubling, points_of, start_play

import numpy as np

from ddz_core.arguments import shown
from ddz_core.errors import InvalidArgument, WrongPhase


@cython.final
@cython.auto_pickle(False)
cdef class Habits:
    """What a greedy player holds dear: see :mod:`ddz_core.analysis.habits`. Immutable."""

    cdef CHabits c

    def __init__(self, numbers):
        cdef int16_t[::1] given = np.ascontiguousarray(numbers, np.int16)
        cdef int16_t *own = <int16_t *>&self.c
        cdef int i
        if given.shape[0] * sizeof(int16_t) != sizeof(CHabits):
            raise InvalidArgument(
                f"habits are {sizeof(CHabits) // sizeof(int16_t)} numbers, not {given.shape[0]}")
        for i in range(given.shape[0]):
            own[i] = given[i]

    def __reduce__(self):
        cdef int16_t *own = <int16_t *>&self.c
        return Habits, ([own[i] for i in range(sizeof(CHabits) // sizeof(int16_t))],)


cdef CMove *copied(actions) except NULL:
    """The actions, one or more, as the kernels read them; PyMem_Free is the caller's."""
    cdef int n = len(actions)
    cdef int i
    cdef CMove *moves = <CMove *>PyMem_Malloc(n * sizeof(CMove))
    if moves == NULL:
        raise MemoryError(f"no memory for {n} actions")
    try:
        for i in range(n):
            moves[i] = (<Move?>actions[i]).c
    except BaseException:
        PyMem_Free(moves)
        raise
    return moves


cdef int seat_of(str name, seat, int players) except -1:
    """The number of a seat, which must be one of the table's."""
    if seat not in range(players):
        raise InvalidArgument(f"{name} must be a seat from 0 to {players - 1}, not {shown(seat)}")
    return seat


@cython.final
@cython.auto_pickle(False)
cdef class Sight:
    """The play phase as the seat to move sees it, made from its observation alone.

    Raises :class:`WrongPhase` outside the play phase or where it is another seat's
    turn, :class:`InvalidArgument` where no hidden hands fit the observation.
    """

    cdef CompiledRules rules
    cdef State c
    cdef Hidden hidden
    cdef list made          # every action of the play phase, in order

    def __init__(self, observation):
        cdef Hand hand = observation.hand
        cdef Hand unseen = observation.unseen
        cdef Hand kept = observation.kept
        cdef int players = len(observation.sizes)
        if observation.phase != "play" or observation.turn != observation.seat:
            raise WrongPhase(
                f"seat {observation.seat} has no play to choose: the phase is "
                f"{observation.phase!r}, the turn of seat {observation.turn}")
        if players != observation.table.players:
            raise InvalidArgument(
                f"{players} sizes of hands, at a table of {observation.table.players} players")
        self.rules = compiled(observation.rules)
        self.c.players = players
        self.c.landlord = seat_of("landlord", observation.landlord, players)
        self.c.turn = seat_of("seat", observation.seat, players)
        self.c.last_seat = self.c.turn
        if observation.last is not None:
            self.c.last_seat = seat_of("last_seat", observation.last_seat, players)
        self.c.winner = NOBODY
        self.c.doubling_bomb = self.rules.c.doubling_bomb
        self.c.hands[self.c.turn] = hand.packed
        self.hidden.players = players
        self.hidden.cards = unseen.packed
        self.hidden.known[self.c.turn] = hand.packed
        if self.c.landlord != self.c.turn:
            self.hidden.known[self.c.landlord] = kept.packed
        self.set_sizes(observation.sizes)
        self.count_plays(observation)

    cdef int set_sizes(self, sizes) except -1:
        """How many cards of each seat are not known."""
        cdef int64_t left = hand_size(self.hidden.cards)
        cdef int64_t size
        cdef int seat, known
        for seat in range(self.hidden.players):
            size = sizes[seat]
            known = hand_size(self.hidden.known[seat])
            if size < 1 or size > hand_size(self.rules.c.deck):
                raise InvalidArgument(f"seat {seat} cannot hold {size} cards during the play")
            if known > size or seat == self.c.turn and known != size:
                raise InvalidArgument(
                    f"seat {seat} is known to hold {known} cards, but is said to hold {size}")
            self.hidden.sizes[seat] = size - known
            left -= size - known
        if left < 0:
            raise InvalidArgument(
                f"the others hold {-left} cards more than there are unseen ones")
        return 0

    cdef int count_plays(self, observation) except -1:
        """What the points depend on, and how many have passed over the last play."""
        cdef Move move
        cdef uint64_t cards = self.unplayed()
        self.made = [made.action for made in observation.plays]
        for seat, made, _ in observation.plays:
            move = made
            if move.c.kind == PASS:
                self.c.passes = min(self.c.passes + 1, self.c.players)
                continue
            self.c.passes = 0
            if seat == self.c.landlord:
                self.c.landlord_plays += 1
            else:
                self.c.peasant_plays += 1
            self.c.bombs += is_bomb(move.c.kind)
            self.c.doubled += is_doubling(
                move.c.kind, move.c.size, self.rules.c.doubling_bomb)
            # Checked each time, so that no sum grows beyond what a hand can count.
            if not contains(self.rules.c.deck, cards):
                break
            cards += move.c.cards
        if not contains(self.rules.c.deck, cards):
            raise InvalidArgument("the cards held, unseen and played are more than there are")
        if observation.last is None:
            self.c.passes = 0
        else:
            self.c.last = (<Move?>observation.last).c
            if self.c.passes >= self.c.players - 1:
                raise InvalidArgument("all the others have passed over the last play")
        return 0

    @property
    def players(self):
        """How many sit at the table."""
        return self.hidden.players

    @property
    def passes(self):
        """How many have passed over the last play; 0 where the seat leads."""
        return self.c.passes

    def worlds(self, uint64_t seed, uint64_t first, uint64_t stop):
        """The hands of worlds ``first`` to ``stop - 1``, ``uint64[n, players]``."""
        hands = np.empty((stop - first, self.hidden.players), np.uint64)
        cdef uint64_t[:, ::1] out = hands
        if stop > first:
            with nogil:
                kernels.worlds(&self.hidden, seed, first, stop, &out[0, 0])
        return hands

    def worlds_of(self, uint64_t seed, const uint64_t[::1] numbers):
        """The hands of the worlds of these numbers, ``uint64[n, players]``."""
        cdef Py_ssize_t n = numbers.shape[0]
        cdef Py_ssize_t i
        hands = np.empty((n, self.hidden.players), np.uint64)
        cdef uint64_t[:, ::1] out = hands
        with nogil:
            for i in range(n):
                kernels.worlds(&self.hidden, seed, numbers[i], numbers[i] + 1, &out[i, 0])
        return hands

    def rollout(self, Habits habits, actions, const uint64_t[:, ::1] worlds, uint64_t seed,
                uint64_t first):
        """Wins, points and their squares of each action in these worlds, ``int64[n, 3]``.

        Points are times one base and stake, the bombs so far with them. Without habits
        every legal action is equally likely, and ``first`` is the number of the first
        world in the random stream. The actions are trusted to be legal.
        """
        cdef int n = len(actions)
        cdef Trial trial = self.trial(habits, worlds)
        sums = np.zeros((n, 3), np.int64)
        cdef int64_t[:, ::1] out = sums
        cdef CMove *moves
        if n == 0 or worlds.shape[0] == 0:
            return sums
        trial.seed = seed
        trial.first += first
        trial.stop += first
        moves = copied(actions)
        try:
            with nogil:
                kernels.rollout(&trial, moves, n, <Outcome *>&out[0, 0])
        finally:
            PyMem_Free(moves)
        return sums

    def surprises(self, Habits habits not None, const uint64_t[:, ::1] worlds):
        """How often in each world the others did not do as a greedy player of those
        habits: ``uint16[n, 2]``, where one of the two passes and the other does not, and
        where they play other bodies."""
        cdef int n = len(self.made)
        cdef Trial trial = self.trial(habits, worlds)
        counts = np.zeros((worlds.shape[0], 2), np.uint16)
        cdef uint16_t[:, ::1] out = counts
        cdef CMove *moves
        if worlds.shape[0] == 0 or n == 0:
            return counts
        moves = copied(self.made)
        try:
            with nogil:
                kernels.surprises(&trial, moves, n, &out[0, 0])
        finally:
            PyMem_Free(moves)
        return counts

    cdef Trial trial(self, Habits habits, const uint64_t[:, ::1] worlds) except *:
        """These worlds, numbered from 0 on, for the kernels; they must have a hand for each
        seat."""
        cdef Trial trial
        if worlds.shape[1] != self.hidden.players:
            raise ValueError(f"worlds of {worlds.shape[1]} hands, not {self.hidden.players}")
        memset(&trial, 0, sizeof(Trial))
        trial.rules = &self.rules.c
        trial.habits = &habits.c if habits is not None else NULL
        trial.state = &self.c
        trial.cards = self.unplayed()
        trial.stop = worlds.shape[0]
        if worlds.shape[0]:
            trial.hands = &worlds[0, 0]
        return trial

    cdef uint64_t unplayed(self):
        """All cards that are not on the table."""
        cdef uint64_t cards = self.hidden.cards
        cdef int seat
        for seat in range(self.hidden.players):
            cards += self.hidden.known[seat]
        return cards

    def greedy(self, Habits habits not None):
        """What the greedy player of those habits does."""
        cdef CMove out
        cdef unsigned char sizes[MAX_PLAYERS]
        cdef int seat
        cdef uint64_t unseen = self.unplayed() - self.c.hands[self.c.turn]
        for seat in range(self.hidden.players):
            sizes[seat] = hand_size(self.hidden.known[seat]) + self.hidden.sizes[seat]
        memset(&out, 0, sizeof(CMove))
        kernels.greedy(&self.rules.c, &habits.c, &self.c, sizes, unseen, &out)
        return new_move(&out)

    def candidates(self, Habits habits not None):
        """Plays worth a closer look, one for each body, the best first for the greedy
        player of those habits; the pass is not among them."""
        cdef CMove found[MOST_CANDIDATES]
        cdef int32_t worths[MOST_CANDIDATES]
        cdef int n = kernels.candidates(
            &self.rules.c, &habits.c, self.c.hands[self.c.turn], &self.c.last, found, worths)
        cdef int i
        values = [worths[i] for i in range(n)]
        best_first = sorted(range(n), key=values.__getitem__, reverse=True)
        return [new_move(&found[i]) for i in best_first]


cdef inline int64_t landlords_points(const Rules *rules, const CHabits *landlord,
                                     const CHabits *peasants, const uint64_t *hands,
                                     uint64_t aside, int players, int seat) noexcept nogil:
    """What the landlord `seat` gets, times one base and stake, where all play greedily from
    the first lead on."""
    cdef State state
    cdef int other
    start_play(&state, rules, players, seat)
    for other in range(players):
        state.hands[other] = hands[other]
    kernels.greedy_playout(rules, landlord, peasants, &state, aside)
    return points_of(&state, seat, 1)


cdef int check_landlord(CompiledRules rules, int players, int seat) except -1:
    if players not in rules.value.seats or not 0 <= seat < players:
        raise ValueError(f"no landlord {seat} among {players} players")
    return 0


def greedy_deals(Habits landlord not None, Habits peasants not None, uint64_t first, int64_t n,
                 int players=3, int seat=0, rules="standard"):
    """Deals ``first``, ``first + 1``, ... played greedily, ``seat`` being the landlord.

    Returns the hands before the bottom is given, ``uint64[n, players]``, the bottoms,
    ``uint64[n]``, and the landlord's points times one base and stake, ``int64[n]``.

    >>> from ddz_core.analysis.habits import GREEDY
    >>> hands, bottoms, points = greedy_deals(GREEDY.compiled, GREEDY.compiled, 1, 3)
    >>> hands.shape, len(points)
    ((3, 3), 3)
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef uint64_t held[MAX_PLAYERS]
    cdef int64_t i
    cdef int other, first_bidder
    dealt = np.empty((n, players), np.uint64)
    bottoms = np.empty(n, np.uint64)
    points = np.empty(n, np.int64)
    cdef uint64_t[:, ::1] hands = dealt
    cdef uint64_t[::1] bottom = bottoms
    cdef int64_t[::1] out = points
    cdef uint64_t aside
    check_landlord(compiled_rules, players, seat)
    with nogil:
        for i in range(n):
            kernels.deal(
                &compiled_rules.c, first + i, players, &hands[i, 0], &bottom[i], &first_bidder)
            aside = compiled_rules.c.deck - bottom[i]
            for other in range(players):
                held[other] = hands[i, other]
                aside -= hands[i, other]
            held[seat] += bottom[i]
            out[i] = landlords_points(
                &compiled_rules.c, &landlord.c, &peasants.c, held, aside, players, seat)
    return dealt, bottoms, points


def greedy_points(Habits landlord not None, Habits peasants not None,
                  const uint64_t[:, ::1] hands, const uint64_t[::1] asides, int seat=0,
                  rules="standard"):
    """The points of the landlord ``seat``, times one base and stake, in deals played greedily.

    ``hands`` are those at the first lead, ``uint64[n, players]``, the bottom with the
    landlord's; ``asides``, ``uint64[n]``, are cards that nobody holds and nobody has seen.
    Raises :class:`ValueError` where a hand is empty, or the cards of a deal are more than
    there are.

    >>> import numpy as np
    >>> from ddz_core.analysis.habits import GREEDY
    >>> hands = np.array([[1 << 44, 1 << 4, 2 << 8]], np.uint64)  # A against 4 and 55
    >>> greedy_points(GREEDY.compiled, GREEDY.compiled, hands, np.zeros(1, np.uint64)).tolist()
    [4]
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef int players = hands.shape[1]
    cdef Py_ssize_t n = hands.shape[0]
    cdef Py_ssize_t i
    cdef uint64_t cards
    cdef bint fits
    cdef int other
    points = np.empty(n, np.int64)
    cdef int64_t[::1] out = points
    check_landlord(compiled_rules, players, seat)
    if asides.shape[0] != n:
        raise ValueError(f"{n} deals, but cards aside for {asides.shape[0]}")
    for i in range(n):
        cards = asides[i]
        fits = contains(compiled_rules.c.deck, cards)
        for other in range(players):
            if hands[i, other] == 0:
                raise ValueError(f"the hand of seat {other} of deal {i} is empty")
            fits = fits and contains(compiled_rules.c.deck, hands[i, other])
            if fits:
                cards += hands[i, other]
                fits = contains(compiled_rules.c.deck, cards)
        if not fits:
            raise ValueError(f"the cards of deal {i} are more than there are")
    with nogil:
        for i in range(n):
            out[i] = landlords_points(
                &compiled_rules.c, &landlord.c, &peasants.c, &hands[i, 0], asides[i], players,
                seat)
    return points
