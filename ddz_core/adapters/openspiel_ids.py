"""The action numbers of OpenSpiel's ``dou_dizhu``: 26,057 of them, in closed form.

0 is the pass, 1 to 3 are bids, the rest are *forms*: a chain of trios at a
certain head with certain kickers. ``333444555666`` has three: a chain of four,
``333444555-666`` and ``444555666-333``. Each group below has a first number, and
inside it forms are ordered by length, then by the lowest rank of the body, then
by the kickers; several kickers compare from the highest one down.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._values import MOVE_DTYPE
from ..errors import InvalidArgument
from ..kinds import CHAIN_SLOTS, RANKS, SHAPES, Kind
from ._ids import play_keys

ACTIONS = 26_057
PASS_ID = 0
FIRST_PLAY_ID = 4
"""1 to 3 are the bids; the plays begin here."""

_GROUPS = (
    (4, Kind.SOLO),
    (19, Kind.SOLO_CHAIN),
    (55, Kind.PAIR),
    (68, Kind.PAIR_CHAIN),
    (120, Kind.TRIO),
    (133, Kind.TRIO_SOLO),
    (315, Kind.TRIO_PAIR),
    (471, Kind.TRIO_CHAIN),
    (516, Kind.TRIO_CHAIN_SOLO),
    (23_104, Kind.TRIO_CHAIN_PAIR),
    (26_043, Kind.BOMB),
    (26_056, Kind.ROCKET),
)
_SLOTS = len(RANKS)
_PAIR_SLOTS = _SLOTS - 2
_JOKERS = (13, 14)
_ALIKE = 3
"""At most this many single kickers are of one rank."""
_MOST_CARDS = 20


class Form(NamedTuple):
    """What a number stands for: the body from slot ``head`` on, and the kickers' slots."""

    kind: Kind
    length: int
    head: int
    kickers: tuple[int, ...]

    @property
    def rank(self) -> int:
        """The highest slot of the body."""
        return self.head + self.length - 1

    def cards(self) -> int:
        """The cards, packed."""
        if self.kind is Kind.ROCKET:
            return 1 << 52 | 1 << 56
        shape = SHAPES[self.kind]
        body = sum(shape.width << 4 * (self.head + k) for k in range(self.length))
        return body + sum(shape.unit << 4 * slot for slot in self.kickers)


def _heads(kind: Kind, length: int) -> range:
    """Where a body may begin."""
    if length > 1:
        return range(CHAIN_SLOTS - length + 1)
    return range(_SLOTS if kind is Kind.SOLO else _PAIR_SLOTS)


@lru_cache(maxsize=16)
def _kicker_sets(unit: int, count: int) -> list[tuple[int, ...]]:
    """Every choice of kickers, whatever the body, in order: compared from the highest down."""
    choices: Iterator[tuple[int, ...]]
    if unit == 2:
        choices = combinations(range(_PAIR_SLOTS), count)
    else:
        choices = (
            chosen
            for chosen in combinations_with_replacement(range(_SLOTS), count)
            if max(map(chosen.count, chosen)) <= _ALIKE
            and chosen.count(_JOKERS[0]) + chosen.count(_JOKERS[1]) <= 1
        )
    return sorted(choices, key=lambda chosen: chosen[::-1])


def _forms_of(kind: Kind) -> Iterator[Form]:
    """The forms of a kind in order of their numbers."""
    if kind is Kind.ROCKET:
        # Both jokers; its body is not one of equal ranks.
        yield Form(kind, 1, _JOKERS[1], ())
        return
    shape = SHAPES[kind]
    longest = min(shape.max_length, _MOST_CARDS // shape.group_size)
    for length in range(shape.min_length, longest + 1):
        for head in _heads(kind, length):
            body = range(head, head + length)
            if not shape.kickers:
                yield Form(kind, length, head, ())
                continue
            for kickers in _kicker_sets(shape.unit, length):
                if not any(slot in body for slot in kickers):
                    yield Form(kind, length, head, kickers)


class OpenSpielIds:
    """Look-ups both ways; get it from :func:`openspiel_ids`.

    ``moves``, MOVE_DTYPE[26057] and read-only, has the form of each number as a row:
    its ``rank`` is that of the form, which for the same cards may be lower than
    that of the play. The rows of the pass and the bids are all zero.
    """

    def __init__(self) -> None:
        self.forms: tuple[Form | None, ...] = (None,) * FIRST_PLAY_ID + tuple(
            form for _, kind in _GROUPS for form in _forms_of(kind)
        )
        if len(self.forms) != ACTIONS:
            raise AssertionError(f"{len(self.forms)} forms instead of {ACTIONS}")
        self.moves: NDArray[np.void] = np.zeros(ACTIONS, MOVE_DTYPE)
        for number, form in enumerate(self.forms):
            if form is not None:
                size = SHAPES[form.kind].group_size * form.length if form.kind in SHAPES else 2
                row = (form.cards(), form.kind, form.length, form.rank, size, 0)
                self.moves[number] = row
        self.moves.flags.writeable = False
        self._numbers: dict[int, tuple[int, ...]] = {}
        keys = play_keys(self.moves).tolist()
        for number in range(FIRST_PLAY_ID, ACTIONS):
            key = keys[number]
            self._numbers[key] = (*self._numbers.get(key, ()), number)

    def form(self, number: int) -> Form:
        """The form of a play's number; :class:`InvalidArgument` for other numbers."""
        form = self.forms[number] if 0 <= number < ACTIONS else None
        if form is None:
            raise InvalidArgument(
                f"plays are numbered from {FIRST_PLAY_ID} to {ACTIONS - 1}, not {number!r}"
            )
        return form

    def numbers(self, moves: NDArray[np.void], last: Form | None = None) -> list[int]:
        """The numbers of the forms of some plays (MOVE_DTYPE[n]), ascending.

        With ``last`` only forms that beat it count: the plays are trusted to beat it
        in some form.
        """
        found: list[int] = []
        for key, kind in zip(play_keys(moves).tolist(), moves["kind"].tolist(), strict=True):
            numbers = self._numbers[key]
            if last is not None and kind == last.kind:
                numbers = tuple(n for n in numbers if self.form(n).rank > last.rank)
            found.extend(numbers)
        return sorted(found)

    def text(self, number: int) -> str:
        """The form as OpenSpiel writes it.

        >>> openspiel_ids().text(1484), openspiel_ids().text(26_056)
        ('333444555-666', '(BWJ)(CJ)')
        """
        form = self.form(number)
        if form.kind not in (Kind.TRIO_CHAIN_SOLO, Kind.TRIO_CHAIN_PAIR):
            return cards_text(form.cards())
        shape = SHAPES[form.kind]
        kickers = sum(shape.unit << 4 * slot for slot in form.kickers)
        return f"{cards_text(form.cards() - kickers)}-{cards_text(kickers)}"


def cards_text(packed: int) -> str:
    """Cards as OpenSpiel writes them, weakest first; the jokers are ``(BWJ)`` and ``(CJ)``."""
    names = (*RANKS[:_PAIR_SLOTS], "(BWJ)", "(CJ)")
    return "".join(name * (packed >> 4 * slot & 15) for slot, name in enumerate(names))


def slot_of(card: int) -> int:
    """The slot of a card from 0 to 53: four suits of thirteen ranks, then the jokers."""
    return card % 13 if card < 52 else card - 39


def card_text(card: int) -> str:
    """A card from 0 to 53 as OpenSpiel writes it: its suit first."""
    name = cards_text(1 << 4 * slot_of(card))
    return name if card >= 52 else "CDHS"[card // 13] + name


@lru_cache(maxsize=1)
def openspiel_ids() -> OpenSpielIds:
    """The look-ups, made once and kept.

    >>> openspiel_ids().form(133)
    Form(kind=<Kind.TRIO_SOLO: 4>, length=1, head=0, kickers=(1,))
    """
    return OpenSpielIds()
