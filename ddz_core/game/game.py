"""One deal from the first bid to the last card: auction, discards, play, result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from .. import refusals
from .._core.dealer import Dealer
from .._core.play_phase import PlayPhase
from .._core.public_cards import put_down
from .._core.values import Hand, Move
from ..arguments import deal_number, whole_number
from ..errors import (
    DdzError,
    Fault,
    InvalidRecord,
    WrongPhase,
)
from ..table import Table, as_table
from . import discards
from .actions import Action, Bid, Discard, Made, Phase, belongs, parse_action
from .auction import Auction
from .deals import Dealt
from .observation import Observation, Public, observe
from .record import Record, checked_names
from .result import Result

DECK = Hand([4] * 13 + [1, 1])
SHORT_DECK = DECK - "33334444"


class Game:
    """A deal of that number at a table, a :class:`Table` or the name of a preset.

    Actions are pushed one after the other and can all be taken back. They are values
    (:class:`Bid`, :class:`Discard`, :class:`Move`, ``PASS``) or their texts; in the play
    phase cards alone stand for the reading that may be played. Two games are equal
    where table, deal number and actions are.

    >>> game = Game("standard", deal=1)
    >>> game.phase, game.turn, [str(action) for action in game.legal_actions()]
    ('auction', 2, ['bid:1', 'bid:2', 'bid:3', 'pass'])
    >>> game.push("bid:3")
    >>> game.push("JJJ6")
    Traceback (most recent call last):
    ddz_core.errors.IllegalPlay: 6JJJ is not all in the hand 3455778889TJJJQKKA22
    >>> game.push("JJJ3")
    >>> game.push("pass")
    >>> str(game.pop()), game.turn
    ('pass', 0)
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, table: Table | str, deal: int) -> None:
        self.table = as_table(table)
        self.deal = deal_number(deal)
        self.undos = 0
        self.hints_taken = 0
        self._dealer = Dealer(self.deal, self.table.players, self.table.short_deck)
        # What was dealt, once for each deal so far; pop leaves what it deals again.
        self._dealt: list[Dealt] = []
        self._auctions: list[Auction] = []
        self._discards: list[Discard] = []
        self._play: PlayPhase | None = None
        self._start_auction()

    @property
    def _now(self) -> Dealt:
        """The cards of the present deal as they were dealt."""
        return self._dealt[len(self._auctions) - 1]

    # ------------------------------------------------------ what is the case

    @property
    def phase(self) -> Phase:
        """``"auction"``, ``"discard"``, ``"play"`` or ``"over"``."""
        if self._play is not None:
            return "over" if self._play.is_over else "play"
        auction = self._auctions[-1]
        if not auction.is_over:
            return "auction"
        return "over" if auction.all_passed else "discard"

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def turn(self) -> int | None:
        """The seat that is to act; ``None`` once the deal is over."""
        if self._play is not None:
            return None if self._play.is_over else self._play.turn
        auction = self._auctions[-1]
        if not auction.is_over:
            return auction.turn
        return None if auction.all_passed else self._discard_order()[len(self._discards)]

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
        """The three bottom cards, whether or not they have been shown."""
        return self._now.bottom

    @property
    def hands(self) -> tuple[Hand, ...]:
        """What each seat holds: for whoever runs the game, not for players."""
        if self._play is not None:
            return self._play.hands
        hands = list(self._now.hands)
        landlord = self.landlord
        if landlord is not None:
            hands[landlord] = hands[landlord] + self.bottom
            for seat, discard in zip(self._discard_order(), self._discards, strict=False):
                hands[seat] = hands[seat] - discard.cards
        return tuple(hands)

    @property
    def actions(self) -> list[Action]:
        """Every decision so far, over all deals; automatic passes are none."""
        found = [call.action for auction in self._auctions for call in auction.calls]
        found += self._discards
        if self._play is not None:
            found += [action for _, action, skipped in self._play.made_actions if not skipped]
        return found

    @property
    def result(self) -> Result | None:
        """What the deal came to, once it is over."""
        if not self.is_over:
            return None
        if self._play is None:
            return self._result(None, None, 1, (), (0,) * self.table.players)
        play, out = self._play, self._play.winner
        points = play.points(self.table.base * self.stake)
        return self._result(play.landlord, out, play.multiplier, tuple(play.doublings), points)

    def _result(
        self,
        landlord: int | None,
        out: int | None,
        multiplier: int,
        doublings: tuple[str, ...],
        points: tuple[int, ...],
    ) -> Result:
        return Result(
            deal=self.deal,
            landlord=landlord,
            out=out,
            winner=None if out is None else "landlord" if out == landlord else "peasants",
            base=self.table.base,
            stake=self.stake,
            multiplier=multiplier,
            doublings=doublings,
            points=points,
            hands=self.hands,
            bottom=self.bottom,
            new_deals=len(self._auctions) - 1,
            undos=self.undos,
            hints=self.hints_taken,
        )

    # ------------------------------------------------------ what players see

    @property
    def public(self) -> Public:
        """What everybody at the table knows."""
        auction, play, landlord = self._auctions[-1], self._play, self.landlord
        shown = self._now.shown if self.table.show_card else Hand()
        hidden, kept = self._hidden()
        discarded: tuple[Made, ...] = ()
        if landlord is not None:
            discarded = tuple(map(Made, self._discard_order(), self._discards))
        return Public(
            table=self.table,
            phase=self.phase,
            turn=self.turn,
            first_bidder=auction.first,
            new_deals=len(self._auctions) - 1,
            bids=tuple(auction.calls),
            shown=shown,
            bottom=None if landlord is None else self.bottom,
            landlord=landlord,
            stake=auction.stake,
            discards=discarded,
            plays=tuple(map(Made._make, play.made_actions)) if play else (),
            sizes=tuple(map(len, self.hands)),
            last=play.last if play else None,
            last_seat=play.last_seat if play else None,
            multiplier=play.multiplier if play else 1,
            hidden=hidden,
            kept=kept,
        )

    def _hidden(self) -> tuple[Hand, Hand]:
        """The cards that nobody has shown, and the bottom cards that the landlord keeps."""
        if self._play is not None:
            return self._play.hidden, self._play.kept
        deck = SHORT_DECK if self.table.short_deck else DECK
        landlord = self.landlord
        if landlord is None:
            shown = self._now.shown
            return (deck - shown if self.table.show_card else deck), Hand()
        hidden, kept = deck - self.bottom, self.bottom
        for seat, discard in zip(self._discard_order(), self._discards, strict=False):
            hidden, kept = put_down(hidden, kept, discard.cards, seat == landlord)
        return hidden, kept

    def observation(self, seat: int) -> Observation:
        """What a seat sees. Raises :class:`InvalidArgument` where there is none such.

        >>> seen = Game("bga", deal=1).observation(0)
        >>> str(seen.hand), str(seen.shown), seen.bottom, len(seen.unseen)
        ('3356699TJQQKKA2BR', '2', None, 36)
        """
        seat = self._seat(seat)
        return observe(self.public, seat, self.hands[seat])

    # --------------------------------------------------------- what may be done

    def legal_actions(self) -> list[Action]:
        """Exactly the actions that :meth:`push` accepts now, in a fixed order."""
        if self._play is not None:
            return list(self._play.legal())
        phase = self.phase
        if phase == "auction":
            return self._auctions[-1].legal()
        if phase == "over":
            return []
        seat = self._discard_order()[len(self._discards)]
        return list(discards.legal(self.hands[seat], seat == self.landlord))

    def can(self, action: Action | str, seat: int | None = None) -> bool:
        """Whether :meth:`push` accepts the action."""
        return self.why_not(action, seat) is None

    def why_not(self, action: Action | str, seat: int | None = None) -> DdzError | None:
        """The error with which :meth:`push` refuses the action, or ``None``."""
        try:
            self._accepted(action, seat)
        except DdzError as refusal:
            return refusal
        return None

    def push(self, action: Action | str, seat: int | None = None) -> None:
        """Make an action, for ``seat`` where that is given, else for whose turn it is.

        A refused action changes nothing. Raises :class:`WrongPhase` for an action of
        another phase, and :class:`IllegalBid`, :class:`IllegalDiscard` or
        :class:`IllegalPlay` for one that is not allowed, out of turn too.
        """
        self.push_unchecked(self._accepted(action, seat))

    def push_unchecked(self, action: Action) -> None:
        """Make an action that is known to be legal.

        Nothing is checked: after an illegal action the game is in no state at all.
        """
        if self._play is not None:
            self._play.push(cast(Move, action))
        elif isinstance(action, Discard):
            self._discards.append(action)
            if len(self._discards) == self.table.players:
                self._start_play()
        else:
            auction = self._auctions[-1]
            auction.push(action)
            if auction.is_over:
                self._end_auction()

    def pop(self) -> Action:
        """Take the last action back and return it, with the automatic passes after it.

        Goes back through all phases and over new deals. Raises :class:`WrongPhase`
        where nothing has been done.
        """
        if self._play is not None and self._play.made:
            return self._play.pop()
        if not self._discards and not self._auctions[0].calls:
            raise WrongPhase("there is nothing to take back: the deal has just begun")
        self._play = None
        if self._discards:
            return self._discards.pop()
        if not self._auctions[-1].calls:
            self._auctions.pop()
        return self._auctions[-1].pop()

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
                raise WrongPhase(f"seat {seat} has decided nothing that it could take back")
            taken.append(self.pop())
        self.undos += 1
        return len(taken)

    def count_hint(self) -> None:
        """Count one more hint for the result; :func:`ddz_core.hints` gives the hints.

        Raises :class:`WrongPhase` once the deal is over.

        >>> game = Game("standard", deal=11)
        >>> game.count_hint(), game.hints_taken
        (None, 1)
        """
        if self.turn is None:
            raise WrongPhase("there is nothing to hint at: the deal is over")
        self.hints_taken += 1

    # -------------------------------------------------------------- records

    def record(self, players: Iterable[str] = ()) -> str:
        """One line that says everything: table, deal number, actions (docs/table.md).

        ``players`` are names, one for each seat, without blanks and commas, to stand
        in the record; the game does not know them. Raises :class:`InvalidArgument`
        for other ones.

        >>> Game("standard", deal=1).record()
        'ddz1 standard deal:1 unfinished:auction check:...'
        """
        named = checked_names(players, self.table.players)
        texts = [str(call.action) for auction in self._auctions for call in auction.calls]
        texts += map(str, self._discards)
        if self._play is not None:
            texts += self._play.texts()
        return Record(self.table, self.deal, texts, self._ending(), named).text

    def _ending(self) -> str:
        result = self.result
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
        game = cls(record.table, record.deal)
        game._replay(record.actions)
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
                self.push(texts[place])
            except ValueError as refusal:
                message = f"action {place + 1}, {texts[place]!r}, is refused: {refusal}"
                raise InvalidRecord(Fault.ACTION, message, place + 1) from refusal
            place += 1

    # ------------------------------------------------------------ comparing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.table, self.deal, self.actions) == (other.table, other.deal, other.actions)

    def __reduce__(self) -> tuple[object, tuple[str], dict[str, int]]:
        """Copies and pickles are made by way of the record."""
        return (
            Game.from_record,
            (self.record(),),
            {"undos": self.undos, "hints_taken": self.hints_taken},
        )

    def __repr__(self) -> str:
        return f"<Game {self.table} deal:{self.deal}, {self.phase}, {len(self.actions)} actions>"

    # ------------------------------------------------------- from phase to phase

    def _start_auction(self) -> None:
        if len(self._dealt) == len(self._auctions):
            self._dealt.append(Dealt(*self._dealer.deal()))
        drawn = self._dealt[len(self._auctions)].first_bidder
        agreed = self.table.first_bidder
        self._auctions.append(Auction(self.table, drawn if agreed is None else agreed))
        if self._auctions[-1].is_over:  # the table has none
            self._end_auction()

    def _end_auction(self) -> None:
        if not self._auctions[-1].all_passed:
            if not self.table.discard:
                self._start_play()
        elif self.table.new_deals is None or len(self._auctions) <= self.table.new_deals:
            self._start_auction()

    def _start_play(self) -> None:
        landlord = self.landlord
        assert landlord is not None
        hidden, kept = self._hidden()
        self._play = PlayPhase(
            self.table.rules, self.hands, landlord, hidden, kept, self.table.skip
        )

    def _discard_order(self) -> tuple[int, ...]:
        landlord = self._auctions[-1].landlord
        assert landlord is not None
        return discards.order(landlord, self.table.players)

    # -------------------------------------------------------------- refusals

    def _accepted(self, action: Action | str, seat: int | None) -> Action:
        """The action as a value, or its refusal is raised."""
        value = self._read(action)
        phase, turn = self.phase, self.turn
        if turn is None or not belongs(value, phase):
            raise refusals.wrong_phase(str(value), phase, turn)
        if seat is not None and self._seat(seat) != turn:
            raise refusals.out_of_turn(phase, seat, turn)
        if isinstance(value, Discard):
            refusal: DdzError | None = discards.why_not(
                value, self.hands[turn], turn == self.landlord
            )
        elif self._play is not None:
            refusal = self._play.why_not(cast(Move, value))
        else:
            refusal = self._auctions[-1].why_not(value)
        if refusal is not None:
            raise refusal
        return value

    def _read(self, action: Action | str) -> Action:
        if isinstance(action, Bid | Discard | Move):
            return action
        if not isinstance(action, str):
            raise TypeError(f"an action is a Bid, a Discard, a Move or a text, not {action!r}")
        if ":" in action or action == "pass":
            return parse_action(action)
        if self._play is not None and not self._play.is_over:
            return self._play.read(action)
        raise refusals.wrong_phase(str(Hand(action)), self.phase, self.turn)

    def _seat(self, seat: int) -> int:
        return whole_number("a seat", seat, 0, self.table.players - 1)
