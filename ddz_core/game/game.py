"""One deal from the first bid to the last card: auction, discards, play, result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, cast

from .. import refusals
from .._core.dealer import Dealer
from .._core.play_phase import PlayPhase
from .._core.public_cards import put_down
from .._core.values import PASS, Hand, Move
from ..arguments import deal_number, whole_number
from ..errors import DdzError, InvalidArgument, Reason, WrongPhase
from ..rules import WILD_RANKS, Rules
from ..table import Table, as_table
from .actions import Action, Discard, Double, Made, Open, Phase, belongs, read_action
from .alone import alone, in_use, never_made
from .auction import Auction
from .deals import Dealt
from .given import Cards, Given, given_deal
from .legal import Actions
from .observation import Observation, Public, observe, trusted
from .record import Record, checked_names, refused
from .result import Result
from .rounds import ROUNDS, Asked, schedule
from .score import EARLIER, points_of
from .start import Middle, Start

if TYPE_CHECKING:
    from typing_extensions import Self  # in typing from Python 3.11 on

_CORE = frozenset(
    ("table", "deal", "start", "_lock", "_dealer", "_dealt", "_auctions", "_said", "_play")
)
"""The attributes that follow from table, deal number and actions; a copy makes its own."""


class Game:
    """A deal of that number at a table, a :class:`Table` or the name of a preset.

    Actions are pushed one after the other and can all be taken back. They are values
    (:class:`Bid`, :class:`Discard`, :class:`Move`, ``PASS``, …) or their texts; in the play
    phase cards alone stand for the reading that may be played. Two games are equal
    where table, deal number and actions are.

    A game is used by one thread at a time: a second one that comes in between is refused by
    a :class:`RuntimeError` and changes nothing. It may ask for ``phase``, ``turn``,
    ``landlord`` and ``stake``, and is told what was so before or after. A copy may go to
    another thread.

    >>> game = Game("standard", deal=1)
    >>> game.phase, game.turn, [str(action) for action in game.legal_actions()]
    ('auction', 2, ['bid:1', 'bid:2', 'bid:3', 'pass'])
    >>> game.push("bid:3")
    >>> game.push("JJJ6")
    Traceback (most recent call last):
    ddz_core.errors.IllegalPlay: 6JJJ is not all in the hand
    >>> game.push("JJJ3")
    >>> game.push("pass")
    >>> str(game.pop()), game.turn
    ('pass', 0)
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    table: Table = never_made()
    deal: int | None = never_made()
    """The deal number; ``None`` of cards that were given."""
    start: Start | None = never_made()
    """The cards that were given; ``None`` with a deal number."""
    undos: int = never_made()
    hints_taken: int = never_made()
    _lock: Any = never_made()
    _dealt: list[Dealt] = never_made()
    _auctions: list[Auction] = never_made()
    _said: list[Action] = never_made()
    _play: PlayPhase | None = never_made()

    def __init__(self, table: Table | str, deal: int) -> None:
        self.undos = 0
        self.hints_taken = 0
        self._begin(as_table(table), deal_number(deal))

    def _begin(self, table: Table, begins: int | Start) -> None:
        self.table = table
        self.deal = None
        self.start = None
        self._lock = RLock()
        if isinstance(begins, Start):
            self.start = begins
        else:
            self.deal = begins
            self._dealer = Dealer(begins, table.players, table.short_deck, table.rules)
        # What was dealt, once for each deal so far; pop leaves what it deals again.
        self._dealt = []
        self._auctions = []
        # What was said between the auction and the first lead, as _schedule asks for it.
        self._said = []
        self._play = None
        self._start_auction()

    @classmethod
    def from_hands(
        cls,
        table: Table | str,
        hands: Sequence[Cards],
        bottom: Cards = "",
        first_bidder: int = 0,
        *,
        shown: Cards = "",
        wild: str | None = None,
        actions: Iterable[Given] | str = (),
        landlord: int | None = None,
        stake: int = 1,
        said: Iterable[Action | str] | None = None,
        turn: int | None = None,
        last: Given | None = None,
        passes: int = 0,
        leader: int | None = None,
        plays: Iterable[Given] | str = (),
        doubled: int = 0,
        gone: Cards | None = None,
        kept: Cards | None = None,
    ) -> Self:
        """A game of cards that somebody gives, one hand for each seat; it has no deal number.

        **From the auction on** ``hands`` are those that were dealt, and ``actions`` what has been
        done since: values or texts, or one text with blanks between them. The first card of
        the bottom is the one that is shown before the auction, unless ``shown`` names it. If all
        pass, the deal is over.

        **In the middle**, if ``landlord`` is given, ``hands`` are those that are held now.
        Whose turn it is, the play to beat and the passes since then are ``turn`` (the
        landlord's, if none is given), ``last`` and ``passes``; or ``plays`` are the plays and
        passes of the present trick and, as far as they are known, of those before, the first
        of them that of ``leader``. ``said`` is what was said between the auction and the first
        lead: as little as may be, if it is not given. ``doubled`` is how often bombs and
        rockets have doubled the points before ``plays``. ``gone`` are the cards of plays before
        these, and ``kept`` the bottom cards that the landlord had not played then: if they
        are not given, three and four players have put down all cards that nobody holds, two
        only the bottom cards that the landlord has not, and he has kept those that he has.
        Springs count only if nobody has played before ``plays``. ``wild`` is the rank that
        was drawn, at tables that draw one.

        Raises :class:`InvalidCards` and :class:`InvalidArgument` for what does not fit
        together.

        >>> game = Game.from_hands("standard", ["33TB", "556", "77"], landlord=0, turn=1, last="44")
        >>> [str(action) for action in game.legal_actions], str(game.hands[0])
        (['55:pair:1:5', 'pass'], '33TB')
        """
        table = as_table(table)
        start, made = given_deal(
            table,
            hands,
            bottom,
            first_bidder,
            shown,
            wild,
            actions,
            landlord,
            stake,
            said,
            turn,
            last,
            passes,
            leader,
            plays,
            doubled,
            gone,
            kept,
        )
        return cls.from_start(table, start)._after(made, by_turns=landlord is not None)

    def _after(self, actions: Iterable[Given], by_turns: bool = False) -> Self:
        """This game after these actions; with ``by_turns`` automatic passes are among them.

        Raises :class:`InvalidArgument`, naming the first that is refused."""
        for number, action in enumerate(actions, 1):
            if by_turns and self._play is not None and self._play.made >= number:
                if str(action).strip().lower() != str(PASS):
                    raise InvalidArgument(
                        f"action {number}, {action}, is refused: the seat is passed over, since it"
                        " cannot beat the last play"
                    )
                continue
            try:
                self.push(action)
            except DdzError as refusal:
                raise InvalidArgument(
                    f"action {number}, {action}, is refused: {refusal}"
                ) from refusal
        return self

    @classmethod
    def from_start(cls, table: Table | str, start: Start) -> Self:
        """A game that begins with given cards: what :class:`ddz_core.Position` makes."""
        game = cls.__new__(cls)
        game.undos = game.hints_taken = 0
        game._begin(as_table(table), start)
        return game

    def anew(self) -> Game:
        """A game of the same cards in which nothing has been done."""
        begins = self._begins
        if isinstance(begins, Start):
            return Game.from_start(self.table, begins)
        return Game(self.table, begins)

    @property
    def _begins(self) -> int | Start:
        """The deal number, or the cards that were given."""
        if self.start is not None:
            return self.start
        assert self.deal is not None
        return self.deal

    @property
    def _middle(self) -> Middle | None:
        """The lead with which it begins, if that is not the first."""
        return None if self.start is None else self.start.middle

    @property
    def _most_new_deals(self) -> int | None:
        """Given cards are not dealt again."""
        return self.table.new_deals if self.start is None else 0

    @property
    def _now(self) -> Dealt:
        """The cards of the present deal as they were dealt."""
        return self._dealt[len(self._auctions) - 1]

    # ------------------------------------------------------ what is the case

    @property
    def phase(self) -> Phase:
        """``"auction"``, ``"discard"``, ``"open"``, ``"doubling"``, ``"play"`` or ``"over"``: of
        the second to the fourth those that the table has."""
        play = self._play
        if play is not None:
            return "over" if play.is_over else "play"
        auction = self._auctions[-1]
        if not auction.is_over:
            return "auction"
        if self._is_between_phases(auction):
            raise RuntimeError("another thread is using this Game")
        return "over" if auction.all_passed else self._asked.phase

    def _is_between_phases(self, auction: Auction) -> bool:
        """Whether an auction is over, and the thread that ended it has not gone on yet."""
        if auction.all_passed:
            most = self._most_new_deals
            return most is None or len(self._auctions) <= most
        return len(self._said) == len(self._schedule)

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def turn(self) -> int | None:
        """The seat that is to act; ``None`` once the deal is over."""
        play = self._play
        if play is not None:
            return None if play.is_over else play.turn
        auction = self._auctions[-1]
        if not auction.is_over:
            return auction.turn
        if self.phase == "over":
            return None
        return self._asked.seat

    @property
    def landlord(self) -> int | None:
        """The landlord's seat, once the auction is over."""
        auction = self._auctions[-1]
        return auction.landlord if auction.is_over else None

    @property
    def stake(self) -> int:
        """The highest bid so far, 0 where there is none; 1 without an auction."""
        return self._auctions[-1].stake

    @property
    def bottom(self) -> Hand:
        """The bottom cards, whether or not they have been shown."""
        return self._now.bottom

    @property
    def wild(self) -> str | None:
        """The rank that is wild in this deal, whether or not it has been shown."""
        return self._now.wild

    @property
    def rules(self) -> Rules:
        """The rules of this deal: those of the table, with the wild rank that was drawn."""
        return self.table.rules_with(self._now.wild)

    @property
    @alone
    def hands(self) -> tuple[Hand, ...]:
        """What each seat holds: for whoever runs the game, not for players."""
        return self._hands()

    def _hands(self) -> tuple[Hand, ...]:
        if self._play is not None:
            return self._play.hands
        hands = list(self._now.hands)
        landlord = self.landlord
        if landlord is not None:
            hands[landlord] = hands[landlord] + self.bottom
            for seat, action, _ in self._made():
                if isinstance(action, Discard):
                    hands[seat] = hands[seat] - action.cards
        return tuple(hands)

    @property
    @alone
    def actions(self) -> list[Action]:
        """Every decision so far, over all deals; automatic passes are none."""
        found = [call.action for auction in self._auctions for call in auction.calls]
        if self._middle is None:
            found += self._said
        if self._play is not None:
            found += [action for _, action, skipped in self._play.made_actions if not skipped]
        return found

    @alone
    def texts(self) -> list[str]:
        """The same as texts, each as short as it can be: those of a record."""
        return self._texts()

    @property
    def dealt(self) -> Dealt:
        """What this deal began with: for whoever runs the game, not for players."""
        return self._now

    @property
    @alone
    def result(self) -> Result | None:
        """What the deal came to, once it is over."""
        return self._outcome()

    def _outcome(self) -> Result | None:
        if not self.is_over:
            return None
        if self._play is None:
            return self._result(None, None, 1, ())
        play, out = self._play, self._play.winner
        earlier = () if self._middle is None else (EARLIER,) * self._middle.doubled
        doublings = earlier + tuple(play.doublings)
        return self._result(play.landlord, out, self._multiplier(), doublings)

    def _multiplier(self) -> int:
        """So far; an open hand is what it starts at."""
        started = self.table.open_hand if Open() in self._said else 1
        return started * (self._play.multiplier if self._play else 1)

    @property
    def _new_deals(self) -> int:
        """How often all have passed before this deal."""
        return len(self._auctions) - 1 + (self.start.new_deals if self.start else 0)

    def _factors(self) -> tuple[int, ...]:
        """What each seat has said in the doubling round; 1 where it has said nothing."""
        factors = [1] * self.table.players
        for seat, action, _ in self._made():
            if isinstance(action, Double):
                factors[seat] = action.factor
        return tuple(factors)

    def _result(
        self,
        landlord: int | None,
        out: int | None,
        multiplier: int,
        doublings: tuple[str, ...],
    ) -> Result:
        score = self.table.base * self.stake * multiplier
        factors = self._factors()
        return Result(
            deal=self.deal,
            landlord=landlord,
            out=out,
            winner=None if out is None else "landlord" if out == landlord else "peasants",
            base=self.table.base,
            stake=self.stake,
            multiplier=multiplier,
            doublings=doublings,
            points=points_of(score, factors, landlord, out),
            hands=self._hands(),
            bottom=self.bottom,
            new_deals=self._new_deals,
            undos=self.undos,
            hints=self.hints_taken,
            open_hand=self.table.open_hand if Open() in self._said else 0,
            factors=factors,
            wild=None if landlord is None else self._now.wild,
        )

    # ------------------------------------------------------ what players see

    @property
    @alone
    def public(self) -> Public:
        """What everybody at the table knows."""
        return self._public()

    def _public(self) -> Public:
        auction, play, landlord = self._auctions[-1], self._play, self.landlord
        shown = self._now.shown if self.table.show_card else Hand()
        hidden, kept = self._hidden()
        made = self._made()
        return trusted(
            Public(
                table=self.table,
                phase=self.phase,
                turn=self.turn,
                first_bidder=auction.first,
                new_deals=self._new_deals,
                bids=tuple(auction.calls),
                shown=shown,
                bottom=None if landlord is None else self.bottom,
                landlord=landlord,
                stake=auction.stake,
                discards=tuple(each for each in made if isinstance(each.action, Discard)),
                plays=tuple(map(Made._make, play.made_actions)) if play else (),
                sizes=tuple(map(len, self._hands())),
                last=play.last if play else None,
                last_seat=play.last_seat if play else None,
                multiplier=self._multiplier(),
                hidden=hidden,
                kept=kept,
                leader=self._middle.leader if self._middle else None,
                wild=self.table.rules.wild if landlord is None else self.rules.wild,
                opening=tuple(
                    each for each in made if each.action == PASS or each.action == Open()
                ),
                doubles=tuple(each for each in made if isinstance(each.action, Double)),
            )
        )

    @property
    def score(self) -> str:
        """How the points of each peasant come about, as they stand: ``public.score``."""
        return self.public.score

    def _hidden(self) -> tuple[Hand, Hand]:
        """The cards that nobody has shown, and the bottom cards that the landlord keeps."""
        if self._play is not None:
            return self._play.hidden, self._play.kept
        deck = Hand(self.table.deck, decks=self.table.rules.decks)
        landlord = self.landlord
        if landlord is None:
            shown = self._now.shown
            return (deck - shown if self.table.show_card else deck), Hand()
        hidden, kept = deck - self.bottom, self.bottom
        for seat, action, _ in self._made():
            if isinstance(action, Discard):
                hidden, kept = put_down(hidden, kept, action.cards, seat == landlord)
            elif action == Open():
                # From now on everybody knows all that the landlord holds.
                hand = self._hands()[landlord]
                hidden, kept = hidden - (hand - kept), hand
        return hidden, kept

    @alone
    def observation(self, seat: int) -> Observation:
        """What a seat sees. Raises :class:`InvalidArgument` where there is none such.

        >>> seen = Game("bga", deal=1).observation(0)
        >>> str(seen.hand), str(seen.shown), seen.bottom, len(seen.unseen)
        ('3356699TJQQKKA2BR', '2', None, 36)
        """
        seat = self._seat(seat)
        return observe(self._public(), seat, self._hands()[seat])

    # --------------------------------------------------------- what may be done

    @property
    @alone
    def legal_actions(self) -> Actions:
        """Exactly the actions that :meth:`push` accepts now, in a fixed order: a tuple.

        ``legal_actions()`` is the same as a new list.
        """
        if self._play is not None:
            return Actions(self._play.legal())
        phase = self.phase
        if phase == "auction":
            return Actions(self._auctions[-1].legal())
        if phase == "over":
            return Actions()
        seat = self._asked.seat
        return Actions(ROUNDS[phase].legal(self.table, self._hands()[seat], seat == self.landlord))

    @alone
    def can(self, action: Action | Hand | str, seat: int | None = None) -> bool:
        """Whether :meth:`push` accepts the action."""
        return self.why_not(action, seat) is None

    @alone
    def why_not(self, action: Action | Hand | str, seat: int | None = None) -> DdzError | None:
        """The error with which :meth:`push` refuses the action, or ``None``.

        Its ``reason`` is a code, and its message tells no hand. Yet what may be played tells
        of the hand of whoever is to act: what a player asks is asked with his ``seat``.
        """
        try:
            self._accepted(action, seat)
        except DdzError as refusal:
            return refusal
        return None

    @alone
    def read(self, action: Action | Hand | str, seat: int | None = None) -> Action:
        """The action that :meth:`push` would make: of cards alone the reading that is meant.

        Changes nothing, and raises what :meth:`push` raises.

        >>> game = Game("standard", deal=1)
        >>> game.push("bid:3")
        >>> str(game.read("jjj3"))
        '3JJJ:trio_solo:1:J'
        """
        return self._accepted(action, seat)

    @alone
    def push(self, action: Action | Hand | str, seat: int | None = None) -> None:
        """Make an action, for ``seat`` where that is given, else for whose turn it is.

        A :class:`Hand` stands for its cards alone. A refused action changes nothing. Raises
        :class:`WrongPhase` for an action of another phase, and :class:`IllegalBid`,
        :class:`IllegalDiscard` or :class:`IllegalPlay` for one that is not allowed, out of
        turn too.
        """
        self.push_unchecked(self._accepted(action, seat))

    def push_unchecked(self, action: Action) -> None:
        """Make an action that is known to be legal.

        Nothing is checked: after an illegal action the game is in no state at all.
        """
        # What ``alone`` does, written out: this is called more often than all else.
        if not self._lock.acquire(False):
            raise in_use(self)
        try:
            if self._play is not None:
                self._play.push(cast(Move, action))
            elif not self._auctions[-1].is_over:
                self._auctions[-1].push(action)
                self._go_on()
            else:
                self._said.append(action)
                if len(self._said) == len(self._schedule):
                    self._start_play()
        finally:
            self._lock.release()

    @alone
    def pop(self) -> Action:
        """Take the last action back and return it, with the automatic passes after it.

        Goes back through all phases and over new deals. Raises :class:`WrongPhase`
        where nothing has been done.
        """
        if self._play is not None and self._play.made:
            return self._play.pop()
        if self._middle is not None or not (self._said or self._auctions[0].calls):
            raise WrongPhase(
                "there is nothing to take back: the deal has just begun",
                reason=Reason.NOTHING_TO_TAKE_BACK,
            )
        self._play = None
        if self._said:
            return self._said.pop()
        if not self._auctions[-1].calls:
            self._auctions.pop()
        return self._auctions[-1].pop()

    @alone
    def undo(self, seat: int) -> int:
        """Take back everything from the last decision of a seat on, as players may.

        Returns the number of actions taken back, and counts one undo for the
        result. Raises :class:`WrongPhase` where the seat has decided nothing.

        >>> game = Game("standard", deal=1)
        >>> game.push("bid:1"), game.push("pass"), game.undo(2), game.turn, game.undos
        (None, None, 2, 2, 1)
        """
        taken: list[Action] = []
        self._seat(seat)
        while not taken or self.turn != seat:
            if not self.actions:
                for action in reversed(taken):
                    self.push_unchecked(action)
                raise WrongPhase(
                    f"seat {seat} has decided nothing that it could take back",
                    reason=Reason.NOTHING_TO_TAKE_BACK,
                )
            taken.append(self.pop())
        self.undos += 1
        return len(taken)

    @alone
    def count_hint(self) -> None:
        """Count one more hint for the result; :func:`ddz_core.hints` gives the hints.

        Raises :class:`WrongPhase` once the deal is over.

        >>> game = Game("standard", deal=11)
        >>> game.count_hint(), game.hints_taken
        (None, 1)
        """
        if self.turn is None:
            raise WrongPhase(
                "there is nothing to hint at: the deal is over", reason=Reason.DEAL_OVER
            )
        self.hints_taken += 1

    # -------------------------------------------------------------- records

    @alone
    def record(self, players: Iterable[str] = ()) -> str:
        """One line that says everything: table, deal number, actions (docs/table.md).

        ``players`` are names, one for each seat, to stand in the record; the game does not
        know them. Raises :class:`InvalidArgument` for what is no name.

        >>> Game("standard", deal=1).record()
        'ddz1 standard deal:1 unfinished:auction check:...'
        """
        return Record(
            self.table,
            self._begins,
            self._texts(),
            self._ending(),
            checked_names(players, self.table.players),
            self.undos,
            self.hints_taken,
        ).text

    def _texts(self) -> list[str]:
        """The actions, each as short as it can be."""
        texts = [str(call.action) for auction in self._auctions for call in auction.calls]
        if self._middle is None:
            texts += map(str, self._said)
        if self._play is not None:
            texts += self._play.texts()
        return texts

    def _ending(self) -> str:
        result = self._outcome()
        if result is None:
            return f"unfinished:{self.phase}"
        return "points:" + ",".join(f"{points:+d}" if points else "0" for points in result.points)

    @classmethod
    def from_record(cls, text: str) -> Game:
        """The game of a record, replayed and verified.

        Raises :class:`InvalidRecord`, whose ``fault`` says what is wrong.

        >>> game = Game("standard", deal=1)
        >>> game.push("bid:3")
        >>> Game.from_record(game.record()) == game
        True
        """
        record = Record.parse(text)
        if isinstance(record.deal, Start):
            game = cls.from_start(record.table, record.deal)
        else:
            game = cls(record.table, record.deal)
        game._replay(record.actions)
        game.undos, game.hints_taken = record.undos, record.hints
        record.verify(text, game.record(record.players))
        return game

    def _replay(self, texts: list[str]) -> None:
        place = 0
        while place < len(texts):
            if self._play is not None:
                place = self._play.push_texts(texts, place)
                if place == len(texts):
                    break
            try:
                Game.push(self, texts[place])
            except ValueError as refusal:
                raise refused(place + 1, texts[place], refusal) from refusal
            place += 1

    # ------------------------------------------------------------ comparing

    @alone
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, others = ((g.table, g.deal, g.start, g.actions) for g in (self, other))
        return mine == others

    @alone
    def __getstate__(self) -> tuple[Table, int | Start, list[str], dict[str, Any]]:
        """Copies and pickles are made from the actions, and from what a subclass has added."""
        own = {name: value for name, value in _attributes(self) if name not in _CORE}
        return self.table, self._begins, self._texts(), own

    def __setstate__(self, state: tuple[Table, int | Start, list[str], dict[str, Any]]) -> None:
        table, deal, texts, own = state
        self._begin(table, deal)
        self._replay(texts)
        for name, value in own.items():
            setattr(self, name, value)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        memo[id(self.table)] = self.table  # a value, which need not be copied
        twin = memo[id(self)] = type(self).__new__(type(self))
        twin.__setstate__(deepcopy(self.__getstate__(), memo))
        return twin

    @alone
    def __repr__(self) -> str:
        deal = "given cards" if self.deal is None else f"deal:{self.deal}"
        return f"<Game {self.table} {deal}, {self.phase}, {len(self.actions)} actions>"

    def _repr_svg_(self) -> str:
        """A picture for notebooks, all hands open: that of :func:`ddz_core.svg.game`."""
        # Drawing stands above games, and is loaded when somebody looks.
        picture: str = import_module("ddz_core.svg").game(self)
        return picture

    # ------------------------------------------------------- from phase to phase

    def _start_auction(self) -> None:
        if self.start is not None:
            self._dealt = [self.start.dealt]
        elif len(self._dealt) == len(self._auctions):
            cards = self._dealer.deal()
            # The draw that follows the first bidder, at a new deal too.
            wild = WILD_RANKS[self._dealer.wild_slot()] if self.table.wild else None
            self._dealt.append(Dealt(*cards, wild))
        drawn = self._dealt[len(self._auctions)].first_bidder
        agreed = self.table.first_bidder
        if self.start is not None:
            agreed = None
        auction = Auction(self.table, drawn if agreed is None else agreed)
        self._auctions.append(auction)
        if (middle := self._middle) is not None:
            auction.settle(middle.landlord, middle.stake)
            self._said = list(middle.said)
            self._start_play()
        elif auction.is_over:  # the table has none
            self._go_on()

    def _go_on(self) -> None:
        """What comes after an auction that is over."""
        if not self._auctions[-1].is_over:
            return
        if not self._auctions[-1].all_passed:
            if not self._schedule:
                self._start_play()
        elif self._most_new_deals is None or len(self._auctions) <= self._most_new_deals:
            self._start_auction()

    def _start_play(self) -> None:
        landlord = self.landlord
        assert landlord is not None
        middle = self._middle
        is_whole = self.start is None or self.start.is_whole(self.table)
        if middle is None:
            hidden, kept = self._hidden()
            hands = self._hands()
        else:
            hands = self._now.hands
            kept = hands[landlord] if Open() in self._said else middle.kept
            hidden = Hand(self.table.deck, decks=self.table.rules.decks) - middle.laid - kept
        self._play = PlayPhase(
            self.rules,
            hands,
            landlord,
            hidden,
            kept,
            self.table.skip,
            None if is_whole or middle is None else middle.leader,
            0 if is_whole or middle is None else middle.doubled,
        )

    @property
    def _schedule(self) -> tuple[Asked, ...]:
        """Who is asked what between the auction, which is over, and the first lead."""
        landlord = self._auctions[-1].landlord
        assert landlord is not None
        return schedule(self.table, landlord)

    @property
    def _asked(self) -> Asked:
        """Who is to speak between the auction and the first lead."""
        return self._schedule[len(self._said)]

    def _made(self) -> list[Made]:
        """What was said between the auction and the first lead, with the seats."""
        if not self._said:
            return []
        return [
            Made(asked.seat, action)
            for asked, action in zip(self._schedule, self._said, strict=False)
        ]

    # -------------------------------------------------------------- refusals

    def _accepted(self, action: Action | Hand | str, seat: int | None) -> Action:
        """The action as a value, or its refusal is raised."""
        value = read_action(action)
        phase, turn = self.phase, self.turn
        fits = phase == "play" if isinstance(value, Hand) else belongs(value, phase)
        if turn is None or not fits:
            raise refusals.wrong_phase(str(value), phase, turn)
        # Before anything is asked of the hand of whoever is to act.
        if seat is not None and self._seat(seat) != turn:
            raise refusals.out_of_turn(phase, seat, turn)
        refusal: DdzError | None
        if self._play is not None:
            if isinstance(value, Hand):
                value = self._play.read(str(value))
            refusal = self._play.why_not(cast(Move, value))
        elif phase == "auction":
            refusal = self._auctions[-1].why_not(cast(Action, value))
        else:
            refusal = ROUNDS[phase].why_not(
                cast(Action, value), self.table, self._hands()[turn], turn == self.landlord
            )
        if refusal is not None:
            raise refusal
        return cast(Action, value)

    def _seat(self, seat: int) -> int:
        return whole_number("a seat", seat, 0, self.table.players - 1)


def _attributes(of: object) -> Iterator[tuple[str, Any]]:
    """All attributes of an object, those of slots too."""
    yield from vars(of).items()
    for each in type(of).__mro__:
        slots = each.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name.startswith("__") and not name.endswith("__"):
                name = f"_{each.__name__.lstrip('_')}{name}"
            if name not in ("__dict__", "__weakref__") and hasattr(of, name):
                yield name, getattr(of, name)
