"""Whether what a caller says is public can be so at all.

A game knows that it tells the truth. An observation or a :class:`Public` that a caller made
is checked once, where it comes in: so that nothing behind it need ask again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from .._core.values import PASS, Hand, Move
from ..arguments import shown, whole_number
from ..errors import DdzError, InvalidArgument
from ..rules import is_wild_rank
from ..table import Table
from .actions import PHASES, Action, Bid, Call, Discard, Double, Open, Rob
from .auction import Auction
from .rounds import schedule

if TYPE_CHECKING:
    from .observation import Observation, Public

_COUNTS = 1 << 62


def check_made(public: Public) -> None:
    """Raises :class:`InvalidArgument` for an object whose ``__init__`` has not run."""
    missing = [each.name for each in fields(public) if not hasattr(public, each.name)]
    if missing:
        kind = type(public).__name__
        raise InvalidArgument(f"this {kind:.40} was never made, it has no {missing[0]}")


def check_public(public: Public) -> None:
    """Raises :class:`InvalidArgument` for what no game comes to."""
    check_made(public)
    if not isinstance(public.table, Table):
        raise InvalidArgument(f"table must be a Table, not {shown(public.table)}")
    if not isinstance(public.phase, str) or public.phase not in PHASES:
        raise InvalidArgument(
            f"phase must be {', '.join(map(repr, PHASES))}, not {shown(public.phase)}"
        )
    _check_cards(public)
    _check_seats(public)
    _check_made("bids", public.bids, public, Bid | Call | Rob | Move)
    _check_made("discards", public.discards, public, Discard)
    _check_made("opening", public.opening, public, Open | Move)
    _check_made("doubles", public.doubles, public, Double)
    _check_made("plays", public.plays, public, Move)
    for name in ("new_deals", "stake"):
        whole_number(name, getattr(public, name), 0, _COUNTS)
    whole_number("multiplier", public.multiplier, 1, _COUNTS)
    _check_wild(public)
    _check_leader(public)
    if public.phase == "auction":
        _check_auction(public)
    else:
        _check_rounds(public)
    if public.phase in ("play", "over") and public.plays:
        _check_plays(public)


def check_seat(observation: Observation) -> None:
    """The same for what an observation has beside what is public."""
    check_public(observation)
    seat = _seat("seat", observation.seat, observation)
    hand, size = observation.hand, observation.sizes[seat]
    if not isinstance(hand, Hand):
        raise InvalidArgument(f"hand must be a Hand, not {shown(hand)}")
    if len(hand) != size:
        raise InvalidArgument(f"seat {seat} holds {len(hand)} cards, but is said to hold {size}")
    kept = observation.kept if seat == observation.landlord else Hand()
    if not kept <= hand or not hand - kept <= observation.hidden:
        raise InvalidArgument(f"the hand of seat {seat} and the hidden cards contradict each other")


def _check_cards(public: Public) -> None:
    for name in ("shown", "hidden", "kept"):
        if not isinstance(getattr(public, name), Hand):
            raise InvalidArgument(f"{name} must be a Hand, not {shown(getattr(public, name))}")
    if public.bottom is not None and not isinstance(public.bottom, Hand):
        raise InvalidArgument(f"bottom must be a Hand or None, not {shown(public.bottom)}")
    try:
        fits = public.hidden + public.kept <= _deck(public)
    except DdzError:
        fits = False
    if not fits:
        raise InvalidArgument("the hidden and the kept cards are more than the deck")


def _check_seats(public: Public) -> None:
    is_over = public.phase == "over"
    _seat("first_bidder", public.first_bidder, public)
    for name, wanted in (
        ("turn", not is_over),
        ("landlord", None if is_over else public.phase != "auction"),
        ("last_seat", public.last is not None),
    ):
        value = getattr(public, name)
        if wanted is False and value is not None:
            raise InvalidArgument(f"{name} must be None here, not {shown(value)}")
        if wanted or value is not None:
            _seat(name, value, public)
    if public.last is not None and (not isinstance(public.last, Move) or public.last == PASS):
        raise InvalidArgument(f"last must be a play or None, not {shown(public.last)}")
    if not isinstance(public.sizes, Sequence) or len(public.sizes) != public.table.players:
        raise InvalidArgument(
            f"sizes must be {public.table.players} numbers of cards, not {shown(public.sizes)}"
        )
    sizes = [
        whole_number(f"the number of cards of seat {seat}", size, 0, len(public.table.deck))
        for seat, size in enumerate(public.sizes)
    ]
    if public.phase == "play" and 0 in sizes:
        raise InvalidArgument(f"seat {sizes.index(0)} holds no cards, and the deal is not over")
    if sum(sizes) > len(public.hidden) + len(public.kept):
        raise InvalidArgument("the seats hold more cards than are hidden")


def _seat(name: str, value: object, public: Public) -> int:
    return whole_number(name, value, 0, public.table.players - 1)


def _check_made(name: str, made: object, public: Public, kind: object) -> None:
    if not isinstance(made, tuple):
        raise InvalidArgument(f"{name} must be a tuple, not {shown(made)}")
    for each in made:
        if not isinstance(each, tuple) or len(each) != 3:
            raise InvalidArgument(f"{name} must be of Made, not of {shown(each)}")
        _seat(f"a seat in {name}", each[0], public)
        if not isinstance(each[1], kind):  # type: ignore[arg-type]
            raise InvalidArgument(f"{shown(each[1])} is no action for {name}")


def _deck(public: Public) -> Hand:
    return Hand(public.table.rules.deck, decks=public.table.rules.decks)


def _check_wild(public: Public) -> None:
    """A wild rank is known from the bottom on, where the table draws one."""
    wild, table = public.wild, public.table
    if not table.wild:
        known = isinstance(wild, str | None) and wild == table.rules.wild
        if not known:
            raise InvalidArgument(f"wild must be {table.rules.wild!r} here, not {shown(wild)}")
        return
    if wild is None:
        if public.phase not in ("auction", "over") or public.plays:
            raise InvalidArgument("wild must be a rank: it is shown with the bottom")
    elif not is_wild_rank(wild):
        raise InvalidArgument(f"wild must be a rank from 3 to 2, not {shown(wild)}")
    elif public.phase == "auction":
        raise InvalidArgument("wild must be None: nobody knows it before the bottom is shown")


def _check_leader(public: Public) -> None:
    """Whoever leads first does so after the auction, and makes the first of the plays."""
    if public.leader is None:
        return
    leader = _seat("leader", public.leader, public)
    if public.phase not in ("play", "over"):
        raise InvalidArgument(f"leader must be None before the play, not {leader}")
    if public.plays and public.plays[0].seat != leader:
        raise InvalidArgument(f"seat {leader} leads, and the first play is of another")
    if public._doubled_before < 0:
        raise InvalidArgument(f"a multiplier of {public.multiplier} is less than the plays make")


def _check_rounds(public: Public) -> None:
    """What was said between the auction and the first lead goes by the table."""
    if public.landlord is None:
        if public.opening or public.doubles or public.discards:
            raise InvalidArgument("there is no landlord, and yet something was said after him")
        return
    asked = schedule(public.table, public.landlord)
    said = {"discard": public.discards, "open": public.opening, "doubling": public.doubles}
    # A discard may be missing: adapters tell an observation without it.
    for phase in ("open", "doubling"):
        seats = [each.seat for each in asked if each.phase == phase]
        made = said[phase]
        if [each[0] for each in made] != seats[: len(made)]:
            raise InvalidArgument(f"nobody asked the seats of {shown(made)} in the {phase} phase")
        is_done = len(made) == len(seats)
        before = [each.phase for each in asked].index(phase) if seats else 0
        now = [each.phase for each in asked]
        comes_later = public.phase in now and now.index(public.phase) < before
        if comes_later and made:
            raise InvalidArgument(f"the {phase} phase is still to come")
        if public.phase == phase:
            if is_done or public.turn != seats[len(made)]:
                raise InvalidArgument(
                    f"what was said and the turn contradict each other: {shown(made)}"
                )
        elif seats and not is_done and not comes_later:
            raise InvalidArgument(f"somebody has not spoken in the {phase} phase")
    if any(each[1] != PASS and not isinstance(each[1], Open) for each in public.opening):
        raise InvalidArgument("a hand is laid open by Open, and not by a play")
    is_open = any(each[1] == Open() for each in public.opening)
    if is_open and len(public.kept) != public.sizes[public.landlord]:
        raise InvalidArgument("an open hand is kept by the landlord, and kept has other cards")
    for each in public.doubles:
        if isinstance(each[1], Double) and each[1].factor > public.table.doubling:
            raise InvalidArgument(f"this table does not offer {each[1]}")


def _check_auction(public: Public) -> None:
    """The bids are legal one after the other, and have not come to an end."""
    auction = Auction(public.table, public.first_bidder)
    for seat, action, _ in public.bids:
        legal = not auction.is_over and seat == auction.turn and action in auction.legal()
        if not legal:
            raise InvalidArgument(f"nobody could say {action} as bid {len(auction.calls) + 1}")
        auction.push(action)
    if auction.is_over or auction.turn != public.turn:
        raise InvalidArgument("the bids and the turn contradict each other")


def _check_plays(public: Public) -> None:
    """Turns go round, and the last play is the one to beat."""
    players = public.table.players
    last: Action | None = None
    last_seat, passes, cards = None, 0, 0
    seat: int = public.plays[0].seat
    for made in public.plays:
        if made.seat != seat:
            raise InvalidArgument(f"it is not the turn of seat {made.seat} in plays, but of {seat}")
        if made.action == PASS:
            passes += 1
        else:
            assert isinstance(made.action, Move)
            last, last_seat, passes, cards = made.action, seat, 0, cards + made.action.size
        if last is None:
            raise InvalidArgument("in plays a lead must be a play, and no pass")
        if passes == players - 1:
            last, last_seat, passes = None, None, 0
        seat = (seat + 1) % players
    if cards + len(public.hidden) + len(public.kept) > len(public.table.deck):
        raise InvalidArgument("the cards played and those that are hidden are more than the deck")
    if (last, last_seat) != (public.last, public.last_seat):
        raise InvalidArgument("plays and the last play contradict each other")
    if public.phase == "play" and public.turn != seat:
        raise InvalidArgument(f"the turn is of seat {seat} after plays, not of {public.turn}")
