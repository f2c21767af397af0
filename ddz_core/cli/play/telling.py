"""What is said about a deal: sentences made of what one seat sees, and the result."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

import ddz_core as ddz

from ...errors import InvalidArgument
from ...kinds import Kind
from ...table import LANDLORD_DISCARDS, PEASANT_DISCARDS
from .screen import cards_of
from .seats import Seats
from .sitting import Sitting
from .words import COMMANDS

Line = tuple["str | Text", ...]
"""The parts of one line."""


def welcome(sitting: Sitting) -> Iterator[Line]:
    """Who sits where, and how to find out more."""
    seats = sitting.seats
    others = [seats.who(seat) for seat in range(len(seats.names)) if seat != seats.seat]
    yield (f"Table {sitting.table}. You are seat {seats.seat}, with {', '.join(others)}.",)
    yield ("Type cards to play them, as 33344456 or pass; hint for a hint; ? for more.",)


def deal_begins(sitting: Sitting, seen: ddz.Observation) -> Iterator[Line]:
    """Which deal it is, and who begins."""
    deals, number = sitting.table.deals, sitting.number
    if not sitting.counts:
        title = "The same deal again, which does not count"
    elif deals in (None, 1):
        title = f"Deal {number}"
    else:
        title = f"Deal {number} of {deals}"
    yield (Text(f"-- {title} --", "bold"),)
    yield from cards_dealt(sitting.seats, seen)


def cards_dealt(seats: Seats, seen: ddz.Observation) -> Iterator[Line]:
    """What is known before anybody has done anything."""
    if seen.landlord is not None:
        yield auction_ends(seats, seen)
    elif seen.phase == "auction":
        yield (f"First to speak: {seats.who(seen.first_bidder)}",)
    if seen.shown:
        yield ("A bottom card that everybody sees: ", cards_of(seen.shown))


def news(
    seats: Seats, before: ddz.Observation, seen: ddz.Observation, action: ddz.Action
) -> Iterator[Line]:
    """What an action was, and what has come of it."""
    assert before.turn is not None
    yield done(seats, ddz.Made(before.turn, action), seen)
    if seen.new_deals > before.new_deals:
        yield ("All have passed: the cards are dealt again",)
        yield from cards_dealt(seats, seen)
    elif before.landlord is None and seen.landlord is not None:
        yield auction_ends(seats, seen)
    for made in seen.plays[len(before.plays) + 1 :]:
        yield done(seats, made, seen)


def done(seats: Seats, made: ddz.Made, seen: ddz.Public) -> Line:
    """What somebody has just done."""
    who = Text(f"{seats.who(made.seat)}: ", "bold" if made.seat == seats.seat else "")
    action = made.action
    if made.skipped:
        return (who, "skipped, since nobody in that place could beat it")
    if isinstance(action, ddz.Bid):
        return (who, f"bid {action.stake}")
    if isinstance(action, ddz.Discard):
        told = cards_of(action.cards) if action.cards else Text("nothing")
        return (who, "discard ", told)
    if isinstance(action, ddz.Open):
        return (who, "open hand")
    if isinstance(action, ddz.Double):
        return (who, f"double × {action.factor}" if action.factor > 1 else "no double")
    if not isinstance(action, ddz.Move) or action == ddz.PASS:
        return (who, str(action))
    how = f"  {reading(action, seen.rules)}, {seen.sizes[made.seat]} left"
    return (who, cards_of(action.cards, seen.wild), Text(how, "dim"))


def reading(move: ddz.Move, rules: ddz.Rules) -> str:
    """How cards are read, in words.

    >>> reading(ddz.Move.parse("333444:trio_chain:2:4"), ddz.Rules())
    'trio chain of 2 up to 4'
    >>> reading(ddz.Move.parse("388:trio:1:3"), ddz.Rules().changed(wild="8"))
    'trio of 3 (wild as 33)'
    """
    words = str(move.kind).replace("_", " ")
    if move.kind is not Kind.ROCKET:
        rank = ddz.RANKS[move.rank]
        words += f" of {move.length} up to {rank}" if move.length > 1 else f" of {rank}"
    wild = move.stands_for(rules) if rules.wild else ddz.Hand()
    return f"{words} (wild as {wild})" if wild else words


def auction_ends(seats: Seats, seen: ddz.Observation) -> Line:
    """Who is the landlord, at which stake, and what has been shown with the bottom."""
    assert seen.landlord is not None
    assert seen.bottom is not None
    verb = "are" if seen.landlord == seats.seat else "is"
    line: list[str | Text] = [
        f"{seats.who(seen.landlord)} {verb} the landlord, stake {seen.stake}. Bottom: ",
        cards_of(seen.bottom, seen.wild),
    ]
    if seen.wild is not None:
        line += [". Wild: ", cards_of(seen.wild, seen.wild)]
    return tuple(line)


def position(seats: Seats, seen: ddz.Observation) -> Iterator[Line]:
    """The table as the seat sees it when it is to act."""
    sizes = ", ".join(
        f"{seats.who(seat)} {size}{' (landlord)' if seat == seen.landlord else ''}"
        for seat, size in enumerate(seen.sizes)
    )
    yield (f"Cards left: {sizes}",)
    if seen.bottom is not None:
        yield ("Bottom: ", cards_of(seen.bottom, seen.wild), f". Score: {seen.score}")
    elif seen.stake:
        yield (f"Score: {seen.score}",)
    if seen.wild is not None:
        yield ("Wild: ", cards_of(seen.wild, seen.wild))
    if seen.open_hand is not None and seen.landlord != seats.seat:
        yield ("The landlord's open hand: ", cards_of(seen.open_hand, seen.wild))
    if seen.phase == "play":
        yield _to_beat(seats, seen)
    yield (
        Text(f"Your hand ({len(seen.hand)}): ", "bold"),
        cards_of(seen.hand, seen.wild),
    )


def _to_beat(seats: Seats, seen: ddz.Observation) -> Line:
    if seen.last is None or seen.last_seat is None:
        return ("You lead",)
    told = f"  {reading(seen.last, seen.rules)}, by {seats.who(seen.last_seat)}"
    return ("To beat: ", cards_of(seen.last.cards, seen.wild), told)


def trick(seats: Seats, seen: ddz.Observation) -> Iterator[Line]:
    """What has been said in the auction, or done since the last lead."""
    for made in seen.bids if seen.phase == "auction" else seen.trick:
        yield done(seats, made, seen)


def choices(seen: ddz.Observation) -> Line | None:
    """What may be said before the play."""
    if seen.phase == "discard":
        most = LANDLORD_DISCARDS if seen.seat == seen.landlord else PEASANT_DISCARDS
        return (f"Discard up to {most} cards; pass to keep all",)
    if seen.phase == "play":
        return None
    return (f"You may say: {', '.join(map(str, seen.legal_actions))}",)


def advice(seen: ddz.Observation) -> Line | None:
    """What the hand is worth, and what to say on it, if there are numbers for the table."""
    if seen.phase not in ("auction", "open", "doubling"):
        return None
    try:
        best = next(ddz.hints(seen))
    except InvalidArgument:
        return None
    return (f"{best.reason} → {best.action}",)


def counter(seen: ddz.Observation) -> Line:
    """How many cards of each rank the seat has not seen."""
    unseen = str(seen.unseen)
    counts = " ".join(
        f"{rank}:{unseen.count(rank)}" for rank in ddz.RANKS if rank in seen.table.deck
    )
    return (f"Unseen: {counts}",)


def hint(hint: ddz.Hint, place: int, of: int, seen: ddz.Observation) -> Line:
    """A hint, with its reason, as it may be typed."""
    action = hint.action
    line: list[str | Text] = [Text(f"Hint {place} of {of}: ", "bold")]
    if isinstance(action, ddz.Move) and action != ddz.PASS:
        line.append(cards_of(action.cards, seen.wild))
        line.append(f"  {reading(action, seen.rules)}: {hint.reason}")
    else:
        line.append(f"{action}  {hint.reason}")
    return tuple(line)


def help_lines() -> Iterator[Line]:
    """What may be typed."""
    yield ("Cards, as 33344456 or 10 J Q K A, and pass; in the auction also a number.",)
    yield ("Of several readings one is named so: 333444555666:trio_chain:4:6",)
    for command, what in COMMANDS.items():
        yield (Text(f"{command:9}", "bold"), what)


def result(sitting: Sitting) -> Iterator[Line]:
    """What the deal came to, and how."""
    seats, game = sitting.seats, sitting.game
    end = game.result
    assert end is not None
    if end.winner is None:
        yield (Text(str(end), "bold"),)
    else:
        won = (seats.seat == end.landlord) == (end.winner == "landlord")
        yield (Text(f"You {'win' if won else 'lose'}: {end}", "bold"),)
        yield (f"Points of the deal: {_points(seats, end.points, '+d')}",)
    for seat, hand in enumerate(end.hands):
        if hand:
            yield (f"Left with {seats.who(seat)}: ", cards_of(hand, end.wild))
    yield ("Bottom: ", cards_of(end.bottom, end.wild), f". {_used(end)}")
    if sitting.counts:
        yield (f"Points so far: {_points(seats, sitting.totals)}",)
    else:
        yield ("It does not count for points",)


def _used(end: ddz.Result) -> str:
    hints = "1 hint" if end.hints == 1 else f"{end.hints} hints"
    undos = "1 undo" if end.undos == 1 else f"{end.undos} undos"
    deal = "Cards that were given" if end.deal is None else f"Deal number {end.deal}"
    return f"{deal}, {hints}, {undos}"


def _points(seats: Seats, points: tuple[int, ...], sign: str = "d") -> str:
    return ", ".join(f"{seats.who(seat)} {each:{sign}}" for seat, each in enumerate(points))


def ranking(seats: Seats, match: ddz.Match) -> Iterator[Line]:
    """Who has won the match, and who comes after."""
    yield (Text(f"The match is over after {match.played} deals", "bold"),)
    for place, seat, points in match.ranking:
        yield (f"{place}. {seats.who(seat)}, {points} points",)
