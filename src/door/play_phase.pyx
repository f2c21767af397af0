"""The play phase of one deal."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from cards.hands cimport contains, hand_size
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.public_cards cimport could_hold
from ddz_core._core.queries cimport find_meant, is_play
from ddz_core._core.values cimport (
    Hand, Move, exact_text, is_pass, new_hand, new_move, new_move_list, parsed_cards,
    parsed_move, text_of,
)
from ddz_core.kernels cimport (
    MAX_PLAYERS, Move as CMove, NOBODY, PASS as PASS_KIND, Rules, SLACK, State,
)
from play.phase cimport (
    apply_action, doublings, forbid_springs, is_anti_spring, is_spring, points_of, start_play,
)
from play.public_cards cimport Known, see

from ddz_core._core.queries import explain
from ddz_core._core.values import PASS
from ddz_core.arguments import whole_number
from ddz_core.errors import InvalidArgument

# No table has a base times a stake above this (ddz_core/table.py): so that the points of
# any deal fit in 64 bits.
MOST_UNIT = 1 << 36

# What may be said of doublings before the lead from which a deal is known: a bomb of each
# suited rank, and both pairs of jokers.
MOST_DOUBLED = 15


cdef struct Step:
    # An action, and what there was before it.
    State state
    Known known
    CMove action
    bint skipped


cdef class PlayPhase:
    """The play phase of one deal, from the landlord's first lead, with undo.

    ``hands`` are in the order of the seats and hold what each plays with;
    ``hidden`` are the cards that nobody has shown, those out of play among them,
    ``kept`` the bottom cards with the landlord. With ``skips`` a player who, for all
    that is public, cannot beat the last play is passed over. With a ``leader`` it begins
    later, with that seat's lead and after so many plays that ``doubled`` the points: then
    nobody springs.

    >>> from ddz_core import Hand, Move
    >>> hands = [Hand("34"), Hand("55"), Hand("77")]
    >>> play = PlayPhase("standard", hands, 0, Hand("345577"), Hand(), False)
    >>> play.push(Move.parse("3:solo:1:3"))
    >>> play.turn, str(play.last), [str(move) for move in play.legal()]
    (1, '3:solo:1:3', ['5:solo:1:5', 'pass'])
    """

    cdef CompiledRules compiled_rules
    cdef State state
    cdef Known known
    cdef Step *steps
    cdef readonly int made
    cdef int room
    cdef bint skips
    cdef object leader
    cdef int doubled

    def __cinit__(self, rules, hands, landlord, hidden, kept, bint skips, leader=None, doubled=0):
        cdef int seat
        hands = tuple(hands)
        if not 2 <= len(hands) <= MAX_PLAYERS:
            raise InvalidArgument(f"a table has 2 to {MAX_PLAYERS} hands, not {len(hands)}")
        seat = whole_number("the landlord", landlord, 0, len(hands) - 1)
        self.compiled_rules = compiled(rules)
        start_play(&self.state, &self.compiled_rules.c, len(hands), seat)
        for seat in range(self.state.players):
            self.state.hands[seat] = (<Hand?>hands[seat]).packed
        self.known.hidden = (<Hand?>hidden).packed
        self.known.kept = (<Hand?>kept).packed
        self.skips = skips
        self.leader = leader
        self.doubled = whole_number("doubled", doubled, 0, MOST_DOUBLED)
        if leader is not None:
            self.state.turn = whole_number("the leader", leader, 0, self.state.players - 1)
            self.state.last_seat = self.state.turn
            self.state.doubled = self.doubled
            forbid_springs(&self.state)

    def __dealloc__(self):
        PyMem_Free(self.steps)

    def __reduce__(self):
        cdef const State *state = &self.state
        cdef const Known *known = &self.known
        cdef int seat
        if self.made:
            state, known = &self.steps[0].state, &self.steps[0].known
        hands = [new_hand(state.hands[seat], self.compiled_rules.c.decks) for seat in range(state.players)]
        actions = [action for _, action, skipped in self.made_actions if not skipped]
        return _restored_play, (
            self.compiled_rules.value, hands, state.landlord, new_hand(known.hidden, self.compiled_rules.c.decks),
            new_hand(known.kept, self.compiled_rules.c.decks), bool(self.skips), actions,
            self.leader, self.doubled)

    def __deepcopy__(self, memo):
        cdef PlayPhase twin = PlayPhase(
            self.compiled_rules.value, self.hands, self.state.landlord, self.hidden, self.kept,
            self.skips, self.leader, self.doubled)
        twin.steps = <Step *>PyMem_Malloc((self.made + 64) * sizeof(Step))
        if twin.steps == NULL:
            raise MemoryError(f"no memory for {self.made} actions")
        twin.room = self.made + 64
        twin.made = self.made
        if self.made:
            memcpy(twin.steps, self.steps, self.made * sizeof(Step))
        twin.state = self.state
        twin.known = self.known
        return twin

    # -- what is the case

    @property
    def turn(self):
        """The seat that is to act; where the deal is over, the one that went out."""
        return self.state.turn

    @property
    def landlord(self):
        return self.state.landlord

    @property
    def is_over(self):
        return self.state.winner != NOBODY

    @property
    def winner(self):
        """The seat that went out, or ``None``."""
        return None if self.state.winner == NOBODY else self.state.winner

    @property
    def last(self):
        """The play to beat, or ``None`` where ``turn`` leads."""
        return None if self.state.last.kind == PASS_KIND else new_move(&self.state.last)

    @property
    def last_seat(self):
        """The seat of the play to beat, or ``None`` where ``turn`` leads."""
        return None if self.state.last.kind == PASS_KIND else self.state.last_seat

    @property
    def hands(self):
        cdef int seat
        return tuple([new_hand(self.state.hands[seat], self.compiled_rules.c.decks) for seat in range(self.state.players)])

    @property
    def passes(self):
        """Passes in a row."""
        return self.state.passes

    @property
    def bombs(self):
        """Bombs, rockets and bomb chains played so far, those that double nothing too."""
        return self.state.bombs

    @property
    def played(self):
        """All cards that lie on the table."""
        cdef uint64_t cards = 0
        cdef int i
        for i in range(self.made):
            cards += self.steps[i].action.cards
        return new_hand(cards, self.compiled_rules.c.decks)

    @property
    def recent(self):
        """The cards of each seat's last action in this trick; none where ``turn`` leads."""
        cdef uint64_t cards[MAX_PLAYERS]
        cdef int players = self.state.players
        cdef int i, seat
        memset(cards, 0, sizeof(cards))
        if self.state.last.kind != PASS_KIND:
            for i in range(self.made - 1, max(self.made - players, 0) - 1, -1):
                cards[self.steps[i].state.turn] = self.steps[i].action.cards
                if self.steps[i].state.last.kind == PASS_KIND:
                    break
        return tuple([new_hand(cards[seat]) for seat in range(players)])

    @property
    def hidden(self):
        """The cards that nobody has shown yet."""
        return new_hand(self.known.hidden, self.compiled_rules.c.decks)

    @property
    def kept(self):
        """The bottom cards that must still be with the landlord."""
        return new_hand(self.known.kept, self.compiled_rules.c.decks)

    @property
    def made_actions(self):
        """Every action with its seat, and whether it was an automatic skip."""
        cdef int i
        return [
            (self.steps[i].state.turn, new_move(&self.steps[i].action), bool(self.steps[i].skipped))
            for i in range(self.made)
        ]

    # -- what it scores

    @property
    def doublings(self):
        """What has doubled the points, as played: ``["bomb", "rocket", "spring"]``."""
        cdef list found = []
        cdef const State *after
        cdef int i
        for i in range(self.made):
            after = &self.steps[i + 1].state if i + 1 < self.made else &self.state
            if after.doubled > self.steps[i].state.doubled:
                found.append(str(new_move(&self.steps[i].action).kind).replace("_", " "))
        if is_spring(&self.state):
            found.append("spring")
        if is_anti_spring(&self.state):
            found.append("anti-spring")
        return found

    @property
    def multiplier(self):
        """So far, and in the end with the spring."""
        return 1 << doublings(&self.state)

    def points(self, unit):
        """What each seat wins or loses, ``unit`` being base times stake."""
        cdef int64_t each = whole_number("base times stake", unit, 0, MOST_UNIT)
        cdef int seat
        return tuple([points_of(&self.state, seat, each) for seat in range(self.state.players)])

    # -- what may be done

    def plays(self):
        """The legal plays in canonical order, a :class:`MoveList`; the pass is not in it."""
        cdef uint64_t hand = self.state.hands[self.state.turn]
        cdef const Rules *rules = &self.compiled_rules.c
        found = new_move_list(kernels.count(rules, hand, &self.state.last), SLACK)
        kernels.generate(rules, hand, &self.state.last, found.c)
        return found

    def legal(self):
        """The legal plays in canonical order, and after them the pass if it is legal."""
        if self.state.winner != NOBODY:
            return []
        actions = list(self.plays())
        if self.state.last.kind != PASS_KIND:
            actions.append(PASS)
        return actions

    cdef bint allows(self, const CMove *action) noexcept:
        """Whether the action may be made now."""
        if self.state.winner != NOBODY:
            return False
        if action.kind == PASS_KIND:
            return self.state.last.kind != PASS_KIND
        if not contains(self.state.hands[self.state.turn], action.cards):
            return False
        if not is_play(&self.compiled_rules.c, action):
            return False
        return self.state.last.kind == PASS_KIND or kernels.beats(&self.compiled_rules.c, action, &self.state.last)

    cdef bint find_reading(self, uint64_t cards, const CMove *last, CMove *to) noexcept:
        """The reading that a person means who names only the cards."""
        return find_meant(&self.compiled_rules.c, cards, last, to)

    def why_not(self, action):
        """The :class:`IllegalPlay` that refuses a move, or ``None``; the deal is on."""
        cdef Move move = <Move?>action
        if self.allows(&move.c):
            return None
        return explain(
            new_hand(self.state.hands[self.state.turn], self.compiled_rules.c.decks), move, self.last,
            self.compiled_rules.value)

    def read(self, text):
        """The move that a text means now: cards alone stand for the reading that may
        be played. Raises :class:`IllegalPlay` where there is none."""
        cdef CMove found
        text = exact_text(text)
        if ":" in <str>text or is_pass(<str>text):
            return parsed_move(text)
        if self.find_reading(parsed_cards(text, self.compiled_rules.c.decks), &self.state.last, &found):
            return new_move(&found)
        raise explain(
            new_hand(self.state.hands[self.state.turn], self.compiled_rules.c.decks), text, self.last,
            self.compiled_rules.value)

    # -- doing and undoing

    cdef int do(self, const CMove *action, bint skipped) except -1:
        cdef Step *steps
        cdef Step *step
        if self.made == self.room:
            steps = <Step *>PyMem_Realloc(self.steps, (2 * self.room + 64) * sizeof(Step))
            if steps == NULL:
                raise MemoryError("no memory for another action")
            self.steps = steps
            self.room = 2 * self.room + 64
        step = &self.steps[self.made]
        step.state = self.state
        step.known = self.known
        step.action = action[0]
        step.skipped = skipped
        self.made += 1
        if action.kind != PASS_KIND:
            see(&self.known, action.cards, self.state.turn == self.state.landlord)
        apply_action(&self.state, action)
        return 0

    cdef int do_with_skips(self, const CMove *action) except -1:
        cdef CMove skip
        self.do(action, False)
        if not self.skips:
            return 0
        memset(&skip, 0, sizeof(CMove))
        while self.must_skip():
            self.do(&skip, True)
        return 0

    cdef bint must_skip(self) except -1:
        """Looks at no hand but for its size."""
        cdef int turn = self.state.turn
        if self.state.winner != NOBODY or self.state.last.kind == PASS_KIND:
            return False
        return not could_hold(
            &self.compiled_rules.c, &self.known, turn == self.state.landlord,
            hand_size(self.state.hands[turn]), &self.state.last)

    def push(self, action):
        """Makes a move, which must be legal: it is not checked here."""
        self.do_with_skips(&(<Move?>action).c)

    def push_texts(self, list texts not None, start):
        """Makes the moves of these texts from ``start`` on, each checked; returns the
        index of the first that is refused, or the number of texts."""
        cdef Py_ssize_t n = len(texts)
        cdef Py_ssize_t i = whole_number("the index of the first text", start, 0, n)
        cdef CMove action
        cdef str text
        for i in range(i, n):
            text = texts[i]
            if text == "pass":
                memset(&action, 0, sizeof(CMove))
            else:
                try:
                    if ":" in text:
                        action = (<Move>parsed_move(text)).c
                    elif not self.find_reading(parsed_cards(text, self.compiled_rules.c.decks), &self.state.last, &action):
                        return i
                except ValueError:
                    return i
            if not self.allows(&action):
                return i
            self.do_with_skips(&action)
        return n

    def pop(self):
        """Takes back the last move that was not a skip, and the skips after it."""
        if self.made == 0:
            raise IndexError("no move has been made")
        while True:
            self.made -= 1
            if not self.steps[self.made].skipped:
                break
        self.state = self.steps[self.made].state
        self.known = self.steps[self.made].known
        return new_move(&self.steps[self.made].action)

    def texts(self):
        """The moves that were not skips, each as short as :meth:`read` takes it."""
        cdef CMove meant
        cdef Step *step
        cdef int i
        cdef list texts = []
        for i in range(self.made):
            step = &self.steps[i]
            if step.skipped:
                continue
            if step.action.kind == PASS_KIND:
                texts.append("pass")
            elif (self.find_reading(step.action.cards, &step.state.last, &meant)
                    and memcmp(&meant, &step.action, sizeof(CMove)) == 0):
                texts.append(text_of(step.action.cards))
            else:
                texts.append(str(new_move(&step.action)))
        return texts


def _restored_play(
    rules, hands, landlord, hidden, kept, skips, list actions, leader=None, doubled=0
):
    """The play phase after these actions; for pickle, which is trusted anyway."""
    play = PlayPhase(rules, hands, landlord, hidden, kept, skips, leader, doubled)
    for action in actions:
        play.push(action)
    return play
