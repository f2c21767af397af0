"""The play phase of one deal, for adapters that hold one game at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._queries import legal_moves
from .._values import Hand, Move, MoveList
from .._vector import OBSERVATION_SIZE
from ..kinds import Kind
from ..rules import Rules

_DOUBLING = (Kind.BOMB, Kind.ROCKET, Kind.BOMB_CHAIN)
_DECK = 0x0114444444444444
_SLOT_SHIFTS = np.arange(0, 60, 4, dtype=np.uint64)
_PLAYERS = 3


def counts(packed: list[int]) -> NDArray[np.uint8]:
    """How many cards of each slot packed hands hold: uint8[n, 15]."""
    spread = np.array(packed, np.uint64)[:, None] >> _SLOT_SHIFTS
    result: NDArray[np.uint8] = (spread & np.uint64(15)).astype(np.uint8)
    return result


class PlayPhase:
    """Three hands in play (docs/rules.md section 5); hands are packed numbers.

    ``turn`` is the seat to move, and stays with the winner at the end; ``winner``
    is None until then. ``last`` is the play to beat, None for whoever leads.
    """

    def __init__(self, hands: list[int], bottom: int, landlord: int, rules: Rules) -> None:
        self.hands = hands
        self.bottom = bottom
        self.landlord = landlord
        self.rules = rules
        self.turn = landlord
        self.winner: int | None = None
        self.last: Move | None = None
        self.passes = 0
        self.bombs = 0
        self.played = 0
        self.recent = [0] * _PLAYERS
        self.plays = [0] * _PLAYERS

    def __deepcopy__(self, memo: dict[int, Any]) -> PlayPhase:
        # Everything but the lists is a value that never changes.
        twin = object.__new__(PlayPhase)
        twin.__dict__.update(self.__dict__)
        twin.hands = self.hands.copy()
        twin.recent = self.recent.copy()
        twin.plays = self.plays.copy()
        return twin

    def legal_plays(self) -> MoveList:
        """The plays of the seat to move, the pass not counted (legal where ``last`` is set)."""
        return legal_moves(self.hands[self.turn], self.last, self.rules)

    def push(self, move: Move, beats_as: Move | None = None) -> None:
        """Makes a legal play, or the pass. Trusts: nothing is checked.

        ``beats_as``, where given, is what the next plays must beat instead.
        """
        if not move:
            self.recent[self.turn] = 0
            self.passes += 1
            self.turn = (self.turn + 1) % _PLAYERS
            if self.passes == _PLAYERS - 1:
                self.passes = 0
                self.last = None
                self.recent = [0] * _PLAYERS
            return
        cards = move.cards.packed
        self.hands[self.turn] -= cards
        self.played += cards
        self.recent[self.turn] = cards
        self.plays[self.turn] += 1
        self.bombs += move.kind in _DOUBLING
        self.last = beats_as or move
        self.passes = 0
        if self.hands[self.turn]:
            self.turn = (self.turn + 1) % _PLAYERS
        else:
            self.winner = self.turn

    def points(self, stake: int = 1) -> list[int]:
        """What each seat wins; all zero while nobody has won."""
        if self.winner is None:
            return [0] * _PLAYERS
        peasants = sum(self.plays) - self.plays[self.landlord]
        won = self.winner == self.landlord
        spring = peasants == 0 if won else self.plays[self.landlord] == 1
        each = (stake if won else -stake) << (self.bombs + spring)
        return [2 * each if seat == self.landlord else -each for seat in range(_PLAYERS)]

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What a seat knows, laid out as in docs/vector.md: uint8[114]."""
        row = np.zeros(OBSERVATION_SIZE, np.uint8)
        following = [(seat + k) % _PLAYERS for k in range(_PLAYERS)]
        own = self.hands[seat]
        last = self.last
        groups = [
            own,
            _DECK - self.played - own,
            last.cards.packed if last else 0,
            self.bottom,
            self.played,
            self.recent[following[1]],
            self.recent[following[2]],
        ]
        row[:105] = counts(groups).ravel()
        row[105:110] = (
            *(len(Hand(self.hands[other])) for other in following),
            (self.landlord - seat) % _PLAYERS,
            self.bombs,
        )
        if last:
            row[110:113] = last.kind, last.length, last.rank
        row[113] = self.passes
        return row
