"""From which cards a game begins that has no deal number: cards that somebody has typed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .._core.play_phase import MOST_DOUBLED
from .._core.values import Hand
from ..arguments import shown, whole_number
from ..errors import InvalidArgument, InvalidCards
from ..rules import is_wild_rank
from ..table import Table
from .actions import Action, Discard
from .deals import Dealt
from .rounds import schedule


@dataclass(frozen=True)
class Middle:
    """A lead from which a deal is known. What was before is known in part only."""

    landlord: int
    stake: int
    leader: int
    """Who leads."""
    said: tuple[Action, ...]
    """Between the auction and the first lead, in the order of the table."""
    doubled: int
    """How often the points have been doubled by bombs and rockets."""
    gone: Hand
    """The cards that were laid down in plays before."""
    kept: Hand
    """The bottom cards that the landlord has not played."""

    @property
    def laid(self) -> Hand:
        """All that lies on the table at that lead."""
        cards = self.gone
        for made in self.said:
            if isinstance(made, Discard):
                cards = cards + made.cards
        return cards


@dataclass(frozen=True)
class Start:
    """The cards of a deal without a number. Of one that begins in the middle ``hands`` are
    those at that lead, the landlord's with what he has of the bottom."""

    dealt: Dealt
    new_deals: int = 0
    """How often all had passed before."""
    middle: Middle | None = None

    def is_whole(self, table: Table) -> bool:
        """Whether it begins with the first lead or before, so that a spring counts."""
        middle, rules = self.middle, table.rules
        if middle is None:
            return True
        dealt = table.players * rules.hand_size + rules.bottom_size
        thrown = len(middle.laid) - len(middle.gone)
        held = sum(map(len, self.dealt.hands))
        return middle.leader == middle.landlord and held + thrown == dealt


def whole_deal(
    table: Table,
    hands: Sequence[Hand],
    bottom: Hand,
    shown_card: Hand,
    first_bidder: int,
    wild: str | None,
    new_deals: int = 0,
) -> Start:
    """A deal from its auction on. Raises :class:`InvalidArgument` and
    :class:`InvalidCards` for cards that do not fit together."""
    rules = table.rules
    for seat, hand in enumerate(hands):
        if len(hand) != rules.hand_size:
            raise InvalidCards(
                f"seat {seat} is dealt {rules.hand_size} cards, not {len(hand)}: {str(hand)!r}"
            )
    if len(bottom) != rules.bottom_size:
        raise InvalidCards(
            f"the bottom has {rules.bottom_size} cards, not {len(bottom)}: {str(bottom)!r}"
        )
    together(table, [("the bottom", bottom), *_named(hands)])
    if table.show_card and not shown_card:
        shown_card = Hand(str(bottom)[:1], decks=rules.decks)
    if shown_card and (len(shown_card) != 1 or not shown_card <= bottom):
        raise InvalidCards(f"the card shown is one of the bottom {bottom}, not {shown_card}")
    whole_number("the first bidder", first_bidder, 0, table.players - 1)
    _check_wild(table, wild)
    return Start(
        Dealt(tuple(hands), bottom, shown_card, first_bidder, wild),
        whole_number("new_deals", new_deals, 0, 1 << 31),
    )


def from_the_middle(
    table: Table,
    hands: Sequence[Hand],
    bottom: Hand,
    first_bidder: int,
    wild: str | None,
    middle: Middle,
    new_deals: int = 0,
) -> Start:
    """A deal from some lead on, with the hands at that lead. Raises as :func:`whole_deal`."""
    rules, landlord = table.rules, whole_number("the landlord", middle.landlord, 0, len(hands) - 1)
    for seat, hand in enumerate(hands):
        most = rules.hand_size + (rules.bottom_size if seat == landlord else 0)
        if not 1 <= len(hand) <= most:
            raise InvalidCards(f"seat {seat} holds 1 to {most} cards, not {len(hand)}")
    if len(bottom) not in (0, rules.bottom_size):
        raise InvalidCards(
            f"the bottom has {rules.bottom_size} cards, not {len(bottom)}: {str(bottom)!r}"
        )
    _check_said(table, middle)
    thrown = [("the discards", made.cards) for made in middle.said if isinstance(made, Discard)]
    together(table, [("the cards that are gone", middle.gone), *thrown, *_named(hands)])
    if not middle.kept <= bottom or not middle.kept <= hands[landlord]:
        raise InvalidCards(
            f"what the landlord has kept, {middle.kept}, is of the bottom {bottom} and in his hand"
        )
    lost = bottom - middle.kept
    if not lost <= middle.laid:
        raise InvalidCards(
            f"the bottom is {bottom}, and {lost} of it is neither in the landlord's hand nor gone"
        )
    whole_number("the stake", middle.stake, 1, 1 << 31)
    whole_number("the leader", middle.leader, 0, table.players - 1)
    whole_number("doubled", middle.doubled, 0, MOST_DOUBLED)
    whole_number("the first bidder", first_bidder, 0, table.players - 1)
    _check_wild(table, wild)
    start = Start(Dealt(tuple(hands), bottom, Hand(), first_bidder, wild), new_deals, middle)
    if middle.doubled and start.is_whole(table):
        raise InvalidArgument(
            f"doubled is {middle.doubled}, and no card has been played before the first lead"
        )
    return start


def together(table: Table, parts: Sequence[tuple[str, Hand]]) -> Hand:
    """All these cards. Raises :class:`InvalidCards` where the deck has not so many, naming
    the first part that is too much."""
    deck = Hand(table.deck, decks=table.rules.decks)
    found = Hand("", decks=table.rules.decks)
    for name, cards in parts:
        rest = deck - found
        if not cards <= rest:
            rank = next(
                each for each in str(cards) if str(cards).count(each) > str(rest).count(each)
            )
            raise InvalidCards(
                f"with {name}, {cards}, there are more of {rank} than the deck has,"
                f" {table.deck.count(rank)}"
            )
        found = found + cards
    return found


def _named(hands: Sequence[Hand]) -> list[tuple[str, Hand]]:
    return [(f"the hand of seat {seat}", hand) for seat, hand in enumerate(hands)]


def _check_said(table: Table, middle: Middle) -> None:
    asked = schedule(table, middle.landlord)
    if len(middle.said) != len(asked):
        raise InvalidArgument(
            f"{len(asked)} actions are said between auction and play at this table, not"
            f" {len(middle.said)}"
        )


def _check_wild(table: Table, wild: str | None) -> None:
    if not table.wild:
        if wild is not None:
            raise InvalidArgument(f"no rank is drawn to be wild at this table: {shown(wild)}")
    elif not is_wild_rank(wild):
        raise InvalidArgument(f"wild must be a rank from 3 to 2 at this table, not {shown(wild)}")
