"""What a bot of ours makes of the platform's requests: what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...arguments import shown, whole_number
from ...errors import InvalidArgument
from ...game.observation import Observation
from ...table import Table
from .cards import SEATS, WITH_AUCTION, WITHOUT_AUCTION, card_numbers, hand_of


class Seen(NamedTuple):
    """A turn of a bot."""

    held: list[int]
    """The cards that it holds."""
    to_beat: bool
    """Whether there is a play to beat, so that it may pass."""
    is_bid: bool
    table: Table
    seat: int
    first_bidder: int
    actions: list[str]
    bottom: list[int] | None

    def observation(self) -> Observation:
        """The same as our players see it. Raises :class:`DdzError` where our rules refuse
        what was played."""
        return Observation.of(
            hand_of(self.held),
            self.table,
            self.seat,
            first_bidder=self.first_bidder,
            actions=self.actions,
            bottom=None if self.bottom is None else hand_of(self.bottom),
        )


def seen_by(requests: Sequence[Any], responses: Sequence[Any]) -> Seen:
    """The turn that the last request asks for.

    Raises :class:`InvalidArgument`, naming the request and the field, for what is no
    request.
    """
    if not requests or len(responses) != len(requests) - 1:
        raise InvalidArgument(
            f"there is one request more than responses, not {len(requests)} and {len(responses)}"
        )
    asked = [_Asked(number, request) for number, request in enumerate(requests)]
    own = asked[0].cards("own")
    bids: list[int] = []
    if "bid" in asked[0].request:
        bids = asked[0].bids()
        if len(asked) == 1:
            return Seen(own, False, True, WITH_AUCTION, len(bids), 0, _bid_texts(bids), None)
        bids.append(whole_number("responses[0], a bid,", responses[0], 0, 3))
        asked, responses = asked[1:], responses[1:]
    first = asked[0]
    public = first.cards("publiccard")
    if "landlord" in first.request:
        landlord, seat = first.number("landlord", 2), first.number("pos", 2)
        stake = first.number("finalbid", 3)
        table, calls = _auction(bids, landlord, stake)
    else:
        history = first.history()
        landlord, seat = 0, 2 if history[0] else 1 if history[1] else 0
        table, calls = WITHOUT_AUCTION, []
    held = own + [card for card in public if seat == landlord and card not in own]
    plays: list[list[int]] = []
    for number, each in enumerate(asked):
        others = (seat - landlord) % SEATS if number == 0 else SEATS - 1
        plays += each.history()[2 - others :]
        if number < len(responses):
            mine = card_numbers(responses[number])
            if not set(mine) <= set(held):
                raise InvalidArgument(f"responses[{number}] has cards that are not held: {mine}")
            held = [card for card in held if card not in mine]
            plays.append(mine)
    texts = [str(hand_of(play)) if play else "pass" for play in plays]
    to_beat = any(plays[-2:])
    origin = landlord if table.auction == "none" else 0
    return Seen(held, to_beat, False, table, seat, origin, _bid_texts(calls) + texts, public)


def _auction(bids: list[int], landlord: int, stake: int) -> tuple[Table, list[int]]:
    """The table, and bids that lead to the landlord. A bot is not told what was bid after
    its own turn: those who are not the landlord are taken to have passed."""
    if not any(bids) and landlord == 0 and bids:
        # Nobody has bid, and so player 0 is the landlord.
        return WITH_AUCTION.changed(auction="none"), []
    calls = bids[: landlord + 1]
    calls += [0] * (landlord + 1 - len(calls))
    calls[landlord] = stake
    if stake < 3:
        calls += (bids[len(calls) :] + [0] * SEATS)[: SEATS - len(calls)]
    return WITH_AUCTION, calls


def _bid_texts(bids: Sequence[int]) -> list[str]:
    return [f"bid:{bid}" if bid else "pass" for bid in bids]


class _Asked:
    """One request, with its number for messages."""

    def __init__(self, number: int, request: object) -> None:
        self.name = f"requests[{number}]"
        if not isinstance(request, dict):
            raise InvalidArgument(f"{self.name} is an object, not {shown(request)}")
        self.request = request

    def _field(self, name: str) -> Any:
        if name not in self.request:
            raise InvalidArgument(f"{self.name} has no {name}")
        return self.request[name]

    def cards(self, name: str) -> list[int]:
        try:
            return list(card_numbers(self._field(name)))
        except ValueError as refusal:
            raise InvalidArgument(f"{self.name}.{name}: {refusal}") from refusal

    def number(self, name: str, most: int) -> int:
        return whole_number(f"{self.name}.{name}", self._field(name), 0, most)

    def bids(self) -> list[int]:
        bids = self._field("bid")
        if not isinstance(bids, list) or len(bids) >= SEATS:
            raise InvalidArgument(f"{self.name}.bid: at most two bids, not {shown(bids)}")
        return [whole_number(f"{self.name}.bid", bid, 0, 3) for bid in bids]

    def history(self) -> list[list[int]]:
        history = self._field("history")
        if not isinstance(history, list) or len(history) != 2:
            raise InvalidArgument(f"{self.name}.history: the last two plays, not {shown(history)}")
        try:
            return [list(card_numbers(play)) for play in history]
        except ValueError as refusal:
            raise InvalidArgument(f"{self.name}.history: {refusal}") from refusal
