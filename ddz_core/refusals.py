"""Why an action is refused, said the way a person would (docs/rules.md section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .arguments import shown
from .errors import DdzError, IllegalBid, IllegalDiscard, IllegalPlay, Reason, WrongPhase
from .kinds import BOMBS

if TYPE_CHECKING:
    from ._core.values import Move
    from .game.actions import Phase
    from .game.observation import Observation

_ASKED = {
    "auction": "bids or passes",
    "discard": "discards cards",
    "open": "lays his hand open or passes",
    "doubling": "says double:1 or more",
    "play": "plays or passes",
}
"""What the player to act does in each phase."""


def must_lead() -> IllegalPlay:
    """Refuses a pass of the player who leads."""
    return IllegalPlay(Reason.MUST_LEAD, "the player who leads must play and may not pass")


def not_held(cards: str) -> IllegalPlay:
    """Refuses cards that are not all in the hand, which the message does not tell."""
    return IllegalPlay(Reason.NOT_HELD, f"{cards} is not all in the hand")


def no_combination(cards: str, rules: str) -> IllegalPlay:
    """Refuses cards that are no play, or not the play that was named."""
    if not cards:
        return IllegalPlay(Reason.NO_COMBINATION, "no cards are no play: say pass to pass")
    return IllegalPlay(
        Reason.NO_COMBINATION, f"{cards} is no combination under the rules {shown(rules)}"
    )


def does_not_beat(readings: Sequence[Move], last: Move) -> IllegalPlay:
    """Refuses a play none of whose readings beats the last one."""
    cards = readings[0].cards
    if any(_is_too_low(move, last) for move in readings):
        return IllegalPlay(Reason.TOO_LOW, f"{cards} is too low to beat {last}")
    if any(move.kind == last.kind for move in readings):
        return IllegalPlay(
            Reason.WRONG_COUNT,
            f"{cards} has {len(cards)} cards: {last} is beaten by {last.size} cards of its kind",
        )
    kinds = " or ".join(str(move.kind) for move in readings)
    return IllegalPlay(Reason.WRONG_KIND, f"{cards} is a {kinds}, but {last} is to be beaten")


def _is_too_low(move: Move, last: Move) -> bool:
    """Whether it is of the right kind and size, or both are bombs of some sort."""
    if move.kind in BOMBS and last.kind in BOMBS:
        return True
    return move.kind == last.kind and move.length == last.length and move.size == last.size


def not_to_act(observation: Observation, what: str = "decide") -> WrongPhase:
    """Refuses to choose for a seat that is not asked."""
    return WrongPhase(
        f"seat {shown(observation.seat)} has nothing to {what}: the phase is "
        f"{shown(observation.phase)}, the turn of seat {shown(observation.turn)}",
        reason=Reason.NOTHING_TO_DECIDE,
    )


def wrong_phase(action: str, phase: Phase, turn: int | None) -> WrongPhase:
    """Refuses an action of another phase than the present one."""
    if phase == "over":
        return WrongPhase(f"{action} comes too late: the deal is over", reason=Reason.DEAL_OVER)
    return WrongPhase(
        f"{action} is of another phase: this is the {phase} phase, and seat {turn} {_ASKED[phase]}"
    )


def out_of_turn(phase: Phase, seat: int, turn: int) -> DdzError:
    """Refuses an action of another seat than the one to act."""
    message = f"it is not the turn of seat {seat}: seat {turn} {_ASKED[phase]}"
    if phase in ("auction", "open", "doubling"):
        return IllegalBid(message, reason=Reason.NOT_YOUR_TURN)
    if phase == "discard":
        return IllegalDiscard(message, reason=Reason.NOT_YOUR_TURN)
    return IllegalPlay(Reason.NOT_YOUR_TURN, message)
