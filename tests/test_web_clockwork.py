"""What happens at a table by itself: computer players, time limits, deals that follow."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import ddz_core as ddz
from ddz_core.web import clockwork
from ddz_core.web.clockwork import Clockwork
from ddz_core.web.limits import Limits
from ddz_core.web.live_table import LiveTable
from ddz_core.web.requests import NewTable
from ddz_core.web.settings import new_table
from ddz_core.web.store import Store
from ddz_core.web.thinking import Thinkers

Story = Callable[[LiveTable, Clockwork], Coroutine[Any, Any, None]]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Run a story at a table whose clockwork is started, with people at their seats."""

    def running(
        story: Story, people: int = 1, time_limit: float | None = None, **wanted: Any
    ) -> None:
        async def whole() -> None:
            seats = ["me", *["open"] * (people - 1), *["normal"] * (3 - people)]
            if not people:
                seats = ["normal"] * 3
            kept, _ = new_table(NewTable(seats=seats, **{"delay": 0, **wanted}))
            store.add(kept, 0.0)
            table, thinkers = LiveTable(kept, store, Limits()), Thinkers()
            table.go_on()
            table.time_limit = time_limit  # shorter than a person may choose
            for seat in range(1, people):
                table.take_seat(table.seating.invite(seat), "")
            for seat in range(people):
                table.come(seat)
            clock = Clockwork(table, thinkers)
            table.on_change = clock.changed
            clock.start()
            try:
                await asyncio.wait_for(story(table, clock), 10)
            finally:
                clock.stop()
                thinkers.stop()

        asyncio.run(whole())

    with closing(Store(tmp_path / "tables.sqlite")) as store:
        yield running


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.002)


def act(table: LiveTable, seat: int) -> None:
    player = ddz.agents.make("normal", 1)
    action = str(player.act(table.deal.game.observation(seat)))
    table.act(seat, action, f"{table.deal.step}", table.deal.number, table.deal.step)


def test_computer_players_act_when_it_is_their_turn(run) -> None:
    async def story(table: LiveTable, clock: Clockwork) -> None:
        while table.result is None:
            await until(lambda: table.deal.game.turn == 0 or table.result is not None)
            if table.result is None:
                act(table, 0)
        assert table.deal.number == 1  # people say when they are ready

    run(story)


def test_they_wait_as_long_as_the_table_says(run) -> None:
    async def story(table: LiveTable, clock: Clockwork) -> None:
        times = []
        for step in range(1, 4):
            await until(lambda step=step: table.deal.step >= step)
            times.append(time.monotonic())
        assert min(later - sooner for sooner, later in pairwise(times)) > 0.07

    run(story, people=0, delay=80)


def test_who_lets_time_pass_is_acted_for_until_he_is_back(run) -> None:
    async def story(table: LiveTable, clock: Clockwork) -> None:
        late_at: list[int] = []

        def changed() -> None:
            clock.changed()
            if table.seating.presence[0].away and not late_at:
                late_at.append(table.deal.step)
            if late_at and table.deal.step == late_at[0] + 1:  # a computer player has decided
                table.seating.presence[0].away = False

        table.on_change = changed
        await until(lambda: bool(late_at))
        await until(lambda: table.deal.game.turn == 0 and not table.is_computers(0))
        assert table.deal.step > late_at[0]
        assert table.clock_runs
        step = table.deal.step
        act(table, 0)
        assert table.deal.step == step + 1
        await until(lambda: table.result is not None)  # by those who act for the people

    run(story, people=2, time_limit=0.4)


def test_an_undo_that_nobody_answers_lapses(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "REQUEST_SECONDS", 0.1)

    async def story(table: LiveTable, clock: Clockwork) -> None:
        for _ in range(2):
            await until(lambda: table.deal.game.turn in (0, 1))
            seat = table.deal.game.turn
            act(table, seat)
        step = table.deal.step
        table.undo(seat, "u", 1, step)
        assert table.request is not None
        await until(lambda: table.request is None)
        # Nobody has acted while it was open, computer players neither.
        assert table.deal.undos == [0, 0, 0]
        assert table.deal.step - step in (0, 1)

    run(story, people=2)


def test_the_next_deal_does_not_wait_for_ever(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "NEXT_SECONDS", 0.1)

    async def story(table: LiveTable, clock: Clockwork) -> None:
        await until(lambda: table.result is not None)
        for seat in (0, 1):
            table.back(seat)
        table.wish(0, "next")
        assert table.deal.number == 1
        await until(lambda: table.deal.number == 2)

    run(story, people=2, time_limit=0.01, table="free_kickers")


def test_a_table_that_nobody_watches_sleeps(run) -> None:
    async def story(table: LiveTable, clock: Clockwork) -> None:
        await until(lambda: table.deal.number == 3)
        clock.stop()
        step = table.deal.step
        await asyncio.sleep(0.05)
        assert (table.deal.number, table.deal.step) == (3, step)
        clock.start()
        await until(lambda: table.deal.number == 4)

    run(story, people=0, table="free_kickers")


def test_computer_players_play_a_match_to_its_end(run) -> None:
    async def story(table: LiveTable, clock: Clockwork) -> None:
        await until(lambda: table.match.is_over)
        await asyncio.sleep(0.02)
        assert (table.deal.number, table.match.played) == (2, 2)

    run(story, people=0, table="standard,deals=2")


def test_a_player_that_fails_and_a_full_disk_end_nothing(
    run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clockwork, "RETRY_SECONDS", 0.01)

    async def story(table: LiveTable, clock: Clockwork) -> None:
        class Broken:
            name = "broken"

            def act(self, observation: ddz.Observation) -> ddz.Action:
                raise ZeroDivisionError

        for fails in ("player", "disk"):
            number, step = table.deal.number, table.deal.step
            if fails == "player":
                table._agents.update(dict.fromkeys(range(3), Broken()))
            else:
                table._store._db.execute("PRAGMA query_only = ON")
            await until(lambda fails=fails: len(caplog.records) >= 1 + (fails == "disk"))
            table._store._db.execute("PRAGMA query_only = OFF")
            table._agents.clear()
            table.on_change()
            await until(lambda at=(number, step): (table.deal.number, table.deal.step) > at)

    with caplog.at_level(logging.ERROR, "ddz_core.web"):
        run(story, people=0, table="free_kickers")
    assert any("failed" in record.message for record in caplog.records)
    assert any("cannot be written" in record.message for record in caplog.records)
