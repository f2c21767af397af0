"""How much one server process does on one core: tables at full speed, and a person meanwhile.

    python benchmarks/bench_web.py [--tables 500] [--level normal] [--seconds 20] [--sockets 2000]

Three computer players sit at each of the tables and wait for nothing, and one socket watches
each. At a further table a person plays against two of them; her round trip is from sending an
action until it is answered, which is after it is written. Then many sockets watch quiet tables,
and the same is measured again. Server and measuring client each have a processor of their own,
if there are two. Every deal of the person is replayed from its record and must be right.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import websockets

import ddz_core as ddz
from ddz_core.web.limits import Limits, Rate
from ddz_core.web.server import serve

LIMITS = Limits(new_tables=Rate(10_000, 10_000), sockets_of_address=4000)
"""Those of ``ddz serve``, but for what comes here from one address."""

ACTIONS_A_SECOND = 15
"""Of the person: as many messages as a socket may send."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--tables", type=int, default=500)
    options.add_argument("--level", default="normal", help="of those at the tables")
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--sockets", type=int, default=2000)
    options.add_argument("--server", metavar="DATA", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.server is not None:
        _pin(0)
        serve(chosen.server, limits=LIMITS, started=_say)
        return
    _pin(1)
    _allow_files()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--server", str(Path(folder) / "tables.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            bench = Bench(server.stdout.readline().strip(), server.pid)
            asyncio.run(bench.run(chosen))
        finally:
            server.kill()
            server.wait()


def _pin(core: int) -> None:
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {core})


def _allow_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _say(address: str) -> None:
    print(address, flush=True)


class Bench:
    """One server, and what is measured of it."""

    def __init__(self, address: str, process: int) -> None:
        self.address = address
        self.process = process

    async def run(self, chosen: argparse.Namespace) -> None:
        tables, seconds, sockets = chosen.tables, chosen.seconds, chosen.sockets
        self._row("alone", await self._person(seconds / 4))
        busy = [self._new([chosen.level] * 3)["table"] for _ in range(tables)]
        cpu, started = self._cpu(), time.perf_counter()
        watching = [asyncio.create_task(self._watch(table)) for table in busy]
        trips = await self._person(seconds)
        took, used = time.perf_counter() - started, self._cpu() - cpu
        await _cancel(watching)  # a table that nobody watches stands still
        done = self._actions(busy)
        self._row(f"{tables} tables at full speed", trips)
        print(
            f"  {done / took:,.0f} actions a second, {used / took:.0%} of a core, {self._memory()}"
        )
        quiet = [self._new(["me", "normal", "normal"])["table"] for _ in range(sockets // 50)]
        watching = [asyncio.create_task(self._watch(quiet[k // 50])) for k in range(sockets)]
        await asyncio.sleep(5)
        self._row(f"{sockets} open sockets", await self._person(seconds / 2))
        still = sum(not task.done() for task in watching)
        print(f"  {still} of them still open, {self._memory()}")
        assert still == sockets
        await _cancel(watching)

    # ---------------------------------------------------------------- clients

    def _new(self, seats: list[str]) -> Any:
        return self._post("api/tables", {"table": "free_kickers", "seats": seats, "delay": 0})

    def _post(self, path: str, body: Any) -> Any:
        data, kind = json.dumps(body).encode(), {"Content-Type": "application/json"}
        asked = urllib.request.Request(self.address + path, data, kind)
        with urllib.request.urlopen(asked) as answer:
            return json.load(answer)

    def _line(self) -> Any:
        address = self.address.replace("http", "ws", 1) + "api/play"
        return websockets.connect(address, compression=None, max_queue=4, ping_interval=None)

    async def _watch(self, table: str) -> None:
        async with self._line() as line:
            await line.send(json.dumps({"type": "join", "protocol": 1, "table": table}))
            async for _ in line:
                pass

    async def _person(self, seconds: float) -> list[float]:
        """Play for so long; the round trips in seconds."""
        made = self._new(["me", "normal", "normal"])
        who = {"table": made["table"], "token": made["token"]}
        trips: list[float] = []
        async with self._line() as line:
            await line.send(json.dumps({"type": "join", "protocol": 1, **who}))
            end, sent = time.perf_counter() + seconds, 0.0
            while time.perf_counter() < end:
                message = json.loads(await line.recv())
                if message["type"] == "done" and message["id"]:
                    trips.append(time.perf_counter() - sent)
                if message["type"] == "refused":
                    raise AssertionError(message)
                if message["type"] != "state" or not (reply := _reply(message)):
                    continue
                await asyncio.sleep(1 / ACTIONS_A_SECOND)
                sent = time.perf_counter()
                await line.send(json.dumps(reply))
        records = self._get(f"api/tables/{made['table']}/records").splitlines()
        assert all(ddz.Game.from_record(record).is_over for record in records)
        return sorted(trips)

    # --------------------------------------------------------------- figures

    def _get(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path) as answer:
            return str(answer.read().decode())

    def _actions(self, tables: list[str]) -> int:
        """How many were made in all deals that are over; what is under way is not counted."""
        texts = (self._get(f"api/tables/{table}/records") for table in tables)
        return sum(
            len(ddz.Game.from_record(line).actions) for t in texts for line in t.splitlines()
        )

    def _cpu(self) -> float:
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _memory(self) -> str:
        status = Path(f"/proc/{self.process}/status").read_text()
        return f"{int(status.partition('VmRSS:')[2].split()[0]) / 1024:,.0f} MB"

    def _row(self, name: str, trips: list[float]) -> None:
        at = [1000 * trips[int(part * (len(trips) - 1))] for part in (0.5, 0.99, 1)]
        print(
            f"{name}: {len(trips)} round trips of the person, "
            f"median {at[0]:.1f} ms, 99th percentile {at[1]:.1f} ms, longest {at[2]:.1f} ms"
        )


def _reply(state: dict[str, Any]) -> dict[str, Any] | None:
    """What the person does: she passes where she can, and else plays her weakest card."""
    if state["result"] is not None:
        return {"type": "next"} if state["seats"][0]["ready"] is None else None
    deal, mine = state["deal"], state["mine"]
    if deal["turn"] != 0:
        return None
    at = {"number": state["number"], "step": state["step"]}
    action = "pass" if mine["can_pass"] else mine["hand"][0]
    return {"type": "act", "id": f"{at['number']}-{at['step']}", "action": action, **at}


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    main()
