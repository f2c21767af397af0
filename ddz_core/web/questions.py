"""What chosen cards are, and whether they may be played: the answer to ``ask``."""

from __future__ import annotations

from .._core.queries import explain, readings
from .._core.values import Hand, Move
from ..errors import DdzError
from ..game.game import Game
from ..game.observation import Observation
from ..kinds import RANKS
from .codes import code_of
from .messages import Choice, Reading, Refusal


def choice(game: Game, seat: int, cards: str, request: str | None) -> Choice:
    """What a seat is told of cards that it has chosen.

    Of the game only its own observation is asked, and what `Game.read` says to this seat: out
    of turn that tells nothing of the hand of whoever is to act.
    """
    seen = game.observation(seat)
    text = f"discard:{cards}" if seen.phase == "discard" else cards
    action, refusal = None, None
    try:
        action = str(game.read(text, seat))
    except DdzError as refused:
        refusal = Refusal(code_of(refused), str(refused))
    found: list[Reading] = []
    if seen.phase != "discard" and (held := _held(seen, cards)) is not None:
        found = [_reading(seen, move) for move in readings(held, seen.rules)]
    return Choice(request, cards, action, refusal, found)


def _held(seen: Observation, cards: str) -> Hand | None:
    """The cards, if the seat has them."""
    try:
        held = Hand(cards, decks=seen.rules.decks)
    except DdzError:
        return None
    return held if held and held <= seen.hand else None


def _reading(seen: Observation, move: Move) -> Reading:
    may_play = seen.phase == "play" and seen.turn == seen.seat
    return Reading(
        play=str(move),
        kind=str(move.kind),
        length=move.length,
        rank=RANKS[move.rank],
        size=move.size,
        stands_for=str(move.stands_for(seen.rules)) if seen.rules.wild else "",
        playable=may_play and explain(seen.hand, move, seen.last, seen.rules) is None,
    )
