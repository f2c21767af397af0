"""ddz_core: a fast core for Dou Dizhu (Fight the Landlord).

>>> import ddz_core as ddz
>>> hand = ddz.Hand("33344456TJQKA2BR")
>>> ddz.count_moves(hand) == len(ddz.legal_moves(hand))
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._core.batch import count_moves_batch, legal_moves_batch
from ._core.loader import KERNELS, cpu_features
from ._core.queries import count_moves, explain, legal_moves, pick, readings
from ._core.values import MOVE_DTYPE, PASS, Hand, Move, MoveList
from .errors import (
    DdzError,
    Fault,
    IllegalBid,
    IllegalDiscard,
    IllegalPlay,
    InvalidArgument,
    InvalidCards,
    InvalidRecord,
    InvalidRules,
    Reason,
    WrongPhase,
)
from .kinds import RANKS, Kind
from .rules import Rules

if TYPE_CHECKING:
    from . import agents, analysis, arena, svg
    from ._core.c_interface import get_include, rules_capsule
    from ._core.vector import OBSERVATION_SIZE, OBSERVATION_VERSION, VectorGame
    from ._core.whole_games import perft
    from .analysis.appraisal import Appraisal, appraise
    from .analysis.bidding import recommended_bid
    from .analysis.chances import Chance, chance, worlds
    from .analysis.hinting import Hint, Hinter, Merit, hints
    from .analysis.rollouts import PlayValue, Rollout, rollout
    from .analysis.simulation import Simulation, simulate
    from .analysis.solving import MoveValue, Plan, Solution, min_plays, solve, solve_batch
    from .game.actions import Action, Bid, Call, Discard, Double, Made, Open, Rob, parse_action
    from .game.autoskip import must_skip
    from .game.deals import Deal, deal
    from .game.game import Game
    from .game.match import Match, Place
    from .game.observation import Observation, Public
    from .game.position import Position
    from .game.result import Result
    from .table import Table

__version__ = "0.1.0"

# What is imported when it is first touched, so that a program that lists plays need not
# wait for players and analysis: the module of each name.
_MODULES = {
    "Action": "game.actions",
    "Appraisal": "analysis.appraisal",
    "Bid": "game.actions",
    "Chance": "analysis.chances",
    "Deal": "game.deals",
    "Call": "game.actions",
    "Discard": "game.actions",
    "Double": "game.actions",
    "Open": "game.actions",
    "Rob": "game.actions",
    "Game": "game.game",
    "Hint": "analysis.hinting",
    "Hinter": "analysis.hinting",
    "Made": "game.actions",
    "Match": "game.match",
    "Merit": "analysis.hinting",
    "MoveValue": "analysis.solving",
    "OBSERVATION_SIZE": "_core.vector",
    "OBSERVATION_VERSION": "_core.vector",
    "Observation": "game.observation",
    "Place": "game.match",
    "Plan": "analysis.solving",
    "Position": "game.position",
    "PlayValue": "analysis.rollouts",
    "Public": "game.observation",
    "Result": "game.result",
    "Rollout": "analysis.rollouts",
    "Simulation": "analysis.simulation",
    "Solution": "analysis.solving",
    "Table": "table",
    "VectorGame": "_core.vector",
    "appraise": "analysis.appraisal",
    "chance": "analysis.chances",
    "deal": "game.deals",
    "get_include": "_core.c_interface",
    "hints": "analysis.hinting",
    "min_plays": "analysis.solving",
    "must_skip": "game.autoskip",
    "parse_action": "game.actions",
    "perft": "_core.whole_games",
    "recommended_bid": "analysis.bidding",
    "rollout": "analysis.rollouts",
    "rules_capsule": "_core.c_interface",
    "simulate": "analysis.simulation",
    "solve": "analysis.solving",
    "solve_batch": "analysis.solving",
    "worlds": "analysis.chances",
}
_PACKAGES = ("agents", "analysis", "arena", "svg")


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f".{name}", __name__)
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "KERNELS",
    "MOVE_DTYPE",
    "OBSERVATION_SIZE",
    "OBSERVATION_VERSION",
    "PASS",
    "RANKS",
    "Action",
    "Appraisal",
    "Bid",
    "Call",
    "Chance",
    "DdzError",
    "Deal",
    "Discard",
    "Double",
    "Fault",
    "Game",
    "Hand",
    "Hint",
    "Hinter",
    "IllegalBid",
    "IllegalDiscard",
    "IllegalPlay",
    "InvalidArgument",
    "InvalidCards",
    "InvalidRecord",
    "InvalidRules",
    "Kind",
    "Made",
    "Match",
    "Merit",
    "Move",
    "MoveList",
    "MoveValue",
    "Observation",
    "Open",
    "Place",
    "Plan",
    "PlayValue",
    "Position",
    "Public",
    "Reason",
    "Result",
    "Rob",
    "Rollout",
    "Rules",
    "Simulation",
    "Solution",
    "Table",
    "VectorGame",
    "WrongPhase",
    "agents",
    "analysis",
    "appraise",
    "arena",
    "chance",
    "count_moves",
    "count_moves_batch",
    "cpu_features",
    "deal",
    "explain",
    "get_include",
    "hints",
    "legal_moves",
    "legal_moves_batch",
    "min_plays",
    "must_skip",
    "parse_action",
    "perft",
    "pick",
    "readings",
    "recommended_bid",
    "rollout",
    "rules_capsule",
    "simulate",
    "solve",
    "solve_batch",
    "svg",
    "worlds",
]
