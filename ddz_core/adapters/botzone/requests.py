"""What the platform tells a bot, made of what a seat sees: its requests, one a turn.

Our cards have no suits, and the platform's have: each seat is told of numbers that fit what
it sees. They stay the same from turn to turn, and the bot's own plays are the numbers that
it has answered with.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ..._core.values import PASS, Move
from ...errors import InvalidArgument
from ...game.actions import Bid
from ...game.observation import Observation
from .cards import CARDS, SEATS, drawn, taken

Request: TypeAlias = dict[str, Any]


def check_table(observation: Observation) -> None:
    """Refuses tables that the protocol has no words for."""
    table = observation.table
    problems = (
        (table.players != SEATS, f"{table.players} players, not {SEATS}"),
        (table.auction not in ("none", "points"), f"the auction {table.auction!r}"),
        (table.auction_order != "play", "an auction against the order of play"),
        (table.discard, "discards"),
        (table.skip, "automatic passes"),
        (bool(table.open_hand), "open hands"),
        (bool(table.doubling), "a doubling round"),
        (table.wild, "wild cards"),
        (observation.leader is not None, "deals that are known from their middle on"),
    )
    for is_wrong, what in problems:
        if is_wrong:
            raise InvalidArgument(f"Botzone's bots do not know {what}: the table is {table}")


def requests_of(observation: Observation) -> list[Request]:
    """All that this seat was asked so far, what it is asked now included."""
    own, public, made = _numbered(observation)
    requests: list[Request] = []
    seat, first = observation.seat, observation.first_bidder
    has_auction = observation.table.auction != "none"
    if has_auction:
        bids = [
            call.action.stake if isinstance(call.action, Bid) else 0 for call in observation.bids
        ]
        place = (seat - first) % SEATS
        if len(bids) > place or observation.phase == "auction":
            requests.append({"own": own, "bid": bids[:place]})
    landlord = observation.landlord
    if landlord is None:
        return requests
    origin = first if has_auction else landlord
    asked = [turn for turn, each in enumerate(observation.plays) if each.seat == seat]
    for number, turn in enumerate([*asked, len(made)]):
        request: Request = {"history": [[], [], *made[:turn]][-2:]}
        if number == 0:
            request["own"] = own
            request["publiccard"] = public
            if has_auction:
                request["landlord"] = (landlord - origin) % SEATS
                request["pos"] = (seat - origin) % SEATS
                request["finalbid"] = observation.stake
            elif seat == landlord:
                request["own"] = public + own
        requests.append(request)
    return requests


def _numbered(observation: Observation) -> tuple[list[int], list[int], list[list[int]]]:
    """The seat's own cards as they were dealt, the bottom, and every play in numbers."""
    seat, landlord = observation.seat, observation.landlord
    hand = observation.hand
    for each in observation.plays:
        if each.seat == seat and isinstance(each.action, Move):
            hand = hand + each.action.cards
    pool = list(range(CARDS))

    bottom = observation.bottom
    own = drawn(hand if bottom is None or landlord != seat else hand - bottom, pool)
    public = [] if bottom is None else drawn(bottom, pool)
    kept = list(public)
    mine = own + (public if landlord == seat else [])
    made: list[list[int]] = []
    for each in observation.plays:
        cards: list[int] = []
        if each.action != PASS and isinstance(each.action, Move):
            # The landlord first lays down what everybody has seen with him.
            held = mine if each.seat == seat else kept + pool if each.seat == landlord else pool
            cards = taken(each.action.cards, held)
            for number in cards:
                for place in (mine, kept, pool):
                    if number in place:
                        place.remove(number)
        made.append(cards)
    return own, public, made


def own_numbers(request: Request, is_landlord: bool) -> list[int]:
    """What a bot holds that gets this as its first request of the play."""
    own: list[int] = list(request["own"])
    return own + [number for number in request["publiccard"] if is_landlord and number not in own]
