"""What somebody gives who types in a deal: read, completed where it follows, and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from .._core.values import PASS, Hand, Move
from ..arguments import shown, whole_number
from ..errors import DdzError, InvalidArgument, InvalidCards
from ..table import Table
from .actions import Action, Discard, Double, parse_action, read_action
from .auction import Auction
from .rounds import schedule
from .start import Middle, Start, from_the_middle, together, whole_deal

Cards: TypeAlias = Hand | str
"""What is taken for cards."""
SKIP = "skip"
"""An automatic pass, in what one seat knows; of a whole deal it follows from the cards."""

Given: TypeAlias = Action | Hand | str
"""What is taken for an action."""


def given_deal(
    table: Table,
    hands: Sequence[Cards],
    bottom: Cards,
    first_bidder: int,
    shown_card: Cards,
    wild: str | None,
    actions: Iterable[Given] | str,
    landlord: int | None,
    stake: int,
    said: Iterable[Action | str] | None,
    turn: int | None,
    last: Given | None,
    passes: int,
    leader: int | None,
    plays: Iterable[Given] | str,
    doubled: int,
    gone: Cards | None,
    kept: Cards | None,
) -> tuple[Start, list[Given]]:
    """With which cards a game begins, and what has been done since:
    :meth:`ddz_core.Game.from_hands` says what is given."""
    held = given_hands(table, hands)
    under = given_cards(table, "the bottom", bottom)
    if landlord is None:
        card = given_cards(table, "the card shown", shown_card)
        start = whole_deal(table, held, under, card, first_bidder, wild)
        return start, given_plays(actions)
    landlord = whole_number("the landlord", landlord, 0, table.players - 1)
    leader, made = given_trick(table, landlord, turn, last, passes, leader, plays)
    before = put_back(table, held, leader, made)
    spoken = usual_said(table, landlord) if said is None else actions_of(said)
    middle = middle_of(table, before, under, landlord, stake, leader, spoken, doubled, gone, kept)
    return from_the_middle(table, before, under, first_bidder, wild, middle), made


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


def given_trick(
    table: Table,
    landlord: int,
    turn: int | None,
    last: Given | None,
    passes: int,
    leader: int | None,
    plays: Iterable[Given] | str,
) -> tuple[int, list[Given]]:
    """Who led first, and what has been done since: the plays, or the play to beat and the
    passes after it."""
    made = given_plays(plays)
    if made:
        if last is not None or passes:
            raise InvalidArgument("plays say what is to be beaten: leave last and passes out")
        return landlord if leader is None else leader, made
    turn = whole_number("the turn", landlord if turn is None else turn, 0, table.players - 1)
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
    nobody holds are gone; of two, the bottom cards that the landlord does not hold. What he
    holds of the bottom he has kept."""
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
    if kept is not None:
        certain = given_cards(table, "kept", kept)
    else:
        certain = common(bottom, hands[landlord])
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


def known_middle(
    table: Table,
    bottom: Hand | None,
    landlord: int,
    stake: int,
    leader: int,
    said: tuple[Action, ...],
    doubled: int,
    gone: Hand,
    kept: Cards | None,
) -> Middle:
    """The lead from which one seat knows a deal. The landlord has kept what is not gone of
    the bottom, if nothing else is said."""
    middle = Middle(landlord, stake, leader, said, doubled, gone, Hand())
    if kept is not None:
        return replace(middle, kept=given_cards(table, "kept", kept))
    under = Hand("", decks=table.rules.decks) if bottom is None else bottom
    return replace(middle, kept=under - common(under, middle.laid))


def put_down_in(
    table: Table, middle: Middle | None, first_bidder: int, actions: Sequence[str]
) -> tuple[int | None, list[str]]:
    """The landlord, if there is one, and the cards that each seat puts down in the actions,
    automatic passes among them. Nothing is asked of what anybody holds."""
    cards = [""] * table.players
    made = [PASS if text == SKIP else read_action(text) for text in actions]
    if middle is not None:
        landlord, leader, asked = middle.landlord, middle.leader, []
    else:
        auction = _auction_of(table, first_bidder, made)
        if not auction.is_over or auction.landlord is None:
            if len(made) > len(auction.calls):
                raise InvalidArgument(f"{shown(actions[-1])} comes after all have passed")
            return None, cards
        made = made[len(auction.calls) :]
        landlord = leader = auction.landlord
        asked = [each.seat for each in schedule(table, landlord)]
    for place, action in enumerate(made):
        # The turn goes on by one seat with every play and pass.
        seat = (leader + place - len(asked)) % table.players
        seat = asked[place] if place < len(asked) else seat
        if isinstance(action, Hand):
            cards[seat] += str(action)
        elif isinstance(action, Move | Discard):
            cards[seat] += str(action.cards)
    return landlord, cards


def _auction_of(table: Table, first_bidder: int, made: Sequence[Action | Hand]) -> Auction:
    """The auction that is the first part of these actions, or all of them."""
    auction = Auction(table, first_bidder)
    for number, action in enumerate(made, 1):
        if auction.is_over:
            break
        if isinstance(action, Hand):
            raise InvalidArgument(f"action {number}, {action}, is refused: this is the auction")
        refusal = auction.why_not(action)
        if refusal is not None:
            raise InvalidArgument(f"action {number}, {action}, is refused: {refusal}")
        auction.push(action)
    return auction
