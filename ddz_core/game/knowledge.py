"""What one seat knows of a deal, typed in by somebody: :meth:`ddz_core.Observation.of`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .._core.values import Hand
from ..arguments import whole_number
from ..errors import InvalidArgument, InvalidCards
from ..table import Table, as_table
from .actions import Action
from .given import (
    Cards,
    Given,
    actions_of,
    given_cards,
    given_plays,
    given_trick,
    known_middle,
    put_down_in,
    usual_said,
)
from .observation import Observation
from .position import Position
from .start import together


def known_to(
    hand: Cards,
    table: Table | str,
    seat: int,
    *,
    first_bidder: int,
    actions: Iterable[Given] | str,
    bottom: Cards | None,
    shown: Cards,
    wild: str | None,
    landlord: int | None,
    stake: int,
    said: Iterable[Action | str] | None,
    sizes: Sequence[int] | None,
    open_hand: Cards | None,
    turn: int | None,
    last: Given | None,
    passes: int,
    leader: int | None,
    plays: Iterable[Given] | str,
    doubled: int,
    gone: Cards,
    kept: Cards | None,
) -> Observation:
    """What a seat sees: :meth:`Observation.of` says of what."""
    table = as_table(table)
    seat = whole_number("a seat", seat, 0, table.players - 1)
    held = given_cards(table, f"the hand of seat {seat}", hand)
    under = None if bottom is None else given_cards(table, "the bottom", bottom)
    middle, made = None, given_plays(actions)
    if landlord is not None:
        landlord = whole_number("the landlord", landlord, 0, table.players - 1)
        first, made = given_trick(table, landlord, turn, last, passes, leader, plays)
        spoken = usual_said(table, landlord) if said is None else actions_of(said)
        laid = given_cards(table, "the cards that are gone", gone)
        middle = known_middle(table, under, landlord, stake, first, spoken, doubled, laid, kept)
    position = Position(
        table,
        (held,) * table.players,
        Hand("", decks=table.rules.decks) if under is None and middle is not None else under,
        given_cards(table, "the card shown", shown),
        whole_number("the first bidder", first_bidder, 0, table.players - 1),
        wild,
        0,
        middle,
        tuple(map(str, made)),
        seat,
    )
    opened = None if open_hand is None else given_cards(table, "the open hand", open_hand)
    hands = _hands(position, held, opened, sizes)
    return replace(position, hands=hands).observation()


def _hands(
    position: Position, held: Hand, opened: Hand | None, sizes: Sequence[int] | None
) -> tuple[Hand | int, ...]:
    """The hands before the actions: that of the seat and the landlord's open one, and of the
    others how many cards."""
    table, middle, seat = position.table, position.middle, position.seat
    assert seat is not None
    landlord, put_down = put_down_in(table, middle, position.first_bidder, position.actions)
    _check_sizes(position, seat, held, sizes)
    hands: list[Hand | int] = []
    for each, cards in enumerate(put_down):
        known = held if each == seat else opened if each == landlord else None
        if known is not None:
            laid = given_cards(table, f"what seat {each} has put down", cards)
            had = together(table, [("the hand", known), ("what it has put down", laid)])
            bottom = position.bottom
            if middle is None and each == landlord and bottom is not None:
                if not bottom <= had:
                    raise InvalidCards(f"the bottom {bottom} is not with the landlord: {had}")
                had = had - bottom
            hands.append(had)
        elif sizes is not None:
            size = whole_number(f"the size of seat {each}", sizes[each], 0, len(table.deck))
            hands.append(size + len(cards))
        else:
            takes = middle is not None and each == landlord
            hands.append(table.rules.hand_size + (table.rules.bottom_size if takes else 0))
    return tuple(hands)


def _check_sizes(position: Position, seat: int, held: Hand, sizes: Sequence[int] | None) -> None:
    table, middle = position.table, position.middle
    if sizes is None:
        if middle is not None and middle.gone:
            raise InvalidArgument("sizes are needed: who has put down the cards that are gone?")
        return
    if middle is None:
        raise InvalidArgument("sizes are of a deal in its middle: of a whole one they follow")
    if len(sizes) != table.players:
        raise InvalidArgument(f"{len(sizes)} sizes are given for {table.players} seats")
    if sizes[seat] != len(held):
        raise InvalidArgument(f"seat {seat} holds {len(held)} cards, and its size is {sizes[seat]}")
