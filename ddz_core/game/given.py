"""What somebody gives who types in a deal: read, completed where it follows, and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .._core.values import PASS, Hand, Move
from ..arguments import shown, whole_number
from ..errors import DdzError, InvalidArgument, InvalidCards
from ..table import Table
from .actions import Action, Discard, Double, parse_action, read_action
from .rounds import schedule
from .start import Middle, together

Cards: TypeAlias = Hand | str
"""What is taken for cards."""
Given: TypeAlias = Action | Hand | str
"""What is taken for an action."""


def given_hands(table: Table, hands: Sequence[Cards]) -> list[Hand]:
    """One hand for each seat. Raises :class:`InvalidCards` for what is none."""
    if isinstance(hands, str | Hand) or not isinstance(hands, Iterable):
        raise InvalidCards(
            f"hands are {table.players} hands, one for each seat, not {shown(hands)}"
        )
    found = list(hands)
    if len(found) != table.players:
        raise InvalidCards(
            f"{len(found)} hands are given, and {table.players} sit at the table {table}"
        )
    return [given_cards(table, f"the hand of seat {seat}", each) for seat, each in enumerate(found)]


def given_cards(table: Table, name: str, cards: Cards) -> Hand:
    """Cards of the table's decks. Raises :class:`InvalidCards`, naming them."""
    try:
        return Hand(cards, decks=table.rules.decks)
    except (DdzError, TypeError) as refusal:
        raise InvalidCards(f"{name}: {refusal}") from refusal


def given_plays(plays: Iterable[Given] | str) -> list[Given]:
    """Actions in order; of a text those between blanks."""
    return list(plays.split()) if isinstance(plays, str) else list(plays)


def actions_of(given: Iterable[Action | str]) -> tuple[Action, ...]:
    """Actions as values or as texts that name them in full."""
    return tuple(parse_action(each) if isinstance(each, str) else each for each in given)


def usual_said(table: Table, landlord: int) -> tuple[Action, ...]:
    """As little as may be said between the auction and the first lead."""
    least: dict[str, Action] = {"discard": Discard(), "open": PASS, "doubling": Double(1)}
    return tuple(least[asked.phase] for asked in schedule(table, landlord))


def trick_of(table: Table, turn: int, last: Given | None, passes: int) -> tuple[int, list[Given]]:
    """Who led the play to beat, and what has been done since, with ``turn`` to act."""
    turn = whole_number("the turn", turn, 0, table.players - 1)
    passes = whole_number("passes", passes, 0, table.players - 2)
    if last is None:
        if passes:
            raise InvalidArgument("passes need a last play: None means that turn leads")
        return turn, []
    return (turn - 1 - passes) % table.players, [last, *[PASS] * passes]


def middle_of(
    table: Table,
    hands: Sequence[Hand],
    bottom: Hand,
    landlord: int,
    stake: int,
    leader: int,
    said: Sequence[Action],
    doubled: int,
    gone: Cards | None,
    kept: Cards | None,
) -> Middle:
    """The lead from which a deal is known, with ``hands`` as they were then. What is not
    given follows: three and four players have all cards between them, so that those that
    nobody holds are gone; of two, the bottom cards that the landlord does not hold."""
    landlord = whole_number("the landlord", landlord, 0, table.players - 1)
    thrown = [made.cards for made in said if isinstance(made, Discard)]
    held = [(f"the hand of seat {seat}", hand) for seat, hand in enumerate(hands)]
    held += [("the discards", cards) for cards in thrown]
    if gone is not None:
        laid = given_cards(table, "the cards that are gone", gone)
    else:
        seen = together(table, held)
        lost = Hand(table.deck, decks=table.rules.decks) - seen
        laid = lost if table.players > 2 else bottom - common(bottom, hands[landlord])
    discarded = Hand("".join(map(str, thrown)), decks=table.rules.decks)
    if kept is not None:
        certain = given_cards(table, "kept", kept)
    else:
        certain = bottom - common(bottom, laid + discarded)
        certain = common(certain, hands[landlord]) if gone is None else certain
    return Middle(landlord, stake, leader, tuple(said), doubled, laid, certain)


def common(one: Hand, other: Hand) -> Hand:
    """The cards that are in both.

    >>> common(Hand("3345"), Hand("355"))
    Hand('35')
    """
    found, left = "", str(other)
    for card in str(one):
        if card in left:
            found, left = found + card, left.replace(card, "", 1)
    return Hand(found, decks=max(one.decks, other.decks))


def put_back(
    table: Table, hands: Sequence[Hand], leader: int, plays: Sequence[Given]
) -> list[Hand]:
    """The hands before these plays, which the seats have made in turn from ``leader`` on."""
    found, seat = list(hands), whole_number("the leader", leader, 0, table.players - 1)
    for number, play in enumerate(plays, 1):
        try:
            action = read_action(play)
        except DdzError as refusal:
            raise InvalidArgument(
                f"play {number}, {shown(play)}, is refused: {refusal}"
            ) from refusal
        if not isinstance(action, Move | Hand):
            raise InvalidArgument(f"play {number}, {shown(play)}, is no play")
        cards = action.cards if isinstance(action, Move) else action
        found[seat] = together(
            table, [(f"the hand of seat {seat}", found[seat]), (f"play {number}", cards)]
        )
        seat = (seat + 1) % table.players
    return found
