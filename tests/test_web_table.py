"""A table of people and computer players, without sockets: what it keeps, and what it refuses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from data_files import of_a_later_version, of_another_program

import ddz_core as ddz
from ddz_core.errors import RefusedRequest
from ddz_core.web import seating
from ddz_core.web.codes import code_of
from ddz_core.web.hall import Hall
from ddz_core.web.limits import Bucket, Buckets, Limits, Rate
from ddz_core.web.live_table import LiveTable
from ddz_core.web.requests import NewTable
from ddz_core.web.settings import new_table
from ddz_core.web.store import Store
from ddz_core.web.views import state

requests = (f"r{number}" for number in count())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "tables.sqlite")) as made:
        yield made


@pytest.fixture
def seated(store: Store) -> Callable[..., LiveTable]:
    def make(*seats: str, limits: Limits | None = None, **wanted: Any) -> LiveTable:
        kept, _ = new_table(NewTable(seats=list(seats) or None, **wanted))
        store.add(kept, 0.0)
        table = LiveTable(kept, store, limits or Limits())
        table.go_on()
        return table

    return make


def again(table: LiveTable, store: Store) -> LiveTable:
    """The same table as a server that starts anew finds it."""
    kept = store.load(table.id)
    assert kept is not None
    return LiveTable(kept, store, Limits())


def act(table: LiveTable, seat: int, action: str, name: str | None = None) -> tuple[int, bool]:
    assert table.deal is not None
    return table.act(seat, action, name or next(requests), table.deal.number, table.deal.step)


def people(table: LiveTable, *seats: int) -> None:
    """People take the seats, and are there."""
    for seat in seats:
        if table.seating.seats[seat].player == "open":
            table.take_seat(table.seating.invite(seat), f"P{seat}")
        table.come(seat)


def play_on(table: LiveTable, until: Callable[[], bool] = lambda: False) -> None:
    """Every seat does what the first hint or a computer player would."""
    while table.result is None and not until():
        assert table.deal is not None
        seat = table.deal.game.turn
        assert seat is not None
        player = ddz.agents.make("normal", 1)
        act(table, seat, str(player.act(table.deal.game.observation(seat))))


def refused(code: str, call: Callable[..., object], *arguments: Any) -> None:
    with pytest.raises(ddz.DdzError) as refusal:
        call(*arguments)
    assert code_of(refusal.value) == code


@pytest.mark.parametrize(
    "rules", ["standard", "bga,discard=yes,skip=yes", "four", "laizi", "happy"]
)
def test_everything_is_kept_at_every_step(seated, store: Store, rules: str) -> None:
    size = ddz.Table.parse(rules).players
    table = seated("me", *["open"] * (size - 1), table=rules, deal=5)
    assert table.deal is None
    people(table, *range(size))

    def check() -> bool:
        same = again(table, store)
        for seat in (None, *range(size)):
            there, here = (state(each, seat, (), True) for each in (same, table))
            assert (there.deal, there.mine, there.match) == (here.deal, here.mine, here.match)
            assert (there.number, there.step, there.result) == (here.number, here.step, here.result)
        assert same.deal is not None
        assert same.deal.made == table.deal.made
        return False

    play_on(table, check)
    check()
    assert table.result is not None
    assert ddz.Game.from_record(table.result.record).deal == 5


def test_no_action_is_made_twice(seated, store: Store) -> None:
    table = seated("me", "open", "open", deal=1)
    people(table, 0, 1, 2)
    assert table.act(2, "bid:1", "one", 1, 0) == (1, False)
    for here in (table, again(table, store)):
        assert here.act(2, "bid:1", "one", 1, 0) == (1, True)
        refused("stale", here.act, 2, "bid:1", "another", 1, 0)
        refused("stale", here.act, 0, "pass", "one", 2, 0)
        refused("not_your_turn", here.act, 2, "bid:2", "two", 1, 1)
        assert here.deal.step == 1
    # The name is the seat's own: another seat may have the same.
    assert table.act(0, "pass", "one", 1, 1) == (2, False)


def test_what_cannot_be_written_has_not_happened(seated, store: Store) -> None:
    table = seated("me", "open", "open", deal=1)
    people(table, 0, 1, 2)
    act(table, 2, "bid:3")
    game = table.deal.game
    # Up to the play with which the deal ends.
    play_on(table, lambda: game.can(game.hands[game.turn]))
    seat, last = game.turn, str(game.hands[game.turn])
    before = [state(table, each, (), True) for each in range(3)]
    store._db.execute("PRAGMA query_only = ON")
    refused("cannot_save", act, table, seat, last, "lost")
    refused("cannot_save", table.set_delay, 5)
    assert [state(table, each, (), True) for each in range(3)] == before
    assert table.match.played == 0
    store._db.execute("PRAGMA query_only = OFF")
    assert act(table, seat, last, "lost") == (before[0].step + 1, False)
    assert table.result is not None
    assert table.match.played == 1


def test_undo_alone_is_free_and_counted(seated, store: Store) -> None:
    table = seated("me", "normal", "normal", deal=1)
    table.come(0)
    refused("nothing_to_take_back", table.undo, 0, "u", 1, 0)
    table.play(2, ddz.PASS)
    act(table, 0, "bid:1")
    table.play(1, ddz.PASS)
    assert table.undo(0, "u1", 1, 3) == (4, False)
    assert table.undo(0, "u1", 1, 3) == (4, True)
    for here in (table, again(table, store)):
        assert (here.deal.game.turn, here.deal.undos, here.deal.step) == (0, [1, 0, 0], 4)
    act(table, 0, "bid:3")
    play_on(table)
    assert table.result.undos == 1
    assert table.result.undos_by_seat == [1, 0, 0]
    assert "undos:1" in table.result.record
    refused("deal_over", table.undo, 0, "late", 1, table.deal.step)


def test_undo_among_people_needs_all_of_them(seated) -> None:
    table = seated("me", "open", "open", deal=1)
    people(table, 0, 1, 2)
    act(table, 2, "bid:1")
    act(table, 0, "pass")
    refused("no_request", table.consent, 0, True)
    assert table.undo(2, "u1", 1, 2) == (2, False)
    assert table.waiting_for(table.request) == [0, 1]
    refused("no_request", table.consent, 2, True)
    table.consent(0, True)
    refused("no_request", table.consent, 0, True)
    assert table.deal.step == 2
    table.consent(1, False)
    assert table.request is None
    table.undo(2, "u2", 1, 2)
    act(table, 1, "pass")  # who plays on takes the request off the table
    assert table.request is None
    table.undo(2, "u3", 1, 3)
    for seat in (0, 1):
        table.consent(seat, True)
    assert (table.deal.step, table.deal.game.turn, table.deal.game.phase) == (4, 2, "auction")


def test_deals_begin_when_all_who_are_there_want_the_same(seated, store: Store) -> None:
    table = seated("me", "open", "open", table="standard,deals=2")
    people(table, 0, 1, 2)
    refused("deal_not_over", table.wish, 0, "next")
    play_on(table)
    first = table.result.deal
    table.wish(0, "next")
    table.wish(1, "again")
    table.leave(2)
    assert table.deal.number == 1
    table.wish(0, "again")
    assert (table.deal.number, table.deal.counted, table.deal.game.deal) == (2, False, int(first))
    play_on(table)
    assert table.match.played == 1
    assert again(table, store).match.played == 1
    for seat in (0, 1):
        table.wish(seat, "next")
    assert table.deal.counted
    assert table.deal.game.deal != int(first)
    play_on(table)
    assert table.standing.over
    totals = table.match.totals
    assert totals == again(table, store).match.totals
    for seat in (0, 1):
        table.wish(seat, "next")
    assert (table.deal.number, table.match.played, table.standing.over) == (4, 0, False)
    assert again(table, store).match == table.match


def test_after_a_while_the_silent_are_not_waited_for(seated) -> None:
    table = seated("me", "open", "open", table="standard,deals=none", time_limit=5)
    people(table, 0, 1, 2)
    play_on(table)
    table.go_on(waited=True)
    assert table.deal.number == 1
    table.wish(0, "again")
    table.wish(1, "next")
    table.go_on(waited=True)
    assert (table.deal.number, table.deal.counted) == (2, True)


def test_a_computer_player_acts_for_who_is_late_or_gone(seated, monkeypatch) -> None:
    table = seated("me", "open", "normal", deal=1, time_limit=5)
    people(table, 0, 1)
    table.play(2, ddz.PASS)
    assert not table.is_computers(0)
    table.time_is_up()
    assert table.is_computers(0)
    table.back(0)
    assert table.is_computers(0)  # coming back gives no more time for this decision
    act(table, 0, "bid:1")  # but whoever is faster may make it
    assert not table.is_computers(0)
    refused("no_such_seat", table.stand_in, 1)
    table.leave(1)
    refused("too_soon", table.stand_in, 1)
    monkeypatch.setattr(seating, "GONE_SECONDS", 0)
    table.stand_in(1)
    assert table.is_computers(1)
    assert table.agent(1).name == "normal"
    table.come(1)
    assert not table.is_computers(1)
    for seat in (2, 3):
        refused("no_such_seat", table.stand_in, seat)


def test_seats_are_held_by_secrets(seated) -> None:
    table = seated("me", "open", "easy", deal=1)
    refused("bad_invitation", table.take_seat, "guessed", "")
    old = table.seating.invite(1)
    key = table.seating.invite(1)
    refused("bad_invitation", table.take_seat, old, "")
    seat, token = table.take_seat(key, "Bob")
    assert table.seating.holder(token) == (1, False)
    refused("bad_invitation", table.take_seat, key, "")
    refused("bad_token", table.seating.holder, key)
    refused("no_such_seat", table.set_player, 0, "easy")
    refused("no_such_seat", table.set_player, 3, "easy")
    refused("bad_settings", table.set_player, 1, "os:system")
    refused("no_such_seat", table.seating.invite, 1)
    assert table.set_player(1, "hard") is None
    refused("bad_token", table.seating.holder, token)
    assert table.set_player(1, "open") is not None
    assert (seat, table.seating.seats[1].player) == (1, "open")


def test_nobody_knows_the_next_deal(seated) -> None:
    deals = []
    for wanted in ({}, {"deal": "7"}):
        table = seated("me", "open", "open", table="standard,deals=3", **wanted)
        people(table, 0, 1, 2)
        for _ in range(3):
            deals.append(table.deal.game.deal)
            play_on(table)
            for seat in range(3):
                table.wish(seat, "next")
        assert table.deal.number == 4  # of a new match
        deals.append(table.deal.game.deal)
    assert deals[4] == 7
    assert len(set(deals)) == 8
    assert sum(deal > 1 << 32 for deal in deals) == 7


def test_steps_and_deals_have_an_end(seated) -> None:
    table = seated("me", "open", "open", limits=Limits(steps=3, deals=1), deal=1)
    people(table, 0, 1, 2)
    act(table, 2, "bid:1")
    table.undo(2, "u", 1, 1)
    for _ in range(2):
        table.consent(table.waiting_for(table.request)[0], True)
    act(table, 2, "bid:1")
    refused("too_many", act, table, 0, "pass")
    refused("too_many", table.undo, 2, "v", 1, 3)
    table = seated("me", "open", "open", limits=Limits(deals=1))
    people(table, 0, 1, 2)
    play_on(table)
    refused("too_many", table.wish, 0, "next")


@pytest.mark.parametrize(
    "wanted",
    [
        {"table": "poker"},
        {"table": "four", "seats": ["me"] + ["easy"] * 2},
        {"seats": ["me", "me", "easy"]},
        {"seats": ["me", "easy", "os:system"]},
        {"seats": ["me", "easy", "person"]},
        {"name": "A" * 21},
        {"name": "A\nB"},
        {"deal": "x"},
        {"deal": -1},
        {"deal": 1 << 64},
        {"time_limit": 4},
        {"time_limit": 3601},
        {"delay": -1},
        {"delay": 10_001},
    ],
)
def test_settings_that_cannot_be(wanted: dict[str, Any]) -> None:
    with pytest.raises(RefusedRequest) as refusal:
        new_table(NewTable(**wanted))
    assert refusal.value.code == "bad_settings"


def test_a_data_file_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    other, later = of_another_program(tmp_path), of_a_later_version(tmp_path)
    text = tmp_path / "text"
    text.write_text("no database " * 100)
    used = Store(tmp_path / "used.sqlite")
    for path, said in (
        (other, "another program"),
        (later, "version 2"),
        (text, "another program"),
        (Path(used.path), "another server"),
        (tmp_path, "--data"),
        (text / "below", "--data"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(ddz.InvalidArgument, match=said):
            Store(path)
        assert path.is_dir() or not path.exists() or path.read_bytes() == before
    used.close()


def test_rates_are_held() -> None:
    bucket = Bucket(Rate(3, 10), 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.1), bucket.take(0.1)] == [True, False]
    buckets = Buckets(Rate(1, 0))
    assert [buckets.take(who, 0.0) for who in ("a", "b", "a")] == [True, True, False]
    for number in range(Buckets.MOST + 10):
        buckets.take(f"x{number}", 0.0)
    assert len(buckets._of) == Buckets.MOST


def test_the_data_file_has_room_for_so_many_tables(store: Store) -> None:
    async def story() -> None:
        limits = Limits(tables=3, keep_seconds=3600, asleep=2, new_tables=Rate(100, 100))
        hall = Hall(store, limits)
        made = [hall.create(NewTable(), "here")["table"] for _ in range(3)]
        refused("too_many", hall.create, NewTable(), "here")
        store.touch(made[1], time.time() - 7200)
        made.append(hall.create(NewTable(), "here")["table"])
        refused("no_such_table", store.check_table, made[1])
        with pytest.raises(RefusedRequest, match="no such table"):
            await hall.results(made[1])
        # In memory or not, and asked for by many at once.
        tables = (made[0], made[2], made[3]) * 5
        for told in await asyncio.gather(*[hall.results(table) for table in tables]):
            assert told["match"].played == 0
        assert len(hall._asleep) == 2
        assert store.count() == 3
        hall.thinkers.stop()

    asyncio.run(story())


def test_new_tables_from_one_address_are_limited(store: Store) -> None:
    async def story() -> None:
        hall = Hall(store, Limits(new_tables=Rate(2, 0)))
        for address in ("here", "there"):
            for _ in range(2):
                hall.create(NewTable(), address)
            refused("too_fast", hall.create, NewTable(), address)
        hall.thinkers.stop()

    asyncio.run(story())
