"""Arguments that make sense, by the name of the parameter, and the objects made so far."""

from __future__ import annotations

import io
import random
import zlib
from collections import defaultdict
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import numpy as np

import ddz_core as ddz
from ddz_core.adapters import douzero

from . import hostile

DECK = "3456789TJQKA2" * 4 + "BR"
KEPT = 6
"""So many objects of one type are kept."""


class World:
    """What the calls have made so far, and from which the next arguments are drawn.

    A method that is called like a parameter makes an argument for it.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pool: dict[type, list[Any]] = defaultdict(list)

    def keep(self, made: object) -> None:
        """Remembers an object of ours, in place of an earlier one if there are many."""
        room = self.pool[type(made)]
        if len(room) < KEPT:
            room.append(made)
        else:
            room[self.rng.randrange(KEPT)] = made

    def one(self, kind: type) -> Any:
        """One of the objects of that type, or a new one where that is known how."""
        maker = getattr(self, f"new_{kind.__name__.lower()}", None)
        if maker and (not self.pool[kind] or self.rng.random() < 0.2):
            self.keep(maker())
        return self.rng.choice(self.pool[kind]) if self.pool[kind] else None

    # ------------------------------------------------------------ new objects

    def new_table(self) -> ddz.Table:
        rng = self.rng
        table = ddz.Table.preset(rng.choice(ddz.Table.presets()))
        changes: dict[str, Any] = {
            "players": rng.choice([2, 3]),
            "auction": rng.choice(["none", "doubling", "points", "call"]),
            "open_hand": rng.choice([0, 2]),
            "doubling": rng.choice([0, 2, 4]),
            **dict.fromkeys(("discard", "skip", "show_card", "short_deck", "wild"), True),
        }
        for name in rng.sample(sorted(changes), rng.choice([0, 1, 2, 4])):
            # Not all of them go together.
            with suppress(ddz.InvalidRules):
                table = table.changed(**{name: changes[name]})
        return table

    def new_game(self) -> ddz.Game:
        game = ddz.Game(self.one(ddz.Table), self.rng.randrange(1000))
        for _ in range(self.rng.choice([0, 1, 3, 10, 30, 500])):
            if not game.is_over:
                game.push(self.rng.choice(list(game.legal_actions)))
        return game

    def new_observation(self) -> ddz.Observation:
        game = self.one(ddz.Game)
        seat = game.turn if game.turn is not None else 0
        return game.observation(seat if self.rng.random() < 0.8 else 0)

    def new_public(self) -> ddz.Public:
        return self.one(ddz.Game).public

    def new_hand(self) -> ddz.Hand:
        if self.rng.random() < 0.2:
            return ddz.Hand("".join(self.rng.sample(DECK * 2, 12)), decks=2)
        return ddz.Hand(self.cards_text())

    def new_movelist(self) -> ddz.MoveList:
        hand = self.cards_text(12)
        rules = self.rng.choice(["standard", "standard", "shuttle", "four", ddz.Rules(wild="9")])
        return ddz.legal_moves(hand, rules=rules)

    def new_move(self) -> ddz.Move:
        return self.rng.choice(self.new_movelist())

    def new_match(self) -> ddz.Match:
        return ddz.Match(self.one(ddz.Table), deals=self.rng.randrange(1, 4), seed=1)

    def new_vectorgame(self) -> ddz.VectorGame:
        return ddz.VectorGame(self.games() + 1, threads=self.threads())

    # ------------------------------------------------------------------ cards

    def cards_text(self, most: int = 20) -> str:
        return "".join(self.rng.sample(DECK, self.rng.randrange(1, most + 1)))

    def hand(self) -> Any:
        cards = ddz.Hand(self.cards_text())
        return self.rng.choice([cards, cards, str(cards), cards.packed, cards.counts])

    cards = play = hidden = kept = shown = bottom_shown = hand

    def hands(self) -> Any:
        """Those of two to four seats, which share one deck, or an array for a batch."""
        if self.rng.random() < 0.4:
            return self.array_of_hands()
        deck = self.rng.sample(DECK, 54)
        size = self.rng.choice([1, 2, 3, 4, 17])
        seats = self.rng.choice([2, 3, 3])
        return [ddz.Hand("".join(deck[size * i : size * (i + 1)])) for i in range(seats)]

    def few_hands(self) -> Any:
        """Hands that are solved in no time."""
        deck = self.rng.sample(DECK, 54)
        return [
            "".join(deck[4 * i : 4 * i + self.rng.randrange(1, 5)])
            for i in range(self.rng.choice([2, 3]))
        ]

    def positions(self) -> Any:
        return [self.few_hands() for _ in range(self.rng.randrange(3))]

    def array_of_hands(self) -> Any:
        hands = [ddz.Hand(self.cards_text()) for _ in range(self.rng.choice([0, 1, 2, 30]))]
        packed = np.array([hand.packed for hand in hands], np.uint64)
        counts = np.array([hand.counts for hand in hands], np.uint8).reshape(-1, 15)
        return self.rng.choice([packed, counts])

    def last(self) -> Any:
        move = self.one(ddz.Move)
        return self.rng.choice([None, move, str(move), str(move).partition(":")[0]])

    move = last

    def action(self) -> Any:
        game = self.one(ddz.Game)
        legal = [] if game.is_over else list(game.legal_actions)
        made = self.rng.choice([*legal, ddz.PASS])
        return self.rng.choice([made, made, str(made), self.one(ddz.Hand)])

    actions = moves = lambda self: [self.one(ddz.Move) for _ in range(self.rng.randrange(3))]

    # ---------------------------------------------------------------- numbers

    def seed(self) -> Any:
        return self.rng.choice([0, 1, 7, 2**64 - 1])

    deal = number = first_game = first = seed

    def games(self) -> Any:
        return self.rng.choice([0, 1, 2, 3, 30, 300])

    deals = worlds = stop = n = games

    def threads(self) -> Any:
        return self.rng.choice([1, 1, 2, 3])

    def processes(self) -> Any:
        return 1

    def memory(self) -> Any:
        return self.rng.choice(["1MiB", "4MiB", 2**20, 2**22])

    def time_limit(self) -> Any:
        return self.rng.choice([0.01, 0.02, 1e-9, 0])

    seconds = time_limit

    def depth(self) -> Any:
        return self.rng.randrange(3)

    repeats = most = repeat_num = depth

    def seat(self) -> Any:
        return self.rng.randrange(3)

    turn = landlord = last_seat = first_bidder = player_id = passes = index = id = seat

    def players(self) -> Any:
        return self.rng.choice([2, 3, 3, ("a", "b", "c"), [*("random", "easy") * 2][:3]])

    def stake(self) -> Any:
        return self.rng.choice([1, 2, 3, 4])

    # ------------------------------------------------------------ named things

    def rules(self) -> Any:
        rng = self.rng
        if rng.random() < 0.8:
            name = rng.choice(ddz.Rules.presets())
            return rng.choice([name, ddz.Rules.preset(name)])
        flags = [each.name for each in fields(ddz.Rules) if each.type == "bool"]
        made = ddz.Rules(rng.randrange(1, 5), rng.randrange(1, 3), **{rng.choice(flags): True})
        with suppress(ddz.InvalidRules):
            made = made.changed(wild=rng.choice([None, "3", "9", "2"]))
        return made

    def numbering(self) -> Any:
        return self.rng.choice(["rlcard", "openspiel", "shuttle"])

    def table(self) -> Any:
        return self.rng.choice([self.one(ddz.Table), "standard", "bga"])

    def name(self) -> Any:
        return self.rng.choice(["random", "easy", "normal", "standard", "bga", "me"])

    a = b = lambda self: self.rng.choice(["random", "random", "easy", ddz.agents.RandomAgent])

    def policy(self) -> Any:
        return self.rng.choice(["greedy", "random"])

    def objective(self) -> Any:
        return self.rng.choice(["wp", "adp", "logadp"])

    def records(self) -> Any:
        return self.rng.choice([None, None, io.StringIO(), "games.txt"])

    def resume(self) -> Any:
        return self.rng.choice([None, None, "games.txt", "other.txt"])

    def progress(self) -> Any:
        return self.rng.choice([None, lambda score: None])

    def text(self) -> Any:
        rng = self.rng
        choice = rng.randrange(5)
        if choice == 0:
            made = self.one(ddz.Game).record()
        elif choice == 1:
            made = self.one(ddz.Match).record()
        elif choice == 2:
            made = str(self.one(ddz.Table))
        else:
            made = str(self.action())
        return made if rng.random() < 0.4 else self.mutated(made)

    def mutated(self, text: str) -> str:
        """The text after a few small changes; a record with a check that is right again."""
        rng = self.rng
        body, check, _ = text.rpartition(" check:")
        letters = list(body if check else text)
        for _ in range(rng.choice([1, 1, 2, 5])):
            at = rng.randrange(len(letters) + 1)
            what = rng.randrange(4)
            if what == 0:
                letters[at : at + rng.choice([1, 5, 50])] = []
            elif what == 1:
                letters[at:at] = rng.choice(["3", ":", ",", "=", " ", "BR", "\n", "-1", "9" * 30])
            elif what == 2:
                letters[at : at + 1] = rng.choice("3456789TJQKA2BR:,%=-+0x \udcff")
            else:
                other = rng.randrange(len(letters) + 1)
                letters[at:at] = letters[other : other + rng.choice([1, 10, 100])]
        made = "".join(letters)
        if check and rng.random() < 0.9:
            made += f" check:{zlib.crc32(made.encode(errors='replace')):08x}"
        return made

    # ------------------------------------------------------------ what is seen

    def game(self) -> Any:
        return self.one(ddz.Game)

    def observation(self) -> Any:
        """True, or with parts of another one, or with parts that cannot be."""
        seen = self.one(ddz.Observation)
        return seen if self.rng.random() < 0.4 else self.distorted(seen)

    def public(self) -> Any:
        seen = self.one(ddz.Public)
        return seen if self.rng.random() < 0.4 else self.distorted(seen)

    def distorted(self, seen: Any) -> Any:
        rng = self.rng
        names = [each.name for each in fields(seen)]
        changes: dict[str, Any] = {}
        for name in rng.sample(names, rng.choice([1, 1, 2, 3])):
            value = getattr(seen, name)
            other = getattr(self.one(type(seen)), name)
            changed: list[Any] = [other, hostile.value(rng)]
            if isinstance(value, tuple) and isinstance(other, tuple):
                parts = list(value)
                rng.shuffle(parts)
                changed += [tuple(parts), value[:-1], value + other, value * 300]
                if parts and hasattr(parts[0], "_replace"):
                    by_hand = rng.choice(parts)._replace(action=hostile.value(rng))
                    changed += [(*value, by_hand), (by_hand,) * 300]
                changed.append(tuple(rng.choice([0, 1, 20, -1, 255, 2**40]) for _ in value))
            elif isinstance(value, int):
                changed += [value + 1, -value, hostile.number(rng)]
            elif isinstance(value, ddz.Hand):
                changed += [ddz.Hand(self.cards_text()), ddz.Hand(), ddz.Hand([4] * 13 + [1, 1])]
            changes[name] = rng.choice(changed)
        return replace(seen, **changes)

    # ---------------------------------------------------------------- adapters

    def infoset(self) -> Any:
        """A true information set of DouZero in which something may be wrong."""
        env = douzero.Env("adp")
        env.reset()
        for _ in range(self.rng.randrange(8)):
            if env.winning_seat is None:
                env.step(self.rng.choice(env.legal_actions))
        info = env.infoset
        for _ in range(self.rng.randrange(3)):
            name = self.rng.choice(sorted(vars(info)))
            before = getattr(info, name)
            if isinstance(before, dict) and self.rng.random() < 0.7:
                before = {**before, self.rng.choice(sorted(before)): hostile.value(self.rng)}
            elif isinstance(before, list) and self.rng.random() < 0.5:
                before = [*before, hostile.value(self.rng)]
            else:
                before = hostile.value(self.rng)
            setattr(info, name, before)
        return info

    def strict_compat(self) -> Any:
        return self.rng.random() < 0.5

    bidding = all_moves = rotate = quad_chains = is_landlord = skips = strict_compat
    raw_action = is_training = short_deck = rounds = short = strict_compat
