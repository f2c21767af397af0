"""What one seat sees, as some lines."""

from __future__ import annotations

from .._core.values import Move
from ..columns import columns
from .observation import Observation


def seen_text(seen: Observation) -> str:
    """The seats in order, and below them what concerns all."""
    rows: list[tuple[object, ...]] = [("seat", "role", "cards", "hand", "last", "")]
    rows += [_seat(seen, seat) for seat in range(len(seen.sizes))]
    lines = columns(rows, "<<><<<")
    if seen.last is not None:
        lines.append(f"to beat: {seen.last}")
    bottom = seen.shown if seen.bottom is None else seen.bottom
    if bottom:
        lines.append(f"bottom: {bottom}")
    if seen.wild is not None:
        lines.append(f"wild: {seen.wild}")
    return "\n".join([*lines, f"unseen: {seen.unseen}", seen.score])


def _seat(seen: Observation, seat: int) -> tuple[object, ...]:
    role = ""
    if seen.landlord is not None:
        role = "landlord" if seat == seen.landlord else "peasant"
    hand: object = seen.hand if seat == seen.seat else ""
    if seat == seen.landlord and seen.open_hand is not None:
        hand = seen.open_hand
    to_act = "to act" if seen.turn == seat else ""
    return f"seat {seat}", role, seen.sizes[seat], hand, _last(seen, seat), to_act


def _last(seen: Observation, seat: int) -> str:
    """What the seat has done last in this round of the phase."""
    done = {
        "auction": seen.bids,
        "discard": seen.discards,
        "open": seen.opening,
        "doubling": seen.doubles,
    }.get(seen.phase, seen.trick)
    action = next((each.action for each in reversed(done) if each.seat == seat), None)
    if isinstance(action, Move) and action:
        return str(action.cards)
    return "" if action is None else str(action)
