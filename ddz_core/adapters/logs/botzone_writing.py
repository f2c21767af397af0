"""Our games as matches of Botzone."""

from __future__ import annotations

import json
from typing import Any

from ..._core.values import PASS, Move
from ...errors import InvalidArgument
from ...game.actions import Bid
from ...game.game import Game
from ...game.result import Result
from ...kinds import Kind
from ..botzone.cards import CARDS, SEATS, drawn, taken
from .logged import check_three

_WORTH = {
    Kind.SOLO: 1,
    Kind.PAIR: 2,
    Kind.TRIO: 4,
    Kind.TRIO_SOLO: 4,
    Kind.TRIO_PAIR: 4,
    Kind.SOLO_CHAIN: 6,
    Kind.PAIR_CHAIN: 6,
    Kind.QUAD_SOLO: 8,
    Kind.QUAD_PAIR: 8,
    Kind.TRIO_CHAIN: 8,
    Kind.TRIO_CHAIN_SOLO: 8,
    Kind.TRIO_CHAIN_PAIR: 8,
    Kind.BOMB: 10,
    Kind.QUAD_CHAIN: 10,
    Kind.QUAD_CHAIN_SOLO: 10,
    Kind.QUAD_CHAIN_PAIR: 10,
    Kind.ROCKET: 16,
}
"""What the platform adds for a play in FightTheLandlord, in hundredths."""


def write(game: Game, players: tuple[str, ...] = ()) -> str:
    """A game as a match, one line of JSON: of FightTheLandlord2 if it has an auction, else of
    FightTheLandlord. Player 0 is whoever bids first, or the landlord; cards of a rank get
    their suits in an order of our own."""
    check_three(game, "Botzone")
    table = game.table
    has_auction = table.auction == "points"
    if table.auction not in ("points", "none") or table.auction_order != "play" or table.base != 1:
        raise InvalidArgument(f"Botzone has no auction as at the table {table}")
    first = game.public.first_bidder
    pool = list(range(CARDS))

    hands = [drawn(game.dealt.hands[(first + player) % SEATS], pool) for player in range(SEATS)]
    public = drawn(game.bottom, pool)
    if not has_auction:
        hands[0] = public + hands[0]
    match = _Match(hands, public, has_auction)
    for made in game.public.bids:
        match.bid(made.action.stake if isinstance(made.action, Bid) else 0)
    if has_auction:
        assert game.landlord is not None
        match.settle((game.landlord - first) % SEATS, game.stake)
    for made in game.public.plays:
        assert isinstance(made.action, Move)
        match.play(made.action)
    told: dict[str, Any] = {
        "game": {"name": "FightTheLandlord2" if has_auction else "FightTheLandlord"},
        "initdata": match.start,
        "logs": match.logs,
    }
    if players:
        told["players"] = [{"name": players[(first + player) % SEATS]} for player in range(SEATS)]
    if game.result is not None:
        told["scores"] = match.finish(game.result, first)
    return json.dumps(told) + "\n"


class _Match:
    """The log of a match as it grows: the judge asks, a bot answers."""

    def __init__(self, hands: list[list[int]], public: list[int], has_auction: bool) -> None:
        self.start: dict[str, Any] = {"allocation": hands, "publiccard": public}
        self.public = public
        self.logs: list[dict[str, Any]] = []
        self.has_auction = has_auction
        self.hands = hands
        self.held = [list(hand) for hand in hands]
        self.bids: list[int] = []
        self.made: list[list[int]] = []
        self.worth = [0] * SEATS
        self.landlord = 0
        self.stake = 1
        if has_auction:
            self._ask(0, {"own": hands[0], "bid": []}, {**self.start, "bid": []})
        else:
            self._ask(0, self._request(0), self.start)

    def bid(self, stake: int) -> None:
        """A bid of the next in turn, which is never the last thing that is logged."""
        self._answer(len(self.bids), stake)
        self.bids.append(stake)
        if stake < 3 and len(self.bids) < SEATS:
            seat, bids = len(self.bids), list(self.bids)
            shown = {**self.start, "bid": bids}
            self._ask(seat, {"own": self.hands[seat], "bid": bids}, shown)

    def settle(self, landlord: int, stake: int) -> None:
        """The end of the auction."""
        self.landlord, self.stake = landlord, stake
        self.held[landlord] += self.public
        shown = {"landlord": landlord, "bid": list(self.bids), "errored": [None] * SEATS}
        self._ask(landlord, self._request(landlord), shown)

    def play(self, move: Move) -> None:
        """A play or a pass of the next in turn."""
        seat = (self.landlord + len(self.made)) % SEATS
        numbers = [] if move == PASS else taken(move.cards, self.held[seat])
        self.held[seat] = [card for card in self.held[seat] if card not in numbers]
        self.worth[seat] += _WORTH.get(move.kind, 0)
        self._answer(seat, numbers)
        self.made.append(numbers)
        event = {"player": seat, "action": numbers}
        if self.held[seat]:
            after = (seat + 1) % SEATS
            shown: dict[str, Any] = {"event": event}
            if self.has_auction:
                shown |= {"landlord": self.landlord, "bid": list(self.bids)}
            self._ask(after, self._request(after), shown)
        else:
            self.logs.append(_judged("finish", {}, {"event": event}))

    def finish(self, result: Result, first: int) -> list[float]:
        """The scores, which the judge says at the end."""
        scores: list[float]
        if self.has_auction:
            scores = [result.points[(first + player) % SEATS] for player in range(SEATS)]
        else:
            won = (2, 0, 0) if result.winner == "landlord" else (0, 2, 2)
            each = [points + worth / 100 for points, worth in zip(won, self.worth, strict=True)]
            scores = [each[0], (each[1] + each[2]) / 2, (each[1] + each[2]) / 2]
        by_seat = {str(player): score for player, score in enumerate(scores)}
        output = self.logs[-1]["output"]
        output["content"] = by_seat
        output["display"].update(by_seat)
        return scores

    def _request(self, seat: int) -> dict[str, Any]:
        request: dict[str, Any] = {"history": [[], [], *self.made][-2:]}
        if len(self.made) < SEATS:
            request |= {"own": self.hands[seat], "publiccard": self.public}
            if self.has_auction:
                told = {"landlord": self.landlord, "pos": seat, "finalbid": self.stake}
                request |= told
        return request

    def _ask(self, seat: int, request: dict[str, Any], shown: dict[str, Any]) -> None:
        self.logs.append(_judged("request", {str(seat): request}, shown))

    def _answer(self, seat: int, response: Any) -> None:
        self.logs.append({str(seat): {"verdict": "OK", "response": response}})


def _judged(command: str, content: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    output = {"command": command, "content": content, "display": shown}
    return {"verdict": "OK", "output": output}
