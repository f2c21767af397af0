"""Where a game turned, and how each seat decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .values import Decision, Summary, TurningPoint

CHANCE_LOST = 0.1
"""A better action that wins so much more often makes a turning point."""

SWING = 0.3
"""A change of the landlord's chance between two decisions of a seat that is one too."""

WORST = 3
"""So many of the worst decisions are named."""


def turning_points(decisions: Sequence[Decision]) -> tuple[TurningPoint, ...]:
    """The decisions with which the game turned, in order."""
    return tuple(_turning_points(decisions))


def _turning_points(decisions: Sequence[Decision]) -> Iterator[TurningPoint]:
    before: dict[int, float] = {}
    for each in decisions:
        better, chance = each.better, each.landlord_chance
        lost = each.lost_open_win
        if better is not None and better.win_gain >= CHANCE_LOST and chance is not None:
            yield TurningPoint(
                each.number,
                each.seat,
                "mistake",
                f"{better.action} instead of {each.made} wins {better.win_gain:.0%} more often",
            )
        elif lost is not None:
            yield TurningPoint(
                each.number,
                each.seat,
                "open cards",
                f"with open cards {lost.action} wins and {each.made} loses",
            )
        elif chance is not None and abs(chance - before.get(each.seat, chance)) >= SWING:
            yield TurningPoint(
                each.number,
                each.seat,
                "swing",
                f"the landlord's chance went from {before[each.seat]:.0%} to {chance:.0%} since"
                " the seat's last decision",
            )
        if chance is not None:
            before[each.seat] = chance


def summary(decisions: Sequence[Decision], seat: int, name: str) -> Summary:
    """How a seat decided where there was a choice, and what it was worth is known."""
    own = [each for each in decisions if each.seat == seat and each.is_valued]
    wrong = [each for each in own if each.better is not None]
    worst = sorted(wrong, key=lambda each: -each.lost)[:WORST]
    return Summary(
        seat,
        name,
        len(own),
        len(wrong),
        sum((each.lost for each in wrong), 0.0),
        tuple(each.number for each in worst),
    )
