"""Two players against each other over many deals, each deal in both seatings (docs/agents.md).

>>> score = match("random", "random", deals=20)
>>> score.games, score.wp.mean + score.reversed().wp.mean
(40, 1.0)
"""

from .running import match, round_robin, run, run_round_robin
from .score import Estimate, Pace, Score

__all__ = ["Estimate", "Pace", "Score", "match", "round_robin", "run", "run_round_robin"]
