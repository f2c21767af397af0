"""The kernels of ddz_core from Cython. Hands are packed numbers, as `Hand.packed`."""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from ddz_core.kernels cimport (
    Kernels, MAX_LINE, MAX_PLAYERS, Move, NOBODY, Rules, SLACK, State, Tally, import_kernels,
    rules_of,
)

# Once, when this module is imported. It stays good until the process ends.
cdef const Kernels *kernels = import_kernels()

# Each of 54 cards is a play at most, and each play is followed by fewer passes
# than there are players.
cdef enum:
    MOST_DECISIONS = 54 * MAX_PLAYERS


cdef Move *room_for(int64_t moves) except NULL:
    """Memory for so many moves and for what kernels write past them."""
    cdef Move *room = <Move *>PyMem_RawMalloc((moves + SLACK) * sizeof(Move))
    if room == NULL:
        raise MemoryError(f"no memory for {moves} moves")
    return room


cdef inline uint64_t mixed(uint64_t word) noexcept nogil:
    """SplitMix64's mixer: the words of 0, 1, 2, ... look random."""
    word += <uint64_t>0x9E3779B97F4A7C15
    word = (word ^ word >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    word = (word ^ word >> 27) * <uint64_t>0x94D049BB133111EB
    return word ^ word >> 31


def leads(uint64_t hand, rules="standard"):
    """The plays that the hand can lead, 16 bytes each, as ddz_core.MOVE_DTYPE."""
    cdef const Rules *compiled = rules_of(rules)
    cdef int64_t plays = kernels.count(compiled, hand, NULL)
    cdef Move *found = room_for(plays)
    try:
        kernels.generate(compiled, hand, NULL, found)
        return (<const char *>found)[:plays * sizeof(Move)]
    finally:
        PyMem_RawFree(found)


def sample(uint64_t hand, int64_t number, uint64_t seed, rules="standard"):
    """So many leads drawn from all of the hand, none of them listed; in bytes.

    The remainder favours no play by more than one in 2**64 / count().
    """
    cdef const Rules *compiled = rules_of(rules)
    cdef Move *drawn = room_for(number)
    cdef int64_t i, plays
    try:
        with nogil:
            plays = kernels.count(compiled, hand, NULL)
            if plays == 0:
                number = 0
            for i in range(number):
                kernels.pick(compiled, hand, NULL, mixed(seed + i) % plays, &drawn[i])
        return (<const char *>drawn)[:number * sizeof(Move)]
    finally:
        PyMem_RawFree(drawn)


cdef void begin(State *state, const uint64_t *hands, int players) noexcept nogil:
    """The start of the play phase: seat 0 is the landlord and leads."""
    cdef int seat
    memset(state, 0, sizeof(State))
    for seat in range(players):
        state.hands[seat] = hands[seat]
    state.players = players
    state.winner = NOBODY


def rollouts(hands, int64_t games, uint64_t seed, rules="standard"):
    """For each lead of seat 0, how many of so many random games it wins after it.

    ``hands`` are two to four hands of one deck together, none empty; the list is in
    canonical order. The same seed gives the same list.
    """
    cdef const Rules *compiled = rules_of(rules)
    cdef uint64_t packed[MAX_PLAYERS]
    cdef int players = len(hands)
    cdef int64_t plays, lead, game, wins
    cdef uint64_t stream
    cdef State start, state
    cdef Move *found
    if not 2 <= players <= MAX_PLAYERS or not all(hands):
        raise ValueError(f"a table has 2 to {MAX_PLAYERS} hands with cards, not {hands!r}")
    for seat, hand in enumerate(hands):
        packed[<int>seat] = hand
    begin(&start, packed, players)
    plays = kernels.count(compiled, packed[0], NULL)
    found = room_for(plays)
    won = []
    try:
        kernels.generate(compiled, packed[0], NULL, found)
        for lead in range(plays):
            wins = 0
            with nogil:
                for game in range(games):
                    state = start
                    kernels.apply(&state, &found[lead])
                    stream = mixed(seed + game)
                    kernels.playout(compiled, &state, &stream, NULL)
                    wins += state.winner == 0
            won.append(wins)
        return won
    finally:
        PyMem_RawFree(found)


def record(uint64_t number, rules="standard"):
    """One random game of a deal: (winner, bombs, every action in bytes)."""
    cdef const Rules *compiled = rules_of(rules)
    cdef Move actions[MOST_DECISIONS]
    cdef uint64_t hands[MAX_PLAYERS]
    cdef uint64_t bottom, stream
    cdef int first_bidder, decisions
    cdef State state
    memset(actions, 0, sizeof(actions))
    with nogil:
        stream = kernels.deal(compiled, number, 3, hands, &bottom, &first_bidder)
        hands[0] += bottom
        begin(&state, hands, 3)
        decisions = kernels.playout(compiled, &state, &stream, actions)
    return state.winner, state.bombs, (<const char *>actions)[:decisions * sizeof(Move)]


def lines(uint64_t first, uint64_t games, rules="standard"):
    """Random games of deals first, first + 1, ...: ``number:winner:decisions:bombs``."""
    cdef const Rules *compiled = rules_of(rules)
    cdef Tally tally
    cdef char *text = <char *>PyMem_RawMalloc(games * MAX_LINE + 1)
    cdef char *end
    if text == NULL:
        raise MemoryError(f"no memory for {games} lines")
    memset(&tally, 0, sizeof(Tally))
    try:
        with nogil:
            end = kernels.playouts(compiled, 0, first, games, &tally, text)
        return text[:end - text]
    finally:
        PyMem_RawFree(text)
