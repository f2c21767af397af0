"""What an annotation says, as values: they are texts, JSON and a page too."""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from types import ModuleType
from typing import Any, Literal, TypeAlias

from ..._core.values import Hand
from ...game.actions import Action, Phase
from ...game.result import Result
from ...table import Table

VERSION = 1
"""Of the form of :meth:`Annotation.to_dict`; stands under ``version``."""

Plain: TypeAlias = dict[str, Any]
TurningKind: TypeAlias = Literal["mistake", "open cards", "swing"]


@dataclass(frozen=True)
class ActionValue:
    """What one action was worth to the seat that might take it."""

    action: Action
    worlds: int
    """In how many hidden worlds it was tried; the same ones for every action."""
    points: float
    """The mean points of the seat, with base, stake and multiplier."""
    standard_error: float
    """Of the points; nan for a single world."""
    win_rate: float
    """The share of the worlds that its side won."""
    open_win: bool | None = None
    """Whether its side wins after the action if all play perfectly with open cards; ``None``
    where that was not solved. It knows the hidden cards, which no other field does."""

    @property
    def win_error(self) -> float:
        """The standard error of the win rate."""
        return sqrt(self.win_rate * (1 - self.win_rate) / self.worlds)

    def to_dict(self) -> Plain:
        return {
            "action": str(self.action),
            "worlds": self.worlds,
            "points": self.points,
            "standard_error": _number(self.standard_error),
            "win_rate": self.win_rate,
            "win_error": self.win_error,
            "open_win": self.open_win,
        }


@dataclass(frozen=True)
class Better:
    """An action that was better than the one made, and by how much: both were tried in the
    same worlds, and these are not the worlds in which it was found to be the best."""

    action: Action
    gain: float
    """The mean of its points less those of the action made, world by world."""
    standard_error: float
    """Of the gain."""
    win_gain: float
    """The same of the share of the worlds won."""
    worlds: int

    def to_dict(self) -> Plain:
        return {
            "action": str(self.action),
            "gain": self.gain,
            "standard_error": _number(self.standard_error),
            "win_gain": self.win_gain,
            "worlds": self.worlds,
        }


@dataclass(frozen=True)
class Decision:
    """One decision of the game."""

    number: int
    """From 1, over all seats and phases."""
    phase: Phase
    seat: int
    hand: Hand
    """What the seat held."""
    made: Action
    choices: int
    """How many actions it could choose from."""
    values: tuple[ActionValue, ...]
    """What each action was worth, best first; nothing where ``note`` says why."""
    better: Better | None
    """The better action, where one is significantly better."""
    landlord_chance: float | None
    """The winning chance of the landlord after the action made, as the seat could know it;
    ``None`` before the play."""
    note: str = ""
    """Why there are no values, or what they leave out."""

    @property
    def is_valued(self) -> bool:
        """Whether there was a choice, and what it was worth is known."""
        return self.choices > 1 and bool(self.values)

    @property
    def lost(self) -> float:
        """The points lost by the decision: the gain of the better action, 0 without one."""
        return 0.0 if self.better is None else self.better.gain

    @property
    def value(self) -> ActionValue | None:
        """What the action made was worth."""
        return next((value for value in self.values if value.action == self.made), None)

    @property
    def lost_open_win(self) -> ActionValue | None:
        """With open cards an action that wins, where the one made does not."""
        made = self.value
        if made is None or made.open_win is not False:
            return None
        return next((value for value in self.values if value.open_win), None)

    def to_dict(self) -> Plain:
        return {
            "number": self.number,
            "phase": self.phase,
            "seat": self.seat,
            "hand": str(self.hand),
            "action": str(self.made),
            "choices": self.choices,
            "values": [value.to_dict() for value in self.values],
            "better": None if self.better is None else self.better.to_dict(),
            "lost": self.lost,
            "landlord_chance": self.landlord_chance,
            "note": self.note,
        }


@dataclass(frozen=True)
class TurningPoint:
    """A decision with which the game turned."""

    number: int
    """Of the decision."""
    seat: int
    kind: TurningKind
    """``"mistake"``: a better action would have won far more often. ``"open cards"``: with
    open cards a won ending was given away. ``"swing"``: since its last decision the seat
    has learnt what changed the landlord's chance much."""
    text: str

    def to_dict(self) -> Plain:
        return {"number": self.number, "seat": self.seat, "kind": self.kind, "text": self.text}


@dataclass(frozen=True)
class Summary:
    """How one seat decided."""

    seat: int
    name: str
    """Of its player; empty where nobody is named."""
    decisions: int
    """Those with a choice whose values are known."""
    mistakes: int
    """Those at which another action was significantly better."""
    lost: float
    """Points lost by all of them."""
    worst: tuple[int, ...]
    """The numbers of the decisions that lost most, the worst first."""

    @property
    def mean_lost(self) -> float:
        """Points lost by a decision, on the average."""
        return self.lost / self.decisions if self.decisions else 0.0

    def to_dict(self) -> Plain:
        return {
            "seat": self.seat,
            "name": self.name,
            "decisions": self.decisions,
            "mistakes": self.mistakes,
            "lost": self.lost,
            "mean_lost": self.mean_lost,
            "worst": list(self.worst),
        }


@dataclass(frozen=True)
class Annotation:
    """What every decision of a game was worth; ``str`` is a report, :meth:`to_html` a page."""

    table: Table
    deal: int | None
    """The deal number; ``None`` of cards that were given."""
    players: tuple[str, ...]
    """Their names by seat; nothing where nobody is named."""
    seat: int | None
    """The seat whose decisions these are; ``None``: all."""
    landlord: int | None
    result: Result | None
    """What the deal came to; ``None`` where it was not played to the end."""
    seed: int
    worlds: int
    """How many hidden worlds a value is from, at most."""
    decisions: tuple[Decision, ...]
    turning_points: tuple[TurningPoint, ...]
    summaries: tuple[Summary, ...]
    """One for each seat whose decisions these are."""

    def to_dict(self) -> Plain:
        """All of it as plain JSON (docs/analysis.md)."""
        return {
            "version": VERSION,
            "table": str(self.table),
            "deal": self.deal,
            "players": list(self.players),
            "seat": self.seat,
            "landlord": self.landlord,
            "result": None if self.result is None else self.result.to_dict(),
            "seed": self.seed,
            "worlds": self.worlds,
            "decisions": [decision.to_dict() for decision in self.decisions],
            "turning_points": [point.to_dict() for point in self.turning_points],
            "summaries": [summary.to_dict() for summary in self.summaries],
        }

    def to_text(self, actions: int = 3) -> str:
        """A report, with so many of the best actions of each decision."""
        return _written("text").report(self, actions)  # type: ignore[no-any-return]

    def to_html(self) -> str:
        """A page of its own, with a graph of the winning chance; it loads nothing."""
        return _written("page").page([self])  # type: ignore[no-any-return]

    def named(self, seat: int) -> str:
        """A seat with the name of its player.

        >>> import ddz_core as ddz
        >>> ddz.analysis.annotate(ddz.Game("standard", deal=1)).named(0)
        'seat 0'
        """
        return f"seat {seat}" + (f" {self.players[seat]}" if self.players else "")

    def role(self, seat: int) -> str:
        """``"landlord"`` or ``"peasant"``; empty where there is no landlord."""
        if self.landlord is None:
            return ""
        return "landlord" if seat == self.landlord else "peasant"

    def __str__(self) -> str:
        return self.to_text()

    def _repr_svg_(self) -> str:
        return _written("graph").graph(self)  # type: ignore[no-any-return]


def _written(form: str) -> ModuleType:
    """The module that writes annotations in a form; all of these need the values here."""
    return import_module(f".{form}", __package__)


def _number(value: float) -> float | None:
    """JSON has no NaN."""
    return None if math.isnan(value) else value
