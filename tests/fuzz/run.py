"""Calls everything with random and hostile arguments, and tells of what goes wrong.

    python tests/fuzz/run.py --seconds 120 --seed 1
    python tests/fuzz/run.py --seed 17          # the calls of one seed once more

Each seed stands for a thousand calls in a process of its own, which may crash, hang, grow or
end with a complaint (see ``worker.py``). This one watches it, and prints the seed, the call
and the command that repeats it. All that a process reads besides its seed is its
environment, so ``DDZ_LEVEL`` and the settings of sanitizers reach the calls.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from signal import SIGABRT, SIGKILL

HERE = Path(__file__).resolve()
TESTS = HERE.parents[1]
PATIENCE = float(os.environ.get("FUZZ_PATIENCE", "120"))
"""Seconds after which one call hangs, however busy the machine is."""
MOST_RESIDENT = 2 << 30
"""Bytes of memory at which a process is killed at once."""
SHOWN = 4000
"""Characters that are shown of what a process said last."""


@dataclass
class Report:
    """What came of the calls of some seeds: how often each target took what it was given."""

    calls: int = 0
    outcomes: dict[str, Counter[str]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, told: str, calls: int) -> None:
        for name, outcomes in json.loads(told).items():
            self.outcomes.setdefault(name, Counter()).update(outcomes)
        self.calls += calls

    def __str__(self) -> str:
        all_of = sum(self.outcomes.values(), Counter())
        return (
            f"{self.calls} calls of {len(self.outcomes)} targets, {all_of['refused']} refused,"
            f" {len(self.failures)} failures"
        )


def run_seed(seed: int, calls: int, modules: list[str], report: Report) -> None:
    """The calls of one seed in a process of its own; a failure is added to the report."""
    with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
        now, out, err = (Path(folder) / name for name in ("now", "out", "err"))
        paths = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
        paths = [os.path.abspath(path) for part in paths for path in part.split(os.pathsep)]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "PYTHONHASHSEED": "0",
            "PYTHONSAFEPATH": "1",
        }
        command = [sys.executable, "-m", "fuzz.worker", str(seed), str(calls), str(now), *modules]
        with out.open("wb") as to, err.open("wb") as errors:
            worker = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=to,
                stderr=errors,
                cwd=folder,
                env=environment,
            )
            ended = watched(worker, now)
        if ended is None and worker.returncode == 0:
            report.add(out.read_text(), calls)
            return
        call = now.read_bytes().decode(errors="replace").strip() if now.exists() else "none yet"
        how = ended or f"ended with status {worker.returncode}"
        said = err.read_text(errors="replace")
        if len(said) > SHOWN:
            said = f"{said[: SHOWN // 2]}\n...\n{said[-SHOWN // 2 :]}"
        report.failures.append(
            f"FAILED: {how}\n  call: {call}\n  again: {repeating(seed, calls, modules)}\n{said}"
        )


def repeating(seed: int, calls: int, modules: list[str]) -> str:
    """The command that makes the same calls again."""
    words = ["python", "tests/fuzz/run.py", f"--seed {seed}", f"--calls {calls}"]
    words += [f"--also {module}" for module in modules]
    level = os.environ.get("DDZ_LEVEL")
    return " ".join([*([f"DDZ_LEVEL={level}"] if level else []), *words])


def watched(worker: subprocess.Popen[bytes], now: Path) -> str | None:
    """Waits for a process; says why it had to be ended, if it had to be."""
    before, since = b"", time.monotonic()
    while True:
        try:
            worker.wait(0.2)
            return None
        except subprocess.TimeoutExpired:
            pass
        doing = now.read_bytes() if now.exists() else b""
        if doing != before:
            before, since = doing, time.monotonic()
        elif time.monotonic() - since > PATIENCE:
            # The process then writes what its threads are doing.
            return end(worker, SIGABRT, f"one call took more than {PATIENCE:.0f} seconds")
        if resident(worker.pid) > MOST_RESIDENT:
            return end(worker, SIGKILL, f"needs more than {MOST_RESIDENT >> 20} MB")


def end(worker: subprocess.Popen[bytes], signal: int, why: str) -> str:
    worker.send_signal(signal)
    try:
        worker.wait(20)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
    return why


def resident(process: int) -> int:
    """Bytes of memory that a process has, 0 where that cannot be told."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGESIZE")


def run(
    first: int, seconds: float | None, calls: int, jobs: int = 1, modules: list[str] | None = None
) -> Report:
    """The seeds from ``first`` on until the time is over or one has failed, or only that one."""
    report, until = Report(), time.monotonic() + (seconds or 0)
    seeds = count(first)

    def work() -> None:
        while True:
            run_seed(next(seeds), calls, modules or [], report)
            if report.failures or time.monotonic() >= until:
                return

    with ThreadPoolExecutor(jobs) as pool:
        for each in [pool.submit(work) for _ in range(jobs)]:
            each.result()
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of the first process")
    parser.add_argument("--seconds", type=float, help="go on with the next seeds for so long")
    parser.add_argument("--calls", type=int, default=1000, help="for each seed")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="MODULE",
        help="call the public functions of this module of tests/ too",
    )
    given = parser.parse_args()
    report = run(given.seed, given.seconds, given.calls, given.jobs, given.also)
    print(*report.failures, report, sep="\n")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
