"""What this machine does: the figures of ``ddz bench``, each with its answer checked.

A :class:`~ddz_core.bench.jobs.Job` is work of a known answer; a figure is the time
of many rounds of it. The jobs of a group take turns, so that a machine that slows
down meanwhile slows all of them.
"""

from .jobs import Figure, Job, measured
from .machine import machine
from .suite import Group, groups, measured_groups

__all__ = ["Figure", "Group", "Job", "groups", "machine", "measured", "measured_groups"]
