"""Open cards once more: every action of every position tried, by the reference rules."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ddz_core import reference
from ddz_core.reference import DECK, Position
from ddz_core.rules import Rules


def landlord_wins(position: Position, rules: Rules, known: dict[Position, bool]) -> bool:
    """Whether seat 0 goes out first, or loses to the others, each side playing perfectly."""
    if position.is_over:
        return position.hands[0] == ""
    if position not in known:
        landlord = position.turn == 0
        values = (landlord_wins(position.after(a), rules, known) for a in position.actions(rules))
        known[position] = any(values) if landlord else all(values)
    return known[position]


def fewest_plays(hand: str, rules: Rules, known: dict[str, int]) -> int:
    """The smallest number of plays that lays a hand down, whatever is played first."""
    if not hand:
        return 0
    if hand not in known:
        known[hand] = 1 + min(
            fewest_plays(reference.without(hand, play.cards), rules, known)
            for play in reference.leads(hand, rules)
        )
    return known[hand]


class Case(NamedTuple):
    """A position, and the arguments of ``solve`` for it."""

    position: Position
    arguments: dict[str, object]


def random_case(random: Random, rules: Rules, most: int) -> Case:
    """A small position: any seat to move, leading or following.

    Half of the cards come from a few ranks next to each other, so that there are
    chains, bombs and kickers in hands of so few cards.
    """
    players = random.choice((2, 3))
    lowest = random.randrange(11)
    near = [card for card in DECK if lowest <= "3456789TJQKA2BR".index(card) < lowest + 5]
    deck = random.sample(near, len(near)) if random.random() < 0.7 else random.sample(DECK, 54)
    deck += random.sample("BR", 2) if "B" not in deck else []
    hands = [
        reference.tidy("".join(deck.pop() for _ in range(random.randint(1, most))))
        for _ in range(players)
        if len(deck) >= most
    ]
    turn = random.randrange(len(hands))
    if len(hands) < players:
        return random_case(random, rules, most)
    plays = reference.leads("".join(deck), rules, 8) if random.random() < 0.6 else []
    if not plays:
        return Case(Position(tuple(hands), turn), {"hands": hands, "turn": turn})
    kinds = sorted({play.kind for play in plays})
    kind = random.choice(kinds)
    last = random.choice([play for play in plays if play.kind is kind])
    passes = random.randrange(players - 1)
    return Case(
        Position(tuple(hands), turn, last, passes),
        {"hands": hands, "turn": turn, "last": str(last), "passes": passes},
    )
