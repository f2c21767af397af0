"""Counts the instructions of the kernels, and fails where they have become more.

``python benchmarks/guard.py``, with valgrind installed, in less than a minute. A count
does not depend on how busy the machine is, so it can be compared where a time cannot.
What is counted is what callgrind sees executed within the shared libraries of the
kernels, at the processor levels that valgrind can run; Python itself is not in it.

The committed counts are in guard.json. ``--update`` writes them anew; a commit that
makes something slower says why.

Exit status: 0 where nothing grew, 1 where something did, 2 where nothing was counted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ddz_core import cpu_features
from ddz_core._core.loader import UNITS
from ddz_core.bench.machine import built_with

COMMITTED = Path(__file__).with_name("guard.json")
WORK = Path(__file__).with_name("guard_work.py")
LEVELS = ("plain", "avx2")

ALLOWED = 0.05
"""How much a count may grow: one part in twenty."""

ALLOWED_ELSEWHERE = 0.25
"""The same where another compiler or machine than that of guard.json made the kernels."""

Counts = dict[str, float]


def counts_of(level: str) -> Counts:
    """Instructions for each hand or game, of every piece of work at a level."""
    with tempfile.TemporaryDirectory() as folder:
        # Neither hashes nor the collection of garbage may differ between runs.
        environment = {**os.environ, "DDZ_LEVEL": level, "PYTHONHASHSEED": "0"}
        out = f"--callgrind-out-file={folder}/%p"
        command = ["valgrind", "--tool=callgrind", "--quiet", out, sys.executable, str(WORK)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"the work failed under valgrind:\n{done.stderr}")
        pieces = [line.split() for line in done.stdout.splitlines()]
        libraries = [f"/{unit}_{level}." for unit in UNITS]
        total = {name: instructions(f"{folder}/{pid}", libraries) for name, pid, _ in pieces}
    before = total.pop("nothing")
    units = {name: int(number) for name, _, number in pieces}
    return {name: round((count - before) / units[name], 1) for name, count in total.items()}


def instructions(path: str, libraries: list[str]) -> int:
    """What callgrind counted in these shared libraries, from the file that it wrote.

    The lines of a function's own costs follow the name of its library, ``ob=``, which
    is spelt out at its first use only. A line after ``calls=`` is the cost of what was
    called, which is listed where it belongs, too.
    """
    names: dict[str, str] = {}
    number = ""
    count = 0
    is_call = False
    with open(path) as lines:
        for line in lines:
            named = re.match(r"(c?ob)=(\(\d+\))(?: (.+))?", line)
            if named:
                names.setdefault(named[2], named[3] or "")
                if named[1] == "ob":
                    number = named[2]
            elif line.startswith("calls="):
                is_call = True
            elif re.match(r"[-+*\d]", line):
                if not is_call and any(part in names.get(number, "") for part in libraries):
                    count += int(line.split()[1])
                is_call = False
    return count


def compare(found: dict[str, Counts], built: str, update: bool) -> int:
    """Print the counts beside the committed ones; the exit status."""
    committed = json.loads(COMMITTED.read_text()) if COMMITTED.exists() else {"counts": {}}
    is_same = committed.get("built") == built
    allowed = ALLOWED if is_same else ALLOWED_ELSEWHERE
    if not is_same:
        print(f"guard.json is of {committed.get('built')}, this is {built}:")
        print(f"other code is to be expected, so {allowed:.0%} more is let pass.")
    grown = 0
    print(f"{'instructions':<24}{'committed':>12}{'now':>12}")
    for level, counts in found.items():
        for name, count in counts.items():
            before = committed["counts"].get(level, {}).get(name)
            change = f"{count / before - 1:+.1%}" if before else "new"
            has_grown = bool(before) and count > before * (1 + allowed)
            grown += has_grown
            row = f"{level + ' ' + name:<24}{before or 0:>12,.1f}{count:>12,.1f}  {change}"
            print(row + ("  TOO MANY" if has_grown else ""))
    if update:
        COMMITTED.write_text(json.dumps({"built": built, "counts": found}, indent=2) + "\n")
        print(f"written to {COMMITTED.name}")
        return 0
    if grown:
        print(f"{grown} of the counts grew by more than {allowed:.0%}.")
        print("Make it faster, or commit `guard.py --update` and say why.")
    return 1 if grown else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the instructions of the kernels.")
    parser.add_argument("--update", action="store_true", help="write guard.json anew")
    update = parser.parse_args().update
    if shutil.which("valgrind") is None:
        print("guard: valgrind is not installed: nothing was counted.", file=sys.stderr)
        return 2
    levels = [level for level in LEVELS if level in cpu_features()["available"]]
    with ThreadPoolExecutor() as pool:
        found = dict(zip(levels, pool.map(counts_of, levels), strict=True))
    return compare(found, f"{built_with('plain')[0]}, {platform.machine()}", update)


if __name__ == "__main__":
    sys.exit(main())
