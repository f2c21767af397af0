"""What beats what (docs/rules.md sections 3, 8.1, 8.2)."""

from __future__ import annotations

from ..kinds import Kind
from ..rules import Rules
from .cards import BOMBS, Play

# --- Section 3: what beats what ---------------------------------------------


def height(bomb: Play, rules: Rules) -> tuple[int, int, int]:
    """What decides between two bombs.

    >>> from ddz_core.reference import parse_play
    >>> height(parse_play("8889:bomb:1:8"), Rules(wild="9"))
    (4, 0, 5)
    """
    # Section 8.1: more cards beat fewer, whatever their rank. With one deck each bomb
    # has four.
    size = len(bomb.cards)
    # Section 8.2: all four wild cards (pure) beat four of another rank (hard), and
    # these beat a bomb in which a wild card stands for another rank (soft).
    wild_cards = bomb.cards.count(rules.wild) if rules.wild else 0
    tier = {0: 1, size: 2}.get(wild_cards, 0)
    return size, tier, bomb.rank


def beats(a: Play, b: Play, rules: Rules) -> bool:
    """Whether play ``a`` beats play ``b``.

    >>> from ddz_core.reference import parse_play
    >>> rules = Rules(bomb_chains=True)
    >>> beats(parse_play("3334:trio_solo:1:3"), parse_play("4445:trio_solo:1:4"), rules)
    False
    >>> beats(parse_play("33334444:bomb_chain:2:4"), parse_play("BR:rocket:1:R"), rules)
    True
    """
    # 3. A bomb chain beats everything; of two the longer, then the higher.
    if a.kind is Kind.BOMB_CHAIN and rules.bomb_chains:
        return b.kind is not Kind.BOMB_CHAIN or (a.length, a.rank) > (b.length, b.rank)
    # 2. A rocket beats everything else; no play beats its equal.
    if a.kind is Kind.ROCKET:
        return b.kind not in (Kind.ROCKET, Kind.BOMB_CHAIN)
    # 2. A bomb beats everything but a bomb that is as high or higher, and a rocket.
    if a.kind is Kind.BOMB:
        if b.kind is Kind.BOMB:
            return height(a, rules) > height(b, rules)
        return b.kind not in BOMBS
    # 1. The same kind, length and number of cards, with a higher rank.
    return (
        a.kind is b.kind
        and a.length == b.length
        and len(a.cards) == len(b.cards)
        and a.rank > b.rank
    )


# --- Section 5: what doubles ------------------------------------------------


def doubles(play: Play, rules: Rules) -> bool:
    """Whether a play doubles the points.

    >>> from ddz_core.reference import parse_play
    >>> four = Rules.preset("four")
    >>> [doubles(parse_play(cards + ":bomb:1:3"), four) for cards in ("33333", "333333")]
    [False, True]
    """
    # Section 8.1: with two decks the small bombs do not.
    if play.kind is Kind.BOMB:
        return len(play.cards) >= rules.doubling_bomb
    return play.kind in BOMBS
