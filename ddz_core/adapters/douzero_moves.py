"""DouZero's move generator and detector over the core, its faults corrected.

:mod:`.douzero_strict` has them with their faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .._core.douzero_cards import cards_of, hand_of, numbers_of
from .._core.queries import legal_moves, readings
from .._core.values import Hand, MoveList
from ..arguments import truth
from ..errors import InvalidCards
from ..kinds import SHAPES, Kind
from .douzero_strict import StrictMovesGener, checked_length, strict_move_type
from .douzero_types import (
    TYPE_0_PASS,
    TYPE_5_KING_BOMB,
    TYPE_15_WRONG,
    TYPE_OF_KIND,
)

Cards = list[int]


class MovesGener:
    """The moves of a hand, by type: lists of numbers, weakest first, without repeats.

    ``cards`` is a hand as a list of numbers. Within a type moves come in canonical
    order. ``strict_compat=True`` gives DouZero's own lists: repeats, order and all. Raises
    :class:`InvalidCards` for cards that a deck has not.

    >>> MovesGener([3, 3, 3, 4]).gen_moves()
    [[3], [4], [3, 3], [3, 3, 3], [3, 3, 3, 4]]
    """

    def __new__(cls, cards: Iterable[int], strict_compat: bool = False) -> MovesGener:
        if truth("strict_compat", strict_compat):
            return StrictMovesGener(_checked(cards))  # type: ignore[return-value]
        return super().__new__(cls)

    def __init__(self, cards: Iterable[int], strict_compat: bool = False) -> None:
        self.cards_list = _checked(cards)
        self._hand = hand_of(self.cards_list)
        counts = self._hand.counts
        self.cards_dict = {
            card: int(counts[slot])
            for slot, card in enumerate(cards_of(Hand(0x111111111111111)))
            if counts[slot]
        }
        self._moves = legal_moves(self._hand, rules="douzero")

    def _of(self, kind: Kind, length: int = 0) -> list[Cards]:
        """The moves of a kind; of that length alone where it is long enough."""
        length = checked_length(length)
        least = SHAPES[kind].min_length if kind in SHAPES else 1
        return [
            cards_of(move.cards)
            for move in self._moves
            if move.kind is kind and (length < least or move.length == length)
        ]

    def gen_type_1_single(self) -> list[Cards]:
        """One card."""
        return self._of(Kind.SOLO)

    def gen_type_2_pair(self) -> list[Cards]:
        """Two of a rank."""
        return self._of(Kind.PAIR)

    def gen_type_3_triple(self) -> list[Cards]:
        """Three of a rank."""
        return self._of(Kind.TRIO)

    def gen_type_4_bomb(self) -> list[Cards]:
        """Four of a rank."""
        return self._of(Kind.BOMB)

    def gen_type_5_king_bomb(self) -> list[Cards]:
        """Both jokers."""
        return self._of(Kind.ROCKET)

    def gen_type_6_3_1(self) -> list[Cards]:
        """A trio with a single."""
        return self._of(Kind.TRIO_SOLO)

    def gen_type_7_3_2(self) -> list[Cards]:
        """A trio with a pair."""
        return self._of(Kind.TRIO_PAIR)

    def gen_type_8_serial_single(self, repeat_num: int = 0) -> list[Cards]:
        """Chains of single cards, of ``repeat_num`` ranks or of any length."""
        return self._of(Kind.SOLO_CHAIN, repeat_num)

    def gen_type_9_serial_pair(self, repeat_num: int = 0) -> list[Cards]:
        """Chains of pairs."""
        return self._of(Kind.PAIR_CHAIN, repeat_num)

    def gen_type_10_serial_triple(self, repeat_num: int = 0) -> list[Cards]:
        """Chains of trios."""
        return self._of(Kind.TRIO_CHAIN, repeat_num)

    def gen_type_11_serial_3_1(self, repeat_num: int = 0) -> list[Cards]:
        """Chains of trios with as many singles."""
        return self._of(Kind.TRIO_CHAIN_SOLO, repeat_num)

    def gen_type_12_serial_3_2(self, repeat_num: int = 0) -> list[Cards]:
        """Chains of trios with as many pairs."""
        return self._of(Kind.TRIO_CHAIN_PAIR, repeat_num)

    def gen_type_13_4_2(self) -> list[Cards]:
        """Four of a rank with two singles."""
        return self._of(Kind.QUAD_SOLO)

    def gen_type_14_4_22(self) -> list[Cards]:
        """Four of a rank with two pairs."""
        return self._of(Kind.QUAD_PAIR)

    def gen_moves(self) -> list[Cards]:
        """All of them; cards that are of two types come once."""
        return [cards_of(hand) for hand in dict.fromkeys(move.cards for move in self._moves)]


def get_move_type(move: Sequence[int], strict_compat: bool = False) -> dict[str, int]:
    """What a move is: ``{'type': TYPE_..., 'rank': ..., 'len': ...}``, where it has these.

    ``rank`` is the number of the lowest rank of the body, ``len`` of how many chained
    ranks it is. Cards that are of two types are the longer chain. What is no move is
    ``TYPE_15_WRONG``, more of a card than a deck has too. ``strict_compat=True`` judges as
    DouZero does. Raises :class:`InvalidCards` for a number that is no card.

    >>> get_move_type([3, 3, 3, 4, 4, 4, 5, 6])
    {'type': 11, 'rank': 3, 'len': 2}
    """
    move = numbers_of(move)
    if truth("strict_compat", strict_compat):
        return strict_move_type(move)
    if not move:
        return {"type": TYPE_0_PASS}
    found = _readings(move)
    if not found:
        return {"type": TYPE_15_WRONG}
    play = max(found, key=lambda reading: reading.length)
    kind = TYPE_OF_KIND[play.kind]
    if kind == TYPE_5_KING_BOMB:
        return {"type": kind}
    rank = cards_of(Hand(1 << 4 * (play.rank - play.length + 1)))[0]
    if SHAPES[play.kind].max_length == 1:
        return {"type": kind, "rank": rank}
    return {"type": kind, "rank": rank, "len": play.length}


def _checked(cards: Iterable[int]) -> Cards:
    """The cards as a list, which a deck must have."""
    found = numbers_of(cards)
    hand_of(found)
    return found


def _readings(move: Sequence[int]) -> MoveList | None:
    try:
        return readings(hand_of(move), "douzero")
    except InvalidCards:
        return None
