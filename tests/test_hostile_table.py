"""Hostile arguments at the table: everything is taken or refused by an error of ours."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from walks import wander

import ddz_core as ddz
from ddz_core import Hand, Match, Table, arena
from ddz_core.game.record import Record

GAME = ddz.Game("standard", deal=1)
GAME.push("bid:3")
SEEN = GAME.observation(2)

VALUES: list[Any] = [
    *(None, True, -1, 0, 1, 2**63, 2**64, 10**400, 1.5, float("nan"), b"3", object(), ...),
    *("", "3", "pass", "bid:1", "bid:", "discard:33", ":::", "\0", "\udcff", "a" * 10_000),
    *([], [1], (), {}, set(), range(3), np.int64(1), np.array(1), np.array([1, 2]), np.str_("3")),
    *(GAME, SEEN, GAME.public, Hand("33"), Hand(), ddz.PASS, ddz.Bid(1), ddz.Discard("3")),
    *(ddz.Move.parse("3:solo:1:3"), Table(), ddz.Rules(), Match("bga"), int, ddz.Game),
    *(GAME.record(), Match("bga").record(), ddz.agents.RandomAgent, ddz.agents.make("random")),
]


def taken_or_refused(call: Callable[[], object]) -> str:
    """What became of it: wrong types may be a ``TypeError``, all else is an error of ours."""
    try:
        call()
    except (ddz.DdzError, TypeError) as refusal:
        return type(refusal).__name__
    return "taken"


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value).split(" at 0x")[0][:30])
def test_any_value_in_any_place(value: Any) -> None:
    for table in ("standard", Table.preset("bga", players=2, discard=True, auction="none")):
        game = ddz.Game(table, 1)
        before = game.record()
        for call in (
            lambda game=game: game.can(value),
            lambda game=game: game.why_not("33", value),
            lambda game=game: game.observation(value),
            lambda game=game: game.undo(value),
            lambda game=game: game.record(value),
            lambda game=game: copy.copy(game).push(value),
            lambda game=game: copy.copy(game).push("pass", value),
        ):
            taken_or_refused(call)
        assert game.record() == before
    for call in (
        lambda: ddz.Game(value, 1),
        lambda: ddz.Game("standard", value),
        lambda: ddz.Game.from_record(value),
        lambda: Match.from_record(value),
        lambda: Match(value),
        lambda: Match("bga", deals=value),
        lambda: Match("bga", start_points=value),
        lambda: Match("bga", deal=value),
        lambda: Match("bga", seed=value),
        lambda: Match("bga").add(value),
        lambda: ddz.must_skip(value),
        lambda: ddz.Hinter(value),
        lambda: ddz.hints(value),
        *(lambda name=name: ddz.agents.make(name).act(value) for name in ddz.agents.names()),
        *(
            lambda name=name: arena.run(**{"a": "random", "b": "random", name: value})
            for name in ("a", "b", "deals", "seed", "table", "bidding", "processes")
        ),
        lambda: arena.run_table(value),
        lambda: arena.run_round_robin(value),
    ):
        taken_or_refused(call)


def changed(x: ddz.Observation, pool: list[ddz.Observation], rng: random.Random) -> Any:
    """The observation with some of its parts from others, or disturbed."""
    changes: dict[str, Any] = {}
    names = [each.name for each in fields(ddz.Observation)]
    for name in rng.sample(names, rng.choice([1, 1, 1, 2, 3])):
        value = getattr(rng.choice(pool), name)
        if isinstance(value, tuple) and rng.random() < 0.6:
            parts = list(getattr(x, name))
            chance = rng.random()
            if chance < 0.3:
                parts = parts[: rng.randrange(len(parts) + 1)]
            elif chance < 0.6:
                rng.shuffle(parts)
            elif parts and isinstance(parts[0], int):
                parts[rng.randrange(len(parts))] = rng.randrange(-1, 22)
            else:
                parts *= rng.choice([2, 100])
            value = tuple(parts)
        elif isinstance(value, int) and rng.random() < 0.4:
            value = rng.choice([-1, 0, 1, 2, 3, 20, 2**40])
        elif isinstance(value, Hand) and rng.random() < 0.4:
            value = Hand("".join(rng.sample(str(value), len(value) // 2)))
        changes[name] = value
    return replace(x, **changes)


@pytest.mark.parametrize("seed", range(3))
def test_observations_that_a_caller_has_changed(seed: int) -> None:
    rng = random.Random(seed)
    pool = [game.observation(game.turn or 0) for _, game, _ in wander(rng, 40)]
    found: Counter[str] = Counter()
    for _ in range(1500):
        seen = changed(rng.choice(pool), pool, rng)
        found[taken_or_refused(lambda seen=seen: seen.legal_actions)] += 1
        taken_or_refused(lambda seen=seen: (seen.score, seen.trick, ddz.must_skip(seen)))
        for name in ("random", "easy", "normal"):
            player = ddz.agents.make(name)
            taken_or_refused(lambda seen=seen, player=player: player.act(seen))
        if rng.random() < 0.03:
            taken_or_refused(lambda seen=seen: ddz.agents.make("hard").act(seen))
            taken_or_refused(lambda seen=seen: list(ddz.hints(seen)))
    assert min(found["taken"], found["InvalidArgument"]) > 200
    assert found["TypeError"] == 0


def with_check(text: str) -> str:
    return f"{text} check:{crc32(text.encode(errors='replace')):08x}"


@pytest.mark.parametrize("seed", range(3))
def test_records_that_somebody_has_changed_and_checked_again(seed: int) -> None:
    """What is read says the same as what was written; all else is an InvalidRecord."""
    rng = random.Random(seed)
    games = [game for number, game, _ in wander(rng, 30)]
    texts = [game.record().rpartition(" check:")[0] for game in rng.sample(games, 30)]
    match = Match("bga", deals=2, seed=seed)
    while not match.is_over:
        game = match.new_game()
        while not game.is_over:
            game.push(rng.choice(game.legal_actions))
        match.add(game)
    texts += [match.record().rpartition(" check:")[0]] * 10
    odd = ["", "pass", "3", "bid:1", "undos:1", "hints:2", "players:a,b,c", "names:a%20,b,c", "\n"]
    found: Counter[bool] = Counter()
    for text in texts:
        for _ in range(40):
            words = text.split(" ")
            for _ in range(rng.choice([1, 1, 2])):
                place = rng.randrange(len(words))
                what = rng.randrange(4)
                if what == 0:
                    del words[place]
                elif what == 1:
                    words.insert(place, rng.choice([*odd, *words]))
                elif what == 2:
                    words[place] = rng.choice([*odd, *words])
                else:
                    letters = list(words[place] + " ")
                    letters[rng.randrange(len(letters))] = rng.choice("3TBR:,%=-+0x\n \udcff")
                    words[place] = "".join(letters)
                words = words or [""]
            line = " ".join(words)
            record = with_check(line)
            read = Match.from_record if line.startswith("ddzmatch") else ddz.Game.from_record
            try:
                again: Any = read(record)
            except ddz.InvalidRecord:
                found[False] += 1
                continue
            found[True] += 1
            names = Record.parse(record).players if read != Match.from_record else ()
            assert again.record(*([names] if names else [])).rstrip("\n") == record.rstrip("\n")
    assert found[False] > 1000
    assert found[True] > 5


@pytest.mark.parametrize("seed", range(5))
def test_any_order_of_calls_leaves_a_game_that_could_be(seed: int) -> None:
    rng = random.Random(seed)
    table = rng.choice([Table(), Table.preset("bga", discard=True, skip=True), Table(new_deals=0)])
    game = ddz.Game(table, seed)
    for _ in range(600):
        call = rng.choice(
            [
                lambda: game.push(rng.choice(game.legal_actions or ["pass"])),
                lambda: game.push(rng.choice(["pass", "3", "bid:2", "discard:", "x", Hand("44")])),
                lambda: game.push("pass", rng.randrange(-1, 4)),
                game.pop,
                lambda: game.undo(rng.randrange(3)),
                game.count_hint,
                lambda: copy.copy(game).push("pass"),
            ]
        )
        taken_or_refused(call)
        if rng.random() < 0.1:
            again = ddz.Game.from_record(game.record())
            assert (again, again.public, again.hands) == (game, game.public, game.hands)
            assert (again.undos, again.hints_taken) == (game.undos, game.hints_taken)
