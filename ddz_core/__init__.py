"""ddz_core: a fast core for Dou Dizhu (Fight the Landlord).

>>> import ddz_core as ddz
>>> hand = ddz.Hand("33344456TJQKA2BR")
>>> ddz.count_moves(hand) == len(ddz.legal_moves(hand))
True
"""

from ._batch import count_moves_batch, legal_moves_batch
from ._combos import cpu_features
from ._engine import perft
from ._queries import count_moves, explain, legal_moves, pick, readings
from ._values import MOVE_DTYPE, PASS, Hand, Move, MoveList
from ._vector import OBSERVATION_SIZE, OBSERVATION_VERSION, VectorGame
from .deals import Deal, deal
from .errors import (
    DdzError,
    IllegalBid,
    IllegalPlay,
    InvalidArgument,
    InvalidCards,
    InvalidRules,
    Reason,
    WrongPhase,
)
from .kinds import RANKS, Kind
from .rules import Rules
from .simulation import Simulation, simulate
from .solving import MoveValue, Plan, Solution, min_plays, solve, solve_batch

__version__ = "0.1.0"

__all__ = [
    "MOVE_DTYPE",
    "OBSERVATION_SIZE",
    "OBSERVATION_VERSION",
    "PASS",
    "RANKS",
    "DdzError",
    "Deal",
    "Hand",
    "IllegalBid",
    "IllegalPlay",
    "InvalidArgument",
    "InvalidCards",
    "InvalidRules",
    "Kind",
    "Move",
    "MoveList",
    "MoveValue",
    "Plan",
    "Reason",
    "Rules",
    "Simulation",
    "Solution",
    "VectorGame",
    "WrongPhase",
    "count_moves",
    "count_moves_batch",
    "cpu_features",
    "deal",
    "explain",
    "legal_moves",
    "legal_moves_batch",
    "min_plays",
    "perft",
    "pick",
    "readings",
    "simulate",
    "solve",
    "solve_batch",
]
