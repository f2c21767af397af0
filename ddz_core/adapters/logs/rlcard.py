"""RLCard's games: the replays of RLCard-Showdown, and what the environment itself tells.

A replay has ``initHands`` with suits (``S2 HA BJ``), ``playerInfo`` with roles, and
``moveHistory``. ``get_perfect_information()`` has ``hand_cards``, those that are left, and
``trace``; there player 0 is the landlord. Neither has the bottom: with ``seen_cards``, as
RLCard's states call it, it is known.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ..._core.values import PASS, Hand, Move
from ...arguments import shown
from ...errors import DdzError, Fault
from ...game.game import Game
from ...table import Table
from .logged import (
    SEATS,
    Document,
    LoggedGame,
    Made,
    Where,
    check_three,
    dealt,
    part,
    replayed,
    seat_number,
    several,
)

TABLE = Table(rules="rlcard", auction="none")  # type: ignore[arg-type]
BOTTOM = "seen_cards"
_PASSES = ("pass", "P", "")
_JOKERS = {"BJ": "B", "RJ": "R"}
_SUITS = "SHCD"


def is_ours(value: Any) -> bool:
    """Whether a document is in this format."""
    return isinstance(value, dict) and ("initHands" in value or "hand_cards" in value)


def read(document: Document) -> Iterator[LoggedGame]:
    """The game of a document. Raises :class:`InvalidRecord`."""
    line, value = document
    where = Where(line)
    if "initHands" in value:
        yield _replay(value, where)
    else:
        yield _state(value, where)


def _replay(value: Any, where: Where) -> LoggedGame:
    place = where.at("initHands")
    given = several(value["initHands"], place, SEATS)
    hands = [_hand(hand, place.at(seat)) for seat, hand in enumerate(given)]
    landlord, names = _landlord(value, hands, where)
    moves = part(value, "moveHistory", where)
    made = []
    for number, move in enumerate(several(moves, where.at("moveHistory"))):
        here = where.at("moveHistory").at(number)
        seat = seat_number(part(move, "playerIdx", here), here.at("playerIdx"))
        text = part(move, "move", here)
        made.append(_made(here.at("move"), seat, text))
    return LoggedGame(_played(value, hands, landlord, made, where), where.line, names)


def _state(value: Any, where: Where) -> LoggedGame:
    place = where.at("hand_cards")
    given = several(value["hand_cards"], place, SEATS)
    hands = [_hand(hand, place.at(seat)) for seat, hand in enumerate(given)]
    made = []
    for number, step in enumerate(several(part(value, "trace", where), where.at("trace"))):
        here = where.at("trace").at(number)
        seat, text = several(step, here, 2)
        made.append(_made(here, seat_number(seat, here), text))
        if isinstance(made[-1].given, Hand):
            try:
                hands[seat] = hands[seat] + made[-1].given
            except DdzError as refusal:
                raise here.wrong(refusal, Fault.DEAL) from refusal
    return LoggedGame(_played(value, hands, 0, made, where), where.line)


def _played(
    value: Any, hands: list[Hand], landlord: int, made: Sequence[Made], where: Where
) -> Game:
    for seat, hand in enumerate(hands):
        wanted = 20 if seat == landlord else 17
        if len(hand) != wanted:
            raise where.wrong(
                f"player {seat} is dealt {wanted} cards, not {len(hand)}: {hand}", Fault.DEAL
            )
    if value.get(BOTTOM):
        place = where.at(BOTTOM)
        bottom = _hand(value[BOTTOM], place)
        if not bottom <= hands[landlord]:
            raise place.wrong(
                f"{bottom} is not among the landlord's cards, {hands[landlord]}", Fault.DEAL
            )
        hands[landlord] = hands[landlord] - bottom
        game = dealt(TABLE, hands, bottom, landlord, where)
    else:
        try:
            game = Game.from_hands(
                TABLE, hands, first_bidder=landlord, landlord=landlord, turn=landlord
            )
        except DdzError as refusal:
            raise where.wrong(refusal, Fault.DEAL) from refusal
    return replayed(game, made)


def _landlord(value: Any, hands: Sequence[Hand], where: Where) -> tuple[int, tuple[str, ...]]:
    """Who is it, and what the players are called. Without roles it is who has most cards."""
    landlord, names = max(range(SEATS), key=lambda seat: len(hands[seat])), [""] * SEATS
    for number, info in enumerate(several(value.get("playerInfo", []), where.at("playerInfo"))):
        here = where.at("playerInfo").at(number)
        seat = seat_number(part(info, "index", here), here.at("index"))
        if info.get("role") == "landlord":
            landlord = seat
        agent = info.get("agentInfo")
        name = agent.get("name") if isinstance(agent, dict) else None
        names[seat] = name if isinstance(name, str) else ""
    return landlord, tuple(names) if all(names) else ()


def write(game: Game, players: tuple[str, ...] = ()) -> str:
    """A game as a replay, one line of JSON. Bids are not in it; cards of a rank get their
    suits in an order of our own."""
    check_three(game, "RLCard")
    landlord, bottom = game.landlord, game.bottom
    assert landlord is not None
    suits = dict.fromkeys("3456789TJQKA2", 0)

    def suited(cards: Hand) -> list[str]:
        found = []
        for card in str(cards):
            if card in suits:
                found.append(_SUITS[suits[card]] + card)
                suits[card] += 1
            else:
                found.append(card + "J")
        return found

    hands = [suited(hand) for hand in game.dealt.hands]
    under = suited(bottom)
    hands[landlord] += under
    info = []
    for seat in range(SEATS):
        told: dict[str, Any] = {"id": seat, "index": seat}
        told["role"] = "landlord" if seat == landlord else "peasant"
        if players:
            told["agentInfo"] = {"name": players[seat]}
        info.append(told)
    left = [list(hand) for hand in hands]
    moves = []
    for made in game.public.plays:
        text = "pass"
        if made.action != PASS and isinstance(made.action, Move):
            cards = []
            for card in str(made.action.cards):
                own = left[made.seat]
                found = next(each for each in own if _rank(each) == card)
                own.remove(found)
                cards.append(found)
            text = " ".join(cards)
        moves.append({"playerIdx": made.seat, "move": text})
    told = {
        "playerInfo": info,
        "initHands": [" ".join(hand) for hand in hands],
        "moveHistory": moves,
        BOTTOM: str(bottom),
    }
    return json.dumps(told) + "\n"


def _made(where: Where, seat: int, move: Any) -> Made:
    is_pass = move in _PASSES if isinstance(move, str) else move == []
    return Made(where, seat, PASS if is_pass else _hand(move, where), shown(move))


def _hand(value: Any, where: Where) -> Hand:
    """Cards with suits between blanks or in a list, or cards without suits."""
    parts = value if isinstance(value, list) else value.split() if isinstance(value, str) else None
    if parts is None or not all(isinstance(each, str) for each in parts):
        raise where.wrong(f"cards are a text here, not {shown(value)}", Fault.DEAL)
    try:
        return Hand("".join(map(_rank, parts)))
    except DdzError as refusal:
        raise where.wrong(refusal, Fault.DEAL) from refusal


def _rank(card: str) -> str:
    """The rank of a card with its suit; other texts as they are."""
    if card in _JOKERS:
        return _JOKERS[card]
    return card[1:] if len(card) == 2 and card[0] in _SUITS else card
