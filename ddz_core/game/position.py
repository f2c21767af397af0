"""Positions in writing: one line for a deal as it stands, or for what one seat knows of it.

    ddzpos1 TABLE hands:HAND/HAND/HAND bottom:CARDS first:SEAT ACTION ...

docs/position.md has every word. Hands are those that were dealt, or of a deal that is known
from its middle on those at some lead; what has been done since stands behind them. ``?17`` is a
hand of which only the number of cards is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .._core.values import PASS, Hand, Move
from ..arguments import shown
from ..errors import DdzError, InvalidArgument
from ..table import Table
from .actions import Action, Discard
from .game import Game
from .given import SKIP, common, put_down_in
from .observation import Observation, as_observation
from .position_text import Words
from .rounds import schedule
from .start import Middle, Start, from_the_middle, together, whole_deal

_KINDS: dict[str, Any] = {
    "table": Table,
    "hands": tuple,
    "bottom": Hand | None,
    "shown": Hand,
    "first_bidder": int,
    "wild": str | None,
    "new_deals": int,
    "middle": Middle | None,
    "actions": tuple,
    "seat": int | None,
}
"""What the fields of a position are."""


@dataclass(frozen=True)
class Position:
    """A deal as it stands, or what one seat knows of it; ``str`` writes it on one line.

    >>> game = Game("standard", deal=1)
    >>> game.push("bid:3"), game.push("JJJ3")
    (None, None)
    >>> str(Position.of(game))
    'ddzpos1 standard hands:3356699TJQQKKA2BR/34445667789TTQAA2/3455778889JJJKKA2 bottom:TQ2 \
first:2 bid:3 3JJJ'
    >>> str(Position.of(game.observation(0)))
    'ddzpos1 standard hands:3356699TJQQKKA2BR/?17/?17 bottom:TQ2 first:2 seat:0 bid:3 3JJJ'
    >>> Position.parse(str(Position.of(game))).game().observation(0) == game.observation(0)
    True
    """

    table: Table
    hands: tuple[Hand | int, ...]
    """At the beginning of ``actions``; of an unknown hand the number of its cards."""
    bottom: Hand | None
    shown: Hand
    """The card of the bottom that was shown before the auction."""
    first_bidder: int
    wild: str | None
    new_deals: int
    middle: Middle | None
    """What was before, of a deal that is known from its middle on."""
    actions: tuple[str, ...]
    seat: int | None = None
    """Whose knowledge it is; ``None`` of a whole deal."""

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise InvalidArgument(f"{name} of a position cannot be {shown(value)}")
        for name, kind in (("hands", Hand | int), ("actions", str)):
            for each in getattr(self, name):
                if not isinstance(each, kind):
                    raise InvalidArgument(f"{name} of a position cannot hold {shown(each)}")

    # ------------------------------------------------------------- reading, writing

    def __str__(self) -> str:
        return str(Words(**vars(self)))

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position that a line names: the inverse of ``str``.

        Raises :class:`InvalidArgument`, or another :class:`DdzError`, where it is none, or
        such as no deal comes to.
        """
        return cls(**vars(Words.parse(text)))._checked()

    @classmethod
    def of(cls, of: Game | Observation) -> Position:
        """How a game stands, or what a seat sees of it.

        Raises :class:`InvalidArgument` for an observation that no deal gives.
        """
        return _of_game(of) if isinstance(of, Game) else _of_observation(as_observation(of))

    def _checked(self) -> Position:
        """This position with its actions as short as they can be, once it has been found
        that a deal comes to it."""
        game = self._world()
        return replace(self, actions=_texts(game, self.seat is not None))

    # -------------------------------------------------------------------- using

    def game(self) -> Game:
        """The deal. Raises :class:`InvalidArgument` where hands are not known."""
        if self.seat is not None:
            raise InvalidArgument(
                f"this position is what seat {self.seat} knows: the other hands are not in it"
            )
        return self._world()

    def observation(self, seat: int | None = None) -> Observation:
        """What a seat sees: the one whose knowledge this is, else ``seat``, or whoever is to
        act."""
        game = self._world()
        if seat is None:
            seat = game.turn if self.seat is None else self.seat
        if seat is None:
            raise InvalidArgument("the deal is over: say with seat= whose view is wanted")
        if self.seat not in (None, seat):
            raise InvalidArgument(f"this position is what seat {self.seat} knows, not seat {seat}")
        return game.observation(seat)

    def _world(self) -> Game:
        """A deal that comes to this position: of what one seat knows, with some hidden hands
        that fit it."""
        position = self if self.seat is None else self._filled()
        game, plays = Game.from_start(position.table, position._start()), 0
        for number, text in enumerate(position.actions, 1):
            if self.seat is not None and game.phase in ("play", "over"):
                plays += 1
                if len(game.public.plays) >= plays and text.lower() in (SKIP, str(PASS)):
                    continue
            try:
                game.push(text)
            except DdzError as refusal:
                raise InvalidArgument(
                    f"action {number}, {text!r:.60}, is refused: {refusal}"
                ) from refusal
        return game

    def _start(self) -> Start:
        hands = [hand for hand in self.hands if isinstance(hand, Hand)]
        bottom = Hand() if self.bottom is None else self.bottom
        if self.middle is None:
            return whole_deal(
                self.table, hands, bottom, self.shown, self.first_bidder, self.wild, self.new_deals
            )
        return from_the_middle(
            self.table, hands, bottom, self.first_bidder, self.wild, self.middle, self.new_deals
        )

    def _filled(self) -> Position:
        """The same with some cards in the place of those that the seat does not know."""
        table, middle = self.table, self.middle
        landlord, put_down = put_down_in(table, middle, self.first_bidder, self.actions)
        bottom = Hand() if self.bottom is None else self.bottom
        certain = [Hand(cards, decks=table.rules.decks) for cards in put_down]
        if landlord is not None and middle is None:
            if self.bottom is None:
                raise InvalidArgument("there is a landlord, and the bottom is not known")
            certain[landlord] = certain[landlord] - common(certain[landlord], bottom)
        elif middle is not None:
            more = middle.kept - common(certain[middle.landlord], middle.kept)
            certain[middle.landlord] = certain[middle.landlord] + more
        parts = [
            (f"the hand of seat {seat}", hand if isinstance(hand, Hand) else certain[seat])
            for seat, hand in enumerate(self.hands)
        ]
        if middle is None:
            parts.append(("the bottom", self.shown if self.bottom is None else bottom))
        else:
            parts.append(("the cards that are gone", middle.laid))
        deck = Hand(table.deck, decks=table.rules.decks)
        rest = str(deck - together(table, parts))
        filled: list[Hand | int] = []
        for seat, hand in enumerate(self.hands):
            if isinstance(hand, Hand):
                filled.append(hand)
                continue
            lacks = hand - len(certain[seat])
            if not 0 <= lacks <= len(rest):
                raise InvalidArgument(
                    f"seat {seat} has {hand} cards, puts down {len(certain[seat])} and there are "
                    f"{len(rest)} that nobody has seen"
                )
            filled.append(certain[seat] + rest[:lacks])
            rest = rest[lacks:]
        if self.bottom is None and middle is None:
            hidden = rest[: table.rules.bottom_size - len(self.shown)]
            bottom = Hand(f"{self.shown}{hidden}", decks=table.rules.decks)
        wild = self.wild
        if table.wild and wild is None:
            wild = "3"  # nobody knows it yet, so that it makes no difference
        return replace(self, hands=tuple(filled), bottom=bottom, wild=wild, seat=None)


def _texts(game: Game, with_skips: bool) -> tuple[str, ...]:
    """The actions of a game as records have them, the automatic passes too if wanted."""
    texts = game.texts()
    if not with_skips:
        return tuple(texts)
    found = texts[: len(texts) - sum(not made.skipped for made in game.public.plays)]
    plays = iter(texts[len(found) :])
    found += [SKIP if made.skipped else next(plays) for made in game.public.plays]
    return tuple(found)


def _of_game(game: Game) -> Position:
    public, start, dealt, texts = game.public, game.start, game.dealt, game.texts()
    if start is None:
        # Of earlier auctions only their number is kept.
        said = (public.bids, public.discards, public.opening, public.doubles)
        plays = sum(not made.skipped for made in public.plays)
        texts = texts[len(texts) - plays - sum(map(len, said)) :]
    return Position(
        game.table,
        dealt.hands,
        dealt.bottom,
        dealt.shown if game.table.show_card else Hand(),
        public.first_bidder,
        dealt.wild,
        public.new_deals,
        None if start is None else start.middle,
        tuple(texts),
    )


def _of_observation(seen: Observation) -> Position:
    table, seat, landlord = seen.table, seen.seat, seen.landlord
    laid = [Hand("", decks=table.rules.decks) for _ in seen.sizes]
    for made in seen.plays if seen.leader is not None else (*seen.discards, *seen.plays):
        if isinstance(made.action, Move | Discard):
            laid[made.seat] = laid[made.seat] + made.action.cards
    middle, spoken = None, _spoken(seen)
    if seen.leader is not None:
        assert landlord is not None
        middle = _middle_of(seen, laid, spoken)
        spoken = []
    else:
        spoken = [made.action for made in seen.bids] + spoken
    hands: list[Hand | int] = []
    for each, size in enumerate(seen.sizes):
        known = seen.hand if each == seat else seen.open_hand if each == landlord else None
        takes = seen.bottom if each == landlord and middle is None else None
        taken = Hand() if takes is None else takes
        if known is None:
            hands.append(size + len(laid[each]) - len(taken))
        else:
            hands.append(known + laid[each] - taken)
    plays = [SKIP if made.skipped else str(made.action) for made in seen.plays]
    position = Position(
        table,
        tuple(hands),
        seen.bottom,
        seen.shown,
        seen.first_bidder,
        seen.wild if table.wild else None,
        seen.new_deals,
        middle,
        (*map(str, spoken), *plays),
        seat,
    )._checked()
    if position.observation() != seen:
        raise InvalidArgument("no deal gives this observation: its fields contradict each other")
    return position


def _spoken(seen: Observation) -> list[Action]:
    """What was said between the auction and the first lead, in order."""
    if seen.landlord is None:
        return []
    said = {
        "discard": iter(seen.discards),
        "open": iter(seen.opening),
        "doubling": iter(seen.doubles),
    }
    found = []
    for asked in schedule(seen.table, seen.landlord):
        made = next(said[asked.phase], None)
        if made is not None:
            found.append(made.action)
    return found


def _middle_of(seen: Observation, laid: Sequence[Hand], spoken: Iterable[Action]) -> Middle:
    """What was before the first play that is known."""
    landlord, leader, bottom = seen.landlord, seen.leader, seen.bottom
    assert landlord is not None
    assert leader is not None
    assert bottom is not None
    deck = Hand(seen.table.deck, decks=seen.table.rules.decks)
    gone = deck - seen.hidden - seen.kept
    for cards in laid:
        gone = gone - cards
    for made in seen.discards:
        assert isinstance(made.action, Discard)
        gone = gone - made.action.cards
    kept = common(seen.kept, bottom)
    kept = kept + common(bottom - kept, laid[landlord])
    return Middle(landlord, seen.stake, leader, tuple(spoken), seen.doubled_before, gone, kept)
