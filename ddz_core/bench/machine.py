"""Where and with what a figure was measured."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

import numpy as np

from .._core.loader import cpu_features, unit_module


def machine() -> dict[str, str | float | list[str] | None]:
    """Machine, processor, compiler, flags, versions and commit, for a record.

    What cannot be found out is ``None``.
    """
    # Imported here: the package imports this one only when asked to.
    from .. import __version__

    features = cpu_features()
    compiler, flags = built_with(features["level"])
    return {
        "system": platform.platform(),
        "machine": platform.machine(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": load(),
        "level": features["level"],
        "levels": list(features["available"]),
        "compiler": compiler,
        "flags": flags,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": np.__version__,
        "version": __version__,
        "commit": commit(),
    }


def built_with(level: str) -> tuple[str, str]:
    """The compiler of a level's kernels, and the flags that setup.py gave it."""
    compiler, flags = unit_module("cards", level).BUILT_WITH
    return str(compiler), str(flags)


def processor() -> str | None:
    """What the processor calls itself."""
    try:
        with open("/proc/cpuinfo") as lines:
            names = [line.partition(":")[2].strip() for line in lines if line.startswith("model n")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or None


def load() -> float | None:
    """How many processes wanted a core in the last minute, where the system tells."""
    try:
        return round(os.getloadavg()[0], 2)
    except (AttributeError, OSError):
        return None


def commit() -> str | None:
    """The commit of the source tree, ``-dirty`` where it has changes; None elsewhere."""
    top = Path(__file__).parents[2]
    if not (top / ".git").exists():
        return None
    command = ["git", "-C", str(top), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
