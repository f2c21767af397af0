"""Moves as DouZero lists and judges them, its faults included.

Independent of the core: what matters here is which moves are repeated, in which
order they come and which are misjudged, so that a seeded run is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, groupby, pairwise

from ..arguments import whole_number
from .douzero_types import (
    TYPE_0_PASS,
    TYPE_1_SINGLE,
    TYPE_2_PAIR,
    TYPE_3_TRIPLE,
    TYPE_4_BOMB,
    TYPE_5_KING_BOMB,
    TYPE_6_3_1,
    TYPE_7_3_2,
    TYPE_8_SERIAL_SINGLE,
    TYPE_9_SERIAL_PAIR,
    TYPE_10_SERIAL_TRIPLE,
    TYPE_11_SERIAL_3_1,
    TYPE_12_SERIAL_3_2,
    TYPE_13_4_2,
    TYPE_14_4_22,
    TYPE_15_WRONG,
)

Cards = list[int]

SMALL_JOKER, BIG_JOKER = 20, 30


def _unrepeated(moves: list[Cards]) -> list[Cards]:
    """Without repeats that stand side by side; those that are apart stay."""
    return [move for move, _ in groupby(moves)]


def checked_length(repeat_num: int) -> int:
    """Of how many ranks a chain is asked for; less than there can be means any length."""
    return whole_number("repeat_num", repeat_num, -(1 << 31), 1 << 31)


class StrictMovesGener:
    """DouZero's ``MovesGener``: the same lists in the same order."""

    def __init__(self, cards: Cards) -> None:
        self.cards_list = cards
        self.cards_dict = Counter(cards)

    def _ranks(self, number: int) -> Cards:
        """The ranks held so many times or more, in the order of the hand."""
        return [card for card, held in self.cards_dict.items() if held >= number]

    def _quads(self) -> Cards:
        return [card for card, held in self.cards_dict.items() if held == 4]

    def _chains(self, ranks: Cards, width: int, least: int, length: int) -> list[Cards]:
        """Chains of `length` ranks; of every length from `least` on where it is less."""
        length = checked_length(length)
        moves = []
        ranks = sorted(set(ranks))
        while ranks:
            end = 1
            while end < len(ranks) and ranks[end] == ranks[end - 1] + 1:
                end += 1
            lengths = range(least, end + 1) if length < least else [length]
            for n in lengths:
                for start in range(end - n + 1):
                    moves.append(sorted(ranks[start : start + n] * width))
            ranks = ranks[end:]
        return moves

    def gen_type_1_single(self) -> list[Cards]:
        # The order of a set of numbers is DouZero's here.
        return [[card] for card in set(self.cards_list)]

    def gen_type_2_pair(self) -> list[Cards]:
        return [[card] * 2 for card in self._ranks(2)]

    def gen_type_3_triple(self) -> list[Cards]:
        return [[card] * 3 for card in self._ranks(3)]

    def gen_type_4_bomb(self) -> list[Cards]:
        return [[card] * 4 for card in self._quads()]

    def gen_type_5_king_bomb(self) -> list[Cards]:
        both = {SMALL_JOKER, BIG_JOKER} <= self.cards_dict.keys()
        return [[SMALL_JOKER, BIG_JOKER]] if both else []

    def gen_type_6_3_1(self) -> list[Cards]:
        return self._trios_with(self.gen_type_1_single())

    def gen_type_7_3_2(self) -> list[Cards]:
        return self._trios_with(self.gen_type_2_pair())

    def _trios_with(self, kickers: list[Cards]) -> list[Cards]:
        trios = self.gen_type_3_triple()
        return [kicker + trio for kicker in kickers for trio in trios if kicker[0] != trio[0]]

    def gen_type_8_serial_single(self, repeat_num: int = 0) -> list[Cards]:
        return self._chains(self.cards_list, 1, 5, repeat_num)

    def gen_type_9_serial_pair(self, repeat_num: int = 0) -> list[Cards]:
        return self._chains(self._ranks(2), 2, 3, repeat_num)

    def gen_type_10_serial_triple(self, repeat_num: int = 0) -> list[Cards]:
        return self._chains(self._ranks(3), 3, 2, repeat_num)

    def gen_type_11_serial_3_1(self, repeat_num: int = 0) -> list[Cards]:
        moves = []
        for body in self.gen_type_10_serial_triple(repeat_num):
            rest = [card for card in self.cards_list if card not in body]
            moves += [body + list(kickers) for kickers in combinations(rest, len(body) // 3)]
        return _unrepeated(moves)

    def gen_type_12_serial_3_2(self, repeat_num: int = 0) -> list[Cards]:
        moves = []
        pairs = sorted(self._ranks(2))
        for body in self.gen_type_10_serial_triple(repeat_num):
            rest = [card for card in pairs if card not in body]
            moves += [
                sorted(body + list(kickers) * 2) for kickers in combinations(rest, len(body) // 3)
            ]
        return moves

    def gen_type_13_4_2(self) -> list[Cards]:
        moves = []
        for quad in self._quads():
            rest = [card for card in self.cards_list if card != quad]
            moves += [[quad] * 4 + list(kickers) for kickers in combinations(rest, 2)]
        return _unrepeated(moves)

    def gen_type_14_4_22(self) -> list[Cards]:
        moves = []
        for quad in self._quads():
            rest = [card for card in self._ranks(2) if card != quad]
            moves += [[quad] * 4 + [a, a, b, b] for a, b in combinations(rest, 2)]
        return moves

    def gen_moves(self) -> list[Cards]:
        kinds: list[Callable[[], list[Cards]]] = [
            self.gen_type_1_single,
            self.gen_type_2_pair,
            self.gen_type_3_triple,
            self.gen_type_4_bomb,
            self.gen_type_5_king_bomb,
            self.gen_type_6_3_1,
            self.gen_type_7_3_2,
            self.gen_type_8_serial_single,
            self.gen_type_9_serial_pair,
            self.gen_type_10_serial_triple,
            self.gen_type_11_serial_3_1,
            self.gen_type_12_serial_3_2,
            self.gen_type_13_4_2,
            self.gen_type_14_4_22,
        ]
        return [move for kind in kinds for move in kind()]


# ------------------------------------------------------------------ judging

WRONG = {"type": TYPE_15_WRONG}


def _is_run(ranks: Cards) -> bool:
    return all(high - low == 1 for low, high in pairwise(ranks))


def strict_move_type(move: Cards) -> dict[str, int]:
    """What DouZero takes the move for; it must be sorted."""
    held = Counter(move)
    if len(move) <= 3:
        return _small_type(move, held)
    if len(move) == 4:
        return _type_of_four(move, held)
    if _is_run(move):
        return {"type": TYPE_8_SERIAL_SINGLE, "rank": move[0], "len": len(move)}
    if len(move) == 5:
        # Four of a rank with one card passes as well.
        return {"type": TYPE_7_3_2, "rank": move[2]} if len(held) == 2 else WRONG
    ranks_held = Counter(held.values())
    if len(move) == 6 and ranks_held[4] == 1 and len(held) in (2, 3):
        return {"type": TYPE_13_4_2, "rank": move[2]}
    if len(move) == 8 and (
        ranks_held[4] == 2 or (ranks_held[4] == 1 and ranks_held[2] == 2 and len(held) == 3)
    ):
        return {"type": TYPE_14_4_22, "rank": max(c for c, n in held.items() if n == 4)}
    ranks = sorted(held)
    for width, kind in ((2, TYPE_9_SERIAL_PAIR), (3, TYPE_10_SERIAL_TRIPLE)):
        if ranks_held[width] == len(ranks) and _is_run(ranks):
            return {"type": kind, "rank": ranks[0], "len": len(ranks)}
    return _type_with_kickers(held, ranks_held)


def _small_type(move: Cards, held: Counter[int]) -> dict[str, int]:
    if not move:
        return {"type": TYPE_0_PASS}
    if len(held) == 1:
        kind = (TYPE_1_SINGLE, TYPE_2_PAIR, TYPE_3_TRIPLE)[len(move) - 1]
        return {"type": kind, "rank": move[0]}
    return {"type": TYPE_5_KING_BOMB} if move == [SMALL_JOKER, BIG_JOKER] else WRONG


def _type_of_four(move: Cards, held: Counter[int]) -> dict[str, int]:
    if len(held) == 1:
        return {"type": TYPE_4_BOMB, "rank": move[0]}
    if 3 in held.values():
        return {"type": TYPE_6_3_1, "rank": move[1]}
    return WRONG


def _type_with_kickers(held: Counter[int], ranks_held: Counter[int]) -> dict[str, int]:
    """Chains of trios with kickers; a trio among these is known in a chain of three alone."""
    if ranks_held[3] < 2 or max(held.values()) > 3:
        return WRONG
    trios = sorted(card for card, number in held.items() if number == 3)
    if _is_run(trios):
        found = {"type": TYPE_11_SERIAL_3_1, "rank": trios[0], "len": len(trios)}
        if len(trios) == ranks_held[1] + 2 * ranks_held[2]:
            return found
        if len(trios) == ranks_held[2] and ranks_held[1] == 0:
            return {**found, "type": TYPE_12_SERIAL_3_2}
    if len(trios) == 4:
        for body in (trios[1:], trios[:-1]):
            if _is_run(body):
                return {"type": TYPE_11_SERIAL_3_1, "rank": body[0], "len": 3}
    return WRONG


# ---------------------------------------------------------------- following


def _first(move: Cards) -> int:
    return move[0]


def _second(move: Cards) -> int:
    return sorted(move)[1]


def _third(move: Cards) -> int:
    return sorted(move)[2]


def _highest_trio(move: Cards) -> int:
    """The rank that DouZero compares: a trio among the kickers counts too."""
    return max(card for card, number in Counter(move).items() if number == 3)


def _quad(move: Cards) -> int:
    return next(card for card, number in Counter(move).items() if number == 4)


RANK_OF: dict[int, Callable[[Cards], int]] = {
    TYPE_1_SINGLE: _first,
    TYPE_2_PAIR: _first,
    TYPE_3_TRIPLE: _first,
    TYPE_4_BOMB: _first,
    TYPE_6_3_1: _second,
    TYPE_7_3_2: _third,
    TYPE_8_SERIAL_SINGLE: _first,
    TYPE_9_SERIAL_PAIR: _first,
    TYPE_10_SERIAL_TRIPLE: _first,
    TYPE_11_SERIAL_3_1: _highest_trio,
    TYPE_12_SERIAL_3_2: _highest_trio,
    TYPE_13_4_2: _third,
    TYPE_14_4_22: _quad,
}


def strict_legal_actions(hand: Cards, rival_move: Cards) -> list[Cards]:
    """DouZero's list of legal actions after a move; [] means leading. Each is sorted."""
    gener = StrictMovesGener(hand)
    rival = strict_move_type(rival_move)
    moves = _of_type(gener, rival["type"], rival.get("len", 1))
    if rival["type"] in RANK_OF:
        rank_of = RANK_OF[rival["type"]]
        rank = rank_of(rival_move)
        moves = [move for move in moves if rank_of(move) > rank]
    if rival["type"] not in (TYPE_0_PASS, TYPE_4_BOMB, TYPE_5_KING_BOMB):
        moves = moves + gener.gen_type_4_bomb() + gener.gen_type_5_king_bomb()
    if rival_move:
        moves = [*moves, []]
    return [sorted(move) for move in moves]


def _of_type(gener: StrictMovesGener, kind: int, length: int) -> list[Cards]:
    """The moves of the type, and of this length where it is a chain."""
    if kind == TYPE_0_PASS:
        return gener.gen_moves()
    if kind == TYPE_4_BOMB:
        return gener.gen_type_4_bomb() + gener.gen_type_5_king_bomb()
    plain = {
        TYPE_1_SINGLE: gener.gen_type_1_single,
        TYPE_2_PAIR: gener.gen_type_2_pair,
        TYPE_3_TRIPLE: gener.gen_type_3_triple,
        TYPE_6_3_1: gener.gen_type_6_3_1,
        TYPE_7_3_2: gener.gen_type_7_3_2,
        TYPE_13_4_2: gener.gen_type_13_4_2,
        TYPE_14_4_22: gener.gen_type_14_4_22,
    }
    chains = {
        TYPE_8_SERIAL_SINGLE: gener.gen_type_8_serial_single,
        TYPE_9_SERIAL_PAIR: gener.gen_type_9_serial_pair,
        TYPE_10_SERIAL_TRIPLE: gener.gen_type_10_serial_triple,
        TYPE_11_SERIAL_3_1: gener.gen_type_11_serial_3_1,
        TYPE_12_SERIAL_3_2: gener.gen_type_12_serial_3_2,
    }
    if kind in plain:
        return plain[kind]()
    return chains[kind](length) if kind in chains else []
