"""Calls every public function of the adapters with hostile arguments, in a process of its own.

    python tests/adapter_fuzzer.py SEED CALLS

A crash of the process is what it looks for first; besides, every refusal must be one of
the project's own errors, or the error that the page of the adapter names. It prints how
many calls were made and how many were refused, and tells of every call that was neither.
"""

from __future__ import annotations

import inspect
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import ddz_core as ddz
from ddz_core._core import douzero as compiled_douzero
from ddz_core._core import douzero_arrays, douzero_cards, move_ids
from ddz_core._core import openspiel as compiled_openspiel
from ddz_core._core import rlcard as compiled_rlcard
from ddz_core.adapters import douzero, douzero_players, rlcard, rlcard_players
from ddz_core.adapters.action_space import ActionSpace

ALLOWED = (ddz.DdzError, TypeError, IndexError)
"""What a call may raise: IndexError for RLCard's ids, TypeError for what has the wrong type."""


class Odd:
    """An object that has every attribute, and is of no use."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Odd()

    def __repr__(self) -> str:
        return "Odd()"


def values(rng: random.Random) -> Any:
    """Something that somebody might hand in."""
    pick = rng.randrange(12)
    if pick == 0:
        return rng.choice(
            [None, True, False, "", "pass", "3", "3334", "BR", "x" * 1000, b"3", Odd()]
        )
    if pick == 1:
        return rng.choice([0, 1, -1, 2, 3, 16, 30, 54, 27_471, 27_472])
    if pick == 2:
        return rng.choice([2**31, -(2**31), 2**63, -(2**63) - 1, 2**64 - 1, 2**64, 10**40])
    if pick == 3:
        return rng.choice([3.9, float("nan"), float("inf"), 1e300, 2j, np.float64(3), np.int8(-3)])
    if pick == 4:
        return [values(rng) for _ in range(rng.randrange(4))]
    if pick == 5:
        cards = [*range(3, 15), 17, 20, 30]
        return [rng.choice(cards) for _ in range(rng.choice([1, 2, 3, 5, 17, 20, 60]))]
    if pick == 6:
        return rng.choice([{}, {"landlord": [3]}, {"landlord": values(rng)}, (), set(), range(99)])
    if pick == 7:
        kind = rng.choice([np.int64, np.int32, np.uint64, np.float32, np.int8, object])
        shape = rng.choice([0, 1, 5, 54, (2, 2), (3, 15), ()])
        return np.full(shape, rng.choice([0, 1, -1, 3, 27_472, 100])).astype(kind)
    if pick == 8:
        return rng.choice([np.zeros(3, ddz.MOVE_DTYPE), garbage(rng), garbage(rng)[::2]])
    if pick == 9:
        return ddz.Hand(rng.choice(["", "3", "33334444", "345678TJQKA2BR"]))
    if pick == 10:
        moves = ["pass", "3:solo:1:3", "QQQBR:trio_pair:1:Q", "33334444:quad_chain:2:4"]
        return ddz.Move.parse(rng.choice(moves))
    return rng.choice([object, len, lambda *args: values(rng), iter([3, 3]), "landlord", "wp"])


def garbage(rng: random.Random) -> Any:
    """Rows of MOVE_DTYPE with random bytes."""
    return np.frombuffer(rng.randbytes(16 * rng.randrange(1, 6)), ddz.MOVE_DTYPE).copy()


# ------------------------------------------------------------------ what is called


def methods(made: object) -> Iterator[Callable[..., Any]]:
    """The public methods of an object, and two that users of RLCard call."""
    for name in dir(made):
        if name.startswith("_") and name not in ("_decode_action", "_get_legal_actions"):
            continue
        found = getattr(type(made), name, None)
        if callable(found) and not inspect.isclass(found):
            yield getattr(made, name)


def information(rng: random.Random) -> Any:
    """A true information set in which a field or two are something else."""
    env = douzero.Env("adp")
    env.reset()
    for _ in range(rng.randrange(8)):
        env.step(rng.choice(env.legal_actions))
        if env.winning_seat is not None:
            break
    info = env.infoset
    for _ in range(rng.randrange(1, 3)):
        name = rng.choice(sorted(vars(info)))
        before = getattr(info, name)
        if isinstance(before, dict) and rng.random() < 0.7:
            setattr(info, name, {**before, rng.choice(sorted(before)): values(rng)})
        elif isinstance(before, list) and rng.random() < 0.5:
            setattr(info, name, [*before, values(rng)])
        else:
            setattr(info, name, values(rng))
    return info


def observation(rng: random.Random) -> ddz.Observation:
    """A true observation in which a field or two are something else."""
    from dataclasses import replace

    from ddz_core.game.actions import Made

    rules = rng.choice(["rlcard", "standard", "shuttle"])
    table = ddz.Table(rules=rules, auction="none", first_bidder=rng.randrange(3))
    game = ddz.Game(table, rng.randrange(1000))
    for _ in range(rng.randrange(30)):
        if not game.is_over:
            game.push(rng.choice(game.legal_actions()))
    seen = game.observation(game.turn if game.turn is not None else 0)
    changes: dict[str, Any] = {}
    for _ in range(rng.randrange(1, 3)):
        name = rng.choice(
            [
                "plays",
                "sizes",
                "hand",
                "bottom",
                "landlord",
                "discards",
                "last",
                "turn",
                "seat",
                "phase",
            ]
        )
        if name == "plays" and rng.random() < 0.8:
            plays = list(seen.plays)
            change = rng.randrange(4)
            if change == 0 or not plays:
                plays += [Made(rng.randrange(-1, 4), values(rng))] * rng.choice([1, 2, 1000])
            elif change == 1:
                rng.shuffle(plays)
            elif change == 2:
                del plays[rng.randrange(len(plays))]
            else:
                at = rng.randrange(len(plays))
                plays[at] = Made(plays[at].seat, rng.choice(plays).action)
            changes[name] = tuple(plays)
        elif name == "sizes" and rng.random() < 0.8:
            changes[name] = tuple(rng.choice([0, 1, 17, 20, -1, 255, 2**40]) for _ in range(3))
        else:
            changes[name] = values(rng)
    return replace(seen, **changes)


def open_deal(rng: random.Random) -> compiled_openspiel.DealState:
    """A deal of the OpenSpiel adapter after some actions; OpenSpiel itself is not needed."""
    exact = rng.random() < 0.5
    made = ("openspiel", 0, 51, True) if exact else ("standard", 4, 3, False)
    deal = compiled_openspiel.DealState(compiled_openspiel.codes_of(*made))
    for _ in range(rng.choice([0, 10, 51, 53, 60, 200])):
        if deal.is_over():
            break
        deal.apply(rng.choice(deal.legal_actions()))
    return deal


BARE = (
    move_ids.MoveIndex,
    compiled_openspiel.Codes,
    compiled_openspiel.DealState,
    compiled_rlcard.DealState,
    compiled_douzero.DealState,
)


def half_made(rng: random.Random) -> list[Callable[..., Any]]:
    """The methods of an object without its ``__init__``, if there can be such a one."""
    kind = rng.choice(BARE)
    try:
        return list(methods(kind.__new__(kind)))
    except TypeError:
        return []


def calls(rng: random.Random) -> Iterator[tuple[Callable[..., Any], list[Any]]]:
    """A function and arguments for it, again and again."""
    spaces = [ActionSpace("rlcard"), ActionSpace("openspiel"), ActionSpace("shuttle")]
    while True:
        env = rlcard.make("doudizhu", {"seed": 1, "allow_step_back": rng.random() < 0.5})
        doudizhu = douzero.Env("wp", strict_compat=rng.random() < 0.3)
        if rng.random() < 0.5:
            env.set_agents([values(rng)] * rng.choice([0, 3]))
        game = douzero.GameEnv(dict.fromkeys(douzero_arrays.POSITIONS, rng.choice([Odd(), None])))
        if rng.random() < 0.8:
            env.reset()
            doudizhu.reset()
        space = rng.choice(spaces)
        targets: list[Callable[..., Any]] = [
            *methods(env),
            *methods(doudizhu),
            *methods(game),
            *methods(space),
            *methods(space.index),
            *methods(douzero.MovesGener([3, 3, 4], strict_compat=rng.random() < 0.5)),
            rlcard.make,
            rlcard.DoudizhuEnv,
            rlcard_players.seat,
            rlcard_players.state_of,
            douzero_players.seat,
            douzero_players.infoset_of,
            compiled_rlcard.state_after,
            douzero_cards.hand_of,
            douzero_cards.cards_of,
            douzero_cards.numbers_of,
            douzero.Env,
            douzero.GameEnv,
            douzero.MovesGener,
            douzero.cards2array,
            douzero.get_move_type,
            douzero.get_obs,
            *methods(open_deal(rng)),
            compiled_openspiel.Codes,
            compiled_openspiel.DealState,
            compiled_openspiel.restored,
            move_ids.deck_plays,
            move_ids.MoveIndex,
            move_ids.move_at,
            ActionSpace,
            ActionSpace.compact,
        ]
        for _ in range(40):
            target = rng.choice(targets)
            yield target, arguments(target, rng)
        yield douzero.get_obs, [information(rng)]
        yield rlcard_players.state_of, [observation(rng)]
        yield douzero_players.infoset_of, [observation(rng)]
        for method in half_made(rng):
            yield method, arguments(method, rng)
        yield doudizhu.step, [values(rng)]
        yield env.step, [values(rng)]


def arguments(target: Callable[..., Any], rng: random.Random) -> list[Any]:
    """As many as it takes, mostly."""
    try:
        number = len(inspect.signature(target).parameters)
    except (TypeError, ValueError):
        number = 1
    return [values(rng) for _ in range(rng.choice([number, number, number, rng.randrange(5)]))]


def is_foreign(error: Exception) -> bool:
    """Whether it comes from what was handed in, and not from us."""
    return traceback.extract_tb(error.__traceback__)[-1].filename == __file__


def main(seed: int, number: int) -> int:
    rng = random.Random(seed)
    np.random.seed(seed % 2**32)
    refused = bad = 0
    for made, (target, given) in enumerate(calls(rng)):
        if made == number:
            break
        try:
            # Written before the call, so that a crash tells where it was.
            told = f"{getattr(target, '__qualname__', target)}({', '.join(map(repr, given))[:500]})"
        except Exception:
            told = repr(target)
        if "-v" in sys.argv:
            print(told, flush=True)
        try:
            target(*given)
        except ALLOWED:
            refused += 1
        except Exception as error:
            if is_foreign(error):
                continue
            bad += 1
            print(f"{told}\n    {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            print(
                "    " + "    ".join(traceback.format_tb(error.__traceback__)[-1:]), file=sys.stderr
            )
    print(f"{number} calls, {refused} refused")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
