"""Measures what docs/strength.md tells in sections 3 and 4, and writes it there.

    python benchmarks/measure_strength.py
    python benchmarks/measure_strength.py --only variants --scale 0.1 --print

With bidding each level plays against itself; at the tables of the variants each plays against
one below, and decisions are timed. ``--scale`` plays that share of the deals. It takes about
an hour on one core.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

from appraisal_report import table, write_report

from ddz_core import Game, Observation, Table, agents, arena, hints
from ddz_core.arena import Score

TOP = Path(__file__).parents[1]
STRENGTH = TOP / "docs" / "strength.md"

BIDDING = {"easy": 1000, "normal": 1000, "hard": 300, "expert": 4}
"""Deals of each level against itself, six games each."""


class Meeting(NamedTuple):
    """A match at a table."""

    table: str
    better: str
    worse: str
    deals: int
    bidding: bool


TIMED = 12
"""Deals of which decisions are timed."""

VARIANTS = [
    Meeting("four", "normal", "random", 2000, False),
    Meeting("laizi", "normal", "random", 2000, False),
    Meeting("happy", "normal", "random", 2000, True),
    Meeting("four", "hard", "normal", 2000, False),
    Meeting("laizi", "hard", "normal", 2000, False),
    Meeting("happy", "hard", "normal", 600, True),
]
"""Nobody bids but at ``happy``, which is ``standard`` but for what is said before the play."""


def milliseconds(seconds: float) -> str:
    """A time, as people read it."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 0.1 else f"{seconds * 1e3:.0f} ms"


def played(meeting: Meeting, scale: float) -> Score:
    """The match, on this process alone."""
    deals = max(2, round(meeting.deals * scale))
    score = arena.match(
        meeting.better,
        meeting.worse,
        deals,
        table=Table.parse(meeting.table),
        bidding=meeting.bidding,
    )
    print(f"{meeting.table}: {meeting.better} {meeting.worse} {score.wp} {score.adp}", flush=True)
    return score


def bidding_table(scale: float) -> str:
    """Of each level against itself."""
    rows = []
    for name, deals in BIDDING.items():
        score = played(Meeting("standard", name, name, deals, True), scale)
        rows.append([f"`{name}`", f"{score.games:,}", str(score.wp_landlord), signed(score)])
    return table(["", "games", "landlords win", "landlords' mean points"], rows)


def signed(score: Score) -> str:
    found = score.adp_landlord
    return f"{found.mean:+.2f} ± {found.error:.2f}".replace("-", "−")


def variants_table(scale: float) -> str:
    """Of levels at the tables of the variants."""
    rows = []
    for meeting in VARIANTS:
        score = played(meeting, scale)
        pace = score.paces[0]
        rows.append(
            [
                f"`{meeting.table}`: `{meeting.better}` against `{meeting.worse}`",
                f"{score.deals:,}",
                *(str(each) for each in (score.wp, score.wp_landlord, score.wp_peasants)),
                f"{score.adp.mean:+.2f} ± {score.adp.error:.2f}".replace("-", "−"),
                milliseconds(pace.seconds / pace.decisions),
                milliseconds(pace.longest),
            ]
        )
    head = [
        "", "deals", "WP", "as the landlord", "as the peasants", "ADP", "a decision takes",
        "at most",
    ]  # fmt: skip
    return table(head, rows)


def asked(name: str, seen: Observation, seed: int) -> float:
    """How long a player, or one who wants hints, takes for it, in seconds of the processor."""
    agent = None if name == "hints" else agents.make(name, seed)
    started = time.thread_time()
    if agent is None:
        list(hints(seen))
    else:
        agent.act(seen)
    return time.thread_time() - started


def times_table(scale: float) -> str:
    """Of the positions that normal players come to, one in five."""
    rows = []
    deals = max(2, round(TIMED * scale))
    for name in ("standard", "four", "laizi", "happy"):
        times: dict[str, list[float]] = {"hard": [], "expert": [], "hints": []}
        for deal in range(1, deals + 1):
            game = Game(Table.parse(name), deal)
            seated = [agents.make("normal", seat) for seat in range(game.table.players)]
            while (seat := game.turn) is not None:
                seen = game.observation(seat)
                if seen.phase == "play" and len(seen.plays) % 5 == 0:
                    for who, found in times.items():
                        found.append(asked(who, seen, deal))
                game.push(seated[seat].act(seen))
        cells = [
            f"{milliseconds(sum(found) / len(found))}, {milliseconds(max(found))}"
            for found in times.values()
        ]
        rows.append([f"`{name}`", f"{len(times['hard']):,}", *cells])
        print(rows[-1], flush=True)
    return table(["", "positions", "`hard`", "`expert`", "hints"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("bidding", "variants", "times"))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--print", action="store_true", help="print only, write nothing")
    options = parser.parse_args()
    tables = {"bidding": bidding_table, "variants": variants_table, "times": times_table}
    for name, make in tables.items():
        if options.only in (None, name):
            found = make(options.scale)
            print(found, flush=True)
            if not options.print:
                write_report(STRENGTH, {name: found})


if __name__ == "__main__":
    main()
