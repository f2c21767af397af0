"""DouZero's deals, ``card_play_data``, with the plays of ``card_play_action_seq``.

DouZero writes the deals with which it evaluates as a pickle, a list of dictionaries; whoever
logs a game adds ``card_play_action_seq``, as its environment has it. Cards are 3 to 14, 17
for a 2, 20 and 30 for the jokers.
"""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Iterator
from typing import Any

from ..._core.values import PASS, Hand, Move
from ...arguments import shown
from ...errors import Fault
from ...game.game import Game
from ...kinds import RANKS
from ...table import Table
from .logged import (
    Document,
    LoggedGame,
    Made,
    Where,
    check_three,
    dealt,
    part,
    replayed,
    several,
)

TABLE = Table(rules="douzero", auction="none")  # type: ignore[arg-type]
PLACES = ("landlord", "landlord_down", "landlord_up")
"""In the order of play."""
BOTTOM = "three_landlord_cards"
PLAYS = "card_play_action_seq"

NUMBERS = dict(zip((*range(3, 15), 17, 20, 30), RANKS, strict=True))


def is_ours(value: Any) -> bool:
    """Whether a document is in this format."""
    return isinstance(value, dict) and PLACES[1] in value.get("card_play_data", value)


def read(document: Document) -> Iterator[LoggedGame]:
    """The game of a document; the landlord is seat 0. Raises :class:`InvalidRecord`."""
    line, value = document
    where = Where(line)
    plays = value.get(PLAYS, [])
    cards = value.get("card_play_data", value)
    hands = [_hand(part(cards, place, where), where.at(place)) for place in PLACES]
    bottom = _hand(part(cards, BOTTOM, where), where.at(BOTTOM))
    if len(bottom) != 3:
        raise where.at(BOTTOM).wrong(
            f"three cards are wanted here, not {len(bottom)}: DouZero takes out those that the"
            " landlord has played, so they must be logged before the first play",
            Fault.DEAL,
        )
    if not bottom <= hands[0]:
        raise where.at(BOTTOM).wrong(
            f"{bottom} is not among the landlord's cards, {hands[0]}", Fault.DEAL
        )
    hands[0] = hands[0] - bottom
    game = dealt(TABLE, hands, bottom, 0, where)
    made = []
    for number, play in enumerate(several(plays, where.at(PLAYS))):
        here = where.at(PLAYS).at(number)
        made.append(Made(here, None, _hand(play, here) if play else PASS, shown(play)))
    yield LoggedGame(replayed(game, made), line)


def write(game: Game, players: tuple[str, ...] = ()) -> str:
    """A game as a line of JSON, from the landlord on. Bids are not in it."""
    check_three(game, "DouZero")
    landlord, bottom = game.landlord, game.bottom
    assert landlord is not None
    hands = list(game.dealt.hands)
    hands[landlord] = hands[landlord] + bottom
    told: dict[str, Any] = {
        place: _numbers(hands[(landlord + turn) % 3]) for turn, place in enumerate(PLACES)
    }
    told[BOTTOM] = _numbers(bottom)
    told[PLAYS] = [
        _numbers(made.action.cards) if isinstance(made.action, Move) else []
        for made in game.public.plays
    ]
    return json.dumps(told) + "\n"


def unpickled(data: bytes) -> Any:
    """The value of a pickle of lists, dictionaries, texts and numbers; nothing else is
    loaded, so that no code runs. Raises :class:`InvalidRecord`."""
    try:
        return _Plain(io.BytesIO(data)).load()
    except EOFError as error:
        raise Where(1).wrong("the pickle is truncated", Fault.TRUNCATED) from error
    except Exception as error:
        fault = Fault.TRUNCATED if "truncated" in str(error) else Fault.TAMPERED
        raise Where(1).wrong(f"this pickle is no list of deals: {error}", fault) from error


class _Plain(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"it holds a {module}.{name}")


def _hand(value: Any, where: Where) -> Hand:
    try:
        return Hand("".join(NUMBERS[number] for number in several(value, where)))
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, KeyError | TypeError):
            raise where.wrong(f"{error} is no card of DouZero's", Fault.DEAL) from error
        raise where.wrong(error, Fault.DEAL) from error


def _numbers(cards: Hand) -> list[int]:
    number_of = {rank: number for number, rank in NUMBERS.items()}
    return [number_of[card] for card in str(cards)]
