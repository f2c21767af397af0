"""What may be done, as a tuple that can be called."""

from __future__ import annotations

from .actions import Action


class Actions(tuple[Action, ...]):
    """Legal actions in a fixed order. Called, it gives a new list of them.

    >>> from ddz_core import Game
    >>> game = Game("standard", deal=1)
    >>> str(game.legal_actions[0]), game.legal_actions() == list(game.legal_actions)
    ('bid:1', True)
    """

    __slots__ = ()

    def __call__(self) -> list[Action]:
        """The same as a list, which is the caller's own."""
        return list(self)
