"""Messages stay short, however long what they are about is."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core import arena
from ddz_core._core.douzero_cards import cards_of, hand_of, numbers_of
from ddz_core.adapters import douzero, rlcard
from ddz_core.adapters.douzero_players import infoset_of
from ddz_core.adapters.rlcard_players import state_of
from ddz_core.arguments import MOST_SHOWN, shown
from ddz_core.errors import DdzError

LONG = 100_000
MOST = 300
"""Characters of a message: what it says, and twice what it shows of a value."""


class Odd:
    """A value whose looks are long, or fail."""

    def __init__(self, text: str | None) -> None:
        self.text = text

    def __repr__(self) -> str:
        if self.text is None:
            raise RuntimeError("no looks")
        return self.text


HUGE: dict[str, Any] = {
    "cards": "3" * LONG,
    "no cards": "x" * LONG,
    "blanks": " " * LONG,
    "colons": ":" * LONG,
    "bid": "bid:" + "9" * LONG,
    "bid without colon": "bid " + "9" * LONG,
    "discard": "discard:" + "x" * LONG,
    "discard without colon": "discard " + "x" * LONG,
    "move": "3" * LONG + ":solo:1:3",
    "kind": "3:" + "x" * LONG + ":1:3",
    "length": "3:solo:" + "1" * LONG + ":3",
    "table": "bga," + "x" * LONG,
    "field": "bga," + "x" * LONG + "=3",
    "value": "bga,players=" + "x" * LONG,
    "number": "bga,base=" + "9" * LONG,
    "no rules": "bga,rules." + "x" * LONG + "=3",
    "record": "ddz1 standard deal:1 " + "x" * LONG + " unfinished:auction check:00000000",
    "version": "x" * LONG,
    "surrogates": "\udcff" * LONG,
    "numpy text": np.str_("x" * LONG),
    "bytes": b"3" * LONG,
    "whole number": 10**LONG,
    "below 0": -(10**LONG),
    "list": ["3" * LONG] * LONG,
    "numbers": [10**5000] * 15,
    "nested": [[["x" * LONG] * 10] * 10] * 10,
    "tuple": ("x" * LONG,) * 3,
    "dict": {"x" * LONG: "y" * LONG},
    "set": {"x" * LONG},
    "array": np.zeros(LONG),
    "texts": np.array(["x" * LONG]),
    "wide array": np.zeros((1,) * 30),
    "dtype": np.zeros(1, [("x" * LONG, "u1")]),
    "long looks": Odd("x" * LONG),
    "no looks": Odd(None),
    "long name": type("X" * LONG, (), {})(),
    "long name called": type("X" * LONG, (str,), {})("3"),
}


def seen() -> ddz.Observation:
    table = ddz.Table(auction="none", first_bidder=0)
    return ddz.Game(table, deal=1).observation(0)


def calls() -> Iterator[tuple[str, Callable[[Any], object]]]:
    """Every argument of every public entry point that takes something from outside."""
    game = ddz.Game("standard", deal=1)
    playing = ddz.Game(ddz.Table(auction="none", first_bidder=0), deal=1)
    discarding = ddz.Game(ddz.Table(auction="none", first_bidder=0, discard=True), deal=1)
    rlcard_env = rlcard.make("doudizhu", {"seed": 1})
    rlcard_env.reset()
    hand, moves = ddz.Hand("3344"), ddz.legal_moves("3344")
    row = np.zeros(3, np.uint64)
    yield "Hand", ddz.Hand
    yield "Hand +", lambda x: hand + x
    yield "Hand -", lambda x: hand - x
    yield "in Hand", lambda x: x in hand
    yield "Kind", ddz.Kind
    yield "Move.parse", ddz.Move.parse
    yield "Move.from_row", ddz.Move.from_row
    yield "Move.beats", moves[0].beats
    yield "MoveList []", lambda x: moves[x]
    yield "MoveList in", lambda x: x in moves
    yield "MoveList.index", moves.index
    yield "MoveList.count", moves.count
    for ask in (ddz.legal_moves, ddz.count_moves):
        yield f"{ask.__name__} hand", lambda x, ask=ask: ask(x)
        yield f"{ask.__name__} last", lambda x, ask=ask: ask("3", x)
        yield f"{ask.__name__} rules", lambda x, ask=ask: ask("3", None, x)
    yield "pick hand", lambda x: ddz.pick(x, 0)
    yield "pick index", lambda x: ddz.pick("3", x)
    yield "readings", ddz.readings
    yield "readings rules", lambda x: ddz.readings("3", x)
    yield "explain hand", lambda x: ddz.explain(x, "3")
    yield "explain play", lambda x: ddz.explain("3", x)
    yield "explain last", lambda x: ddz.explain("3", "3", x)
    for many in (ddz.legal_moves_batch, ddz.count_moves_batch):
        yield f"{many.__name__} hands", lambda x, many=many: many(x)
        yield f"{many.__name__} last", lambda x, many=many: many(row, x)
        yield f"{many.__name__} rules", lambda x, many=many: many(row, None, x)
        yield f"{many.__name__} threads", lambda x, many=many: many(row, threads=x)
    yield "legal_moves_batch out", lambda x: ddz.legal_moves_batch(row, out=x)
    yield "Rules.preset", ddz.Rules.preset
    yield "Table.preset", ddz.Table.preset
    yield "Table.parse", ddz.Table.parse
    for field in inspect.signature(ddz.Table).parameters:
        yield f"Table {field}", lambda x, field=field: ddz.Table(**{field: x})
    yield "Table.changed", lambda x: ddz.Table().changed(**{x if isinstance(x, str) else "x": x})
    yield "Game table", lambda x: ddz.Game(x, 1)
    yield "Game deal", lambda x: ddz.Game("standard", x)
    for name, at in (("auction", game), ("play", playing), ("discard", discarding)):
        yield f"push in {name}", at.push
        yield f"can in {name}", at.can
        yield f"why_not in {name}", at.why_not
    yield "push seat", lambda x: game.push("pass", x)
    yield "observation", game.observation
    yield "undo", game.undo
    yield "record", game.record
    yield "from_record", ddz.Game.from_record
    yield "parse_action", ddz.parse_action
    yield "Bid", ddz.Bid
    yield "Discard", ddz.Discard
    yield "Match table", ddz.Match
    yield "Match deals", lambda x: ddz.Match("standard", deals=x)
    yield "Match deal", lambda x: ddz.Match("standard", deal=x)
    yield "Match start_points", lambda x: ddz.Match("standard", start_points=x)
    yield "Match.add", ddz.Match("standard", deals=1).add
    yield "deal", ddz.deal
    yield "deal players", lambda x: ddz.deal(1, x)
    yield "perft hands", lambda x: ddz.perft(x, 1)
    yield "perft depth", lambda x: ddz.perft(["3", "4"], x)
    yield "perft rules", lambda x: ddz.perft(["3", "4"], 1, x)
    for argument in ("deals", "seed", "rules", "threads"):
        yield (
            f"simulate {argument}",
            lambda x, argument=argument: ddz.simulate(**({"deals": 1} | {argument: x})),
        )
    yield "rollout deals", lambda x: ddz.rollout(seen(), deals=x)
    yield "rollout policy", lambda x: ddz.rollout(seen(), deals=1, policy=x)
    yield "rollout seed", lambda x: ddz.rollout(seen(), deals=1, seed=x)
    yield "rollout threads", lambda x: ddz.rollout(seen(), deals=1, threads=x)
    yield "solve hands", ddz.solve
    yield "solve turn", lambda x: ddz.solve(["3", "4"], turn=x)
    yield "solve last", lambda x: ddz.solve(["3", "4"], last=x)
    yield "min_plays", ddz.min_plays
    yield "appraise", ddz.appraise
    yield "appraise bottom", lambda x: ddz.appraise("3", bottom_shown=x)
    yield "agents.make", ddz.agents.make
    yield "agents.make seed", lambda x: ddz.agents.make("easy", seed=x)
    for field in inspect.signature(ddz.Rules).parameters:
        yield f"Rules {field}", lambda x, field=field: ddz.Rules(**{field: x})
    yield "solve time_limit", lambda x: ddz.solve(["3", "4"], time_limit=x)
    yield "solve all_moves", lambda x: ddz.solve(["3", "4"], all_moves=x)
    yield "simulate wild", lambda x: ddz.simulate(1, wild=x)
    yield "match player", lambda x: arena.match(x, "random", deals=1)
    yield "match bidding", lambda x: arena.match("random", "random", deals=1, bidding=x)
    for name in ("phase", "turn", "seat", "plays", "opening", "doubles", "wild"):
        yield f"rollout of {name}", lambda x, n=name: ddz.rollout(replace(seen(), **{n: x}), 1)
        yield f"DouZero infoset of {name}", lambda x, n=name: infoset_of(replace(seen(), **{n: x}))
        yield f"RLCard state of {name}", lambda x, n=name: state_of(replace(seen(), **{n: x}))
        yield f"must_skip of {name}", lambda x, n=name: ddz.must_skip(replace(seen(), **{n: x}))
    made = ddz.game.actions.Made
    yield "rollout of a play", lambda x: ddz.rollout(replace(seen(), plays=(x,)), 1)
    yield "rollout of an action", lambda x: ddz.rollout(replace(seen(), plays=(made(0, x),)), 1)
    yield "rollout of a seat", lambda x: ddz.rollout(replace(seen(), plays=(made(x, moves[0]),)), 1)
    for douzeros in (cards_of, hand_of, numbers_of, douzero.cards2array, douzero.get_move_type):
        yield f"DouZero {douzeros.__name__}", douzeros
        yield f"DouZero {douzeros.__name__} card", lambda x, call=douzeros: call([x])
    yield "DouZero Env", douzero.Env
    yield "DouZero MovesGener", douzero.MovesGener
    yield "DouZero length", lambda x: douzero.MovesGener([3]).gen_type_8_serial_single(x)
    yield "RLCard make", rlcard.make
    yield "RLCard config", lambda x: rlcard.make("doudizhu", x)
    yield "RLCard seed", lambda x: rlcard.make("doudizhu", {"seed": x})
    yield "RLCard step", lambda x: rlcard_env.step(x)
    yield "RLCard step by text", lambda x: rlcard_env.step(x, raw_action=True)
    yield "RLCard state", lambda x: rlcard_env.get_state(x)
    yield "VectorGame", ddz.VectorGame
    yield "VectorGame seed", lambda x: ddz.VectorGame(1, seed=x)
    yield "VectorGame table", lambda x: ddz.VectorGame(1, table=x)


CALLS = dict(calls())


def told(entry: str, value: Any) -> str:
    """With what message a call refuses a value; nothing if it takes it."""
    try:
        CALLS[entry](value)
    except (DdzError, TypeError, IndexError, MemoryError) as error:
        return str(error)
    except ValueError as error:
        # What sequences and enumerations raise.
        return str(error) if entry in ("MoveList.index", "Kind") else repr(error) * MOST
    except RuntimeError as error:
        # Python itself asks for the looks of what is no member of an enumeration.
        return "" if entry == "Kind" else repr(error) * MOST
    return ""


@pytest.mark.parametrize("entry", CALLS)
def test_no_message_is_long(entry: str) -> None:
    for name, value in HUGE.items():
        if (entry, name) == ("Kind", "list"):
            continue  # Python's own enumerations make the whole text: 20 GB of memory
        message = told(entry, value)
        assert len(message) <= MOST, f"{entry} of {name}: {message[:200]}"
        assert "\n" not in message


def test_values_are_shown_from_both_ends() -> None:
    assert shown("3" * MOST_SHOWN)[1:-1] == "3" * 27 + "..." + "3" * 28
    assert shown("33X") == "'33X'"
    assert shown(7) == "7"
    assert shown(10**5000) == "a whole number of 16610 bits"
    assert shown([1] * 100) == "[1, 1, 1, 1, 1, 1, ...]"
    for value in HUGE.values():
        assert len(shown(value)) <= MOST_SHOWN
