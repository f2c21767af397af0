"""Whether any player makes an illegal action at the tables of the variants.

    python benchmarks/check_players.py
    python benchmarks/check_players.py --tables laizi --players hard --deals 100

Each deal is played by players of one name at all seats, the auction and all that comes after
it too. The game refuses what is illegal, which ends the script; one decision in so many is also
asked of the plain reference. The expert plays with fewer play-outs here than it has
(``--playouts``), since it would take days; which actions it may choose from is the same.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import ddz_core as ddz
from ddz_core import agents, reference

TABLES = ("four", "laizi", "happy")
ASKED = 50
"""One play in so many is asked of the reference, which reads slowly."""


class QuickExpert(agents.ExpertAgent):
    """The same with fewer play-outs."""

    playouts = 40
    pool = 10


def made(name: str, seed: int) -> agents.Agent:
    return QuickExpert(seed) if name == "expert" else agents.make(name, seed)


def decisions(table: ddz.Table, name: str, deal: int) -> Iterator[float]:
    """Plays the deal, and tells how long each decision took, in seconds."""
    game = ddz.Game(table, deal)
    seated = [made(name, table.players * deal + seat) for seat in range(table.players)]
    number = 0
    while (seat := game.turn) is not None:
        seen = game.observation(seat)
        started = time.perf_counter()
        action = seated[seat].act(seen)
        yield time.perf_counter() - started
        number += 1
        if game.phase == "play" and (deal + number) % ASKED == 0:
            last = None if seen.last is None else reference.parse_play(str(seen.last))
            why = reference.why_not(str(seen.hand), str(action), last, seen.rules)
            assert why is None, (name, str(table), deal, str(action), why)
        game.push(action)
    assert game.result is not None
    assert sum(game.result.points) == 0


def check(table: str, name: str, first: int, deals: int) -> str:
    """A line that tells what was played."""
    times = [t for deal in range(first, first + deals)
             for t in decisions(ddz.Table.parse(table), name, deal)]  # fmt: skip
    mean, most = sum(times) / len(times), max(times)
    return (
        f"{table}: {name}, {deals:,} deals, {len(times):,} decisions, none illegal; "
        f"{mean * 1e3:.3f} ms each, {most * 1e3:.1f} ms at most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1, help="the first deal number")
    parser.add_argument("--tables", nargs="+", default=TABLES)
    parser.add_argument("--players", nargs="+", default=agents.names())
    parser.add_argument("--playouts", type=int, default=QuickExpert.playouts, help="of the expert")
    options = parser.parse_args()
    QuickExpert.playouts = options.playouts
    for table in options.tables:
        for name in options.players:
            print(check(table, name, options.first, options.deals), flush=True)


if __name__ == "__main__":
    main()
