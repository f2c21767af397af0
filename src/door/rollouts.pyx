"""The door to what depends on hidden hands: worlds, rollouts, the greedy player."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t, uint64_t
from libc.string cimport memcmp, memset

from cards.hands cimport contains, hand_size
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.queries cimport is_play
from ddz_core._core.threads cimport Look, Watch, ask
from ddz_core._core.values cimport Hand, Move, new_move
from ddz_core.kernels cimport (
    Habits as CHabits, Hidden, MAX_PLAYERS, MOST_CANDIDATES, Move as CMove, NOBODY, Outcome,
    PASS, Rules, State, Trial,
)
from play.phase cimport apply_action, forbid_springs, points_of, start_play

import numpy as np

from ddz_core.arguments import deal_number, seed_number, shown, whole, whole_number
from ddz_core.errors import IllegalPlay, InvalidArgument, Reason, WrongPhase

cdef enum:
    AT_ONCE = 256           # actions tried between two looks at whether to stop
    WORLDS_AT_ONCE = 255    # ... and worlds drawn
    LOOK_EVERY = 15         # deals
    MOST_HABIT = (1 << 15) - 1

MOST_WORLDS = 1 << 62
MOST_AT_ONCE = 1 << 31


cdef Hand a_hand(object value, str name):
    """The value, which must be a hand."""
    if type(value) is not Hand:
        raise TypeError(f"{name} must be a Hand, not {shown(value)}")
    return value


cdef Move a_move(object value, str name):
    """The value, which must be a move."""
    if type(value) is not Move:
        raise TypeError(f"{name} must be a Move, not {shown(value)}")
    return value


cdef object packed(object array, str name, int dimensions):
    """The array of packed hands or numbers as kernels read it: a copy where it lies in
    memory in another way."""
    if not isinstance(array, np.ndarray) or array.dtype != np.uint64:
        raise InvalidArgument(
            f"{name} must be an array of uint64, not "
            f"{getattr(array, 'dtype', type(array).__name__)}")
    array = np.require(np.asarray(array), requirements=("C", "A"))
    if array.ndim != dimensions:
        raise InvalidArgument(f"{name} must have {dimensions} dimensions, not {array.ndim}")
    return array


cdef int a_seat(object value, str name, int players) except -1:
    """The number of a seat, which must be one of the table's."""
    # whole_number takes some time, and nearly always it is an int.
    if type(value) is int and 0 <= value < players:
        return value
    return whole_number(name, value, 0, players - 1)


@cython.final
@cython.auto_pickle(False)
cdef class Habits:
    """What a greedy player holds dear: see :mod:`ddz_core.analysis.habits`.

    Immutable: threads may share it.
    """

    cdef CHabits c

    def __cinit__(self, numbers):
        cdef int16_t *own = <int16_t *>&self.c
        cdef list given = list(numbers)
        cdef int i
        if len(given) * sizeof(int16_t) != sizeof(CHabits):
            raise InvalidArgument(
                f"habits are {sizeof(CHabits) // sizeof(int16_t)} numbers, not {len(given)}")
        for i in range(len(given)):
            own[i] = whole_number("a number of habits", given[i], -MOST_HABIT, MOST_HABIT)

    def __reduce__(self):
        cdef int16_t *own = <int16_t *>&self.c
        return Habits, ([own[i] for i in range(sizeof(CHabits) // sizeof(int16_t))],)


cdef CMove *copied(actions) except NULL:
    """The actions, one or more, as the kernels read them; PyMem_Free is the caller's."""
    cdef list given = list(actions)
    cdef int n = len(given)
    cdef int i
    cdef CMove *moves = <CMove *>PyMem_Malloc(n * sizeof(CMove))
    if moves == NULL:
        raise MemoryError(f"no memory for {n} actions")
    try:
        for i in range(n):
            moves[i] = a_move(given[i], "an action").c
    except BaseException:
        PyMem_Free(moves)
        raise
    return moves


cdef object drawn_worlds(const Hidden *hidden, seed, first, stop):
    """The hands of worlds ``first`` to ``stop - 1``, ``uint64[n, players]``."""
    cdef uint64_t drawn_from = seed_number(seed)
    cdef uint64_t start = whole_number("first", first, 0, MOST_WORLDS)
    cdef uint64_t end = whole_number("stop", stop, start, start + MOST_AT_ONCE)
    cdef uint64_t at = start
    cdef uint64_t some
    cdef Watch watch = Watch()
    cdef Look look
    hands = np.empty((end - start, hidden.players), np.uint64)
    cdef uint64_t[:, ::1] out = hands
    watch.begin(&look)
    with nogil:
        while at < end and not ask(&look):
            some = min(at + AT_ONCE, end)
            kernels.worlds(hidden, drawn_from, at, some, &out[at - start, 0])
            at = some
    watch.end()
    return hands


def hidden_worlds(known, sizes, unseen, seed, first, stop):
    """The hands of worlds ``first`` to ``stop - 1``, ``uint64[n, players]``, in any phase.

    ``known`` are the hands of the seats as far as they are known, ``sizes`` how many cards
    each holds, ``unseen`` the cards that are given out. Raises :class:`InvalidArgument` if
    they do not fit together.
    """
    cdef Hidden hidden
    cdef int players = whole_number("players", len(known), 2, MAX_PLAYERS)
    cdef int seat
    cdef int64_t left
    memset(&hidden, 0, sizeof(Hidden))
    hidden.players = players
    hidden.cards = a_hand(unseen, "unseen").packed
    left = hand_size(hidden.cards)
    if len(sizes) != players:
        raise InvalidArgument(f"{len(sizes)} sizes of hands, for {players} players")
    for seat in range(players):
        hidden.known[seat] = a_hand(known[seat], "known").packed
        size = hand_size(hidden.known[seat])
        hidden.sizes[seat] = whole_number(
            f"the cards of seat {seat}", sizes[seat], size, size + left) - size
        left -= hidden.sizes[seat]
    return drawn_worlds(&hidden, seed, first, stop)


@cython.final
@cython.auto_pickle(False)
cdef class Sight:
    """The play phase as the seat to move sees it, made from its observation alone.

    What it is made from is checked here, once for all that is done with it: the plays are
    made again, each of which must have been legal as far as everybody can know.
    Immutable: threads may share it.

    Raises :class:`WrongPhase` outside the play phase or where it is another seat's
    turn, :class:`InvalidArgument` where no hidden hands fit the observation, and
    :class:`TypeError` for what is no observation.
    """

    cdef CompiledRules rules
    cdef State c
    cdef Hidden hidden
    cdef list made          # every action of the play phase, in order

    def __cinit__(self, observation):
        try:
            self.look_at(observation)
        except AttributeError as error:
            raise TypeError(
                "what one seat sees is an Observation, such as game.observation(seat) gives, "
                f"not {type(observation).__name__}: {error}") from error

    cdef int look_at(self, observation) except -1:
        cdef int players = len(observation.sizes)
        phase, turn, seat = observation.phase, observation.turn, observation.seat
        # Whatever they are: some values cannot be compared.
        if not isinstance(phase, str) or phase != "play" or whole(turn) != whole(seat):
            raise WrongPhase(
                f"seat {shown(seat)} has no play to choose: the phase is "
                f"{shown(phase)}, the turn of seat {shown(turn)}")
        if players != observation.table.players:
            raise InvalidArgument(
                f"{players} sizes of hands, at a table of {observation.table.players} players")
        # Read off its fields: its properties would check it in their own way first.
        table = observation.table
        self.rules = compiled(table.rules_with(observation.wild if table.wild else None))
        if not 2 <= players <= MAX_PLAYERS:
            raise InvalidArgument(f"a table has 2 to {MAX_PLAYERS} players, not {players}")
        self.c.players = players
        self.c.landlord = a_seat(observation.landlord, "landlord", players)
        self.c.turn = a_seat(observation.seat, "seat", players)
        self.c.winner = NOBODY
        self.c.doubling_bomb = self.rules.c.doubling_bomb
        self.hidden.players = players
        self.hidden.known[self.c.turn] = a_hand(observation.hand, "hand").packed
        if self.c.landlord != self.c.turn:
            self.hidden.known[self.c.landlord] = a_hand(observation.kept, "kept").packed
        own = a_hand(observation.hand, "hand")
        if self.c.landlord == self.c.turn:
            own = own - a_hand(observation.kept, "kept")
        self.hidden.cards = (a_hand(observation.hidden, "hidden") - own).packed
        self.set_sizes(observation.sizes)
        turn = self.c.turn
        self.begin(observation)
        self.follow(observation.plays, turn)
        self.compare(observation)
        self.c.hands[self.c.turn] = self.hidden.known[self.c.turn]
        return 0

    cdef int set_sizes(self, sizes) except -1:
        """How many cards of each seat are not known."""
        cdef int64_t left = hand_size(self.hidden.cards)
        cdef int64_t size
        cdef int seat, known
        for seat in range(self.hidden.players):
            size = self.cards_held(seat, sizes[seat])
            known = hand_size(self.hidden.known[seat])
            if known > size or seat == self.c.turn and known != size:
                raise InvalidArgument(
                    f"seat {seat} is known to hold {known} cards, but is said to hold {size}")
            self.hidden.sizes[seat] = size - known
            left -= size - known
        if left < 0:
            raise InvalidArgument(
                f"the others hold {-left} cards more than there are unseen ones")
        return 0

    cdef int cards_held(self, int seat, size) except -1:
        """How many cards a seat holds: some, and not more than there are."""
        if type(size) is int and 1 <= size <= hand_size(self.rules.c.deck):
            return size
        return whole_number(f"the cards of seat {seat}", size, 1, hand_size(self.rules.c.deck))

    cdef int begin(self, observation) except -1:
        """Whoever led first among the plays is to lead."""
        self.c.turn = self.c.landlord
        if observation.leader is not None and not observation.is_whole:
            self.c.turn = a_seat(observation.leader, "leader", self.c.players)
            self.c.doubled = whole_number("doubled_before", observation.doubled_before, 0, 255)
            forbid_springs(&self.c)
        self.c.last_seat = self.c.turn
        return 0

    cdef int follow(self, plays, int turn) except -1:
        """Makes the plays again; whose turn it is then must be this seat's."""
        cdef uint64_t cards = self.hidden.cards
        cdef int seat
        cdef Move move
        for seat in range(self.hidden.players):
            if not fits(&self.rules.c, &cards, self.hidden.known[seat]):
                raise InvalidArgument("the cards held and unseen are more than there are")
        self.made = []
        for made in plays:
            try:
                whose, action, _ = made
            except (TypeError, ValueError):
                raise TypeError(f"play {len(self.made)} must be a Made, not {shown(made)}") from None
            if type(action) is not Move:
                raise TypeError(f"play {len(self.made)} must be a Move, not {shown(action)}")
            move = action
            if whole(whose) != self.c.turn:
                raise InvalidArgument(
                    f"play {len(self.made)} is of seat {shown(whose)}, but the turn was of seat "
                    f"{self.c.turn}")
            if self.is_wrong(&move.c):
                raise InvalidArgument(f"play {len(self.made)}, {move}, could not be made then")
            if not fits(&self.rules.c, &cards, move.c.cards):
                raise InvalidArgument(
                    "the cards held, unseen and played are more than there are")
            self.do(&move.c)
            self.made.append(move)
        if self.c.turn != turn:
            raise InvalidArgument(
                f"after the plays it is the turn of seat {self.c.turn}, not of seat {turn}")
        return 0

    cdef bint is_wrong(self, const CMove *move) noexcept:
        """Whether it is no play, or does not beat the last one."""
        if move.kind == PASS:
            return self.c.last.kind == PASS or move.cards != 0
        if not is_play(&self.rules.c, move):
            return True
        return self.c.last.kind != PASS and not kernels.beats(&self.rules.c, move, &self.c.last)

    cdef void do(self, const CMove *move) noexcept:
        """Makes an action, whose player holds more cards than it has."""
        self.c.hands[self.c.turn] = ~<uint64_t>0
        apply_action(&self.c, move)
        self.c.hands[self.c.turn] = 0

    cdef int compare(self, observation) except -1:
        """What lies on the table must be what the plays have left there."""
        cdef Move last
        if observation.last is None:
            if self.c.last.kind != PASS:
                raise InvalidArgument(
                    f"{new_move(&self.c.last)} is to be beaten, but the last play is None")
            return 0
        last = a_move(observation.last, "last")
        if memcmp(&last.c, &self.c.last, sizeof(CMove)) != 0:
            raise InvalidArgument(f"{last} is not the last of the plays that have been made")
        if a_seat(observation.last_seat, "last_seat", self.c.players) != self.c.last_seat:
            raise InvalidArgument(
                f"the last play is of seat {self.c.last_seat}, not of seat "
                f"{observation.last_seat}")
        return 0

    @property
    def players(self):
        """How many sit at the table."""
        return self.hidden.players

    @property
    def passes(self):
        """How many have passed over the last play; 0 where the seat leads."""
        return self.c.passes

    def worlds(self, seed, first, stop):
        """The hands of worlds ``first`` to ``stop - 1``, ``uint64[n, players]``."""
        return drawn_worlds(&self.hidden, seed, first, stop)

    def worlds_of(self, seed, numbers):
        """The hands of the worlds of these numbers, ``uint64[n, players]``."""
        cdef uint64_t drawn_from = seed_number(seed)
        cdef const uint64_t[::1] wanted = packed(numbers, "numbers", 1)
        cdef Py_ssize_t n = wanted.shape[0]
        cdef Py_ssize_t i
        cdef Watch watch = Watch()
        cdef Look look
        hands = np.zeros((n, self.hidden.players), np.uint64)
        cdef uint64_t[:, ::1] out = hands
        watch.begin(&look)
        with nogil:
            for i in range(n):
                if i & WORLDS_AT_ONCE == 0 and ask(&look):
                    break
                kernels.worlds(&self.hidden, drawn_from, wanted[i], wanted[i] + 1, &out[i, 0])
        watch.end()
        return hands

    def rollout(self, Habits habits, actions, worlds, seed, first, Watch watch=None):
        """Wins, points and their squares of each action in these worlds, ``int64[n, 3]``;
        of some worlds only where the ``watch`` stops.

        Points are times one base and stake, the bombs so far with them. Without habits
        every legal action is equally likely, and ``first`` is the number of the first
        world in the random stream. Raises :class:`IllegalPlay` for an action that may not
        be made, :class:`InvalidArgument` for worlds that cannot be.
        """
        cdef int n = len(actions)
        cdef const uint64_t[:, ::1] hands = packed(worlds, "worlds", 2)
        cdef Trial trial = self.trial(habits, hands)
        cdef Look look
        sums = np.zeros((n, 3), np.int64)
        cdef int64_t[:, ::1] out = sums
        cdef CMove *moves
        trial.seed = seed_number(seed)
        trial.first = whole_number("first", first, 0, MOST_WORLDS)
        trial.stop += trial.first
        if n == 0 or hands.shape[0] == 0:
            return sums
        if watch is None:
            watch = Watch()
        moves = copied(actions)
        try:
            self.check_actions(moves, n)
            watch.begin(&look)
            with nogil:
                try_all(&trial, moves, n, <Outcome *>&out[0, 0], &look)
            watch.end()
        finally:
            PyMem_Free(moves)
        return sums

    cdef int check_actions(self, const CMove *moves, int n) except -1:
        cdef int i
        for i in range(n):
            if self.is_wrong(&moves[i]) or not contains(
                    self.c.hands[self.c.turn], moves[i].cards):
                raise IllegalPlay(
                    Reason.NO_COMBINATION, f"{new_move(&moves[i])} is no legal action")
        return 0

    def surprises(self, Habits habits not None, worlds):
        """How often in each world the others did not do as a greedy player of those
        habits: ``uint16[n, 2]``, where one of the two passes and the other does not, and
        where they play other bodies."""
        cdef int n = len(self.made)
        cdef const uint64_t[:, ::1] hands = packed(worlds, "worlds", 2)
        cdef Trial trial = self.trial(habits, hands)
        cdef Watch watch = Watch()
        cdef Look look
        counts = np.zeros((hands.shape[0], 2), np.uint16)
        cdef uint16_t[:, ::1] out = counts
        cdef CMove *moves
        if hands.shape[0] == 0 or n == 0:
            return counts
        moves = copied(self.made)
        watch.begin(&look)
        try:
            with nogil:
                compare_all(&trial, moves, n, &out[0, 0], &look)
            watch.end()
        finally:
            PyMem_Free(moves)
        return counts

    cdef Trial trial(self, Habits habits, const uint64_t[:, ::1] worlds) except *:
        """These worlds, numbered from 0 on, for the kernels. They must be such as
        :meth:`worlds` makes."""
        cdef Trial trial
        cdef Py_ssize_t i
        if worlds.shape[1] != self.hidden.players:
            raise InvalidArgument(
                f"worlds of {worlds.shape[1]} hands, not {self.hidden.players}")
        for i in range(worlds.shape[0]):
            if not self.may_be(&worlds[i, 0]):
                raise InvalidArgument(f"world {i} does not fit what is seen")
        memset(&trial, 0, sizeof(Trial))
        trial.rules = &self.rules.c
        trial.habits = &habits.c if habits is not None else NULL
        trial.state = &self.c
        trial.cards = self.unplayed()
        trial.stop = worlds.shape[0]
        if worlds.shape[0]:
            trial.hands = &worlds[0, 0]
        return trial

    cdef bint may_be(self, const uint64_t *hands) noexcept:
        """Whether the hidden hands may be these."""
        cdef uint64_t left = self.hidden.cards
        cdef uint64_t known
        cdef int seat
        for seat in range(self.hidden.players):
            known = self.hidden.known[seat]
            if not contains(hands[seat], known) or not contains(left, hands[seat] - known):
                return False
            left -= hands[seat] - known
            if hand_size(hands[seat] - known) != self.hidden.sizes[seat]:
                return False
        return True

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


cdef bint fits(const Rules *rules, uint64_t *cards, uint64_t more) noexcept nogil:
    """Adds more cards, if the deck has them all."""
    if not contains(rules.deck, more) or not contains(rules.deck - more, cards[0]):
        return False
    cards[0] += more
    return True


cdef void try_all(Trial *trial, const CMove *moves, int n, Outcome *outcomes,
                  Look *look) noexcept nogil:
    """World by world, and of many actions some at a time, until all are tried or it is
    to stop."""
    cdef uint64_t stop = trial.stop
    cdef int i
    while trial.first < stop and not ask(look):
        trial.stop = trial.first + 1
        if n < AT_ONCE:
            trial.stop = min(stop, trial.first + AT_ONCE // n)
        i = 0
        while i < n and not (i > 0 and ask(look)):
            kernels.rollout(trial, moves + i, min(AT_ONCE, n - i), outcomes + i)
            i += AT_ONCE
        trial.hands += (trial.stop - trial.first) * trial.state.players
        trial.first = trial.stop


cdef void compare_all(Trial *trial, const CMove *moves, int n, uint16_t *out,
                      Look *look) noexcept nogil:
    """The surprises, world by world, until it is to stop."""
    cdef uint64_t stop = trial.stop
    while trial.first < stop and not ask(look):
        trial.stop = trial.first + 1
        kernels.surprises(trial, moves, n, out)
        trial.hands += trial.state.players
        trial.first = trial.stop
        out += 2


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


def greedy_deals(Habits landlord not None, Habits peasants not None, first, n, players=3, seat=0,
                 rules="standard"):
    """Deals ``first``, ``first + 1``, ... played greedily, ``seat`` being the landlord.

    Returns the hands before the bottom is given, ``uint64[n, players]``, the bottoms,
    ``uint64[n]``, and the landlord's points times one base and stake, ``int64[n]``.
    Ctrl-C ends it.

    >>> from ddz_core.analysis.habits import GREEDY
    >>> hands, bottoms, points = greedy_deals(GREEDY.compiled, GREEDY.compiled, 1, 3)
    >>> hands.shape, len(points)
    ((3, 3), 3)
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef Watch watch = Watch()
    cdef Look look
    cdef uint64_t held[MAX_PLAYERS]
    cdef uint64_t number = deal_number(first)
    cdef int64_t deals = whole_number("n", n, 0, MOST_AT_ONCE)
    cdef tuple seats = compiled_rules.value.seats
    cdef int hands_each = whole_number("players", players, seats[0], seats[-1])
    cdef int bidder = whole_number("seat", seat, 0, hands_each - 1)
    cdef int64_t i
    cdef int other, first_bidder
    dealt = np.empty((deals, hands_each), np.uint64)
    bottoms = np.empty(deals, np.uint64)
    points = np.empty(deals, np.int64)
    cdef uint64_t[:, ::1] hands = dealt
    cdef uint64_t[::1] bottom = bottoms
    cdef int64_t[::1] out = points
    cdef uint64_t aside
    if deals > 0 and int(first) + deals > 1 << 64:
        raise InvalidArgument(f"{n} deals from {first} on are not all within 64 bits")
    watch.begin(&look)
    with nogil:
        for i in range(deals):
            if i & LOOK_EVERY == 0 and ask(&look):
                break
            kernels.deal(
                &compiled_rules.c, number + i, hands_each, &hands[i, 0], &bottom[i], &first_bidder)
            aside = compiled_rules.c.deck - bottom[i]
            for other in range(hands_each):
                held[other] = hands[i, other]
                aside -= hands[i, other]
            held[bidder] += bottom[i]
            out[i] = landlords_points(
                &compiled_rules.c, &landlord.c, &peasants.c, held, aside, hands_each, bidder)
    watch.end()
    return dealt, bottoms, points


def greedy_points(Habits landlord not None, Habits peasants not None, hands, asides, seat=0,
                  rules="standard"):
    """The points of the landlord ``seat``, times one base and stake, in deals played greedily.

    ``hands`` are those at the first lead, ``uint64[n, players]``, the bottom with the
    landlord's; ``asides``, ``uint64[n]``, are cards that nobody holds and nobody has seen.
    Ctrl-C ends it. Raises :class:`InvalidArgument` where a hand is empty, or the cards of a
    deal are more than there are.

    >>> import numpy as np
    >>> from ddz_core.analysis.habits import GREEDY
    >>> hands = np.array([[1 << 44, 1 << 4, 2 << 8]], np.uint64)  # A against 4 and 55
    >>> greedy_points(GREEDY.compiled, GREEDY.compiled, hands, np.zeros(1, np.uint64)).tolist()
    [4]
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef Watch watch = Watch()
    cdef Look look
    cdef const uint64_t[:, ::1] held = packed(hands, "hands", 2)
    cdef const uint64_t[::1] aside = packed(asides, "asides", 1)
    cdef int players = whole_number("players", held.shape[1], 2, MAX_PLAYERS)
    cdef int bidder = whole_number("seat", seat, 0, players - 1)
    cdef Py_ssize_t n = held.shape[0]
    cdef Py_ssize_t i
    cdef uint64_t cards
    cdef bint all_fit
    cdef int other
    points = np.empty(n, np.int64)
    cdef int64_t[::1] out = points
    if aside.shape[0] != n:
        raise InvalidArgument(f"{n} deals, but cards aside for {aside.shape[0]}")
    for i in range(n):
        cards = 0
        all_fit = fits(&compiled_rules.c, &cards, aside[i])
        for other in range(players):
            if held[i, other] == 0:
                raise InvalidArgument(f"the hand of seat {other} of deal {i} is empty")
            all_fit = all_fit and fits(&compiled_rules.c, &cards, held[i, other])
        if not all_fit:
            raise InvalidArgument(f"the cards of deal {i} are more than there are")
    watch.begin(&look)
    with nogil:
        for i in range(n):
            if i & LOOK_EVERY == 0 and ask(&look):
                break
            out[i] = landlords_points(
                &compiled_rules.c, &landlord.c, &peasants.c, &held[i, 0], aside[i], players,
                bidder)
    watch.end()
    return points
