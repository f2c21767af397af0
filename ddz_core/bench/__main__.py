"""``python -m ddz_core.bench ROUNDS``: the kernels at the level in use.

One line of JSON after each round, for :mod:`ddz_core.bench.levels` to read.
"""

import json
import sys
from dataclasses import asdict

from .._core.loader import cpu_features
from .jobs import measured
from .levels import jobs

# Imported by tools that look for doctests, too.
if __name__ == "__main__":
    for figures in measured(jobs(), int(sys.argv[1]), cpu_features()["level"]):
        print(json.dumps([asdict(figure) for figure in figures]), flush=True)
