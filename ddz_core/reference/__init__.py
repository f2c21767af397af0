"""The rules once more: slow, obvious and complete.

This package *defines* what right is.  It is meant to be read beside
docs/rules.md, and the comments name that page's sections.  Everything fast in
ddz_core is tested against it, so it takes nothing from the fast part but the
names: the ranks, the kinds and the :class:`~ddz_core.rules.Rules` value.

Cards are plain text (``"33344456"``), in any order; results are always sorted
from weak to strong.

>>> from ddz_core.rules import Rules
>>> rules = Rules.preset("standard")
>>> [str(play) for play in leads("3334", rules)]
['3:solo:1:3', '4:solo:1:4', '33:pair:1:3', '333:trio:1:3', '3334:trio_solo:1:3']
>>> [str(play) for play in follows("4455BR", parse_play("44:pair:1:4"), rules)]
['55:pair:1:5', 'BR:rocket:1:R']
>>> why_not("4455BR", "44", parse_play("44:pair:1:4"), rules).value
'too low'
"""

from .auctions import (
    Asked,
    call_auction,
    doubling_auction,
    doubling_round,
    no_auction,
    open_hand,
    order,
    points_auction,
    talk,
)
from .beating import beats, doubles, height
from .cards import (
    BOMBS,
    DECK,
    PASS,
    ROCKET,
    TABLE,
    Play,
    Row,
    canonical,
    choices,
    count,
    exists,
    parse_play,
    rocket,
    table,
    tidy,
    without,
    write,
)
from .deals import WORD, Deal, Dealer, Stream, deal
from .listing import (
    follows,
    highest_ranks,
    kicker_sets,
    leads,
    legal,
    meant,
    plays_of,
    readings,
    stands_for,
    why_not,
)
from .playing import Decision, Playout, Position, digest, perft, playout
from .points import is_spring, multiplier, points

__all__ = [
    "BOMBS",
    "DECK",
    "PASS",
    "ROCKET",
    "TABLE",
    "WORD",
    "Asked",
    "Deal",
    "Dealer",
    "Decision",
    "Play",
    "Playout",
    "Position",
    "Row",
    "Stream",
    "beats",
    "call_auction",
    "canonical",
    "choices",
    "count",
    "deal",
    "digest",
    "doubles",
    "doubling_auction",
    "doubling_round",
    "exists",
    "follows",
    "height",
    "highest_ranks",
    "is_spring",
    "kicker_sets",
    "leads",
    "legal",
    "meant",
    "multiplier",
    "no_auction",
    "open_hand",
    "order",
    "parse_play",
    "perft",
    "playout",
    "plays_of",
    "points",
    "points_auction",
    "readings",
    "rocket",
    "stands_for",
    "table",
    "talk",
    "tidy",
    "why_not",
    "without",
    "write",
]
