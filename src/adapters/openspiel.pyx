"""The deal under the OpenSpiel adapter: chance, auction and play, in action ids."""

import operator
from functools import lru_cache

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy, memset

import numpy as np

from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.move_ids cimport MoveIndex
from ddz_core._core.values cimport new_hand, new_move
from ddz_core.kernels cimport (
    DECK, MOST_PLAYS, Move as CMove, NOBODY, PASS as PASS_KIND, SLACK, State,
)
from play.phase cimport apply_action, points_of, start_play

from ddz_core._core.play_phase import PlayPhase
from ddz_core.adapters.action_space import ActionSpace
from ddz_core.arguments import truth, whole, whole_number
from ddz_core.errors import DdzError, InvalidArgument, WrongPhase

cdef enum:
    SEATS = 3
    CARDS = 54
    DEALT = 51              # the three cards left over are the bottom
    HIGHEST_BID = 3
    MOST_BIDS = 7           # pass, pass, 1, pass, 2, pass, 3
    MOST_ACTIONS = 160      # 54 plays of one card, two passes after each but the last
    # A play of the list may have a form with a lower body; and there is the pass.
    MOST_IDS = 2 * MOST_PLAYS + 1
    CHANCE = -1             # OpenSpiel's own marks
    TERMINAL = -4


cdef inline int slot_of(int card) noexcept nogil:
    """The slot of a card: four suits of thirteen ranks, then the jokers."""
    return card % 13 if card < 52 else card - 39


cdef int rising(const void *a, const void *b) noexcept nogil:
    return (<const int32_t *>a)[0] - (<const int32_t *>b)[0]


@cython.final
cdef class Codes:
    """What the ids of actions and of chance mean.

    ``numbering`` is that of an :class:`ActionSpace`, whose moves have the ids from
    ``first_play`` on; cards that may be read with a lower body are an action each where the
    space knows both. Chance draws one of ``first_outcomes``, and then cards. With ``rounds``
    the auction goes round until two have passed on a bid, else everybody has one turn.
    """

    cdef readonly object space          # it keeps what the pointers point to
    cdef object made_of
    cdef CompiledRules rules
    cdef MoveIndex index
    cdef const CMove *forms
    cdef const int32_t *lower
    cdef int32_t first_play
    cdef int first_outcomes
    cdef bint rounds
    cdef list numbers                   # every id, as Python's
    cdef list chances                   # for each number of cards left: a pair for each card

    def __cinit__(self, numbering, first_play, first_outcomes, rounds):
        space = ActionSpace(numbering)
        cdef const uint8_t[::1] forms = space.forms.view(np.uint8)
        cdef const int32_t[::1] lower = space.lower
        cdef int left
        self.made_of = numbering, first_play, first_outcomes, rounds
        self.space = space
        self.rules = compiled(space.rules)
        self.index = space.index
        self.forms = <const CMove *>&forms[0]
        self.lower = &lower[0]
        self.first_play = whole_number("first_play", first_play, 0, 1000)
        self.first_outcomes = whole_number("first_outcomes", first_outcomes, 1, 1000)
        self.rounds = truth("rounds", rounds)
        self.numbers = list(range(self.first_play + space.n))
        self.chances = [
            [(self.first_outcomes + card, 1.0 / left) for card in range(CARDS)] if left else []
            for left in range(CARDS + 1)]

    def __reduce__(self):
        return codes_of, self.made_of


@lru_cache
def codes_of(numbering, first_play, first_outcomes, rounds):
    """The :class:`Codes` of these arguments, made once."""
    return Codes(numbering, first_play, first_outcomes, rounds)


@cython.final
cdef class DealState:
    """One deal, from the first draw of chance to the last card."""

    cdef readonly Codes codes
    cdef int first_draw                 # -1 until chance has drawn it
    cdef uint8_t cards[DEALT]
    cdef int dealt
    cdef uint64_t left                  # a bit for every card that is not dealt
    cdef uint64_t dealt_hands[SEATS]
    cdef uint8_t calls[MOST_BIDS]
    cdef int called
    cdef int highest                    # the highest bid so far
    cdef int bidder                     # who made it, -1 if nobody
    cdef bint playing
    cdef bint over
    cdef State state                    # of the play phase
    cdef int32_t line[MOST_ACTIONS]     # the actions of the play phase
    cdef uint8_t movers[MOST_ACTIONS]
    cdef int made
    cdef int32_t legal[MOST_IDS]
    cdef int legal_count                # -1 until they are listed
    cdef object table                   # the play phase for whoever asks, as far as it has come

    def __cinit__(self, Codes codes not None):
        memset(self.dealt_hands, 0, sizeof(self.dealt_hands))
        self.codes = codes
        self.first_draw = -1
        self.dealt = 0
        self.left = (<uint64_t>1 << CARDS) - 1
        self.called = 0
        self.highest = 0
        self.bidder = -1
        self.playing = False
        self.over = False
        self.made = 0
        self.legal_count = -1
        self.table = None

    def __deepcopy__(self, memo):
        """The same deal for itself: what is copied is a block of memory."""
        cdef DealState twin = DealState.__new__(DealState, self.codes)
        twin.first_draw = self.first_draw
        memcpy(twin.cards, self.cards, sizeof(self.cards))
        twin.dealt = self.dealt
        twin.left = self.left
        memcpy(twin.dealt_hands, self.dealt_hands, sizeof(self.dealt_hands))
        memcpy(twin.calls, self.calls, sizeof(self.calls))
        twin.called = self.called
        twin.highest = self.highest
        twin.bidder = self.bidder
        twin.playing = self.playing
        twin.over = self.over
        twin.state = self.state
        memcpy(twin.line, self.line, self.made * sizeof(int32_t))
        memcpy(twin.movers, self.movers, self.made)
        twin.made = self.made
        twin.legal_count = -1
        return twin

    def __reduce__(self):
        """A pickle holds the actions."""
        cdef int base = self.codes.first_outcomes
        cdef int i
        drawn = [] if self.first_draw < 0 else [self.first_draw]
        drawn += [base + self.cards[i] for i in range(self.dealt)]
        return restored, (self.codes, drawn + self.bids + [self.line[i] for i in range(self.made)])

    # ------------------------------------------------------------- the course

    def mover(self):
        """The seat to move; -1 for chance, -4 at the end."""
        return self.who_moves()

    cdef int who_moves(self) noexcept:
        if self.dealt < DEALT:
            return CHANCE
        if self.over:
            return TERMINAL
        if self.playing:
            return self.state.turn
        return (self.first_draw + self.called) % SEATS

    def is_over(self):
        """Whether somebody has no card left, or nobody has bid."""
        return self.over

    def apply(self, action):
        """Makes an action of the seat to move, or of chance.

        Raises :class:`InvalidArgument` where it is not legal, :class:`WrongPhase` at the
        end; nothing changes then.
        """
        cdef int64_t number
        try:
            number = operator.index(action)
        except OverflowError:
            raise InvalidArgument(f"action {action} is not legal here") from None
        self.take(number)

    cdef int take(self, int64_t action) except -1:
        if self.dealt < DEALT:
            return self.draw(action)
        if self.over:
            raise WrongPhase(f"the deal is over: no action {action} can be made")
        if not self.allows(action):
            raise InvalidArgument(f"action {action} is not legal here")
        self.legal_count = -1
        if self.playing:
            self.play(<int32_t>action)
        else:
            self.bid(<int>action)
        return 0

    cdef int draw(self, int64_t outcome) except -1:
        cdef int64_t card = outcome - self.codes.first_outcomes
        if self.first_draw < 0 and 0 <= outcome < self.codes.first_outcomes:
            self.first_draw = <int>outcome
        elif self.first_draw >= 0 and 0 <= card < CARDS and self.left >> card & 1:
            self.dealt_hands[self.dealt % SEATS] += <uint64_t>1 << 4 * slot_of(<int>card)
            self.cards[self.dealt] = <uint8_t>card
            self.left ^= <uint64_t>1 << card
            self.dealt += 1
        else:
            raise InvalidArgument(f"chance cannot draw {outcome} here")
        return 0

    cdef void bid(self, int bid) noexcept:
        if bid:
            self.highest = bid
            self.bidder = (self.first_draw + self.called) % SEATS
        self.calls[self.called] = <uint8_t>bid
        self.called += 1
        if not self.auction_is_over():
            return
        if self.highest == 0:
            self.over = True
            return
        start_play(&self.state, &self.codes.rules.c, SEATS, self.bidder)
        memcpy(self.state.hands, self.dealt_hands, sizeof(self.dealt_hands))
        self.state.hands[self.bidder] += self.bottom()
        self.playing = True

    cdef bint auction_is_over(self) noexcept:
        cdef int passes = 0
        if self.highest == HIGHEST_BID:
            return True
        if not self.codes.rounds:
            return self.called == SEATS
        while passes < self.called and self.calls[self.called - 1 - passes] == 0:
            passes += 1
        return passes == (2 if self.highest else 3)

    cdef void play(self, int32_t action) noexcept:
        cdef CMove move
        if action == 0:
            memset(&move, 0, sizeof(CMove))
        else:
            # In the form that was chosen: the same cards may be played as a lower chain.
            move = self.codes.forms[action - self.codes.first_play]
        self.line[self.made] = action
        self.movers[self.made] = self.state.turn
        self.made += 1
        apply_action(&self.state, &move)
        self.over = self.state.winner != NOBODY

    # ---------------------------------------------------------- legal actions

    cdef bint allows(self, int64_t action) noexcept:
        """Whether the seat to move may make it."""
        cdef int i
        self.list_legal()
        for i in range(self.legal_count):
            if self.legal[i] == action:
                return True
        return False

    cdef void list_legal(self) noexcept:
        cdef int bid
        if self.legal_count >= 0:
            return
        if self.playing:
            self.list_plays()
            return
        self.legal[0] = 0
        self.legal_count = 1
        for bid in range(self.highest + 1, HIGHEST_BID + 1):
            self.legal[self.legal_count] = bid
            self.legal_count += 1

    cdef void list_plays(self) noexcept:
        cdef CMove found[MOST_PLAYS + SLACK]
        cdef Codes codes = self.codes
        cdef CMove *last = &self.state.last
        cdef bint leads = last.kind == PASS_KIND
        cdef int64_t plays = kernels.generate(
            &codes.rules.c, self.state.hands[self.state.turn], NULL if leads else last, found)
        cdef int32_t id, low
        cdef int64_t i
        cdef int to = 0
        cdef bint in_order = True
        if not leads:
            self.legal[0] = 0
            to = 1
        for i in range(plays):
            id = codes.index.find(&found[i])
            in_order &= to == 0 or codes.first_play + id > self.legal[to - 1]
            self.legal[to] = codes.first_play + id
            to += 1
            low = codes.lower[id]
            if low >= 0 and (leads or codes.forms[low].rank > last.rank):
                self.legal[to] = codes.first_play + low
                in_order = False
                to += 1
        if not in_order:
            qsort(self.legal, to, sizeof(int32_t), &rising)
        self.legal_count = to

    def legal_actions(self):
        """The ids of the legal actions, or of the outcomes of chance, ascending; none at the end."""
        cdef list numbers = self.codes.numbers
        cdef list found
        cdef int card, i
        if self.dealt < DEALT:
            if self.first_draw < 0:
                return list(range(self.codes.first_outcomes))
            return [
                self.codes.first_outcomes + card for card in range(CARDS) if self.left >> card & 1]
        if self.over:
            return []
        self.list_legal()
        found = [None] * self.legal_count
        for i in range(self.legal_count):
            found[i] = numbers[self.legal[i]]
        return found

    def legal_actions_of(self, seat):
        """The same for a seat: none if it is not to move."""
        if type(seat) is not int:
            seat = whole(seat)
        return self.legal_actions() if seat == self.who_moves() else []

    def chance_outcomes(self):
        """Equally likely: the first draw, then each card that is left."""
        cdef list pairs
        cdef int card
        if self.first_draw < 0:
            each = 1.0 / self.codes.first_outcomes
            return [(outcome, each) for outcome in range(self.codes.first_outcomes)]
        pairs = self.codes.chances[CARDS - self.dealt]
        return [pairs[card] for card in range(CARDS) if self.left >> card & 1]

    # --------------------------------------------------------------- questions

    def points(self):
        """What each seat wins: zeros before the end, and where nobody has bid."""
        cdef int seat
        if not self.playing:
            return [0.0] * SEATS
        return [<double>points_of(&self.state, seat, self.highest) for seat in range(SEATS)]

    @property
    def start(self):
        """The first draw, or None: who bids first, or where the card lies that is face up."""
        return None if self.first_draw < 0 else self.first_draw

    @property
    def cards_dealt(self):
        """Cards (0 to 53) in the order in which they were dealt, seat 0 first."""
        cdef int i
        return [self.cards[i] for i in range(self.dealt)]

    @property
    def cards_left(self):
        """The cards that are not dealt, ascending; in the end the bottom."""
        cdef int card
        return [card for card in range(CARDS) if self.left >> card & 1]

    @property
    def hands_dealt(self):
        """The hands as they were dealt, packed."""
        cdef int seat
        return [self.dealt_hands[seat] for seat in range(SEATS)]

    @property
    def bids(self):
        """The calls of the auction: 0 is a pass."""
        cdef int i
        return [self.calls[i] for i in range(self.called)]

    @property
    def highest_bidder(self):
        """Who has bid most so far, or None."""
        return None if self.bidder < 0 else self.bidder

    cdef uint64_t bottom(self) noexcept:
        return DECK - self.dealt_hands[0] - self.dealt_hands[1] - self.dealt_hands[2]

    @property
    def bottom_packed(self):
        """The bottom, packed; the cards that are not dealt before that."""
        return self.bottom()

    @property
    def plays(self):
        """Who has made which move in the play phase."""
        cdef int i
        return [(self.movers[i], self.move_of(self.line[i])) for i in range(self.made)]

    cdef object move_of(self, int32_t action):
        cdef CMove move
        memset(&move, 0, sizeof(CMove))
        return new_move(&self.codes.forms[action - self.codes.first_play] if action else &move)

    @property
    def phase(self):
        """The play phase, or None before it. It is made when it is asked for."""
        cdef uint64_t hands[SEATS]
        cdef int seat
        if not self.playing:
            return None
        if self.table is None:
            memcpy(hands, self.dealt_hands, sizeof(hands))
            hands[self.bidder] += self.bottom()
            bottom = new_hand(self.bottom())
            self.table = PlayPhase(
                self.codes.rules.value, [new_hand(hands[seat]) for seat in range(SEATS)],
                self.bidder, new_hand(DECK - self.bottom()), bottom, False)
        while self.table.made < self.made:
            self.table.push(self.move_of(self.line[self.table.made]))
        return self.table

    def hand(self, seat):
        """What a seat (0 to 2) holds now, packed."""
        cdef int place = whole_number("a seat", seat, 0, SEATS - 1)
        return self.state.hands[place] if self.playing else self.dealt_hands[place]


def restored(codes, list actions):
    """The deal after these actions, which are checked as all are."""
    made = DealState(codes)
    for action in actions:
        made.apply(action)
    return made


class Asked:
    """What OpenSpiel asks a state at every step, answered by its ``deal``.

    A base of the adapter's state, here because compiled methods are called with less ado.
    ``refusal`` is the error that a state raises.
    """

    def current_player(self):
        """The seat to move, or chance, or the mark of the end."""
        return (<DealState?>self.deal).who_moves()

    def is_terminal(self):
        """Whether somebody has no card left, or nobody has bid."""
        return (<DealState?>self.deal).over

    def is_chance_node(self):
        """Whether cards are still being dealt."""
        return (<DealState?>self.deal).dealt < DEALT

    def legal_actions(self, player=None):
        """The ids of the legal actions, or of the outcomes of chance, ascending."""
        # Python's callers come here at once; OpenSpiel's own code asks _legal_actions.
        if player is None:
            return (<DealState?>self.deal).legal_actions()
        return super().legal_actions(player)

    def _legal_actions(self, player):
        return (<DealState?>self.deal).legal_actions_of(player)

    def _apply_action(self, action):
        try:
            (<DealState?>self.deal).take(action)
        except DdzError as refused:
            raise self.refusal(str(refused)) from refused
