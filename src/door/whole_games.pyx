"""Deals, perft and play-outs: whole games in the kernels."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.threads cimport Look, Watch, ask
from ddz_core._core.values cimport Hand, new_hand, new_move, packed_cards, text_of
from ddz_core.kernels cimport (
    MAX_LINE, MAX_PLAYERS, MOST_CARDS, Move as CMove, NOBODY, Rules, SLACK, SLOTS, State, Tally,
)
from play.phase cimport start_play

from ddz_core.arguments import deal_number, shown, whole_number
from ddz_core.errors import InvalidArgument, InvalidCards
from ddz_core.kinds import RANKS

# The lines of more would not fit into any memory, nor their size into 64 bits.
MOST_GAMES = 1 << 40

# A deal ends after fewer plays than cards, each followed by fewer
# passes than players.
cdef enum:
    MOST_DECISIONS = MOST_CARDS * MAX_PLAYERS
    AT_ONCE = 1024          # deals played between two looks at whether to stop


def deal_hands(number, players, rules="standard"):
    """The hands, the bottom and the first bidder of a deal number."""
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef uint64_t hands[MAX_PLAYERS]
    cdef uint64_t bottom
    cdef int first_bidder
    cdef int seat
    players = whole_number("players", players, 2, MAX_PLAYERS)
    if players not in compiled_rules.value.seats:
        seats = " or ".join(map(str, compiled_rules.value.seats))
        raise InvalidArgument(
            f"players must be {seats} under the rules {compiled_rules.value.name!r}, not {shown(players)}")
    kernels.deal(
        &compiled_rules.c, deal_number(number), players, hands, &bottom, &first_bidder)
    decks = compiled_rules.c.decks
    return (
        tuple([new_hand(hands[seat], decks) for seat in range(players)]),
        new_hand(bottom, decks),
        first_bidder,
    )


cdef int set_hands(const Rules *rules, State *state, object hands) except -1:
    """The start of the play phase: hands[0] the landlord, who leads."""
    cdef int seat = 0
    if isinstance(hands, (str, Hand)):
        raise InvalidArgument(f"hands are several hands, not one: {shown(hands)}")
    hands = [packed_cards(hand, rules.decks) for hand in hands]
    memset(state, 0, sizeof(State))
    if not 2 <= len(hands) <= MAX_PLAYERS:
        raise InvalidArgument(f"a table has 2 to {MAX_PLAYERS} hands, not {len(hands)}")
    for packed in hands:
        if packed == 0:
            raise InvalidCards(f"hand {seat} is empty: the deal would be over")
        state.hands[seat] = packed
        seat += 1
    state.players = seat
    state.winner = NOBODY
    state.doubling_bomb = rules.doubling_bomb
    for slot in range(SLOTS):
        held = sum([packed >> 4 * slot & 15 for packed in hands])
        if held > rules.deck >> 4 * slot & 15:
            texts = ", ".join([text_of(packed) for packed in hands])
            raise InvalidCards(f"the hands {texts} together hold {held} times {RANKS[slot]}: "
                               f"the deck has {rules.deck >> 4 * slot & 15}")
    return 0


def perft(hands, depth, rules="standard"):
    """The number of action sequences: ``hands[0]`` leads, passing is an action.

    Counts the sequences of exactly ``depth`` actions, or of fewer where the deal
    ended. ``hands`` are 2 to 4 hands in order of play, of one deck together. Ctrl-C
    ends the count.

    >>> perft(["3", "4", "5"], 1), perft(["34", "4", "5"], 3)
    (1, 5)
    """
    return perft_watched(hands, depth, rules, Watch())


def perft_watched(hands, depth, rules, Watch watch not None):
    """The same; ``watch`` can stop it, with an answer that means nothing then."""
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef State state
    cdef int seat, levels
    cdef int64_t most = 0
    cdef uint64_t sequences
    cdef CMove *scratch
    cdef Look look
    levels = whole_number("depth", depth, 0, MOST_DECISIONS)
    set_hands(&compiled_rules.c, &state, hands)
    for seat in range(state.players):
        most = max(most, kernels.count(&compiled_rules.c, state.hands[seat], NULL))
    scratch = <CMove *>PyMem_Malloc((levels * most + SLACK) * sizeof(CMove))
    if scratch == NULL:
        raise MemoryError(f"no memory for {levels} levels of {most} moves")
    watch.begin(&look)
    with nogil:
        sequences = kernels.perft_asking(
            &compiled_rules.c, &state, levels, scratch, ask, &look)
    PyMem_Free(scratch)
    watch.end()
    return sequences


def playout_record(number, rules="standard"):
    """One uniform play-out of a deal: the winner's seat, the bombs and every action.

    Seat 0 is the landlord and holds the bottom; draws go on in the deal's own
    random stream (docs/rules.md section 6).

    >>> winner, bombs, actions = playout_record(1)
    >>> winner, len(actions)
    (2, 54)
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef CMove record[MOST_DECISIONS]
    cdef State state
    cdef uint64_t stream, bottom
    cdef int first_bidder, decisions, i
    memset(record, 0, sizeof(record))
    start_play(&state, &compiled_rules.c, compiled_rules.value.seats[-1], 0)
    stream = kernels.deal(
        &compiled_rules.c, deal_number(number), state.players, state.hands, &bottom, &first_bidder)
    state.hands[0] += bottom
    decisions = kernels.playout(&compiled_rules.c, &state, &stream, record)
    return state.winner, state.bombs, [new_move(&record[i]) for i in range(decisions)]


def play_range(rules, first, games, bint draws_wild=False):
    """Uniform play-outs of deals first, first + 1, ...: (lines, decisions,
    landlord wins, bombs).

    The lines are ``number:winner_seat:decisions:bombs`` in order of the deals. The
    GIL is released, and Ctrl-C ends it. Raises :class:`InvalidArgument` for deals
    outside 64 bits, and for more than 2**31 at once.

    >>> play_range("standard", 1, 2)
    (b'1:2:54:0\\n2:0:55:0\\n', 109, 1, 0)
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef Watch watch = Watch()
    cdef Look look
    cdef uint64_t number = deal_number(first)
    cdef int64_t n = whole_number("games", games, 0, 1 << 31)
    cdef int64_t left = n
    cdef int64_t some
    cdef Tally tally
    cdef bytes lines
    cdef char *start
    cdef char *stop
    if draws_wild:
        # Any wild rank: the kernel draws that of each deal.
        compiled_rules = compiled(compiled_rules.value.changed(wild="3"))
    if n > 0 and int(number) + n > 1 << 64:
        raise InvalidArgument(f"{n} deals from {number} on are not all within 64 bits")
    memset(&tally, 0, sizeof(Tally))
    start = <char *>PyMem_Malloc(n * MAX_LINE + 1)
    if start == NULL:
        raise MemoryError(f"no memory for {n} lines")
    watch.begin(&look)
    try:
        with nogil:
            stop = start
            while left > 0 and not ask(&look):
                some = min(left, AT_ONCE)
                stop = kernels.playouts(
                    &compiled_rules.c, draws_wild, number, some, &tally, stop)
                number += some
                left -= some
        watch.end()
        lines = start[:stop - start]
    finally:
        PyMem_Free(start)
    return lines, tally.decisions, tally.landlord_wins, tally.bombs
