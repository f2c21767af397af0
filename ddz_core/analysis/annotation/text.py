"""An annotation as a report for people."""

from __future__ import annotations

from collections.abc import Iterator

from .values import ActionValue, Annotation, Decision, Summary

_HEAD = f"{'no':>4}  {'seat':8} {'action':30} {'points':>15}  {'wins':>6}  {'open cards':10}"


def report(annotation: Annotation, actions: int = 3) -> str:
    """What happened, decision by decision, with so many of the best actions of each."""
    return "\n".join(_lines(annotation, actions))


def _lines(annotation: Annotation, actions: int) -> Iterator[str]:
    yield title(annotation)
    yield outcome(annotation)
    yield basis(annotation)
    yield ""
    yield _HEAD
    for decision in annotation.decisions:
        yield from _decision(annotation, decision, actions)
    yield ""
    yield "turning points" if annotation.turning_points else "no turning points"
    for point in annotation.turning_points:
        yield f"{point.number:4}  seat {point.seat}: {point.text}"
    yield ""
    for summary in annotation.summaries:
        yield f"{annotation.named(summary.seat)}: {summed(summary)}"


def title(annotation: Annotation) -> str:
    """Which game it was, and who sat where."""
    deal = "given cards" if annotation.deal is None else f"deal {annotation.deal}"
    seats = range(annotation.table.players)
    roles = {seat: annotation.role(seat) for seat in seats}
    named = (annotation.named(s) + (f" ({roles[s]})" if roles[s] else "") for s in seats)
    return f"{annotation.table}, {deal}: {', '.join(named)}"


def outcome(annotation: Annotation) -> str:
    """How it ended."""
    result = annotation.result
    if result is None:
        return "not over"
    points = ", ".join(f"seat {seat} {points:+d}" for seat, points in enumerate(result.points))
    return f"{result.winner or 'nobody'} won: {result}: {points}"


def basis(annotation: Annotation) -> str:
    """What the values are made of."""
    return (
        f"points and wins are of the seat that acts, in up to {annotation.worlds:,} hidden"
        f" worlds that fit what it knew, seed {annotation.seed}"
    )


def summed(summary: Summary) -> str:
    """How a seat decided.

    >>> summed(Summary(0, "", 20, 1, 3.0, (7,)))
    '0.150 points lost by a decision (20 decisions, 1 mistake); worst: 7'
    """
    mistakes = f"{summary.mistakes} mistake{'' if summary.mistakes == 1 else 's'}"
    decisions = f"{summary.decisions} decision{'' if summary.decisions == 1 else 's'}"
    worst = f"; worst: {', '.join(map(str, summary.worst))}" if summary.worst else ""
    return f"{summary.mean_lost:.3f} points lost by a decision ({decisions}, {mistakes}){worst}"


def judged(decision: Decision) -> str:
    """What was better, in words; empty where nothing was."""
    better = decision.better
    if better is None:
        return ""
    return (
        f"better: {better.action}, by {better.gain:.3f} ± {better.standard_error:.3f} points"
        f" and {better.win_gain:+.1%} wins"
    )


def open_word(value: ActionValue) -> str:
    """What open cards say of an action."""
    return {None: "", True: "wins", False: "loses"}[value.open_win]


def _decision(annotation: Annotation, decision: Decision, actions: int) -> Iterator[str]:
    mark = "L" if decision.seat == annotation.landlord else " "
    made = decision.value
    who = f"{decision.number:4}  {decision.seat} {mark}      "
    yield f"{who}{_row(str(decision.made), made)}".rstrip()
    if decision.note:
        yield f"{'':16}({decision.note})"
    if words := judged(decision):
        yield f"{'':16}{words}"
    if decision.choices > 1:
        yield from _others(decision, actions)


def _others(decision: Decision, actions: int) -> Iterator[str]:
    others = [value for value in decision.values if value.action != decision.made]
    for value in others[:actions]:
        yield f"{'':16}{_row(f'or {value.action}', value)}".rstrip()
    if len(others) > actions > 0:
        yield f"{'':16}… {len(others) - actions} more"


def _row(action: str, value: ActionValue | None) -> str:
    if value is None:
        return action
    points = f"{value.points:+.3f} ± {value.standard_error:.3f}"
    return f"{action:30} {points:>15}  {value.win_rate:6.1%}  {open_word(value)}"
