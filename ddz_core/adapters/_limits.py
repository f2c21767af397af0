"""What the adapters cannot play, and what to do about it."""

from __future__ import annotations

from ..arguments import shown
from ..errors import InvalidRules
from ..rules import Rules

_NUMBERED = (("decks", 1), ("wild", None))
"""Fields of rules, and the value with which a play has a number."""


def check_numbered(rules: Rules, who: str) -> None:
    """Raises :class:`InvalidRules` for rules with plays that have no number.

    ``who`` is the adapter that refuses them. The numbers are those of the plays of 54
    cards, in which each card stands for itself.
    """
    for name, plain in _NUMBERED:
        value = getattr(rules, name, plain)
        if value != plain:
            raise InvalidRules(
                f"{who} cannot play the rules {shown(rules.name)}, in which {name} is "
                f"{shown(value)}: choose rules with {name}={plain!r}, such as 'standard'"
            )
