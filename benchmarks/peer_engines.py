"""The same questions put to every engine: the plays of a lead and of a follow, random games.

Each engine gets the positions in its own form, which is not timed, and is then asked in
the fastest way that it offers. ``listed`` gives its plays as text, to be compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

import ddz_core as ddz
from ddz_core._core.timing import time_generate
from ddz_core._core.whole_games import play_range
from ddz_core.bench import answers, positions, vector

Work = Callable[[], object]


class Position:
    """A numbered deal: the landlord, seat 0, holds the bottom, leads and is followed."""

    def __init__(self, row: int) -> None:
        dealt = ddz.deal(row + 1)
        self.dealt = [str(hand) for hand in dealt.hands]
        self.bottom = str(dealt.bottom)
        self.hands = [dealt.hands[0] + dealt.bottom, *dealt.hands[1:]]
        at = positions.positions()
        self.record = at.lasts[row]
        self.last = ddz.pick(self.hands[0], int(at.drawn[row]))
        self.lead = str(self.last.cards)


def in_order(cards: str) -> str:
    """The cards as the core writes them."""
    return str(ddz.Hand(cards))


def drawn(actions: Sequence[Any]) -> Any:
    """One of the actions, each as likely as another."""
    return actions[int(random.random() * len(actions))]


class Kernel:
    """The core's kernels in a loop, without Python."""

    name = "ddz_core, kernel"
    times = 200
    games = 10_000
    decisions = 609_201

    def __init__(self, leads: list[Position], follows: list[Position]) -> None:
        self.leaders = self.packed([one.hands[0] for one in leads])
        self.followers = self.packed([one.hands[1] for one in follows])
        self.lasts = np.array([one.record for one in follows], ddz.MOVE_DTYPE)

    @staticmethod
    def packed(hands: list[ddz.Hand]) -> Any:
        return np.array([hand.packed for hand in hands], np.uint64)

    def lead(self) -> Work:
        def work() -> None:
            plays, _ = time_generate(self.leaders, repeats=self.times)
            assert plays == self.times * answers.LEADS

        return work

    def follow(self) -> Work:
        return lambda: time_generate(self.followers, self.lasts, repeats=self.times)

    def play(self) -> Work:
        def work() -> None:
            assert play_range("standard", 1, self.games)[1] == self.decisions

        return work

    @staticmethod
    def listed(one: Position) -> list[str]:
        return [str(move.cards) for move in ddz.legal_moves(one.hands[0])]


class Python(Kernel):
    """The core called from Python; for games, VectorGame driven by NumPy."""

    name = "ddz_core, Python"
    times = 5
    games = vector.GAMES * vector.STEPS / 61.03
    """The decisions made, in games of their average number (see docs/peers.md)."""

    def __init__(self, leads: list[Position], follows: list[Position]) -> None:
        self.leaders = [one.hands[0] for one in leads]
        self.pairs = [(one.hands[1], one.last) for one in follows]
        self.vector = ddz.VectorGame(vector.GAMES, seed=vector.SEED)

    def lead(self) -> Work:
        def work() -> None:
            for hand in self.leaders * self.times:
                ddz.legal_moves(hand)

        return work

    def follow(self) -> Work:
        def work() -> None:
            for hand, last in self.pairs * self.times:
                ddz.legal_moves(hand, last)

        return work

    def play(self) -> Work:
        return lambda: vector.drive(self.vector, None)


class OpenSpiel:
    """``dou_dizhu`` of pyspiel, through Python."""

    name = "OpenSpiel 2.0.2, Python"
    times = 5
    games = 200

    def __init__(self, leads: list[Position], follows: list[Position]) -> None:
        self.leads = [self.state(one) for one in leads]
        self.follows = [self.after(self.state(one), one.lead) for one in follows]

    @staticmethod
    def state(one: Position) -> Any:
        """The state where the landlord is to lead."""
        import pyspiel

        state = pyspiel.load_game("dou_dizhu").new_initial_state()
        state.apply_action(0)  # the card that decides who bids first is seat 0's
        suits = dict.fromkeys("3456789TJQKA2BR", 0)
        for turn in zip(*one.dealt, strict=True):
            for rank in turn:
                suit, suits[rank] = suits[rank], suits[rank] + 1
                joker = "BR".find(rank)
                state.apply_action(51 + (52 + joker if joker >= 0 else 13 * suit + RANK[rank]))
        state.apply_action(3)  # seat 0 bids three: nobody may bid more
        return state

    @staticmethod
    def cards(state: Any, action: int) -> str:
        text = state.action_to_string(action)
        if text == "Pass":
            return ""
        return in_order(text.replace("(BWJ)", "B").replace("(CJ)", "R").replace("-", ""))

    @classmethod
    def after(cls, state: Any, lead: str) -> Any:
        """The state after the lead; None where the engine does not know it."""
        for action in state.legal_actions():
            if cls.cards(state, action) == lead:
                state.apply_action(action)
                return state
        return None

    @classmethod
    def knows(cls, one: Position) -> bool:
        return cls.after(cls.state(one), one.lead) is not None

    @classmethod
    def listed(cls, one: Position) -> list[str]:
        state = cls.state(one)
        return [cls.cards(state, action) for action in state.legal_actions()]

    def lead(self) -> Work:
        def work() -> None:
            for state in self.leads * self.times:
                state.legal_actions()

        return work

    def follow(self) -> Work:
        def work() -> None:
            for state in self.follows * self.times:
                state.legal_actions()

        return work

    def play(self) -> Work:
        def work() -> None:
            for start in self.leads[: self.games]:
                state = start.clone()
                while not state.is_terminal():
                    state.apply_action(drawn(state.legal_actions()))

        return work


class OpenSpielCpp(OpenSpiel):
    """The same, games played by its own bots in C++; it lists nothing without Python."""

    name = "OpenSpiel 2.0.2, C++"
    lead = follow = None  # type: ignore[assignment]

    def __init__(self, leads: list[Position], follows: list[Position]) -> None:
        self.leads = [self.state(one) for one in leads[: self.games]]

    def play(self) -> Work:
        import pyspiel

        bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(3)]

        def work() -> None:
            for start in self.leads:
                pyspiel.evaluate_bots(start.clone(), bots, 1)

        return work


class RLCard:
    """RLCard's game, without the observations of its environment."""

    name = "RLCard 1.2.0"
    times = 1
    games = 50

    def __init__(self, leads: list[Position], follows: list[Position]) -> None:
        self.leads = leads
        self.leaders = [str(one.hands[0]) for one in leads]
        self.players = [self.follower(one) for one in follows]

    @staticmethod
    def game(one: Position) -> Any:
        """A game that will deal these cards."""
        from rlcard.games.doudizhu import Game

        def shuffle(deck: list[Any]) -> None:
            left = {rank: [] for rank in RANK}
            for card in deck:
                left[card.rank or card.suit[0]].append(card)
            deck[:] = [left[rank].pop() for rank in "".join(one.dealt) + one.bottom]

        game = Game()
        game.np_random = SimpleNamespace(shuffle=shuffle)
        return game

    @classmethod
    def listed(cls, one: Position) -> list[str]:
        from rlcard.games.doudizhu import Judger

        return [in_order(play) for play in Judger.playable_cards_from_hand(str(one.hands[0]))]

    @classmethod
    def follower(cls, one: Position) -> Any:
        """The next seat and the seat that it is to beat."""
        from rlcard.games.doudizhu import Judger

        game = cls.game(one)
        game.init_game()
        # It writes the body and the kickers of a play in an order of its own.
        for play in Judger.playable_cards_from_hand(str(one.hands[0])):
            if in_order(play) == one.lead:
                game.players[0].played_cards = play
                return game.players[1], game.players[0]
        return None

    @classmethod
    def knows(cls, one: Position) -> bool:
        return cls.follower(one) is not None

    def lead(self) -> Work:
        from rlcard.games.doudizhu import Judger

        def work() -> None:
            for hand in self.leaders:
                Judger.playable_cards_from_hand(hand)

        return work

    def follow(self) -> Work:
        from rlcard.games.doudizhu.utils import get_gt_cards

        def work() -> None:
            for player, greater in self.players:
                get_gt_cards(player, greater)

        return work

    def play(self) -> Work:
        def work() -> None:
            for one in self.leads[: self.games]:
                game = self.game(one)
                state, _ = game.init_game()
                while not game.is_over():
                    state, _ = game.step(drawn(state["actions"]))

        return work


class DouZero:
    """DouZero's game, without the arrays of its environment."""

    name = "DouZero 1.1.0"
    times = 1
    games = 50

    def __init__(self, leads: list[Position], follows: list[Position]) -> None:
        self.leads = leads
        self.leaders = [self.numbers(str(one.hands[0])) for one in leads]
        self.envs = [self.follower(one) for one in follows]

    @staticmethod
    def numbers(cards: str) -> list[int]:
        return [DOUZERO[rank] for rank in cards]

    @classmethod
    def listed(cls, one: Position) -> list[str]:
        from douzero.env.move_generator import MovesGener

        ranks = {number: rank for rank, number in DOUZERO.items()}
        moves = MovesGener(cls.numbers(str(one.hands[0]))).gen_moves()
        return [in_order("".join(ranks[number] for number in move)) for move in moves]

    @classmethod
    def knows(cls, one: Position) -> bool:
        return one.lead in cls.listed(one)

    @classmethod
    def follower(cls, one: Position) -> Any:
        from douzero.env.game import GameEnv

        env = GameEnv({})
        env.acting_player_position = "landlord_down"
        env.info_sets["landlord_down"].player_hand_cards = cls.numbers(one.dealt[1])
        env.card_play_action_seq = [cls.numbers(one.lead)]
        return env

    def lead(self) -> Work:
        from douzero.env.move_generator import MovesGener

        def work() -> None:
            for hand in self.leaders:
                MovesGener(hand).gen_moves()

        return work

    def follow(self) -> Work:
        def work() -> None:
            for env in self.envs:
                env.get_legal_card_play_actions()

        return work

    def play(self) -> Work:
        from douzero.env.game import GameEnv

        player = SimpleNamespace(act=lambda seen: drawn(seen.legal_actions))
        seats = ("landlord", "landlord_down", "landlord_up")

        def work() -> None:
            for one in self.leads[: self.games]:
                env = GameEnv(dict.fromkeys(seats, player))
                cards = [self.numbers(str(hand)) for hand in (*one.hands, one.bottom)]
                names = (*seats, "three_landlord_cards")
                env.card_play_init(dict(zip(names, cards, strict=True)))
                while not env.game_over:
                    env.step()

        return work


RANK = {rank: number for number, rank in enumerate("3456789TJQKA2BR")}
DOUZERO = dict(zip(RANK, (*range(3, 15), 17, 20, 30), strict=True))

OURS = (Kernel, Python)
PEERS = {"pyspiel": (OpenSpielCpp, OpenSpiel), "douzero": (DouZero,), "rlcard": (RLCard,)}
"""The engines, under the module that each of them needs."""
