"""Players against each other over many deals, each deal in several seatings (docs/agents.md).

>>> score = match("random", "random", deals=20)
>>> score.games, score.wp.mean + score.reversed().wp.mean
(40, 1.0)
"""

from .running import match, round_robin, run, run_round_robin, run_table, table_match
from .score import Estimate, Pace, PlayerScore, Score, TableScore

__all__ = [
    "Estimate",
    "Pace",
    "PlayerScore",
    "Score",
    "TableScore",
    "match",
    "round_robin",
    "run",
    "run_round_robin",
    "run_table",
    "table_match",
]
