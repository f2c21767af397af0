"""Wild cards (docs/rules.md section 8.2).

A play lays down cards *P* of the hand. Each wild card in P stands for a rank from 3 to
2, perhaps its own, and the cards that result must be a play of the rules without wild
cards. The other modules ask three things of it: what the wild cards of some cards can
stand for, what a hand has besides them, and which cards can be laid down for a result.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from ..kinds import RANKS
from ..rules import WILD_RANKS, Rules
from .cards import Play, choices, count, tidy, write


def results(cards: str, rules: Rules) -> Iterator[str]:
    """All that these cards can be taken for, sorted; without wild cards themselves.

    >>> list(results("99B", Rules(wild="9")))[:3]
    ['33B', '34B', '35B']
    >>> list(results("99", Rules(wild="9")))
    ['99']
    """
    if rules.wild is None or rules.wild not in cards:
        yield tidy(cards)
        return
    others = cards.replace(rules.wild, "")
    # Cards that are all wild stand for themselves only.
    if not others:
        yield cards
        return
    wild_cards = len(cards) - len(others)
    for stand_for in combinations_with_replacement(WILD_RANKS, wild_cards):
        result = others + "".join(stand_for)
        if all(result.count(rank) <= 4 for rank in stand_for):
            yield tidy(result)


def own_and_wild(held: list[int], rules: Rules) -> tuple[list[int], int]:
    """The counts of a hand without its wild cards, and how many these are."""
    if rules.wild is None:
        return held, 0
    slot = RANKS.index(rules.wild)
    return [*held[:slot], 0, *held[slot + 1 :]], held[slot]


def laid_down(result: Play, own: list[int], wild_cards: int, rules: Rules) -> Iterator[Play]:
    """Every play that is taken for this one, from a hand of so many wild cards.

    ``result`` is a play of the rules without wild cards. Each of its cards comes from
    the hand's own, or is a wild card: it must be where the hand has not enough, and may
    be where it has.

    >>> from ddz_core.reference import parse_play
    >>> played = laid_down(parse_play("777:trio:1:7"), count("77"), 2, Rules(wild="9"))
    >>> [str(play) for play in played]
    ['779:trio:1:7', '799:trio:1:7']
    """
    assert rules.wild is not None
    kept = [min(pair) for pair in zip(count(result.cards), own, strict=True)]
    lacking = len(result.cards) - sum(kept)
    # No wild card stands for a joker.
    replaceable = [*kept[:13], 0, 0]
    for more in range(wild_cards - lacking + 1):
        for replaced in choices(replaceable, more, kept):
            cards = [slot for slot, number in enumerate(kept) for _ in range(number)]
            for slot in replaced:
                cards.remove(slot)
            played = write(cards + [RANKS.index(rules.wild)] * (lacking + more))
            # Cards that are all wild stand for themselves only.
            if cards or played == result.cards:
                yield result._replace(cards=played)
