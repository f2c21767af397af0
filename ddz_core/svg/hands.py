"""Cards in a row, each over the one before, so that every index is seen."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .._core.values import Hand
from ..kinds import RANKS
from .cards import BACK, HEIGHT, STYLE, WIDTH, symbol

STEP = 22
"""How far one card of a row is from the next."""

NAMES = {"T": "10", "B": "small joker", "R": "big joker"}
"""What cards are called whose character does not say it."""


def named(cards: Iterable[str]) -> str:
    """Cards for those who hear them.

    >>> named("3TR")
    '3, 10, big joker'
    """
    return ", ".join(NAMES.get(rank, rank) for rank in cards) or "no cards"


def row_width(number: int) -> int:
    """How wide a row of so many cards is."""
    return WIDTH + STEP * (number - 1) if number else 0


def row(cards: Iterable[str], x: float, y: float, scale: float = 1, wild: str | None = None) -> str:
    """Cards side by side, from a point on; of the wild rank each has a star."""
    parts = []
    for place, rank in enumerate(cards):
        left = STEP * place
        parts.append(
            f'<use href="#ddz-{rank}" x="{left}" width="{WIDTH}" height="{HEIGHT}"/>'
            + (star(left + 12, 44) if rank == wild else "")
        )
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{"".join(parts)}</g>'


def star(x: float, y: float) -> str:
    """The mark of a wild card."""
    return (
        f'<path class="ddz-star" transform="translate({x:g} {y:g})" '
        'd="M0-7 1.8-2.3 6.7-2.2 2.9.9 4.1 5.7 0 3-4.1 5.7-2.9.9-6.7-2.2-1.8-2.3z"/>'
    )


def document(width: float, height: float, label: str, used: Iterable[str], body: str) -> str:
    """A picture of its own: what it shows in words, its colours, the symbols it uses."""
    symbols = "".join(symbol(rank) for rank in (*RANKS, BACK) if rank in set(used))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}">'
        f"<title>{escape(label)}</title><style>{STYLE}</style>{symbols}{body}</svg>"
    )


def hand(cards: Hand | str, wild: str | None = None) -> str:
    """A hand as a picture: the text of an SVG that needs nothing else.

    ``cards`` are a :class:`Hand`, or whatever one is made of, also of two decks; ``wild`` is
    a rank whose cards are marked. Raises :class:`InvalidCards` for what are no cards.

    >>> from xml.etree import ElementTree
    >>> ElementTree.fromstring(hand("3TR")).get("aria-label")
    '3, 10, big joker'
    """
    held = cards if isinstance(cards, Hand) else Hand(cards, decks=2)
    ranks = list(held)
    width = max(row_width(len(ranks)), WIDTH)
    return document(width, HEIGHT, named(ranks), ranks, row(ranks, 0, 0, 1, wild))
