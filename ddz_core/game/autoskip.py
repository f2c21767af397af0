"""The automatic skip (docs/rules.md section 5): a decision from public knowledge alone.

A game on a table with ``skip`` decides it while it plays; :func:`must_skip` asks the
same question of any public knowledge.
"""

from __future__ import annotations

from .._core.public_cards import could_beat
from .._core.values import Hand
from .observation import Public, as_public


def must_skip(public: Public) -> bool:
    """Whether the player to act cannot hold a play that beats the last one.

    He may hold any of the cards that nobody has shown, as many as he has cards; the
    landlord certainly holds the bottom cards that are not played, and where his hand is open
    nothing else. Nobody is skipped
    who leads. What he really holds has no influence. Raises :class:`InvalidArgument` for
    what is not public knowledge, or such as no game comes to.

    >>> from ddz_core import Game
    >>> game = Game("standard", deal=0)
    >>> for action in ("pass", "pass", "bid:3", "3"):
    ...     game.push(action)
    >>> must_skip(game.public)
    False
    >>> for action in ("pass", "pass", "BR"):
    ...     game.push(action)
    >>> must_skip(game.public)
    True
    """
    public = as_public(public)
    if public.phase != "play" or public.turn is None or public.last is None:
        return False
    kept = public.kept if public.turn == public.landlord else Hand()
    size = public.sizes[public.turn]
    return not could_beat(public.last, public.hidden, kept, size, public.rules)
