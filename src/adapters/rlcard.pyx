"""The game under the RLCard adapter: its state, and what its players see."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

cimport numpy as cnp

import operator

import numpy as np

from adapters.encodings cimport put_cards
from adapters.rlcard_order cimport as_rlcard_lists
from cards.hands cimport contains, hand_size
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.move_ids cimport MoveIndex
from ddz_core._core.values cimport Hand, Move, new_hand, new_move, text_of
from ddz_core.kernels cimport MOST_PLAYS, Move as CMove, PASS, SLACK

from ddz_core._core.queries import explain
from ddz_core.adapters.action_space import ActionSpace
from ddz_core.arguments import shown, truth, whole_number
from ddz_core.errors import InvalidArgument, InvalidCards, WrongPhase
from ddz_core.kinds import RANKS

cdef extern from "Python.h":
    object PyODict_New()
    int PyODict_SetItem(object, object, object) except -1


cnp.import_array()

SPACE = ActionSpace("rlcard")
SUITS = "SHDC"

cdef enum:
    SEATS = 3
    CARDS = 54
    # 54 plays of one card, two passes after each but the last.
    MAX_STEPS = 160
    SHOWN = 9               # so many of the last actions are in an observation
    MOST_HELD = 20
    LANDLORD_SIZE = 790
    PEASANT_SIZE = 901

cdef CompiledRules RULES = compiled("rlcard")
cdef MoveIndex INDEX = SPACE.index
cdef list TEXTS = [str(new_hand(cards)) or "pass" for cards in SPACE.forms["cards"].tolist()]
ACTIONS = list(TEXTS)           # for Python, which may change it
cdef list IDS = list(range(len(TEXTS)))
cdef dict ID_OF_TEXT = {text: id for id, text in enumerate(TEXTS)}
cdef object FORMS = SPACE.forms
cdef const uint8_t[::1] FORMS_RAW = FORMS.view(np.uint8)
cdef const CMove *MOVES = <const CMove *>&FORMS_RAW[0]
cdef object SORTED_DECK = np.arange(CARDS)
cdef list SORTED_CARDS = SORTED_DECK.tolist()


cdef inline cnp.ndarray int8_array(cnp.npy_intp size):
    return cnp.PyArray_SimpleNew(1, &size, cnp.NPY_INT8)


cdef inline int8_t *data_of(cnp.ndarray array) noexcept:
    return <int8_t *>cnp.PyArray_DATA(array)


cdef inline cnp.ndarray feature(uint64_t cards):
    cdef cnp.ndarray made = int8_array(CARDS)
    put_cards(data_of(made), cards)
    return made


cdef inline int8_t *put_left(int8_t *out, int cards, int most) noexcept nogil:
    """So many cards left, one-hot. None at all sets the last number, as RLCard does."""
    memset(out, 0, most)
    out[(cards if cards else most) - 1] = 1
    return out + most


cdef inline int8_t *put(int8_t *out, uint64_t cards) noexcept nogil:
    put_cards(out, cards)
    return out + CARDS


cdef class DealState:
    """One deal after another: seat 0 is the landlord, and seats act in turn.

    The adapter's environment inherits from this; it has the state, ``reset``, ``step``,
    ``step_back`` and ``get_state``.
    """

    cdef public bint allow_step_back
    cdef public list action_recorder
    cdef public int64_t timestep
    cdef public object np_random
    cdef uint64_t hands[SEATS]
    cdef uint64_t played[SEATS]
    cdef uint64_t seen                  # the bottom, but for what the landlord has played
    cdef str seen_text
    cdef CMove line[MAX_STEPS]          # the actions so far
    cdef int steps
    cdef int winner                     # -1 while the deal goes on
    cdef list trace
    cdef list hand_texts
    cdef list played_texts
    cdef list deck
    # The legal actions of the player to move, in RLCard's order.
    cdef CMove legal[MOST_PLAYS + SLACK + 1]
    cdef int32_t legal_ids[MOST_PLAYS + 1]
    cdef int legal_count
    # The suits of each rank in each hand, in the order in which they are played.
    cdef uint8_t suits[SEATS][15][4]

    def __cinit__(self, *args, **kwargs):
        self.trace = []
        self.action_recorder = []
        self.hand_texts = [""] * SEATS
        self.played_texts = [""] * SEATS
        self.winner = -1
        self.legal_count = 0

    def __reduce__(self):
        """Copies and pickles hold the deal as it stands and the state of the shuffling."""
        line = [IDS[INDEX.find(&self.line[i])] for i in range(self.steps)]
        state = (
            self.allow_step_back, self.action_recorder, self.timestep, self.np_random,
            [self.hands[i] for i in range(SEATS)], [self.played[i] for i in range(SEATS)],
            self.seen, line, self.winner, self.trace,
            (<const char *>&self.suits[0][0][0])[:sizeof(self.suits)], self.legal_count > 0)
        return restored, (type(self), state), getattr(self, "__dict__", None)

    cdef int restore(self, tuple state) except -1:
        cdef const uint8_t[::1] suits
        cdef object line
        cdef int i
        (self.allow_step_back, self.action_recorder, self.timestep, self.np_random, hands, played,
         self.seen, line, self.winner, self.trace, suits, listed) = state
        for i in range(SEATS):
            self.hands[i] = hands[i]
            self.played[i] = played[i]
            self.note_texts(i)
        self.seen_text = text_of(self.seen)
        memcpy(&self.suits[0][0][0], &suits[0], sizeof(self.suits))
        self.steps = len(line)
        for i in range(self.steps):
            self.line[i] = MOVES[<int>line[i]]
        if listed:
            self.list_legal()
        return 0

    # ------------------------------------------------------------ the course

    def reset(self):
        """Deals anew: ``(state, player_id)`` of the landlord, seat 0.

        Raises :class:`InvalidArgument` where ``np_random`` does not shuffle.
        """
        cdef object deck = SORTED_DECK.copy()
        if self.np_random is None:
            raise WrongPhase("nothing shuffles the cards: call seed first")
        self.np_random.shuffle(deck)
        # np_random is public: what it leaves is believed to be cards only now.
        cards = deck.tolist()
        if sorted(cards) != SORTED_CARDS:
            raise InvalidArgument(f"np_random does not shuffle: it leaves {shown(cards)}")
        self.deal(cards)
        self.action_recorder = []
        return self.state_of(0), 0

    cdef int deal(self, list deck) except -1:
        cdef uint8_t held[SEATS][15]
        cdef int i, card, seat, slot
        memset(held, 0, sizeof(held))
        memset(self.hands, 0, sizeof(self.hands))
        memset(self.played, 0, sizeof(self.played))
        self.seen = 0
        for i in range(CARDS):
            card = deck[i]
            slot = card >> 2 if card < 52 else card - 39
            seat = i // 17
            if seat == SEATS:
                seat = 0
                self.seen += <uint64_t>1 << 4 * slot
            self.suits[seat][slot][held[seat][slot]] = card & 3
            held[seat][slot] += 1
            self.hands[seat] += <uint64_t>1 << 4 * slot
        self.begin()
        self.list_legal()
        return 0

    cdef int begin(self) except -1:
        """The cards are dealt, and nothing has been played."""
        cdef int seat
        self.steps = 0
        self.winner = -1
        self.trace = []
        self.seen_text = text_of(self.seen)
        for seat in range(SEATS):
            self.note_texts(seat)
        return 0

    cdef int replay(self, list moves) except -1:
        """Makes these moves, which may be plays that RLCard has not; the suits do not matter."""
        cdef Move move
        cdef int seat
        memset(&self.suits[0][0][0], 0, sizeof(self.suits))
        memset(self.played, 0, sizeof(self.played))
        self.begin()
        for move in moves:
            seat = self.steps % SEATS
            if (self.winner >= 0 or self.steps == MAX_STEPS
                    or not contains(self.hands[seat], move.c.cards)):
                raise InvalidArgument(f"move {self.steps + 1}, {move}, cannot be made")
            self.trace.append((seat, text_of(move.c.cards) or "pass"))
            self.apply(seat, &move.c)
        self.action_recorder = list(self.trace)
        self.list_legal()
        return 0

    def step(self, action, raw_action=False):
        """Takes an action of the player to move: ``(state, player_id)`` of the next one.

        ``action`` is an id, or with ``raw_action`` a text such as ``"3334"``. Raises
        :class:`IndexError` for an id outside the action space, :class:`IllegalPlay`
        for an action that is not legal now, :class:`WrongPhase` after the end; nothing
        changes then.
        """
        cdef bint raw = raw_action if raw_action is False else truth("raw_action", raw_action)
        cdef int32_t id = self.checked_id(action, raw)
        cdef int seat = self.steps % SEATS
        cdef tuple entry = (seat, TEXTS[id])
        self.timestep += 1
        self.action_recorder.append(entry)
        self.trace.append(entry)
        self.apply(seat, &MOVES[id])
        self.list_legal()
        seat = self.steps % SEATS
        return self.state_of(seat), seat

    cdef int32_t checked_id(self, object action, bint raw) except -1:
        cdef int32_t id
        cdef int i
        cdef object wanted
        if self.winner >= 0 or self.steps == 0 and self.legal_count == 0:
            raise WrongPhase("no deal is being played: call reset first")
        if raw:
            wanted = ID_OF_TEXT.get(action) if isinstance(action, str) else None
            if wanted is None:
                raise InvalidArgument(
                    f"{shown(action)} is no action of RLCard: cards from weak to strong, or 'pass'")
            id = wanted
        else:
            id = checked_action(action)
        for i in range(self.legal_count):
            if self.legal_ids[i] == id:
                return id
        raise self.refusal(id)

    cdef object refusal(self, int32_t id):
        cdef int seat = self.steps % SEATS
        cdef const CMove *last = self.to_beat(seat)
        return explain(
            new_hand(self.hands[seat]), new_move(&MOVES[id]),
            new_move(last) if last != NULL else None, "rlcard")

    cdef void apply(self, int seat, const CMove *move) noexcept:
        self.line[self.steps] = move[0]
        self.steps += 1
        if move.kind == PASS:
            return
        self.take_suits(seat, move.cards)
        self.hands[seat] -= move.cards
        self.played[seat] += move.cards
        if seat == 0 and self.seen & spread(move.cards):
            self.seen &= ~spread(move.cards)
            self.seen_text = text_of(self.seen)
        if self.hands[seat] == 0:
            self.winner = seat
        self.note_texts(seat)

    cdef void take_suits(self, int seat, uint64_t cards) noexcept:
        """The first cards of each rank are played. They go to the back, where they
        come back to if the step is taken back."""
        cdef int slot, number, held, i
        cdef uint8_t first
        cdef uint8_t *suits
        while cards:
            slot = lowest_slot(cards)
            number = cards >> 4 * slot & 15
            held = self.hands[seat] >> 4 * slot & 15
            cards &= ~(<uint64_t>15 << 4 * slot)
            suits = self.suits[seat][slot]
            while number:
                first = suits[0]
                for i in range(held - 1):
                    suits[i] = suits[i + 1]
                suits[held - 1] = first
                number -= 1

    cdef void note_texts(self, int seat) noexcept:
        self.hand_texts[seat] = text_of(self.hands[seat])
        self.played_texts[seat] = text_of(self.played[seat])

    def step_back(self):
        """Takes the last step back: ``(state, player_id)`` of the player to move again.

        False at the beginning of a deal. Raises :class:`WrongPhase` unless the
        environment was made with ``allow_step_back``. As in RLCard, the bottom cards
        that the landlord had played do not come back into ``seen_cards``, and
        ``action_record`` keeps the step.
        """
        cdef const CMove *move
        cdef int seat
        if not self.allow_step_back:
            raise WrongPhase("step_back is off: make the environment with allow_step_back=True")
        if self.steps == 0:
            return False
        self.steps -= 1
        self.trace.pop()
        self.winner = -1
        seat = self.steps % SEATS
        move = &self.line[self.steps]
        if move.kind != PASS:
            self.hands[seat] += move.cards
            self.played[seat] -= move.cards
            self.note_texts(seat)
        self.list_legal()
        return self.state_of(seat), seat

    # --------------------------------------------------------- legal actions

    cdef const CMove *to_beat(self, int seat) noexcept:
        """What the seat has to beat; NULL where it leads.

        A seat whose own play stands leads, also while others have yet to pass.
        """
        cdef int i = self.steps - 1
        while i >= 0 and self.line[i].kind == PASS:
            i -= 1
        if i < 0 or i % SEATS == seat:
            return NULL
        return &self.line[i]

    cdef void list_legal(self) noexcept:
        cdef int i
        self.legal_count = 0
        if self.winner < 0:
            self.legal_count = self.list_of(self.steps % SEATS, self.legal)
        for i in range(self.legal_count):
            self.legal_ids[i] = INDEX.find(&self.legal[i])

    cdef int list_of(self, int seat, CMove *out) noexcept:
        """The legal actions of a seat, in RLCard's order when following."""
        cdef const CMove *last = self.to_beat(seat)
        cdef int plays
        if last == NULL:
            return kernels.generate(&RULES.c, self.hands[seat], NULL, out)
        memset(out, 0, sizeof(CMove))
        plays = kernels.generate(&RULES.c, self.hands[seat], last, out + 1)
        if plays > 1:
            as_rlcard_lists(out + 1, plays, last)
        return plays + 1

    # ---------------------------------------------------------------- states

    def get_state(self, player_id):
        """The state as a player sees it.

        As in RLCard, ``legal_actions`` are those of the player to move, whoever is
        asked for; ``raw_legal_actions`` those that the player would have on the move.
        """
        return self.state_of(checked_seat(player_id))

    cdef object state_of(self, int seat):
        cdef CMove other[MOST_PLAYS + SLACK + 1]
        cdef list actions
        cdef object state
        cdef int i, n
        if self.winner >= 0:
            actions = []
        elif seat == self.steps % SEATS:
            actions = [None] * self.legal_count
            for i in range(self.legal_count):
                actions[i] = TEXTS[self.legal_ids[i]]
        else:
            n = self.list_of(seat, other)
            actions = [TEXTS[INDEX.find(&other[i])] for i in range(n)]
        state = PyODict_New()
        PyODict_SetItem(state, "obs", self.observation(seat))
        PyODict_SetItem(state, "legal_actions", self.features())
        PyODict_SetItem(state, "raw_obs", self.raw_state(seat, actions))
        PyODict_SetItem(state, "raw_legal_actions", list(actions))
        PyODict_SetItem(state, "action_record", self.action_recorder)
        return state

    cdef dict raw_state(self, int seat, list actions):
        return {
            "seen_cards": self.seen_text,
            "landlord": 0,
            "trace": list(self.trace),
            "played_cards": list(self.played_texts),
            "self": seat,
            "current_hand": self.hand_texts[seat],
            "others_hand": text_of(self.hands[0] + self.hands[1] + self.hands[2]
                                   - self.hands[seat]),
            "num_cards_left": [hand_size(self.hands[0]), hand_size(self.hands[1]),
                               hand_size(self.hands[2])],
            "actions": actions,
        }

    cdef object observation(self, int seat):
        cdef int size = PEASANT_SIZE if seat else LANDLORD_SIZE
        cdef cnp.ndarray made = int8_array(size)
        cdef int8_t *to = data_of(made)
        cdef uint64_t *hands = self.hands
        cdef int mate = SEATS - seat
        cdef int i
        to = put(to, hands[seat])
        to = put(to, hands[0] + hands[1] + hands[2] - hands[seat])
        i = self.steps - 1
        if i > 0 and self.line[i].kind == PASS:
            i -= 1
        to = put(to, self.cards_of_step(i))
        for i in range(self.steps - SHOWN, self.steps):
            to = put(to, self.cards_of_step(i))
        if seat == 0:
            to = put(to, self.played[2])
            to = put(to, self.played[1])
            to = put_left(to, hand_size(hands[2]), 17)
            put_left(to, hand_size(hands[1]), 17)
        else:
            to = put(to, self.played[0])
            to = put(to, self.played[mate])
            # RLCard shows the first action of each here, though its names say the last:
            # what networks were trained on.
            to = put(to, self.cards_of_step(0))
            to = put(to, self.cards_of_step(mate))
            to = put_left(to, hand_size(hands[0]), 20)
            put_left(to, hand_size(hands[mate]), 17)
        return made

    cdef inline uint64_t cards_of_step(self, int i) noexcept:
        """The cards of a step; none where it is not yet or before the deal."""
        return self.line[i].cards if 0 <= i < self.steps else 0

    def get_perfect_information(self):
        """All that there is to know: every hand, the actions so far, whose turn it is."""
        seat = self.steps % SEATS
        return {
            "hand_cards_with_suit": [self.with_suits(i) for i in range(SEATS)],
            "hand_cards": list(self.hand_texts),
            "trace": list(self.trace),
            "current_player": seat,
            "legal_actions": [TEXTS[self.legal_ids[i]] for i in range(self.legal_count)],
        }

    cdef str with_suits(self, int seat):
        cdef list cards = []
        cdef int slot, i
        for slot in range(15):
            for i in range(<int>(self.hands[seat] >> 4 * slot & 15)):
                if slot < 13:
                    cards.append(SUITS[self.suits[seat][slot][i]] + RANKS[slot])
                else:
                    cards.append(RANKS[slot] + "J")
        return " ".join(cards)

    # --------------------------------------------------------------- the end

    def is_over(self):
        """Whether the deal is over."""
        return self.winner >= 0

    def get_player_id(self):
        """Who is to move; after the end who would be."""
        return self.steps % SEATS

    def get_payoffs(self):
        """``int64[3]``: 1 for the winners, 0 for the others. Of use after the end."""
        return np.array([1, 0, 0] if self.winner == 0 else [0, 1, 1])

    def get_action_feature(self, action):
        """``int8[54]``: the cards of an action id, four numbers for each rank, then the jokers.

        Raises :class:`IndexError` for an id outside the action space.
        """
        return feature(MOVES[checked_action(action)].cards)

    def _decode_action(self, action_id):
        """The text of an action id.

        Raises :class:`IndexError` for an id outside the action space.
        """
        return TEXTS[checked_action(action_id)]

    def _get_legal_actions(self):
        """The legal actions of the player to move: ``{id: int8[54]}``."""
        return self.features()

    cdef dict features(self):
        cdef dict legal = {}
        cdef int i
        for i in range(self.legal_count):
            legal[IDS[self.legal_ids[i]]] = feature(self.legal[i].cards)
        return legal


def state_after(list hands, bottom, list moves, seat):
    """What a seat sees after these moves of a deal, as :meth:`DealState.get_state` gives it.

    ``hands`` are three packed hands, the landlord's first, with the bottom in it. Of the
    other seats' only the cards of both together and the number of each matter. The
    moves are those from the first lead on. Raises :class:`InvalidCards` for hands of more
    cards than a deck or a hand has, :class:`InvalidArgument` for a move that is not held.
    """
    cdef DealState deal = DealState.__new__(DealState)
    cdef int i
    if len(hands) != SEATS:
        raise InvalidArgument(f"there are {SEATS} hands, not {len(hands)}")
    for i in range(SEATS):
        deal.hands[i] = Hand(hands[i]).packed
        if hand_size(deal.hands[i]) > MOST_HELD:
            raise InvalidCards(
                f"hand {i} has {hand_size(deal.hands[i])} cards, not {MOST_HELD} at most")
    Hand(deal.hands[0] + deal.hands[1] + deal.hands[2])
    deal.seen = Hand(bottom).packed
    deal.replay(moves)
    return deal.state_of(whole_number("a seat", seat, 0, SEATS - 1))


def restored(kind, tuple state):
    """The environment that a copy or a pickle describes; for these, which are trusted."""
    cdef DealState made = kind.__new__(kind)
    made.restore(state)
    return made


cdef int32_t checked_action(object action) except -1:
    cdef object id = action if type(action) is int else operator.index(action)
    if not 0 <= id < len(TEXTS):
        raise IndexError(f"no action {shown(action)}: ids are 0 to {len(TEXTS) - 1}")
    return id


cdef int checked_seat(object player_id) except -1:
    cdef object seat = operator.index(player_id)
    if not 0 <= seat < SEATS:
        raise IndexError(f"no player {shown(player_id)}: players are 0 to {SEATS - 1}")
    return seat


cdef inline int lowest_slot(uint64_t cards) noexcept nogil:
    cdef int slot = 0
    while not cards & 15:
        cards >>= 4
        slot += 1
    return slot


cdef inline uint64_t spread(uint64_t cards) noexcept nogil:
    """All bits of every rank that is there."""
    cdef uint64_t ranks = (cards | cards >> 1 | cards >> 2 | cards >> 3)
    return (ranks & <uint64_t>0x0111111111111111) * 15
