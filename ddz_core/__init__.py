"""ddz_core: a fast core for Dou Dizhu (Fight the Landlord).

>>> import ddz_core as ddz
>>> hand = ddz.Hand("33344456TJQKA2BR")
>>> ddz.count_moves(hand) == len(ddz.legal_moves(hand))
True
"""

from . import agents, arena
from ._batch import count_moves_batch, legal_moves_batch
from ._combos import KERNELS, cpu_features
from ._engine import perft
from ._queries import count_moves, explain, legal_moves, pick, readings
from ._values import MOVE_DTYPE, PASS, Hand, Move, MoveList
from ._vector import OBSERVATION_SIZE, OBSERVATION_VERSION, VectorGame
from .actions import Action, Bid, Discard, Made, parse_action
from .appraisal import Appraisal, appraise
from .autoskip import must_skip
from .bidding import recommended_bid
from .c_interface import get_include, rules_capsule
from .deals import Deal, deal
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
from .game import Game
from .hinting import Hint, hints
from .kinds import RANKS, Kind
from .match import Match, Place
from .observation import Observation, Public
from .result import Result
from .rollouts import PlayValue, Rollout, rollout
from .rules import Rules
from .simulation import Simulation, simulate
from .solving import MoveValue, Plan, Solution, min_plays, solve, solve_batch
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
