"""The server over real sockets: what people at a table do, and what everybody is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_client import Browser, ask, new_table, play_deal, served, take_seat, tell

import ddz_core as ddz
from ddz_core.web.settings import options


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("data") / "tables.sqlite") as found:
        yield found


async def join(address: str, made: dict[str, Any], **how: Any) -> Browser:
    return await Browser.join(address, made["table"], made["token"], **how)


# ------------------------------------------------------------------ whole deals


@pytest.mark.parametrize(
    "rules",
    [
        "free_kickers",
        "bga,players=2,auction=doubling,discard=yes",
        "shuttle,skip=yes",
        "four",
        "laizi",
        "happy",
        "standard,auction=none",
    ],
)
def test_a_person_plays_a_deal(address: str, rules: str) -> None:
    async def story() -> None:
        made = new_table(address, table=rules, name="Ann")
        ann = await join(address, made)
        result = await play_deal(ann)
        game = ddz.Game.from_record(result["record"])
        assert game.is_over
        assert result["points"] == list(game.result.points)
        assert result["deal"] == str(game.deal)
        assert result["hands"] == [str(hand) for hand in game.result.hands]
        assert result["score"]["text"] == str(game.result)
        # What was told step by step is what was done.
        told = [each["action"] for each in ann.made if not each["skipped"]]
        assert told == [str(action) for action in game.actions]
        path = f"{address}api/tables/{made['table']}"
        assert ask(f"{path}/records/1")[1] == result["record"] + "\n"
        kept = json.loads(ask(f"{path}/results")[1])
        assert kept["results"] == [result]
        assert kept["match"] == ann.state["match"]

    tell(story())


def test_what_is_shown_is_what_the_seat_sees(address: str) -> None:
    """Every state of a whole deal, against a game that is replayed beside it."""

    async def story() -> None:
        made = new_table(address, table="bga,discard=yes,open_hand=2,doubling=4", deal="11")
        ann = await join(address, made)
        states: list[dict[str, Any]] = []
        ann.on_state = states.append
        result = await play_deal(ann)
        game = ddz.Game(ddz.Table.parse(ann.welcome["rules"]), deal=11)
        actions = ddz.Game.from_record(result["record"]).actions
        for seen in states:
            while len(game.actions) < seen["step"]:
                game.push(actions[len(game.actions)])
            mine = game.observation(0)
            deal = seen["deal"]
            assert seen["mine"]["hand"] == str(mine.hand)
            assert seen["mine"]["unseen"] == mine.unseen.counts.tolist()
            assert (deal["phase"], deal["turn"]) == (mine.phase, mine.turn)
            assert deal["sizes"] == list(mine.sizes)
            assert deal["score"]["text"] == mine.score
            assert deal["bottom"] == (None if mine.bottom is None else str(mine.bottom))
            assert deal["last"] == (None if mine.last is None else str(mine.last))
            trick = [{"seat": s, "action": str(a), "skipped": k} for s, a, k in mine.trick]
            assert deal["trick"] == trick
            if seen["mine"]["appraisal"] is not None:
                best = str(next(ddz.hints(mine)).action)
                assert seen["mine"]["appraisal"]["recommended"] == best
                assert seen["mine"]["options"] == [str(each) for each in mine.legal_actions]
            if mine.turn == 0 and mine.phase == "discard":
                most = max(len(each.cards) for each in mine.legal_actions)
                assert seen["mine"]["most_discards"] == most
        assert len(states) > 10

    tell(story())


@pytest.mark.parametrize("table", sorted(ddz.Table.presets()))
def test_before_the_first_lead_every_table_is_appraised(address: str, table: str) -> None:
    """As the engine appraises what the seat sees, in each phase that is spoken in."""

    async def story() -> None:
        made = new_table(address, table=f"{table},auction=call,first_bidder=0,doubling=2", deal="3")
        ann = await join(address, made)
        game = ddz.Game(ddz.Table.parse(ann.welcome["rules"]), deal=3)
        told = ann.state["mine"]["appraisal"]
        found = ddz.appraise(game.observation(0))
        assert told["text"] == str(found)
        assert told["expected_points"] == found.expected_points
        assert (told["strong"], told["bombs"], told["plays"]) == (
            found.strong,
            found.bombs,
            found.plays,
        )

    tell(story())


def test_people_a_spectator_and_a_reload(address: str) -> None:
    async def story() -> None:
        made = new_table(address, seats=["me", "open", "open"], name="Ann", deal=1)
        ann = await join(address, made)
        assert ann.state["deal"] is None
        assert (await ann.say("history"))["code"] == "no_deal"
        assert [seat["player"] for seat in ann.state["seats"]] == ["person", "open", "open"]
        taken = [
            take_seat(address, made["table"], each["key"], name)
            for each, name in zip(made["invitations"], ("Bob", "Cid"), strict=True)
        ]
        bob, cid = [await join(address, each) for each in taken]
        eve = await Browser.join(address, made["table"])
        await ann.until(lambda state: state["spectators"] == 1)
        assert [seat["name"] for seat in ann.state["seats"]] == ["Ann", "Bob", "Cid"]
        assert eve.state["mine"] is None
        everybody = [ann, bob, cid, eve]
        for step, (seat, action) in enumerate(((2, "pass"), (0, "bid:1"), (1, "bid:2"))):
            assert (await everybody[seat].act(action))["step"] == step + 1
            for each in everybody:
                await each.until(lambda state, step=step: state["step"] == step + 1)
        before = bob.state
        await bob.leave()
        await ann.until(lambda state: not state["seats"][1]["connected"])
        assert (await cid.say("stand_in", seat=1))["code"] == "too_soon"
        bob = await join(address, taken[0])
        assert {**bob.state, "made": [], "fresh": False} == {**before, "made": [], "fresh": False}
        await bob.act(bob.state["mine"]["hand"][0])
        for each in (bob, eve):
            await each.until(lambda state: state["step"] == 4)
        # Undo: the others are asked, and see it.
        assert (await bob.decide("undo"))["type"] == "done"
        assert (await ann.until(lambda state: state["undo"]))["undo"] == {
            "seat": 1,
            "agreed": [],
            "waiting": [0, 2],
        }
        for each in (ann, cid):
            assert (await each.say("consent", agree=True))["type"] == "done"
        await eve.until(lambda state: state["step"] == 5 and state["deal"]["sizes"][1] == 20)

    tell(story())


def test_hints_questions_and_undo(address: str) -> None:
    async def story() -> None:
        made = new_table(address, table="free_kickers,auction=none,first_bidder=0", deal=11)
        ann = await join(address, made)
        game = ddz.Game(ddz.Table.parse("free_kickers,auction=none,first_bidder=0"), deal=11)
        hints = list(ddz.hints(game.observation(0)))
        for turn in range(len(hints) + 1):
            told = await ann.decide("hint")
            hint = hints[turn % len(hints)]
            assert (told["action"], told["reason"]) == (str(hint.action), hint.reason)
            assert (told["number"], told["of"]) == (turn % len(hints) + 1, len(hints))
            assert told["merit"] == hint.merit.name.lower()
        hand = ann.state["mine"]["hand"]
        for cards in (hand[:1], hand[:2], hand[:5], "33", "BR", "", "33X", "3" * 200):
            told = await ann.say("ask", cards=cards)
            why = game.why_not(cards, 0)
            assert told["type"] == "choice"
            if why is None:
                assert told["action"] == str(game.read(cards, 0))
                assert told["refusal"] is None
                plays = [str(move) for move in ddz.readings(cards, "free_kickers")]
                assert [each["play"] for each in told["readings"]] == plays
                assert all(each["playable"] for each in told["readings"])
            else:
                assert told["action"] is None
                assert told["refusal"] == {"code": why.reason.name.lower(), "message": str(why)}
        assert (await ann.decide("undo"))["code"] == "nothing_to_take_back"
        await ann.act(str(hints[0].action))
        state = await ann.until(lambda state: state["step"] and ann.is_asked(state))
        assert state["mine"]["can_undo"]
        told = await ann.say("ask", cards=state["mine"]["hand"][0])
        assert told["readings"][0]["kind"] == "solo"
        history = (await ann.say("history"))["made"]
        assert history == ann.made
        await ann.decide("undo")
        state = await ann.until(lambda state: state["deal"]["undos"] == 1 and ann.is_asked(state))
        assert state["mine"]["hand"] == hand
        assert ann.made[-1] == {"seat": 0, "action": "undo", "skipped": False}
        result = await play_deal(ann)
        assert (result["hints"], result["undos"]) == (len(hints) + 1, 1)
        assert (result["hints_by_seat"], result["undos_by_seat"]) == (
            [len(hints) + 1, 0, 0],
            [1, 0, 0],
        )

    tell(story())


def test_two_readings_and_a_way_to_choose(address: str) -> None:
    async def story() -> None:
        rules = "free_kickers,auction=none,first_bidder=0"
        table = ddz.Table.parse(rules)
        deal, cards = next(
            (deal, str(move.cards))
            for deal in range(100_000)
            for move in ddz.Game(table, deal).legal_actions
            if move.size >= 8 and len(ddz.readings(move.cards, "free_kickers")) > 1
        )
        ann = await join(address, new_table(address, table=rules, deal=deal))
        told = await ann.say("ask", cards=cards)
        assert len(told["readings"]) > 1
        assert told["action"] == str(ddz.Game(table, deal).read(cards))
        other = next(each["play"] for each in told["readings"] if each["play"] != told["action"])
        await ann.act(other)
        assert (await ann.say("history"))["made"][0] == {
            "seat": 0,
            "action": other,
            "skipped": False,
        }

    tell(story())


def test_the_host_gives_seats_away(address: str) -> None:
    async def story() -> None:
        made = new_table(address, seats=["me", "open", "normal"])
        ann = await join(address, made)
        bob = await join(
            address, take_seat(address, made["table"], made["invitations"][0]["key"], "Bob")
        )
        assert (await bob.say("seat", seat=2, player="easy"))["code"] == "not_host"
        assert (await ann.say("seat", seat=0, player="easy"))["code"] == "no_such_seat"
        assert (await ann.say("seat", seat=1, player="hard"))["type"] == "done"
        assert await bob.until_closed() == 1008
        assert bob.bye["code"] == "bad_token"
        opened = await ann.say("seat", seat=2, player="open")
        assert opened["type"] == "invitation"
        key = (await ann.say("invite", seat=2))["key"]
        for used, status in ((opened["key"], 403), (key, 201)):
            path = f"{address}api/tables/{made['table']}/seats"
            assert ask(path, {"key": used, "name": "Cid"})[0] == status
        await ann.until(lambda state: state["seats"][2]["name"] == "Cid")
        assert (await ann.say("pace", delay=50))["type"] == "done"
        await ann.until(lambda state: state["delay"] == 50)

    tell(story())


def test_a_table_of_computer_players_goes_on_while_somebody_watches(address: str) -> None:
    async def story() -> None:
        made = new_table(address, table="standard,deals=3", seats=["easy", "normal", "hard"])
        assert made["seat"] is None
        eve = await Browser.join(address, made["table"])
        for message in ("next", "again", "back"):
            assert (await eve.say(message))["code"] == "not_seated"
        assert (await eve.decide("act", action="pass"))["code"] == "not_seated"
        state = await eve.until(lambda state: state["match"]["over"])
        assert (state["number"], state["match"]["played"]) == (3, 3)
        assert sum(state["match"]["totals"]) == 0
        host = await join(address, made)
        assert host.welcome["host"]
        assert (await host.say("next"))["type"] == "done"
        await eve.until(lambda state: state["number"] > 3)
        lines = ask(f"{address}api/tables/{made['table']}/records")[1].splitlines()
        assert all(ddz.Game.from_record(line).is_over for line in lines)

    tell(story())


# ------------------------------------------------------------------------ HTTP


def test_options_and_check(address: str) -> None:
    status, body, headers = ask(f"{address}api/options")
    assert (status, json.loads(body)) == (200, json.loads(json.dumps(options())))
    assert headers["cache-control"] == "no-store"
    for text in ("bga,players=2,discard=yes", "standard,rules.chain_solos=3"):
        status, body, _ = ask(f"{address}api/check?table={text}")
        told = json.loads(body)
        assert status == 200
        assert ddz.Table.parse(told["table"]) == ddz.Table.parse(text)
    status, body, _ = ask(f"{address}api/check?table=standard,players=4")
    with pytest.raises(ddz.InvalidRules) as refusal:
        ddz.Table.parse("standard,players=4")
    told = {"code": "bad_settings", "message": str(refusal.value)}
    assert (status, json.loads(body)) == (422, told)


def test_the_page_may_load_nothing_from_elsewhere(address: str) -> None:
    for path, kind in (("", "text/html"), ("page/index.html", "text/html")):
        status, _, headers = ask(address + path)
        assert status == 200
        assert headers["content-type"].startswith(kind)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("page/../app.py", 404, "no_such_file"),
        ("page/%2e%2e/app.py", 404, "no_such_file"),
        ("page/..%2fapp.py", 404, "no_such_file"),
        ("page/", 404, "no_such_file"),
        ("page/nothing.js", 404, "no_such_file"),
        ("nothing", 404, "no_such_file"),
        ("api/tables", 405, "no_such_file"),
        ("api/tables/xyz/results", 404, "no_such_table"),
        ("api/tables/xyz/records", 404, "no_such_table"),
        ("api/tables/xyz/records/1", 404, "no_such_table"),
    ],
)
def test_what_is_not_there(address: str, path: str, status: int, code: str) -> None:
    found, body, _ = ask(address + path)
    assert (found, json.loads(body)["code"]) == (status, code)


def test_a_record_is_told_when_the_deal_is_over(address: str) -> None:
    made = new_table(address)
    path = f"{address}api/tables/{made['table']}/records"
    for number, status, code in ((1, 409, "not_over"), (2, 404, "no_such_deal")):
        found, body, _ = ask(f"{path}/{number}")
        assert (found, json.loads(body)["code"]) == (status, code)
    assert ask(path)[:2] == (200, "")


def test_tables_go_on_after_the_server_has_stopped(tmp_path: Path) -> None:
    made: dict[str, Any] = {}
    left: dict[str, Any] = {}

    async def begin(address: str) -> None:
        made.update(new_table(address, seats=["me", "open", "open"], deal=4))
        ann = await join(address, made)
        for each in made["invitations"]:
            take_seat(address, made["table"], each["key"])
        await ann.until(lambda state: state["deal"] is not None)
        if ann.is_asked(ann.state):
            await ann.act("bid:1")
            await ann.until(lambda state: state["step"] == 1)
        left.update(ann.state)

    async def go_on(address: str) -> None:
        ann = await join(address, made)
        same = ("number", "step", "deal", "mine", "match", "result")
        assert [ann.state[name] for name in same] == [left[name] for name in same]

    for story in (begin, go_on):
        with served(tmp_path / "tables.sqlite") as address:
            tell(story(address))
