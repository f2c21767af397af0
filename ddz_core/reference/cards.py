"""Cards, and the table of the kinds of play (docs/rules.md sections 1, 2, 8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..errors import InvalidArgument, InvalidCards
from ..kinds import CHAIN_SLOTS, RANKS, Kind
from ..rules import Rules

# --- Section 1: cards -------------------------------------------------------

STANDARD = Rules.preset("standard")

DECK = STANDARD.deck
"""All 54 cards, weakest first."""

BLACK_JOKER, RED_JOKER = 13, 14


def count(cards: str, rules: Rules = STANDARD) -> list[int]:
    """How many cards of each of the fifteen slots there are.

    >>> count("R433")
    [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    counts = [cards.count(rank) for rank in RANKS]
    if sum(counts) != len(cards):
        raise InvalidCards(f"{cards!r} holds a character that is none of {RANKS}")
    for rank, number in zip(RANKS, counts, strict=True):
        # Section 8.1: with two decks there are twice as many.
        if number > rules.deck.count(rank):
            decks = "one deck has" if rules.decks == 1 else "two decks have"
            raise InvalidCards(f"{cards!r} holds {number} of {rank}: {decks} fewer")
    return counts


def write(slots: Iterable[int]) -> str:
    """The cards of these slots as text, sorted from weak to strong."""
    return "".join(RANKS[slot] for slot in sorted(slots))


def tidy(cards: str) -> str:
    """The same cards, sorted from weak to strong.

    >>> tidy("R3T4")
    '34TR'
    """
    return write(RANKS.index(card) for card in cards)


def without(hand: str, cards: str) -> str:
    """A hand after some of its cards were played."""
    for card in cards:
        hand = hand.replace(card, "", 1)
    return hand


# --- Section 2: kinds of play -----------------------------------------------


class Play(NamedTuple):
    """Cards and how they are read (section 4: a play is both)."""

    cards: str
    kind: Kind
    length: int
    rank: int
    """The slot of the highest rank of the body."""

    def __str__(self) -> str:
        if self.kind is Kind.PASS:
            return "pass"
        return f"{self.cards}:{self.kind}:{self.length}:{RANKS[self.rank]}"


PASS = Play("", Kind.PASS, 0, -1)


def parse_play(text: str) -> Play:
    """The play that a text names; whether it is one is not asked here.

    >>> parse_play("3334:trio_solo:1:3")
    Play(cards='3334', kind=<Kind.TRIO_SOLO: 4>, length=1, rank=0)
    >>> parse_play("pass") == PASS
    True
    """
    if text == "pass":
        return PASS
    try:
        cards, kind, length, rank = text.split(":")
        return Play(tidy(cards), Kind[kind.upper()], int(length), RANKS.index(rank))
    except (KeyError, ValueError):
        raise InvalidArgument(f"{text!r} is not written cards:kind:length:rank") from None


class Row(NamedTuple):
    """A row of the table of section 2."""

    kind: Kind
    copies: int
    """How many cards of each of its ranks the body has."""
    lengths: range
    """How many ranks the body may have."""
    kickers: int = 0
    """How many kickers each rank of the body brings along."""
    kicker_cards: int = 0
    """How many cards a kicker is: 1 for singles, 2 for pairs."""

    @property
    def chained(self) -> bool:
        return self.lengths != ALONE

    def cards(self, length: int) -> int:
        return length * (self.copies + self.kickers * self.kicker_cards)

    def bodies(self, length: int) -> Iterator[range]:
        """The ranks of every body of this length, as slots, weakest first."""
        # Section 1: chains use 3 to A only.
        slots = CHAIN_SLOTS if self.chained else len(RANKS)
        for lowest in range(slots - length + 1):
            yield range(lowest, lowest + length)


ALONE = range(1, 2)
TWO_OR_MORE = range(2, CHAIN_SLOTS + 1)
THREE_OR_MORE = range(3, CHAIN_SLOTS + 1)
FIVE_TO_TWELVE = range(5, 13)

TABLE = [
    Row(Kind.SOLO, 1, ALONE),
    Row(Kind.PAIR, 2, ALONE),
    Row(Kind.TRIO, 3, ALONE),
    Row(Kind.TRIO_SOLO, 3, ALONE, kickers=1, kicker_cards=1),
    Row(Kind.TRIO_PAIR, 3, ALONE, kickers=1, kicker_cards=2),
    Row(Kind.SOLO_CHAIN, 1, FIVE_TO_TWELVE),
    Row(Kind.PAIR_CHAIN, 2, THREE_OR_MORE),
    Row(Kind.TRIO_CHAIN, 3, TWO_OR_MORE),
    Row(Kind.TRIO_CHAIN_SOLO, 3, TWO_OR_MORE, kickers=1, kicker_cards=1),
    Row(Kind.TRIO_CHAIN_PAIR, 3, TWO_OR_MORE, kickers=1, kicker_cards=2),
    Row(Kind.QUAD_SOLO, 4, ALONE, kickers=2, kicker_cards=1),
    Row(Kind.QUAD_PAIR, 4, ALONE, kickers=2, kicker_cards=2),
    Row(Kind.BOMB, 4, ALONE),
    Row(Kind.QUAD_CHAIN, 4, TWO_OR_MORE),
    Row(Kind.QUAD_CHAIN_SOLO, 4, TWO_OR_MORE, kickers=2, kicker_cards=1),
    Row(Kind.QUAD_CHAIN_PAIR, 4, TWO_OR_MORE, kickers=2, kicker_cards=2),
    Row(Kind.BOMB_CHAIN, 4, TWO_OR_MORE),
]
"""Every kind but the rocket, whose body is not of one rank."""

ROCKET = Play("BR", Kind.ROCKET, 1, RED_JOKER)

BOMBS = {Kind.BOMB, Kind.ROCKET, Kind.BOMB_CHAIN}
"""What may beat another kind, and what a play-out counts (section 6)."""


# --- Section 4: which of the kinds a rule set has ---------------------------


def exists(kind: Kind, rules: Rules) -> bool:
    """Whether the rules have plays of this kind at all."""
    # Section 8.1: with two decks no kicker is a single card.
    if kind in (Kind.TRIO_SOLO, Kind.TRIO_CHAIN_SOLO):
        return rules.trio_solos
    if kind in (Kind.QUAD_SOLO, Kind.QUAD_PAIR):
        return rules.quad_kickers
    if kind in (Kind.QUAD_CHAIN, Kind.QUAD_CHAIN_SOLO, Kind.QUAD_CHAIN_PAIR):
        return rules.quad_chains
    if kind is Kind.BOMB_CHAIN:
        return rules.bomb_chains
    return True


def table(rules: Rules) -> list[Row]:
    """The rows of the table of section 2 that these rules have."""
    rows = [row for row in TABLE if exists(row.kind, rules)]
    # Section 8.1: with two decks a bomb is four to eight of a rank.
    rows += [Row(Kind.BOMB, size, ALONE) for size in range(5, 4 * rules.decks + 1)]
    return rows


def rocket(rules: Rules) -> Play:
    """All the jokers: two, or with two decks four (section 8.1)."""
    return ROCKET._replace(cards=tidy(rules.decks * "BR"))


# --- Sections 6, 8.6: the canonical order of plays --------------------------


def canonical(play: Play) -> tuple[Kind, int, int, int, list[int]]:
    """The key that sorts plays: kind, length, number of cards, rank, then the cards.

    The plays of one kind, length and rank all have the same body, so that the cards
    are in the order in which their kickers are.
    """
    slots = [RANKS.index(card) for card in play.cards]
    return play.kind, play.length, len(slots), play.rank, slots


# --- Taking cards -----------------------------------------------------------


def choices(
    room: Sequence[int], wanted: int, held: Sequence[int], wild_cards: int = 0, lowest: int = 0
) -> Iterator[list[int]]:
    """Every way to take that many cards, at most ``room[slot]`` of each slot.

    At most ``wild_cards`` of them may be more than are held.

    >>> sorted(choices([2, 0, 1], 2, [2, 0, 1]))
    [[0, 0], [0, 2]]
    >>> sorted(choices([2, 2, 2], 2, [1, 0, 1], wild_cards=1))
    [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]]
    """
    if wanted == 0:
        yield []
        return
    for slot in range(lowest, len(room)):
        for number in range(1, min(room[slot], wanted) + 1):
            left = wild_cards - max(0, number - held[slot])
            if left >= 0:
                for rest in choices(room, wanted - number, held, left, slot + 1):
                    yield [slot] * number + rest
