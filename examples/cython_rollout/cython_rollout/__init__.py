"""An example: rollouts on top of the kernels of ddz_core."""

from .census import census
from .rollout import leads, lines, record, rollouts, sample

__all__ = ["census", "leads", "lines", "record", "rollouts", "sample"]
