"""ddz_core: a fast core for Dou Dizhu (Fight the Landlord).

>>> import ddz_core as ddz
>>> hand = ddz.Hand("33344456TJQKA2BR")
>>> ddz.count_moves(hand) == len(ddz.legal_moves(hand))
True
"""

from . import agents, arena
from ._core.batch import count_moves_batch, legal_moves_batch
from ._core.c_interface import get_include, rules_capsule
from ._core.loader import KERNELS, cpu_features
from ._core.queries import count_moves, explain, legal_moves, pick, readings
from ._core.values import MOVE_DTYPE, PASS, Hand, Move, MoveList
from ._core.vector import OBSERVATION_SIZE, OBSERVATION_VERSION, VectorGame
from ._core.whole_games import perft
from .analysis.appraisal import Appraisal, appraise
from .analysis.bidding import recommended_bid
from .analysis.hinting import Hint, hints
from .analysis.rollouts import PlayValue, Rollout, rollout
from .analysis.simulation import Simulation, simulate
from .analysis.solving import MoveValue, Plan, Solution, min_plays, solve, solve_batch
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
from .game.actions import Action, Bid, Discard, Made, parse_action
from .game.autoskip import must_skip
from .game.deals import Deal, deal
from .game.game import Game
from .game.match import Match, Place
from .game.observation import Observation, Public
from .game.result import Result
from .kinds import RANKS, Kind
from .rules import Rules
from .table import Table

__version__ = "0.1.0"

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
    "DdzError",
    "Deal",
    "Discard",
    "Fault",
    "Game",
    "Hand",
    "Hint",
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
    "Move",
    "MoveList",
    "MoveValue",
    "Observation",
    "Place",
    "Plan",
    "PlayValue",
    "Public",
    "Reason",
    "Result",
    "Rollout",
    "Rules",
    "Simulation",
    "Solution",
    "Table",
    "VectorGame",
    "WrongPhase",
    "agents",
    "appraise",
    "arena",
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
]
