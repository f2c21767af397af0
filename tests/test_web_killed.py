"""A server that is killed in the middle of deals: nothing accepted is lost, nothing made twice."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path
from typing import Any

import pytest
from web_client import Browser, Killable, new_table, simple_action, take_seat, tell

import ddz_core as ddz

KILLS = int(os.environ.get("WEB_KILLS", "2"))
"""``make test-web`` kills 50 times."""


class Player:
    """One who sends again what was not answered, as docs/web.md tells."""

    def __init__(self, who: dict[str, Any]) -> None:
        self.who = who
        self.pending: dict[str, Any] | None = None
        self.answered: list[str] = []
        self.told: list[dict[str, Any]] = []
        """What was done in the deal, as far as a state has told it."""

    async def come(self, address: str) -> None:
        self.browser = await Browser.join(address, self.who["table"], self.who["token"])
        made = (await self.browser.say("history"))["made"]
        assert made[: len(self.told)] == self.told  # nothing that was told is lost
        self.told = made

    async def play(self) -> dict[str, Any]:
        """Until the deal is over."""
        browser = self.browser
        while True:
            if self.pending is None:
                state = await browser.until(
                    lambda state: state["result"] is not None or browser.is_asked(state)
                )
                if state["result"] is not None:
                    return state["result"]
                name = f"{len(self.answered)}-{random.random()}"
                at = {"number": state["number"], "step": state["step"]}
                self.pending = {"id": name, "action": simple_action(state), **at}
            answer = await browser.say("act", **self.pending)
            assert answer["type"] == "done", answer
            step = self.pending["step"]
            assert answer["step"] > step
            self.answered.append(self.pending["action"])
            self.pending = None
            await browser.until(lambda state, step=step: state["step"] > step)

    async def lose_line(self) -> None:
        await self.browser.until_closed()
        self.told = max(self.told, self.browser.made, key=len)
        for waiting in self.browser.waiting.values():
            waiting.cancel()
        await self.browser.leave()


async def deal(server: Killable, people: int, after: float) -> int:
    """One deal, in which the server is killed after so many seconds: at which step."""
    seats = ["me", *["open"] * (people - 1), *["normal"] * (3 - people)]
    made = new_table(server.address, table="free_kickers", seats=seats, delay=3)
    taken = [take_seat(server.address, made["table"], i["key"]) for i in made["invitations"]]
    players = [Player(who) for who in (made, *taken)]
    for player in players:
        await player.come(server.address)
    playing = asyncio.gather(*[player.play() for player in players], return_exceptions=True)
    await asyncio.wait([playing], timeout=after)
    server.kill()
    for player in players:
        await player.lose_line()
    await playing
    killed_at = len(players[0].told)
    server.start()
    for player in players:
        await player.come(server.address)
    results = await asyncio.gather(*[player.play() for player in players])
    game = ddz.Game.from_record(results[0]["record"])
    again = ddz.Game(game.table, game.deal)
    by_seat: list[list[str]] = [[] for _ in range(3)]
    for action in game.actions:
        by_seat[again.turn].append(str(action))
        again.push(action)
    for player, done in zip(players, by_seat, strict=False):
        assert len(player.answered) == len(done)
        for said, action in zip(player.answered, done, strict=True):
            assert said in (action, action.partition(":")[0])
    return killed_at


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # lines whose other end was killed
def test_nothing_is_lost_or_made_twice(tmp_path: Path) -> None:
    chance = random.Random(1)
    server = Killable(tmp_path / "tables.sqlite")

    async def story() -> None:
        found = [
            await deal(server, people=1 + number % 3, after=chance.uniform(0.0, 0.4))
            for number in range(KILLS)
        ]
        assert len(set(found)) > KILLS / 3  # at moments that differ

    try:
        tell(story())
    finally:
        server.kill()
