"""The game under the DouZero adapter: the state of a deal in its play phase."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

import numpy as np

from cards.hands cimport contains, hand_size
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.douzero_arrays cimport SEATS, SHOWN, View, observation
from ddz_core._core.douzero_cards cimport card_list, packed, slot_of
from ddz_core._core.loader cimport kernels
from ddz_core.kernels cimport JOKERS, MOST_PLAYS, Move as CMove, PASS, SLACK, TRIO_CHAIN_SOLO

from ddz_core._core.douzero_arrays import MOST_HELD, POSITIONS
from ddz_core._core.douzero_cards import CARDS
from ddz_core.arguments import shown, whole_number
from ddz_core.errors import IllegalPlay, InvalidArgument, InvalidCards, Reason, WrongPhase

DECK = np.array([card for card in CARDS for _ in range(1 if card >= 20 else 4)])

cdef enum:
    MAX_STEPS = 160         # 54 plays of one card, two passes after each but the last

cdef CompiledRules RULES = compiled("douzero")
cdef int SLOT_OF_CARD[31]
cdef int slot_
for slot_ in range(15):
    SLOT_OF_CARD[CARDS[slot_]] = slot_


class IllegalAction(IllegalPlay, AssertionError):
    """An action that is not among the legal ones; DouZero fails an assertion there."""


cdef class DealState:
    """A deal in its play phase. Seats: the landlord, landlord_down, landlord_up.

    ``strict`` is None, or a function that lists the legal actions of a hand after a
    move, both lists of numbers, in place of the core's own.
    """

    cdef uint64_t hands[SEATS]
    cdef uint64_t played[SEATS]
    cdef uint64_t line[MAX_STEPS]       # the cards of each step
    cdef uint64_t bottom                # but for what the landlord has played
    cdef CMove last                     # the play on the table
    cdef int last_seat
    cdef int steps
    cdef int bombs
    cdef int winner                     # -1 while the deal goes on, -2 before it
    cdef object strict
    cdef list lists                     # the action of each step
    cdef list legal
    cdef uint64_t *legal_cards
    cdef CMove *legal_moves
    cdef int64_t legal_count
    cdef int64_t room
    cdef int factor                     # how bombs count in the reward

    def __cinit__(self, *args, **kwargs):
        self.legal_cards = NULL
        self.legal_moves = <CMove *>PyMem_Malloc((MOST_PLAYS + SLACK) * sizeof(CMove))
        self.room = 0
        self.winner = -2
        self.lists = []
        self.legal = []
        self.make_room(MOST_PLAYS + 1)
        if self.legal_moves == NULL:
            raise MemoryError("no memory for the legal moves")

    def __dealloc__(self):
        PyMem_Free(self.legal_cards)
        PyMem_Free(self.legal_moves)

    def __init__(self, strict=None):
        self.strict = strict

    def __reduce__(self):
        """Copies and pickles hold the deal as it stands."""
        dealt = [card_list(self.hands[seat] + self.played[seat]) for seat in range(SEATS)]
        state = (self.strict, self.factor, self.winner != -2, dealt, self.lists,
                 card_list(self.bottom))
        return restored, (type(self), state), getattr(self, "__dict__", None)

    cdef int restore(self, tuple state) except -1:
        cdef int seat
        self.strict, self.factor, begun, dealt, actions, bottom = state
        if begun:
            for seat in range(SEATS):
                self.hands[seat] = packed(dealt[seat], POSITIONS[seat])
            self.begin()
            for action in actions:
                self.play(action)
        self.bottom = packed(bottom, "bottom")
        return 0

    cdef int make_room(self, int64_t n) except -1:
        cdef void *moved
        if n > self.room:
            moved = PyMem_Realloc(self.legal_cards, n * sizeof(uint64_t))
            if moved == NULL:
                raise MemoryError(f"no memory for {n} actions")
            self.legal_cards = <uint64_t *>moved
            self.room = n
        return 0

    def start(self, landlord, landlord_down, landlord_up, bottom):
        """Begins a deal from the cards of each, lists of numbers.

        The landlord has 20 cards, the three of the bottom among them, and the others 17. A
        position later in a deal has fewer, and those of the bottom that are not played. Raises
        :class:`InvalidCards` for other numbers of cards, for cards that there are not, for
        more of them than a deck has, and for a bottom that the landlord does not hold.
        """
        cdef uint64_t hands[SEATS]
        cdef uint64_t shown_cards = packed(bottom, "three_landlord_cards")
        cdef uint64_t total = 0
        cdef int seat, slot, size
        for seat, cards in enumerate((landlord, landlord_down, landlord_up)):
            hands[seat] = packed(cards, POSITIONS[seat])
            size = hand_size(hands[seat])
            if not 0 < size <= MOST_HELD[seat]:
                raise InvalidCards(
                    f"{POSITIONS[seat]} must hold 1 to {MOST_HELD[seat]} cards, not {size}")
            total += hands[seat]
        for slot in range(15):
            if total >> 4 * slot & 15 > (4 if slot < 13 else 1):
                raise InvalidCards(
                    f"the three hands hold {total >> 4 * slot & 15} times {CARDS[slot]}")
        size = hand_size(shown_cards)
        if size > 3 or (size < 3 and hand_size(hands[0]) == MOST_HELD[0]):
            raise InvalidCards(f"three_landlord_cards are three cards, not {size}: {card_list(shown_cards)}")
        if not contains(hands[0], shown_cards):
            raise InvalidCards(
                f"three_landlord_cards {card_list(shown_cards)} are not all in the landlord's hand")
        memcpy(self.hands, hands, sizeof(self.hands))
        self.bottom = shown_cards
        self.begin()

    cdef int begin(self) except -1:
        memset(self.played, 0, sizeof(self.played))
        memset(&self.last, 0, sizeof(CMove))
        self.last_seat = 0
        self.steps = 0
        self.bombs = 0
        self.winner = -1
        self.lists = []
        return self.list_legal()

    cdef int deal(self) except -1:
        """Deals the way DouZero does, with NumPy's global generator."""
        cdef object deck = DECK.copy()
        cdef const int64_t[::1] cards
        cdef int i
        cdef uint64_t one
        np.random.shuffle(deck)
        cards = deck.astype(np.int64, copy=False)
        memset(self.hands, 0, sizeof(self.hands))
        self.bottom = 0
        for i in range(54):
            one = <uint64_t>1 << 4 * SLOT_OF_CARD[cards[i]]
            # The landlord's twenty, then landlord_up's, then landlord_down's.
            self.hands[0 if i < 20 else 2 if i < 37 else 1] += one
            if 17 <= i < 20:
                self.bottom += one
        return self.begin()

    # --------------------------------------------------------- legal actions

    cdef int list_legal(self) except -1:
        if self.strict is not None:
            return self.list_strict()
        cdef int seat = self.steps % SEATS
        cdef bint leads = self.last.kind == PASS
        cdef int64_t n = kernels.generate(
            &RULES.c, self.hands[seat], NULL if leads else &self.last, self.legal_moves)
        cdef int64_t i
        cdef int64_t to = 0
        cdef const CMove *move
        self.legal = []
        for i in range(n):
            move = &self.legal_moves[i]
            if leads and move.kind == TRIO_CHAIN_SOLO and is_trio_chain(move.cards):
                # The same cards are a longer chain without kickers, listed before.
                continue
            self.legal_moves[to] = move[0]
            self.legal_cards[to] = move.cards
            self.legal.append(card_list(move.cards))
            to += 1
        if not leads:
            memset(&self.legal_moves[to], 0, sizeof(CMove))
            self.legal_cards[to] = 0
            self.legal.append([])
            to += 1
        self.legal_count = to
        return 0

    cdef int list_strict(self) except -1:
        cdef int64_t i
        self.legal = self.strict(card_list(self.hands[self.steps % SEATS]), self.last_move())
        self.legal_count = len(self.legal)
        self.make_room(self.legal_count)
        for i in range(self.legal_count):
            self.legal_cards[i] = packed(self.legal[i], "a legal action")
        return 0

    cdef int64_t place_of(self, object action) except -1:
        """Where the action stands among the legal ones."""
        cdef uint64_t cards = 0
        cdef int64_t i
        cdef int slot
        cdef bint too_many = False
        try:
            each = iter(action)
        except TypeError:
            raise InvalidArgument(
                f"an action is a list of cards, not {shown(action)}") from None
        for card in each:
            slot = slot_of(card, "an action")
            too_many = cards >> 4 * slot & 15 == 15
            if too_many:
                break
            cards += <uint64_t>1 << 4 * slot
        if not too_many:
            for i in range(self.legal_count):
                if self.legal_cards[i] == cards:
                    return i
        raise IllegalAction(
            Reason.NO_COMBINATION,
            f"{shown(action)} is not among the {self.legal_count} legal actions")

    # ------------------------------------------------------------ the course

    def play(self, action):
        """Takes an action of the seat to move, a list of numbers.

        Raises :class:`IllegalAction` where it is not legal, :class:`WrongPhase` where
        no deal is being played; nothing changes then.
        """
        cdef int seat = self.steps % SEATS
        cdef int64_t i
        cdef uint64_t cards
        if self.winner != -1 or self.steps == MAX_STEPS:
            raise WrongPhase("no deal is being played: start one first")
        i = self.place_of(action)
        cards = self.legal_cards[i]
        self.lists.append(card_list(cards))
        self.line[self.steps] = cards
        self.steps += 1
        if cards:
            self.last_seat = seat
            self.bombs += is_bomb(cards)
            self.hands[seat] -= cards
            self.played[seat] += cards
            if seat == 0:
                self.bottom = without(self.bottom, cards)
            if self.strict is None:
                self.last = self.legal_moves[i]
        elif self.steps >= 2 and self.line[self.steps - 2] == 0:
            memset(&self.last, 0, sizeof(CMove))
        if self.hands[seat] == 0:
            self.winner = seat
            self.legal = []
            self.legal_count = 0
        else:
            self.list_legal()

    def reset(self):
        """Deals anew with NumPy's global generator; what the landlord sees."""
        self.deal()
        return self.observe()

    def step(self, action):
        """Takes an action: ``(obs, reward, done, {})``, as DouZero's ``Env`` gives them.

        ``obs`` is None and ``reward`` the landlord's at the end, else the reward is 0.
        """
        self.play(action)
        if self.winner < 0:
            return self.observe(), 0.0, False, {}
        return None, self.reward(), True, {}

    cdef double reward(self):
        cdef double points = 1.0
        if self.factor == 1:
            points = <double>(<int64_t>1 << self.bombs)
        elif self.factor == 2:
            points = self.bombs + 1.0
        return points if self.winner == 0 else -points

    def count_bombs(self, objective):
        """How bombs count in the reward: ``wp`` not at all, ``adp`` doubling it, ``logadp``
        one more each."""
        objectives = ("wp", "adp", "logadp")
        if not isinstance(objective, str) or objective not in objectives:
            raise InvalidArgument(f"no objective {shown(objective)}: they are {', '.join(objectives)}")
        self.factor = objectives.index(objective)

    # ------------------------------------------------------------- questions

    def observe(self):
        """What the seat to move sees; see :func:`get_obs`."""
        cdef View v
        cdef int seat = self.steps % SEATS
        cdef int i
        memset(&v, 0, sizeof(View))
        v.seat = seat
        v.bombs = self.bombs
        v.hand = self.hands[seat]
        v.others = self.hands[0] + self.hands[1] + self.hands[2] - self.hands[seat]
        v.last = self.last_cards()
        for i in range(SEATS):
            v.played[i] = self.played[i]
            v.left[i] = hand_size(self.hands[i])
        for i in range(max(0, self.steps - SEATS), self.steps):
            v.latest[i % SEATS] = self.line[i]
        for i in range(max(0, self.steps - SHOWN), self.steps):
            v.shown[SHOWN - self.steps + i] = self.line[i]
        return observation(&v, self.legal_cards, self.legal_count, self.legal)

    cdef uint64_t last_cards(self) noexcept:
        """The cards to beat; none when leading."""
        cdef uint64_t cards
        if self.steps == 0:
            return 0
        cards = self.line[self.steps - 1]
        return self.line[self.steps - 2] if cards == 0 and self.steps > 1 else cards

    cpdef list last_move(self):
        """The move to beat; empty when leading."""
        return card_list(self.last_cards())

    def hand(self, seat):
        """The cards of a seat (0 to 2), weakest first."""
        return card_list(self.hands[<int>whole_number("a seat", seat, 0, SEATS - 1)])

    @property
    def three_landlord_cards(self):
        """The bottom cards that the landlord has not played."""
        return card_list(self.bottom)

    @property
    def actions(self):
        """The actions so far, each a list of its own."""
        return [list(action) for action in self.lists]

    @property
    def legal_actions(self):
        """The legal actions of the seat to move; the pass last."""
        return self.legal

    @property
    def seat(self):
        """The seat to move; at the end the one that ended the deal."""
        return self.winner if self.winner >= 0 else self.steps % SEATS

    @property
    def last_mover(self):
        """The seat that last played cards; the landlord at the beginning."""
        return self.last_seat

    @property
    def bomb_num(self):
        """Bombs and rockets played."""
        return self.bombs

    @property
    def winning_seat(self):
        """The seat that ended the deal, or None."""
        return self.winner if self.winner >= 0 else None


def restored(kind, tuple state):
    """The deal that a copy or a pickle describes; for these, which are trusted."""
    cdef DealState made = kind.__new__(kind)
    made.restore(state)
    return made


cdef inline bint is_bomb(uint64_t cards) noexcept nogil:
    """Four of a rank and nothing else, or both jokers."""
    cdef uint64_t lowest = cards & (0 - cards)
    return cards == JOKERS or (hand_size(cards) == 4 and cards == lowest)


cdef inline bint is_trio_chain(uint64_t cards) noexcept nogil:
    """Whether the cards are four neighbouring trios from 3 to A."""
    cdef uint64_t lowest = cards & (0 - cards)
    return cards == 3 * <uint64_t>0x1111 * lowest and cards < <uint64_t>1 << 48


cdef inline uint64_t without(uint64_t cards, uint64_t taken) noexcept nogil:
    """The cards less those taken that are among them."""
    cdef uint64_t left = 0
    cdef int slot
    cdef int64_t number
    for slot in range(15):
        number = <int64_t>(cards >> 4 * slot & 15) - <int64_t>(taken >> 4 * slot & 15)
        if number > 0:
            left |= <uint64_t>number << 4 * slot
    return left
